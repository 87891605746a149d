"""A screen of its own for the tests of a real window: Xvfb, and a hand at its mouse and keyboard.

Events come from outside, through xdotool and the X server, as those of a person do; the picture is the server's own frame
buffer. Nothing here knows anything of the program.
"""

from __future__ import annotations

import ctypes
import os
import struct
import subprocess
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from PySide6.QtGui import QImage

SIZE = (1600, 1000)
PATIENCE = 60.0
"""Seconds that anything may take before we give up."""
STEPS = 12
"""Motion events of one drag."""
_CLIENT_MESSAGE = 33


def wait_for(what: str, ready: Callable[[], bool]) -> None:
    """Wait until it is so. Raises AssertionError, saying what was waited for, when it never is."""
    end = time.monotonic() + PATIENCE
    while not ready():
        assert time.monotonic() < end, f"waited in vain: {what}"
        time.sleep(0.05)


class _Message(ctypes.Structure):
    """XClientMessageEvent, filled up to the size of the XEvent union."""

    _fields_ = (
        ("type", ctypes.c_int),
        ("serial", ctypes.c_ulong),
        ("send_event", ctypes.c_int),
        ("display", ctypes.c_void_p),
        ("window", ctypes.c_ulong),
        ("message_type", ctypes.c_ulong),
        ("format", ctypes.c_int),
        ("data", ctypes.c_long * 5),
        ("rest", ctypes.c_long * 24),
    )


class Screen:
    """A running X server without a window manager; ``name`` is its display."""

    def __init__(self, name: str, frame: Path) -> None:
        self.name = name
        self._frame = frame

    def do(self, *words: str) -> str:
        """Give xdotool one chain of commands; what it printed."""
        return subprocess.run(
            ["xdotool", *words],
            env={**os.environ, "DISPLAY": self.name},
            capture_output=True,
            text=True,
            check=True,
            timeout=PATIENCE,
        ).stdout

    def window(self, title: str) -> str:
        """The id of the one visible window whose title has these words; empty when there is none yet."""
        found = subprocess.run(
            ["xdotool", "search", "--onlyvisible", "--name", title],
            env={**os.environ, "DISPLAY": self.name},
            capture_output=True,
            text=True,
            check=False,
            timeout=PATIENCE,
        ).stdout.split()
        return found[0] if found else ""

    def corner(self, window: str) -> tuple[int, int]:
        """Where the upper left corner of a window lies on the screen."""
        words = dict(
            line.split("=") for line in self.do("getwindowgeometry", "--shell", window).splitlines() if line
        )
        return int(words["X"]), int(words["Y"])

    def press_keys(self, *names: str) -> None:
        """Press keys one after another, named as X names them; they go to the window that has the focus."""
        self.do("key", "--delay", "40", *names)

    def point(self, x: int, y: int) -> None:
        """Move the mouse."""
        self.do("mousemove", str(x), str(y))

    def carry(self, start: tuple[int, int], end: tuple[int, int]) -> None:
        """Press the left button at one point and move to another, in steps as a hand does. The button stays down."""
        words = ["mousemove", *map(str, start), "sleep", "0.05", "mousedown", "1"]
        for k in range(1, STEPS + 1):
            x, y = (round(a + (b - a) * k / STEPS) for a, b in zip(start, end, strict=True))
            words += ["sleep", "0.02", "mousemove", str(x), str(y)]
        self.do(*words, "sleep", "0.05")

    def let_go(self) -> None:
        """Release the left button."""
        self.do("mouseup", "1")

    def picture(self) -> QImage:
        """What the screen shows now. The frame buffer is a file in the format of xwd: see XWDFile.h of X11."""
        from PySide6.QtGui import QImage

        raw = self._frame.read_bytes()
        header = struct.unpack(">25I", raw[:100])
        size, width, height, line, colours = header[0], header[4], header[5], header[12], header[19]
        pixels = raw[size + 12 * colours :]
        return QImage(pixels, width, height, line, QImage.Format.Format_RGB32).copy()

    def ask_to_close(self, window: str) -> None:
        """Send WM_DELETE_WINDOW, as a window manager does when its close button is pressed."""
        x11 = ctypes.CDLL("libX11.so.6")
        x11.XOpenDisplay.restype = ctypes.c_void_p
        x11.XInternAtom.restype = ctypes.c_ulong
        x11.XInternAtom.argtypes = (ctypes.c_void_p, ctypes.c_char_p, ctypes.c_int)
        x11.XSendEvent.argtypes = (
            ctypes.c_void_p,
            ctypes.c_ulong,
            ctypes.c_int,
            ctypes.c_long,
            ctypes.POINTER(_Message),
        )
        x11.XCloseDisplay.argtypes = (ctypes.c_void_p,)
        display = x11.XOpenDisplay(self.name.encode())
        assert display, f"no X server at {self.name}"
        message = _Message(type=_CLIENT_MESSAGE, window=int(window), format=32)
        message.message_type = x11.XInternAtom(display, b"WM_PROTOCOLS", 0)
        message.data[0] = x11.XInternAtom(display, b"WM_DELETE_WINDOW", 0)
        x11.XSendEvent(display, int(window), 0, 0, ctypes.byref(message))
        x11.XCloseDisplay(display)


@contextmanager
def open_screen(folder: Path, size: tuple[int, int] = SIZE) -> Iterator[Screen]:
    """Start Xvfb on a display that it finds free itself, its frame buffer in ``folder``; ended at the end."""
    reading, writing = os.pipe()
    width, height = size
    server = subprocess.Popen(
        [
            "Xvfb",
            "-displayfd",
            str(writing),
            "-screen",
            "0",
            f"{width}x{height}x24",
            "-fbdir",
            str(folder),
            "-nolisten",
            "tcp",
            "-noreset",
        ],
        pass_fds=(writing,),
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    os.close(writing)
    try:
        with os.fdopen(reading) as said:
            number = said.readline().strip()
        assert number, "Xvfb did not start"
        yield Screen(f":{number}", folder / "Xvfb_screen0")
    finally:
        server.terminate()
        server.wait(PATIENCE)
