"""The words of Tortuga: complete in both languages, none left over; the memo tells a newcomer about every card."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest

from board_library.engine.situations import read_situation
from board_library.games.tortuga import GAME
from board_library.games.tortuga.data import (
    BRIG_PRICE,
    BUILDINGS,
    BUY,
    CARGO,
    DATA,
    EFFECT,
    GUARDS,
    OPERATIONS,
    PIRATES_PRICE,
    RECRUITS,
    SELL,
    SHIPS,
    SPECIALISTS,
    TROPHIES,
)
from board_library.games.tortuga.options import TortugaOptions
from board_library.server.seen import ViewerSettings
from board_library.web import i18n
from board_library.web.render import Renderer
from board_library.web.table import Tables
from tests.web.seen_fixture import seen_of, started

LANGUAGES = i18n.LANGUAGES
CARDS = (*SPECIALISTS, *TROPHIES)

READ_BY_THE_SHELL = re.compile(r"^(game\.(title|text)|(event|recap|decision|option|won|end|told|lab)\..+)$")
"""Keys that no template of the game names: pages, log, end and the lab's report ask for them."""

WHOLE = re.compile(r"""["']([a-z_]+(?:\.[a-z0-9_]+)+)["']""")
STEM = re.compile(r"""["']([a-z_]+(?:\.[a-z0-9_]+)*\.)["']\s*~""")
"""Keys in templates: whole ones, and beginnings to which something is added."""


def catalogue(lang: str) -> dict[str, str]:
    path = GAME.folder / "locale" / f"{lang}.po"
    messages = [m for m in i18n.read_catalogue(path, lang) if m.id]
    return {(m.id if isinstance(m.id, str) else m.id[0]): str(m.string) for m in messages}


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_line_of_the_log_ends_before_another_sentence_is_added(lang: str) -> None:
    texts = catalogue(lang)
    added = {key.split("+")[0] for key, text in texts.items() if re.match(r"event\..*\+", key) and text[0].isupper()}
    assert "event.built" in added
    lines = {key: text for key, text in texts.items() if any(f"{key}.".startswith(f"{one}.") for one in added)}
    assert {key: text for key, text in lines.items() if not text.endswith(".")} == {}


@pytest.fixture(scope="module")
def tables() -> Tables:
    return Tables(Renderer({GAME.slug: GAME}))


def test_both_languages_say_the_same_things() -> None:
    ru, en = catalogue("ru"), catalogue("en")
    assert set(ru) == set(en)
    places = {key: [sorted(set(i18n._PLACE.findall(text))) for text in (ru[key], en[key])] for key in ru}
    assert {key: both for key, both in places.items() if both[0] != both[1]} == {}
    assert [key for key in ru if not ru[key] or not en[key]] == []


@pytest.mark.parametrize("lang", LANGUAGES)
def test_everything_of_the_game_has_a_name(lang: str) -> None:
    keys = [f"thing.{face}" for face in (*CARGO, *CARDS, "walls", "towers", "fort", "store", "house", "bank")]
    keys += [f"{part}.{face}" for face in CARDS for part in ("where", "when", "does")]
    keys += [f"event.{key}" for key in GAME.events]
    keys += [f"decision.{kind}" for kind in GAME.decisions]
    keys += [f"ask.{kind}.mine" for kind in GAME.decisions]
    for field in GAME.options.fields():
        keys += [f"option.{field.name}", *(f"option.{field.name}.{value}" for value in field.values)]
    assert sorted(set(keys) - set(catalogue(lang))) == []


def test_no_text_is_left_over() -> None:
    source = "".join(path.read_text(encoding="utf-8") for path in sorted(GAME.folder.glob("table*.html")))
    whole, stems = set(WHOLE.findall(source)), tuple(set(STEM.findall(source)))
    left = [key for key in catalogue("en") if key not in whole and not key.startswith(stems)]
    assert [key for key in left if not READ_BY_THE_SHELL.match(key)] == []


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_memo_alone_explains_every_card(tables: Tables, lang: str) -> None:
    """Where it works, when, what it does, by what it is beaten, what it sells for: every card, with its drawing."""
    memo = tables.zones(seen_of(started(2, 1, spec=GAME), 0, settings=ViewerSettings(lang=lang)), ["memo"])["memo"]
    words = catalogue(lang)
    symbols = tables.renderer.folders[GAME.slug].symbols
    entries = dict(re.findall(r'<li id="memo-(\w+)">(.*?)</li>', memo, re.DOTALL))

    assert set(entries) == set(CARDS) <= symbols
    for face in CARDS:
        entry = entries[face]
        amount = {**EFFECT, "recruiter": RECRUITS}.get(face)
        does = words[f"does.{face}"].replace("{n}", str(amount))
        for said in (words[f"thing.{face}"], words[f"where.{face}"], words[f"when.{face}"], does, str(SELL[face])):
            assert said in entry.replace("&#x27;", "'"), (face, said)
        assert f"#{face}" in entry
        for beaten_by in OPERATIONS.get(face, ()):
            assert words[f"thing.{beaten_by}"] in entry.split(words["about.beaten"])[1]


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_memo_holds_limits_prices_and_options_of_this_table(tables: Tables, lang: str) -> None:
    timeline = started(2, 1, TortugaOptions(round_limit=77), spec=GAME)
    memo = tables.zones(seen_of(timeline, 0, settings=ViewerSettings(lang=lang)), ["memo"])["memo"]

    assert "<td>1200</td>" in memo
    assert "77" in memo
    assert memo.count('class="memo__table"') == 2
    assert "[" not in re.sub(r"<[^>]*>", "", memo)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_memo_lists_every_price_once(tables: Tables, lang: str) -> None:
    memo = tables.zones(seen_of(started(2, 1, spec=GAME), 0, settings=ViewerSettings(lang=lang)), ["memo"])["memo"]
    table = memo.split('<div class="prices">')[1].split("</table>")[0]
    row = r'<th scope="row">(.*?)</th><td>(.*?)</td><td>(.*?)</td>'
    listed = [
        (name, sell, buy)
        for names, sell, buy in re.findall(row, table)
        for name in re.sub(r"<[^>]*>", "", names).split(", ")
    ]
    words = catalogue(lang)
    cards = [(words[f"thing.{face}"], str(SELL[face]), str(BUY[face])) for face in BUY]
    buildings = [(words[f"thing.{what}"], "–", str(price)) for what, price in BUILDINGS.items()]
    others = [(words["kind.pirates"], "–", str(PIRATES_PRICE)), (words["thing.brig"], "–", str(BRIG_PRICE))]

    assert sorted(listed) == sorted(cards + buildings + others)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_memo_tells_what_a_merchant_ship_takes_and_brings(lang: str) -> None:
    memo = (GAME.folder / f"memo.{lang}.md").read_text(encoding="utf-8")
    for ship in SHIPS:
        loads = [int(piastres) for piastres in DATA["merchants"][ship]["piastres"]]
        assert f" {GUARDS[ship]}" in memo
        assert f"{min(loads)}–{max(loads)}" in memo


HOARDS = [
    ("banks=0+15500", "piastres", "piastres in the banks 15500"),
    ("wh=gold*5+gold*5+gold*5+silver*5+gold", "gold", "loads of gold 16"),
]


@pytest.mark.parametrize(("hoard", "kind", "text"), HOARDS)
def test_a_declared_hoard_is_named_and_shown(tables: Tables, hoard: str, kind: str, text: str) -> None:
    timeline = started(2, 1, spec=GAME)
    timeline.state = read_situation(GAME, f"P0 crew=7/4 {hoard}; stage=city")
    timeline.commit(timeline.try_move(0, f"declare {kind}"))
    for viewer in (0, 1, None):
        zones = tables.zones(seen_of(timeline, viewer, settings=ViewerSettings(lang="en")))
        assert "declares victory" in zones["log"]
        for zone in ("status", "centre"):
            assert f"Captain of the Royal Fleet: {text}" in zones[zone]
        assert "<b>0</b>" not in zones["centre"], "an empty bank is no part of the hoard"
        assert "#game-any" not in "".join(zones.values()), "a picture is missing"


def test_a_deal_for_nothing_says_so_in_the_log(tables: Tables) -> None:
    timeline = started(2, 1, spec=GAME)
    timeline.state = read_situation(GAME, "P0 crew=7/4; P1 crew=6/3 safe=500")
    for code in ("offer p1", "take safe", "sum 300", "propose deal"):
        timeline.commit(timeline.try_move(0, code))
    log = tables.zones(seen_of(timeline, None, settings=ViewerSettings(lang="en")), ["log"])["log"]
    line = " ".join(re.sub(r"<[^>]*>", " ", log).split())
    assert "Gives: 0 ; wants: 300" in line


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_goal_is_told_from_the_data(lang: str) -> None:
    """Whoever plays with other numbers reads those: no text has a goal of its own."""
    numbers = DATA | {"cargo": {**DATA["cargo"], "win": 13}, "money": {**DATA["money"], "win": 12300}}
    other = Tables(Renderer({GAME.slug: replace(GAME, numbers=numbers)}))
    memo = other.zones(seen_of(started(2, 1, spec=GAME), 0, settings=ViewerSettings(lang=lang)), ["memo"])["memo"]
    goal = memo.split("</h3>")[1].split("<h3>")[0]

    assert re.findall(r"\d+", goal) == ["13", str(DATA["city"]["warehouse"]), "12300"]
    said = "\n".join([*catalogue(lang).values(), (GAME.folder / f"memo.{lang}.md").read_text(encoding="utf-8")])
    assert re.findall(r"\b15\b|15[, ]?000|fifteen|пятнадцат", said, re.IGNORECASE) == []
