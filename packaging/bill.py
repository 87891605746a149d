"""What a package holds that others wrote: each part with its version, its licence and that licence's text, and the bill of materials.

Four kinds of parts are in the folder with all in it: the libraries of Python, as their metadata tell them; Python itself; Qt,
which comes inside PySide6; and libraries of the system on which it was frozen, as Debian's own list of packages knows them.
The wheel and the small Debian package hold none of them and need the first kind.
"""

from __future__ import annotations

import ast
import hashlib
import json
import platform
import re
import shutil
import subprocess
import sysconfig
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from email.message import Message
from email.parser import HeaderParser
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
LICENCES = ROOT / "resources" / "licences"
"""Qt's, which no package of its libraries carries along."""
COMMON = Path("/usr/share/common-licenses")
"""Where Debian keeps the texts that its notes on copyright send the reader to."""
REFERRED = "Texts that others refer to"
BOOTLOADER = "pyinstaller"
"""It starts the folder; none of our dependencies asks for it."""
_SPDX = re.compile(r"[\w.+-]+(?: (?:AND|OR|WITH) [\w.+-]+)*")


@dataclass(frozen=True)
class Part:
    """Something that others wrote. ``texts``: name of a text -> the text."""

    name: str
    version: str
    licence: str
    purl: str
    texts: Mapping[str, str]

    def row(self) -> dict[str, object]:
        """As a bill of materials names it."""
        row: dict[str, object] = {
            "type": "library",
            "bom-ref": self.purl,
            "name": self.name,
            "version": self.version,
            "purl": self.purl,
        }
        if _SPDX.fullmatch(self.licence) and self.licence.upper() != self.licence.lower():
            row["licenses"] = [{"expression": self.licence}]
        else:
            row["licenses"] = [{"license": {"name": self.licence or "see its text"}}]
        return row


def plain(name: str) -> str:
    """A package's name as every registry spells it."""
    return re.sub(r"[-_.]+", "-", name).lower()


def libraries(site: Path, wanted: tuple[str, ...] = ("hexbench", BOOTLOADER)) -> Iterator[Part]:
    """Every library below ``site`` that playing needs, with what those need, by name; of PyInstaller only itself is kept."""
    infos = {plain(info.name.split("-")[0]): info for info in site.glob("*.dist-info")}
    open_, seen = list(wanted), dict.fromkeys(("hexbench",))
    heads: dict[str, Message] = {}
    while open_:
        name = open_.pop()
        if name in heads or name not in infos:
            continue
        heads[name] = HeaderParser().parsestr((infos[name] / "METADATA").read_text(encoding="utf-8"))
        if name != BOOTLOADER:
            needs = [line for line in heads[name].get_all("Requires-Dist") or () if "extra ==" not in line]
            open_ += [plain(re.split(r"[ ;<>=!~\[(]", line, maxsplit=1)[0]) for line in needs]
    for name in sorted(set(heads) - set(seen)):
        head, info = heads[name], infos[name]
        licence = head.get("License-Expression") or (head.get("License") or "").split("\n")[0][:60]
        texts = {file: _read(info, file) for file in head.get_all("License-File") or ()}
        yield Part(head["Name"], head["Version"], licence, f"pkg:pypi/{name}@{head['Version']}", texts)


def _read(info: Path, file: str) -> str:
    """A licence's text: newer packages keep them in a folder of their own."""
    for place in (info / "licenses" / file, info / file):
        if place.is_file():
            return place.read_text(encoding="utf-8", errors="replace")
    return ""


def qt(version: str) -> Part:
    """Qt as PySide6 brings it along, with all that is inside its libraries."""
    texts = {file.name: file.read_text(encoding="utf-8") for file in sorted(LICENCES.glob("*.txt"))}
    texts["NOTICE-Qt.txt"] = (ROOT / "packaging" / "NOTICE-Qt.txt").read_text(encoding="utf-8")
    return Part("Qt", version, "LGPL-3.0-only", f"pkg:generic/qt@{version}", texts)


def python() -> Part:
    """The Python that runs this, which a frozen program holds."""
    number = platform.python_version()
    text = Path(sysconfig.get_path("stdlib")) / "LICENSE.txt"
    texts = {"LICENSE.txt": text.read_text(encoding="utf-8")} if text.is_file() else {}
    return Part("CPython", number, "PSF-2.0", f"pkg:generic/cpython@{number}", texts)


def frozen_sources(toc: Path) -> list[Path]:
    """Of the list that PyInstaller wrote of a folder: the files of this system that were copied into it."""
    (rows,) = ast.literal_eval(toc.read_text(encoding="utf-8"))
    own = Path(sysconfig.get_config_var("installed_base"))
    found = []
    for _, source, kind in rows:
        file = Path(source)
        system = own == Path("/usr") or own not in file.parents
        if kind == "BINARY" and system and "site-packages" not in file.parts:
            found.append(file)
    return found


def of_the_system(files: list[Path]) -> Iterator[Part]:
    """The Debian packages that libraries come from, by name; a library that none has is named by itself."""
    owners: dict[str, tuple[str, str]] = {}
    for file in files:
        owner = _owner(file)
        owners[owner[0] if owner else file.name] = owner or ("", "")
    for name, (package, version) in sorted(owners.items()):
        text = Path("/usr/share/doc") / name / "copyright"
        texts = {"copyright": text.read_text(encoding="utf-8", errors="replace")} if text.is_file() else {}
        kind = f"deb/debian/{name}" if package else f"generic/{name}"
        yield Part(name, version, "", f"pkg:{kind}" + (f"@{version}" if version else ""), texts)


def _owner(file: Path) -> tuple[str, str] | None:
    """(package, version) that a file belongs to. Its folder may be known with or without ``/usr``, and by another name."""
    if not shutil.which("dpkg-query"):
        return None
    for one in (file, file.resolve()):
        for path in (one, Path("/usr") / one.relative_to("/"), Path("/", *one.parts[2:])):
            done = subprocess.run(["dpkg-query", "-S", path], capture_output=True, text=True, check=False)
            if not done.returncode:
                package = done.stdout.split(": ", 1)[0].split(",")[0]
                form = ["dpkg-query", "-W", "-f", "${Version}", package]
                version = subprocess.run(form, capture_output=True, text=True, check=True).stdout
                return package.split(":")[0], version
    return None


def parts_of_folder(site: Path, toc: Path) -> list[Part]:
    """All that the folder with all in it holds beside the program."""
    found = list(libraries(site))
    version = next((part.version for part in found if plain(part.name) == "pyside6-essentials"), "")
    return [python(), qt(version), *found, *of_the_system(frozen_sources(toc))]


def write_texts(parts: list[Part], into: Path) -> None:
    """Every part's texts in a folder of its own, ours and the type's beside them, and a list of all of it.

    Where a Debian note sends its reader to a text on his own system, that text comes along: there may be no Debian there.
    """
    shutil.rmtree(into, ignore_errors=True)
    into.mkdir(parents=True)
    shutil.copyfile(ROOT / "LICENSE", into / "Hexbench.txt")
    for font in sorted((ROOT / "resources" / "fonts").glob("*LICENSE*")):
        shutil.copyfile(font, into / f"font-{font.name}")
    lines, common = [], dict.fromkeys(("GPL-3", "LGPL-2.1"))
    for part in parts:
        for name, text in sorted(part.texts.items()):
            file = into / part.name / name
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(text, encoding="utf-8")
            common.update(dict.fromkeys(re.findall(rf"{COMMON}/([\w.-]*[\w-])", text)))
        where = "Qt/" if _of_qt(part) else f"{part.name}/" if part.texts else "(no text came with it)"
        lines.append(f"{part.name} {part.version}: {part.licence or 'see its text'}  {where}\n")
    for name in common:
        if (COMMON / name).is_file():
            (into / REFERRED).mkdir(exist_ok=True)
            shutil.copyfile((COMMON / name).resolve(), into / REFERRED / name)
    (into / "LIST.txt").write_text("".join(lines), encoding="utf-8")


def without_text(parts: list[Part]) -> list[str]:
    """The parts that nothing can be shown for: whoever passes them on has to look for their licence."""
    # Qt's bindings are under the licence of Qt, whose texts lie beside them.
    return [part.name for part in parts if not any(part.texts.values()) and not _of_qt(part)]


def _of_qt(part: Part) -> bool:
    return plain(part.name) in {"pyside6-essentials", "shiboken6"}


def document(version: str, wheel: Path, parts: list[Part], seconds: int) -> str:
    """The bill of materials, CycloneDX 1.5, which scanners of vulnerabilities and licences read."""
    bill = {
        "bomFormat": "CycloneDX",
        "specVersion": "1.5",
        "version": 1,
        "metadata": {
            "timestamp": datetime.fromtimestamp(seconds, UTC).strftime("%Y-%m-%dT%H:%M:%SZ"),
            "component": {
                "type": "application",
                "bom-ref": f"pkg:generic/hexbench@{version}",
                "name": "hexbench",
                "version": version,
                "licenses": [{"expression": "MIT"}],
                "hashes": [{"alg": "SHA-256", "content": hashlib.sha256(wheel.read_bytes()).hexdigest()}],
            },
        },
        "components": [
            *(part.row() for part in parts),
            {
                "type": "data",
                "bom-ref": "font",
                "name": "IBM Plex Sans Condensed",
                "licenses": [{"expression": "OFL-1.1"}],
            },
        ],
        "dependencies": [
            {"ref": f"pkg:generic/hexbench@{version}", "dependsOn": [*(part.purl for part in parts), "font"]}
        ],
    }
    return json.dumps(bill, indent=2) + "\n"
