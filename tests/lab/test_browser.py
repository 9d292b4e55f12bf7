"""The report in a browser: what tells whether a difference is chance can be seen on a phone as on a desk."""

import pytest

from board_library.cli.lab import lab_words
from board_library.lab.compare import compare
from board_library.lab.page import document
from board_library.web.i18n import LANGUAGES
from tests.browser.conftest import chromium  # noqa: F401  a fixture

pytestmark = pytest.mark.browser

HIDDEN = """
    all => all.map(one => one.getBoundingClientRect())
        .filter(one => !one.width || one.left < 0 || one.right > innerWidth).length
"""


@pytest.fixture
def report(figures, play, lots, tmp_path):
    """A comparison with figures as wide as those of real games get."""
    found = figures(60, starter=9, ace=9)
    rows = compare(play(60), play(60, starter=9, ace=9))
    rows = [row | {key: 1000 * row[key] for key in ("a", "b", "difference", "low", "high")} for row in rows]
    words = [lab_words(lang, lots) for lang in LANGUAGES]
    page = tmp_path / "report.html"
    page.write_text(document(found | {"comparison": rows, "other": found}, words), "utf-8")
    return page


@pytest.mark.parametrize(("width", "height"), [(360, 640), (1440, 900)])
@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_column_of_the_comparison_is_seen(chromium, report, lang, width, height):  # noqa: F811
    with chromium.new_context(viewport={"width": width, "height": height}) as context:
        page = context.new_page()
        page.goto(report.as_uri())
        page.locator(f'label[for="lang-{lang}"]').click()
        cells = page.locator(f"#lab-{lang}-compare .lab-table tr > *")
        assert cells.count() > 6
        assert cells.evaluate_all(HIDDEN) == 0
