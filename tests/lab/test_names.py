"""What a report calls things."""

import pytest

from board_library.lab.names import Names


class Words:
    """A catalogue of texts by key."""

    lang = "en"
    texts = {  # noqa: RUF012
        "lab.thing.#r#": "ship {a}, {b} red",
        "lab.thing.7r7": "the flagship",
        "card.r": "red card",
        "cell.d": "river {n}",
        "cell.d9": "the bridge",
        "cell.u": "the {good} shop {n}",
        "thing.rats": "rats",
        "do.draw": "Draw {card}",
        "lab.do.roll.dice": "Roll the dice",
    }

    def knows(self, key):
        return key in self.texts

    def text(self, key, **params):
        return self.texts[key].format(**params) if params else self.texts[key]


@pytest.mark.parametrize(
    ("code", "name", "known"),
    [
        ("5r4", "ship 5, 4 red", True),
        ("12r0", "ship 12, 0 red", True),
        ("7r7", "the flagship", True),
        ("r", "red card", True),
        ("x5y4", "x5y4", False),
        ("d4", "river 4", True),
        ("d9", "the bridge", True),
        ("u2", "u2", False),
    ],
)
def test_things_that_differ_by_numbers_share_a_text(code, name, known):
    names = Names(Words(), {})
    assert names.thing(code) == name
    assert names.known(code) is known


@pytest.mark.parametrize(
    ("code", "told"),
    [
        ("roll dice", "Roll the dice"),
        ("rats seat", "Rats: …"),
        ("draw d", "Draw river"),
        ("hold_up d", "hold up river"),
    ],
)
def test_answers_are_named_by_their_button_by_the_card_played_or_at_least_by_their_target(code, told):
    assert Names(Words(), {}).answer(code) == told
