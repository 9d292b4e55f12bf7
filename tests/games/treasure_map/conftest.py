"""The browser tests of Treasure Map sit before the same server and Chromium as all others do."""

from tests.browser.conftest import chromium, people, rng, server  # noqa: F401  fixtures
