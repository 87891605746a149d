"""The closed list of what can happen. A new game adds none: what has no event of its own is FactChanged or Noted."""

from __future__ import annotations

import msgspec

from hexbench.engine.values import Say


class Event(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag=True, tag_field="event"):
    """Base of all events."""


class TurnBegan(Event, frozen=True):
    """A game turn began; ``turn`` is the name the players use ("17AM")."""

    turn: str


class PhaseBegan(Event, frozen=True):
    """A phase of a player turn began."""

    phase: str
    side: str | None
    say: Say


class UnitPlaced(Event, frozen=True):
    """A unit came to a place, but not by moving: set-up, entry, return."""

    unit: str
    at: str


class UnitMoved(Event, frozen=True):
    """A unit moved hex by hex; ``path`` starts with the hex it left. ``how`` is move, retreat, advance, ..."""

    unit: str
    path: tuple[str, ...]
    how: str = "move"
    cost: int | None = None


class UnitStopped(Event, frozen=True):
    """Something ended a unit's move early."""

    unit: str
    at: str
    rule: str
    say: Say


class UnitRemoved(Event, frozen=True):
    """A unit left the map for a box: eliminated, exited, withheld."""

    unit: str
    to: str


class UnitChanged(Event, frozen=True):
    """A unit's public condition changed: supply, mode, fatigue. ``what`` is the field, ``now`` its new value."""

    unit: str
    what: str
    now: str


class StepLost(Event, frozen=True):
    """A unit lost steps; ``left`` is how many it still has."""

    unit: str
    left: int


class StepRegained(Event, frozen=True):
    """A unit regained steps."""

    unit: str
    now: int


class DiceRolled(Event, frozen=True):
    """Dice were rolled: what for, and the faces in order. ``of`` is the side that rolled; empty: the acting side."""

    why: Say
    faces: tuple[int, ...]
    rule: str = ""
    of: str = ""


class Drawn(Event, frozen=True):
    """Something was drawn for a unit or a side: a chit, a card. ``what`` None: this side may not see it."""

    owner: str
    what: str | None


class Revealed(Event, frozen=True):
    """Something hidden was revealed: a unit at a place, the number of a chit, a card."""

    ref: str
    what: str


class Declared(Event, frozen=True):
    """Something became binding: a combat, an assault, a fire. ``refs`` name the units, ``object`` their target."""

    what: str
    refs: tuple[str, ...]
    object: str


class Line(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, kw_only=True):
    """How a result was found: both sums, their ratio as the table names it, the shifts made, the column.

    ``shifts`` are (rule, columns), positive for the attacker; ``column`` is the one that was read after all of them.
    ``drm`` was added to each die; what the dice showed was reported before (:class:`DiceRolled`).
    """

    attack: float
    defence: float
    ratio: str = ""
    shifts: tuple[tuple[str, int], ...] = ()
    row: str = ""
    column: str = ""
    drm: int = 0


class Resolved(Event, frozen=True, omit_defaults=True):
    """A combat or a table was resolved with this result; for a combat with sums, ``line`` says how it came about."""

    what: str
    object: str
    result: str
    rule: str = ""
    line: Line | None = None


class MarkerChanged(Event, frozen=True):
    """A marker was placed on a hex or hexside (``now``) or removed (empty)."""

    kind: str
    at: str
    now: str


class FactChanged(Event, frozen=True):
    """A public number or word of the game changed: points, a level, weather."""

    name: str
    now: str
    say: Say


class Noted(Event, frozen=True):
    """Anything else worth a line in the log, with the rule it comes from."""

    rule: str
    say: Say
    refs: tuple[str, ...] = ()


class GameEnded(Event, frozen=True):
    """The game is over."""

    winner: str | None
    level: str


AnyEvent = (
    TurnBegan
    | PhaseBegan
    | UnitPlaced
    | UnitMoved
    | UnitStopped
    | UnitRemoved
    | UnitChanged
    | StepLost
    | StepRegained
    | DiceRolled
    | Drawn
    | Revealed
    | Declared
    | Resolved
    | MarkerChanged
    | FactChanged
    | Noted
    | GameEnded
)


class Broadcast(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """One thing that happened, as each side may know it.

    ``all`` is what everybody learns, except sides that have an entry in ``only``. None: that side learns nothing, not
    even that something happened. The umpire (side None) is told the fullest version: the first of ``only``, otherwise
    ``all``.
    """

    all: AnyEvent | None = None
    only: tuple[tuple[str, AnyEvent], ...] = ()

    def to(self, side: str | None) -> AnyEvent | None:
        """What ``side`` learns; None the umpire."""
        if side is None:
            return self.only[0][1] if self.only else self.all
        for name, event in self.only:
            if name == side:
                return event
        return self.all
