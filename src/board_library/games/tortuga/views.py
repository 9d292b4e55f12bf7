"""What a seat or a spectator may see."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any

from board_library.engine.core import View
from board_library.games.tortuga import data, limits, offers
from board_library.games.tortuga.captain import SHIP_ROOMS, SPECTATOR, Card
from board_library.games.tortuga.data import CARGO, CLASS, CLASSES, RED, SIZE
from board_library.games.tortuga.trade import terms

if TYPE_CHECKING:
    from board_library.games.tortuga.state import Table


def view(state: Table, seat: int | None) -> View:
    """The white list, as JSON values (section 6). A card is its id (``gold``, ``pilot``, ``rats``).

    * ``phase``: setup, play, over. ``stage``: setup, start, city, tortuga, over. ``active``: whose turn, None when
      over. ``first``; ``round``, ``rounds``: which of how many.
    * ``seats``: by seat ``city`` (name), ``loc`` (sea, city, tortuga), ``ship``; ``crew`` and ``garrison``: a list of
      {size, red} in order of their slots, red None where the viewer does not know the face; ``hand`` likewise, before
      the game; ``rooms``: {crew, hold, cabin, locker, garrison: cards that fit}; ``hold``, ``cabin``, ``locker``,
      ``port_cargo``, ``port_specialists``, ``port_trophies``: {n, cards}, cards those that the viewer knows, sorted;
      ``safe``, ``port`` (piastres), ``fort`` (0 to 3), ``warehouses``, ``banks`` (how many stand), ``house``,
      ``store`` (whether they stand); ``stored`` and ``banked``: loads in all his warehouses and piastres in all his
      banks, which anybody can count from what went in and out before all eyes. Of the viewer's own (and, at the end,
      of what the game's end has shown)
      ``warehouse_cards`` (a list each), ``bank_piastres``; of the own also ``house_cards``, ``store_cards``,
      ``payable`` and ``progress`` {gold, silver, gems, piastres}.
    * ``market``: by kind {card, type, n, buy, sell}, sorted as the price list; ``market_open``. ``prices``: {cargo:
      {buy, sell}, cards: {id: {buy, sell}}, buildings, brig, pirates}; ``goal``: {cargo, piastres}.
    * ``decks``: {pirates, cargo, specialist, trophy, schooner, brig: cards left}; ``discards``: {pirates, cargo,
      specialist, trophy}; ``gone``: cards that have left the game; ``bank``: piastres of the bank of Tortuga.
    * ``need``: {ship, guards, men} of the next merchant for the active captain, None when none is left.
    * ``offers``, ``ops``, ``steps``: left in this turn (of offers, operations, actions of the visit).
    * ``visit``: None but for the captain in his city: {``over``: [[place, why]], ``changed``, ``claims``}.
      ``dropped``: {cargo, specialist, trophy, pirates: cards that he has dropped so far}.
    * ``lifted``: what the viewer has in hand (``hold:gold``, ``safe``), with ``onto`` for money; None for others.
    * ``fight``: None, or the last or open fight: ``attacker``, ``defender``, ``kind`` (sea, siege), ``outcome`` (None
      while open; attacker, defender, tie, evaded, captain), ``guards`` shown; for its two captains also ``crews``
      [[{size, red}], …], ``helpers``, ``strengths`` (attacker first) once they are shown.
    * ``op``: None, or the operation that waits for its counter: ``card``, ``target``, ``slot``.
    * ``spoils``: None, or ``n`` {class: cards} that lie before the asked captain; ``cards`` known to the viewer.
      ``picks``: what the viewer has picked so far in a question of several answers. ``chosen``: own helpers so far.
    * ``draft``: the viewer's own draft {target, give, take, give_sum, take_sum, pledges, changes (left)}, else None.
      ``drafting``: whether the active captain composes one. ``offer``: an offer that is open, for everybody, with
      ``seat`` (who offers) and ``target``; a pirates card there is ``crew:2:7``: slot and size.
    * ``question``: None, or ``kind`` (None while answers are held) and ``seats`` asked.
    * ``placed``: the slot the viewer has chosen before the game, or None.
    * ``winner``, ``claim`` (gold, silver, gems, piastres), ``how`` (cargo, money, limit), ``winners``: at the end.
    """
    over = bool(state.over)
    bit = SPECTATOR if seat is None else 1 << seat
    mine = seat is not None and seat == state.asked
    active = seat is not None and seat == state.active
    return {
        "phase": "over" if over else "setup" if state.stage == "setup" else "play",
        "stage": state.stage,
        "active": None if over else state.active,
        "first": state.first,
        "round": state.round,
        "rounds": state.options.round_limit,
        "seats": [_seat(state, other, bit, mine=other == seat) for other in range(state.seats)],
        "market": _market(state),
        "market_open": offers.market_open(state),
        "prices": _prices(),
        "goal": {"cargo": data.WIN_CARGO, "piastres": data.WIN_PIASTRES},
        "decks": {name: len(getattr(state, name)) for name in ("pirates", *CLASSES, "schooner", "brig")},
        "discards": {"pirates": len(state.pdisc), **_counts(state.disc)},
        "gone": sorted(state.gone),
        "bank": state.bank,
        "need": _need(state),
        "offers": state.options.offers_per_turn - state.offers if state.options.deals else 0,
        "ops": state.options.ops_per_turn - state.ops,
        "steps": data.MOST_ACTIONS - state.steps,
        "visit": _visit(state, seat) if active else None,
        "dropped": _counts([card.face for card in state.dropped], "pirates"),
        "lifted": state.lifted or None if active else None,
        "onto": state.onto or None if active else None,
        "fight": _fight(state, seat),
        "op": {"card": state.op, "target": state.op_target, "slot": state.op_slot} if state.op else None,
        "spoils": _spoils(state, bit, mine=mine),
        "picks": [*state.picks] if mine else [],
        "chosen": _chosen(state, seat),
        "draft": _draft(state) if active else None,
        "drafting": state.target >= 0 and state.kind != "deal",
        "offer": _offer(state),
        "question": _question(state),
        "placed": state.placed[seat] + 1 if seat is not None and state.placed[seat] >= 0 else None,
        "winner": state.winner if state.winner >= 0 else None,
        "claim": state.claim or None,
        "how": state.over or None,
        "winners": [score.seat for score in state.scores() if score.rank == 1] if over else [],
    }


def _prices() -> dict[str, Any]:
    return {
        "cards": {face: {"buy": data.BUY[face], "sell": data.SELL[face]} for face in data.BUY},
        "buildings": dict(data.BUILDINGS),
        "brig": data.BRIG_PRICE,
        "pirates": data.PIRATES_PRICE,
    }


def _pirates(cards: list[Card], bit: int) -> list[dict[str, int | None]]:
    return [{"size": SIZE[c.face], "red": RED[c.face] if c.known & bit else None} for c in cards]


def _room(cards: list[Card], bit: int) -> dict[str, Any]:
    return {"n": len(cards), "cards": sorted(card.face for card in cards if card.known & bit)}


def _counts(faces: list[str], *more: str) -> dict[str, int]:
    counts = Counter(CLASS[face] for face in faces)
    return {kind: counts[kind] for kind in (*CLASSES, *more)}


def _seat(state: Table, seat: int, bit: int, *, mine: bool) -> dict[str, Any]:
    captain = state.captains[seat]
    shown: dict[str, Any] = {
        "seat": seat,
        "city": data.CITIES[seat],
        "loc": captain.loc,
        "ship": captain.ship,
        "crew": _pirates(captain.crew, bit),
        "garrison": _pirates(captain.gar, bit),
        "hand": _pirates(state.hand[seat], bit),
        "rooms": {**{name: captain.capacity(name) for name in SHIP_ROOMS}, "garrison": captain.capacity("gar")},
        "hold": _room(captain.hold, bit),
        "cabin": _room(captain.cabin, bit),
        "locker": _room(captain.locker, bit),
        "port_cargo": _room(captain.portc, bit),
        "port_specialists": _room(captain.ports, bit),
        "port_trophies": _room(captain.portt, bit),
        "safe": captain.safe,
        "port": captain.port,
        "fort": captain.fort,
        "warehouses": len(captain.wh),
        "banks": len(captain.banks),
        "house": captain.has_house,
        "store": captain.has_store,
        "stored": captain.stored_cargo,
        "banked": captain.banked,
    }
    declared = state.winner == seat
    if mine or state.over == "limit" or (declared and state.over == "cargo"):
        shown["warehouse_cards"] = [[card.face for card in cards] for cards in captain.wh]
    if mine or state.over == "limit" or (declared and state.over == "money"):
        shown["bank_piastres"] = [*captain.banks]
    if mine:
        shown["house_cards"] = captain.faces("house")
        shown["store_cards"] = captain.faces("store")
        shown["payable"] = captain.payable
        shown["progress"] = {**{kind: captain.stored(kind) for kind in CARGO}, "piastres": captain.banked}
    return shown


def _market(state: Table) -> list[dict[str, Any]]:
    counts = Counter(state.market)
    return [
        {"card": face, "type": CLASS[face], "n": counts[face], "buy": data.BUY[face], "sell": data.SELL[face]}
        for face in data.BUY
        if counts[face]
    ]


def _need(state: Table) -> dict[str, Any] | None:
    ship = "schooner" if state.schooner else "brig"
    if state.merchants_gone:
        return None
    return {"ship": ship, "guards": data.GUARDS[ship], "men": state.captains[state.active].men}


def _visit(state: Table, seat: int | None) -> dict[str, Any] | None:
    if state.stage != "city" or seat is None:
        return None
    captain = state.captains[seat]
    over = limits.broken(captain, per_player=state.per_player)
    return {
        "over": [[place, why] for place, why in over],
        "changed": offers.changed(state, seat),
        "claims": [] if over else offers.claims(captain),
    }


def _fight(state: Table, seat: int | None) -> dict[str, Any] | None:
    if state.attacker < 0:
        return None
    shown: dict[str, Any] = {
        "attacker": state.attacker,
        "defender": state.defender,
        "kind": "siege" if state.siege else "sea",
        "outcome": state.outcome or None,
        "guards": [*state.guards],
    }
    if seat in (state.attacker, state.defender) and state.shown is not None:
        crews = state.shown.crews
        shown["crews"] = [[{"size": SIZE[face], "red": RED[face]} for face in crew] for crew in crews]
        shown["helpers"] = [[*side] for side in state.shown.helpers]
        shown["strengths"] = [*state.shown.strengths]
    return shown


def _spoils(state: Table, bit: int, *, mine: bool) -> dict[str, Any] | None:
    if not state.spoils:
        return None
    shown: dict[str, Any] = {"n": _counts([card.face for card in state.spoils])}
    shown["cards"] = sorted(card.face for card in state.spoils if mine or card.known & bit)
    return shown


def _chosen(state: Table, seat: int | None) -> list[str]:
    if state.kind != "helpers" or seat not in (state.attacker, state.defender):
        return []
    return [*state.helpers[seat == state.defender]]


def _draft(state: Table) -> dict[str, Any] | None:
    if state.target < 0:
        return None
    return {
        "target": state.target,
        "give": [*state.give],
        "take": [*state.take],
        "give_sum": state.give_sum,
        "take_sum": state.take_sum,
        "pledges": [*state.pledges],
        "changes": data.MOST_CHANGES - state.changes,
    }


def _offer(state: Table) -> dict[str, Any] | None:
    if state.kind != "deal":
        return None
    return {"seat": state.active, "target": state.target, **terms(state)}


def _question(state: Table) -> dict[str, Any] | None:
    if not state.questions:
        return None
    held = any(question.secret for question in state.questions)
    return {"kind": None if held else state.kind, "seats": [question.seat for question in state.questions]}
