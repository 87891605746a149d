"""Packages: what goes into them, without the minutes that building all of them takes (`make packages` does that)."""

from __future__ import annotations

import json
import plistlib
import re
import runpy
import shutil
import subprocess
import sys
import sysconfig
import types
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import bill
import packages
import sizes
from tests.sizes import sized
from tests.test_wheel import built_once

ROOT = Path(__file__).parents[1]
PACKED = sized("none", packages.DEB_COMPRESSION)
"""To compress ten megabytes for the mirrors of the world takes fourteen seconds, and changes nothing of what is in a package."""


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return built_once(tmp_path_factory)


@pytest.fixture
def dist(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(packages, "DIST", tmp_path / "dist")
    monkeypatch.setattr(packages, "BUILD", tmp_path / "build")
    return tmp_path / "dist"


@pytest.fixture(scope="module")
def small(made: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The small Debian package of the wheel."""
    return small_package(made, tmp_path_factory.mktemp("small"))


def small_package(made: Path, folder: Path) -> Path:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(packages, "DIST", folder / "dist")
        patch.setattr(packages, "BUILD", folder / "build")
        patch.setattr(packages, "DEB_COMPRESSION", PACKED)
        return packages.deb_all(made)


def test_the_small_package_holds_the_modules_and_asks_for_debians_pyside(small: Path) -> None:
    fields = subprocess.run(
        ["dpkg-deb", "--field", str(small)], capture_output=True, text=True, check=True
    ).stdout
    assert f"Version: {packages.version()}" in fields
    assert "Architecture: all" in fields
    for name in ("python3-pyside6.qtwidgets", "python3-msgspec", "python3-platformdirs", "python3-numpy"):
        assert name in fields
    files = subprocess.run(
        ["dpkg-deb", "--contents", str(small)], capture_output=True, text=True, check=True
    ).stdout
    for place in (
        "./usr/games/hexbench",
        "./usr/lib/python3/dist-packages/hexbench/cli.py",
        "./usr/lib/python3/dist-packages/hexbench/data/resources/translations/hexbench_de.qm",
        "./usr/share/applications/hexbench.desktop",
        "./usr/share/mime/packages/hexbench.xml",
        "./usr/share/man/man6/hexbench.6.gz",
        "./usr/share/doc/hexbench/copyright",
    ):
        assert f" {place}\n" in files
    assert all(line.split()[1] == "root/root" for line in files.splitlines())


def test_two_of_them_are_equal_to_the_byte(made: Path, small: Path, tmp_path: Path) -> None:
    assert small_package(made, tmp_path).read_bytes() == small.read_bytes()


def test_every_library_of_the_system_has_its_package() -> None:
    depends = packages.system_depends()
    assert "libglib2.0-0 | libglib2.0-0t64" in depends
    assert "libxcb-cursor0" in depends
    assert "libwayland-client0" in depends


def test_debians_copyright_has_the_whole_licence() -> None:
    text = packages.copyright_text(bundled=True)
    assert "License: MIT\n" in text
    assert "GNU Lesser General Public License" in text
    assert "WITHOUT WARRANTY OF ANY KIND" in text
    assert "Lesser" not in packages.copyright_text(bundled=False)


def test_the_wheel_names_its_licences(made: Path) -> None:
    with zipfile.ZipFile(made) as archive:
        texts = [name for name in archive.namelist() if ".dist-info/licenses/" in name]
    assert any(name.endswith("/LICENSE") for name in texts)
    assert any("IBMPlex" in name for name in texts)


def test_the_recipes_for_other_systems_name_files_that_are_there() -> None:
    """They cannot be run here, so at least every path in them must exist."""
    recipes = (ROOT / "packaging" / "windows" / "hexbench.iss", ROOT / "packaging" / "macos" / "build.sh")
    for recipe in recipes:
        text = recipe.read_text(encoding="utf-8")
        needs = re.findall(r"^[;#] needs: (.+)$", text, re.MULTILINE)
        assert len(needs) >= 4
        assert [name for name in needs if not (ROOT / name).exists()] == []
    subprocess.run(["sh", "-n", str(recipes[1])], check=True)
    assert plistlib.loads((recipes[1].parent / "Info.plist").read_bytes())["CFBundlePackageType"] == "APPL"
    plist = (ROOT / "packaging" / "macos" / "Info.plist").read_text(encoding="utf-8")
    for kind in ("hexgame", "hexmail", "hexdesk", "hexpack"):
        assert f"<string>{kind}</string>" in plist


class Frozen:
    """What PyInstaller's Analysis finds, in small."""

    def __init__(self, *_: object, **__: object) -> None:
        self.pure: list[object] = []
        self.scripts: list[object] = []
        self.binaries = [("libgtk-3.so.0", "", "BINARY"), ("libz.so.1", "", "BINARY")]
        self.datas = [
            ("hexbench-1.dist-info/METADATA", "", "DATA"),
            ("hexbench-1.dist-info/direct_url.json", "", "DATA"),  # where it was built
            ("libgtk-3.so.0", "", "SYMLINK"),
            ("hexbench/data/resources/x.toml", "", "DATA"),
        ]


@pytest.mark.parametrize(
    ("system", "programs", "bundled"),
    [
        ("linux", [("hexbench", True, None)], False),
        ("win32", [("hexbench", True, b"\0\0\1\0"), ("hexbench-desktop", False, b"\0\0\1\0")], False),
        ("darwin", [("hexbench", True, b"icns")], True),
    ],
)
def test_the_recipe_of_the_folder_reads_on_every_system(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    qapp: object,
    system: str,
    programs: list[tuple[str, bool, bytes | None]],
    bundled: bool,
) -> None:
    """With PyInstaller's own parts played by others: what it would be asked for there, and the icon, which is really made."""
    package = tmp_path / "hexbench"
    shutil.copytree(ROOT / "resources" / "icons", package / "data" / "resources" / "icons")
    hooks = types.ModuleType("PyInstaller.utils.hooks")
    for name in ("collect_data_files", "collect_submodules", "copy_metadata"):
        setattr(hooks, name, lambda *_, **__: [])
    for name in ("PyInstaller", "PyInstaller.utils"):
        monkeypatch.setitem(sys.modules, name, types.ModuleType(name))
    monkeypatch.setitem(sys.modules, "PyInstaller.utils.hooks", hooks)
    monkeypatch.setattr("hexbench.__file__", str(package / "__init__.py"))
    monkeypatch.setattr(sys, "platform", system)
    asked: dict[str, list[dict[str, Any]]] = {"PYZ": [], "EXE": [], "COLLECT": [], "BUNDLE": []}

    def part(name: str) -> Callable[..., object]:
        return lambda *_, **given: asked[name].append(given)

    given = {"Analysis": Frozen, "workpath": str(tmp_path), "SPECPATH": str(ROOT / "packaging")}
    found = runpy.run_path(
        str(ROOT / "packaging" / "hexbench.spec"), given | {name: part(name) for name in asked}
    )["found"]
    icons = [one["icon"] and Path(one["icon"]).read_bytes()[:4] for one in asked["EXE"]]
    assert [
        (one["name"], one["console"], icon) for one, icon in zip(asked["EXE"], icons, strict=True)
    ] == programs
    assert len(asked["BUNDLE"]) == bundled
    assert [row[0] for row in found.binaries] == ["libz.so.1"]
    assert [row[0] for row in found.datas] == [
        "hexbench-1.dist-info/METADATA",
        "hexbench/data/resources/x.toml",
    ]


def test_the_start_of_the_small_package_opens_nothing_where_a_worker_loads_it() -> None:
    namespace: dict[str, object] = {"__name__": "__mp_main__"}
    exec(compile(packages.START, "hexbench", "exec"), namespace)
    assert callable(namespace["main"])


# ---- what others wrote
def library(site: Path, name: str, needs: str = "", licence: str = "MIT", **texts: str) -> None:
    info = site / f"{name.replace('-', '_')}-1.0.dist-info"
    head = f"Metadata-Version: 2.4\nName: {name}\nVersion: 1.0\nLicense-Expression: {licence}\n"
    head += "".join(f"License-File: {file}\n" for file in texts) + (
        f"Requires-Dist: {needs}\n" if needs else ""
    )
    for file, text in texts.items():
        (info / "licenses" / file).parent.mkdir(parents=True, exist_ok=True)
        (info / "licenses" / file).write_text(text, encoding="utf-8")
    info.mkdir(exist_ok=True)
    (info / "METADATA").write_text(head, encoding="utf-8")


def test_all_that_playing_needs_is_named_and_nothing_else(tmp_path: Path) -> None:
    library(tmp_path, "hexbench", "Num-Py>=1; python_version > '3'")
    library(tmp_path, "num_py", "deep", "BSD-3-Clause", **{"LICENSE": "first", "core/LICENSE": "second"})
    library(tmp_path, "deep", "tool; extra == 'dev'", LICENCE="deep down")
    library(tmp_path, "tool")
    library(tmp_path, "pyinstaller", "altgraph", COPYING="the bootloader's")
    library(tmp_path, "altgraph")
    parts = list(bill.libraries(tmp_path))
    assert [(part.name, part.licence) for part in parts] == [
        ("deep", "MIT"),
        ("num_py", "BSD-3-Clause"),
        ("pyinstaller", "MIT"),
    ]
    bill.write_texts(parts, tmp_path / "out")
    for name, text in (
        ("num_py/LICENSE", "first"),
        ("num_py/core/LICENSE", "second"),
        ("deep/LICENCE", "deep down"),
    ):
        assert (tmp_path / "out" / name).read_text(encoding="utf-8") == text  # none over another of its name
    assert "WITHOUT WARRANTY" in (tmp_path / "out" / "Hexbench.txt").read_text(encoding="utf-8")
    assert bill.without_text(parts) == []


def test_qts_licence_goes_along_whole(tmp_path: Path) -> None:
    part = bill.qt("6.9")
    bill.write_texts([part], tmp_path)
    folder = tmp_path / "Qt"
    assert "GNU LESSER GENERAL PUBLIC LICENSE" in (folder / "LGPL-3.0.txt").read_text(encoding="utf-8")
    assert "GNU GENERAL PUBLIC LICENSE" in (folder / "GPL-3.0.txt").read_text(encoding="utf-8")
    assert "You may replace" in (folder / "NOTICE-Qt.txt").read_text(encoding="utf-8")
    assert "FreeType" in (folder / "Qt-third-party.txt").read_text(encoding="utf-8")


def test_a_library_of_the_system_is_told_with_its_package(tmp_path: Path) -> None:
    known = Path("/usr/bin/dpkg-deb")  # which every system that makes a Debian package has
    strange = tmp_path / "libstrange.so.1"
    strange.touch()
    found = {part.name: part for part in bill.of_the_system([known, strange])}
    assert found["dpkg"].purl == f"pkg:deb/debian/dpkg@{found['dpkg'].version}"
    assert found["dpkg"].version
    assert found["libstrange.so.1"].purl == "pkg:generic/libstrange.so.1"
    assert bill.without_text([found["libstrange.so.1"]]) == ["libstrange.so.1"]


def test_the_list_of_a_folder_names_only_what_was_copied_from_the_system(tmp_path: Path) -> None:
    own = Path(sysconfig.get_config_var("installed_base")) / "lib" / "libpython3.so"
    rows = [
        ("libz.so.1", "/lib/libz.so.1", "BINARY"),
        ("libz.so", "libz.so.1", "SYMLINK"),
        ("numpy/x.so", "/somewhere/site-packages/numpy/x.so", "BINARY"),
        ("libpython3.so", str(own), "BINARY"),
        ("a.toml", "/somewhere/a.toml", "DATA"),
    ]
    toc = tmp_path / "COLLECT-00.toc"
    toc.write_text(repr((rows,)), encoding="utf-8")
    named = bill.frozen_sources(toc)
    assert Path("/lib/libz.so.1") in named
    assert set(named) <= {Path("/lib/libz.so.1"), own}  # a system's own Python is one of its libraries


def test_the_bill_of_materials_is_equal_each_time_and_names_licences_as_scanners_read_them(
    made: Path,
) -> None:
    parts = [
        bill.qt("6.9"),
        bill.Part("odd", "1", "Some licence of ours (see text)", "pkg:generic/odd@1", {}),
    ]
    text = bill.document("0.1", made, parts, 1_700_000_000)
    assert text == bill.document("0.1", made, parts, 1_700_000_000)
    document = json.loads(text)
    assert document["bomFormat"] == "CycloneDX"
    assert document["metadata"]["timestamp"] == "2023-11-14T22:13:20Z"
    assert [row["licenses"] for row in document["components"]] == [
        [{"expression": "LGPL-3.0-only"}],
        [{"license": {"name": "Some licence of ours (see text)"}}],
        [{"expression": "OFL-1.1"}],
    ]
    refs = [row["bom-ref"] for row in document["components"]]
    assert document["dependencies"][0]["dependsOn"] == refs
    assert len(set(refs)) == len(refs)


# ---- the figures of README
@pytest.mark.parametrize("figure", sizes.FIGURES, ids=lambda figure: f"{figure.file}: {figure.of}")
def test_each_figure_stands_once_where_the_script_looks_for_it(figure: sizes.Figure) -> None:
    assert sizes.told(figure) > 0


def test_a_figure_that_is_off_is_named_and_put_right(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, dist: Path
) -> None:
    monkeypatch.setattr(sizes, "ROOT", tmp_path)
    monkeypatch.setattr(sizes, "DIST", dist)
    monkeypatch.setattr(sizes, "FIGURES", (sizes.Figure("a.md", r"a wheel of (\d+) MB", "wheel"),))
    page = tmp_path / "a.md"
    page.write_text("There is a wheel of 40 MB, and 7 more.\n", encoding="utf-8")
    dist.mkdir()
    (dist / "a-1-py3-none-any.whl").write_bytes(bytes(3_100_000))
    measured = dict(sizes.packages())
    assert measured == {"wheel": 3}
    ((figure, told, number),) = sizes.wrong(measured)
    assert (told, number) == (40, 3)
    sizes.tell(figure, number)
    assert page.read_text(encoding="utf-8") == "There is a wheel of 3 MB, and 7 more.\n"
    assert list(sizes.wrong(measured)) == []
    assert list(sizes.wrong({"wheel": 4})) == []  # a megabyte more or less is no news
    page.write_text("There is no wheel.\n", encoding="utf-8")
    with pytest.raises(ValueError, match="0 times, and not once"):
        sizes.told(figure)
