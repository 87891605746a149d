"""What a window needs from the system, checked before Qt is loaded: Qt aborts the program if something is missing.

Importing this file loads neither Qt nor anything of Hexbench: the set-up script reads the packages from it.
"""

from __future__ import annotations

import ctypes
import os
import re
import shutil
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from importlib.util import find_spec
from pathlib import Path

PACKAGE_OF: dict[str, str] = {
    # any windowing, offscreen too
    "libglib-2.0.so.0": "libglib2.0-0",
    "libgobject-2.0.so.0": "libglib2.0-0",
    "libgthread-2.0.so.0": "libglib2.0-0",
    "libGL.so.1": "libgl1",
    "libGLX.so.0": "libglx0",
    "libOpenGL.so.0": "libopengl0",
    "libEGL.so.1": "libegl1",
    "libxkbcommon.so.0": "libxkbcommon0",
    "libfontconfig.so.1": "libfontconfig1",
    "libfreetype.so.6": "libfreetype6",
    "libdbus-1.so.3": "libdbus-1-3",
    "libz.so.1": "zlib1g",
    "libzstd.so.1": "libzstd1",
    "libstdc++.so.6": "libstdc++6",
    "libgcc_s.so.1": "libgcc-s1",
    "libgssapi_krb5.so.2": "libgssapi-krb5-2",
    "libcups.so.2": "libcups2",
    # X11
    "libX11.so.6": "libx11-6",
    "libX11-xcb.so.1": "libx11-xcb1",
    "libSM.so.6": "libsm6",
    "libICE.so.6": "libice6",
    "libxkbcommon-x11.so.0": "libxkbcommon-x11-0",
    "libxcb.so.1": "libxcb1",
    "libxcb-cursor.so.0": "libxcb-cursor0",
    "libxcb-glx.so.0": "libxcb-glx0",
    "libxcb-icccm.so.4": "libxcb-icccm4",
    "libxcb-image.so.0": "libxcb-image0",
    "libxcb-keysyms.so.1": "libxcb-keysyms1",
    "libxcb-randr.so.0": "libxcb-randr0",
    "libxcb-render.so.0": "libxcb-render0",
    "libxcb-render-util.so.0": "libxcb-render-util0",
    "libxcb-shape.so.0": "libxcb-shape0",
    "libxcb-shm.so.0": "libxcb-shm0",
    "libxcb-sync.so.1": "libxcb-sync1",
    "libxcb-util.so.1": "libxcb-util1",
    "libxcb-xfixes.so.0": "libxcb-xfixes0",
    "libxcb-xinput.so.0": "libxcb-xinput0",
    "libxcb-xkb.so.1": "libxcb-xkb1",
    # Wayland
    "libwayland-client.so.0": "libwayland-client0",
    "libwayland-cursor.so.0": "libwayland-cursor0",
    "libwayland-egl.so.1": "libwayland-egl1",
}
"""Soname -> Debian package."""

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
"""Windowing system -> the system libraries that Qt's files for it need."""

_NO_SCREEN = frozenset({"offscreen", "minimal", "vnc", "linuxfb", "eglfs"})
"""Qt platforms that draw without a display."""
_SONAME = re.compile(r"^(lib[^:\s]+\.so[.\d]*): cannot open shared object file")


def refusal(environ: Mapping[str, str] | None = None, load: Callable[[str], object] = ctypes.CDLL) -> str:
    """Why no window can be opened here, in one sentence; empty: one can. Checked on Linux only: elsewhere Qt
    is complete.
    """
    given = os.environ if environ is None else environ
    if not sys.platform.startswith("linux"):
        return ""
    platform = given.get("QT_QPA_PLATFORM", "").partition(":")[0]
    display, wayland = given.get("DISPLAY", ""), given.get("WAYLAND_DISPLAY", "")
    for file in _files(platform, display, wayland):
        missing = lacking(file, load)
        if missing:
            return explain((missing, *_also(platform, display, wayland, missing, load)))
    if platform in _NO_SCREEN:
        return ""
    if not display and not wayland:
        return (
            "There is no display here: neither DISPLAY nor WAYLAND_DISPLAY is set. Start it in a desktop session, over `ssh -X`,"
            " or with `xvfb-run hexbench`; `hexbench --help` lists what works without a window."
        )
    if display and not (wayland and platform.startswith("wayland")) and not _reachable(display, load):
        if wayland and not platform:
            return ""
        return f"The display {display} (DISPLAY) does not answer: no window can be opened there."
    return ""


def explain(sonames: Sequence[str]) -> str:
    """What to do about libraries that are missing, in one sentence for all of them."""
    lack = f"Qt, which draws the window, cannot be loaded: this system lacks {', '.join(sonames)}."
    packages = sorted({PACKAGE_OF[name] for name in sonames if name in PACKAGE_OF})
    unknown = [name for name in sonames if name not in PACKAGE_OF]
    if not packages:
        return f"{lack} Install the package that provides it."
    command = f"apt-get install -y --no-install-recommends {' '.join(packages)}"
    if shutil.which("apt-get"):
        how = f"As root: {command}"
    elif len(packages) == 1:
        how = f"On Debian or Ubuntu the package is {packages[0]}."
    else:
        how = f"On Debian or Ubuntu the packages are {' '.join(packages)}."
    return f"{lack} {how}" + (
        f" The package that provides {', '.join(unknown)} is not known here." if unknown else ""
    )


def _also(
    platform: str, display: str, wayland: str, first: str, load: Callable[[str], object]
) -> Iterator[str]:
    """Every other missing library, so that one round of installing is enough."""
    if platform in _NO_SCREEN:
        part = "offscreen"
    else:
        part = "wayland" if platform.startswith("wayland") or (wayland and not display) else "xcb"
    for soname in SONAMES_FOR[part]:
        if soname != first:
            try:
                load(soname)
            except OSError:
                yield soname


def lacking(file: Path, load: Callable[[str], object] = ctypes.CDLL) -> str:
    """The first library that a file needs and this system lacks; empty: none, or the file fails for another
    reason.
    """
    try:
        load(str(file))
    except OSError as fault:
        found = _SONAME.match(str(fault))
        return found.group(1) if found else ""
    return ""


def _files(platform: str, display: str, wayland: str) -> list[Path]:
    """The Qt files needed to draw a window, in loading order."""
    spec = find_spec("PySide6")
    if spec is None or spec.origin is None:
        return []
    home = Path(spec.origin).parent
    lib, plugins = home / "Qt" / "lib", home / "Qt" / "plugins" / "platforms"
    found = [lib / f"libQt6{name}.so.6" for name in ("Core", "Gui", "Widgets", "Svg", "PrintSupport")]
    if platform in _NO_SCREEN:
        found.append(plugins / f"libq{platform}.so")
    elif platform.startswith("wayland") or (wayland and not display):
        found += sorted(plugins.glob("libqwayland*.so"))
    elif display:
        found.append(plugins / "libqxcb.so")
    return [file for file in found if file.exists()]


def _reachable(display: str, load: Callable[[str], object]) -> bool:
    """Whether an X server answers at a display."""
    try:
        xcb = load("libxcb.so.1")
    except OSError:
        return True  # a window may come another way; Qt's own files were looked at before
    connect, wrong, leave = (
        getattr(xcb, name) for name in ("xcb_connect", "xcb_connection_has_error", "xcb_disconnect")
    )
    connect.restype = ctypes.c_void_p
    connect.argtypes = (ctypes.c_char_p, ctypes.c_void_p)
    wrong.argtypes = leave.argtypes = (ctypes.c_void_p,)
    link = connect(display.encode(), None)
    answers = not wrong(link)
    leave(link)
    return answers
