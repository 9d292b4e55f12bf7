"""How a game went, on the page of its end."""

import random
import re

import pytest

from board_library.bots.analysis import Analysis, Moment
from board_library.games import all_games
from board_library.server.errors import AnalysisBusy
from board_library.web.course import answer_of, course_of, said
from board_library.web.i18n import Translator
from board_library.web.render import Renderer
from tests.web.seen_fixture import seat_of, started
from tests.web.test_pages import check_page, text_of


@pytest.mark.parametrize(("lang", "moves"), [("ru", "Разобрать партию"), ("en", "Analyse the game")])
def test_a_finished_game_is_analysed_on_demand(browser, play_to_end, lang, moves):
    host, guest = browser(lang), browser(lang)
    path = host.post("/rooms", {"game": "treasure-map"}).headers["location"]
    guest.post(f"{path}/join")
    guest.post(f"{path}/ready", {"ready": "on", "number": "42"})
    host.post(f"{path}/options", {"o.characters": "none", "o.first": "p0"})
    guest.post(f"{path}/ready", {"ready": "on", "number": "43"})
    table = host.post(f"{path}/start", {"number": "7"}).headers["location"]
    check_page(host.post(f"{table}/analysis"), lang, 403)
    play_to_end([host, guest], table.rpartition("/")[2])
    before = check_page(host.get(f"{table}/end"), lang)
    assert moves in text_of(before)

    html = check_page(host.post(f"{table}/analysis"), lang)

    assert html.count('d="M0 ') >= 2
    assert moves not in text_of(html)
    assert "course." not in text_of(html)
    again = check_page(guest.get(f"{table}/end"), lang)
    assert (
        re.search(r'id="course".*?</section>', again, re.DOTALL)[0]
        == re.search(r'id="course".*?</section>', html, re.DOTALL)[0]
    )


TROUBLE = {
    "ru": (
        "Бот обдумывает партию…",
        "Разобрать партию не удалось. Попробуйте ещё раз.",
        "Разборов ждут слишком многие. Попробуйте через минуту.",
    ),
    "en": (
        "The bot is thinking about the game…",
        "The analysis failed. Try again.",
        "Too many games wait to be analysed. Try again in a minute.",
    ),
}
"""What is said while an analysis is made, when it failed and when too many wait."""


@pytest.mark.parametrize("lang", TROUBLE)
def test_an_analysis_that_fails_or_must_wait_is_told(browser, client, play_to_end, monkeypatch, lang):
    thinking, failed, busy = TROUBLE[lang]
    person = browser(lang)
    table = person.post("/play/treasure-map").headers["location"]
    play_to_end([person], table.rpartition("/")[2])
    assert f'role="status" data-text="{thinking}"' in check_page(person.get(f"{table}/end"), lang)
    analysts = client.app.state.site.house.analysts

    async def nothing(*_):
        return None

    async def too_many(*_):
        raise AnalysisBusy("too many")

    monkeypatch.setattr(analysts, "look", nothing)
    html = check_page(person.post(f"{table}/analysis"), lang, 503)
    assert re.search(r'role="alert">(.*?)</p>', html)[1] == failed
    monkeypatch.setattr(analysts, "look", too_many)
    html = check_page(person.post(f"{table}/analysis"), lang, 503)
    assert re.search(r'role="alert">(.*?)</p>', html)[1] == busy
    assert 'id="think"' in html


def moment(place: int, seat: int, chance: float, best: str | None = None) -> Moment:
    return Moment(place, seat, "draw deck", (chance, 1 - chance), best, 0.1 if best else None)


def words(game: str = "treasure-map", lang: str = "en") -> Translator:
    return Renderer(all_games()).translations(lang, game)


class Watched:
    """A finished table of two, as far as its course is concerned."""

    seats = (seat_of(0, None), seat_of(1, None))


def test_the_greatest_turns_are_told_in_the_order_of_moves():
    chances = [0.5, 0.5, 0.9, 0.85, 0.3]
    moments = tuple(moment(k, k % 2, chance, "rob raid") for k, chance in enumerate(chances, 1))
    course = course_of(Watched(), Analysis(moments, (0.0, 1.0)), words())

    assert [(turn.answer.place, turn.before, turn.after) for turn in course.turns] == [
        (2, 50, 90),
        (4, 85, 30),
        (5, 70, 100),
    ]
    assert course.marks == (2, 4, 5)
    assert course.width == 5
    assert course.lines[0].path.startswith("M0 50.0L1 50.0L2 10.0")


def test_a_turn_names_the_seat_whose_chance_it_changed_most():
    chances = [(0.5, 0.3, 0.2), (0.5, 0.1, 0.4), (0.504, 0.4, 0.096)]
    moments = tuple(moment(k, 0, 0.5)._replace(chances=chance) for k, chance in enumerate(chances, 1))
    watched = type("Watched", (), {"seats": tuple(seat_of(seat, None) for seat in range(3))})
    found = Analysis(moments, (1.0, 0.0, 0.0))

    assert found.turning_points() == [1, 2, 3]
    turns = course_of(watched, found, words()).turns
    told = [(turn.answer.seat.seat, turn.whose.seat, turn.before, turn.after) for turn in turns]
    assert told == [(0, 1, 30, 10), (0, 1, 10, 40), (0, 0, 50, 100)]


@pytest.mark.parametrize("lang", ["ru", "en"])
def test_no_line_breaks_before_percent(lang):
    text = Renderer(all_games()).translations(lang, "chests").text("course.change", before=5, after=7)

    assert "%" in text
    assert not re.search(r" (?:%|7)", text)


@pytest.mark.parametrize(
    ("game", "played", "best", "cost", "text"),
    [
        ("treasure-map", "draw deck", "rob raid", 0.124, "better: Rob (+12%)"),
        ("treasure-map", "draw deck", "rob raid", 0.004, "the bot would: Rob"),
        ("treasure-map", "draw deck", "rob raid", None, "the bot would: Rob"),
        ("treasure-map", "draw deck", "draw deck", 0.0, ""),
        ("treasure-map", "draw deck", None, None, ""),
        ("pirates", "go x1y2", "go x3y4", 0.2, "better: the same elsewhere (+20%)"),
    ],
)
def test_what_the_bot_would_rather_have_played(game, played, best, cost, text):
    one = Moment(1, 0, played, (0.5, 0.5), best, cost)

    assert answer_of(one, Watched(), words(game)).better == text


def test_the_replay_of_an_analysed_game_tells_it_at_every_step(browser, play_to_end):
    host, guest = browser("en"), browser("en")
    path = host.post("/rooms", {"game": "treasure-map"}).headers["location"]
    guest.post(f"{path}/join")
    for one in (host, guest):
        one.post(f"{path}/ready", {"ready": "on", "number": "42"})
    table = host.post(f"{path}/start", {"number": "7"}).headers["location"]
    play_to_end([host, guest], table.rpartition("/")[2])
    before = host.get(f"{table}/replay?step=3").text
    host.post(f"{table}/analysis")
    last = int(re.search(r'data-steps="(\d+)"', before)[1])
    told = [text_of(check_page(host.get(f"{table}/replay?step={step}"), "en")) for step in (3, last - 1, last)]

    assert "Step 4:" in told[0]
    assert f"Step {last}:" in told[1]
    assert not re.search(r"Step \d+:", told[2])
    assert "Step 4:" not in text_of(before)
    steps = " ".join(text_of(host.get(f"{table}/replay?step={step}").text) for step in range(last))
    assert "the bot would" in steps or "better:" in steps


@pytest.mark.parametrize(
    ("game", "lang", "code", "text"),
    [
        ("chests", "ru", "draw deck", "Открыть сундучок"),
        ("chests", "en", "use shield_2", "Use: Shield"),
        ("chests", "ru", "to p1", "Кому: Марина"),
        ("chests", "en", "vote no", "Play on"),
        ("pirates", "en", "siege city:campeche", "Besiege Campeche"),
        ("pirates", "en", "go x23y6", "Sail"),
        ("sesame", "ru", "sell 3", "Продать: 3"),
        ("tortuga", "en", "sell gold", "Sell gold"),
        ("tortuga", "en", "lift crew:1", "Take: pirates"),
        ("treasure-map", "ru", "orb lay", "Выложить увиденную карту"),
        ("treasure-map", "ru", "scroll chest2", "Выложить: Сундук 2"),
        ("sesame", "ru", "go u3", "Пойти: лавка 3, продажа"),
        ("sesame", "en", "servant d4", "Servant to river 4"),
        ("tortuga", "ru", "rats p1", "Крысы: Марина"),
        ("tortuga", "en", "termites p0:w1", "Termites: Анна, Warehouse 1"),
    ],
)
def test_moves_are_told_by_the_texts_of_their_buttons(game, lang, code, text):
    assert said(code, Watched(), Renderer(all_games()).translations(lang, game)) == text


@pytest.mark.parametrize("spec", all_games().values(), ids=lambda spec: spec.slug)
def test_every_move_of_random_games_is_told_in_words(spec):
    words = Renderer(all_games()).translations
    seats, choice = min(4, spec.seats[-1]), random.Random(5)
    watched = type("Watched", (), {"seats": tuple(seat_of(seat, None) for seat in range(seats))})
    codes: set[str] = set()
    for seed in range(3):
        timeline = started(seats, seed, spec=spec)
        while timeline.ply < 1200 and (asked := timeline.state.pending()):
            decision = choice.choice(asked)
            open_moves = [move.code for move in decision.choices()]
            codes.update(open_moves)
            timeline.commit(timeline.try_move(decision.seat, choice.choice(open_moves)))

    assert len(codes) > 40
    told = {code: said(code, watched, words("ru", spec.slug)) for code in sorted(codes)}
    assert {code: text for code, text in told.items() if re.search(r"[a-z_{]", text)} == {}
    told = {code: said(code, watched, words("en", spec.slug)) for code in sorted(codes)}
    raw = re.compile(r"[_{]|:[^ ]|\b[a-z]\d")
    assert {code: text for code, text in told.items() if raw.search(text) or text == code} == {}
