"""Chance can be recomputed by a stranger from the documentation alone, is fair, and obeys a case's script."""

import hashlib
import hmac
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from board_library.bots.fast_rng import FastRng
from board_library.engine.rng import Rng, ScriptedRng, SeededRng

SEED = bytes(range(32))


def stranger(seed, ply):
    """The words of (seed, ply), as the docstring of SeededRng tells it: written here anew on purpose."""
    block = 0
    while True:
        digest = hmac.new(seed, f"{ply}:{block}".encode("ascii"), hashlib.sha256).digest()
        for start in range(0, 32, 8):
            yield int.from_bytes(digest[start : start + 8], "big")
        block += 1


def stranger_below(words, n):
    if n == 1:
        return 0
    while True:
        word = next(words)
        if word < 2**64 // n * n:
            return word % n


@pytest.mark.parametrize("n", [2**63 + 1, 2**62 * 3, 2**64 - 1, 2**64])
def test_words_above_the_greatest_multiple_are_passed_over(n):
    """A size of 2**63 + 1 rejects about half of all words."""
    rng, words = SeededRng(SEED, 5), stranger(SEED, 5)

    assert [rng.below(n) for _ in range(200)] == [stranger_below(words, n) for _ in range(200)]


@given(st.binary(min_size=32, max_size=32), st.integers(0, 10**6), st.lists(st.integers(1, 2**64), max_size=40))
def test_draws_are_those_of_the_documented_algorithm(seed, ply, sizes):
    rng, words = SeededRng(seed, ply), stranger(seed, ply)

    assert [rng.below(n) for n in sizes] == [stranger_below(words, n) for n in sizes]


@given(st.binary(min_size=32, max_size=32), st.integers(0, 60), st.integers(0, 70))
def test_shuffle_and_sample_are_the_documented_ones(seed, length, k):
    rng, words = SeededRng(seed, 3), stranger(seed, 3)
    items, expected = list(range(length)), list(range(length))
    for i in range(length - 1, 0, -1):
        j = stranger_below(words, i + 1)
        expected[i], expected[j] = expected[j], expected[i]
    left = list(expected)
    taken = [left.pop(stranger_below(words, len(left))) for _ in range(min(k, length))]

    rng.shuffle(items)

    assert items == expected
    assert rng.sample(items, k) == taken


def test_known_answers():
    """These may never change: every record ever written depends on them."""
    rng, first, cards = SeededRng(SEED, 7), SeededRng(SEED, 1), list(range(10))
    SeededRng(SEED, 0).shuffle(cards)

    assert [rng.below(6) for _ in range(12)] == [3, 1, 5, 0, 3, 1, 2, 5, 2, 4, 0, 4]
    assert cards == [9, 3, 7, 8, 2, 5, 1, 0, 6, 4]
    assert first.sample("abcdef", 3) == ["d", "c", "f"]
    assert first.choice("xyz") == "z"
    assert [first.roll() for _ in range(5)] == [4, 2, 6, 3, 4]


def test_another_ply_or_seed_is_another_chance():
    def draws(seed, ply):
        rng = SeededRng(seed, ply)
        return [rng.below(2**32) for _ in range(4)]

    assert len({tuple(draws(seed, ply)) for seed in (SEED, bytes(32)) for ply in range(50)}) == 100


@pytest.mark.parametrize("n", [2, 3, 6, 10])
def test_every_result_is_equally_likely(n):
    """Chi-square over 20,000 draws; the bound is passed by chance once in about a thousand, and the seed is fixed."""
    draws = 20_000
    counts = Counter(SeededRng(SEED, ply).below(n) for ply in range(draws))
    expected = draws / n

    chi_square = sum((counts[k] - expected) ** 2 / expected for k in range(n))

    assert set(counts) == set(range(n))
    assert chi_square < {2: 10.83, 3: 13.82, 6: 20.52, 10: 27.88}[n]


def test_every_order_of_three_is_equally_likely():
    counts = Counter()
    for ply in range(6000):
        items = list("abc")
        SeededRng(SEED, ply).shuffle(items)
        counts["".join(items)] += 1

    assert len(counts) == 6
    assert sum((count - 1000) ** 2 / 1000 for count in counts.values()) < 20.52


def test_used_counts_draws():
    rng = SeededRng(SEED, 0)
    assert rng.used == 0

    rng.below(1)
    assert rng.used == 1

    rng.shuffle([1, 2, 3])
    assert rng.used == 3


def test_one_result_takes_no_word():
    a, b = SeededRng(SEED, 0), SeededRng(SEED, 0)
    a.below(1)

    assert [a.below(1000) for _ in range(9)] == [b.below(1000) for _ in range(9)]


def test_script_dictates_numbers_faces_and_names():
    rng = ScriptedRng([2, 6, "pear", "fig", "apple", 0])

    assert rng.below(5) == 2
    assert rng.roll() == 6
    assert rng.choice(["apple", "pear"]) == "pear"
    assert rng.sample(["apple", "fig", "pear"], 3) == ["fig", "apple", "pear"]
    assert rng.left == [0]
    assert isinstance(rng, Rng)


@pytest.mark.parametrize(
    ("results", "draw"),
    [
        ([], lambda rng: rng.below(2)),
        ([2], lambda rng: rng.below(2)),
        ([0], lambda rng: rng.roll()),
        ([7], lambda rng: rng.roll()),
        (["pear"], lambda rng: rng.below(2)),
        (["pear"], lambda rng: rng.choice(["fig", "apple"])),
        ([-1], lambda rng: rng.below(2)),
    ],
)
def test_script_that_does_not_fit_is_an_error(results, draw):
    with pytest.raises(LookupError, match="the case"):
        draw(ScriptedRng(results))


def test_script_needs_nothing_where_there_is_no_choice():
    assert ScriptedRng().below(1) == 0
    assert ScriptedRng().sample(["fig"], 5) == ["fig"]


def test_the_fast_source_shuffles_as_every_source_does() -> None:
    fast, plain = FastRng("shuffle"), FastRng("shuffle")
    one, other = [*range(54)], [*range(54)]

    fast.shuffle(one)
    Rng.shuffle(plain, other)

    assert (one, fast.used, fast.below(1000)) == (other, plain.used, plain.below(1000))


def test_the_fast_source_chooses_as_every_source_does() -> None:
    fast, plain = FastRng("choice"), FastRng("choice")

    chosen = [fast.choice(range(54)) for _ in range(200)]

    assert (chosen, fast.used) == ([Rng.choice(plain, range(54)) for _ in range(200)], plain.used)
    assert fast.below(1000) == plain.below(1000)
