"""The calculator of A Time for Trumpets: a combat put together from types of units and tags, on no map."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from hexbench.engine.calculator import Answer, Blank, Die, Kind, Party, Sheet
from hexbench.engine.display import Combat, Field
from hexbench.engine.values import Say, say
from hexbench.games.trumpets import calculator_found, reckoned
from hexbench.games.trumpets.calculator_sheet import (
    BASES,
    BUILT,
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
from hexbench.games.trumpets.conditions import is_blitz

if TYPE_CHECKING:
    from hexbench.engine.display import Table
    from hexbench.games.trumpets.resolution import Outcome
    from hexbench.games.trumpets.tables import Tables

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
                    fields=(*_unit_fields("AF"), _choice("from", say("From"), HEXES)),
                    most=36,
                    help=say("Units that attack with their own factors, each from one of the hexes A to F."),
                ),
                Party(
                    key="defenders",
                    title=say("Defenders"),
                    kinds=fights,
                    fields=_unit_fields("DF"),
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
                    key="origins",
                    title=say("Hexes attacked from"),
                    kinds=tuple(Kind(at, say("Hex {at}", at=at)) for at in HEXES),
                    fields=(
                        _choice("ground", say("Terrain"), BASES),
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
        """With two faces of an ordinary attack (red, white), with one of a blitz attack."""
        found = read(sheet, self.tables)
        if found.fight is None or found.reckoning is None:
            raise ValueError("There is no combat to be resolved: see what is against it.")
        dice = _dice(found)
        if len(rolled) != len(dice):
            raise ValueError(f"This combat takes {len(dice)} dice; {len(rolled)} were given.")
        for face in rolled:
            if not 1 <= face <= 6:
                raise ValueError(f"{face} is not on a die: give numbers from 1 to 6.")
        return self._answer(found, tuple(rolled))

    def _answer(self, sheeted: Sheeted, rolled: tuple[int, ...] = ()) -> Answer:
        f, found, t = sheeted.fight, sheeted.reckoning, self.tables
        if f is None or found is None:
            return Answer(faults=sheeted.faults)
        fate = calculator_found.fate(f, t, found, rolled)
        was: Outcome | str | None = fate.outcome if rolled else None
        net = say(
            "{odds}, {shift}, dice {drm}: column {column}",
            odds=found.odds,
            shift=columns(found.shift) or "no shift",
            drm=f"{found.drm:+d}",
            column=reckoned.final(f, found),
        )
        combat = Combat(
            key="calculator",
            say=net,
            hexes=(),
            status="draft",
            note=sheeted.note,
            accounts=reckoned.accounts(f, found),
            spreads=reckoned.spreads(f, t, found, was),
        )
        tables: tuple[Table, ...] = (reckoned.lit_table(f, t, found, rolled),)
        return Answer(combat=combat, tables=tables, dice=_dice(sheeted), found=fate.lines)


def _dice(found: Sheeted) -> tuple[Die, ...]:
    if found.fight is not None and is_blitz(found.fight):
        return (Die("blitz", say("Blitz die")),)
    return (Die("red", say("Red die")), Die("white", say("White die")))


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
    )


def _unit_fields(factor: str) -> tuple[Field, ...]:
    first, title = ("af", say("AF")) if factor == "AF" else ("df", say("DF"))
    return (
        _number(first, title, 3, 0, 30),
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
