"""What a wheel holds beside the modules, made while it is built: data, manual, translations, and what a desktop asks for.

A checkout reads its data from `resources`, `scenarios` and `docs`; a wheel carries the same three under `hexbench/data`
(`hexbench.store.paths` looks there). The `.qm` files are built here from the `.ts`, which stay behind, and the man page
and the completion from the parser of the command line. Every list is sorted and nothing has a date: two builds are equal.
"""

from __future__ import annotations

import re
import shutil
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

PAGES = (
    "accessibility.md",
    "adr/0008-play-by-mail.md",
    "cluster.md",
    "lessons.md",
    "own-tables.md",
    "packs.md",
    "play-by-mail.md",
    "rulings.md",
    "study.md",
    "vassal.md",
    "walkthrough-*.md",
    "engine-protocol*.md",
)
"""Of docs/, what a player may open inside the program or is sent to by `--help`, and what those lead to; the manual comes whole."""
SHARED = {
    "hexbench.desktop": "share/applications/hexbench.desktop",
    "hexbench.xml": "share/mime/packages/hexbench.xml",
    "org.hexbench.Hexbench.metainfo.xml": "share/metainfo/org.hexbench.Hexbench.metainfo.xml",
}
_PICTURE = re.compile(r"!\[[^]]*\]\(([^)]+)\)")


def carried(root: Path) -> Iterator[tuple[Path, str]]:
    """(file, path below ``hexbench/data``) of the data that are carried as they are."""
    for top in ("resources", "scenarios", "docs/help"):
        for file in sorted((root / top).rglob("*")):
            if file.is_file() and file.suffix not in {".ts", ".qm"} and "__pycache__" not in file.parts:
                yield file, file.relative_to(root).as_posix()
    docs = root / "docs"
    pages = sorted({page for pattern in PAGES for page in docs.glob(pattern)})
    yield from ((page, page.relative_to(root).as_posix()) for page in pages)
    seen: set[Path] = set()
    for page in [*pages, *sorted((docs / "help").rglob("*.md"))]:
        for link in _PICTURE.findall(page.read_text(encoding="utf-8")):
            picture = (page.parent / link).resolve()
            if picture.is_file() and picture not in seen and docs.resolve() not in (picture, picture.parent):
                seen.add(picture)
                place = picture.relative_to(docs.resolve()).as_posix()
                if not place.startswith("help/"):
                    yield picture, f"docs/{place}"


class WheelHook(BuildHookInterface[Any]):
    """Called by hatchling; an editable installation needs none of it."""

    PLUGIN_NAME = "custom"

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Add the data, and make what has to be made."""
        if version == "editable":
            return
        root = Path(self.root)
        made = root / "build" / "wheel"
        shutil.rmtree(made, ignore_errors=True)
        made.mkdir(parents=True)
        include: dict[str, str] = build_data["force_include"]
        for file, place in carried(root):
            include[str(file)] = f"hexbench/data/{place}"
        for path in (root / "packaging", root / "app"):
            sys.path.insert(0, str(path))
        # Imported here: the folder is not a package, and hatchling imports this file alone.
        import command_pages  # noqa: PLC0415
        import translations  # noqa: PLC0415
        from hexbench import __version__  # noqa: PLC0415
        from hexbench.cli import make_parser  # noqa: PLC0415
        from hexbench.store.found_games import GROUP, ORDER  # noqa: PLC0415

        for file in translations.build(into=made, anew=True):
            include[str(file)] = f"hexbench/data/resources/translations/{file.name}"
        project = tomllib.loads((root / "pyproject.toml").read_text(encoding="utf-8"))["project"]
        (made / ORDER).write_text(
            "".join(f"{key}\n" for key in project["entry-points"][GROUP]), encoding="utf-8"
        )
        include[str(made / ORDER)] = f"hexbench/data/{ORDER}"
        shared: dict[str, str] = build_data["shared_data"]
        linux = root / "packaging" / "linux"
        for name, place in SHARED.items():
            shared[str(linux / name)] = place
        icon = root / "resources" / "icons" / "hexbench.svg"
        shared[str(icon)] = "share/icons/hicolor/scalable/apps/hexbench.svg"
        parser = make_parser()
        for name, text, place in (
            ("hexbench.6", command_pages.man(parser, __version__), "share/man/man6/hexbench.6"),
            ("hexbench.bash", command_pages.bash(parser), "share/bash-completion/completions/hexbench"),
        ):
            (made / name).write_text(text, encoding="utf-8")
            shared[str(made / name)] = place
