"""Attacks that are only thought of: in any phase, by any side, worked out from a view by the code that resolves.

The desktop keeps a :class:`Supposed` and changes it with the actions of the choices that the game gives beside it; these are
no actions of the game and are never judged or recorded.
"""

from __future__ import annotations

from typing import Final

from msgspec.structs import replace

from hexbench.engine.display import Clause
from hexbench.engine.values import Action, Say, Value

UNIT: Final = "suppose_unit"
"""Takes the subject into the attack, from the object (a hex)."""
LEAVE: Final = "suppose_leave"
"""Takes the subject out again."""
HEX: Final = "suppose_hex"
"""Takes the object, a hex, into what is attacked, or out of it."""
TARGET: Final = "suppose_target"
"""The object, a unit, is what is attacked; its hex is in ``via``."""
SWITCH: Final = "suppose_switch"
"""Switches the object on or off; of those with the same words before a "=" one alone is on."""
CLEAR: Final = "suppose_nothing"
"""Gives the whole thought up."""
VERBS: Final = frozenset({UNIT, LEAVE, HEX, TARGET, SWITCH, CLEAR})


class Supposed(Value, frozen=True, kw_only=True):
    """An attack of ``side`` on ``hexes`` (or on the unit ``target`` in the first of them).

    ``units`` pairs each attacker with the hex it is thought to stand in; the first leads, where that matters.
    ``switches`` are whatever else the game lets one choose: support, a kind of attack.
    """

    side: str
    hexes: tuple[str, ...] = ()
    target: str = ""
    units: tuple[tuple[str, str], ...] = ()
    switches: tuple[str, ...] = ()

    @property
    def names(self) -> tuple[str, ...]:
        """The attackers, without their places."""
        return tuple(unit for unit, _ in self.units)

    def switched(self, group: str, usual: str = "") -> str:
        """Which of a group of switches is on: "mode" gives "suppressive" where "mode=suppressive" is."""
        head = f"{group}="
        return next((one.removeprefix(head) for one in self.switches if one.startswith(head)), usual)


def changed(what: Supposed, action: Action) -> Supposed | None:
    """What a choice makes of a thought; None: it is given up. Raises ValueError for an action of the game."""
    if action.verb == UNIT:
        more = ((unit, action.object) for unit in action.subject)
        return replace(what, units=tuple(dict((*what.units, *more)).items()))
    if action.verb == LEAVE:
        return replace(what, units=tuple(pair for pair in what.units if pair[0] not in action.subject))
    if action.verb == HEX:
        at = action.object
        hexes = tuple(h for h in what.hexes if h != at) if at in what.hexes else (*what.hexes, at)
        return replace(what, hexes=hexes)
    if action.verb == TARGET:
        return replace(what, target=action.object, hexes=action.via or what.hexes)
    if action.verb == SWITCH:
        return replace(what, switches=_switched(what.switches, action.object))
    if action.verb == CLEAR:
        return None
    raise ValueError(f"{action.verb} is an action of the game.")


def joined(unit: str, at: str) -> Action:
    """The action that takes one more unit into a thought."""
    return Action(UNIT, (unit,), at)


def _switched(on: tuple[str, ...], key: str) -> tuple[str, ...]:
    if key in on:
        return tuple(one for one in on if one != key)
    group, sign, _ = key.partition("=")
    if sign:
        on = tuple(one for one in on if not one.startswith(f"{group}="))
    return (*on, key)


class Possible(Value, frozen=True, kw_only=True):
    """One attack a side could make, for a ranked list.

    ``worth`` is what is to be expected of it in hundredths of a step (or a figure, a factor: what the game counts losses in):
    what the enemy is to lose less what the attacker is. ``chance`` is that of any result for the attacker, in hundredths. ``shifts`` are the clauses that
    count, each with what it does; ``now``: it may be made in the phase at hand.
    """

    what: Supposed
    say: Say
    worth: int
    chance: int
    odds: str = ""
    net: str = ""
    shifts: tuple[Clause, ...] = ()
    now: bool = False
