"""The 17 character cards and the suit that each has as its sign (for display only)."""

SIGNS: dict[str, tuple[str, ...]] = {
    "gunny_1": ("cannon",),
    "gunny_2": ("cannon",),
    "gunny_3": ("cannon",),
    "margo_1": ("anchor",),
    "margo_2": ("anchor",),
    "gallagher_1": ("hook",),
    "gallagher_2": ("hook",),
    "seamus_1": ("kraken",),
    "seamus_2": ("kraken",),
    "bonny_1": ("sabre",),
    "bonny_2": ("sabre",),
    "laveworld_1": ("mermaid",),
    "laveworld_2": ("mermaid",),
    "pete_1": ("scroll",),
    "zahara_1": ("orb",),
    "corsair_1": ("key", "chest"),
    "corsair_2": ("key", "chest"),
}
"""Suits by character."""

CHARACTERS = tuple(SIGNS)
"""Ids of all characters in canonical order."""

MARGO_SAVES = 2
"""``margo_1``: so many more cards survive a bust."""

SEAMUS_DEBT = 4
"""``seamus_2``: so many cards an opponent's kraken demands."""

GALLAGHER_CARDS = 2
"""``gallagher_1``: so many cards a hook lays."""

ZAHARA_LOOKS = 3
"""``zahara_1``: so many looks an orb gives."""

LAVEWORLD_POINTS = 5
"""``laveworld_2``: so much more the mermaid stack scores."""

CORSAIR_TIMES = 3
"""``corsair_2``: the bonus from the discard is so many times as large."""
