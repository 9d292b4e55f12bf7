"""Each golden record is a test of its own; whoever tests pages gets tables."""

import pytest

from tests.games.golden import GoldenTests
from tests.web.pages import tables  # noqa: F401  fixture


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Ask for every record of the game whose tests these are."""
    if "golden" in metafunc.fixturenames and metafunc.cls is not None and issubclass(metafunc.cls, GoldenTests):
        metafunc.parametrize("golden", metafunc.cls.records.golden, ids=lambda golden: golden.name)
