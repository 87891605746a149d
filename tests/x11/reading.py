"""A screen reader at the real window: Orca on a bus of its own, and everything it says.

Orca writes what it hands to a voice into its debug file, with or without a synthesizer; that file is what is heard here.
"""

from __future__ import annotations

import codecs
import os
import re
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager
from pathlib import Path

from tests.x11.conftest import CHECKOUT
from tests.x11.screen import Screen, wait_for

PATIENCE = 40.0
"""Seconds that any sentence may take: a reader is a slow program, and the machine has other things to do."""
LAUNCHER = "/usr/libexec/at-spi-bus-launcher"
BY_LINES = "from orca import debug\n\ndebug.debugFile.reconfigure(line_buffering=True)\n"
"""What a user may add to Orca: a sentence is in the file when it is said, and not a block later."""
QUIET = 0.25
"""Seconds in which neither says or does anything, after which nothing more is said: the program holds a sentence back for 0.12."""
SPOKEN = "SPEECH OUTPUT: '"
SAID = re.compile(rf"{SPOKEN}(.*?)'\s*\{{", re.DOTALL)


class Clocks:
    """Whether any of some processes has worked, or waits for a processor, since it was last asked."""

    def __init__(self) -> None:
        self.pids: list[int] = []
        self._last: list[list[str]] = []

    def __call__(self) -> bool:
        """Ask, of all their threads together: a machine that has other things to do makes them slower, and not quiet."""
        now = [
            Path(f"/proc/{pid}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()
            for pid in self.pids
        ]
        worked = [stat[11:13] for stat in now]  # ticks of its own and of the system for it
        was, self._last = self._last, worked
        return worked != was or any(stat[0] == "R" for stat in now)


class Reader:
    """Orca, listening."""

    def __init__(self, screen: Screen, debug: Path) -> None:
        self.screen, self.debug = screen, debug
        self.past = 0
        """How many sentences were there when last asked for."""
        self.busy = Clocks()
        """The reader and the program it reads."""
        self._said: list[str] = []
        self._read = 0
        self._rest = ""
        self._decoder = codecs.getincrementaldecoder("utf-8")("replace")

    def everything(self) -> list[str]:
        """Every sentence from the beginning."""
        # Megabytes are written beside what is said, and are asked for many times a second: each is read once.
        if self.debug.exists():
            with self.debug.open("rb") as file:
                file.seek(self._read)
                new = file.read()
            self._read += len(new)
            text = self._rest + self._decoder.decode(new)
            end = 0
            for found in SAID.finditer(text):
                self._said.append(" ".join(found[1].split()))
                end = found.end()
            begun = text.find(SPOKEN, end)  # a sentence that is not there to its end yet
            self._rest = text[begun:] if begun >= 0 else text[max(end, len(text) - len(SPOKEN)) :]
        return self._said

    def hear(self, *words: str) -> str:
        """The first sentence, of those said since the last was heard, that has all these words. AssertionError: none comes."""
        end = time.monotonic() + PATIENCE
        while True:
            said = self.everything()
            for n, sentence in enumerate(said[self.past :], start=self.past):
                if all(word.casefold() in sentence.casefold() for word in words):
                    self.past = n + 1
                    return sentence
            assert time.monotonic() < end, f"nobody said {words}; heard was {said[self.past :]}"
            time.sleep(0.03)

    def hear_after(self, echo: str) -> str:
        """What is said after the echo of a key, all of it until neither the reader nor the program has anything to do."""
        end, quiet, count = time.monotonic() + PATIENCE, time.monotonic(), -1
        while time.monotonic() < end:
            said = [one for one in self.everything()[self.past :] if one.strip() != echo]
            if self.busy() or len(said) != count:
                count, quiet = len(said), time.monotonic()
            elif said and time.monotonic() - quiet > QUIET:
                return " ".join(said)
            time.sleep(0.05)
        raise AssertionError(f"nothing was said after {echo}")

    def press(self, *keys: str) -> None:
        """Press keys, one after another; what is said from now on is new."""
        self.past = len(self.everything())
        self.screen.press_keys(*keys)


@contextmanager
def reader_on(screen: Screen, folder: Path) -> Iterator[tuple[Reader, Mapping[str, str]]]:
    """Orca on a screen, and the environment for programs it shall hear; all of it gone at the end."""
    environ = {
        **os.environ,
        "DISPLAY": screen.name,
        "QT_QPA_PLATFORM": "xcb",
        "QT_LINUX_ACCESSIBILITY_ALWAYS_ON": "1",
    }
    environ.pop("WAYLAND_DISPLAY", None)
    homes = {
        "HOME": "home",
        "XDG_RUNTIME_DIR": "run",
        "XDG_CONFIG_HOME": "config",
        "XDG_DATA_HOME": "data",
        "XDG_CACHE_HOME": "cache",
    }
    for name, place in homes.items():
        (folder / place).mkdir(mode=0o700)
        environ[name] = str(folder / place)
    environ["SPEECHD_CMD"] = "/bin/false"  # no synthesizer: nothing is to be heard by ear
    environ["PYTHONPATH"] = ""  # the reader is a program of the system's own Python
    with ExitStack() as stack:

        def start(*words: str) -> subprocess.Popen[bytes]:
            quiet = subprocess.DEVNULL
            with (folder / f"{Path(words[0]).name}.said").open("wb") as out:
                found = subprocess.Popen(words, env=environ, stdin=quiet, stdout=out, stderr=out)
            stack.callback(_end, found)
            return found

        bus = subprocess.Popen(
            ["dbus-daemon", "--session", "--nofork", "--print-address"],
            env=environ,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
        )
        stack.callback(_end, bus)
        assert bus.stdout is not None
        stack.callback(bus.stdout.close)
        environ["DBUS_SESSION_BUS_ADDRESS"] = bus.stdout.readline().decode().strip()
        start(LAUNCHER, "--launch-immediately")
        asked = [
            "dbus-send",
            "--session",
            "--print-reply",
            "--dest=org.a11y.Bus",
            "/org/a11y/bus",
            "org.a11y.Bus.GetAddress",
        ]
        wait_for(
            "the bus of readers",
            lambda: subprocess.run(asked, env=environ, capture_output=True, check=False).returncode == 0,
        )
        start("openbox", "--sm-disable")
        debug = folder / "heard"
        own = folder / "data" / "orca"
        own.mkdir()
        (own / "orca-customizations.py").write_text(BY_LINES, encoding="utf-8")
        reader = Reader(screen, debug)
        reader.busy.pids.append(start("orca", f"--debug-file={debug}").pid)
        reader.hear("Screen reader on")
        environ["PYTHONPATH"] = os.pathsep.join((str(CHECKOUT / "app"), str(CHECKOUT)))
        yield reader, environ


@contextmanager
def program(reader: Reader, environ: Mapping[str, str], home: Path, *words: str) -> Iterator[None]:
    """``python -m hexbench ...`` where the reader hears it."""
    quiet = subprocess.DEVNULL
    process = subprocess.Popen(
        [sys.executable, "-m", "hexbench", *words],
        cwd=CHECKOUT,
        env={**environ, "HEXBENCH_HOME": str(home)},
        stdin=quiet,
        stdout=quiet,
        stderr=quiet,
    )
    reader.busy.pids.append(process.pid)
    try:
        yield
    finally:
        reader.busy.pids.remove(process.pid)
        _end(process)


def _end(process: subprocess.Popen[bytes]) -> None:
    process.terminate()
    try:
        process.wait(10)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait(10)
