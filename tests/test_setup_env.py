"""Setting up: which Python, when anew, which system packages, and what is said when something stands in the way."""

from __future__ import annotations

import os
import struct
import subprocess
import sys
import sysconfig
from collections.abc import Callable
from pathlib import Path

import pytest

import setup_env
from setup_env import Interpreter, Stop
from system_packages import PACKAGE_OF, QT_FILES_FOR, SONAMES_FOR

LISTING = """\
/env/PySide6/Qt/plugins/platforms/libqxcb.so:
\tlinux-vdso.so.1 (0x00007fff)
\tlibxcb-cursor.so.0 => not found
\tlibQt6Gui.so.6 => /env/PySide6/Qt/lib/libQt6Gui.so.6 (0x00007f7c)
\tlibEGL.so.1 => not found
/env/PySide6/QtGui.abi3.so:
\tlibEGL.so.1 => not found
"""


def python(version: tuple[int, int], *lacks: str) -> Interpreter:
    return Interpreter(f"/opt/python{version[0]}.{version[1]}", version, lacks)


class TestChoose:
    def test_the_newest_of_those_supported(self) -> None:
        found = [python((3, minor)) for minor in (9, 11, 14, 13, 12)]
        assert setup_env.choose(found).version == (3, 13)

    def test_a_whole_one_before_a_newer_one_without_its_parts(self) -> None:
        assert setup_env.choose([python((3, 13), "ensurepip"), python((3, 11))]).version == (3, 11)

    def test_none_found_names_the_packages(self) -> None:
        with pytest.raises(Stop, match=r"(?s)3\.11, 3\.12 or 3\.13.*python3 python3-venv"):
            setup_env.choose([python((3, 9))])

    def test_debians_python_without_venv_before_a_broken_one(self) -> None:
        found = [python((3, 13), "ssl", "ensurepip"), python((3, 11), "ensurepip")]
        assert setup_env.choose(found).version == (3, 11)

    def test_debians_own_python_has_the_short_package(self) -> None:
        system = Path("/usr/bin/python3")
        real = Interpreter(os.path.realpath(system), (3, 11), ("ensurepip",))
        assert setup_env.venv_package(real) == ("python3-venv" if system.exists() else "python3.11-venv")

    def test_one_built_without_sqlite_will_not_do(self) -> None:
        with pytest.raises(Stop, match="built without sqlite3"):
            setup_env.choose([python((3, 12), "sqlite3")])


class TestProbe:
    def test_this_python(self) -> None:
        found = setup_env.probe(sys.executable)
        assert found is not None
        assert found.version == sys.version_info[:2]
        assert found.lacks == ()

    def test_a_shim_that_fails_is_none(self, tmp_path: Path) -> None:
        shim = tmp_path / "python3.13"
        shim.write_text("#!/bin/sh\necho 'python3.13: command not found' >&2\nexit 127\n")
        shim.chmod(0o755)
        assert setup_env.probe(str(shim)) is None
        assert setup_env.find_interpreters({"PATH": str(tmp_path)}) == []

    def test_each_is_found_once(self, tmp_path: Path) -> None:
        for name in ("python3.13", "python3", "python"):
            (tmp_path / name).symlink_to(sys.executable)
        path = f"{tmp_path}{os.pathsep}{tmp_path / 'nowhere'}"
        assert len(setup_env.find_interpreters({"PATH": path})) == 1

    def test_asking_for_one_that_is_not_there(self) -> None:
        with pytest.raises(Stop, match="does not run"):
            setup_env.named("python-of-nobody")


class TestLibraries:
    def test_what_ldd_does_not_find(self) -> None:
        assert setup_env.not_found(LISTING) == ["libEGL.so.1", "libxcb-cursor.so.0"]

    def test_their_packages(self) -> None:
        assert setup_env.packages_for(["libEGL.so.1", "libxcb-cursor.so.0"]) == ["libegl1", "libxcb-cursor0"]

    def test_an_unknown_one_is_named(self) -> None:
        with pytest.raises(Stop, match=r"libstrange\.so\.1"):
            setup_env.packages_for(["libEGL.so.1", "libstrange.so.1"])

    def test_every_soname_looks_like_one(self) -> None:
        for soname, package in PACKAGE_OF.items():
            assert ".so." in soname
            assert package == package.lower()

    def test_nothing_is_missing_of_what_runs_this_test(self) -> None:
        assert setup_env.missing_libraries([Path(sys.executable)]) == []

    @pytest.mark.parametrize(
        ("purpose", "environ", "platforms"),
        [
            ("test", {"DISPLAY": ":0"}, ()),
            ("x11", {}, ("xcb",)),
            ("play", {"DISPLAY": ":0", "WAYLAND_DISPLAY": "wayland-0"}, ("xcb",)),
            ("play", {"WAYLAND_DISPLAY": "wayland-0"}, ("wayland",)),
            ("play", {"QT_QPA_PLATFORM": "offscreen:scale=2"}, ()),
            ("play", {}, ("xcb",)),
        ],
    )
    def test_which_windowing(self, purpose: str, environ: dict[str, str], platforms: tuple[str, ...]) -> None:
        assert setup_env.platforms_for(purpose, environ) == platforms

    def test_looking_again_until_nothing_is_missing(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """A library that was missing hides what it needs itself."""
        rounds = [["libEGL.so.1"], ["libxcb.so.1"], []]
        got: list[list[str]] = []
        monkeypatch.setattr(setup_env, "missing_libraries", lambda files: rounds.pop(0))
        monkeypatch.setattr(setup_env, "install_packages", lambda packages: got.append(list(packages)))
        setup_env.ensure_libraries("test", tmp_path, {})
        assert got == [["libegl1"], ["libxcb1"]]

    def test_installing_in_vain_ends(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(setup_env, "missing_libraries", lambda files: ["libEGL.so.1"])
        monkeypatch.setattr(setup_env, "install_packages", lambda packages: None)
        with pytest.raises(Stop, match=r"Still missing after installing: libEGL\.so\.1"):
            setup_env.ensure_libraries("test", tmp_path, {})


def sonames(file: Path) -> list[str]:
    """What a library names as needed (its DT_NEEDED entries)."""
    data = file.read_bytes()
    if data[:6] != b"\x7fELF\x02\x01":  # 64 bits, little end first: all that there are wheels of
        return []
    (at,) = struct.unpack_from("<Q", data, 32)
    size, count = struct.unpack_from("<HH", data, 54)
    loads: list[tuple[int, int, int]] = []
    dynamic = (0, 0)
    for i in range(count):
        kind, _, offset, address, _, length = struct.unpack_from("<IIQQQQ", data, at + i * size)
        if kind == 1:
            loads.append((address, offset, length))
        elif kind == 2:
            dynamic = (offset, length)
    entries = [struct.unpack_from("<QQ", data, dynamic[0] + i) for i in range(0, dynamic[1], 16)]
    table = next((value for tag, value in entries if tag == 5), 0)
    place = next((table - a + o for a, o, n in loads if a <= table < a + n), 0)
    starts = [place + value for tag, value in entries if tag == 1]
    return [data[start : data.index(b"\0", start)].decode() for start in starts]


class TestAllThatIsMissing:
    """One list before anything is fetched."""

    @pytest.fixture
    def bare(self, monkeypatch: pytest.MonkeyPatch) -> None:
        """A system that has no program, and none of the libraries that start with libxcb."""
        monkeypatch.setattr("shutil.which", lambda program: None)

        def run(command: list[str], **_: object) -> subprocess.CompletedProcess[str]:
            lacks = [name for name in command if name.startswith("libxcb")]
            return subprocess.CompletedProcess(command, 0, "\n".join(lacks))

        monkeypatch.setattr(subprocess, "run", run)

    def test_all_of_it_at_once(self, bare: None) -> None:
        packages = setup_env.lacking("play", python((3, 12), "ensurepip"), {})
        assert {"xvfb", "xauth", "python3.12-venv", "libxcb-cursor0", "libxcb1"} <= set(packages)
        assert packages == sorted(set(packages))

    def test_with_a_screen_there_is_no_word_of_xvfb(self, bare: None) -> None:
        packages = setup_env.lacking("play", None, {"DISPLAY": ":0"})
        assert "xvfb" not in packages
        assert "libxcb-cursor0" in packages

    def test_the_tests_ask_for_no_screen(self, bare: None) -> None:
        assert setup_env.lacking("test", None, {}) == []

    def test_the_x_tests_bring_their_programs(self, bare: None) -> None:
        assert {"xvfb", "xauth", "xdotool"} <= set(setup_env.lacking("x11", None, {}))

    def test_this_machine_lacks_nothing_for_its_tests(self) -> None:
        assert setup_env.lacking("test", None, os.environ) == []

    def test_it_is_said_before_anything_is_fetched(
        self, bare: None, checkout: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(setup_env, "find_interpreters", lambda environ: [python((3, 12))])
        monkeypatch.setattr(setup_env, "install", lambda *_: pytest.fail("fetched"))
        with pytest.raises(Stop, match=r"Missing system packages: .*libxcb1.* xauth xvfb\."):
            setup_env.set_up(checkout, None, "play", {})

    @pytest.mark.parametrize("part", sorted(SONAMES_FOR))
    def test_the_list_is_what_the_installed_qt_names(self, part: str) -> None:
        """Held against the files themselves, so that a new Qt is noticed here and not on somebody's bare machine."""
        folder = Path(sysconfig.get_paths()["purelib"]) / "PySide6"  # found, not imported: it may be blocked
        own = {
            f.name: f for pattern in ("*.so*", "Qt/lib/*", "../shiboken6/*.so*") for f in folder.glob(pattern)
        }
        patterns = {*QT_FILES_FOR["offscreen"], *QT_FILES_FOR[part]}
        todo = [f for pattern in patterns for f in folder.glob(pattern)]
        assert todo
        seen: set[Path] = set()
        needed: set[str] = set()
        while todo:
            file = todo.pop()
            if file in seen:
                continue
            seen.add(file)
            for name in sonames(file):
                if name in own:
                    todo.append(own[name])
                else:
                    needed.add(name)
        libc = {"libc.so.6", "libm.so.6", "libdl.so.2", "libpthread.so.0", "librt.so.1"}
        assert {name for name in needed if not name.startswith("ld-")} - libc <= set(SONAMES_FOR[part])


class TestInstallPackages:
    @pytest.fixture
    def commands(self, monkeypatch: pytest.MonkeyPatch) -> list[list[str]]:
        seen: list[list[str]] = []

        def run(command: list[str], **_: object) -> subprocess.CompletedProcess[str]:
            seen.append(command)
            return subprocess.CompletedProcess(command, 0)

        monkeypatch.setattr(subprocess, "run", run)
        monkeypatch.setattr("shutil.which", lambda program: f"/usr/bin/{program}")
        return seen

    def test_root_installs(self, commands: list[list[str]], monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(os, "geteuid", lambda: 0)
        setup_env.install_packages(["libegl1"])
        assert [command[1] for command in commands] == ["update", "install"]
        assert "libegl1" in commands[1]

    def test_anybody_else_is_told_the_command(
        self, commands: list[list[str]], monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(os, "geteuid", lambda: 1000)
        with pytest.raises(Stop, match="As root: apt-get install -y --no-install-recommends libegl1 libgl1"):
            setup_env.install_packages(["libegl1", "libgl1"])
        assert commands == []

    def test_a_system_without_apt_is_told_the_names(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr("shutil.which", lambda program: None)
        with pytest.raises(Stop, match="these are the packages libegl1"):
            setup_env.install_packages(["libegl1"])


class TestDisplay:
    def test_none(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr("shutil.which", lambda program: f"/usr/bin/{program}")
        with pytest.raises(Stop, match=r"^There is no display here\."):
            setup_env.require_display({})

    @pytest.mark.parametrize("name", ["DISPLAY", "WAYLAND_DISPLAY"])
    def test_one(self, name: str) -> None:
        setup_env.require_display({name: ":0"})

    def test_a_platform_that_needs_none(self) -> None:
        setup_env.require_display({"QT_QPA_PLATFORM": "offscreen"})


PROJECT = """
[build-system]
requires = ["hatchling"]
[project]
name = "x"
dependencies = ["a>=1"]
[tool.ruff]
line-length = 110
"""


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    (tmp_path / "pyproject.toml").write_text(PROJECT)
    (tmp_path / "constraints.txt").write_text("a==1.0\n")
    return tmp_path


class TestKey:
    @pytest.mark.parametrize(
        ("file", "old", "new"),
        [
            ("pyproject.toml", "a>=1", "a>=2"),
            ("pyproject.toml", '"hatchling"', '"hatchling>=1.27"'),
            ("constraints.txt", "1.0", "1.1"),
        ],
    )
    def test_what_makes_it_another(self, checkout: Path, file: str, old: str, new: str) -> None:
        before = setup_env.key_of(checkout, python((3, 11)))
        path = checkout / file
        path.write_text(path.read_text().replace(old, new))
        assert setup_env.key_of(checkout, python((3, 11))) != before

    def test_another_python(self, checkout: Path) -> None:
        assert setup_env.key_of(checkout, python((3, 11))) != setup_env.key_of(checkout, python((3, 12)))

    def test_a_lint_rule_does_not(self, checkout: Path) -> None:
        before = setup_env.key_of(checkout, python((3, 11)))
        (checkout / "pyproject.toml").write_text(PROJECT.replace("110", "100"))
        assert setup_env.key_of(checkout, python((3, 11))) == before


class TestEnvironment:
    """With real environments of this very Python, and nothing installed into them."""

    @pytest.fixture
    def installs(self, monkeypatch: pytest.MonkeyPatch) -> list[str]:
        done: list[str] = []
        monkeypatch.setattr(setup_env, "install", lambda root, python, extras: done.append(extras))
        monkeypatch.setattr(setup_env, "lacking", lambda purpose, python, environ: [])
        return done

    @pytest.fixture
    def make(self, checkout: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[..., Interpreter]:
        here = setup_env.probe(sys.executable)
        assert here is not None
        monkeypatch.setattr(setup_env, "find_interpreters", lambda environ: [here])

        def venv(command: list[str], sorry: str) -> None:
            # without pip: bringing it would take seconds, and nothing here uses it
            subprocess.run([*command, "--without-pip"], check=True)
            (Path(command[-1]) / "bin" / "pip3").touch()

        monkeypatch.setattr(setup_env, "run", venv)
        return lambda purpose="test": setup_env.set_up(checkout, None, purpose, {"DISPLAY": ":0"})

    def test_the_second_time_nothing_is_done(
        self, make: Callable[..., Interpreter], installs: list[str]
    ) -> None:
        assert make() == make()
        assert len(installs) == 1

    def test_playing_installs_no_tools_and_testing_adds_them(
        self, make: Callable[..., Interpreter], installs: list[str]
    ) -> None:
        for purpose in ("play", "play", "test", "play", "x11", "test"):
            make(purpose)
        assert installs == ["", "dev"]

    def test_tools_stay_when_new_pins_come(
        self, make: Callable[..., Interpreter], installs: list[str], checkout: Path
    ) -> None:
        make("test")
        (checkout / "constraints.txt").write_text("a==1.1\n")
        make("play")
        assert installs == ["dev", "dev"]

    def test_new_pins_bring_it_up_to_date_in_place(
        self, make: Callable[..., Interpreter], installs: list[str], checkout: Path
    ) -> None:
        make()
        (checkout / ".venv" / "kept").touch()
        (checkout / "constraints.txt").write_text("a==1.1\n")
        make()
        make()
        assert len(installs) == 2
        assert (checkout / ".venv" / "kept").exists()

    def test_a_link_is_left_alone_with_all_that_it_leads_to(
        self, make: Callable[..., Interpreter], installs: list[str], checkout: Path, tmp_path: Path
    ) -> None:
        make()
        elsewhere = tmp_path / "elsewhere"
        (checkout / ".venv").rename(elsewhere)
        (checkout / ".venv").symlink_to(elsewhere)
        (checkout / "constraints.txt").write_text("a==1.1\n")
        with pytest.raises(setup_env.Stop, match="is a link to"):
            make()
        assert (elsewhere / "pyvenv.cfg").is_file()
        assert len(installs) == 1

    def test_one_without_our_stamp_is_taken_over(
        self, make: Callable[..., Interpreter], installs: list[str], checkout: Path
    ) -> None:
        make()
        (checkout / ".venv" / setup_env.STAMP).unlink()
        (checkout / ".venv" / "kept").touch()
        make()
        assert len(installs) == 2
        assert (checkout / ".venv" / "kept").exists()

    def test_one_made_elsewhere_is_replaced(
        self, make: Callable[..., Interpreter], installs: list[str], checkout: Path
    ) -> None:
        make()
        activate = checkout / ".venv" / "bin" / "activate"
        activate.write_text(activate.read_text().replace(str(checkout), "/elsewhere"))
        (checkout / ".venv" / setup_env.STAMP).unlink()
        (checkout / ".venv" / "gone").touch()
        make()
        assert not (checkout / ".venv" / "gone").exists()

    def test_one_whose_python_is_gone_is_replaced(
        self, make: Callable[..., Interpreter], installs: list[str], checkout: Path
    ) -> None:
        make()
        for link in (checkout / ".venv" / "bin").glob("python*"):
            link.unlink()
        make()
        assert setup_env.probe(str(checkout / ".venv" / "bin" / "python")) is not None
        assert len(installs) == 2

    def test_a_folder_that_is_no_environment_is_left_alone(
        self, make: Callable[..., Interpreter], installs: list[str], checkout: Path
    ) -> None:
        (checkout / ".venv").mkdir()
        (checkout / ".venv" / "letters.txt").write_text("mine")
        with pytest.raises(Stop, match="is not a Python environment"):
            make()
        assert (checkout / ".venv" / "letters.txt").read_text() == "mine"

    def test_a_failed_installation_leaves_no_stamp(
        self, make: Callable[..., Interpreter], checkout: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        def fail(root: Path, python: str, extras: str) -> None:
            raise Stop("no network")

        monkeypatch.setattr(setup_env, "install", fail)
        with pytest.raises(Stop):
            make()
        assert setup_env.stamped(checkout / ".venv") is None


def test_what_stands_in_the_way_is_one_line_and_exit_one(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    for name in ("DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr(setup_env, "lacking", lambda purpose, python, environ: [])
    assert setup_env.main(["--for", "play"]) == 1
    assert capsys.readouterr().err.startswith("setup: There is no display here. Try `xvfb-run make play`.")
