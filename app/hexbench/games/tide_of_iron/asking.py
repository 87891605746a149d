"""What the questions of set-up, Command Phase and Status Phase share: they are worked at until their player is done."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, ClassVar

from hexbench.engine.state import Ask
from hexbench.engine.values import Action, Reason, say
from hexbench.engine.verb import AnyVerb
from hexbench.engine.verbs.kinds import Press
from hexbench.games.tide_of_iron.pieces import FOE, Side

if TYPE_CHECKING:
    from hexbench.games.tide_of_iron.seat import Position, TiPlay, TiSeat


def in_order(s: Position) -> tuple[Side, Side]:
    """The sides, the holder of the initiative first (TI-SEQ-02)."""
    return s.initiative, FOE[s.initiative]


def guarded(play: TiPlay, side: str) -> bool:
    """Whether a side has squads that the other cannot tell apart: then nobody may be told by a question left out."""
    return play.rules.options.concealment == "hidden" and any(
        u.side == side and u.concealed for u in play.units.values()
    )


class Stage(Ask, frozen=True, kw_only=True):
    """A question that ends when its player says so and nothing that must be done is left."""

    who: Side
    rule: ClassVar[str] = "TI-SEQ-01"
    """The clause that has the player do this."""

    def left_to_do(self, seat: TiSeat) -> Iterator[Reason]:
        """What still must be done."""
        return iter(())

    def finish(self, play: TiPlay) -> None:
        """The player is done. The step is on top of the stack and must leave it."""
        play.pop()

    def default(self, seat: TiSeat) -> Action | None:
        """Be done, when that is possible."""
        done = Action("done")
        return super().default(seat) if any(self.left_to_do(seat)) else done


class Done(Press["TiSeat", "Stage", "TiPlay"]):
    """Nothing more to do here."""

    name = "done"
    ends = True
    risk = "handover"
    label = say("Done")
    help = say("Nothing more here: go on.")
    rule = "TI-SEQ-01"

    def against(self, seat: TiSeat, step: Stage | None) -> Iterable[Reason]:
        """What must be done first."""
        return step.left_to_do(seat) if step is not None else ()

    def cites(self, seat: TiSeat, step: Stage) -> tuple[str, ...]:
        """The clause that has the player do this."""
        return (step.rule,)

    def do(self, play: TiPlay, step: Stage, action: Action) -> None:
        step.finish(play)


DONE: AnyVerb = Done()
