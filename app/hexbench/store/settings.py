"""The player's settings: one declared table, one file. Anything in the file beyond the table is kept unchanged."""

from __future__ import annotations

import contextlib
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

import msgspec

from hexbench.engine.values import Say, Wrong, say
from hexbench.store import canon
from hexbench.store.strict import BadFile, convert, parse_json, read_text

SettingValue = bool | int | float | str


class Setting(msgspec.Struct, frozen=True, kw_only=True):
    """One setting: its key (``group.name``), its default, what it is, and what values are allowed.

    The type of a value is the type of the default. ``choices`` lists the values allowed; empty: any of the type
    within ``least`` and ``most``.
    """

    key: str
    default: SettingValue
    text: Say
    choices: tuple[SettingValue, ...] = ()
    least: float = float("-inf")
    most: float = float("inf")

    def allows(self, value: object) -> bool:
        """Whether this setting allows a value."""
        kind = type(self.default)
        if type(value) is not kind and not (kind is float and type(value) is int):
            return False
        if self.choices:
            return value in self.choices
        return not isinstance(value, int | float) or self.least <= value <= self.most


TABLE: tuple[Setting, ...] = (
    Setting(
        key="look.palette",
        default="day",
        text=say("Colours of windows and map"),
        choices=("day", "night", "contrast"),
    ),
    Setting(
        key="look.safe_colours",
        default=False,
        text=say("Colours that colour-blind people can tell apart: orange and blue instead of red and green"),
    ),
    Setting(
        key="look.language",
        default="system",
        text=say("Language of the program"),
        choices=("system", "en", "de"),
    ),
    Setting(
        key="look.text_size",
        default=0,
        text=say("Text size in points; 0 for the system's size"),
        least=0,
        most=40,
    ),
    Setting(
        key="look.counter_size", default=1.0, text=say("Size of the counters on the map"), least=0.5, most=2.0
    ),
    Setting(
        key="look.reduce_motion", default=False, text=say("No animation: whatever moves arrives at once")
    ),
    Setting(
        key="map.top",
        default="north",
        text=say("Which side is at the top of the map"),
        choices=("north", "west", "south", "east"),
    ),
    Setting(key="map.fan_on_hover", default=True, text=say("Fan out a stack when the pointer rests on it")),
    Setting(
        key="map.edges_scroll", default=False, text=say("Scroll the map while the pointer rests at its edge")
    ),
    Setting(
        key="map.wheel_zooms", default=True, text=say("Zoom with the mouse wheel; off: the wheel scrolls")
    ),
    Setting(
        key="play.confirm_phase_end",
        default=True,
        text=say("Before a phase ends, show what would be left undone"),
    ),
    Setting(
        key="play.check_unit",
        default=True,
        text=say("List units that may still act, and reinforcements that may still enter"),
    ),
    Setting(key="play.check_point", default=True, text=say("List points that would be lost")),
    Setting(
        key="play.check_stack",
        default=True,
        text=say("List stacks that are over the limit or may not stay together"),
    ),
    Setting(key="play.check_offer", default=True, text=say("List anything else that is still possible")),
    Setting(
        key="play.pass_idle",
        default=True,
        text=say("Skip a phase automatically if there is nothing to do in it, with a line in the log"),
    ),
    Setting(
        key="play.cover_between_players",
        default="hidden",
        text=say(
            "Cover the screen when the other player takes over: where something is hidden, always, or never"
        ),
        choices=("hidden", "always", "never"),
    ),
    Setting(
        key="play.replay_turns",
        default=True,
        text=say("After the cover is lifted, show what the other side has done"),
    ),
    Setting(
        key="play.dice",
        default="quick",
        text=say("Show the dice as they were rolled; the game does not wait for them"),
        choices=("off", "quick", "slow"),
    ),
    Setting(key="play.sound", default=False, text=say("Sounds for dice, counters and losses")),
    Setting(
        key="play.frame_combats",
        default=True,
        text=say("Scroll the map to a combat when it is resolved, if it is out of view"),
    ),
    Setting(
        key="hear.words",
        default="usual",
        text=say("How much screen readers are told about the cursor, the prompt, results and refusals"),
        choices=("nothing", "brief", "usual", "full"),
    ),
    Setting(
        key="start.addons",
        default=True,
        text=say(
            "Games from other packages, from the next start on; their code can do anything "
            "you can (HEXBENCH_NO_ADDONS=1 also leaves them out)"
        ),
    ),
    Setting(key="start.recent_games", default=12, text=say("Recent games remembered"), least=0, most=100),
)
"""All settings. The dialog, the file and the documentation are made from it."""


class Settings:
    """The settings of one player, kept in one JSON file. Reading never fails: ``problems`` lists what was ignored."""

    def __init__(self, path: Path, table: Iterable[Setting] = TABLE) -> None:
        self.path = path
        self.table: Mapping[str, Setting] = {setting.key: setting for setting in table}
        self.problems: tuple[Say, ...] = ()
        self._raw: dict[str, Any] = {}
        self._unreadable = False
        self._read()

    def _read(self) -> None:
        if not self.path.exists():
            return
        file = str(self.path)
        try:
            raw: dict[str, Any] = convert(parse_json(read_text(self.path), file), dict[str, Any], file)
        except BadFile as fault:
            self._unreadable = True
            self.problems = (
                say(
                    "{file}: {why} The default settings are used.",
                    file=f"{file}, {fault.where}" if fault.where else file,
                    why=fault.because,
                ),
            )
            return
        self._raw = raw
        self.problems = tuple(
            say(
                "{file}, {key}: {value} is not possible here; the default is used.",
                file=file,
                key=key,
                value=repr(raw[key]),
            )
            for key, setting in self.table.items()
            if key in raw and not setting.allows(raw[key])
        )

    def get(self, key: str) -> Any:
        """The value of a setting, its default if the file has none or one that is not allowed. Raises KeyError."""
        setting = self.table[key]
        value = self._raw.get(key, setting.default)
        return value if setting.allows(value) else setting.default

    def set(self, key: str, value: SettingValue) -> None:
        """Change a setting and write the file. Raises KeyError, ValueError (one sentence), CannotWrite."""
        setting = self.table[key]
        if not setting.allows(value):
            raise Wrong(say("{value} is not possible for {key}.", value=repr(value), key=key))
        raw = {**self._raw, key: value}
        if value == setting.default:
            del raw[key]
        self._write(raw)

    def reset(self) -> None:
        """Put every declared setting back to its default; what the table does not know is kept."""
        self._write({key: value for key, value in self._raw.items() if key not in self.table})

    def _write(self, raw: dict[str, Any]) -> None:
        if self._unreadable:  # somebody's file, damaged or not: it is put aside, never overwritten
            with contextlib.suppress(OSError):
                self.path.replace(self.path.with_suffix(".damaged.json"))
        canon.write(self.path, raw)
        self._raw = raw
        self._unreadable = False
