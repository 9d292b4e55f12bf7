"""The end page of a game whose points fell below zero."""

import re

import pytest

from board_library.engine.record import Record, replay
from board_library.games.treasure_map import GAME
from board_library.server.seen import ViewerSettings
from board_library.web.ending import end_context
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
