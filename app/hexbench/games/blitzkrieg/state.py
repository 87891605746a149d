"""The position of Blitzkrieg at the Ardennes: units, engagements, dumps, bridges, the round, and the stack of steps."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from msgspec.structs import replace

from hexbench.engine.state import Dice, State
from hexbench.engine.values import Value
from hexbench.games.blitzkrieg.pieces import BATTERY, RASTER, SKY, Dump, Engagement, Printed, Side, Unit, due
from hexbench.games.blitzkrieg.sequence import AnyStep
from hexbench.games.blitzkrieg.tables import DumpSpec

if TYPE_CHECKING:
    from hexbench.games.blitzkrieg.options import Options
    from hexbench.games.blitzkrieg.rules import BkRules
    from hexbench.games.blitzkrieg.tables import Tables


Sky = Literal["clear", "bad"]
"""The weather of a day."""


class Blitzkrieg(State, frozen=True, kw_only=True):
    """A position. Everything in it except the dice is public."""

    stack: tuple[AnyStep, ...] = ()
    units: dict[str, Unit] = {}
    roster: dict[str, Printed] = {}
    """unit id -> its printed values; the same throughout a game."""
    turn: int = 1
    """The round: 1 is 16 December AM, 2 is 16 December PM, and so on."""
    last_turn: int = 32
    phasing: Side = "german"
    clear: bool = False
    """Flying weather, for the whole day (14.4)."""
    skies: dict[str, Sky] = {}
    """AM round -> the weather of its day, where the scenario fixes it."""
    raster: tuple[str, ...] = ()
    """The units of the phasing side in its raster; the last one is in hand (BK-UI-14, BK-UI-25)."""
    held: tuple[str, ...] = ()
    """Reinforcements held until the next turn (BK-UI-26)."""
    engagements: tuple[Engagement, ...] = ()
    next_engagement: int = 0
    fire: dict[str, str] = {}
    """Artillery of the phasing side -> the unit it will fire at (BK-ART-02)."""
    support: dict[str, str] = {}
    """Allied artillery -> the friendly unit it protects (BK-ART-14)."""
    blown: dict[str, tuple[str, ...]] = {}
    """hexside with a bridge -> the hexes in which its end is destroyed (BK-MAP-05)."""
    dumps: dict[str, Dump] = {}
    tried: tuple[str, ...] = ()
    """Hexes where demolition was tried this turn (BK-BRG-04)."""
    built: tuple[str, ...] = ()
    """Hexes where building was tried this turn (BK-BRG-08)."""
    rockets: int = 0
    """V2s launched this turn (BK-V2-03)."""
    holding: tuple[str, ...] = ()
    """Victory cities that Germans were in at the end of the last German turn (BK-VIC-05)."""
    goal: tuple[str, ...] = ()
    """Cities that win a short game for the Germans (BK-REC-11)."""
    level: int = 0
    """The best German level reached so far: 1 is the highest, 4 that of a short game; 0: none (BK-VIC-07)."""
    level_turn: int = 0
    """The round in which it was reached."""
    lost: dict[str, int] = {}
    """side -> strength points lost so far (BK-VIC-10)."""
    quit_by: str = ""
    """The side that conceded (BK-UI-27)."""


# How a game begins: the scenario as a file contains it, and the position before anything is done (BK-BEG, BK-
# OPT).


class Scenario(Value, frozen=True, kw_only=True):
    """The scenario of a file: its differences from the tables' order of battle and the map."""

    first_turn: int = 1
    deployed: bool = False
    """The Germans are in their historical hexes and do not have to deploy (BK-BEG-02)."""
    blown: dict[str, tuple[str, ...]] = {}
    """Bridges with destroyed ends at the start."""
    goal: tuple[str, ...] = ()
    """Cities or hexes that win a short game for the Germans once held for a turn (BK-REC-11)."""
    weather: dict[str, Sky] = {}
    """AM round -> the fixed weather of its day, without a roll."""
    last_turn: int = 0
    """The last round; 0: the PM round of the last day of the options."""
    order: Literal["tables", "own"] = "tables"
    """Which order of battle: that of the tables, in which ``units`` replace those of the same id, or
    ``units`` alone.
    """
    units: dict[str, Printed] = {}
    without: tuple[str, ...] = ()
    """Units of the tables that are absent."""
    dumps: dict[str, DumpSpec] = {}
    """The dumps of a scenario with its own order of battle; if empty, those of the tables that are on this
    map.
    """


def begin(rules: BkRules, scenario: Scenario, seed: int) -> Blitzkrieg:
    """The position before the first decision. The stack is left to the caller."""
    tables, options = rules.tables, rules.options
    roster = order_of(tables, options, scenario)
    own = scenario.order == "own"
    specs = (own and scenario.dumps) or tables.dumps
    return Blitzkrieg(
        units={uid: unit_at_start(printed, scenario) for uid, printed in roster.items()},
        roster=roster,
        turn=scenario.first_turn,
        last_turn=scenario.last_turn or rules.last_turn,
        blown=dict(scenario.blown),
        goal=scenario.goal,
        skies=dict(scenario.weather),
        dumps={
            key: Dump(hex=dump.hex, owner=dump.owner, number=options.dump_number)
            for key, dump in specs.items()
            if dump.hex in rules.atlas.index
        },
        dice=Dice(seed),
    )


def order_of(tables: Tables, options: Options, scenario: Scenario | None) -> dict[str, Printed]:
    """The order of battle of a scenario with the options applied; None: that of the tables."""
    if scenario is None:
        return listed(tables.units, options)
    if scenario.order == "own":  # a scenario that lists its own units has already counted them
        return {uid: adjusted(printed, options) for uid, printed in scenario.units.items()}
    left = {uid: printed for uid, printed in tables.units.items() if uid not in scenario.without}
    return listed({**left, **scenario.units}, options)


def listed(units: dict[str, Printed], options: Options) -> dict[str, Printed]:
    """The order of battle with the options applied: strengths, delays, and the numbers of infiltrators and
    air units.

    If units are left out, the last ones go first; added units follow the last of their kind (BK-REC-08).
    """
    wanted = {
        ("german", "infiltrator"): options.infiltrators,
        ("german", "air"): options.german_air,
        ("allied", "air"): options.allied_air,
    }
    counted: dict[tuple[str, str], list[str]] = {kind: [] for kind in wanted}
    for uid, printed in units.items():
        if (printed.side, printed.type) in counted:
            counted[printed.side, printed.type].append(uid)
    out: dict[str, Printed] = {}
    for uid, printed in units.items():
        kind = (printed.side, printed.type)
        if kind not in wanted:
            out[uid] = adjusted(printed, options)
            continue
        if counted[kind].index(uid) < wanted[kind]:
            out[uid] = adjusted(printed, options)
        if uid == counted[kind][-1]:
            for n in range(len(counted[kind]) + 1, wanted[kind] + 1):
                out[f"{uid}-{n}"] = more(units[counted[kind][0]], n)
    return out


def adjusted(printed: Printed, options: Options) -> Printed:
    """A unit with the options of its side applied: strength in percent, halves up (BK-REC-09), and delay
    (BK-REC-05).
    """
    german = printed.side == "german"
    percent = options.german_strength if german else options.allied_strength
    delay = options.german_delay if german else options.allied_delay
    strength = (2 * printed.strength * percent + 100) // 200
    turn = printed.turn if printed.turn == 1 else max(2, printed.turn + delay)
    return replace(printed, strength=strength, turn=turn)


def more(model: Printed, n: int) -> Printed:
    """One additional infiltrator or air unit, like the first of its kind."""
    name = f"{model.formation.rstrip('0123456789 ')} {n}"
    formation = name if model.type == "infiltrator" else model.formation
    return replace(model, name=name, formation=formation)


def unit_at_start(printed: Printed, scenario: Scenario) -> Unit:
    """Where a unit is before the first decision; German ground units of the start are in the raster (BK-BEG-02)."""
    if printed.type == "air":
        at = SKY[printed.side]
    elif printed.type == "v2":
        at = BATTERY
    elif printed.turn > 1:
        at = due(printed.turn)
    elif printed.side == "german" and (not scenario.deployed or not printed.at.isdigit()):
        at = RASTER[printed.side]
    else:
        at = printed.at
    return Unit(
        side=printed.side, at=at, strength=printed.strength, start=at if not at.startswith("#") else ""
    )
