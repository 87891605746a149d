"""The calculator of A Time for Trumpets: a combat put together from types of units and tags, on no map."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from math import lcm
from typing import TYPE_CHECKING, Final

from msgspec.structs import replace

from hexbench.engine.calculator import Answer, Blank, Die, Kind, Party, Sheet
from hexbench.engine.display import Bar, Combat, Field, Spread
from hexbench.engine.values import Say, say
from hexbench.games.trumpets import calculator_found, odds_report
from hexbench.games.trumpets.calculator_sheet import (
    AGAINST,
    BASES,
    BLITZ_A,
    BUILT,
    FOR_IT,
    HEXES,
    KINDS,
    NATIONS,
    OWN,
    OWN_GUNS,
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
from hexbench.games.trumpets.resolution import Outcome, chances

if TYPE_CHECKING:
    from hexbench.games.trumpets.calculator_sheet import Counterattack
    from hexbench.games.trumpets.fight import Fight
    from hexbench.games.trumpets.strength import Reckoning
    from hexbench.games.trumpets.tables import Tables


# The counterattack in the calculator: its own odds, its own dice, and both combats together (TT-CA).

CA = "CA"


def headline(f: Fight, found: Reckoning) -> Say:
    """A combat in a line."""
    return say(
        "{odds}, {shift}, dice {drm}: column {column}",
        odds=found.odds,
        shift=columns(found.shift) or "no shift",
        drm=f"{found.drm:+d}",
        column=odds_report.final(f, found),
    )


def added(answer: Answer, sheeted: Sheeted, t: Tables, rolled: tuple[int, ...]) -> Answer:
    """The answer with the counterattack that may follow, and what its dice bring once the first have called for one."""
    back, found = sheeted.after, sheeted.reckoning
    assert back is not None, "only asked where there is one"
    assert found is not None, "a counterattack follows a combat"
    o = sheeted.options
    first = calculator_found.fate(sheeted.fight, t, found, rolled[:2], o).outcome if rolled else None  # type: ignore[arg-type]
    called = isinstance(first, Outcome) and first.result == CA
    dice = rolled[2:] if called else ()
    fate = calculator_found.fate(back.fight, t, back.reckoning, dice, o, counter=True)
    accounts = odds_report.accounts(back.fight, back.reckoning)
    if o.afv_combat:
        accounts = (*accounts, calculator_found.afv_account(back.fight))
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
            note=say("With everybody as filled in: steps lost before it are not counted off (TT-CA-03)."),
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
        return ((say("It is fought when two more dice are given: red and white."), "TT-CA-03"),)
    if called:
        return ((say("The counterattack on hex {at}:", at=back.hex), "TT-CA-03"),)
    if len(rolled) > 2:
        return ((say("No counterattack comes of it: the other two dice are not used."), "TT-CA-05"),)
    return ()


def together(
    t: Tables, found: Reckoning, back: Counterattack, lit: tuple[object, object] = (None, None)
) -> Spread:
    """The exact chances of where both combats lead, over all four dice: the result of the attack, or of what it calls for."""
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
        say("The attack and a counterattack together, 1296 rolls"),
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
"""What types of units are called; one that a player's own tables add goes by its key."""


class TtCalculator:
    """See :class:`hexbench.engine.calculator.Calculator`."""

    def __init__(self, tables: Tables) -> None:
        self.tables = tables

    # ---- what can be filled in
    def blank(self) -> Blank:
        """Settings, the units of both sides, their artillery, and the hexes that are attacked from."""
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
                    help=say("Artillery in support of the attack; it takes no losses."),
                ),
                Party(
                    key="defending_guns",
                    title=say("Defending artillery"),
                    kinds=guns,
                    fields=_gun_fields(),
                    help=say("Artillery in support of the defence, from elsewhere."),
                ),
                Party(
                    key="counter_guns",
                    title=say("Artillery of a counterattack"),
                    kinds=guns,
                    fields=(_choice("for", say("Supports"), (FOR_IT, AGAINST)), *_gun_fields()),
                    help=say("Artillery that has not fired yet, for the counterattack or against it."),
                ),
                Party(
                    key="origins",
                    title=say("Hexes attacked from"),
                    kinds=tuple(Kind(at, say("Hex {at}", at=at)) for at in HEXES),
                    fields=(
                        _choice("ground", say("Terrain"), BASES),
                        _choice("built", say("On it"), BUILT),
                        _choice("over", say("Attacks over"), WATERS),
                        _choice("road", say("On a road"), YES_NO, "yes"),
                    ),
                    most=len(HEXES),
                    help=say("Only where it matters: a hex not listed is clear, dry and on a road."),
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
        return (*out, *(Kind(key, title, (("factor", "3"),) if guns else ()) for key, title in own.items()))

    # ---- what the rules make of it
    def reckon(self, sheet: Sheet) -> Answer:
        """The combat before its dice."""
        return self._answer(read(sheet, self.tables))

    def resolve(self, sheet: Sheet, rolled: Sequence[int]) -> Answer:
        """With two faces of an ordinary attack (red, white), two more for a counterattack; one of a blitz attack."""
        found = read(sheet, self.tables)
        if found.fight is None or found.reckoning is None:
            raise ValueError("There is no combat to be resolved: see what is against it.")
        dice = _dice(found)
        enough = (len(dice), 2) if found.after is not None else (len(dice),)
        if len(rolled) not in enough:
            raise ValueError(f"This combat takes {len(dice)} dice; {len(rolled)} were given.")
        for face in rolled:
            if not 1 <= face <= 6:
                raise ValueError(f"{face} is not on a die: give numbers from 1 to 6.")
        return self._answer(found, tuple(rolled))

    def _answer(self, sheeted: Sheeted, rolled: tuple[int, ...] = ()) -> Answer:
        f, found, t = sheeted.fight, sheeted.reckoning, self.tables
        if f is None or found is None:
            return Answer(faults=sheeted.faults)
        first = rolled[:1] if is_blitz(f) else rolled[:2]
        fate = calculator_found.fate(f, t, found, first, sheeted.options)
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
        accounts = (*accounts, calculator_found.afv_account(f))
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
        _choice("built", say("On it"), BUILT),
        _choice("position", say("Position"), POSITIONS),
        _choice("road_block", say("Road block"), YES_NO),
        _number("attacking_air", say("Air points, attack"), 0, 0, 20),
        _number("defending_air", say("Air points, defence"), 0, 0, 20),
        _choice("night_once", say("Night counts once"), YES_NO, "yes"),
        _choice("clamp_first", say("Odds limited first"), YES_NO),
        _choice("afv", say("Enhanced AFV combat"), YES_NO),
        _choice("blitz_a", say("A1 and A2 are"), BLITZ_A),
        _choice("german_tot", say("German ToT"), YES_NO),
        _choice("counter", say("Counterattack on hex"), ("none", *HEXES)),
    )


_FACTORS: Final = {"af": say("AF"), "df": say("DF")}


def _unit_fields(*factors: str) -> tuple[Field, ...]:
    """The factor that counts first; the other one counts in a counterattack."""
    return (
        *(_number(key, _FACTORS[key], 3, 0, 30) for key in factors),
        _number("steps", say("Steps"), 1, 1, 9),
        _number("er", say("ER"), 5, 0, 9),
        _choice("nation", say("Nation"), NATIONS),
        Field("division", say("Division")),
        _choice("supplied", say("Supply"), YES_NO, "yes"),
        _choice("linked", say("Comm."), YES_NO, "yes"),
        Field("tags", say("Tags")),
    )


def _gun_fields() -> tuple[Field, ...]:
    return (_number("factor", say("Factor"), 3, 0, 30), _choice("tot", say("Time on target"), TOTS))
