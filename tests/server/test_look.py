"""Pages hold what their viewer may see, and no more."""

import msgspec
import pytest
import structlog

from board_library.engine.record import Timeline
from board_library.engine.rng import SeededRng
from board_library.games import game
from board_library.server import logs
from board_library.server.clock import ClockOptions
from board_library.server.errors import NoSuchStep, NotOver
from board_library.server.facts import SeatFacts, TableFacts, read_code, show_code
from board_library.server.house import House
from board_library.server.look import Around, game_of, replay_seen, see, steps
from board_library.server.seen import ViewerSettings
from tests.server.play import people, start

WHO = ["ann", "bob", None]


def timeline(moves: list[tuple[int, str]], **options) -> tuple[TableFacts, Timeline]:
    """A game of ann (seat 0) and bob (seat 1) after some moves."""
    spec = game("coves")
    facts = TableFacts(
        id="t", code="KX724P", name="room", game="coves", rules_version=1, clock=ClockOptions(), private=False,
        options=spec.options.parse(options).to_json(), host="ann", created=0.0, status="running", secret=bytes(32),
        seats=[SeatFacts(kind="person", guest=name, name=name) for name in ("ann", "bob")],
    )  # fmt: skip
    played = Timeline(spec, facts.record([]))
    for seat, code in moves:
        played.commit(played.try_move(seat, code))
    return facts, played


MOVES = [(0, "draw deck"), (1, "mark a"), (1, "draw deck"), (0, "vote yes"), (1, "vote no"), (0, "draw deck")]


@pytest.mark.parametrize("ply", range(len(MOVES) + 1))
@pytest.mark.parametrize("who", WHO)
def test_the_page_of_a_determinized_game_is_the_same_to_the_byte(ply: int, who: str | None) -> None:
    facts, played = timeline(MOVES[:ply], votes=True)
    real = game_of(played)
    seat = facts.seat_of(who)
    world = real._replace(state=played.state.determinize(seat, SeededRng(bytes([ply] * 32), 0)))
    pages = [see(facts, one, who, settings=ViewerSettings(), around=Around()) for one in (real, world)]
    assert msgspec.json.encode(pages[0]) == msgspec.json.encode(pages[1])


def test_a_drawn_card_is_in_the_page_of_its_holder_alone() -> None:
    facts, played = timeline(MOVES[:1])
    pages = {who: see(facts, game_of(played), who, settings=ViewerSettings(), around=Around()) for who in WHO}
    (card,) = played.state.hands[0]
    assert pages["ann"].log[1].event.data == {"seat": 0, "card": card}
    assert pages["bob"].log[1].event.data == pages[None].log[1].event.data == {"seat": 0}
    assert pages["ann"].view["hand"] == [card]
    assert pages["bob"].view["hand"] == []
    assert pages[None].view["hand"] is None


def test_only_the_seat_asked_is_told_the_question() -> None:
    facts, played = timeline(MOVES[:3], votes=True)
    pages = {who: see(facts, game_of(played), who, settings=ViewerSettings(), around=Around()) for who in WHO}
    assert pages["ann"].decision.seat == 0
    assert pages["bob"].decision.seat == 1
    assert pages[None].decision is None
    assert [(a.seat, a.kind) for a in pages["ann"].asked] == [(0, "vote"), (1, None)]
    assert [(a.seat, a.kind) for a in pages[None].asked] == [(0, None), (1, None)]


def test_secret_and_numbers_are_told_at_the_end() -> None:
    facts, played = timeline([(0, "pass turn"), (1, "pass turn")], rounds=1)
    during = see(facts, game_of(played), "ann", settings=ViewerSettings(), around=Around())
    assert (during.secret, during.numbers) == (None, ())
    assert facts.secret.hex() not in msgspec.json.encode(during).decode()
    facts.status = "over"
    after = see(facts, game_of(played), "ann", settings=ViewerSettings(), around=Around())
    assert (after.secret, after.numbers) == (facts.secret.hex(), (None, None))


def test_a_running_replay_has_only_the_steps_that_its_viewer_saw() -> None:
    facts, played = timeline(MOVES[:5], votes=True)
    settings = ViewerSettings()
    # The votes change nothing that anybody else sees, until the last one is in.
    assert steps(played, 1) == 5
    assert steps(played, None) == 5
    facts2, before_last_vote = timeline(MOVES[:4], votes=True)
    assert facts2.status == "running"
    assert steps(before_last_vote, None) == 4
    page = replay_seen(facts, played, "bob", 1, settings=settings, eyes=1)
    assert page.decision is None
    assert page.log[-1].event.data == {"seat": 0}
    with pytest.raises(NotOver):
        replay_seen(facts, played, "bob", 1, settings=settings, eyes=0)
    with pytest.raises(NotOver):
        replay_seen(facts, played, "bob", 1, settings=settings, eyes=1, everybody=True)
    for index in (-1, 99):
        with pytest.raises(NoSuchStep):
            replay_seen(facts, played, "bob", index, settings=settings, eyes=1)


def test_the_replay_of_a_game_that_is_over_lends_all_eyes() -> None:
    facts, played = timeline([(0, "draw deck"), (1, "draw deck")], rounds=1)
    facts.status = "over"
    settings = ViewerSettings()
    hands = played.state.hands
    assert replay_seen(facts, played, None, 2, settings=settings, eyes=1).view["hand"] == hands[1]
    assert replay_seen(facts, played, None, 1, settings=settings, eyes=0).view["counts"] == [1, 0]
    views = replay_seen(facts, played, None, 2, settings=settings, everybody=True).view["seats"]
    assert [view["hand"] for view in views] == hands


def test_codes_are_read_whatever_their_case_and_dashes() -> None:
    assert show_code("KX724P") == "KX7-24P"
    assert read_code(" kx7-24p ") == read_code("KX7 24P") == "KX724P"
    assert read_code("кх7-24р") == read_code("КХ724Р") == "KX724P", "typed on a Russian keyboard"
    assert read_code("АВЕКМН") + read_code("ОРСТУХ") == "ABEKMHOPCTYX"


async def test_logs_tell_no_secrets(house: House, capsys: pytest.CaptureFixture[str]) -> None:
    guests = await people(house, "Ann", "Bob")
    table = await start(house, guests, faulty=True, rounds=1)
    logs.configure("debug")
    try:
        await table.submit(0, ["draw deck"], None, "a")
        await table.submit(1, ["burst rules"], None, "b")
    finally:
        structlog.reset_defaults()
    text = capsys.readouterr().err
    assert "table_broken" in text
    assert "ZeroDivisionError" in text
    for secret in (table.facts.secret, table.timeline.record.seed):
        assert secret.hex() not in text
        assert repr(secret) not in text
