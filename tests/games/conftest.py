"""Each golden record is a test of its own."""

import pytest

from tests.games.golden import GoldenTests


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Ask for every record of the game whose tests these are."""
    if "golden" in metafunc.fixturenames and metafunc.cls is not None and issubclass(metafunc.cls, GoldenTests):
        metafunc.parametrize("golden", metafunc.cls.records.golden, ids=lambda golden: golden.name)
