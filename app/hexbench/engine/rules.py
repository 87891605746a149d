"""Rules: one game bound to one map, its tables and options. The base class contains what is the same in every game."""

from __future__ import annotations

import hashlib
from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from functools import cached_property
from operator import attrgetter
from typing import Any, ClassVar, Final, Generic, Protocol, TypeVar

import msgspec
from msgspec.structs import replace

from hexbench.atlas.atlas import Atlas
from hexbench.engine.board import Board, Facts
from hexbench.engine.documents.fields import EditableField
from hexbench.engine.events import Broadcast
from hexbench.engine.opponent import MANNERS
from hexbench.engine.outline import Outline
from hexbench.engine.overlays import Supplies
from hexbench.engine.play import Play
from hexbench.engine.seat import Seat
from hexbench.engine.state import Dice, Step
from hexbench.engine.umpire import UMPIRE, Hand, amend
from hexbench.engine.values import (
    Action,
    Barrier,
    Problem,
    Reason,
    Refused,
    Say,
    Value,
    Verdict,
    same_words,
    say,
)
from hexbench.engine.verb import AnyVerb

S = TypeVar("S")
O = TypeVar("O")  # noqa: E741 - options
T = TypeVar("T")

_UNSEEN = Dice()
"""The dice of a view."""
_STUCK = 10_000
"""Steps the engine runs without a decision before it reports that it is stuck."""
_BOARDS = 8
"""Boards kept: those of the position, its views, and a few hypothetical positions."""


def _ids(parts: tuple[Any, ...]) -> tuple[int, ...]:
    return tuple(map(id, parts))


class Outcome(Value, frozen=True):
    """The result of an action: the new position, what happened, the numbers used, and why undo would stop here."""

    state: Any
    action: Action | None
    told: tuple[Broadcast, ...]
    numbers: tuple[int, ...]
    barrier: Barrier


class GameDef(Protocol):
    """One per game, stateless, listed in the entry point group ``hexbench.games`` under its key.

    A game may also have ``compose(rules, position, base) -> State``, which reads positions from a description of its
    own (ValueError, one sentence, for what it cannot read), ``refit(position, own, rules, base) -> position``, which
    fits the description in a file to other options than those of the file, under which ``own`` are its rules, and
    ``check_tables(tables)`` and ``check_scenario(rules, scenario)``, which report what makes no sense in well-formed
    data, a sentence each (Iterable[str]). One with a calculator has ``calculator(tables)``
    (:mod:`hexbench.engine.calculator`). One whose opponents can be told how daring to be names the ``manners`` they
    know (:data:`hexbench.engine.opponent.MANNERS`).
    """

    key: str
    title: str
    contract: int
    """The :data:`hexbench.engine.outline.CONTRACT` it was made for."""
    sides: tuple[str, ...]
    rules_version: int
    Scenario: type
    Options: type
    Tables: type
    State: type
    phases: tuple[str, ...]
    """The ids that :meth:`Rules.enter` takes, in the order of play."""
    upgrades: Mapping[int, Callable[[dict[str, Any]], dict[str, Any]]]
    """version n -> a function from a raw position of n to one of n + 1."""
    opponents: Mapping[str, Callable[[], Any]]

    def open(self, atlas: Atlas, tables: Any, options: Any) -> Rules[Any, Any, Any]:
        """Bind the game to a map, its tables and the options of one scenario."""
        ...


class GameBase:
    """What most games define alike; see :class:`GameDef`. A game takes its names and numbers from its outline, and
    adds its types, ``open`` and its checks.
    """

    key: str
    title: str
    contract: int
    sides: tuple[str, ...]
    rules_version: int
    upgrades: Mapping[int, Callable[[dict[str, Any]], dict[str, Any]]] = {}
    reworded_tables: tuple[str, ...] = ()
    """Digests of earlier tables that differ from the shipped ones only in their wording: games begun with them continue without a notice."""
    manners: Final = MANNERS

    def __init_subclass__(cls, outline: Outline | None = None) -> None:
        super().__init_subclass__()
        if outline is None:  # a game without one defines all of it itself
            return
        cls.key, cls.title, cls.contract = outline.key, outline.title, outline.contract
        cls.sides, cls.rules_version = outline.sides, outline.rules_version


class Rules(Generic[S, O, T]):
    """One game on one map. Subclasses supply the class variables and the methods that raise TypeError here.

    Nothing in it changes except caches, so one Rules serves any number of positions.
    """

    key: ClassVar[str]
    sides: ClassVar[tuple[str, ...]]
    state_type: ClassVar[type]
    play_type: ClassVar[type[Play]] = Play
    seat_type: ClassVar[type[Seat]] = Seat
    all_verbs: ClassVar[tuple[AnyVerb, ...]]
    hand: ClassVar[Hand] = Hand()
    """What the umpire's hand may change, and what depends on it."""
    sequence_rule: ClassVar[str] = "sequence"
    """The ledger's clause that says phases come in order: cited if something is tried at the wrong time."""
    board_fields: ClassVar[tuple[str, ...]] = ("units",)
    """The fields of the state from which the board is derived."""
    same_board: ClassVar[bool] = False
    """Hiding changes nothing that the board is made from: views share the board of their position (law: patched boards)."""

    dice: ClassVar[tuple[tuple[int, int], ...]] = ((1, 6),)
    """The dice rolled in it: (how many together, faces of each), the most usual first."""

    fights: ClassVar[tuple[str, ...]] = ()
    """The phases, as steps name them, in which attacks are declared and carried out; questions within a combat belong to them."""

    harms: ClassVar[tuple[str, ...]] = ()
    """Which values of a :class:`~hexbench.engine.events.UnitChanged` are losses, besides steps: "disrupted"; the
    counter is marked for it.
    """

    without: ClassVar[Mapping[str, Say]] = {}
    """Capability -> why this game does not have it, in a sentence (see :mod:`hexbench.engine.parity`)."""

    def __init__(self, atlas: Atlas, tables: T, options: O) -> None:
        self.atlas = atlas
        self.tables = tables
        self.options = options
        self.verbs: dict[str, AnyVerb] = {v.name: v for v in self.all_verbs}
        self.facts = Facts()
        """What was worked out about a position and is likely to hold for the next."""
        self.memo: dict[Any, Any] = {}
        """What was worked out for this map, these tables and options, and need not be worked out again."""
        self._names: dict[str, Say] = {}
        self._boards: dict[int | tuple[int, ...], tuple[Any, Any]] = {}
        self._made_of: Callable[[Any], Any] = attrgetter(*self.board_fields)
        """What a position has in the fields of its board: the value of one field, a tuple of several."""
        self._key: Callable[[Any], int | tuple[int, ...]] = id if len(self.board_fields) == 1 else _ids
        self._encoder = msgspec.msgpack.Encoder()
        self._decoder: Any = msgspec.msgpack.Decoder(self.state_type)

    # ---- supplied by the game
    def begin(self, scenario: Any, seed: int) -> S:
        """The position before anything is done, its stack ready to run."""
        raise TypeError(f"{self.key} has no scenarios")

    def enter(self, state: S, phase: str) -> S:
        """The same position with the stack of a named phase. Raises ValueError (one sentence) for an unknown name."""
        raise TypeError(f"{self.key} has no phases")

    def hide(self, state: S, side: str) -> S:
        """What ``side`` may know, except dice and stack (:meth:`view` hides those)."""
        return state

    def side_name(self, side: str) -> str:
        """The name of a side in sentences and on the screen."""
        return side.replace("_", " ").title()

    def imagine(self, view: S, side: str, number: Callable[[int], int]) -> S:
        """A complete world that looks like ``view`` to ``side``. ``number(n)`` gives a number from 1 to n."""
        return replace(view, dice=Dice(seed=number(2**31)))  # type: ignore[type-var]

    def audit(self, state: S) -> tuple[Problem, ...]:
        """What is wrong with a position."""
        return ()

    def verdict(self, state: S) -> Verdict:
        """Who has won, or the current standing."""
        return Verdict(not state.stack)  # type: ignore[attr-defined]

    def holder(self, state: S, at: str) -> str | None:
        """The side that holds a hex: by default the side with a unit in it, and nobody if it is empty."""
        units = state.units  # type: ignore[attr-defined]
        return next((str(units[uid].side) for uid in self.board(state).units_at(at)), None)

    def gone(self, state: S, uid: str) -> bool:
        """Whether a unit is out of the game: by default in the box ``#eliminated`` or a part of it."""
        at: str = state.units[uid].at  # type: ignore[attr-defined]
        return at.partition("/")[0] == "#eliminated"

    def supplies(self, state: S, side: str) -> Supplies | None:
        """The supply of a side if it were judged now; None: the game has none (and says so in :attr:`without`)."""
        return None

    def standing_bridges(self, state: S) -> Mapping[str, str]:
        """Hexside -> the value of the umpire's field ``bridge`` that removes the bridge there."""
        return {}

    def doubled(self, state: S, uid: str, name: str, at: str) -> S:
        """The same position with one more unit, like ``uid`` except in the hex ``at``: for hypothetical positions, never for play."""
        units = {**state.units, name: replace(state.units[uid], at=at)}  # type: ignore[attr-defined]
        more = {}
        if hasattr(state, "roster"):
            more["roster"] = {**state.roster, name: state.roster[uid]}
        return replace(state, units=units, **more)  # type: ignore[type-var]

    def make_board(self, state: Any) -> Any:
        """The board of a position (or of a Play), built from nothing."""
        return Board(state.units)

    # ---- the umpire's hand
    def editable(self, state: S) -> tuple[EditableField, ...]:
        """What the umpire's hand may change of a position besides the place of units (see :mod:`hexbench.engine.umpire`)."""
        return self.hand.fields(self, state)

    def boxes(self, state: S) -> tuple[str, ...]:
        """Where units may be beside the map; the first is where units go that are removed from the game."""
        return self.hand.boxes(self, state)

    def amended(self, play: Any, action: Action) -> None:
        """Called after the umpire's hand: correct whatever depends on what was changed."""
        self.hand.amended(play, action)

    # ---- boards, kept by the identity of what they are made from
    def board(self, state: Any) -> Any:
        """The board of a position."""
        parts = self._made_of(state)
        found = self._boards.get(self._key(parts))
        if found is not None:
            return found[1]
        board = self.make_board(state)
        self.keep(state, board)
        return board

    def keep(self, state: Any, board: Any) -> None:
        """Keep the board a Play has patched."""
        boards, parts = self._boards, self._made_of(state)
        # the parts are held as long as the entry exists, so that nothing else can get their ids
        boards[self._key(parts)] = (parts, board)
        if len(boards) > _BOARDS:
            del boards[next(iter(boards))]

    # ---- the contract
    def new(self, scenario: Any, seed: int = 0, numbers: Sequence[int] | None = None) -> Outcome:
        """Begin a scenario and run it to its first decision. Raises NeedDice, BadNumbers."""
        return self._run(self.play_type(self, self.begin(scenario, seed), numbers), None, None)

    def resume(self, state: S, numbers: Sequence[int] | None = None) -> Outcome:
        """Run a position that was set up by hand (:meth:`enter`) to its first decision."""
        return self._run(self.play_type(self, state, numbers), None, None)

    def view(self, state: S, side: str | None) -> S:
        """What ``side`` may know; None: the umpire, who knows everything."""
        if side is None:
            return state
        seen = self.hide(state, side)
        if self.same_board and seen is not state:
            self.keep(seen, self.board(state))
        stack: tuple[Step, ...] = state.stack  # type: ignore[attr-defined]
        return replace(seen, dice=_UNSEEN, stack=tuple([step.masked(side) for step in stack]))  # type: ignore[type-var]

    def seat(self, state: S, side: str | None) -> Any:
        """The seat of ``side`` in this position."""
        return self.seat_type(self, self.view(state, side), side)

    def common(self, state: S) -> S:
        """What every side knows."""
        for side in self.sides:
            state = self.view(state, side)
        return state

    def open_seat(self, state: S, side: str | None) -> Any:
        """The seat of ``side`` at an open table: with what every side knows and nothing else."""
        return self.seat_type(self, self.common(state), side)

    def secret(self, state: S) -> bool:
        """Whether some side knows more of this position than another."""
        common = self.common(state)
        return any(self.view(state, side) != common for side in self.sides)

    def offers_known(self, state: S) -> bool:
        """Whether every side knows what the current step offers the side that decides: only then may a step that
        offers nothing pass by itself, because everybody sees that it does. By default: in games that hide nothing. It
        may use only what all sides know.
        """
        return type(self).hide is Rules.hide

    def decider(self, state: S) -> str | None:
        """The side that decides, or None if the game is over."""
        stack: tuple[Step, ...] = state.stack  # type: ignore[attr-defined]
        return stack[-1].decider(state) if stack else None

    def settle(self, state: S, action: Action, seat: Seat | None = None) -> Action:
        """The action as it will be recorded. Raises Refused with every reason if it is not legal."""
        judge = seat or self.seat(state, self.decider(state))
        why: tuple[Reason, ...] = judge.refuse(action)
        if why:
            raise Refused(why)
        return self.verbs[action.verb].settle(judge, judge.step, action)

    def apply(
        self,
        state: S,
        action: Action,
        numbers: Sequence[int] | None = None,
        trusted: bool = False,
    ) -> Outcome:
        """Do an action of the side that decides and go on to the next decision.

        ``numbers`` None: seeded numbers; otherwise exactly these. ``trusted``: the action was taken from a seat's
        targets in this very position and need not be judged again. Raises Refused, NeedDice, BadNumbers; ``state``
        never changes. An amendment by the umpire's hand is done only as ``trusted``: nobody is ever offered one.
        """
        if trusted and action.verb == UMPIRE:
            return amend(self, state, action)
        if not trusted:
            action = self.settle(state, action)
        action = same_words(action)
        return self._run(self.play_type(self, state, numbers), action, self.decider(state))

    def _run(self, play: Play, action: Action | None, before: str | None) -> Outcome:
        if action is not None:
            self.verbs[action.verb].do(play, play.top, action)
        stack = play.stack  # it is the same list to the end
        for _ in range(_STUCK):
            if not stack:
                break
            top = stack[-1]
            if top.decider(play) is not None:
                break
            top.run(play)
        else:
            raise RuntimeError(f"the engine is stuck in {stack}")
        new = play.close()
        barrier: Barrier = play.barrier
        if not barrier and action is not None and self.decider(new) != before:
            barrier = "handover"
        return Outcome(new, action, tuple(play.told), tuple(play.used), barrier)

    # ---- packing
    def pack(self, state: S) -> bytes:
        """Canonical bytes of a position or a view: fields in order, units in their own order."""
        return self._encoder.encode(state)

    def unpack(self, data: bytes) -> S:
        """A position from its bytes. Raises msgspec.ValidationError."""
        found: S = self._decoder.decode(data)
        return found

    def digest(self, state: S) -> str:
        """A short fingerprint of a position."""
        return hashlib.blake2b(self.pack(state), digest_size=16).hexdigest()

    def step_name(self, step: Step) -> str:
        """The name of a step as used in prompts and documents."""
        return step.phase or str(step.__struct_config__.tag)

    def named(self, name: str) -> Say:
        """A name as used in sentences, made once."""
        found = self._names.get(name)
        if found is None:
            found = self._names[name] = say("{name}", name=name)
        return found

    @cached_property
    def road_sides(self) -> frozenset[str]:
        """The hexsides crossed by a road of the map."""
        return frozenset(road.side for road in self.atlas.sheet.roads)

    @cached_property
    def road_hexes(self) -> frozenset[str]:
        """The hexes with a road of the map."""
        return frozenset(at for side in self.road_sides for at in side.split("/") if at in self.atlas.index)

    @cached_property
    def zones(self) -> dict[str, frozenset[str]]:
        """The named sets of hexes of the map, for membership tests."""
        return {name: frozenset(hexes) for name, hexes in self.atlas.sheet.zones.items()}

    @cached_property
    def hexsides(self) -> Mapping[str, frozenset[str]]:
        """Kind of hexside -> those on the map; none for a kind that it does not have."""
        found: defaultdict[str, set[str]] = defaultdict(set)
        for hexside in self.atlas.sheet.hexsides:
            for kind in hexside.kinds:
                found[kind].add(hexside.side)
        return defaultdict(frozenset, {kind: frozenset(sides) for kind, sides in found.items()})

    def missing(self, what: str) -> Reason:
        """The reason against a reference to something that does not exist."""
        return Reason(self.sequence_rule, say("There is no {what}.", what=what))

    def stranger(self, s: Any, units: Sequence[str], at: str) -> Reason | None:
        """The reason against the first unit that is not in a position, or else against a hex that is not on the map."""
        lost = next((f"unit {uid}" for uid in units if uid not in s.units), "")
        if not lost and at not in self.atlas.index:
            lost = f"hex {at or '-'}"
        return self.missing(lost) if lost else None
