"""The calculator of A Time for Trumpets: a combat put together from unit types and tags, without a map, and
what a roll of the dice does in it: both halves of the cells, who takes the hits by priority, and what
follows.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from math import lcm
from typing import TYPE_CHECKING, Final, NamedTuple

from msgspec.structs import replace

from hexbench.engine.calculator import Answer, Blank, Die, Kind, Party, Sheet
from hexbench.engine.display import Account, Bar, Clause, Combat, Factor, Field, Spread
from hexbench.engine.values import Say, say
from hexbench.games.trumpets import odds_report, resolution
from hexbench.games.trumpets.calculator_sheet import (
    AGAINST,
    BASES,
    BLITZ_A,
    BUILT,
    FOR_IT,
    HEXES,
    KINDS,
    MOST_STEPS,
    NATIONS,
    OWN,
    OWN_FACTOR,
    OWN_GUNS,
    OWN_STEPS,
    PARTS,
    POSITIONS,
    SIDES,
    TOTS,
    WATERS,
    WEATHERS,
    YES_NO,
    Sheeted,
    read,
)
from hexbench.games.trumpets.charts import columns
from hexbench.games.trumpets.fight import is_blitz
from hexbench.games.trumpets.odds_report import result_name
from hexbench.games.trumpets.resolution import Outcome, chances

if TYPE_CHECKING:
    from hexbench.games.trumpets.calculator_sheet import Counterattack
    from hexbench.games.trumpets.fight import Fight, Fighter
    from hexbench.games.trumpets.resolution import Result
    from hexbench.games.trumpets.rules import Options
    from hexbench.games.trumpets.strength import Reckoning
    from hexbench.games.trumpets.tables import Tables


# The counterattack in the calculator: its own odds and dice, and both combats combined (TT-CA).

CA = "CA"


def headline(f: Fight, found: Reckoning) -> Say:
    """One line that sums up a combat."""
    return say(
        "{odds}, {shift}, dice {drm}: column {column}",
        odds=found.odds,
        shift=columns(found.shift) or "no shift",
        drm=f"{found.drm:+d}",
        column=odds_report.final(f, found),
    )


def added(answer: Answer, sheeted: Sheeted, t: Tables, rolled: tuple[int, ...]) -> Answer:
    """The answer extended by the possible counterattack and, if the dice call for one, by its result."""
    back, found = sheeted.after, sheeted.reckoning
    assert back is not None, "only asked where there is one"
    assert found is not None, "a counterattack follows a combat"
    o = sheeted.options
    first = befallen(sheeted.fight, t, found, rolled[:2], o, sheeted.steps).outcome if rolled else None  # type: ignore[arg-type]
    called = isinstance(first, Outcome) and first.result == CA
    dice = rolled[2:] if called else ()
    fate = befallen(back.fight, t, back.reckoning, dice, o, sheeted.steps, counter=True)
    accounts = odds_report.accounts(back.fight, back.reckoning)
    if o.afv_combat:
        accounts = (*accounts, afv_account(back.fight))
    lit = (first, fate.outcome if dice else None)
    return replace(
        answer,
        after=Combat(
            key="counterattack",
            say=say(
                "Counterattack on hex {at}: {odds}", at=back.hex, odds=headline(back.fight, back.reckoning)
            ),
            hexes=(),
            status="draft",
            note=say(
                "Uses the units as entered: steps lost before the counterattack are not deducted (TT-CA-03)."
            ),
            accounts=accounts,
            spreads=(
                *odds_report.spreads(back.fight, t, back.reckoning, fate.outcome if dice else None),
                together(t, found, back, lit),
            ),
        ),
        tables=(*answer.tables, odds_report.lit_table(back.fight, t, back.reckoning, dice)),
        found=(*answer.found, *_told(back, called=called, rolled=rolled), *fate.lines),
    )


def _told(back: Counterattack, *, called: bool, rolled: tuple[int, ...]) -> tuple[tuple[Say, str], ...]:
    if not rolled:
        return ()
    if called and len(rolled) == 2:
        return ((say("Enter two more dice, red and white, to resolve the counterattack."), "TT-CA-03"),)
    if called:
        return ((say("The counterattack on hex {at}:", at=back.hex), "TT-CA-03"),)
    if len(rolled) > 2:
        return ((say("There is no counterattack: the other two dice are not used."), "TT-CA-05"),)
    return ()


def together(
    t: Tables, found: Reckoning, back: Counterattack, lit: tuple[object, object] = (None, None)
) -> Spread:
    """The exact chances of the outcome over all four dice: that of the attack, or of the counterattack it
    leads to.
    """
    ways: dict[tuple[str, str], Fraction] = {}
    then = chances(t, back.reckoning)
    for one, p in chances(t, found).items():
        if one.result != CA or one.cancelled:
            key = ("x" if one.cancelled else one.result, "")
            ways[key] = ways.get(key, Fraction(0)) + p
            continue
        for two, q in then.items():
            key = (CA, "x" if two.cancelled else "" if two.result == CA else two.result)
            ways[key] = ways.get(key, Fraction(0)) + p * q
    common = lcm(*(p.denominator for p in ways.values()))
    marked = _marked(lit)
    order = sorted(ways.items(), key=lambda item: (-item[1], item[0]))
    return Spread(
        say("Attack and counterattack combined, 1296 rolls"),
        tuple(Bar(_named(key), int(p * common), key == marked) for key, p in order),
    )


def _marked(lit: tuple[object, object]) -> tuple[str, str] | None:
    one, two = lit
    if not isinstance(one, Outcome):
        return None
    if one.result != CA or one.cancelled:
        return ("x" if one.cancelled else one.result, "")
    if not isinstance(two, Outcome):
        return None
    return (CA, "x" if two.cancelled else "" if two.result == CA else two.result)


def _named(key: tuple[str, str]) -> Say:
    first, second = key
    if first != CA:
        return say("attack cancelled") if first == "x" else odds_report.result_name(first)
    then = say("it is cancelled") if second == "x" else odds_report.result_name(second)
    return say("counterattack, then {result}", result=then)


NAMES: Final = {
    "inf_bn": say("Infantry battalion"),
    "vg_bn": say("Volksgrenadier battalion"),
    "fj_bn": say("Parachute battalion"),
    "fusilier_bn": say("Fusilier battalion"),
    "recon_plt": say("Reconnaissance platoon"),
    "arm_cav_trp": say("Armored cavalry troop"),
    "pz_bn": say("Panzer battalion"),
    "tiger_co": say("Tiger company"),
    "tank_co": say("Tank company"),
    "spw_bn": say("Armored infantry battalion"),
    "pzg_bn": say("Panzergrenadier battalion"),
    "arm_recon_co": say("Armored reconnaissance company"),
    "stug_co": say("StuG company"),
    "jpz_co": say("Jagdpanzer company"),
    "td_sp_co": say("SP tank destroyer company"),
    "td_tow_co": say("Towed tank destroyer company"),
    "eng_co": say("Engineer company"),
    "flak_lt": say("Light Flak"),
    "aw_btry": say("AA automatic weapons battery"),
    "fa_105": say("Artillery 105 mm"),
    "fa_155": say("Artillery 155 mm"),
    "nw_bn": say("Nebelwerfer battalion"),
    "hq": say("Headquarters"),
    "kgp_hq": say("Kampfgruppe headquarters"),
}
"""Names of unit types; a type added by a player's own tables is shown by its key."""


class TtCalculator:
    """See :class:`hexbench.engine.calculator.Calculator`."""

    def __init__(self, tables: Tables) -> None:
        self.tables = tables

    # ---- what can be filled in
    def blank(self) -> Blank:
        """The empty sheet: settings, units and artillery of both sides, and the attackers' hexes."""
        fights = self._kinds(guns=False)
        guns = self._kinds(guns=True)
        return Blank(
            settings=_settings(),
            parties=(
                Party(
                    key="attackers",
                    title=say("Attackers"),
                    kinds=fights,
                    fields=(*_unit_fields("af", "df"), _choice("from", say("From"), HEXES)),
                    most=36,
                    help=say("Units that attack with their own factors, each from one of the hexes A to F."),
                ),
                Party(
                    key="defenders",
                    title=say("Defenders"),
                    kinds=fights,
                    fields=_unit_fields("df", "af"),
                    most=7,
                    help=say("All units in the hex that is attacked."),
                ),
                Party(
                    key="attacking_guns",
                    title=say("Attacking artillery"),
                    kinds=guns,
                    fields=_gun_fields(),
                    help=say("Artillery supporting the attack; it takes no losses."),
                ),
                Party(
                    key="defending_guns",
                    title=say("Defending artillery"),
                    kinds=guns,
                    fields=_gun_fields(),
                    help=say("Artillery supporting the defence from other hexes."),
                ),
                Party(
                    key="counter_guns",
                    title=say("Counterattack artillery"),
                    kinds=guns,
                    fields=(_choice("for", say("Supports"), (FOR_IT, AGAINST)), *_gun_fields()),
                    help=say(
                        "Artillery that has not fired yet, supporting the counterattack "
                        "or the defence against it."
                    ),
                ),
                Party(
                    key="origins",
                    title=say("Attackers' hexes"),
                    kinds=tuple(Kind(at, say("Hex {at}", at=at)) for at in HEXES),
                    fields=(
                        _choice("ground", say("Terrain"), BASES),
                        _choice("built", say("Built-up"), BUILT),
                        _choice("over", say("Attacks across"), WATERS),
                        _choice("road", say("On a road"), YES_NO, "yes"),
                    ),
                    most=len(HEXES),
                    help=say(
                        "List only hexes where it matters: a hex not listed is clear, "
                        "with no water to cross, and on a road."
                    ),
                ),
            ),
        )

    def _kinds(self, *, guns: bool) -> tuple[Kind, ...]:
        out = []
        for key, template in self.tables.templates.items():
            title = NAMES.get(key, Say(key.replace("_", " ")))
            if guns and (template.fa or template.nw):
                out.append(Kind(key, title, (("factor", str(template.fa or template.nw)),)))
            elif not guns:
                values = {"af": template.af, "df": template.df, "steps": template.steps}
                out.append(
                    Kind(
                        key,
                        title,
                        (
                            *((field, str(n)) for field, n in values.items()),
                            ("tags", ", ".join(template.tags)),
                        ),
                    )
                )
        own = OWN_GUNS if guns else OWN
        return (
            *out,
            *(Kind(key, title, (("factor", str(OWN_FACTOR)),) if guns else ()) for key, title in own.items()),
        )

    # ---- what the rules make of it
    def reckon(self, sheet: Sheet) -> Answer:
        """The combat before the dice are rolled."""
        return self._answer(read(sheet, self.tables))

    def resolve(self, sheet: Sheet, rolled: Sequence[int]) -> Answer:
        """The combat with its dice: red and white, two more for a counterattack; a single die for a blitz
        attack.
        """
        found = read(sheet, self.tables)
        if found.fight is None or found.reckoning is None:
            raise ValueError("There is no combat to resolve: see the faults that rule it out.")
        dice = _dice(found)
        enough = (len(dice), 2) if found.after is not None else (len(dice),)
        if len(rolled) not in enough:
            raise ValueError(f"This combat takes {len(dice)} dice; {len(rolled)} were given.")
        for face in rolled:
            if not 1 <= face <= 6:
                raise ValueError(f"{face} is not a die roll: give numbers from 1 to 6.")
        return self._answer(found, tuple(rolled))

    def _answer(self, sheeted: Sheeted, rolled: tuple[int, ...] = ()) -> Answer:
        f, found, t = sheeted.fight, sheeted.reckoning, self.tables
        if f is None or found is None:
            return Answer(faults=sheeted.faults)
        first = rolled[:1] if is_blitz(f) else rolled[:2]
        fate = befallen(f, t, found, first, sheeted.options, sheeted.steps)
        was: Outcome | str | None = fate.outcome if rolled else None
        combat = _combat("calculator", f, t, found, sheeted, was)
        answer = Answer(
            combat=combat,
            tables=(odds_report.lit_table(f, t, found, first),),
            dice=_dice(sheeted),
            found=fate.lines,
        )
        return added(answer, sheeted, t, rolled) if sheeted.after is not None else answer


def _combat(
    key: str, f: Fight, t: Tables, found: Reckoning, sheeted: Sheeted, was: Outcome | str | None
) -> Combat:
    accounts = odds_report.accounts(f, found)
    if sheeted.options.afv_combat and not is_blitz(f):
        accounts = (*accounts, afv_account(f))
    return Combat(
        key=key,
        say=headline(f, found),
        hexes=(),
        status="draft",
        note=sheeted.note,
        accounts=accounts,
        spreads=odds_report.spreads(f, t, found, was),
    )


def _dice(found: Sheeted) -> tuple[Die, ...]:
    if found.fight is not None and is_blitz(found.fight):
        return (Die("blitz", say("Blitz die")),)
    dice = (Die("red", say("Red die")), Die("white", say("White die")))
    if found.after is None:
        return dice
    return (
        *dice,
        Die("counter_red", say("Red die of the counterattack")),
        Die("counter_white", say("White die of the counterattack")),
    )


# ---- fields -----------------------------------------------------------------------------------------------------------
def _choice(key: str, title: Say, choices: Sequence[str] | dict[str, str], value: str = "") -> Field:
    names = tuple(choices)
    return Field(key, title, value or names[0], names)


def _number(key: str, title: Say, value: int, least: int, most: int) -> Field:
    return Field(key, title, str(value), (), least, most)


def _settings() -> tuple[Field, ...]:
    return (
        _choice("attacker", say("Attacking side"), SIDES),
        _choice("kind", say("Kind of attack"), KINDS),
        _number("day", say("Day of December"), 16, 16, 31),
        _choice("part", say("Turn"), PARTS, "MO"),
        _choice("weather", say("Weather"), WEATHERS),
        _choice("squall", say("Snow Squall area"), YES_NO),
        _choice("base", say("Defenders' terrain"), BASES),
        _choice("built", say("Built-up"), BUILT),
        _choice("position", say("Position"), POSITIONS),
        _choice("road_block", say("Road block"), YES_NO),
        _number("attacking_air", say("Air points, attack"), 0, 0, 20),
        _number("defending_air", say("Air points, defence"), 0, 0, 20),
        _choice("night_once", say("Night counts once"), YES_NO, "yes"),
        _choice("clamp_first", say("Limit odds first"), YES_NO),
        _choice("afv", say("Enhanced AFV combat"), YES_NO),
        _choice("blitz_a", say("A1 and A2 are"), BLITZ_A),
        _choice("german_tot", say("German ToT"), YES_NO),
        _choice("counter", say("Counterattack on hex"), ("none", *HEXES)),
    )


_FACTORS: Final = {"af": say("AF"), "df": say("DF")}


def _unit_fields(*factors: str) -> tuple[Field, ...]:
    """Fields of a unit. The first factor is used in the attack, the other one in a counterattack."""
    return (
        *(_number(key, _FACTORS[key], OWN_FACTOR, 0, 30) for key in factors),
        _number("steps", say("Steps"), OWN_STEPS, 1, MOST_STEPS),
        _number("er", say("ER"), 5, 0, 9),
        _choice("nation", say("Nation"), NATIONS),
        Field("division", say("Division")),
        _choice("supplied", say("Supply"), YES_NO, "yes"),
        _choice("linked", say("Comm."), YES_NO, "yes"),
        Field("tags", say("Tags")),
    )


def _gun_fields() -> tuple[Field, ...]:
    return (_number("factor", say("Factor"), OWN_FACTOR, 0, 30), _choice("tot", say("Time on target"), TOTS))


Told = tuple[Say, str]
_LISTS: Final = {
    ("attacker", "1*"): ("attacker_afv", "TT-LOSS-10"),
    ("defender", "1*"): ("defender_afv", "TT-LOSS-11"),
    ("attacker", "1"): ("attacker_any", "TT-LOSS-12"),
    ("defender", "1"): ("defender_any", "TT-LOSS-13"),
}
_ADVANCE: Final = {"DE": "TT-ADV-11", "STEP": "TT-ADV-12"}


class _Fate(NamedTuple):
    """The result of the dice; ``outcome`` identifies the bar to highlight."""

    outcome: Outcome | str | None
    lines: tuple[Told, ...]


def befallen(
    f: Fight,
    t: Tables,
    found: Reckoning,
    rolled: tuple[int, ...],
    o: Options,
    steps: Mapping[str, int],
    *,
    counter: bool = False,
) -> _Fate:
    """The result of the dice, empty without any, for units of these ``steps``. ``counter``: this is itself a
    counterattack (TT-CA-04).
    """
    left = dict(steps)
    if not rolled:
        return _Fate(None, ())
    if is_blitz(f):
        return _blitz(f, t, found, rolled[0], o, left)
    red, white = rolled
    if resolution.cancelled(found, red, white):
        rule = "TT-CAN-01" if found.cancels == "doubles" else "TT-CAN-02"
        text = say("{a} and {b}: the attack is cancelled with no effect.", a=red, b=white)
        return _Fate(resolution.Outcome(True, "", ""), ((text, rule),))
    worn = resolution.attrition(t, red + found.drm, found.column)
    result = resolution.result(t, white + found.drm, found.column)
    return _Fate(
        resolution.Outcome(False, worn, result.code),
        tuple(_ordinary(f, t, found, rolled, worn, result, o, left, counter=counter)),
    )


def _ordinary(
    f: Fight,
    t: Tables,
    found: Reckoning,
    rolled: tuple[int, ...],
    worn: str,
    result: Result,
    o: Options,
    left: dict[str, int],
    *,
    counter: bool,
) -> Iterator[Told]:
    red, white = (resolution.row_of(face + found.drm) for face in rolled)
    if found.extra_hit:
        who, _ = _suffer(f, t, "defender", "1", o, left)
        yield say("Road block hit at 5-1 or better: {who}.", who=who), "TT-DEF-23"
    if worn:
        who, more = _suffer(f, t, "attacker", worn, o, left)
        text = say("Red {face}, row {row}: {who}.", face=rolled[0], row=red, who=who)
        yield text, _LISTS["attacker", worn][1]
        yield from more
    else:
        yield say("Red {face}, row {row}: no attrition.", face=rolled[0], row=red), "TT-ODD-13"
    name = result_name(result.code)
    yield say("White {face}, row {row}: {result}.", face=rolled[1], row=white, result=name), "TT-ODD-14"
    for role, hit in (("attacker", result.attacker_hit), ("defender", result.defender_hit)):
        if hit:
            who, more = _suffer(f, t, role, hit, o, left)
            yield say("The hit: {who}.", who=who), _LISTS[role, hit][1]
            yield from more
    if result.counterattack:
        yield _counterattack(f, t, again=counter)
    elif result.engaged:
        yield say("All surviving units that took part are engaged."), "TT-ENG-01"
    elif not any(left[u.unit] for u in f.attackers):
        return  # nobody is left to advance (TT-CRT-16)
    elif result.gone == "defender":
        yield from _advance(f, t, "DE", short=counter)
    elif result.defender_retreat:
        yield from _advance(f, t, f"D{result.defender_retreat}", short=counter)
    elif result.defender_hit:
        yield say("If that was the defenders' last step:"), "TT-CRT-17"
        yield from _advance(f, t, "STEP", short=counter)


def _counterattack(f: Fight, t: Tables, *, again: bool) -> Told:
    if again:
        return say("A counterattack cannot be counterattacked: no effect."), "TT-CA-04"
    if any(t.positions[key].ignores_counterattack for key in f.positions):
        return say("The defenders' position lets them ignore the counterattack result."), "TT-CA-01"
    return say("The defender counterattacks one hex, or declines to and retreats one hex."), "TT-CA-02"


def _advance(f: Fight, t: Tables, row: str, *, short: bool = False) -> Iterator[Told]:
    """The advance allowed by the chart, limited by the position."""
    rule = _ADVANCE.get(row, f"TT-ADV-{12 + int(row[1])}" if row[0] == "D" and row[1:].isdigit() else "")
    recon, road, basic = t.advance.rows[row]
    kinds = [t.positions[key].advance for key in f.positions]
    if short:
        yield say("Advance: one hex."), "TT-CA-04"
    elif "stop" in kinds:
        yield say("Advance: one hex, into the road block hex."), "TT-ADV-07"
    elif "basic" in kinds:
        yield say("Advance: all units {n}, at the basic rate.", n=basic), "TT-ADV-06"
    else:
        text = say(
            "Advance in hexes: recon {recon}, road {road}, others {basic}.",
            recon=recon,
            road=road,
            basic=basic,
        )
        yield text, rule


def _blitz(f: Fight, t: Tables, found: Reckoning, die: int, o: Options, left: dict[str, int]) -> _Fate:
    column = found.blitz_column
    if column is None:
        return _Fate(None, ())
    code = resolution.blitz_code(t, die + found.drm, column)
    lines: list[Told] = [(say("{face}: {result}.", face=die, result=result_name(code)), "TT-BLZ-05")]
    if code.startswith("Adv"):
        lines += _advance(f, t, f"D{code[3]}")
        lines.append((say("The defenders stay in place."), "TT-BLZ-09"))
    elif code == "Eng":
        lines.append((say("All units that took part are engaged."), "TT-BLZ-14"))
    elif code in ("A1", "A2") and o.blitz_a == "loss":
        who = [_suffer(f, t, "attacker", "1", o, left)[0] for _ in range(int(code[1]))]
        twice = len(who) == 2 and who[0] == who[1]
        texts = [say("Twice: {who}.", who=who[0])] if twice else [say("{who}.", who=one) for one in who]
        lines += ((text, "TT-BLZ-15") for text in texts)
    elif code in ("A1", "A2"):
        lines.append((say("The attackers retreat."), "TT-BLZ-15"))
    return _Fate(code, tuple(lines))


# ---- hits -------------------------------------------------------------------------------------------------------------
def _takers(f: Fight, t: Tables, role: str, hit: str, left: Mapping[str, int]) -> tuple[Fighter, ...]:
    """Units that may take a hit: of those with steps left the first class present, for attackers the highest
    ER in it (TT-LOSS-01..05).
    """
    units = [u for u in (f.attackers if role == "attacker" else f.defenders) if left[u.unit]]
    for asked in getattr(t.loss, _LISTS[role, hit][0]):
        found = [u for u in units if all(_meets(u, tag) for tag in asked)]
        if found:
            best = max(u.er for u in found)
            return tuple(u for u in found if role == "defender" or u.er == best)
    return ()


def _meets(unit: Fighter, tag: str) -> bool:
    return not unit.has(tag[1:]) if tag.startswith("!") else unit.has(tag)


def _suffer(
    f: Fight, t: Tables, role: str, hit: str, o: Options, left: dict[str, int]
) -> tuple[Say, tuple[Told, ...]]:
    """(who takes a hit, what the advanced rules make of it). Its steps are taken from ``left``, unless the
    owner has a choice, which is not known beforehand.
    """
    found = _takers(f, t, role, hit, left)
    if len(found) == 1 and not _spared(f, found[0], hit, o):
        steps = 2 if _doubled(f, found[0], hit, o) else 1
        left[found[0].unit] = max(left[found[0].unit] - steps, 0)
    return _hit(f, found, hit, o), tuple(_afv(f, found, hit, o))


def _hit(f: Fight, found: Sequence[Fighter], hit: str, o: Options) -> Say:
    if not found:
        return say("no unit can take the hit, so it is lost")
    names = ", ".join(u.name for u in found)
    if any(_spared(f, u, hit, o) for u in found):  # its effect is another line (TT-AFV-03)
        if len(found) == 1:
            return say("{unit} takes the hit", unit=names)
        return say("one of {units} takes the hit, owner's choice", units=names)
    if len(found) == 1:
        return say("{unit} loses a step", unit=names)
    return say("one of {units} loses a step, owner's choice", units=names)


# ---- enhanced AFV combat ----------------------------------------------------------------------------------------------
def guns(f: Fight) -> tuple[bool, bool]:
    """(the German side has superior guns, an improved Allied gun takes part): TT-AFV-02, TT-AFV-04."""
    both = (*f.attackers, *f.defenders)
    return (
        any(u.side == "german" and u.has("at_superior") for u in both),
        any(u.side == "allied" and u.has("at_improved") for u in both),
    )


def _spared(f: Fight, unit: Fighter, hit: str, o: Options) -> bool:
    """Whether a unit is heavy armor that faces no improved gun and so ignores an AFV hit (TT-AFV-03)."""
    heavy = unit.side == "german" and unit.has("heavy_armor")
    return o.afv_combat and hit == "1*" and heavy and not guns(f)[1]


def _doubled(f: Fight, unit: Fighter, hit: str, o: Options) -> bool:
    """Whether superior German guns make an AFV hit cost a unit two steps (TT-AFV-01)."""
    allied = unit.side == "allied" and unit.has("afv")
    return o.afv_combat and hit == "1*" and allied and guns(f)[0]


def _afv(f: Fight, found: Iterable[Fighter], hit: str, o: Options) -> Iterator[Told]:
    """What the advanced rules turn an AFV loss into: a second step, or none (TT-AFV-01, TT-AFV-03)."""
    for unit in found:
        if _spared(f, unit, hit, o):
            text = say("{unit} is heavy armor and faces no improved gun: no loss.", unit=unit.name)
            yield text, "TT-AFV-03"
        elif _doubled(f, unit, hit, o):
            text = say(
                "Superior German guns: {unit} loses a second step, or the next AFV does.", unit=unit.name
            )
            yield text, "TT-AFV-01"


def afv_account(f: Fight) -> Account:
    """Which of the advanced rules apply in this combat, before the dice are rolled."""
    superior, improved = guns(f)
    lines = (
        (
            say("superior German guns: an Allied AFV hit by 1* loses two steps"),
            superior,
            "TT-AFV-02",
        ),
        (
            say("improved Allied guns: German heavy armor takes 1* as normal"),
            improved,
            "TT-AFV-04",
        ),
    )
    return Account(
        say=say("Enhanced AFV combat"),
        lines=tuple(
            Factor(say=text, amount="yes" if on else "no", clauses=(Clause(Say(""), rule),))
            for text, on, rule in lines
        ),
    )
