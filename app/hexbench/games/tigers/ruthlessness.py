"""Waffen-SS Ruthlessness, asked at the start of a German player turn until it is used (B0; TG-SPC-07)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, ClassVar

from hexbench.engine.phases import END, Phase
from hexbench.engine.values import Action, Check, Reason, Say, say
from hexbench.engine.verbs.kinds import Press
from hexbench.games.tigers import harm

if TYPE_CHECKING:
    from hexbench.games.tigers.hands import TgPlay, TgSeat


class Invoke(Press["TgSeat", "Ruthless", "TgPlay"]):
    """Once in the game (TG-SPC-07)."""

    name = "invoke_ruthlessness"
    label = say("Waffen-SS Ruthlessness")
    help = say(
        "Once in the game: attacks with an SS unit gain a column in this turn, and lose one in every later turn."
    )
    rule = "TG-SPC-07"

    def against(self, seat: TgSeat, step: Ruthless | None) -> Iterator[Reason]:
        """Once a game, and before the reinforcements."""
        if seat.s.ruthless:
            text = say("Ruthlessness was invoked in turn {turn}.", turn=seat.s.ruthless)
            yield Reason("TG-SPC-07", text)
        if step is None:
            text = say("It is invoked at the start of a German player turn, before the reinforcements.")
            yield Reason("AMB-32", text)

    def warnings(self, seat: TgSeat, step: Ruthless) -> tuple[Say, ...]:
        """What it brings."""
        return (
            say("+1 column for attacks with an SS unit in this turn"),
            say("-1 column for them in every later turn"),
            say("KG Peiper may attack as often as its movement factor allows, for the rest of the game"),
        )

    def cites(self, seat: TgSeat, step: Ruthless) -> tuple[str, ...]:
        """One clause for each."""
        return ("TG-SPC-08", "TG-SPC-11", "TG-SPC-09")

    def do(self, play: TgPlay, step: Ruthless, action: Action) -> None:
        """For the whole game turn (AMB-32)."""
        play.set(ruthless=play.turn)
        harm.set_fact(play, "ruthlessness", str(play.turn), say("The Germans invoke Waffen-SS Ruthlessness."))
        play.pop()


INVOKE = Invoke()


class Ruthless(Phase, frozen=True, kw_only=True):
    """Is it invoked now?"""

    verbs: ClassVar = (INVOKE, END)
    phase: ClassVar[str] = "ruthlessness"

    def say(self, seat: TgSeat) -> Say:
        """The price is named."""
        return say("Invoke Waffen-SS Ruthlessness this turn? It can be done once in the game.")

    def unfinished(self, seat: TgSeat) -> Iterable[Check]:
        """It may wait: nothing is lost by going on."""
        return ()
