"""The one error of the contract suite, and the two ways to raise it."""

from __future__ import annotations


class ContractError(AssertionError):
    """A game breaks a promise. ``check`` names the promise; ``game``, ``seed`` and ``ply`` say where to look."""

    def __init__(self, check: str, detail: str, *, game: str = "", seed: str = "", ply: int = -1) -> None:
        super().__init__(check, detail)
        self.check = check
        self.detail = detail
        self.game = game
        self.seed = seed
        self.ply = ply

    def __str__(self) -> str:
        return f"{self.check}: {self.detail} [{self.game} seed {self.seed} ply {self.ply}]"


def hold(check: str, truth: bool, detail: str) -> None:
    """Raise :class:`ContractError` unless something holds."""
    if not truth:
        raise ContractError(check, detail)


def same(check: str, what: str, real: object, other: object) -> None:
    """Raise :class:`ContractError`, showing where they part, unless two things are equal."""
    if real != other:
        a, b = str(real), str(other)
        k = next((k for k, (x, y) in enumerate(zip(a, b, strict=False)) if x != y), min(len(a), len(b)))
        start = max(0, k - 60)
        raise ContractError(check, f"{what}: …{a[start : k + 60]!r} against …{b[start : k + 60]!r}")
