"""The seat, play and board of Tigers in the Ardennes, with typed access to the position."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Self, TypeAlias

from hexbench.engine.board import Board, Marks
from hexbench.engine.play import Play
from hexbench.engine.seat import USUAL, Seat
from hexbench.games.tigers import dump, ground
from hexbench.games.tigers.pieces import PEIPER, SIDES

if TYPE_CHECKING:
    from hexbench.engine.display import Form
    from hexbench.engine.forecast import Forecast
    from hexbench.engine.values import Say
    from hexbench.games.tigers.pieces import Unit
    from hexbench.games.tigers.rules import TgRules
    from hexbench.games.tigers.state import Tigers


class TgSeat(Seat):
    """What one side may know and do. Display modules are imported on first use."""

    s: Tigers
    board: TgBoard
    rules: TgRules

    made_in = {**USUAL, "headline": "display.headline", "weighed": "panels.weighed"}

    def called(self, unit: str) -> Say:
        """The name printed on the unit's counter."""
        return self.rules.title(self.s.roster[unit])

    def sides_of(self, unit: str) -> tuple[Mapping[str, Any], ...]:
        """The two faces of a counter: in good order and disrupted (TG-DIS)."""
        return ({"disrupted": False}, {"disrupted": True})

    def forecast_form(self, form: Form) -> Forecast | None:
        """The odds of an attack given by a form, without a map."""
        from hexbench.games.tigers import odds_report

        return odds_report.foresee_form(self.rules.tables.results, form) if form.key == "what_if" else None


# The typed Play of Tigers in the Ardennes, which its verbs and stages read and write.

if TYPE_CHECKING:
    from hexbench.games.tigers.pieces import Unit
    from hexbench.games.tigers.rules import TgRules
    from hexbench.games.tigers.state import Tigers

    class _Fields(Play, Tigers, frozen=True):
        """A play has every field of the position, with its current value."""

        stack: list[Any]  # type: ignore[assignment]
else:
    _Fields = Play


class TgPlay(_Fields):  # type: ignore[misc]
    """A position of Tigers being changed."""

    rules: TgRules
    board: TgBoard
    __init__ = Play.__init__

    def put(self, uid: str, **changes: Any) -> Unit:
        """Change a unit; a unit that enters a hex holds it, and finds or captures a dump there (AMB-86,
        TG-FUL-04).
        """
        unit: Unit = super().put(uid, **changes)
        if "at" in changes and unit.on_map:
            ground.occupy(self, uid, (unit.at,))
            dump.entered(self, uid, unit.at)
        return unit


if TYPE_CHECKING:
    Position: TypeAlias = Tigers | TgPlay
    """A position to read from: a State, a view, or a Play. Functions that only read take this and the rules or board."""


# Which units are where: ground units only, including von der Heydte, who is mostly ignored (AMB-82).


class TgBoard(Board):
    """The board of a position. ``memo[side]`` caches what was derived from the locations and states of that
    side's units; a move clears only the mover's cache, which made random games 1.05 times as fast.
    """

    __slots__ = ("memo", "stance")

    def __init__(self, units: Mapping[str, Unit]) -> None:
        super().__init__(units)
        self.memo: dict[str, dict[Any, Any]] = {side: {} for side in SIDES}
        self.stance = Marks(self.places)
        """side -> a mark, replaced whenever one of its units moves or changes in a way that affects its zone
        of control.
        """

    def copy(self) -> Self:
        """An independent copy; cached values stay valid until something is patched."""
        new = super().copy()
        new.memo = {side: dict(known) for side, known in self.memo.items()}
        new.stance = Marks(self.stance)
        return new

    def patch(self, uid: str, old: Any, new: Any) -> None:
        fought = uid == PEIPER and old is not None and old.attacks != new.attacks  # its zone becomes weak
        if fought or old is None or (old.at, old.disrupted) != (new.at, new.disrupted):
            for side in dict.fromkeys((new.side, new.side if old is None else old.side)):
                self.memo[side] = {}
                self.stance[side] = object()
        super().patch(uid, old, new)
