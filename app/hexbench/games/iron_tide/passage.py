"""The effects of units entering a hex, whether by movement, entry, retreat or advance (SEQ.P.MOVE.step).

Code that puts a unit into a hex calls :func:`enter`; code that takes it out by other means calls :func:`leave`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from hexbench.engine.events import FactChanged, MarkerChanged, UnitChanged
from hexbench.engine.values import say
from hexbench.games.iron_tide import restricted, victory, works
from hexbench.games.iron_tide.pieces import GERMAN

if TYPE_CHECKING:
    from hexbench.games.iron_tide.seat import ItPlay


def leave(play: ItPlay, uid: str) -> None:
    """7.4c: a temporary ZOC marker is lost for good when its battalion leaves its hex for any reason. A unit that leaves
    the hex it retreated into is no longer overstacked (B20).
    """
    unit = play.units[uid]
    if unit.zoc:
        play.put(uid, zoc=False)
        play.tell(UnitChanged(uid, "zoc", ""))
    if unit.retreated:
        play.put(uid, retreated=False)
    if play.works:
        works.gone(play, uid)


def enter(play: ItPlay, units: Sequence[str], at: str) -> None:
    """Put units into the next hex of their route and apply all effects."""
    for uid in units:
        leave(play, uid)
        play.put(uid, at=at)
    arrive(play, units, at)


def arrive(play: ItPlay, units: Sequence[str], at: str) -> None:
    """Apply the effects of units having entered a hex: depot captured (B28), Meuse crossed (B64), restricted units released
    (17.12a), 150th Panzer Brigade in an enemy zone of control (16.1d, R32).
    """
    moved = [uid for uid in units if not play.roster[uid].commando]
    if not moved:
        return
    side = play.units[moved[0]].side
    victory.take(play, side, at)
    if play.works:
        works.disturb(play, side, at)
    if play.units[moved[0]].side == GERMAN:
        if play.depots.get(at) == "stocked":
            play.edit("depots")[at] = "captured"
            play.tell(MarkerChanged("depot", at, "captured"))
        if not play.meuse_crossed and at in play.rules.far_bank:
            cross_meuse(play)
        restricted.release_near(play, at)
        if not play.infiltrated and restricted.brigade(play, moved) and play.board.in_zoc(GERMAN, at):
            play.set(infiltrated=play.turn)
    else:
        restricted.release_moved(play, moved)


def uneventful(play: ItPlay, units: Sequence[str], path: Sequence[str]) -> int:
    """How many hexes of a path the units may pass through at once: those at its beginning where entering and leaving changes
    nothing, so that skipping them cannot be noticed. The last hex is always entered.
    """
    roster, board, rules = play.roster, play.board, play.rules
    if len(path) < 2 or any(roster[uid].commando for uid in units):
        return 0
    side = play.units[units[0]].side
    german = side == GERMAN
    if not german and restricted.tied(play, units):
        return 0
    owners, held = victory.owned_at_start(rules), play.held
    index, depots = board.atlas.index, play.depots
    far_bank = () if play.meuse_crossed else rules.far_bank
    releasing = restricted.releasing(play) if german else 0
    clear = [works.kept_clear(rules, target) for target, work in play.works.items() if work.side != side]
    for n, at in enumerate(path[:-1]):
        owner = owners.get(at)
        if owner is not None and held.get(at, owner) != side:
            return n
        if german and (releasing >> index[at] & 1 or depots.get(at) == "stocked" or at in far_bank):
            return n
        if clear and any(at in hexes for hexes in clear):
            return n
        # leaving may clear a unit's overstack mark (B20), and a commando may interrupt the move (16.4e)
        for uid in board.at.get(at, ()):
            if play.units[uid].retreated or (not german and roster[uid].commando):
                return n
    return len(path) - 1


def cross_meuse(play: ItPlay) -> None:
    """17.12b: the first German across the Meuse lifts all Allied restrictions, and the late divisions may come (17.2a)."""
    if play.meuse_crossed:
        return
    play.set(meuse_crossed=play.turn)
    text = say("The Germans have crossed the Meuse: all Allied restrictions are lifted.")
    play.tell(FactChanged("meuse", play.rules.turn(play.turn).id, text))
