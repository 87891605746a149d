"""What the ``field`` modules of all games share: terse ways to ask about a position and to play it, and to draw small countries."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, ClassVar, Generic, Self, TypeVar

from msgspec.structs import replace

from hexbench.atlas.atlas import side_name
from hexbench.engine.events import AnyEvent
from hexbench.engine.play import Play
from hexbench.engine.rules import Outcome, Rules
from hexbench.engine.seat import Seat
from hexbench.engine.values import Action, Reason, Target
from hexbench.hexes.coords import disk, neighbours
from hexbench.hexes.grid import Grid, GridSpec

POINT = 12
"""One movement point in the unit of ``Target.cost``."""

R = TypeVar("R", bound=Rules[Any, Any, Any])
S = TypeVar("S")
K = TypeVar("K", bound=Seat)


# ---- positions ----------------------------------------------------------------------------------------------------
class Situation(Generic[R, S, K]):
    """A position that can be asked and played: of rules R, with a state S and seats K."""

    def __init__(self, rules: R, outcome: Outcome) -> None:
        self.rules = rules
        self.state: S = outcome.state
        self.outcome = outcome
        self.seat: K = rules.seat(self.state, rules.decider(self.state))

    def after(self, outcome: Outcome) -> Self:
        """The same game, at another outcome."""
        return type(self)(self.rules, outcome)

    # ---- asking
    def __getitem__(self, uid: str) -> Any:
        units: dict[str, Any] = self.state.units  # type: ignore[attr-defined]
        return units[uid]

    def of(self, side: str | None) -> K:
        """The seat of a side, or the umpire's."""
        seat: K = self.rules.seat(self.state, side)
        return seat

    @property
    def board(self) -> Any:
        """The board of the position."""
        return self.rules.board(self.state)

    @property
    def events(self) -> list[AnyEvent]:
        """What happened last, as everybody knows it."""
        return [told.all for told in self.outcome.told if told.all is not None]

    def told(self, kind: type) -> list[Any]:
        """The events of one kind among them."""
        return [event for event in self.events if isinstance(event, kind)]

    @property
    def numbers(self) -> tuple[int, ...]:
        """The numbers the last action used."""
        return self.outcome.numbers

    @property
    def stack(self) -> tuple[Any, ...]:
        """The steps of the position, the innermost last."""
        steps: tuple[Any, ...] = self.state.stack  # type: ignore[attr-defined]
        return steps

    @property
    def top(self) -> Any:
        """The innermost step."""
        return self.stack[-1]

    @property
    def step(self) -> tuple[str | None, str]:
        """Who decides, and in which step."""
        return self.seat.prompt.side, self.seat.prompt.step

    @property
    def over(self) -> bool:
        """Whether the game is over."""
        return not self.stack

    @property
    def verbs(self) -> tuple[str, ...]:
        """The verbs offered, in order."""
        return tuple(offer.verb for offer in self.seat.prompt.offers)

    def offered(self, verb: str) -> tuple[str, ...]:
        """The subjects a verb is offered with; empty when it is not offered (or needs none)."""
        return next((offer.subjects for offer in self.seat.prompt.offers if offer.verb == verb), ())

    def places(self) -> dict[str, str]:
        """Where every unit is."""
        return {uid: unit.at for uid, unit in self.state.units.items()}  # type: ignore[attr-defined]

    # ---- playing
    def run(self, work: Callable[[Any], object], numbers: Sequence[int] | None = ()) -> Self:
        """Do ``work`` to the position, whoever decides, and run on to the next decision."""
        play: Play = self.rules.play_type(self.rules, self.state, numbers)
        work(play)
        return self.after(self.rules._run(play, None, None))

    def default(self, times: int = 1, numbers: Sequence[int] | None = None) -> Self:
        """Follow the default, so many times."""
        now = self
        for _ in range(times):
            default = now.seat.prompt.default
            assert default is not None
            now = now.after(now.rules.apply(now.state, default, numbers))
        return now

    def until(self, side: str | None, step: str, limit: int = 2000) -> Self:
        """Follow the defaults until a side is asked in a step; (None, "") is the end of the game."""
        now = self
        for _ in range(limit):
            if now.step == (side, step) or (now.over and side is None):
                return now
            assert not now.over, f"the game ends before {side} is asked in {step}"
            now = now.default()
        raise AssertionError(f"{side} {step} does not come")

    def swapped(self, **changes: Any) -> Self:
        """The same position with fields of the State changed."""
        changed = replace(self.state, **changes)  # type: ignore[type-var]
        return self.after(Outcome(changed, None, (), (), ""))


class Moving(Situation[R, S, K]):
    """For games in which most questions are about moves: units and hex come first, and the verb is "move" unless said otherwise."""

    def targets(self, verb: str, *units: str, how: str = "") -> dict[str, Target]:
        """Every target of a verb, by its object; of a verb with modes those of one mode."""
        return {t.object: t for t in self.seat.targets(verb, units) if not how or t.how == how}

    def reasons(
        self, verb: str, units: str | Sequence[str] = "", to: str = "", via: str = "", how: str = ""
    ) -> tuple[Reason, ...]:
        """Every reason against an action."""
        subject = tuple(units.split()) if isinstance(units, str) else tuple(units)
        return self.seat.refuse(Action(verb, subject, to, how, tuple(via.split())))

    def refused(
        self, units: str = "", to: str = "", via: str = "", verb: str = "move", how: str = ""
    ) -> list[str]:
        """The ids of the clauses against an action; it must be refused, and not be offered either."""
        found = self.reasons(verb, units, to, via, how)
        assert found, f"{verb} of {units} to {to} is not refused"
        if not via and to:
            assert to not in self.targets(verb, *units.split(), how=how)
        return [reason.rule for reason in found]

    def sentence(
        self, units: str = "", to: str = "", via: str = "", verb: str = "move", how: str = ""
    ) -> str:
        """The first sentence against an action."""
        return str(self.reasons(verb, units, to, via, how)[0].text)

    def act(
        self,
        verb: str,
        units: str = "",
        to: str = "",
        via: str = "",
        numbers: Sequence[int] | None = None,
        how: str = "",
    ) -> Self:
        """Do an action; it must be legal. ``numbers``: exactly the dice it takes."""
        action = Action(verb, tuple(units.split()), to, how, tuple(via.split()))
        return self.after(self.rules.apply(self.state, action, numbers))

    def move(self, units: str, to: str, via: str = "") -> Self:
        """Move units together."""
        return self.act("move", units, to, via)


class Acting(Situation[R, S, K]):
    """For games with many verbs of equal weight: the verb comes first, and dice are exactly those that are given."""

    ways_listed: ClassVar[bool] = False
    """Whether targets name all ways, so that a refused action with ``via`` may be none of them either."""

    def hows(self, verb: str, *subject: str, to: str = "") -> set[str]:
        """The ways in which a verb may be used at an object."""
        return {t.how for t in self.seat.targets(verb, subject) if t.object == to}

    def reasons(
        self, verb: str, units: str = "", to: str = "", how: str = "", via: str = ""
    ) -> tuple[Reason, ...]:
        """Every reason against an action."""
        return self.seat.refuse(Action(verb, tuple(units.split()), to, how, tuple(via.split())))

    def refused(self, verb: str, units: str = "", to: str = "", how: str = "", via: str = "") -> list[str]:
        """The ids of the clauses against an action; it must be refused, and be no target either."""
        found = self.reasons(verb, units, to, how, via)
        assert found, f"{verb} of {units!r} to {to!r} is not refused"
        if self.ways_listed or not via:
            targets = self.seat.targets(verb, tuple(units.split()))
            assert not any((t.object, t.how) == (to, how) for t in targets), (
                f"{verb} is offered, and refused: {found}"
            )
        return [reason.rule for reason in found]

    def sentence(self, verb: str, units: str = "", to: str = "", how: str = "", via: str = "") -> str:
        """The first sentence against an action."""
        return str(self.reasons(verb, units, to, how, via)[0].text)

    def act(
        self,
        verb: str,
        units: str = "",
        to: str = "",
        how: str = "",
        via: str = "",
        numbers: Sequence[int] | None = (),
    ) -> Self:
        """Do an action, which must be legal, with exactly these numbers; None: seeded ones."""
        action = Action(verb, tuple(units.split()), to, how, tuple(via.split()))
        return self.after(self.rules.apply(self.state, action, numbers))


# ---- countries ----------------------------------------------------------------------------------------------------
CORNER = GridSpec(
    orientation="pointy",
    columns=(10, 24),
    rows=(10, 21),
    rows_from="north",
    pushed="odd",
    push="east",
    numbering="CCRR",
)
"""A corner of a map: columns from the west, rows from the north, named column first ("1412"), pointy-top, odd rows pushed east."""


def road(chain: str) -> list[str]:
    """The hexsides a road runs through: a chain of hexes; a hexside in it, such as "3240/W", leads off the map."""
    out: list[str] = []
    before = ""
    for token in chain.split():
        if "/" in token:
            out.append(token)
            continue
        if before:
            out.append(side_name(before, token))
        before = token
    return out


class Ground:
    """The hexes of a grid by their names."""

    def __init__(self, spec: GridSpec) -> None:
        self._grid = Grid(spec)
        self._by_column = spec.numbering == "CCRR"

    def along(self, first: str, last: str) -> str:
        """The hexes of one row from the first to the last, as a chain."""
        a, b = ((int(at[:2]) if self._by_column else int(at[2:])) for at in (first, last))
        columns = range(a, b + (1 if b >= a else -1), 1 if b >= a else -1)
        return " ".join(f"{c:02d}{first[2:]}" if self._by_column else f"{first[:2]}{c:02d}" for c in columns)

    def ring(self, at: str) -> str:
        """The six hexsides of a hex."""
        return " ".join(side_name(at, self._grid.label[n]) for n in neighbours(self._grid.axial[at]))

    def near(self, at: str, within: int = 1) -> list[str]:
        """The hexes within so many hexes of one, itself left out, nearest first."""
        label = self._grid.label
        return [label[a] for a in disk(self._grid.axial[at], within) if a in label and label[a] != at]
