"""What a test says about its run (``say``) is printed at the end, also when several processes share the tests."""

from collections.abc import Callable

import pytest


@pytest.fixture
def say(record_property: Callable[[str, object], None]) -> Callable[[str], None]:
    """Print a line with the summary of the run: ids of executed cases, measured strength."""
    return lambda line: record_property("said", line)


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    for report in terminalreporter.getreports("passed"):
        if report.when == "call":
            for name, line in report.user_properties:
                if name == "said":
                    terminalreporter.write_line(str(line))
