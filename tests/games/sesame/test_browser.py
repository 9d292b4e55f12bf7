"""Sesame in a real browser: trades counted in clicks, a servant sent, a game won before two people, axe content."""

import random
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect

from board_library.games.sesame.board import BUY_PRICE, GOODS
from tests.browser.conftest import chromium, people, rng, server  # noqa: F401  fixtures
from tests.browser.people import Person, play_out, until
from tests.browser.serving import serving
from tests.browser.test_fits import CUT
from tests.browser.test_phone import PHONE, fits

pytestmark = pytest.mark.browser

DESK = {"viewport": {"width": 1440, "height": 900}}
GRAVE = ("serious", "critical")


def started(host: Person, guest: Person, game: str = "sesame", seats: int = 4, **options: Any) -> str:
    """A table of Sesame for two people, the rest bots; its id."""
    room = host.ask("rooms", game=game, seats=seats, options=options)
    guest.ask(f"rooms/{room['code']}/join")
    for _ in range(seats - 2):
        host.ask(f"rooms/{room['code']}/bots", level="sailor")
    for person in (host, guest):
        person.ask(f"rooms/{room['code']}/ready", on=True, number="7")
    return str(host.ask(f"rooms/{room['code']}/start")["table"])


def asked(people: list[Person], table: str) -> tuple[Person, dict[str, Any]] | None:  # noqa: F811
    """Who of these people is asked, and what they see; None once the game is over."""

    def look() -> list[tuple[Person, dict[str, Any]] | None]:
        seen = [(person, person.look(table)) for person in people]
        over: list[tuple[Person, dict[str, Any]] | None] = [None]
        return over if seen[0][1]["status"] == "over" else [(p, s) for p, s in seen if s["question"]][:1]

    return until(look, people[0], "somebody is asked")[0]


def answer(person: Person, table: str, seen: dict[str, Any], code: str) -> None:
    """Play a code over the JSON interface."""
    assert person.ask(f"tables/{table}/moves", codes=[code], opened=seen["question"]["opened"])["ok"]


def go_on(people: list[Person], table: str, stop: str, wishes: tuple[str, ...] = ()) -> dict[str, Any]:  # noqa: F811
    """Play what is wished for, or the first that moves no servant, until the first person is offered ``stop``."""
    while turn := asked(people, table):
        person, seen = turn
        codes = seen["question"]["codes"]
        if person is people[0] and stop in codes:
            return seen
        plain = [code for code in codes if not code.startswith("servant")] or codes
        answer(person, table, seen, next((code for code in wishes if code in plain), plain[0]))
    raise AssertionError(f"nobody was offered {stop!r}")


def own(seen: dict[str, Any]) -> dict[str, Any]:
    """The asked seat as its view shows it."""
    found: dict[str, Any] = seen["view"]["seats"][seen["view"]["question"]["seat"]]
    return found


def test_all_is_sold_in_two_clicks_and_bought_in_three(people):  # noqa: F811
    anna, ben = people("Анна", **DESK), people("Борис", **DESK)
    table = started(anna, ben, round_limit=30)
    seen = go_on([anna, ben], table, "go u5")
    anna.sit(table)
    seat, good = own(seen)["seat"], next(n for n, name in enumerate(GOODS) if own(seen)["goods"][name])
    clicks = 0

    def click(target: str) -> None:
        nonlocal clicks
        anna.page.locator(target).click()
        clicks += 1

    def mine() -> Any:
        return anna.look(table)["view"]["seats"][seat]

    click(f"#c-u{good + 1}")
    click("#b-all")
    until(lambda: mine()["goods"][GOODS[good]] == 0, anna, "everything is sold")
    assert mine()["money"] > 0
    assert clicks <= 2

    clicks = 0
    seen = go_on([anna, ben], table, "go l1", ("pass shop", "end turn", "go g2"))
    before, stock = own(seen), seen["view"]["stock"]
    wanted = next(n for n, name in enumerate(GOODS) if stock[name] and before["money"] >= BUY_PRICE[n])
    carried = min(before["money"] // BUY_PRICE[wanted], stock[GOODS[wanted]])
    click(f"#c-l{wanted + 1}")
    click("#b-all")
    until(lambda: mine()["goods"][GOODS[wanted]] == before["goods"][GOODS[wanted]] + carried, anna, "all is bought")
    assert clicks <= 3


def test_a_sum_is_typed_and_a_servant_is_sent(people):  # noqa: F811
    anna, ben = people("Анна", **DESK), people("Борис", **DESK)
    table = started(anna, ben, round_limit=30)
    seen = go_on([anna, ben], table, "go u5")
    anna.sit(table)

    assert not anna.page.locator(".cell--servant").first.is_visible()
    anna.page.locator("label[for=servant-mode]").click()
    expect(anna.page.locator(".cell--go").first).to_be_hidden()
    anna.page.locator(".cell--servant:visible").first.click()
    expect(anna.page.locator("#servant-mode")).to_have_count(0)
    found = [v["id"] for v in Axe().run(anna.page).response["violations"] if v["impact"] in GRAVE]
    assert found == []
    seat, good = own(seen)["seat"], next(name for name in GOODS if own(seen)["goods"][name])
    anna.page.locator(f"#c-u{1 + GOODS.index(good)}").click()
    number = anna.page.locator("#amount-n")
    number.fill("1")
    anna.page.locator("#b-trade").click()
    expect(number).to_have_count(0)
    assert anna.look(table)["view"]["seats"][seat]["goods"][good] == 0


def test_at_a_low_desk_a_stake_leaves_log_and_chat_on_the_screen(people):  # noqa: F811
    low = {"viewport": {"width": 1280, "height": 800}}
    anna, ben = people("Анна", **low), people("Борис", **low)
    table = started(anna, ben, seats=6, round_limit=30)
    answer(anna, table, go_on([anna, ben], table, "go g2"), "go g2")
    anna.sit(table)
    expect(anna.page.locator("#b-stake, #c-rouble").first).to_be_in_viewport(ratio=1)
    for part in (".log", "#say"):
        expect(anna.page.locator(part)).to_be_in_viewport(ratio=1)
    assert anna.page.evaluate("document.documentElement.scrollHeight - innerHeight") <= 0


NEAR_THE_END = "seats 3; P0 r16 map money=30; P1 d12 sword; P2 s6 home diamond all=1"
"""Each of three needs only some luck: on the robbers' road, before the last dragon, on the voyage home."""

ENDING = f"""
from dataclasses import replace
from board_library.engine.situations import read_situation
from board_library.games.sesame import GAME as SESAME

def new(options, seats, rng, log):
    return read_situation(SESAME, {NEAR_THE_END!r})

GAME = replace(SESAME, slug="sesame-ending", new=new)
"""
"""The same game, but it begins near its end."""


RICH = (
    "options round_limit=60; seats 6; phase turn; turn P0; first P5; P0 {place} money=150 all=1 sword servant=U1; "
    "P1 S8 money=161 all=1 map servant=U2; P2 S26 money=172 all=1 diamond servant=U3; P3 D5 money=183 all=1 "
    "flying_carpet servant=D4; P4 S17 money=194 all=1 servant=D6; P5 R8 money=205 all=1 servant=L2; "
    "turns P0=4 P1=4 P2=4 P3=4 P4=4 P5=5; at {kind}"
)
"""Six of whom each has something of everything."""

AT = {"stake": ("G2", "shop"), "sale": ("U5", "shop"), "cellar": ("C3", "cellar"), "turn": ("S9", "turn_pre")}


def test_six_at_a_table_leave_no_scroll_bar_to_a_desk_of_middle_height(people, tmp_path):  # noqa: F811
    for name, (place, kind) in AT.items():
        (tmp_path / "games" / name).mkdir(parents=True)
        text = ENDING.replace(repr(NEAR_THE_END), repr(RICH.format(place=place, kind=kind)))
        (tmp_path / "games" / name / "__init__.py").write_text(text.replace("sesame-ending", f"sesame-{name}"))
    with serving(tmp_path, GAMES=str(tmp_path / "games")) as own_server:
        anna, ben = (people("Анна-Мария Константинова", at=own_server, **DESK), people("Борис", at=own_server))
        too_high, inside = {}, {}
        for name in AT:
            table = started(anna, ben, game=f"sesame-{name}", seats=6)
            anna.sit(table)
            too_high[name] = anna.page.evaluate("document.documentElement.scrollHeight - innerHeight")
            inside[name] = anna.page.locator(".me").evaluate("one => one.scrollHeight - one.clientHeight")
            expect(anna.page.locator("#say")).to_be_in_viewport(ratio=1)
        assert too_high == dict.fromkeys(AT, 0)
        assert inside == dict.fromkeys(AT, 0)


def places(person: Person) -> dict[str, tuple[str, bool]]:
    """Where each piece stands on the page, and whether the whole of it is to be seen in the window of the board."""
    found = person.page.locator(".piece").evaluate_all(
        """pieces => {
          const board = document.getElementById('triple-board').getBoundingClientRect();
          return pieces.map((piece) => {
            const { left, right, top, bottom } = piece.getBoundingClientRect();
            const seen = left >= board.left && right <= board.right && top >= board.top && bottom <= board.bottom;
            return [piece.id, [...piece.classList].find((name) => name.startsWith('at-')), seen];
          });
        }"""
    )
    return {piece: (cell, seen) for piece, cell, seen in found}


def test_on_a_phone_a_replay_keeps_in_sight_what_each_step_moves(people):  # noqa: F811
    anna, ben = people("Анна", **PHONE), people("Борис", **DESK)
    table = started(anna, ben, seats=2)
    for _ in range(40):
        turn = asked([anna, ben], table)
        assert turn is not None
        person, seen = turn
        codes = seen["question"]["codes"]
        answer(person, table, seen, next((code for code in codes if not code.startswith("end")), codes[-1]))
    before: dict[str, tuple[str, bool]] = {}
    moved = set()
    for step in range(4, 41):
        anna.page.goto(f"/tables/{table}/replay?step={step}")
        now = places(anna)
        for piece in [piece for piece, (cell, _) in now.items() if before.get(piece, (cell,))[0] != cell]:
            moved.add(piece)
            assert now[piece][1], f"step {step}: {piece} has gone to {now[piece][0]}, out of sight"
        before = now
    assert moved >= {"pawn-0", "pawn-1", "servant-0", "servant-1"}


def tap(person: Person, code: str) -> None:
    target = person.target(code)
    plain = target.get_attribute("data-plain") is not None
    target.tap()
    if not plain:
        person.page.locator("#confirm-yes").tap()


def seen_to_the_end(people: list[Person], chance: random.Random) -> dict[Person, str]:  # noqa: F811
    """Play by mouse and by touch until somebody wins; what the results say to each."""
    play_out(
        people,
        chance,
        lambda person, code: tap(person, code) if person is people[1] else person.click(code),
        lambda person: fits(person) if person is people[1] else None,
    )
    said = {}
    for person in people:
        told = " ".join(person.page.locator("#zone-status").inner_text().split())
        person.page.locator("#zone-actions a[href$='/end']").click()
        person.page.wait_for_url("**/end")
        said[person] = person.page.locator("h1").inner_text()
        assert said[person].partition("!")[0] in told  # the table tells the winner: you win
    return said


def test_two_people_and_a_bot_play_until_somebody_wins(people, rng, tmp_path):  # noqa: F811
    """Anna at a desk in English, Boris with a phone in Russian: each way to win is said to both."""
    (tmp_path / "games" / "ending").mkdir(parents=True)
    (tmp_path / "games" / "ending" / "__init__.py").write_text(ENDING)
    with serving(tmp_path, GAMES=str(tmp_path / "games")) as own_server:
        anna = people("Anna", at=own_server, lang="en", **DESK)
        boris = people("Борис", at=own_server, **PHONE)
        table = started(anna, boris, game="sesame-ending", seats=3)
        for person in (anna, boris):
            person.sit(table)

        said = seen_to_the_end([anna, boris], rng)

        way = anna.look(table)["view"]["way"]
        english = {"way_1": "princess", "way_2": "treasure", "way_3": "diamond"}
        russian = {"way_1": "принцесса", "way_2": "сокровище", "way_3": "алмаз"}
        assert english[way] in said[anna].lower()
        assert russian[way] in said[boris].lower()
        for person in (anna, boris):
            expect(person.page.locator(".rank")).to_have_count(3)
            expect(person.page.locator(".rank--first")).to_have_count(1)
        fits(boris)
        boris.page.goto(f"/tables/{table}/replay")
        expect(boris.page.locator(".board")).to_be_visible()
        fits(boris)


def test_log_and_chat_lie_one_over_the_other_on_the_phone(people):  # noqa: F811
    anna, boris = people("Анна", **PHONE), people("Борис")
    anna.sit(started(anna, boris))
    anna.page.locator("#open-log").tap()
    wide = anna.page.locator("#side > .panel").evaluate_all("all => all.map(one => one.clientWidth)")
    assert len(wide) == 2
    assert min(wide) > 320
    fits(anna)


@pytest.mark.parametrize("seats", [2, 4, 6])
def test_rivals_have_names_on_the_phone(people, seats):  # noqa: F811
    anna, boris = people("Анна", **PHONE), people("Гость 120")
    anna.sit(started(anna, boris, seats=seats))
    names = anna.page.locator(".rivals .player__name > span:first-of-type")
    assert names.count() == seats - 1
    assert all(name.is_visible() for name in names.all())
    assert names.evaluate_all(CUT) == []
    fits(anna)
