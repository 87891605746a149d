"""QUIT: a player ends the game and gets a rating for the performance so far (BK-UI-27, BK-VIC-08)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, ClassVar, Final

from hexbench.engine.state import Ask
from hexbench.engine.values import Action, Offer, Reason, Target, say
from hexbench.engine.verb import Verb
from hexbench.games.blitzkrieg import victory

if TYPE_CHECKING:
    from hexbench.games.blitzkrieg.hands import BkPlay, BkSeat


class Quit(Verb["BkSeat", Ask, "BkPlay"]):
    """End the game as it stands."""

    name = "quit"
    label = say("Quit")
    help = say("End the game now; both sides get a rating for their performance so far.")
    gives_up: ClassVar[bool] = True

    def offer(self, seat: BkSeat, step: Ask) -> Offer | None:
        """At any time."""
        return Offer(self.name, back=True)

    def targets(self, seat: BkSeat, step: Ask, subject: tuple[str, ...]) -> Iterable[Target]:
        """Nothing to choose."""
        if not subject:
            german, allied = (n for _, n in victory.verdict(seat.rules, seat.s).score)
            text = say("Rating so far: German {german}, Allied {allied}.", german=german, allied=allied)
            yield Target(says=(text,), rules=("BK-VIC-08",))

    def reasons(self, seat: BkSeat, step: Ask | None, action: Action) -> Iterator[Reason]:
        """Nobody and nothing is named."""
        if action.subject or action.object or action.how or action.via:
            yield Reason("BK-UI-27", say("Quitting needs no unit and no target."))
        elif step is None:
            yield Reason("BK-UI-27", say("You can quit when you are asked in a phase."))

    def do(self, play: BkPlay, step: Ask, action: Action) -> None:
        """The game is over."""
        play.set(quit_by=step.who)
        victory.finish(play)


QUIT: Final = Quit()
