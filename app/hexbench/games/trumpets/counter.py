"""A counterattack: the defenders attack a hex the attack came from, or retreat one hex (CA_CHOICE; TT-CA-02)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, ClassVar, Final

from hexbench.engine.events import Noted
from hexbench.engine.values import Action, Check, Reason, Say, say
from hexbench.engine.verbs.kinds import Press
from hexbench.games.trumpets import checklist, supporting
from hexbench.games.trumpets.declare import ATTACK, BACK, CLEAR, FIGHT, Preparing

if TYPE_CHECKING:
    from hexbench.games.trumpets.hands import TtPlay, TtSeat


class Decline(Press["TtSeat", "Counter", "TtPlay"]):
    """No counterattack: the defenders retreat one hex."""

    name = "decline"
    label = say("Retreat one hex instead")
    help = say("The counterattack is declined; that is a retreat of one hex.")
    ends = True
    rule = "TT-CA-02"

    def do(self, play: TtPlay, step: Counter, action: Action) -> None:
        """Everybody is told; the combat goes on as DR1."""
        side = play.rules.side_name(step.who)
        text = say("{side}: no counterattack, but a retreat of one hex.", side=side)
        play.tell(Noted("TT-CA-02", text, step.units))
        play.answer(declined=True)


DECLINE: Final = Decline()


class Counter(Preparing, frozen=True, kw_only=True):
    """CA_CHOICE: the defenders attack one hex the attack came from, or retreat (TT-CA-02). Its answer is ``declined``."""

    units: tuple[str, ...]
    """The surviving defenders that may attack."""
    origins: tuple[str, ...]
    """The hexes the attack came from."""
    verbs: ClassVar = (
        ATTACK,
        BACK,
        *supporting.VERBS,
        CLEAR,
        FIGHT,
        DECLINE,
    )
    counter: ClassVar[bool] = True

    @property
    def flies(self) -> bool:
        """No aircraft (TT-CA-03)."""
        return False

    def able(self, seat: TtSeat) -> tuple[str, ...]:
        """The surviving defenders."""
        return self.units

    def hexes(self, seat: TtSeat, uid: str) -> tuple[str, ...]:
        """One of the hexes the attack came from."""
        found = super().hexes(seat, uid)
        return tuple(at for at in found if at in self.origins)

    def bars(self, seat: TtSeat, uid: str, at: str) -> Iterator[Reason]:
        """Only the defenders, only to where the attack came from."""
        if uid not in self.units:
            name = seat.rules.title(seat.s.mission.units[uid])
            text = say("{unit} was not attacked, and so does not counterattack.", unit=name)
            yield Reason("TT-CA-02", text, seat.s.units[uid].spot)
        if at not in self.origins:
            text = say("The attack did not come from {hex}.", hex=at)
            yield Reason("TT-CA-02", text, (at,))

    def unfinished(self, seat: TtSeat) -> Iterable[Check]:
        """Who could strike back."""
        return checklist.counter_left(seat)

    def say(self, seat: TtSeat) -> Say:
        """The choice."""
        return say("Counterattack a hex the attack came from, or retreat one hex.")

    def default(self, seat: TtSeat) -> Action | None:
        """Retreat."""
        return Action(DECLINE.name)
