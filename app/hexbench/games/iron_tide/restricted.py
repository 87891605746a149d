"""17.0: restricted units: which may not cross the Meuse or not enter, how they are released, the late divisions."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Any, Final

from hexbench.atlas.hexset import bits_of, holds
from hexbench.engine.events import FactChanged, UnitChanged
from hexbench.engine.values import Reason, Say, say
from hexbench.games.iron_tide.combatants import command
from hexbench.games.iron_tide.names import called, division_name
from hexbench.games.iron_tide.pieces import ALLIED, GERMAN, Printed, Unit

if TYPE_CHECKING:
    from hexbench.games.iron_tide.rules import ItRules
    from hexbench.games.iron_tide.seat import ItPlay, ItSeat
    from hexbench.games.iron_tide.state import IronTide


# 16.2c, 16.3 and 18.0: special rules of the first game turns, and which units may not move at all.

_AM16: Final = 1
PM16: Final = 2
AM17: Final = 3
PM17: Final = 4
AM19: Final = 7
"""Game turns by their number."""

COMMANDOS_LEAVE: Final = "20PM"
"""16.4j: the commandos leave when the German player turn of this game turn ends, and none comes after it."""

HELD_BACK: Final = ("1SS", "12SS", "Lehr")
"""18.0g: the divisions that wait for 17AM, with their battalions."""
_FIRST_SS: Final = "1SS"
_PEIPER_START: Final = "3450"
"""16.3b: the hex from which the battle group of 1st SS Panzer Division starts."""
LANDING: Final = "16.2"
"""The restriction in the order of battle that marks the parachute unit of von der Heydte."""
BRIGADE: Final = "16.1"
"""The one that marks the 150th Panzer Brigade and its battalion."""


def surprise(turn: int) -> bool:
    """The turn of surprise (18.0a-f)."""
    return turn == _AM16


def brigade(s: Any, units: Iterable[str]) -> bool:
    """Whether the 150th Panzer Brigade is among units."""
    roster = s.roster
    return any(BRIGADE in roster[u].restriction and roster[u].size == "regiment" for u in units)


def parachutists(printed: Printed) -> bool:
    """Von der Heydte's unit (16.2)."""
    return LANDING in printed.restriction


def bars(s: IronTide, uid: str, unit: Unit, printed: Printed) -> Iterator[Reason]:
    """The reasons of 18.0 and 16.2c why this unit may not move now, regardless of whose turn it is."""
    if unit.side == GERMAN:
        if s.turn == _AM16:
            yield Reason("18.0a", say("On 16AM no German unit may move except through combat."))
        if s.turn <= PM16 and printed.division in HELD_BACK:
            yield Reason("18.0g", say("{unit} may not move before 17AM.", unit=called(printed)), unit.spot)
        if parachutists(printed) and s.turn < PM17:
            yield Reason("16.2c", say("{unit} may not move before 17PM.", unit=called(printed)), unit.spot)
    elif s.turn == _AM16 and not unit.attacked and s.first_mover not in ("", uid):
        chosen = s.roster.get(s.first_mover)
        yield Reason(
            "18.0c",
            say(
                "On 16AM only units that were attacked and one Allied unit of your choice "
                "may move: {unit} was chosen.",
                unit=called(chosen) if chosen else s.first_mover,
            ),
        )


def unbarred(s: IronTide, uids: list[str]) -> list[str]:
    """The units that :func:`bars` does not stop from moving."""
    if s.turn >= PM17:
        return uids  # all of it is over
    return [uid for uid in uids if not any(bars(s, uid, s.units[uid], s.roster[uid]))]


def bars_stack(s: IronTide, subject: tuple[str, ...]) -> Iterator[Reason]:
    """18.0c: of a stack of Allied units that were not attacked only one may move on 16AM."""
    if s.turn == _AM16 and s.phasing == ALLIED:
        unhurt = [u for u in subject if s.units[u].side == ALLIED and not s.units[u].attacked]
        if len(unhurt) > 1:
            yield Reason(
                "18.0c",
                say(
                    "On 16AM only one Allied unit that was not attacked may move: choose one of these {n}.",
                    n=len(unhurt),
                ),
            )


def first_ss_free(s: IronTide, printed: Printed) -> bool:
    """16.3a: on 17AM every unit of 1st SS Panzer Division ignores enemy zones of control in tactical movement."""
    return s.turn == AM17 and printed.side == GERMAN and printed.division == _FIRST_SS


def movement_factor(s: IronTide, printed: Printed, start: str) -> int:
    """The printed factor, doubled on 17AM for units of 1st SS that start in 3450 (16.3b)."""
    if first_ss_free(s, printed) and start == _PEIPER_START:
        return 2 * printed.movement
    return printed.movement


TYPE_1: Final = "17.1:type1"
TYPE_2: Final = "17.1:type2"
_UNTIL: Final = "until:"
LATE: Final = "17.2:"
"""How the order of battle marks restrictions."""
NEAR: Final = 2
"""17.12a: a German unit this near releases an Allied unit."""


# ---- 17.1 and 17.12 ---------------------------------------------------------------------------------------------------
def bound(rules: ItRules, s: Any, uid: str) -> bool:
    """17.1b: whether a Type 1 unit may not cross the Meuse now (17.1c, 17.12a-c)."""
    printed: Printed = s.roster[uid]
    if TYPE_1 not in printed.restriction or s.units[uid].released or s.meuse_crossed:
        return False
    if s.allied_losses >= rules.tables.victory_levels.heavy_losses:
        return False
    return not any(s.turn >= rules.turn_number(day) for day in released_on(printed))


def released_on(printed: Printed) -> Iterator[str]:
    """17.1c: the game turn from which a unit is free."""
    for mark in printed.restriction:
        if mark.startswith(_UNTIL):
            yield mark.removeprefix(_UNTIL)


def shut(rules: ItRules, s: Any, units: Iterable[str]) -> Collection[int]:
    """The hexes closed to units because one of them may not cross the Meuse to its east bank. A unit that was misdirected
    or retreated across it may move there freely.
    """
    for uid in units:
        at: str = s.units[uid].at
        if at not in rules.near_bank and bound(rules, s, uid):
            return rules.east_bank
    return ()


def barred(rules: ItRules, s: Any, uid: str) -> Iterator[Reason]:
    """17.1d, 17.2a, 16.4j: why a unit may not enter the map now, even if it is due."""
    printed: Printed = s.roster[uid]
    if TYPE_2 in printed.restriction and not s.meuse_crossed:
        text = say("{unit} may not enter until a German unit has crossed the Meuse.", unit=called(printed))
        yield Reason("17.1d", text)
    division = _late_division(printed)
    if division and division not in s.late:
        text = say(
            "{unit} may not enter: its division has not been called by a die roll.", unit=called(printed)
        )
        yield Reason("17.2a", text)
    if printed.commando and s.turn > rules.turn_number(COMMANDOS_LEAVE):
        yield Reason("16.4j", say("{unit} may not enter after 20PM.", unit=called(printed)))


def release_near(play: ItPlay, at: str) -> None:
    """17.12a: a German has come into a hex; Allied units within two hexes are free for good."""
    if not holds(releasing(play), play.board.atlas.index[at]):
        return
    for uid in _restricted_units(play):
        unit = play.units[uid]
        if unit.on_map and not unit.released and play.rules.atlas.distance(unit.at, at) <= NEAR:
            release(play, uid)


def releasing(play: ItPlay) -> int:
    """The hexes from which a German unit would release an Allied one, as a set."""
    board = play.board

    def make() -> int:
        tied = (play.units[uid] for uid in _restricted_units(play))
        found = bits_of(board.atlas.index[unit.at] for unit in tied if unit.on_map and not unit.released)
        for _ in range(NEAR):
            found = board.atlas.steps.grown(found)
        return found

    return play.rules.facts.get("releasing", (board.troops[ALLIED], play.roster), make)


def release_moved(play: ItPlay, units: Sequence[str]) -> None:
    """17.12a: Allied units have come into a hex; if a German stands within two hexes they are free for good."""
    for uid in units:
        if tied(play, (uid,)) and play.board.enemy_near(ALLIED, play.units[uid].at, NEAR) is not None:
            release(play, uid)


def tied(play: ItPlay, units: Iterable[str]) -> bool:
    """17.12a: whether one of several Allied units would be released by coming near a German."""
    return any(TYPE_1 in play.roster[uid].restriction and not play.units[uid].released for uid in units)


def release(play: ItPlay, uid: str) -> None:
    """The restriction of one unit is gone."""
    play.put(uid, released=True)
    play.tell(UnitChanged(uid, "released", "released"))


def _restricted_units(play: ItPlay) -> tuple[str, ...]:
    """The Allied Type 1 units of the game, in the order of battle."""

    def make() -> tuple[str, ...]:
        return tuple(uid for uid, printed in play.roster.items() if TYPE_1 in printed.restriction)

    return play.rules.facts.get("restricted", (play.roster,), make)


# ---- 17.2 -------------------------------------------------------------------------------------------------------------
def _late_division(printed: Printed) -> str:
    """The division under 17.2 a unit belongs to, or an empty string."""
    return next((m.removeprefix(LATE) for m in printed.restriction if m.startswith(LATE)), "")


def roll_late(play: ItPlay) -> None:
    """17.2a, B44: from the game turn after the crossing one die at the start of each German Movement Phase, until both
    divisions have been called.
    """
    table = play.rules.tables.late_divisions
    divisions = [name for name in table.die if name != "none"]
    waiting = [name for name in divisions if name not in play.late]
    if not waiting or not play.meuse_crossed or play.turn <= play.meuse_crossed:
        return
    result = table.result(play.roll(say("Which late division may enter?"), rule="17.2a", of="german"))
    if result in waiting:
        play.set(late=(*play.late, result))
        text = say("The {name} Division may enter.", name=division_name(result))
        play.tell(FactChanged("late", " ".join(play.late), text))


# ---- 17.3 and 17.4 ----------------------------------------------------------------------------------------------------
def _commands_of(rules: ItRules, roster: dict[str, Printed], units: Iterable[str]) -> tuple[str, ...]:
    """The commands that may not share a hex, of several units; commandos belong to none (B36)."""
    army_rule = rules.options.army_rule
    found = (command(army_rule, roster[uid]) for uid in units if not roster[uid].commando)
    return tuple(dict.fromkeys(found))


def mixed(rules: ItRules, s: Any, here: Iterable[str]) -> bool:
    """17.3a, 17.4a: whether units of one side stand together that may not."""
    return len(_commands_of(rules, s.roster, here)) > 1


def mixing_rule(rules: ItRules) -> str:
    """The clause that bans joint stacks in this game."""
    return "17.4a" if rules.options.army_rule else "17.3a"


def warning(rules: ItRules) -> Say:
    """What is said of a hex where a joint stack would stand."""
    if rules.options.army_rule:
        return say(
            "Units of two armies would be stacked here: they must be separated by the end of the phase."
        )
    return say(
        "British and American units would be stacked here: they must be separated by the end of the phase."
    )


def facts(seat: ItSeat, uid: str, unit: Unit, printed: Printed) -> Iterator[Reason]:
    """The restrictions of a unit, as sentences for the inspector."""
    if unit.side == ALLIED and bound(seat.rules, seat.s, uid):
        yield Reason("17.1b", say("{unit} may not cross the Meuse to its east bank.", unit=called(printed)))
    if unit.at.startswith("#due/"):
        yield from barred(seat.rules, seat.s, uid)
