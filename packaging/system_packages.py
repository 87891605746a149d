"""What Qt wants of a Linux system: the files to look at, and the Debian package of each library they may miss."""

from __future__ import annotations

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
