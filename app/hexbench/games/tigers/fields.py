"""The fields of a Tigers in the Ardennes position, declared once for the editor, the umpire's hand, the
reader of positions and the audit.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Final

from msgspec.structs import replace

from hexbench.engine.documents.fields import (
    AT,
    EditableField,
    FieldTable,
    inner,
    of_game,
    on_hex,
    on_side,
    place,
    shown,
)
from hexbench.engine.umpire import Hand
from hexbench.engine.values import Action, Say, say
from hexbench.games.tigers import air, allocate
from hexbench.games.tigers.pieces import (
    ALLIED,
    BROKEN,
    ELIMINATED,
    EXITED,
    GERMAN,
    PLANE,
    SIDES,
    SUBSTITUTES,
    TRAYS,
    VDH,
    Bridge,
    Printed,
    Unit,
    due,
)
from hexbench.games.tigers.supply_phase import digging_in

if TYPE_CHECKING:
    from hexbench.games.tigers.rules import TgRules
    from hexbench.games.tigers.seat import TgPlay
    from hexbench.games.tigers.state import Tigers

NONE: Final = ("", say("none"))
SIDE: Final = ((GERMAN, say("German")), (ALLIED, say("Allied")))
SKIES: Final = (("Snow", say("snow")), ("Fog", say("morning fog")), ("Clear", say("clear")))


# ---- units -----------------------------------------------------------------------------------------------------------
def _there(rules: TgRules, s: Tigers, uid: str) -> bool:
    return s.units[uid].on_map


def _digs(rules: TgRules, s: Tigers, uid: str) -> bool:
    """TG-TER-05: whether the unit is, or may be, entrenched."""
    return s.units[uid].entrenched or (s.units[uid].on_map and not any(digging_in(s, uid)))


def _american(rules: TgRules, s: Tigers, uid: str) -> bool:
    """TG-RFT-10: whether it is an American unit that has not entered yet."""
    return s.roster[uid].nation == "us" and not s.units[uid].on_map and bool(s.roster[uid].turn)


UNITS: Final = FieldTable(
    Unit,
    (
        place(say("Place"), unsaid="for a unit of the order of battle its place in it; otherwise needed"),
        *inner("side", unsaid="that of the counter"),
        shown("disrupted", say("Disrupted"), fits=_there),
        shown("entrenched", say("Entrenched"), fits=_digs),
        shown("moved", say("Has moved"), fits=_there),
        shown("spent", say("Thirds spent"), fits=_there),
        shown("attacks", say("Attacks made"), most=9, fits=_there),
        shown("acted", say("Has acted in the first pass"), fits=_there),
        shown("retreated", say("Has retreated"), fits=_there),
        shown("bombed", say("Disrupted by air attack"), fits=_there),
        shown("late", say("May enter by any edge"), fits=_american, unsaid="whether its turn has passed"),
        *inner("bonus", "road_mode", "advanced", "stumbled"),
        *inner("skipped", unsaid="true if it follows from `attacks` with the phase `resolution`"),
        *inner("lifted", "paid"),
        *inner("mood", most=4095),
        *inner("pips", most=6),
    ),
    Printed,
    counter=(
        shown("side", say("Side"), words=SIDE, needed=True, unsaid="`side` of the unit"),
        shown("nation", say("Nation"), needed=True, face=True, unsaid="`german` or `us`"),
        shown("name", say("Name"), needed=True, face=True, unsaid="the id"),
        shown("type", say("Type"), needed=True, face=True),
        shown("size", say("Size"), needed=True, face=True),
        shown("factor", say("Combat factor"), needed=True, face=True),
        shown("omf", say("Movement"), needed=True, face=True, help=say("The operational movement factor.")),
        shown("ss", say("SS"), face=True),
        shown(
            "aa",
            say("AA-capable"),
            face=True,
            help=say("TG-AIR-12."),
            unsaid="true for German panzer, panzer grenadier and parachute divisions and battle groups",
        ),
    ),
    begins=(
        shown("hex", say("Starting hex"), kind="hex"),
        shown("entrenched", say("Begins entrenched"), help=say("Divisions of infantry types (TG-SET-02).")),
        shown(
            "turn", say("Arrives"), help=say("The turn it arrives; 0 if it starts on the map or in reserve.")
        ),
        shown(
            "edge",
            say("Enters by"),
            words={
                "": say("none"),
                "N": say("north"),
                "S": say("south"),
                "W": say("west"),
                "BR": say("British entry"),
                "G": say("German edge"),
            },
            help=say("The edge a reinforcement enters by."),
        ),
        shown("early_meuse", say("Early at the Meuse"), help=say("TG-RFT-14.")),
    ),
)


# ---- hexes -----------------------------------------------------------------------------------------------------------
def _empty(rules: TgRules, s: Tigers, at: str) -> bool:
    """Whether no unit holds the hex by being in it (AMB-86)."""
    return all(uid == VDH for uid in rules.board(s).units_at(at))


HEXES: Final = (
    on_hex(
        "held",
        say("Last held by"),
        words=(("", say("the side of the front it lies on")), *SIDE),
        drops=True,
        fits=_empty,
    ),
    on_hex("airlifted", say("Supplied by air"), words=(NONE, *SIDE), drops=True),
)


# ---- bridges ---------------------------------------------------------------------------------------------------------
def _river(rules: TgRules, s: Tigers, side: str) -> bool:
    return side in rules.hexsides["river"]


def _bridge(s: Tigers, side: str) -> str:
    bridge = s.bridges.get(side)
    if bridge is None:
        return ""
    return f"{bridge.owner}.{'marker' if bridge.marker else 'road' if bridge.intact else 'blown'}"


def _build(play: TgPlay, side: str, value: str) -> None:
    """Set the bridge; engineer bridges are taken from and returned to their side's markers (TG-BRG-03)."""
    old, bridges = play.bridges.get(side), play.edit("bridges")
    owner, _, kind = value.partition(".")
    bridges.pop(side, None)
    if value:
        bridges[side] = Bridge(
            owner=GERMAN if owner == GERMAN else ALLIED, marker=kind == "marker", intact=kind != "blown"
        )
    for pool, n in ((old.pool, 1) if old is not None and old.marker else ("", 0), (owner, -1)):
        if n > 0 or (n and kind == "marker"):
            markers = play.edit("markers")
            markers[pool] = max(0, markers.get(pool, 0) + n)


BRIDGE: Final = on_side(
    "bridge",
    say("Bridge"),
    path=(),
    words=(
        NONE,
        ("german.road", say("German")),
        ("german.blown", say("German, destroyed")),
        ("german.marker", say("German engineer bridge")),
        ("allied.road", say("Allied")),
        ("allied.blown", say("Allied, destroyed")),
        ("allied.marker", say("Allied engineer bridge")),
    ),
    fits=_river,
    reads=_bridge,
    writes=_build,
)


# ---- the game --------------------------------------------------------------------------------------------------------
def _put_dump(play: TgPlay, ref: str, at: str) -> None:
    """Place the dump, hidden at first; without a hex there is none (TG-FUL-02)."""
    if at and play.dump_state != "none":
        play.set(dump=at)
    else:
        play.set(dump=at, dump_state="hidden" if at else "none")


def _flying(key: str, s: Tigers, ref: str) -> str:
    unit = s.air[key]
    if unit.lost:
        return "lost"
    return "down" if unit.back > s.turn else "flown" if unit.flown else ""


def _fly(key: str, play: TgPlay, ref: str, value: str) -> None:
    """Set the state of an air unit: a group shot down returns as the rules say, an FW-190 never (TG-AIR-13,
    TG-AIR-23).
    """
    back = play.turn + air.OUT if value == "down" else 0
    unit = replace(play.air[key], flown=bool(value), again=0, back=back, lost=value == "lost")
    play.edit("air")[key] = unit


def of_the_game(rules: TgRules, s: Tigers) -> tuple[EditableField, ...]:
    """The fields of the game itself, apart from units, with their bounds."""
    days = len(rules.tables.calendar)
    dumps = rules.atlas.sheet.zones.get("dump", ())
    told = ("hidden", say("secret")), ("found", say("known, in Allied hands"))
    over = ("taken", say("in German hands")), ("destroyed", say("destroyed"))
    fields = [
        of_game("turn", say("Turn"), least=1, most=min(s.last_turn, days), rule="TG-VIC-09"),
        of_game("last_turn", least=1, most=days, rule="TG-VIC-09"),
        of_game("round", least=1, most=2, rule="TG-SEQ-06"),
        of_game("weather", say("Weather"), words=SKIES),
        of_game("limit", say("First turn of the German fuel limit"), most=99),
        of_game(
            "dump",
            say("Fuel dump"),
            words=(NONE, *((at, say("{hex}", hex=at)) for at in dumps)),
            writes=_put_dump,
        ),
        *((of_game("dump_state", say("State of the fuel dump"), words=(*told, *over)),) if s.dump else ()),
        of_game("prayed", say("Turn of Patton's prayer (0: not used)"), most=s.turn),
        of_game("ruthless", say("Turn of Waffen-SS Ruthlessness (0: not invoked)"), most=s.turn),
        of_game("meuse", say("Germans have reached the Meuse"), kind="flag"),
    ]
    for key, unit in s.air.items():
        gone = ("lost", say("lost for good")) if unit.side == GERMAN else ("down", say("shot down"))
        fields.append(
            of_game(
                f"air.{key}",
                air.title(key, unit),
                path=(),
                words=(("", say("ready")), ("flown", say("has flown")), gone),
                reads=partial(_flying, key),
                writes=partial(_fly, key),
            )
        )
    return tuple(fields)


def boxes(rules: TgRules) -> tuple[tuple[str, Say], ...]:
    """The boxes units can be put in, with their names: eliminated units first, days of arrival last."""
    trays = ((TRAYS[side], say("{side}: to be placed", side=rules.side_name(side))) for side in SIDES)
    return (
        (ELIMINATED, say("eliminated")),
        (EXITED, say("left the map")),
        (SUBSTITUTES, say("substitutes")),
        (PLANE, say("in the plane")),
        *trays,
        *((due(day.turn), say("{date}", date=day.date)) for day in rules.tables.calendar),
    )


class TgHand(Hand):
    """See :class:`hexbench.engine.umpire.Hand`."""

    def fields(self, rules: TgRules, s: Tigers) -> tuple[EditableField, ...]:
        """Every field that is shown."""
        return (*UNITS.hand(), *HEXES, BRIDGE, *(one for one in of_the_game(rules, s) if one.shown))

    def boxes(self, rules: TgRules, s: Tigers) -> tuple[str, ...]:
        """All boxes but that of split divisions, which would need three combat commands as well (TG-STK-08)."""
        return tuple(at for at, _ in boxes(rules))

    def amended(self, play: TgPlay, action: Action) -> None:
        """A unit moved by hand loses its entrenchment and its record of the turn; attacks left without units
        or enemies are void.
        """
        for uid in action.subject:
            if uid not in play.units:
                continue
            unit = play.units[uid]
            if action.how == AT:
                self._moved(play, uid)
            elif action.how == "disrupted" and unit.disrupted:
                play.put(uid, entrenched=False)
            elif action.how == "disrupted":
                play.put(uid, bombed=False, skipped=False)
        if play.attacks and action.how in (AT, "disrupted", "bridge"):
            allocate.settle(play, play.phasing)

    def _moved(self, play: TgPlay, uid: str) -> None:
        unit = play.units[uid]
        play.put(uid, entrenched=False, mood=0, road_mode=False, stumbled=False, skipped=False)
        if not unit.on_map:
            play.put(uid, disrupted=False, bombed=False, retreated=False, advanced=False, lifted=False)
            play.put(uid, moved=False, spent=0, paid=0, attacks=0, acted=False, bonus=False, pips=0)
        plans = tuple(
            replace(plan, attackers=tuple(u for u in plan.attackers if u != uid)) for plan in play.attacks
        )
        if plans != play.attacks:
            play.set(attacks=plans)
        if uid in play.exited and unit.at != EXITED:
            play.edit("exited").pop(uid)
        if uid in play.split and unit.at != BROKEN:
            for part in play.edit("split").pop(uid):  # they were this division (TG-STK-08)
                if play.units[part].on_map:
                    play.put(part, at=SUBSTITUTES, disrupted=False, spent=0)
