"""Sounds: what is heard of an action, the files themselves, and a machine that can play none."""

from __future__ import annotations

import wave
from pathlib import Path

import pytest

from hexbench.engine.events import AnyEvent, DiceRolled, StepLost, UnitMoved, UnitRemoved
from hexbench.engine.values import say
from hexbench.ui.widgets.sounds import APART, MADE, RATE, Sounds, heard, write

MOVED = UnitMoved("a", ("0101", "0102"))
LOST = StepLost("a", 1)
ROLLED = DiceRolled(say("Attack"), (3,))


@pytest.mark.parametrize(
    ("events", "name"),
    [
        ((), ""),
        ((MOVED,), "counter"),
        ((MOVED, LOST), "loss"),
        ((UnitRemoved("a", "#eliminated"), MOVED), "loss"),
        ((MOVED, LOST, ROLLED), "dice"),
    ],
)
def test_dice_are_heard_before_losses_and_losses_before_counters(
    events: tuple[AnyEvent, ...], name: str
) -> None:
    assert heard(events) == name


@pytest.mark.parametrize("name", sorted(MADE))
def test_a_sound_is_short_and_can_be_heard(tmp_path: Path, name: str) -> None:
    write(tmp_path / "one.wav", name)
    with wave.open(str(tmp_path / "one.wav")) as file:
        assert (file.getnchannels(), file.getsampwidth(), file.getframerate()) == (1, 2, RATE)
        frames = memoryview(file.readframes(file.getnframes())).cast("h")
    assert 0.05 < len(frames) / RATE < 0.6
    assert 10_000 < max(map(abs, frames)) < 20_000, "neither silent nor cut off"
    assert abs(frames[-1]) < 2_500, "it dies away"


def test_quick_actions_make_one_sound() -> None:
    now, played = [0.0], list[str]()

    def play(path: str) -> bool:
        played.append(Path(path).name)
        return True

    sounds = Sounds(play, lambda: now[0])
    assert all(sounds.follow((MOVED,)) for _ in range(5))
    assert played == ["counter.wav"]
    now[0] += APART
    assert sounds.follow((ROLLED,))
    assert played == ["counter.wav", "dice.wav"]
