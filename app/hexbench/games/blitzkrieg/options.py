"""The choices of one game, made before it begins (BK-OPT): the defaults are those of the ledger (14.6)."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta

from hexbench.engine.values import Value

Percent = Annotated[int, Meta(ge=50, le=150, multiple_of=10)]
Delay = Annotated[int, Meta(ge=-2, le=4)]


class Options(Value, frozen=True, kw_only=True):
    """Balance (BK-OPT-01) and rulings with a flag."""

    german_strength: Annotated[
        Percent, Meta(title="German strength, %", description="Combat strength of every German unit.")
    ] = 100
    allied_strength: Annotated[
        Percent, Meta(title="Allied strength, %", description="Combat strength of every Allied unit.")
    ] = 100
    german_delay: Annotated[
        Delay, Meta(title="German reinforcements, half days late", description="Negative: early.")
    ] = 0
    allied_delay: Annotated[
        Delay, Meta(title="Allied reinforcements, half days late", description="Negative: early.")
    ] = 0
    weather: Annotated[
        Literal["historical", "random", "always_bad", "always_clear"],
        Meta(
            title="Weather",
            description="historical: the chances of each day. random: clear on 4 or more. Or always the same.",
        ),
    ] = "historical"
    rockets: Annotated[
        int, Meta(ge=0, le=3, title="V2 rockets a turn", description="Each is aimed at Liège or Antwerp.")
    ] = 1
    infiltrators: Annotated[
        int, Meta(ge=0, le=10, title="Infiltrators", description="German infiltrators; the last is dropped.")
    ] = 6
    german_air: Annotated[
        int, Meta(ge=0, le=6, title="German air units", description="They fly in clear weather.")
    ] = 2
    allied_air: Annotated[
        int, Meta(ge=0, le=12, title="Allied air units", description="They fly in clear weather.")
    ] = 6
    dump_number: Annotated[
        int,
        Meta(
            ge=2, le=8, title="Supply number of dumps", description="Hexes from a supply road at the start."
        ),
    ] = 4
    german_fuel: Annotated[
        Literal["normal", "ignored"],
        Meta(title="German fuel", description="ignored: Germans are never isolated."),
    ] = "normal"
    last_day: Annotated[
        int, Meta(ge=20, le=31, title="Last day of December", description="The game ends after its PM turns.")
    ] = 31
    river_stack: Annotated[
        Literal["multiply", "max"],
        Meta(
            title="River and terrain (BK-ODD-07)",
            description="Whether both multiply the defence or the better counts.",
        ),
    ] = "multiply"
    artillery_mode: Annotated[
        Literal["combined", "separate"],
        Meta(
            title="Several guns on one target (BK-ART-11)", description="One shot together, or one shot each."
        ),
    ] = "combined"
    friends_negate: Annotated[
        bool,
        Meta(
            title="Friends open supply lines (BK-SUP-08)",
            description="A friendly unit lifts the ban on hexes next to enemies.",
        ),
    ] = False
    artillery_isolated_as: Annotated[
        Literal["motor_inf", "infantry"],
        Meta(title="Isolated artillery (BK-AMB-18)", description="The line of Table 7 that artillery uses."),
    ] = "motor_inf"
