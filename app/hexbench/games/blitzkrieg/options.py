"""The options of one game, chosen before it begins (BK-OPT); the defaults are those of the ledger (14.6)."""

from __future__ import annotations

from typing import Annotated, Literal

from hexbench.engine.options import balance, ruling
from hexbench.engine.values import Value


class Options(Value, frozen=True, kw_only=True):
    """Options for balance (BK-OPT-01), and rulings with two readings."""

    german_strength: Annotated[
        int,
        balance(
            "German strength, %",
            ("BK-OPT-01", "BK-REC-09"),
            text="Combat strength of every German unit.",
            why="As printed on the units.",
            ge=50,
            le=150,
            multiple_of=10,
        ),
    ] = 100
    allied_strength: Annotated[
        int,
        balance(
            "Allied strength, %",
            ("BK-OPT-01", "BK-REC-09"),
            text="Combat strength of every Allied unit.",
            why="As printed on the units.",
            ge=50,
            le=150,
            multiple_of=10,
        ),
    ] = 100
    german_delay: Annotated[
        int,
        balance(
            "German reinforcements, half days late",
            ("BK-OPT-01", "BK-REC-05"),
            text="Negative: early.",
            why="The calendar as it stands.",
            ge=-2,
            le=4,
        ),
    ] = 0
    allied_delay: Annotated[
        int,
        balance(
            "Allied reinforcements, half days late",
            ("BK-OPT-01", "BK-REC-05"),
            text="Negative: early.",
            why="The calendar as it stands.",
            ge=-2,
            le=4,
        ),
    ] = 0
    weather: Annotated[
        Literal["historical", "random", "always_bad", "always_clear"],
        balance(
            "Weather",
            ("BK-REC-04",),
            historical="By each day's chances",
            random="Clear on a roll of 4 or more",
            always_bad="Always bad",
            always_clear="Always clear",
            why="The weather decides when the Allies may fly, as it did historically.",
        ),
    ] = "historical"
    rockets: Annotated[
        int,
        balance(
            "V2 rockets per turn",
            ("BK-V2-03",),
            text="Each is aimed at Liège or Antwerp.",
            why="The rules mention one rocket.",
            ge=0,
            le=3,
        ),
    ] = 1
    infiltrators: Annotated[
        int,
        balance(
            "Infiltrators",
            ("BK-REC-08",),
            text="The number of German infiltrators; the sixth arrives by parachute.",
            why="As many as are in the order of battle.",
            ge=0,
            le=10,
        ),
    ] = 6
    german_air: Annotated[
        int,
        balance(
            "German air units",
            ("BK-REC-08",),
            text="They fly in clear weather.",
            why="As many as are in the order of battle.",
            ge=0,
            le=6,
        ),
    ] = 2
    allied_air: Annotated[
        int,
        balance(
            "Allied air units",
            ("BK-REC-08",),
            text="They fly in clear weather.",
            why="As many as are in the order of battle.",
            ge=0,
            le=12,
        ),
    ] = 6
    dump_number: Annotated[
        int,
        balance(
            "Supply number of dumps",
            ("BK-SUP-03", "BK-AMB-04"),
            text="How many hexes from a road the dumps supply at the start.",
            why="The number printed on the dumps.",
            ge=2,
            le=8,
        ),
    ] = 4
    german_fuel: Annotated[
        Literal["normal", "ignored"],
        balance(
            "German fuel",
            ("BK-OPT-03", "BK-SUP-01"),
            normal="Germans out of supply are isolated like any other units",
            ignored="Germans are never isolated",
            why="The German plan hinged on supply.",
        ),
    ] = "normal"
    last_day: Annotated[
        int,
        balance(
            "Last day of December",
            ("BK-OPT-03", "BK-VIC-07"),
            text="The game ends after its PM turns.",
            why="The calendar runs to the end of the month.",
            ge=20,
            le=31,
        ),
    ] = 31
    river_stack: Annotated[
        Literal["multiply", "max"],
        ruling(
            "A defender in terrain behind a river",
            ("BK-ODD-07", "BK-AMB-05"),
            multiply="The river and terrain multipliers are multiplied together.",
            max="Only the better of the two counts.",
            why=(
                "The rules give each as a multiplication of the strength, and neither "
                "sentence excludes the other."
            ),
        ),
    ] = "multiply"
    artillery_mode: Annotated[
        Literal["combined", "separate"],
        ruling(
            "Several guns on one target",
            ("BK-ART-11", "BK-AMB-07"),
            combined="They fire one shot with their combined strength.",
            separate="Each fires its own shot.",
            why="Everywhere else, odds are worked out from a sum of strengths.",
        ),
    ] = "combined"
    friends_negate: Annotated[
        bool,
        ruling(
            "A supply line through a friendly-occupied hex next to enemies",
            ("BK-SUP-08", "BK-AMB-33"),
            no="The friendly unit does not help: the line may not run there.",
            yes="The line may run through a hex with a friendly unit.",
            why="The rules state the ban without an exception.",
        ),
    ] = False
    artillery_isolated_as: Annotated[
        Literal["motor_inf", "infantry"],
        ruling(
            "The row of Table 7 for isolated artillery",
            ("BK-AMB-18", "BK-TAB-07"),
            motor_inf="The row for motorised infantry.",
            infantry="The row for infantry.",
            why="Artillery moves on wheels, and no row of the table names it.",
        ),
    ] = "motor_inf"
    isolated_defence: Annotated[
        Literal["unreduced", "reduced"],
        ruling(
            "The defence of an isolated unit",
            ("BK-SUP-14", "BK-AMB-20"),
            unreduced="Isolation never lowers it.",
            reduced="It defends with the strength that isolation has left it.",
            why="The manual says both; the sentence about defence is the more specific.",
        ),
    ] = "unreduced"
    bridged_river: Annotated[
        bool,
        ruling(
            "A defender behind a river with an intact bridge",
            ("BK-ODD-06", "BK-AMB-06"),
            yes="The river doubles the defence like any other river.",
            no="The bridge cancels the doubling as long as it is intact.",
            why="The rules give the doubling for rivers and say nothing about bridges.",
        ),
    ] = True
    bombed: Annotated[
        Literal["unit", "stack"],
        ruling(
            "What an air unit bombs in a hex with several enemies",
            ("BK-AIR-03", "BK-AMB-32"),
            unit="Only the unit that is chosen.",
            stack="Every ground unit there, with one die roll.",
            why="The rule mentions one enemy unit.",
        ),
    ] = "unit"
    rockets_duty: Annotated[
        bool,
        ruling(
            "Rockets the Germans would rather not launch",
            ("BK-V2-01", "BK-AMB-43"),
            no="They need not launch them; a rocket not launched is lost.",
            yes="Every rocket of the turn must be launched as long as a target is left.",
            why="A rocket never hurts the Germans, and no rule says that they must launch it.",
        ),
    ] = False
