"""Installed from a wheel that was built from the source distribution: every file is there, the first commands work."""

from __future__ import annotations

import shlex
import shutil
import site
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from tests.cli import environment
from tests.test_house import ROOMS, ROOT, blocks


@pytest.fixture(scope="module")
def source(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """What a release is built from, without anything that development left there."""
    folder = tmp_path_factory.mktemp("release") / "source"
    for room in ROOMS:
        shutil.copytree(ROOT / room, folder / room, ignore=shutil.ignore_patterns("__pycache__"))
    for name in ("pyproject.toml", "README.md", "LICENSE"):
        shutil.copy(ROOT / name, folder / name)
    return folder


@pytest.fixture(scope="module")
def wheel(source: Path) -> Path:
    """A wheel, built from the source distribution as pip does where there is no wheel."""
    out = source.parent
    build = f"from setuptools import build_meta; build_meta.build_sdist({str(out)!r})"
    subprocess.run([sys.executable, "-c", build], cwd=source, check=True, capture_output=True, env=environment())
    (packed,) = out.glob("*.tar.gz")
    command = [sys.executable, "-m", "pip", "wheel", "-q", "--no-deps", "--no-build-isolation", "-w", str(out)]
    subprocess.run([*command, str(packed)], check=True, capture_output=True, env=environment())
    (built,) = out.glob("*.whl")
    return built


def test_a_wheel_holds_every_file(source: Path, wheel: Path) -> None:
    """Queries, ontologies, lexicons and the sample are in a wheel, beside all modules."""
    held = {name for name in zipfile.ZipFile(wheel).namelist() if not name.split("/")[0].endswith(".dist-info")}
    files = {p.relative_to(source) for room in ROOMS for p in (source / room).rglob("*") if p.is_file()}
    wanted = {"contragraph/" + str(f).removeprefix("api/") for f in files}
    assert {n for n in wanted if not n.endswith(".md")} <= held
    assert held <= wanted


def test_the_first_commands_work_where_only_the_wheel_is(wheel: Path, tmp_path: Path) -> None:
    """An environment with what the package depends on, and of the package nothing but the wheel."""
    home = tmp_path / "environment"
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", str(home)], check=True)
    python = home / "bin" / "python"
    install = [sys.executable, "-m", "pip", "--python", str(python), "install", "-q", "--no-deps", "--no-index"]
    subprocess.run([*install, str(wheel)], check=True, capture_output=True, env=environment())
    # Folders that a .pth file names are searched last, and their own .pth files, as of the editable install, not read.
    (own,) = (home / "lib").glob("python*/site-packages")
    (own / "dependencies.pth").write_text("\n".join(site.getsitepackages()), "utf-8")
    where = [str(python), "-c", "import contragraph; print(contragraph.__file__)"]
    found = subprocess.run(where, cwd=tmp_path, check=True, capture_output=True, text=True, env=environment())
    assert Path(found.stdout.strip()).is_relative_to(own)

    first = [line.removeprefix("$ contragraph ") for line in blocks(ROOT / "README.md", "console")[0].splitlines()]
    assert first[0] == "load sample"
    for line in [*first, "generate --plan 1-single-hop=1 --seed 7 --out dataset", "check dataset", "show dataset 1"]:
        command = [str(home / "bin" / "contragraph"), *shlex.split(line)]
        done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, env=environment(), check=False)
        assert done.returncode == 0, f"{line}\n{done.stderr}"
    assert "CONFLICT 1 OF 1" in done.stdout
