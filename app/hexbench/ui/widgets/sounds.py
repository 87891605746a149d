"""Three short sounds, made by the program itself: dice, a counter set down, a loss. Off until somebody asks for them.

Qt's own player is in a package three times the size of all else that is installed (PySide6-Addons), so the sounds are
files that a program of the system plays: every desktop has one. Nothing waits for a sound, and none is needed.
"""

from __future__ import annotations

import math
import random
import shutil
import sys
import time
import wave
from array import array
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Final

from PySide6.QtCore import QProcess, QTemporaryDir

from hexbench.engine.events import AnyEvent, DiceRolled, StepLost, UnitMoved, UnitPlaced, UnitRemoved

RATE: Final = 22_050
"""Samples a second."""
_LOUD: Final = 0.5
"""Of what 16 bits hold."""
PLAYERS: Final = (("pw-play",), ("paplay",), ("aplay", "-q"), ("afplay",))
"""Programs that play a file, the first that is found is taken: PipeWire, PulseAudio, ALSA, macOS."""
APART: Final = 0.12
"""Seconds between two sounds at least: what a computer's player does quickly is no noise."""


def _knock(samples: array[float], start: float, pitch: float, length: float, force: float) -> None:
    """Add a knock: a low tone with some noise that dies away."""
    noise = random.Random(f"{start}/{pitch}")  # noqa: S311  the same sound each time, and no dice of a game
    first = int(start * RATE)
    for n in range(int(length * RATE)):
        if first + n >= len(samples):
            break
        fade = math.exp(-5.0 * n / (length * RATE))
        tone = math.sin(2 * math.pi * pitch * n / RATE)
        samples[first + n] += force * fade * (0.6 * tone + 0.4 * noise.uniform(-1, 1) * fade)


def _dice() -> array[float]:
    samples = array("d", bytes(8 * int(0.5 * RATE)))
    at, fall = 0.0, random.Random("dice")  # noqa: S311
    for n in range(9):
        _knock(samples, at, fall.uniform(900, 1500), 0.05, 0.8 - 0.07 * n)
        at += fall.uniform(0.02, 0.035) + 0.004 * n
    return samples


def _counter() -> array[float]:
    samples = array("d", bytes(8 * int(0.12 * RATE)))
    _knock(samples, 0.0, 320.0, 0.1, 0.7)
    return samples


def _loss() -> array[float]:
    samples = array("d", bytes(8 * int(0.45 * RATE)))
    _knock(samples, 0.0, 95.0, 0.4, 1.0)
    _knock(samples, 0.05, 70.0, 0.4, 0.6)
    return samples


MADE: Final[dict[str, Callable[[], array[float]]]] = {"dice": _dice, "counter": _counter, "loss": _loss}


def write(path: Path, name: str) -> None:
    """Write one sound as a WAV file: mono, 16 bits. Raises OSError when it cannot be written."""
    samples = MADE[name]()
    top = max(abs(x) for x in samples)
    with wave.open(str(path), "wb") as file:
        file.setnchannels(1)
        file.setsampwidth(2)
        file.setframerate(RATE)
        frames = array("h", (round(x / top * _LOUD * 32_767) for x in samples))
        if sys.byteorder == "big":
            frames.byteswap()  # a WAV file is little-endian everywhere
        file.writeframes(frames.tobytes())


def heard(events: Iterable[AnyEvent]) -> str:
    """The sound of what happened: dice before losses before counters, as the ear is led; empty for none."""
    found = ""
    for event in events:
        if isinstance(event, DiceRolled):
            return "dice"
        if isinstance(event, StepLost | UnitRemoved):
            found = "loss"
        elif isinstance(event, UnitMoved | UnitPlaced):
            found = found or "counter"
    return found


def _play_file(path: str) -> bool:
    if sys.platform == "win32":
        import winsound

        winsound.PlaySound(path, winsound.SND_FILENAME | winsound.SND_ASYNC)
        return True
    for program, *words in PLAYERS:
        if shutil.which(program):
            return bool(QProcess.startDetached(program, [*words, path])[0])
    return False


class Sounds:
    """Plays them. ``play`` is handed a file and answers whether it could be played."""

    def __init__(
        self, play: Callable[[str], bool] = _play_file, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._play, self._clock = play, clock
        self._folder: QTemporaryDir | None = None
        self._last = -math.inf
        self.mute = False
        """That nothing can be played was told."""

    def follow(self, events: Iterable[AnyEvent]) -> bool:
        """Let what happened be heard. False: this machine has nothing to play it with."""
        name = heard(events)
        return not name or self.play(name)

    def play(self, name: str) -> bool:
        """One sound, unless another has only just begun. False: this machine has nothing to play it with."""
        now = self._clock()
        if now - self._last < APART:
            return True
        self._last = now
        if self._folder is None:
            self._folder = QTemporaryDir()
        path = Path(self._folder.path()) / f"{name}.wav"
        try:
            if not path.exists():
                write(path, name)
        except OSError:
            return False  # a full disk is told by whoever keeps the game, not by its noises
        return self._play(str(path))
