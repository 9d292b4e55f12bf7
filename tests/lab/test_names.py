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
        "event.snatch": "{seat} snatches {card} from {from_seat}",
        "event.skip_set": "The next turn of {seat} will be missed",
        "event.against": "Against {seat}",
        "event.named": "{seat} names the target {name}",
        "event.shot": "{seat} shoots, target {name}",
        "event.roll": "{dice}",
        "lab.loose_ends": "from of against ,target",
        "lab.field.card": "card",
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


@pytest.mark.parametrize(
    ("event", "told"),
    [
        ("snatch", "Snatches"),
        ("skip_set", "The next turn of … will be missed"),
        ("against", "Against"),
        ("named", "Names the target"),
        ("shot", "Shoots"),
        ("roll", "Roll"),
        ("no_line", "No line"),
    ],
)
def test_an_event_is_named_by_its_line_without_names_and_what_leads_to_them(event, told):
    assert Names(Words(), {}).event(event) == told


def test_a_field_of_an_event_is_named_after_what_comes_before_it():
    assert Names(Words(), {}).group("snatch.card") == "Snatches · card"
