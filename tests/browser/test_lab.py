"""The lab in a browser: the report from a file, on a desk and a phone; the designers' page with a run to watch."""

from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from board_library.cli import run

pytestmark = pytest.mark.browser

SCREENS = {"desk": {"width": 1440, "height": 900}, "phone": {"width": 360, "height": 640}}

SIDEWAYS = "() => document.documentElement.scrollWidth - innerWidth"


@pytest.fixture(scope="module")
def report(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A report of a few random games."""
    folder = tmp_path_factory.mktemp("lab")
    words = ["simulate", "chests", "--players", "2-4", "--games", "90", "--bots", "random", "--workers", "1"]
    assert run([*words, "--seed", "browser", "--output", str(folder)]) == 0
    assert run(["report", str(folder), "--lang", "ru"]) == 0
    return folder / "report.html"


@pytest.mark.parametrize("screen", SCREENS)
def test_the_report_opens_from_a_file_and_speaks_both_languages(chromium: Browser, report: Path, screen: str) -> None:
    with chromium.new_context(viewport=SCREENS[screen], java_script_enabled=False) as plain:
        page = plain.new_page()
        page.goto(report.as_uri())
        expect(page.get_by_role("heading", name="На что смотреть сначала")).to_be_visible()
        expect(page.get_by_role("heading", name="What to look at first")).to_be_hidden()
        page.get_by_text("English", exact=True).click()
        expect(page.get_by_role("heading", name="What to look at first")).to_be_visible()
        expect(page.get_by_role("heading", name="На что смотреть сначала")).to_be_hidden()
    with chromium.new_context(viewport=SCREENS[screen]) as scripted:
        page = scripted.new_page()
        page.goto(report.as_uri())
        page.locator("details").evaluate_all("all => all.forEach(one => { one.open = true; })")
        assert page.evaluate(SIDEWAYS) <= 0
        sizes = page.locator("main:visible svg").evaluate_all(
            "all => all.map(one => one.getBoundingClientRect().width)"
        )
        assert len(sizes) > 20
        assert min(sizes) >= 40


@pytest.mark.parametrize("locale", ["ru-RU", "en-GB", "fr-FR"])
def test_the_report_opens_in_the_language_of_the_browser(
    chromium: Browser, report: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, locale: str
) -> None:
    first = "ru" if locale == "ru-RU" else "en"
    monkeypatch.setenv("LC_ALL", "C")
    assert run(["report", str(report.parent), "-o", str(tmp_path / "own.html")]) == 0
    titles = {"ru": "Сундучки — ", "en": "Chests — "}
    buttons = {"ru": "English", "en": "Русский"}
    with chromium.new_context(locale=locale) as context:
        page = context.new_page()
        page.goto((tmp_path / "own.html").as_uri())
        assert page.title().startswith(titles[first])
        expect(page.locator(f"html[lang={first}] main[lang={first}]")).to_be_visible()
        page.get_by_text(buttons[first], exact=True).click()
        other = "en" if first == "ru" else "ru"
        assert page.title().startswith(titles[other])
        expect(page.locator(f"html[lang={other}] main[lang={other}]")).to_be_visible()


@pytest.mark.parametrize("screen", SCREENS)
def test_a_small_run_is_watched(people, screen):
    anna = people("Анна", viewport=SCREENS[screen])
    anna.page.goto("/")
    anna.page.locator(".designers a[href='/lab/chests']").click()
    anna.page.wait_for_url("**/lab/chests")  # loaded, its styles too
    assert anna.page.evaluate(SIDEWAYS) <= 0
    anna.page.locator("#run button.btn--go").click()
    expect(anna.page.get_by_role("status")).to_contain_text("Сыграно партий")
    expect(anna.page.locator("#report .lab")).to_be_visible(timeout=90_000)
    assert anna.page.evaluate(SIDEWAYS) <= 0


def test_on_paper_stands_what_is_open_and_nothing_is_cut_off(chromium: Browser, report: Path) -> None:
    with chromium.new_context(viewport={"width": 703, "height": 1017}) as paper:  # A4 less its margins
        page = paper.new_page()
        page.emulate_media(media="print")
        page.goto(report.as_uri())
        assert page.evaluate(SIDEWAYS) <= 0
        assert page.locator("main:visible details[open] summary").first.is_visible()
        assert page.locator("details:not([open]) summary").count() > 0
        expect(page.locator("details:not([open]) summary:visible")).to_have_count(0)
        expect(page.locator(".lab-todo a:visible")).to_have_count(0)
