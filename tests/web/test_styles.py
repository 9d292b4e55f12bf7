"""Style sheets: no brace too many (browsers then drop the whole next rule, silently)."""

import re
from pathlib import Path

import pytest

from board_library.games import all_games
from board_library.web.render import STATIC, Renderer

SHEETS = sorted([*STATIC.rglob("*.css"), *(p for spec in all_games().values() for p in spec.folder.rglob("*.css"))])


@pytest.mark.parametrize("sheet", SHEETS, ids=lambda p: f"{p.parent.name}/{p.name}")
def test_braces_are_balanced(sheet: Path):
    depth = 0
    for number, line in enumerate(re.sub(r"/\*.*?\*/", "", sheet.read_text("utf-8"), flags=re.DOTALL).splitlines(), 1):
        for sign in line:
            depth += (sign == "{") - (sign == "}")
            assert depth >= 0, f"a brace too many in line {number}"
    assert depth == 0


def test_our_sheets_name_no_suit_of_any_game():
    assert not [
        sheet.name for sheet in STATIC.rglob("*.css") if re.search(r"\.suit-|--suit-", sheet.read_text("utf-8"))
    ]


def sheets_of(page) -> list[str]:
    """The addresses of all style sheets of a page."""
    addresses = re.findall(r'rel="stylesheet" href="(/styles/[^"]+)"', page.text)
    assert len(addresses) == page.text.count('rel="stylesheet"') > 0
    return addresses


def test_pages_with_cards_have_the_colours_of_their_game(room):
    host, path = room
    host.post(f"{path}/bot", {"seat": "1", "level-1": "sailor"})
    table = host.post(f"{path}/start").headers["location"]
    for page in (host.get(table), host.get(f"{table}/replay")):
        addresses = sheets_of(page)
        assert len(addresses) <= 2, "each sheet more is a request more before the first paint"
        text = "".join(host.get(address).text for address in addresses)
        for suit in ("anchor", "chest"):
            assert f".suit-{suit} " in text
        assert "--seat-0" in text
        assert "/*" not in text


def test_a_sheet_is_kept_for_good_under_its_present_address_alone(browser):
    visitor = browser()
    address = sheets_of(visitor.get("/"))[0]
    assert "immutable" in visitor.get(address).headers["cache-control"]
    old = visitor.get(re.sub("/styles/[0-9a-f]+", "/styles/000000000000", address))
    assert old.status_code == 200
    assert old.headers["cache-control"] == "no-cache"
    for wrong in ("nothing.css", "table.nothing.css", "..%2Ftokens.css", "tokens.css"):
        assert visitor.get(f"/styles/x/{wrong}").status_code == 404, wrong


def test_what_a_game_s_sheet_imports_is_in_the_bundle():
    renderer = Renderer(all_games())
    for slug in renderer.games:
        sheet = renderer.sheet("table", slug)
        assert "@import" not in sheet
        own = renderer.folders[slug].root / "table.css"
        for imported in re.findall(r'@import url\("(.+?)"\)', own.read_text("utf-8") if own.is_file() else ""):
            assert (own.parent / imported).read_text("utf-8").splitlines()[1].strip() in sheet
