"""A player concedes, which the original calls QUIT, and both get a rating for the performance so far (BK-UI-27, BK-VIC-08)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, ClassVar, Final

from hexbench.engine.state import Ask
from hexbench.engine.values import Action, Reason, Say, say
from hexbench.engine.verbs.kinds import Press
from hexbench.games.blitzkrieg import victory

if TYPE_CHECKING:
    from hexbench.games.blitzkrieg.hands import BkPlay, BkSeat


class Quit(Press["BkSeat", Ask, "BkPlay"]):
    """End the game as it stands."""

    name = "quit"
    label = say("Concede")
    help = say("End the game now; both sides get a rating for their performance so far.")
    gives_up: ClassVar[bool] = True
    rule = "BK-UI-27"
    back = True

    def against(self, seat: BkSeat, step: Ask | None) -> Iterator[Reason]:
        """At any time, when one is asked."""
        if step is None:
            yield Reason("BK-UI-27", say("You can concede when you are asked in a phase."))

    def warnings(self, seat: BkSeat, step: Ask) -> tuple[Say, ...]:
        """The rating so far."""
        german, allied = (n for _, n in victory.verdict(seat.rules, seat.s).score)
        return (say("Rating so far: German {german}, Allied {allied}.", german=german, allied=allied),)

    def cites(self, seat: BkSeat, step: Ask) -> tuple[str, ...]:
        """What it leads to."""
        return ("BK-VIC-08",)

    def do(self, play: BkPlay, step: Ask, action: Action) -> None:
        """The game is over."""
        play.set(quit_by=step.who)
        victory.finish(play)


QUIT: Final = Quit()
