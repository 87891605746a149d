"""Planted faults in positions, boards, records and histories, and in how a game goes on."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

from msgspec.structs import replace

from hexbench.engine.board import Board, Doubted, Marks
from hexbench.engine.history import History
from hexbench.engine.play import Play
from hexbench.engine.seat import Seat
from hexbench.engine.state import Step
from hexbench.engine.values import Reason, Target, say
from hexbench.engine.verb import LazyTargets
from tests.laws.faults.plant import fault, patched
from tests.laws.hidden import Twins
from tests.laws.processes import Transcript
from tests.laws.sound import Audited, Boards, Defaults, Freed, Kept, Replayed, Undone
from tests.toys.patrol import fire
from tests.toys.ridge import advance, combat, losses, movement, retreat, victory
from tests.toys.ridge import sequence as ridge_sequence
from tests.toys.ridge.game import RidgeRules
from tests.toys.ridge.kit import RidgeBoard, RidgeSeat


# ---- positions and replay ----------------------------------------------------------------------------------------------
@fault("zones of control are not patched when a unit moves", "ridge/meeting", Boards)
def patch_forgotten() -> Iterator[None]:
    """The board is patched for stacks only."""
    with patched(RidgeBoard, patch=Board.patch):
        yield


@fault("a board is shared between a position and the next one", "ridge/meeting", Boards)
def board_shared() -> Iterator[None]:
    """No copy before patching."""
    with patched(RidgeBoard, copy=lambda self: self):
        yield


@fault("what is kept of a position outlives the move that changes it", "ridge/meeting", Kept)
def facts_outlived() -> Iterator[None]:
    """A move leaves no mark on the board."""
    honest = RidgeBoard.patch

    def patch(self: Any, uid: str, old: Any, new: Any) -> None:
        places = Marks(self.places)
        honest(self, uid, old, new)
        self.places = places

    with patched(RidgeBoard, patch=patch):
        yield


@fault("what is kept depends on more than it says", "ridge/contact", Kept)
def facts_undeclared() -> Iterator[None]:
    """The parts that a fact is made from are ignored."""
    honest = Doubted.get

    def get(self: Doubted, what: Any, of: Any, make: Any, mend: Any = None) -> Any:
        return honest(self, what, (), make, mend)

    with patched(Doubted, get=get):
        yield


@fault("a seat keeps the ways that know it", "ridge/meeting", Freed)
def seat_knows_itself() -> Iterator[None]:
    """One target is picked from all those kept."""
    honest = movement.MoveUnits.targets

    def targets(self: Any, seat: Any, step: Any, subject: tuple[str, ...]) -> LazyTargets:
        found = tuple(honest(self, seat, step, subject))
        return LazyTargets(range(len(found)), lambda i: found[i] if seat.decides else found[-1])

    def pick(self: Any, verb: str, subject: tuple[str, ...], number: Any) -> Target | None:
        found = self.ways(verb, subject)
        return found[number(len(found)) - 1] if found else None

    with patched(movement.MoveUnits, targets=targets), patched(Seat, pick=pick):
        yield


@fault("doing something changes the position it is done in", "ridge/contact", Replayed)
def argument_mutated() -> Iterator[None]:
    """Units are written into the dict of the old position."""

    def put(self: Any, uid: str, **changes: Any) -> Any:
        old = self.units[uid]
        new = self.units[uid] = replace(old, **changes)
        self.board.patch(uid, old, new)
        return new

    with patched(Play, put=put):
        yield


@fault("chance that is not in the record", "ridge/contact", Replayed)
def chance_of_its_own() -> Iterator[None]:
    """A die from another source."""
    elsewhere = random.Random(4)

    def roll(self: Any, why: Any, dice: int = 1, rule: str = "") -> int:
        return sum(elsewhere.randint(1, 6) for _ in range(dice))

    with patched(Play, roll=roll):
        yield


@fault("a number is used and not recorded", "ridge/contact", Replayed)
def number_not_recorded() -> Iterator[None]:
    """The second number of each action is lost."""
    honest = Play.number

    def number(self: Any, why: str, faces: int) -> int:
        found = honest(self, why, faces)
        if len(self.used) == 2:
            self.used.pop()
        return found

    with patched(Play, number=number):
        yield


@fault("something is kept outside the position", "ridge/contact", Replayed)
def state_elsewhere() -> Iterator[None]:
    """A count kept on the rules."""
    honest = losses.lose_step

    def lose_step(play: Any, uid: str) -> None:
        rules = play.rules
        rules.count = getattr(rules, "count", 0) + 1
        honest(play, uid)
        play.set(turn=play.turn + (rules.count % 2))

    with patched(losses, lose_step=lose_step), patched(retreat, lose_step=lose_step):
        yield


@fault("a position that the audit does not pass", "ridge/contact", Audited)
def audit_unhappy() -> Iterator[None]:
    """Any number of units may advance."""

    def may_advance(view: Any, units: tuple[str, ...], into: str) -> tuple[str, ...]:
        known = view.s.units if isinstance(view, RidgeSeat) else view.units
        return tuple(x for x in units if known[x].at != into)

    def retreat_anywhere(self: Any, seat: Any, step: Any, hex_: str) -> Iterator[Reason]:
        if hex_ not in seat.rules.atlas.near[seat.s.units[step.units[0]].at]:
            yield Reason("8.1", say("They retreat one hex at a time."))

    with (
        patched(advance, may_advance=may_advance),
        patched(combat, may_advance=may_advance),
        patched(retreat.FallBack, _closed=retreat_anywhere),
    ):
        yield


@fault("redo follows another branch", "ridge/contact", Undone)
def redo_astray() -> Iterator[None]:
    """Going back loses where it came from."""

    def undo(self: Any) -> Any:
        node = self.node
        self.here = node.parent
        return node.record

    def go(self: Any, number: int) -> None:
        self.here = number

    with patched(History, undo=undo, go=go):
        yield


@fault("a forgotten position is taken from the nearest one kept", "ridge/contact", Undone)
def replay_skipped() -> Iterator[None]:
    """No replay."""

    def state_at(self: Any, number: int) -> Any:
        node = self.nodes[number]
        while node.state is None:
            node = self.nodes[node.parent]
        return node.state

    with patched(History, state_at=state_at):
        yield


@fault("the engine goes on for ever", "ridge/contact", Defaults)
def engine_stuck() -> Iterator[None]:
    """A step that never leaves the stack."""
    with patched(ridge_sequence.PlayerTurn, run=lambda self, play: None):
        yield


@fault("the game does not end", "ridge/contact", Defaults)
def game_endless() -> Iterator[None]:
    """The last turn repeats."""

    def end(play: Any, step: Any) -> None:
        play.swap(at=0)

    stages = (*ridge_sequence.GameTurn.stages[:-1], end)
    with patched(ridge_sequence.GameTurn, stages=stages):
        yield


@fault("the verdict says over while somebody decides", "ridge/contact", Audited)
def verdict_early() -> Iterator[None]:
    """Over too early."""
    honest = victory.verdict

    def verdict(self: Any, state: Any) -> Any:
        return replace(honest(state, self.tables), over=state.turn > 4)

    with patched(RidgeRules, verdict=verdict):
        yield


@fault("who decides hangs on what is hidden", "patrol/ambush", Twins)
def decider_on_hidden() -> Iterator[None]:
    """A window for fire that closes by itself if nobody can shoot."""

    def decider(self: Any, s: Any) -> str | None:
        rules_free = [u for u in s.units.values() if u.side == self.who and u.watch]
        return str(self.who) if rules_free else None

    with patched(fire.Window, decider=decider, run=Step.run):
        yield


@fault("rules go through a set", "ridge/contact", Transcript)
def hash_order() -> Iterator[None]:
    """Guards draw in the order of a set."""

    def guards_draw(play: Any, step: Any) -> None:
        for uid in {uid for uid, unit in play.units.items() if unit.guard}:
            combat.draw_chit(play, uid)

    with patched(ridge_sequence.SetUp, stages=(guards_draw,)):
        yield


@fault("a target is chosen by hash", "patrol/crossroads", Transcript)
def hash_targets() -> Iterator[None]:
    """Targets in the order of a set."""
    honest = fire.FireSquad.targets

    def targets(self: Any, seat: Any, step: Any, subject: tuple[str, ...]) -> Any:
        return sorted(honest(self, seat, step, subject), key=hash)

    with patched(fire.FireSquad, targets=targets):
        yield
