"""What Qt wants of a Linux system: the files to look at, and the Debian package of each library they may miss."""

from __future__ import annotations

import runpy
from pathlib import Path

QT_FILES_FOR: dict[str, tuple[str, ...]] = {
    "offscreen": (
        "QtCore.*.so",
        "QtGui.*.so",
        "QtWidgets.*.so",
        "QtSvg.*.so",
        "QtPrintSupport.*.so",
        "QtTest.*.so",
        "Qt/plugins/platforms/libqoffscreen.so",
    ),
    "xcb": ("Qt/plugins/platforms/libqxcb.so",),
    "wayland": ("Qt/plugins/platforms/libqwayland*.so",),
}
"""Windowing -> the files of PySide6 (patterns inside its folder) that must load for it."""

PROGRAMS_FOR: dict[str, dict[str, str]] = {"x11": {"Xvfb": "xvfb", "xauth": "xauth", "xdotool": "xdotool"}}
"""Purpose -> program it starts -> Debian package."""

_EVERYWHERE = (
    "libEGL.so.1",
    "libGL.so.1",
    "libX11.so.6",
    "libdbus-1.so.3",
    "libfontconfig.so.1",
    "libfreetype.so.6",
    "libgcc_s.so.1",
    "libglib-2.0.so.0",
    "libgthread-2.0.so.0",
    "libstdc++.so.6",
    "libxkbcommon.so.0",
    "libz.so.1",
    "libzstd.so.1",
)
SONAMES_FOR: dict[str, tuple[str, ...]] = {
    "offscreen": _EVERYWHERE,
    "xcb": (
        *_EVERYWHERE,
        "libX11-xcb.so.1",
        "libxcb-cursor.so.0",
        "libxcb-icccm.so.4",
        "libxcb-image.so.0",
        "libxcb-keysyms.so.1",
        "libxcb-randr.so.0",
        "libxcb-render-util.so.0",
        "libxcb-render.so.0",
        "libxcb-shape.so.0",
        "libxcb-shm.so.0",
        "libxcb-sync.so.1",
        "libxcb-util.so.1",
        "libxcb-xfixes.so.0",
        "libxcb-xkb.so.1",
        "libxcb.so.1",
        "libxkbcommon-x11.so.0",
    ),
    "wayland": (*_EVERYWHERE, "libwayland-client.so.0", "libwayland-cursor.so.0"),
}
"""Windowing -> what the files above name as needed and do not bring along, so that all that is missing can be told before
250 MB are fetched. A test holds it against the installed Qt; `ldd` on the files themselves has the last word."""

NEEDS = Path(__file__).resolve().parents[1] / "app" / "hexbench" / "ui" / "shell" / "needs.py"
"""The program tells the same, of itself, when it is started without them; that file imports nothing but Python's own."""
PACKAGE_OF: dict[str, str] = runpy.run_path(str(NEEDS))["PACKAGE_OF"]
"""Soname -> Debian package."""
