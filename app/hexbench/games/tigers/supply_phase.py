"""Supply status, aerial resupply, bridges and entrenchment (SSDP; TG-SEQ-08, TG-SEQ-12)."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from hexbench.engine.events import Noted
from hexbench.engine.phases import END, Phase
from hexbench.engine.values import Say, say
from hexbench.games.tigers import harm, supply, zoc
from hexbench.games.tigers.bridges import BUILD, DEMOLISH
from hexbench.games.tigers.digging import ENTRENCH
from hexbench.games.tigers.resupply import RESUPPLY

if TYPE_CHECKING:
    from hexbench.games.tigers.board import TgBoard
    from hexbench.games.tigers.hands import Position, TgPlay, TgSeat
    from hexbench.games.tigers.pieces import Side
    from hexbench.games.tigers.rules import TgRules


def begin(play: TgPlay, side: Side) -> None:
    """The phase begins: what was flown in lasts no longer, and every hexside may be tried anew (AMB-51, AMB-62)."""
    if play.tries:
        play.set(tries=())
    for at in [at for at, who in play.airlifted.items() if who == side]:
        del play.edit("airlifted")[at]
    play.push(SupplyPhase(who=side))


def short(rules: TgRules, s: Position, side: str, board: TgBoard | None = None) -> tuple[str, ...]:
    """The units of a side that are out of supply now, in the order of battle."""
    there: TgBoard = rules.board(s) if board is None else board
    found = [
        uid
        for at, uids in zoc.stands(s, there, side).items()
        if not supply.supplied_at(rules, s, there, side, at)
        for uid in uids
    ]
    return tuple(sorted(found, key=there.rank.__getitem__))


class SupplyPhase(Phase, frozen=True, kw_only=True):
    """The player flies in supplies, builds, demolishes and digs; as he ends it, units out of supply are disrupted."""

    verbs: ClassVar = (RESUPPLY, BUILD, DEMOLISH, ENTRENCH, END)
    phase: ClassVar[str] = "supply"

    def say(self, seat: TgSeat) -> Say:
        """The question, with what is at stake."""
        n = len(short(seat.rules, seat.s, self.who))
        if n == 1:
            return say("Supply, bridges and entrenchment: one unit is out of supply.")
        if n:
            return say("Supply, bridges and entrenchment: {n} units are out of supply.", n=n)
        return say("Supply, bridges and entrenchment.")

    def close(self, play: TgPlay) -> None:
        """Units out of supply are disrupted (TG-SUP-09, TG-DIS-11)."""
        for uid in short(play.rules, play, self.who, play.board):
            unit = play.units[uid]
            text = say("{unit} is out of supply.", unit=play.rules.title(play.roster[uid]))
            play.tell(Noted("TG-SUP-09", text, (unit.at,)))
            harm.disrupt(play, uid)
        play.pop()
