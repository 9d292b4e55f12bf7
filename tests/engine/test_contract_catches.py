"""The contract suite itself: games that are broken on purpose are each caught, by the check that names the fault."""

import random
import shutil
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from board_library.engine import Decision, Event, Move, Score, SeededRng
from board_library.engine.errors import NotOffered
from board_library.engine.testing import ContractError, check_game, play_games
from board_library.games import load_game

TOYS = Path(__file__).parent / "toys"
LANTERNS = load_game(TOYS / "lanterns")
VOTE = load_game(TOYS / "vote")
STAKE = load_game(TOYS / "stake")
VISIT = load_game(TOYS / "visit")
Lanterns = sys.modules[LANTERNS.new.__module__].Lanterns
Vote = sys.modules[VOTE.new.__module__].Vote
Stake = sys.modules[STAKE.new.__module__].Stake

BROKEN = {}
"""By name: the broken game, its seats, and the check that must catch it."""


def lanterns(check, **changes):
    """Register a class derived from Lanterns as a broken game."""

    def register(kind):
        def new(options, seats, rng, log):
            return LANTERNS.new(options, seats, rng, log, kind)

        BROKEN[kind.__name__] = (replace(LANTERNS, new=new, **changes), 3, check)
        return kind

    return register


# What a viewer is sent.


@lanterns("hidden view")
class ViewNamesTheNextCard(Lanterns):
    def view(self, seat):
        return {**super().view(seat), "next": self.deck[-1:]}


@lanterns("hidden view")
class ViewLeaksByOrder(Lanterns):
    def view(self, seat):
        return {**super().view(seat), "box": sorted(self.deck + self.hands[0], key=lambda card: card in self.deck)}


@lanterns("hidden view")
class SpectatorSeesTooMuch(Lanterns):
    def view(self, seat):
        return super().view(0 if seat is None else seat)


@lanterns("hidden moves")
class MovesDependOnTheDeck(Lanterns):
    def moves(self, seat):
        found = super().moves(seat)
        return found[1:] if found[1:] and self.deck[-1:] > ["card06"] else found


@lanterns("hidden question", decisions=("turn", "lucky"))
class KindBetraysTheHand(Lanterns):
    def ask(self, opened):
        super().ask(opened)
        if "card12" in self.hands[self.turn]:
            self.questions = (self.questions[0]._replace(kind="lucky"),)


@lanterns("hidden question", decisions=("turn", "lucky"))
class OnlyTheHolderIsAsked(Lanterns):
    def ask(self, opened):
        super().ask(opened)
        guard = next((seat for seat, hand in enumerate(self.hands) if "card12" in hand), self.turn)
        if guard != self.turn:
            asked = Decision(guard, "lucky", (Move("show", "card12"),), opened=opened)
            self.questions = tuple(sorted((*self.questions, asked)))


@lanterns("hidden score")
class ScoreCountsTheHand(Lanterns):
    def scores(self):
        points = [sum(int(card[4:]) for card in row + hand) for row, hand in zip(self.rows, self.hands, strict=True)]
        return [Score(seat, p, 1 + sum(other > p for other in points)) for seat, p in enumerate(points)]


@lanterns("hidden log")
class LogTellsAllWhatWasDrawn(Lanterns):
    def apply(self, seat, move, rng, log):
        inner = None if log is None else []
        super().apply(seat, move, rng, inner)
        if log is not None:
            log.extend(event._replace(readers=None, public=None) for event in inner)


@lanterns("hidden log")
class LogNamesTheNextCard(Lanterns):
    def apply(self, seat, move, rng, log):
        super().apply(seat, move, rng, log)
        if log is not None and self.deck:
            log.append(Event("lantern_shown", {"seat": seat, "card": self.deck[-1]}))


@lanterns("undo")
class ShowingMayBeUndone(Lanterns):
    def apply(self, seat, move, rng, log):
        super().apply(seat, move, rng, log)
        if log is not None:
            log[-1] = log[-1]._replace(reveals=False)


class Telling(Decision):
    """Refuses what is not offered, and names the next card while doing so."""

    def offers(self, move):
        if move not in self.moves:
            raise NotOffered(f"not now, {self.next_card} comes next", code=move.code)
        return True


@lanterns("hidden errors")
class RefusalNamesTheNextCard(Lanterns):
    def ask(self, opened):
        super().ask(opened)
        asked = Telling(*self.questions[0])
        asked.next_card = self.deck[-1:]
        self.questions = (asked,)


# Worlds.


@lanterns("worlds")
class NothingIsDealtAnew(Lanterns):
    def determinize(self, seat, rng):
        return self.clone()


@lanterns("worlds")
class SeatsGetTheRealWorld(Lanterns):
    def determinize(self, seat, rng):
        return self.clone() if seat is not None else super().determinize(seat, rng)


@lanterns("worlds")
class HandsAreNeverDealtAnew(Lanterns):
    def determinize(self, seat, rng):
        world = self.clone()
        world.deck.sort()
        rng.shuffle(world.deck)
        return world


@lanterns("worlds")
class PoolIsShuffledAsItLies(Lanterns):
    def determinize(self, seat, rng):
        world = super().determinize(seat, rng)
        world.deck = [card for card in self.deck if card in world.deck] + [c for c in world.deck if c not in self.deck]
        return world


@lanterns("worlds")
class WorldHasAForeignCard(Lanterns):
    def determinize(self, seat, rng):
        world = super().determinize(seat, rng)
        world.deck[:1] = ["card99"] * len(world.deck[:1])
        return world


@lanterns("looking")
class DealingAnewChangesTheRealState(Lanterns):
    def determinize(self, seat, rng):
        self.deck.sort()
        return super().determinize(seat, rng)


# Copies, records and chance.


@lanterns("clone")
class ClonesShareAList(Lanterns):
    def clone(self):
        twin = super().clone()
        twin.rows = self.rows
        return twin


@lanterns("clone")
class ClonesForgetTheTurn(Lanterns):
    def clone(self):
        twin = super().clone()
        twin.turn = 0
        return twin


@lanterns("replay")
class ShuffledWithoutTheSeed(Lanterns):
    def apply(self, seat, move, rng, log):
        random.shuffle(self.deck)
        super().apply(seat, move, rng, log)


@lanterns("chance")
class KeepsItsOwnChance(Lanterns):
    def __init__(self, options, seats):
        super().__init__(options, seats)
        self.rng = SeededRng(b"own", 0)


@lanterns("silent")
class CountsOnlyWhatIsLogged(Lanterns):
    def apply(self, seat, move, rng, log):
        super().apply(seat, move, rng, log)
        if log is None:
            self.turn = 0


@lanterns("looking")
class ViewHandsOutItsOwnList(Lanterns):
    def view(self, seat):
        return {**super().view(seat), "rows": self.rows}


@lanterns("looking")
class LookingTurnsTheDeck(Lanterns):
    def view(self, seat):
        self.deck.append(self.deck.pop(0)) if self.deck else None
        return super().view(seat)


@lanterns("rules")
class RulesRaise(Lanterns):
    def apply(self, seat, move, rng, log):
        super().apply(seat, move, rng, log)
        assert len(self.deck) > 7


# Moves and questions.


@lanterns("questions")
class MovesAreNotSorted(Lanterns):
    def moves(self, seat):
        return super().moves(seat)[::-1]


@lanterns("questions")
class AMoveIsThereTwice(Lanterns):
    def moves(self, seat):
        return [move for move in super().moves(seat) for _ in range(2)]


@lanterns("questions")
class NothingToChooseFrom(Lanterns):
    def ask(self, opened):
        self.questions = (Decision(self.turn, "turn", (), opened=opened),)


@lanterns("questions")
class TwoQuestionsToOneSeat(Lanterns):
    def ask(self, opened):
        super().ask(opened)
        self.questions *= 2


@lanterns("questions", decisions=("other",))
class UnknownKindOfQuestion(Lanterns):
    pass


@lanterns("questions")
class MoveIsNoCode(Lanterns):
    def moves(self, seat):
        return [Move("Draw", "the deck"), *super().moves(seat)]


@lanterns("opened")
class QuestionsKeepTheOldStamp(Lanterns):
    def ask(self, opened):
        super().ask(min(opened, 2))


@lanterns("door")
class AcceptsWhatItDoesNotOffer(Lanterns):
    def decision(self, seat):
        found = super().decision(seat)
        return found and found._replace(moves=(*found.moves, Move("show", "card12")))


@lanterns("events", events={"lantern_shown": ("seat", "card")})
class UnknownEvent(Lanterns):
    pass


@lanterns("events", events={"lantern_drawn": ("seat",), "lantern_shown": ("seat",)})
class UnknownFieldOfAnEvent(Lanterns):
    pass


@lanterns("events")
class EventWithoutText(Lanterns):
    def apply(self, seat, move, rng, log):
        super().apply(seat, move, rng, log)
        if log is not None:
            log.append(Event("lantern_shown", {"seat": seat, "card": object()}))


# Things and the end.


@lanterns("components")
class ACardIsLost(Lanterns):
    def apply(self, seat, move, rng, log):
        super().apply(seat, move, rng, log)
        self.rows[seat] = self.rows[seat][-1:]


@lanterns("components")
class ACardIsThereTwice(Lanterns):
    def components(self):
        return [*super().components(), "card01"]


@lanterns("bound", bound=lambda seats: seats)
class LongerThanStated(Lanterns):
    pass


@lanterns("returns")
class EverybodyWins(Lanterns):
    def returns(self):
        return [1.0 for _ in super().returns()]


@lanterns("returns")
class RanksDoNotFitThePoints(Lanterns):
    def scores(self):
        return [score._replace(rank=score.seat + 1) for score in super().scores()]


@lanterns("returns")
class WonOutrightButRankedByPoints(Lanterns):
    def scores(self):
        return [score._replace(won="lantern" if score.rank > 1 else "") for score in super().scores()]


@lanterns("returns")
class ReturnsAreThereBeforeTheEnd(Lanterns):
    def returns(self):
        return [0.0 for _ in self.rows] if self.questions else super().returns()


@lanterns("bots", zombie=lambda observer: Move("show", "nothing"))
class ZombieBreaksTheRules(Lanterns):
    pass


@lanterns("bots", greedy=lambda observer: Move("draw", "nothing"))
class BotBreaksTheRules(Lanterns):
    pass


# Answers that are open at once.


def vote(check):
    def register(kind):
        def new(options, seats, rng, log):
            state = kind(options, [0] * seats, seats)
            state.ask_proposer()
            return state

        BROKEN[kind.__name__] = (replace(VOTE, new=new, situations=None), 4, check)
        return kind

    return register


@vote("simultaneous")
class FirstVoteCountsMost(Vote):
    def apply(self, seat, move, rng, log):
        if move.verb == "vote" and self.votes.count(None) == len(self.votes):
            self.points[seat] += 1
        super().apply(seat, move, rng, log)


@vote("simultaneous")
class AVoteChangesTheQuestionOfOthers(Vote):
    def apply(self, seat, move, rng, log):
        super().apply(seat, move, rng, log)
        if move.verb == "vote" and any(vote is not None for vote in self.votes):
            self.ask_voters(self.ply)


@vote("hidden view")
class VotesAreOpen(Vote):
    def view(self, seat):
        return {**super().view(seat), "votes": self.votes[:]}


class Forgetful:
    """The votes that are sealed already are not written down."""

    def __getattr__(self, name):
        return getattr(VOTE.situations, name)

    def show(self, state):
        return [clause.replace("yes", "no") for clause in VOTE.situations.show(state)]


BROKEN["SituationForgetsAVote"] = (replace(VOTE, situations=Forgetful()), 4, "situation")


class Lossy(Forgetful):
    def show(self, state):
        return [clause for clause in VOTE.situations.show(state) if not clause.startswith("votes")]


BROKEN["SituationForgetsTheVoters"] = (replace(VOTE, situations=Lossy()), 4, "situation")


# Sums.


class LadderLeavesTheRange(Stake):
    def ask(self):
        super().ask()
        self.questions = tuple(
            d._replace(amount=d.amount and d.amount._replace(ladder=(1000,))) for d in self.questions
        )


class SumIsListedToo(Stake):
    def ask(self):
        super().ask()
        self.questions = tuple(d._replace(moves=(*d.moves, Move("stake", "5"))) for d in self.questions)


class Endless(Stake):
    def apply(self, seat, move, rng, log):
        self.turns += 1
        super().apply(seat, move, rng, log)


for _kind, _check in ((LadderLeavesTheRange, "questions"), (SumIsListedToo, "questions"), (Endless, "bound")):

    def _new(options, seats, rng, log, kind=_kind):
        state = kind(options, [20] * seats, 3 * seats)
        state.ask()
        return state

    BROKEN[_kind.__name__] = (replace(STAKE, new=_new, situations=None), 2, _check)


class WaitsForever(Lanterns):
    def moves(self, seat):
        found = super().moves(seat)
        return [*found, Move("wait", "here")] if found else found

    def apply(self, seat, move, rng, log):
        if move.verb == "wait":
            self.next_turn()
        else:
            super().apply(seat, move, rng, log)


lanterns("zombies", zombie=lambda observer: Move("wait", "here"), bound=lambda seats: 400)(WaitsForever)


@pytest.mark.parametrize("name", BROKEN)
def test_broken_game_is_caught(name):
    spec, seats, check = BROKEN[name]

    with pytest.raises(ContractError) as caught:
        check_game(spec, seats, games=8, seed="broken", sample=1)

    assert caught.value.check == check, caught.value
    assert "broken:" in caught.value.seed
    assert spec.slug in str(caught.value)


def test_sound_toy_passes():
    check_game(LANTERNS, 3, games=8, seed="broken", sample=2)


@pytest.mark.parametrize(
    "name", ["RulesRaise", "NothingToChooseFrom", "ACardIsLost", "LongerThanStated", "Endless", "EverybodyWins"]
)
def test_games_that_are_only_played_show_these_faults_too(name):
    spec, seats, check = BROKEN[name]

    with pytest.raises(ContractError) as caught:
        play_games(spec, seats, games=8, seed="broken")

    assert caught.value.check == check, caught.value
    assert "broken:" in caught.value.seed


def test_order_of_a_set_is_caught_in_another_process(tmp_path):
    """Equal in one process, different in another: only a second process with another hash seed can tell."""
    folder = tmp_path / "hashed"
    shutil.copytree(TOYS / "lanterns", folder)
    file = folder / "__init__.py"
    text = file.read_text(encoding="utf-8")
    file.write_text(text.replace("rng.shuffle(state.deck)", "state.deck = list(set(state.deck))"), encoding="utf-8")

    with pytest.raises(ContractError) as caught:
        check_game(load_game(folder), 2, games=1, seed="broken")

    assert caught.value.check == "elsewhere", caught.value
