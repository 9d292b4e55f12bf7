"""Real games and single positions of Tortuga as pages: well-formed, every move there, nothing told that is hidden."""

from __future__ import annotations

import random
import re
from collections import Counter

import pytest

from board_library.engine.record import Timeline
from board_library.engine.rng import SeededRng
from board_library.engine.situations import read_situation
from board_library.games.tortuga import GAME
from board_library.games.tortuga.options import TortugaOptions
from board_library.games.tortuga.state import Table
from board_library.server.seen import ViewerSettings
from board_library.web import i18n
from board_library.web.table import ZONES, Tables
from tests.web.pages import LONG, Page
from tests.web.seen_fixture import seen_of, started, step

LANGUAGES = i18n.LANGUAGES


def page_of(tables: Tables, timeline: Timeline, viewer: int | None, lang: str = "en", *, whole: bool = True) -> Page:
    """The page of a viewer, checked: each move offered has a button, and no button begins with anything else."""
    seen = seen_of(timeline, viewer, settings=ViewerSettings(lang=lang))
    zones = tables.zones(seen, ZONES if whole else [zone for zone in ZONES if zone not in LONG])
    html = "".join(zones.values())
    page = Page(html)
    assert not re.search(r"\{[a-z_]+\}", html), "a parameter that nobody has filled in"
    offered = {move.code for move in seen.decision.choices()} if seen.decision else set()
    listed = {move.code for move in seen.decision.moves} if seen.decision else set()
    assert listed <= set(page.codes), f"no button for {sorted(listed - set(page.codes))}"
    assert {code.split(";")[0] for code in page.codes} <= offered
    assert "<" not in tables.title(seen)
    return page


@pytest.mark.parametrize("seats", GAME.seats)
def test_every_ply_is_a_whole_page_for_everybody(tables: Tables, seats: int) -> None:
    choice = random.Random(seats)
    timeline = started(seats, seats, spec=GAME)
    for _ in range(90):
        for viewer in (*range(seats), None):
            page_of(tables, timeline, viewer, choice.choice(LANGUAGES), whole=timeline.ply % 10 == 0)
        if step(timeline, choice) is None:
            break


def test_a_long_game_meets_all_common_questions(tables: Tables) -> None:
    choice = random.Random(20)
    timeline = started(3, 20, TortugaOptions(round_limit=20), spec=GAME)
    kinds: Counter[str] = Counter()
    while asked := timeline.state.pending():
        kind = asked[0].kind
        kinds[kind] += 1
        if kinds[kind] % 40 == 1:
            page_of(tables, timeline, asked[0].seat, choice.choice(LANGUAGES))
            page_of(tables, timeline, choice.choice([0, 1, 2, None]), choice.choice(LANGUAGES))
        step(timeline, choice)
    page_of(tables, timeline, None, "ru")
    assert {"place", "start", "city", "put", "tortuga", "draft", "deal", "crew", "keep"} <= set(kinds)


def test_no_page_depends_on_what_its_viewer_cannot_know(tables: Tables) -> None:
    choice = random.Random(7)
    timeline = started(3, 7, spec=GAME)
    for _ in range(260):
        if step(timeline, choice) is None:
            break
        if timeline.ply % 3:
            continue
        viewer = choice.choice([0, 1, 2, None])
        real = seen_of(timeline, viewer)
        world = timeline.state.determinize(viewer, SeededRng(b"w" * 32, timeline.ply))
        assert tables.zones(real) == tables.zones(seen_of(timeline, viewer, view=world.view(viewer)))


# ---- positions: one scene for each kind of question, and more

RICH = (
    "P0 {loc} ship=brig crew=8/5,7/4,6/2 gar=7/4,5/2,4/4 fort=2 hold=gold,silver cabin=gunner"
    " locker=grapeshot,rum_barrel safe=900 port=600 portc=gems,gold ports=watch_chief portt=mongoose"
    " wh=gold*5+gold*4+silver*2,gems banks=2300+1400 store=bank_lock,guard_dogs"
)
FOES = (
    "P1 crew=9/4,5/1 gar=6/2 fort=1 wh=gold*2+-+- banks=500 safe=400 port=300 hold=gems cabin=pilot; P2 loc=tortuga"
    " ship=brig crew=- gar=7/3,7/1,5/2,4/2 fort=3 house=fort_captain store=rats wh=-+-+-+- banks=0+0+0 safe=1100"
    " locker=termites,rats; brg=500,700,900; market=gold,silver*2,pilot,surgeon,rats; round=31; gone=pilot,grapeshot"
)
BASE = f"{RICH}; {FOES}"
SEA = BASE.format(loc="loc=sea")
HOME = BASE.format(loc="loc=city") + "; stage=city"
ISLE = BASE.format(loc="loc=tortuga").replace("cabin=gunner", "cabin=architect,recruiter") + "; stage=tortuga"
ATTACKED = f"{SEA}; turn=P1; now attacker=1 defender=0"
WON = (
    f"{SEA}; now attacker=0 defender=1 outcome=attacker; shown 8/5,7/4,6/2+9/4,5/1"
    " boatswain,grapeshot,gunner+rum_barrel 17/5; spoils=gems@1,pilot@1,rats@1"
)
OFFER = f"{SEA}; turn=P1; now target=0 give=gems take=gold,crew:2 take_sum=300 pledges=loan; at deal P0"

SCENES: dict[str, str] = {
    "place": "setup n=2; hand=7/3,6/2,8/1+5/5,9/4,4/1",
    "start": SEA,
    "start with operations": SEA.replace("cabin=gunner", "cabin=bank_robber,saboteur").replace("grapeshot", "rats"),
    "start poor": "P0 crew=4/1; P1 loc=tortuga crew=-",
    "city": HOME,
    "city over its limits": HOME.replace("hold=gold,silver", "hold=gold*2,silver*2").replace(
        "cabin=gunner", "cabin=gunner,gunner"
    ),
    "city with a claim": HOME.replace("+gold*4+silver*2,gems", "+gold*5+gold*5"),
    "city without steps": f"{HOME}; now steps=40",
    "put cargo": f"{HOME}; now lifted=hold:gold; at put P0",
    "put pirates": f"{HOME}; now lifted=crew:2; at put P0",
    "put money": f"{HOME}; now lifted=safe; at put P0",
    "sum": f"{HOME}; now lifted=safe onto=b1; at sum P0",
    "tortuga": ISLE,
    "marooned": "P0 loc=tortuga crew=-; P1 crew=7/2; stage=tortuga",
    "keep": f"{SEA}; spoils=gems@1,silver@1,pilot@1,rats@1; at keep P0",
    "keep, some picked": f"{SEA}; spoils=gems@1,silver@1,pilot@1; now picks=gold,gunner; at keep P0",
    "crew": "P0 loc=tortuga crew=8/5,7/4,6/2; P1 crew=7/2; stage=tortuga; at crew P0",
    "crew of seven": "P0 loc=tortuga crew=8/5,7/4,6/2,5/1,4/1,9/4,7/7; P1; stage=tortuga; now picks=pool:3; at crew P0",
    "pilot": f"{ATTACKED}; at pilot P0".replace("cabin=gunner", "cabin=gunner,pilot"),
    "no pilot": f"{ATTACKED}; at pilot P0",
    "chain shot": f"{SEA}; now attacker=0 defender=1; at chain_shot P0".replace("grapeshot", "chain_shot"),
    "draught": f"{SEA}; now attacker=0 defender=2 siege=on; at sleeping_draught P0",
    "surgeon": f"{SEA}; now attacker=0 defender=1 outcome=attacker; at surgeon P0",
    "guard": f"{ATTACKED} siege=on outcome=attacker; shown 9/4,5/1+7/4,5/2 -+- 5/4; at guard P0",
    "counter": f"{SEA}; turn=P1; now op=bank_robber op_target=0 op_slot=1; at counter P0",
    "helpers": f"helpers=chosen; {SEA}; now attacker=0 defender=1; at helpers P0",
    "warehouse": f"{SEA}; now attacker=0 defender=1 siege=on outcome=attacker; at warehouse P0",
    "bank": f"{SEA}; now attacker=0 defender=2 siege=on outcome=attacker; at bank P0",
    "gar": f"{SEA}; turn=P1; now op=saboteur op_target=0; at gar P0".replace("fort=2 hold", "fort=1 hold"),
    "portkeep": f"{SEA}; turn=P1; now op=termites op_target=0 op_slot=1; at portkeep P0".replace(
        "portc=gems,gold ", "portc=gems*3,gold*4 "
    ),
    "draft": f"{SEA}; now target=1 give=gold,crew:2 take=pilot give_sum=300 pledges=truce; at draft P0",
    "sum of a draft": f"{SEA}; now target=1 give=gold side=give; at sum P0",
    "deal": OFFER,
    "won at sea": f"{WON}; at keep P0",
    "a fort captain": f"{SEA}; turn=P1; now attacker=0 defender=2 siege=on outcome=captain",
    "an old fight": f"{SEA}; turn=P1; now attacker=0 defender=1 outcome=evaded",
    "cargo": f"{SEA.replace('+gold*4+silver*2,gems', '+gold*5+gold*5')}; now winner=0 claim=gold; over cargo",
    "limit": f"{SEA}; over limit",
}  # fmt: skip


def scene(name: str) -> Timeline:
    return situation(SCENES[name])


def situation(text: str) -> Timeline:
    state = read_situation(GAME, text)
    assert isinstance(state, Table)
    timeline = started(state.seats, 1, spec=GAME)
    timeline.state = state
    return timeline


def table_of(timeline: Timeline) -> Table:
    assert isinstance(timeline.state, Table)
    return timeline.state


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("name", SCENES)
def test_every_scene_is_drawn(tables: Tables, name: str, lang: str) -> None:
    timeline = scene(name)
    for viewer in (*range(table_of(timeline).seats), None):
        page_of(tables, timeline, viewer, lang)


def test_every_kind_of_question_has_its_scene() -> None:
    asked = {scene(name).state.pending()[0].kind for name in SCENES if "over " not in SCENES[name]}
    assert asked == set(GAME.decisions)


def html_of(tables: Tables, name: str, viewer: int | None, *zones: str, lang: str = "en") -> str:
    return "".join(tables.zones(seen_of(scene(name), viewer, settings=ViewerSettings(lang=lang)), zones).values())


def test_what_keeps_a_captain_from_leaving_is_said_where_it_lies(tables: Tables) -> None:
    page = page_of(tables, scene("city over its limits"), 0)
    rooms = html_of(tables, "city over its limits", 0, "me")

    assert "leave city" not in page.codes
    assert page.off["o-leave"] == "see the red rooms"
    assert re.search(r'room--hold is-over".*?too much: 4 of 3', rooms, re.DOTALL)
    assert re.search(r'room--cabin is-over".*?two of a kind', rooms, re.DOTALL)
    assert "room--gar is-over" not in rooms


def test_sums_of_a_battle_add_up_card_by_card_for_the_two_alone(tables: Tables) -> None:
    for fighter in (0, 1):
        shown = html_of(tables, "won at sea", fighter, "centre")
        sums = [int(n) for n in re.findall(r"</span><b>(\d+)</b></li>", shown)]
        # Rum lays the 8/5 low; the boatswain turns the four blacks of the 6/2; grapeshot 3, gunner 4.
        assert sums == [0, 4, 6, 10, 13, 17, 4, 5, 5]
        assert re.findall(r'duel__sum">[^<]*<b>(\d+)', shown) == ["17", "5"]
    for other in (2, None):
        closed = html_of(tables, "won at sea", other, "centre")
        assert "Only the two fighters" in closed
        assert "duel__line" not in closed


def test_a_secret_question_looks_alike_to_those_who_are_not_asked(tables: Tables) -> None:
    with_card, without = (html_of(tables, name, 2, "status", "centre", "actions") for name in ("pilot", "no pilot"))

    assert "Checking…" in without
    assert with_card == without


def test_others_are_shown_no_face_that_is_hidden(tables: Tables) -> None:
    rivals = html_of(tables, "start", 1, "opponents")
    own = html_of(tables, "start", 0, "me")

    assert "gunner" in own
    for face in ("gunner", "mongoose", "watch_chief", "bank_lock"):
        assert f'data-about="{face}"' not in rivals.split('id="island"')[0]


def test_the_race_is_told_from_what_everybody_can_count(tables: Tables) -> None:
    """Of others the loads of all warehouses together and the money of all banks; of one's own every kind."""
    for viewer in (1, 2, None):
        rival = html_of(tables, "start", viewer, "opponents").split('id="seat-0"')[1].split("</article>")[0]
        told = rival.split('class="race')[1]
        assert re.findall(r"<span>([^<]*)</span><progress max=\"(\d+)\" value=\"(\d+)\"", told) == [
            ("stored 12", "15", "12"),
            ("banked 3700", "15000", "3700"),
        ]
        assert not any(f"#{kind}" in rival for kind in ("gold", "silver", "gems"))
    own = html_of(tables, "start", 0, "me").split('class="race"')[1].split("</ul>")[0]
    kinds = re.findall(r'race__kind( is-best)?".*?#(\w+)".*?</span>(\d+)', own)
    assert kinds == [(" is-best", "gold", "9"), ("", "silver", "2"), ("", "gems", "1")]
    assert re.findall(r'value="(\d+)"', own) == ["9", "3700"]


def test_more_loads_than_win_fill_the_bar_and_no_more(tables: Tables) -> None:
    timeline = situation("P0; P1 wh=gold*5+silver*5+gems*5+gold*5; sch=300")
    seen = seen_of(timeline, 0, settings=ViewerSettings(lang="en"))
    rival = tables.zones(seen, ["opponents"])["opponents"]

    assert "stored 20" in rival
    assert '<progress max="15" value="15"' in rival


def test_a_closed_door_is_chosen_to_be_looted(tables: Tables) -> None:
    for name, kind, slots in (("warehouse", "w", 3), ("bank", "b", 3)):
        doors = html_of(tables, name, 0, "chooser")
        seat = 1 if name == "warehouse" else 2
        assert re.findall(r'class="lid[^>]*value="([^"]*)"', doors) == [
            f"loot p{seat}:{kind}{n}" for n in range(1, slots + 1)
        ]
        assert "medal" not in doors
        assert "coins" not in doors


def test_a_siege_bears_the_name_of_its_city(tables: Tables) -> None:
    titles = [
        re.findall(r'stage__title">.*?</svg>(.*?) <small>', html_of(tables, name, 0, "centre"))
        for name in ("warehouse", "bank", "won at sea")
    ]
    assert titles == [["Siege of Nassau"], ["Siege of Santiago"], ["Sea battle"]]


def test_a_fort_captain_shows_his_card_to_everybody(tables: Tables) -> None:
    for viewer in (0, 1, 2, None):
        stage = html_of(tables, "a fort captain", viewer, "centre")
        assert re.search(r"The fort captain repels the attack: .+ loses the crew", stage)
        assert 'data-about="fort_captain"' in stage


def test_a_declared_hoard_is_shown_to_everybody(tables: Tables) -> None:
    money = SEA.replace("banks=2300+1400", "banks=9000+6100") + "; now winner=0 claim=piastres; over money"
    for viewer in (0, 1, None):
        shown = html_of(tables, "cargo", viewer, "centre").split('id="stage-over"')[1].split("</section>")[0]
        assert shown.count("medal--cargo c-gold") == shown.count("medal--") == 15
        seen = seen_of(situation(money), viewer, settings=ViewerSettings(lang="en"))
        banks = tables.zones(seen, ["centre"])["centre"].split('id="stage-over"')[1].split("</section>")[0]
        assert re.findall(r"<b>(\d+)</b>", banks) == ["9000", "6100"]
    assert 'id="stage-over"' not in html_of(tables, "limit", 0, "centre")


def test_what_a_deal_may_hold_is_listed_by_kind(tables: Tables) -> None:
    """Money, pirates, cargo, specialists, trophies: the order of the alphabet would mix them."""
    page = page_of(tables, scene("draft"), 0, whole=False)
    given = [code.split()[1] for code in page.codes if code.startswith("give ")]

    assert given == ["safe", "crew:1", "crew:3", "silver", "gunner", "grapeshot", "rum_barrel"]


def press(timeline: Timeline, page: Page, button: str) -> None:
    """Play what a button of the page holds."""
    for code in page.buttons[button].split(";"):
        seat = timeline.state.pending()[0].seat
        timeline.commit(timeline.try_move(seat, code))


def test_a_visit_of_the_city_takes_at_most_seven_clicks(tables: Tables) -> None:
    """Unload the hold into warehouses, bank all money, swap a pirates card: the figure of the issue."""
    timeline = scene("start")
    clicks = ["c-city", "b-unload", "b-bank", "c-crew-3", "s-gar:3", "c-leave"]
    for button in clicks:
        press(timeline, page_of(tables, timeline, 0, whole=False), button)
    captain = table_of(timeline).captains[0]

    assert len(clicks) <= 7
    assert captain.faces("hold") == []
    assert sum(captain.banks) == 2300 + 1400 + 900 + 600
    assert captain.safe == captain.port == 0
    assert captain.faces("crew") == ["8/5", "7/4", "4/4"]
    assert captain.faces("gar") == ["7/4", "5/2", "6/2"]
    assert table_of(timeline).active == 1


def test_a_visit_of_tortuga_takes_at_most_seven_clicks(tables: Tables) -> None:
    """Sell all, hire one, build a warehouse: the figure of the issue."""
    timeline = situation(
        "P0 crew=8/5,7/4 hold=gold cabin=gunner locker=grapeshot; P1 crew=6/3; pirates=9/6,5/1; sch=300"
    )
    clicks = ["c-tortuga", "b-sell-all", "c-hire", "b-out-2", "c-build-warehouse", "c-tortuga"]
    for button in clicks:
        press(timeline, page_of(tables, timeline, 0, whole=False), button)
    captain = table_of(timeline).captains[0]

    assert len(clicks) <= 7
    assert captain.faces("crew") == ["8/5", "9/6"]
    assert len(captain.wh) == 1
    assert captain.safe == 300 + 200 + 100 - 100 - 300
    assert table_of(timeline).active == 1


def test_the_shortest_way_to_unload_keeps_every_limit(tables: Tables) -> None:
    """Full warehouses: what is left goes to the port, and only as much as it holds."""
    timeline = situation(
        "P0 loc=city ship=brig crew=7/4 hold=gold,silver,gems portc=gold*3,silver wh=gold*5+gems*4; P1; stage=city"
    )
    press(timeline, page_of(tables, timeline, 0, whole=False), "b-unload")
    captain = table_of(timeline).captains[0]

    assert [len(cards) for cards in captain.wh] == [5, 5]
    assert len(captain.portc) == 5
    assert len(captain.hold) == 1
    assert "leave city" in page_of(tables, timeline, 0, whole=False).codes


def test_buttons_that_are_off_say_why(tables: Tables) -> None:
    poor = page_of(tables, scene("start poor"), 0)
    shopper = page_of(tables, scene("tortuga"), 0)

    assert poor.off["o-merchant"] == "none left"
    assert poor.off["o-sea"] == "nobody at sea"
    assert shopper.off["o-build-walls"] == "built already"
    assert shopper.off["o-build-house"] == "needs a fort"
    assert shopper.off["o-buy-pilot"] == "no room aboard"
