"""What a report calls things."""

import pytest

from board_library.lab.names import Names


class Words:
    """A catalogue of texts by key."""

    lang = "en"
    texts = {"lab.thing.#r#": "ship {a}, {b} red", "lab.thing.7r7": "the flagship", "card.r": "red card"}  # noqa: RUF012

    def knows(self, key):
        return key in self.texts

    def text(self, key, **params):
        return self.texts[key].format(**params)


@pytest.mark.parametrize(
    ("code", "name", "known"),
    [
        ("5r4", "ship 5, 4 red", True),
        ("12r0", "ship 12, 0 red", True),
        ("7r7", "the flagship", True),
        ("r", "red card", True),
        ("x5y4", "x5y4", False),
    ],
)
def test_things_that_differ_by_numbers_share_a_text(code, name, known):
    names = Names(Words(), {})
    assert names.thing(code) == name
    assert names.known(code) is known
