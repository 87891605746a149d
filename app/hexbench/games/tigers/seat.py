"""The seat of Tigers in the Ardennes: typed access to its view, and what the display modules make of it."""

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
    """What one side may know and do. Displays are imported when first asked for."""

    s: Tigers
    board: TgBoard
    rules: TgRules

    made_in = {**USUAL, "headline": "display.headline", "weighed": "panels.weighed"}

    def called(self, unit: str) -> Say:
        """As it is printed on its counter."""
        return self.rules.title(self.s.roster[unit])

    def sides_of(self, unit: str) -> tuple[Mapping[str, Any], ...]:
        """In good order and disrupted (TG-DIS)."""
        return ({"disrupted": False}, {"disrupted": True})

    def forecast_form(self, form: Form) -> Forecast | None:
        """The odds of an attack that stands on no map."""
        from hexbench.games.tigers import odds_report

        return odds_report.foresee_form(self.rules.tables.results, form) if form.key == "what_if" else None


# The typed Play and Seat of Tigers in the Ardennes: what its verbs and stages read and write.

if TYPE_CHECKING:
    from hexbench.games.tigers.pieces import Unit
    from hexbench.games.tigers.rules import TgRules
    from hexbench.games.tigers.state import Tigers

    class _Fields(Play, Tigers, frozen=True):
        """A play has every field of the position, with its newest value."""

        stack: list[Any]  # type: ignore[assignment]
else:
    _Fields = Play


class TgPlay(_Fields):  # type: ignore[misc]
    """A position of Tigers being changed."""

    rules: TgRules
    board: TgBoard
    __init__ = Play.__init__

    def put(self, uid: str, **changes: Any) -> Unit:
        """Change a unit; a unit that comes into a hex holds it, and finds or takes the dump (AMB-86, TG-FUL-04)."""
        unit: Unit = super().put(uid, **changes)
        if "at" in changes and unit.on_map:
            ground.occupy(self, uid, (unit.at,))
            dump.entered(self, uid, unit.at)
        return unit


if TYPE_CHECKING:
    Position: TypeAlias = Tigers | TgPlay
    """A position to read from: a State, a view, or a Play. Functions that only read take this and the rules or board."""


# Who stands where. Ground units only; von der Heydte is among them and mostly ignored (AMB-82).


class TgBoard(Board):
    """The board of a position. ``memo[side]`` keeps what was worked out from where units of that side stand, how, and with what
    behind them: the enemy's stays while one moves, which made random games 1.05 times as fast.
    """

    __slots__ = ("memo", "stance")

    def __init__(self, units: Mapping[str, Unit]) -> None:
        super().__init__(units)
        self.memo: dict[str, dict[Any, Any]] = {side: {} for side in SIDES}
        self.stance = Marks(self.places)
        """side -> a mark: another object whenever one of its units went elsewhere or changed in what its zone hangs on."""

    def copy(self) -> Self:
        """An independent copy; what was worked out stays true until something is patched."""
        new = super().copy()
        new.memo = {side: dict(known) for side, known in self.memo.items()}
        new.stance = Marks(self.stance)
        return new

    def patch(self, uid: str, old: Any, new: Any) -> None:
        fought = uid == PEIPER and old is not None and old.attacks != new.attacks  # its zone is weak then
        if fought or old is None or (old.at, old.disrupted) != (new.at, new.disrupted):
            for side in dict.fromkeys((new.side, new.side if old is None else old.side)):
                self.memo[side] = {}
                self.stance[side] = object()
        super().patch(uid, old, new)
