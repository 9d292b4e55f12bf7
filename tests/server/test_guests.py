"""Guests: names, tokens, settings."""

from pathlib import Path

import pytest

from board_library.server.errors import BadColour, BadName, BadViewerSetting
from board_library.server.house import House

JOINED = ["🤷\u200d♂\ufe0f", "👩🏽\u200d🚀", "👨\u200d👩\u200d👧", "7\ufe0f\u20e3"]

BLANK = ["\u3164", "\u115f\u1160", "\uffa0", "\u2800", "a\u3164b", "\u200d", "a\u200db", "\u200d☠", "☠\u200d"]
"""Letters and signs without a picture, and a joiner that joins no emoji."""

LOOKALIKES = ["Ann\ufe0f", "\ufe0fAnn", "A\u034fnn", "Ann\U000e0100", "☠\ufe0f\ufe0f"]
"""Names that would look like others."""

TOWER = "A" + 4 * "\u0363"

SHA = "\u05e9\u05b8\u05bc\u05c1"
"""A Hebrew letter with three marks."""


async def test_a_guest_is_known_by_its_token_alone_which_is_not_stored(house: House, tmp_path: Path) -> None:
    guest, token = await house.guests.create("  Анна   Bonny ", 3)
    assert guest.name == "Анна Bonny"
    assert await house.guests.find(token) == guest
    assert await house.guests.find(token[:-1] + "x") is None
    assert await house.guests.find(guest.id) is None
    assert await house.guests.find(None) is None
    for path in tmp_path.iterdir():
        assert token.encode() not in path.read_bytes()


@pytest.mark.parametrize(
    "name",
    ["", "   ", "x" * 25, "a\nb\x07", "a\u202eb", "\u200b", "a\u2066b", None, 7, "\u0301", *BLANK, *LOOKALIKES, TOWER],
)
async def test_a_name_that_cannot_be_shown_is_refused(house: House, name: object) -> None:
    with pytest.raises(BadName) as caught:
        await house.guests.create(name)
    assert caught.value.params["longest"] == 24


@pytest.mark.parametrize("name", ["<b>Ann</b>", "x" * 24, "Ё", "☠", "e\u0301mile", SHA, *JOINED])
async def test_markup_and_any_visible_text_is_a_name(house: House, name: str) -> None:
    guest, _ = await house.guests.create(name)
    assert guest.name == name.replace("e\u0301", "é")


async def test_settings_and_name_are_kept_over_a_restart(house: House) -> None:
    guest, token = await house.guests.create("Ann", 0)
    changed = await house.guests.change(guest, name="Anne", colour=5, settings={"lang": "en", "speed": 0})
    assert changed.settings.lang == "en"
    house.guests.__init__(house.storage, house.times)
    assert await house.guests.find(token) == changed


@pytest.mark.parametrize(
    ("change", "error"),
    [
        ({"colour": 6}, BadColour),
        ({"colour": True}, BadColour),
        ({"name": ""}, BadName),
        ({"settings": {"speed": 9}}, BadViewerSetting),
        ({"settings": {"lang": "de"}}, BadViewerSetting),
        ({"settings": {"unknown": 1}}, BadViewerSetting),
    ],
)
async def test_a_bad_change_changes_nothing(house: House, change: dict, error: type[Exception]) -> None:
    guest, token = await house.guests.create("Ann", 0)
    with pytest.raises(error):
        await house.guests.change(guest, **change)
    assert await house.guests.find(token) == guest
