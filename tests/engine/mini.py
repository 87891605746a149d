"""The smallest game there can be, for tests of the engine alone: a number, a script, a question, a draft."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from msgspec.structs import replace

from hexbench.atlas.atlas import Atlas
from hexbench.atlas.sheet import Cell, MapSheet
from hexbench.engine.events import FactChanged, Noted, Revealed
from hexbench.engine.play import Play
from hexbench.engine.rules import Rules
from hexbench.engine.seat import Seat
from hexbench.engine.state import Ask, Declaration, Dice, Piece, Script, State, Step
from hexbench.engine.values import Action, Offer, Reason, Say, Target, say
from hexbench.engine.verb import Verb
from hexbench.hexes.grid import GridSpec


class Marker(Piece, frozen=True, kw_only=True):
    """A unit that can stand somewhere."""

    steps: int = 1


class Add(Verb["Seat", "Count", "Play"]):
    name = "add"
    label = say("Add")
    object = "choice"
    hows = ("slowly", "fast")

    def targets(self, seat: Seat, step: Count, subject: tuple[str, ...]) -> Iterator[Target]:
        for n in ("1", "2"):
            for how in self.hows:
                yield Target(n, how)

    def reasons(self, seat: Seat, step: Count | None, action: Action) -> Iterator[Reason]:
        if action.object not in ("1", "2"):
            yield Reason("1.1", say("Only one or two."))
            yield Reason("1.1", say("Only one or two."))
        if step is None:
            yield Reason("1.2", say("Not now."))

    def settle(self, seat: Seat, step: Count, action: Action) -> Action:
        return action if action.how else replace(action, how="slowly")

    def do(self, play: Play, step: Count, action: Action) -> None:
        play.answer(total=play.stack[-2].total + int(action.object), log=(*play.stack[-2].log, action.how))


class Stop(Verb["Seat", "Count", "Play"]):
    name = "stop"
    label = say("Stop")
    routed = False

    def do(self, play: Play, step: Count, action: Action) -> None:
        play.pop()


class Pick(Verb["Seat", "Basket", "Play"]):
    name = "pick"
    label = say("Pick")
    subject = "unit"

    def offer(self, seat: Seat, step: Basket) -> Offer | None:
        left = tuple(x for x in seat.s.units if x not in step.picked)
        return Offer(self.name, left) if left else None

    def targets(self, seat: Seat, step: Basket, subject: tuple[str, ...]) -> Iterator[Target]:
        if len(subject) == 1 and subject[0] not in step.picked:
            yield Target()

    def do(self, play: Play, step: Basket, action: Action) -> None:
        play.swap(picked=(*step.picked, *action.subject))


class Empty(Verb["Seat", "Basket", "Play"]):
    name = "empty"
    label = say("Empty")

    def offer(self, seat: Seat, step: Basket) -> Offer | None:
        return Offer(self.name, back=True) if step.picked else None

    def targets(self, seat: Seat, step: Basket, subject: tuple[str, ...]) -> Iterator[Target]:
        if step.picked:
            yield Target()

    def do(self, play: Play, step: Basket, action: Action) -> None:
        play.swap(picked=())


class Close(Verb["Seat", "Basket", "Play"]):
    name = "close"
    label = say("Close")

    def targets(self, seat: Seat, step: Basket, subject: tuple[str, ...]) -> Iterator[Target]:
        if len(step.picked) != 1:
            yield Target()

    def reasons(self, seat: Seat, step: Basket | None, action: Action) -> Iterator[Reason]:
        if step is not None and len(step.picked) == 1:
            yield Reason("2.1", say("One alone is lonely."))

    def do(self, play: Play, step: Basket, action: Action) -> None:
        play.answer(log=(*play.stack[-2].log, *step.picked))


ADD, STOP, PICK, EMPTY, CLOSE = Add(), Stop(), Pick(), Empty(), Close()


class Count(Ask, frozen=True, kw_only=True):
    verbs = (ADD, STOP)
    phase = "counting"

    def say(self, seat: Seat) -> Say:
        return say("Add something.")


class Basket(Declaration, frozen=True, kw_only=True):
    picked: tuple[str, ...] = ()
    verbs = (PICK, EMPTY, CLOSE)


def begin(play: Play, step: Round) -> None:
    play.tell(Noted("1.0", say("It begins.")))


def ask_red(play: Play, step: Round) -> None:
    play.push(Count(who="red"))


def ask_blue(play: Play, step: Round) -> None:
    """Red is shown something before blue is asked."""
    play.push(Peek(), Count(who="blue"))


def fill(play: Play, step: Round) -> None:
    play.push(Basket(who="red"))


def roll(play: Play, step: Round) -> None:
    found = play.roll(say("Luck"), 2, "1.3")
    play.swap(total=step.total + found)


def again(play: Play, step: Round) -> None:
    """Loop while the total is small."""
    if step.total < step.goal:
        play.swap(at=1)
        return
    play.tell(FactChanged("total", str(step.total), say("{n} at last.", n=step.total)))


class Round(Script, frozen=True, kw_only=True):
    goal: int = 0
    total: int = 0
    log: tuple[str, ...] = ()
    stages = (begin, ask_red, ask_blue, fill, roll, again)


class Peek(Step, frozen=True, kw_only=True):
    """The engine's own work: it shows something to red only."""

    def run(self, play: Any) -> None:
        play.pop()
        play.tell_only("red", Revealed("a", "ace"), Noted("1.4", say("Red looks.")))


class MiniState(State, frozen=True, kw_only=True):
    units: dict[str, Marker]
    stack: tuple[Round | Count | Basket | Peek, ...]
    notes: dict[str, int] = {}
    word: str = ""


class MiniRules(Rules[MiniState, None, None]):
    key = "mini"
    sides = ("red", "blue")
    state_type = MiniState
    all_verbs = (ADD, STOP, PICK, EMPTY, CLOSE)
    sequence_rule = "1.0"

    def begin(self, scenario: Any, seed: int) -> MiniState:
        return start(seed, goal=int(scenario))


def start(seed: int = 0, goal: int = 0) -> MiniState:
    """A position whose stack is ready to run."""
    units = {
        "a": Marker(side="red", at="0101"),
        "b": Marker(side="blue", at="0101"),
        "c": Marker(side="red", at="#tray"),
    }
    return MiniState(units=units, stack=(Round(goal=goal),), dice=Dice(seed))


def rules() -> MiniRules:
    """The game on two hexes."""
    spec = GridSpec(
        orientation="pointy",
        columns=(1, 2),
        rows=(1, 1),
        rows_from="north",
        pushed="odd",
        push="east",
        numbering="CCRR",
    )
    sheet = MapSheet(
        format="hexbench-map",
        version=1,
        key="mini",
        title="Mini",
        source="rules",
        provenance="",
        kilometres_per_hex=1.0,
        grid=spec,
        cells={"0101": Cell("clear"), "0201": Cell("clear")},
    )
    return MiniRules(Atlas(sheet), None, None)
