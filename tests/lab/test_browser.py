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


@pytest.mark.parametrize("size", [(360, 640), (1440, 900)])
@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_column_of_the_comparison_is_seen(chromium, figures, play, lots, tmp_path, lang, size):  # noqa: F811
    found = figures(60, starter=9, ace=9)
    rows = compare(play(60), play(60, starter=9, ace=9))
    # As wide as figures of real games get.
    rows = [row | {key: 1000 * row[key] for key in ("a", "b", "difference", "low", "high")} for row in rows]
    report = tmp_path / "report.html"
    report.write_text(document(found | {"comparison": rows, "other": found}, [lab_words(lang, lots)]), "utf-8")

    with chromium.new_context(viewport=dict(zip(("width", "height"), size, strict=True))) as context:
        page = context.new_page()
        page.goto(report.as_uri())
        cells = page.locator(f"#lab-{lang}-compare .lab-table tr > *")
        assert cells.count() == 6 * (len(rows) + 1)
        assert cells.evaluate_all(HIDDEN) == 0
