"""Tables in the state that a test is about, made over the JSON interface."""

import random
from typing import Any

from tests.browser.people import Person, until


def seated(*people: Person, seats: int = 0, clock: dict[str, int] | None = None, **options: Any) -> str:
    """A started table of Treasure Map for these people, the rest of the ``seats`` filled with bots; its id."""
    host, *others = people
    room = host.ask(
        "rooms", game="treasure-map", seats=max(seats, len(people), 2), options=options, clock=clock or {}
    )  # fmt: skip
    code = room["code"]
    for person in others:
        person.ask(f"rooms/{code}/join")
    for _ in range(max(seats, 2) - len(people)):
        host.ask(f"rooms/{code}/bots", level="sailor")
    for number, person in enumerate(people):
        person.ask(f"rooms/{code}/ready", on=True, number=str(number))
    return str(host.ask(f"rooms/{code}/start")["table"])


def question(person: Person, table: str) -> dict[str, Any] | None:
    """The person's open question, None while there is none."""
    found: dict[str, Any] | None = person.look(table)["question"]
    return found


def play(person: Person, table: str, code: str) -> None:
    """Play one code over the JSON interface."""
    asked = question(person, table)
    assert asked is not None
    answer = person.ask(f"tables/{table}/moves", codes=[code], opened=asked["opened"])
    assert answer["ok"], answer


def go_on(people: list[Person], table: str, rng: random.Random, *stop: str) -> tuple[Person, dict[str, Any]] | None:
    """Play at random up to a question of one of the kinds ``stop`` to one of the people; None at the end."""

    def look() -> list[tuple[Person, dict[str, Any]] | None]:
        found = [(person, seen["question"], seen["status"]) for person in people for seen in [person.look(table)]]
        if found[0][2] == "over":
            return [None]
        return [(person, asked) for person, asked, _ in found if asked is not None][:1]

    while True:
        turn = until(look, people[0], "somebody is asked")[0]
        if turn is None or turn[1]["kind"] in stop:
            return turn
        play(turn[0], table, rng.choice(turn[1]["codes"]))
