"""The end page: points below zero, and a chart that counts the same from the first move to the last."""

import re

import pytest

from board_library.engine.core import Score
from board_library.engine.record import Record, replay
from board_library.engine.rng import SeededRng
from board_library.games import game
from board_library.games.treasure_map import GAME
from board_library.server.seen import ViewerSettings
from board_library.web.ending import end_context
from board_library.web.places import places_of
from board_library.web.render import Renderer
from board_library.web.table import Tables, plain
from tests.web.seen_fixture import seen_of

RECORD = GAME.folder / "transcripts" / "penalty_below_zero.json"


@pytest.mark.parametrize("lang", ["ru", "en"])
def test_points_below_zero_have_a_minus_and_no_hyphen(lang):
    renderer = Renderer({GAME.slug: GAME})
    timeline = replay(GAME, Record.from_json(RECORD.read_text("utf-8")))
    lowest = min(score.points for score in timeline.state.scores())
    assert lowest < 0, "the record shows what it is kept for"
    seen = seen_of(timeline, 0, settings=ViewerSettings(lang=lang))
    about = {"settings": seen.settings, "csrf": "", "path": "/", "return_to": None, "guest": {"name": "", "colour": 0},
             "known": True, "error": "", "notice": ""}  # fmt: skip
    context = end_context(renderer, seen, timeline, None) | {"course": None, "course_error": ""}
    end = renderer.render("end.html", lang, GAME.slug, page=about, **context)
    table = "".join(Tables(renderer).zones(seen, ("opponents", "me", "centre", "log")).values())
    for html in (end, table):
        words = plain(html)
        assert f"−{-lowest}" in words
        assert re.findall(r"(?<![\w-])-\d+", words) == []
    label = re.search(r'class="chart".*?aria-label="([^"]*)"', end, re.DOTALL)
    assert label is not None
    assert f"−{-lowest}" in label[1]


@pytest.mark.parametrize(
    ("teams", "seats", "ranks", "places"),
    [
        ("two", 4, [3, 1, 3, 1], [2, 1, 2, 1]),
        ("three", 6, [1, 5, 3, 1, 5, 3], [1, 3, 2, 1, 3, 2]),
        ("three", 6, [1, 1, 5, 1, 1, 5], [1, 1, 3, 1, 1, 3]),
        ("none", 4, [1, 2, 2, 4], [1, 2, 2, 4]),
    ],
)
def test_places_are_those_of_teams(teams, seats, ranks, places):
    spec = game("chests")
    state = spec.new(spec.options.parse({"teams": teams}), seats, SeededRng(b"0" * 32, 0), None)
    scores = [Score(seat, 0, rank) for seat, rank in enumerate(ranks)]
    assert places_of(scores, state) == dict(enumerate(places))


WON = [("pirates", "gold"), ("pirates", "diamonds"), ("tortuga", "gold"), ("tortuga", "money")]


@pytest.mark.parametrize(("slug", "name"), WON)
def test_the_chart_of_a_game_won_outright_does_not_jump_at_its_end(slug, name):
    """To declare a hoard changes nothing on the table, but the points at the end are those of the hoard."""
    spec = game(slug)
    timeline = replay(spec, Record.from_json((spec.folder / "transcripts" / f"{name}.json").read_text("utf-8")))
    before = [score.points for score in timeline.at(timeline.ply - 1).state.scores()]
    assert before != [score.points for score in timeline.state.scores()]

    seen = seen_of(timeline, 0, settings=ViewerSettings(lang="en"))
    chart = end_context(Renderer({slug: spec}), seen, timeline, None)["chart"]

    shown = dict(zip([seat.name for seat in seen.seats], before, strict=True))
    assert chart.label.split(": ")[1] == ", ".join(f"{name} {points}" for name, points in shown.items())
    for line in chart.lines:
        height = float(re.findall(r"(?:V|M0 )([\d.]+)", line.path)[-1])
        assert height == pytest.approx(100 - 100 * (shown[line.name] - chart.low) / (chart.top - chart.low), abs=0.1)


DECLARED = [("pirates", "silver", "thing.silver"), ("tortuga", "money", ""), ("tortuga", "auto_declare", "")]


@pytest.mark.parametrize(("slug", "name", "hoard"), DECLARED)
@pytest.mark.parametrize("lang", ["ru", "en"])
def test_those_who_did_not_declare_show_what_the_chart_ends_at_and_not_nothing(slug, name, hoard, lang):
    spec = game(slug)
    timeline = replay(spec, Record.from_json((spec.folder / "transcripts" / f"{name}.json").read_text("utf-8")))
    renderer = Renderer({slug: spec})
    words = renderer.translations(lang, slug)
    rows = end_context(renderer, seen_of(timeline, 0, settings=ViewerSettings(lang=lang)), timeline, None)["rows"]
    curve = timeline.state.curve()
    assert max(curve[row.seat.seat] for row in rows[1:]) > 0, "the record shows what it is kept for"

    assert [row.rank for row in rows] == [1] + [2] * (len(rows) - 1)
    assert rows[0].counts == (words.text(hoard) if hoard else "")
    assert [row.points for row in rows[1:]] == sorted((row.points for row in rows[1:]), reverse=True)
    for row in rows[1:]:
        assert row.points == curve[row.seat.seat]
        assert row.counts == words.ntext("end.others", "end.others", row.points)


@pytest.mark.parametrize(("slug", "name"), [("sesame", "diamond"), ("tortuga", "limit")])
def test_where_points_are_told_of_everybody_they_stand(slug, name):
    spec = game(slug)
    timeline = replay(spec, Record.from_json((spec.folder / "transcripts" / f"{name}.json").read_text("utf-8")))
    rows = end_context(Renderer({slug: spec}), seen_of(timeline, 0), timeline, None)["rows"]
    points = {score.seat: score.points for score in timeline.state.scores()}
    assert {row.seat.seat: (row.points, row.counts) for row in rows} == {seat: (n, "") for seat, n in points.items()}


@pytest.mark.parametrize(("lang", "of_what"), [("ru", "% набора"), ("en", "% of a set")])
def test_percent_say_what_of(lang, of_what):
    spec = game("pirates")
    timeline = replay(spec, Record.from_json((spec.folder / "transcripts" / "singing.json").read_text("utf-8")))
    seen = seen_of(timeline, 0, settings=ViewerSettings(lang=lang))
    context = end_context(Renderer({"pirates": spec}), seen, timeline, None)

    assert {row.counts for row in context["rows"]} == {of_what}
    assert of_what in context["headline"]


@pytest.mark.parametrize("lang", ["ru", "en"])
def test_who_has_won_sesame_is_told_so_and_wealth_is_told_in_gold(lang):
    spec = game("sesame")
    renderer = Renderer({"sesame": spec})
    you = {"ru": "Вы победили", "en": "You win"}[lang]
    for name in ("diamond", "princess", "cave", "carpet", "sorcerer", "round_limit"):
        timeline = replay(spec, Record.from_json((spec.folder / "transcripts" / f"{name}.json").read_text("utf-8")))
        (winner,) = timeline.state.view(None)["winners"]
        for viewer in (winner, (winner + 1) % timeline.record.seats, None):
            seen = seen_of(timeline, viewer, settings=ViewerSettings(lang=lang))
            title = Tables(renderer).title(seen)
            assert (you in title) == (viewer == winner), (name, title)
            if name == "round_limit":
                assert all(re.search(rf"\b{score.points}\b", title) for score in timeline.state.scores()), title
