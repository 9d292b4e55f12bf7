"""Programs that play Treasure Map: the zombie for an absent seat."""

from __future__ import annotations

from board_library.engine.core import Move, Observer


def zombie(observer: Observer) -> Move:
    """The move of an absent seat (section 13): rob as soon as possible, avoid a bust, else the first answer."""
    decision, view = observer.decision, observer.view
    answers = {move.code: move for move in decision.moves}
    if decision.kind == "pick_character" and view["dealt"]:
        return answers[f"keep {view['dealt'][0]}"]
    if decision.kind == "pick_target":
        return answers[f"target p{(decision.seat + 1) % len(view['seats'])}"]
    if decision.kind == "action" and "rob raid" in answers:
        return answers["rob raid"]
    safe = [code for code in answers if code not in view["bust_codes"]]
    return answers[safe[0] if safe else next(iter(answers))]
