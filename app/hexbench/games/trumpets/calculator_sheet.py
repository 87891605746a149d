"""Read a calculator sheet: the Fight it describes, or every reason why it describes none."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from types import MappingProxyType
from typing import TYPE_CHECKING, Final, NamedTuple, cast

from msgspec.structs import replace

from hexbench.engine.values import Reason, Say, say
from hexbench.games.trumpets.fight import Fight, Fighter, Gun, is_blitz
from hexbench.games.trumpets.mission import Works
from hexbench.games.trumpets.pieces import FOE, scaled
from hexbench.games.trumpets.rules import Options
from hexbench.games.trumpets.strength import Reckoning, reckon

if TYPE_CHECKING:
    from hexbench.engine.calculator import Entry, Sheet
    from hexbench.games.trumpets.fight import Base, Built, Kind, Water
    from hexbench.games.trumpets.mission import Weather
    from hexbench.games.trumpets.pieces import Category, Nation, Side
    from hexbench.games.trumpets.tables import Tables

YES_NO: Final = ("no", "yes")
HEXES: Final = ("A", "B", "C", "D", "E", "F")
SIDES: Final = {"German": "german", "Allied": "allied"}
NATIONS: Final = {"usual": "american", "British": "british"}
"""Nations of Allied units; German units are always German."""
KINDS: Final = {
    "Ordinary attack": "normal",
    "Ardennes 44": "ardennes_44",
    "Tigers in the Mist": "tigers_in_the_mist",
}
PARTS: Final = ("PD", "MO", "AF", "EV")
WEATHERS: Final = {
    "Clear": "Clear",
    "Overcast": "Overcast",
    "Fog": "Fog",
    "Dense Fog": "DenseFog",
    "Snow": "Snow",
}
BASES: Final = {
    "Clear": "clear",
    "Woods": "woods",
    "Broken": "broken",
    "Forest": "forest",
    "Marsh": "marsh",
}
BUILT: Final = {"nothing": "", "Village": "village", "Town": "town", "City": "city"}
WATERS: Final = {"nothing": "", "Stream": "stream", "River": "river"}
POSITIONS: Final = {
    "none": "",
    "Improved, ER 5": "IP5",
    "Improved, ER 6": "IP6",
    "Strong point": "SP",
    "Fort": "FT",
}
TOTS: Final = ("no", "able", "fires")
"""Time on target: not eligible; eligible, so counted among the three others; firing it (TT-REC-08)."""
BLITZ_A: Final = {"retreats": "retreat", "steps lost": "loss"}
FOR_IT: Final = "the counterattack"
AGAINST: Final = "its defence"
OWN: Final = {
    "own_front_line": say("Custom front line unit"),
    "own_combat_support": say("Custom combat support unit"),
    "own_artillery": say("Custom artillery"),
    "own_hq": say("Custom headquarters"),
}
OWN_GUNS: Final = {
    "own_fa": say("Custom field artillery"),
    "own_nw": say("Custom Nebelwerfer"),
}
OWN_FACTOR: Final = 3
"""Every factor of a custom unit that does not say otherwise."""
OWN_STEPS: Final = 1
"""The steps of a custom unit that does not say otherwise."""
MOST_STEPS: Final = 9
"""The most steps a custom unit can have."""
CATEGORIES: Final = ("front_line", "combat_support", "artillery", "hq")
TAGS: Final = frozenset(
    (
        *CATEGORIES,
        *("infantry", "armored_infantry", "parachute", "engineer", "recon"),
        *("armored_recon", "armored_cavalry", "motorized_ranger", "special_hq"),
        *("afv", "tank", "stg3", "tiger_scare", "heavy_armor"),
        *("anti_tank", "at_superior", "at_improved", "aa_light", "aa_heavy", "aa_aw"),
        *("fa", "nw", "artillery_substitute", "low_visibility", "blitz_specialist"),
    )
)
"""Every capability tag there is (TT-GEN-02)."""


class Counterattack(NamedTuple):
    """The counterattack to be fought if the white die calls for one (TT-CA-02, TT-CA-03)."""

    hex: str
    fight: Fight
    reckoning: Reckoning


class Sheeted(NamedTuple):
    """A sheet that has been read. Without ``fight`` and ``reckoning`` there is no combat, because of
    ``faults``. ``steps`` maps every unit to the steps it has.
    """

    faults: tuple[Reason, ...]
    fight: Fight | None = None
    reckoning: Reckoning | None = None
    note: Say = Say("")
    options: Options = Options()
    after: Counterattack | None = None
    steps: Mapping[str, int] = MappingProxyType({})


class _Origin(NamedTuple):
    """A hex that attackers are in."""

    ground: str = "clear"
    over: str = ""
    road: bool = True
    built: str = ""


def read(sheet: Sheet, t: Tables) -> Sheeted:
    """The combat described by a sheet, with its odds calculated."""
    faults: list[Reason] = []
    side = cast("Side", SIDES.get(sheet.get("attacker"), "german"))
    origins = _origins(sheet, faults)
    fight = Fight(
        kind=cast("Kind", KINDS.get(sheet.get("kind"), "normal")),
        attackers=tuple(_fighters(sheet, t, "attackers", side, origins, faults)),
        defenders=tuple(_fighters(sheet, t, "defenders", FOE[side], {}, faults)),
        attacking_guns=tuple(_guns(sheet, sheet.of("attacking_guns"), t, side, faults)),
        defending_guns=tuple(_guns(sheet, sheet.of("defending_guns"), t, FOE[side], faults)),
        attacking_aircraft=_number(sheet.get("attacking_air"), 0),
        defending_aircraft=_number(sheet.get("defending_air"), 0),
        base=cast("Base", BASES.get(sheet.get("base"), "clear")),
        built=cast("Built", BUILT.get(sheet.get("built"), "")),
        works=Works(
            main=POSITIONS.get(sheet.get("position"), ""),  # type: ignore[arg-type]
            road_block=sheet.get("road_block") == "yes",
        ),
        turn=f"{_number(sheet.get('day'), 16)}{sheet.get('part') or 'MO'}",
        weather=cast("Weather", WEATHERS.get(sheet.get("weather"), "Clear")),
        squall=sheet.get("squall") == "yes",
    )
    faults += _against(fight, t, origins)
    back = _counter(sheet, t, fight, origins, faults)
    if faults:
        return Sheeted(tuple(faults))
    rulings = Options(
        clamp_before_shift=sheet.get("clamp_first") == "yes",
        night_shift_once=sheet.get("night_once") != "no",
        afv_combat=sheet.get("afv") == "yes",
        blitz_a="loss" if BLITZ_A.get(sheet.get("blitz_a")) == "loss" else "retreat",
        german_tot=sheet.get("german_tot") == "yes",
    )
    found = _reckoned(fight, t, rulings)._replace(steps=_steps(sheet, t))
    if back is None or found.fight is None or is_blitz(found.fight):
        return found
    if any(t.positions[key].ignores_counterattack for key in fight.positions):
        return found._replace(
            note=say("The defenders' position lets them ignore counterattack results (TT-CA-01).")
        )
    return found._replace(after=Counterattack(sheet.get("counter"), back, reckon(back, t, rulings)))


def _counter(
    sheet: Sheet, t: Tables, f: Fight, origins: dict[str, _Origin], faults: list[Reason]
) -> Fight | None:
    """The defenders attack one of the attackers' hexes, without aircraft, supported by guns that have not
    fired.
    """
    at = sheet.get("counter")
    if at not in HEXES:
        return None
    origin = origins.get(at, _Origin())
    able = tuple(
        replace(d, at="X", water=cast("Water", origin.over), ground=f.base)
        for d in f.defenders
        if d.category in ("front_line", "combat_support") and (d.af or d.has("special_hq"))
    )
    struck = tuple(replace(a, water="") for a in f.attackers if a.at == at)
    if not struck:
        faults.append(
            Reason("TT-CA-02", say("No unit attacks from hex {at}, so it cannot be counterattacked.", at=at))
        )
    if not any(one.af for one in able):
        faults.append(Reason("TT-CA-02", say("No defender has an attack factor to counterattack with.")))
    side = struck[0].side if struck else "german"
    guns = sheet.of("counter_guns")
    return Fight(
        attackers=able,
        defenders=struck,
        attacking_guns=tuple(
            _guns(
                sheet, tuple(g for g in guns if g.get("for") != AGAINST), t, FOE[side], faults, "counter_guns"
            )
        ),
        defending_guns=tuple(
            _guns(
                sheet, tuple(g for g in guns if g.get("for") == AGAINST), t, side, faults, "counter_defence"
            )
        ),
        base=cast("Base", origin.ground),
        built=cast("Built", origin.built),
        turn=f.turn,
        weather=f.weather,
        squall=f.squall,
    )


def _reckoned(fight: Fight, t: Tables, rulings: Options) -> Sheeted:
    """Calculate the odds; those of a blitz attack are tested before and after defensive artillery
    (TT-BLZ-07).
    """
    found = _tested(fight, t, rulings)
    return found._replace(options=rulings)


def _tested(fight: Fight, t: Tables, rulings: Options) -> Sheeted:
    found = reckon(fight, t, rulings)
    if found.attack <= 0:
        return Sheeted((Reason("TT-ODD-01", say("The attackers have no attack factors.")),))
    if not is_blitz(fight) or found.blitz_column is not None:
        return Sheeted((), fight, found)
    bare = replace(fight, defending_guns=(), defending_aircraft=0)
    if reckon(bare, t, rulings).blitz_column is None:
        text = say("The final odds are below 2-1: a blitz attack is not possible.")
        return Sheeted((Reason("TT-BLZ-07", text),))
    plain = replace(fight, kind="normal")
    note = say(
        "The defender's support brings the odds below 2-1: this becomes an ordinary attack (TT-BLZ-07)."
    )
    return Sheeted((), plain, reckon(plain, t, rulings), note)


# ---- what was filled in -----------------------------------------------------------------------------------------------
def _number(text: str, usual: int) -> int:
    return int(text) if text.lstrip("-").isdecimal() else usual


def _origins(sheet: Sheet, faults: list[Reason]) -> dict[str, _Origin]:
    out: dict[str, _Origin] = {}
    for entry in sheet.of("origins"):
        if entry.kind in out:
            faults.append(Reason("TT-TER-24", say("Hex {at} is listed twice.", at=entry.kind)))
        out[entry.kind] = _Origin(
            BASES.get(entry.get("ground"), "clear"),
            WATERS.get(entry.get("over"), ""),
            entry.get("road") != "no",
            BUILT.get(entry.get("built"), ""),
        )
    return out


def _steps(sheet: Sheet, t: Tables) -> dict[str, int]:
    return {
        f"{party}.{n}": _steps_of(entry, t)[0]
        for party in ("attackers", "defenders")
        for n, entry in enumerate(sheet.of(party), 1)
    }


def _steps_of(entry: Entry, t: Tables) -> tuple[int, int]:
    """(the steps of a unit, those it can have)."""
    template = t.templates.get(entry.kind)
    usual, full = (template.steps, template.steps) if template else (OWN_STEPS, MOST_STEPS)
    return _number(entry.get("steps"), usual), full


def _fighters(
    sheet: Sheet, t: Tables, party: str, side: Side, origins: dict[str, _Origin], faults: list[Reason]
) -> Iterator[Fighter]:
    for n, entry in enumerate(sheet.of(party), 1):
        template = t.templates.get(entry.kind)
        name = f"{n}: {entry.kind.removeprefix('own_').replace('_', ' ')}"
        if template is None and entry.kind not in OWN:
            faults.append(Reason("TT-GEN-03", say('There is no unit type "{kind}".', kind=entry.kind)))
            continue
        category = template.category if template else entry.kind.removeprefix("own_")
        steps, full = _steps_of(entry, t)
        if not 1 <= steps <= full:
            text = say("{unit} has 1 to {n} steps, not {found}.", unit=name, n=full, found=steps)
            faults.append(Reason("TT-LOSS-03", text))
        at = entry.get("from") or HEXES[0]
        origin = origins.get(at, _Origin())
        af, df = (_number(entry.get(key), getattr(template, key, OWN_FACTOR)) for key in ("af", "df"))
        if template is not None:
            af, df = scaled(af, steps, full), scaled(df, steps, full)
        yield Fighter(
            unit=f"{party}.{n}",
            name=name,
            side=side,
            nation=cast(
                "Nation", "german" if side == "german" else NATIONS.get(entry.get("nation"), "american")
            ),
            division=entry.get("division").strip(),
            category=cast("Category", category),
            tags=_tags(entry, t, category, name, faults),
            af=af,
            df=df,
            er=_number(entry.get("er"), 5),
            at=at if party == "attackers" else "",
            water=cast("Water", origin.over),
            ground=cast("Base", origin.ground),
            supplied=entry.get("supplied") != "no",
            linked=entry.get("linked") != "no",
        )


def _tags(entry: Entry, t: Tables, category: str, name: str, faults: list[Reason]) -> tuple[str, ...]:
    """The tags written, with the category and what the icons give (TT-GEN-02); a line never touched counts as the type's."""
    template = t.templates.get(entry.kind)
    written = dict(entry.values).get("tags")
    found = set(template.tags if template is not None and written is None else ())
    for word in (written or "").replace(",", " ").split():
        if word not in TAGS:
            text = say('{unit}: there is no tag "{tag}".', unit=name, tag=word)
            faults.append(Reason("TT-GEN-02", text))
        found.add(word)
    if "armored_infantry" in found:
        found.add("infantry")
    if found & {"tank", "stg3"}:
        found.add("afv")
    if "tank" in found:
        found.add("tiger_scare")  # only a German one counts (TT-WPN-36)
    found |= {icon for icon, carriers in t.icons.items() if set(carriers) & found}
    others = set(CATEGORIES) - {category}
    if wrong := sorted(found & others):
        text = say(
            "{unit} is {category} and cannot also be {other}.",
            unit=name,
            category=category,
            other=wrong[0],
        )
        faults.append(Reason("TT-GEN-03", text))
    return tuple(sorted({*found, category}))


def _guns(
    sheet: Sheet, entries: tuple[Entry, ...], t: Tables, side: Side, faults: list[Reason], party: str = ""
) -> Iterator[Gun]:
    able = sum(entry.get("tot") in ("able", "fires") for entry in entries)
    for n, entry in enumerate(entries, 1):
        template = t.templates.get(entry.kind)
        name = f"{n}: {entry.kind.removeprefix('own_').replace('_', ' ')}"
        if entry.kind not in OWN_GUNS and (template is None or not (template.fa or template.nw)):
            faults.append(Reason("TT-REC-08", say("{unit} is not an artillery unit.", unit=name)))
            continue
        rockets = entry.kind == "own_nw" or bool(template and template.nw)
        factor = _number(entry.get("factor"), (template.fa or template.nw) if template else OWN_FACTOR)
        fires = entry.get("tot") == "fires"
        if fires and side != "allied" and sheet.get("german_tot") != "yes":
            faults.append(
                Reason("TT-REC-08", say("{unit}: only Allied artillery may fire time on target.", unit=name))
            )
        elif fires and able < 4:
            text = say(
                "{unit}: time on target needs three other eligible units in the same combat, not {n}.",
                unit=name,
                n=able - 1,
            )
            faults.append(Reason("TT-REC-08", text))
        yield Gun(
            unit=f"{party or entry.party}.{n}",
            name=name,
            kind="nw" if rockets else "fa",
            factor=factor,
            tot=factor if fires else 0,
        )


# ---- what speaks against it -------------------------------------------------------------------------------------------
def _against(f: Fight, t: Tables, origins: dict[str, _Origin]) -> Iterator[Reason]:
    if not f.attackers:
        yield Reason("TT-GEN-01", say("There are no attackers: add one."))
    if not f.defenders:
        yield Reason("TT-GEN-01", say("There are no defenders: add one."))
    for a in f.attackers:
        if a.category not in ("front_line", "combat_support") and not a.has("special_hq"):
            text = say("{unit} cannot attack with a factor of its own.", unit=a.name)
            yield Reason("TT-WPN-34", text)
        elif not a.af and not a.has("special_hq"):
            yield Reason("TT-WPN-34", say("{unit} has no attack factor.", unit=a.name))
    yield from _stacked(f, t)
    flies = f.weather == "Clear" and not f.night
    if (f.attacking_aircraft or f.defending_aircraft) and not flies:
        yield Reason(
            "TT-REC-10", say("Aircraft fly only on day turns when the weather is Clear, not Overcast.")
        )
    if is_blitz(f):
        yield from _blitz(f, origins)


def _stacked(f: Fight, t: Tables) -> Iterator[Reason]:
    for units, what in (
        *(([a for a in f.attackers if a.at == at], say("Hex {at}", at=at)) for at in HEXES),
        (list(f.defenders), say("The defenders' hex")),
    ):
        count = Counter(u.front_line for u in units)
        if count[True] > t.stack_front or count[False] > t.stack_other:
            text = say(
                "{where} holds at most {front} front line units and {other} others.",
                where=what,
                front=t.stack_front,
                other=t.stack_other,
            )
            yield Reason("TT-REC-02", text)


def _blitz(f: Fight, origins: dict[str, _Origin]) -> Iterator[Reason]:
    """TT-BLZ-01, 02, 17, 19."""
    clear = f.weather in ("Clear", "Overcast") and not f.squall
    if f.kind == "ardennes_44" and (f.night or not clear):
        text = say(
            "An Ardennes 44 attack needs a day turn with Clear or Overcast weather and no Snow Squall."
        )
        yield Reason("TT-BLZ-01", text)
    if f.kind == "tigers_in_the_mist" and not f.night and clear:
        yield Reason("TT-BLZ-02", say("A Tigers in the Mist attack needs fog, snow or a night turn."))
    for a in f.attackers:
        if not (a.front_line or a.has("engineer") or a.has("recon") or a.has("special_hq")):
            text = say("{unit} is not a front line unit, engineer or recon unit.", unit=a.name)
            yield Reason("TT-BLZ-17", text)
    if not any(a.front_line and a.has("afv") and origins.get(a.at, _Origin()).road for a in f.attackers):
        yield Reason("TT-BLZ-17", say("A blitz attack needs a front line AFV that starts on a road."))
