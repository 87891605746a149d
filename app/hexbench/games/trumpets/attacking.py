"""Why units may not attack, and why an attack may not be of a kind: every reason with its clause (TT-REC-06, TT-ENG-03, TT-BLZ)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

from hexbench.engine.values import Reason, Say, say
from hexbench.games.trumpets import passage
from hexbench.games.trumpets.battlefield import (
    Plan,
    attack_factor,
    enemies_at,
    fight_of,
    in_squall,
    turn_name,
    why_not_tot,
)
from hexbench.games.trumpets.fight import NIGHT
from hexbench.games.trumpets.reckoning import Reckoning, reckon

if TYPE_CHECKING:
    from hexbench.games.trumpets.board import TtBoard
    from hexbench.games.trumpets.hands import Position
    from hexbench.games.trumpets.pieces import Side
    from hexbench.games.trumpets.rules import TtRules

KINDS: Final = ("normal", "ardennes_44", "tigers_in_the_mist")
NAMES: Final[dict[str, Say]] = {
    "normal": say("Ordinary attack"),
    "ardennes_44": say("Ardennes 44 attack"),
    "tigers_in_the_mist": say("Tigers in the Mist attack"),
}


# ---- units and hexes -------------------------------------------------------------------------------------------------
def fights(rules: TtRules, s: Position, uid: str) -> bool:
    """Whether a unit may take part in an attack by its kind: a factor, or a special HQ (TT-WPN-34, TT-ADV-09)."""
    tags = rules.tags(s.mission.units[uid])
    if "special_hq" in tags:
        return True
    return bool({"front_line", "combat_support"} & tags) and attack_factor(rules, s, uid) > 0


def why_not_unit(
    rules: TtRules, s: Position, board: TtBoard, side: str, uid: str, *, counter: bool = False
) -> Iterator[Reason]:
    """Why a unit may not attack at all. In a counterattack it does not matter what it has done before (TT-REC-06)."""
    unit = s.units.get(uid)
    if unit is None:
        yield rules.missing(f"unit {uid}")
        return
    name = rules.title(s.mission.units[uid])
    if unit.side != side:
        yield Reason("TT-SEQ-02", say("{unit} is not yours.", unit=name), unit.spot)
    if not unit.on_map:
        yield Reason("TT-SEQ-02", say("{unit} is not on the map.", unit=name))
        return
    if not fights(rules, s, uid):
        tags = rules.tags(s.mission.units[uid])
        text = (
            say("{unit} does not attack; artillery supports attacks of others.", unit=name)
            if "artillery" in tags
            else say("{unit} has no attack factor.", unit=name)
        )
        yield Reason("TT-WPN-34", text, unit.spot)
    if unit.attacked and not counter:
        yield Reason("TT-REC-06", say("{unit} has attacked in this segment.", unit=name), unit.spot)


def why_not_hex(
    rules: TtRules, s: Position, board: TtBoard, side: str, at: str, *, counter: bool = False
) -> Iterator[Reason]:
    """Why a hex may not be attacked."""
    if not at:
        yield Reason("TT-SEQ-02", say("Name the hex to attack."))
        return
    if at not in rules.atlas.index:
        yield Reason("TT-SEQ-02", say("{hex} is not a hex of this map.", hex=at))
        return
    if not enemies_at(s, board, side, at):
        yield Reason("TT-GEN-01", say("There is no enemy in {hex}.", hex=at), (at,))
    if at in s.attacked and not counter:
        yield Reason("TT-REC-06", say("{hex} was attacked in this segment.", hex=at), (at,))


def why_not_together(
    rules: TtRules, s: Position, board: TtBoard, side: str, uid: str, at: str, *, counter: bool = False
) -> Iterator[Reason]:
    """Why a unit may not attack a hex."""
    unit = s.units[uid]
    name = rules.title(s.mission.units[uid])
    if at not in rules.atlas.near[unit.at]:
        yield Reason("TT-REC-06", say("{unit} is not next to {hex}.", unit=name, hex=at), (unit.at, at))
    if counter or not passage.is_engaged(rules, s, board, uid):
        return
    if not set(unit.engaged) & set(enemies_at(s, board, side, at)):
        text = say("{unit} is engaged and may attack only those it is engaged with.", unit=name)
        yield Reason("TT-ENG-03", text, unit.spot)


def may_attack(
    rules: TtRules, s: Position, board: TtBoard, side: str, uid: str, at: str, *, counter: bool = False
) -> bool:
    """Whether a unit may attack a hex."""
    return (
        not any(why_not_unit(rules, s, board, side, uid, counter=counter))
        and not any(why_not_hex(rules, s, board, side, at, counter=counter))
        and not any(why_not_together(rules, s, board, side, uid, at, counter=counter))
    )


# ---- blitz attacks ---------------------------------------------------------------------------------------------------
def why_not_kind(rules: TtRules, s: Position, side: Side, plan: Plan) -> Iterator[Reason]:
    """Why an attack may not be of the kind its plan says (TT-BLZ-01, 02, 17, 19)."""
    if plan.kind == "normal":
        return
    name = NAMES[plan.kind]
    allowed = rules.options.blitz_german if side == "german" else rules.options.blitz_allied
    if allowed not in ("both", plan.kind):
        text = say("{kind}: not for this side in this game.", kind=name)
        yield Reason("TT-BLZ-17", text)
    night = turn_name(s)[-2:] in NIGHT
    clear = s.weather in ("Clear", "Overcast") and not in_squall(s, plan.hex)
    if plan.kind == "ardennes_44" and (night or not clear):
        text = say("An Ardennes 44 attack needs clear weather by day.")
        yield Reason("TT-BLZ-01", text, (plan.hex,))
    if plan.kind == "tigers_in_the_mist" and not night and clear:
        text = say("A Tigers in the Mist attack needs fog, snow or night.")
        yield Reason("TT-BLZ-02", text, (plan.hex,))
    roster = s.mission.units
    tags = {uid: rules.tags(roster[uid]) for uid in plan.units}
    for uid in plan.units:
        if not {"front_line", "engineer", "recon", "special_hq"} & tags[uid]:
            text = say("{unit} is no front line unit, engineer or recon unit.", unit=rules.title(roster[uid]))
            yield Reason("TT-BLZ-17", text, s.units[uid].spot)
    if not any({"front_line", "afv"} <= tags[u] and rules.road_at(s.units[u].at) for u in plan.units):
        text = say("A blitz attack needs a front line AFV that starts on a road.")
        yield Reason("TT-BLZ-17", text, tuple(dict.fromkeys(s.units[u].at for u in plan.units)))


def foreseen(rules: TtRules, s: Position, board: TtBoard, side: Side, plan: Plan) -> Reckoning:
    """The reckoning of a plan before the defender supports."""
    return reckon(fight_of(rules, s, board, side, plan), rules.tables, rules.options)


def why_not_fight(rules: TtRules, s: Position, board: TtBoard, side: Side, plan: Plan) -> Iterator[Reason]:
    """Why a plan may not be carried out as it is."""
    if not plan.hex or not plan.units:
        yield Reason("TT-SEQ-02", say("No attack is prepared."))
        return
    bars = list(why_not_kind(rules, s, side, plan))
    yield from bars
    for uid in plan.backing.tots:
        yield from why_not_tot(rules, s, plan.backing, uid)
    if not plan.backing.air and not any(attack_factor(rules, s, uid) for uid in plan.units):
        yield Reason("TT-ODD-01", say("The attack has no attack factors."), (plan.hex,))
    elif plan.kind != "normal" and not bars and foreseen(rules, s, board, side, plan).blitz_column is None:
        text = say("The final odds are below 2-1: commit more, make it an ordinary attack, or take it back.")
        yield Reason("TT-BLZ-07", text, (plan.hex,))
