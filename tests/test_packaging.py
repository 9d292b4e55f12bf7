"""The wheel: it carries all that is served, and serves from an empty environment."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
import tomllib
import venv
import zipfile
from pathlib import Path

import httpx
import pytest

ROOT = Path(__file__).resolve().parent.parent
SOURCE = ROOT / "src" / "board_library"


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The project's wheel, built by the pinned builder."""
    folder = tmp_path_factory.mktemp("wheel")
    command = [sys.executable, "-m", "build", "--wheel", "--no-isolation", "--outdir", str(folder), str(ROOT)]
    subprocess.run(command, check=True, capture_output=True, text=True)
    (built,) = folder.glob("*.whl")
    return built


def test_the_wheel_carries_every_file_of_the_package(wheel: Path) -> None:
    carried = set(zipfile.ZipFile(wheel).namelist())
    wanted = {
        path.relative_to(SOURCE.parent).as_posix()
        for path in SOURCE.rglob("*")
        if path.is_file() and "__pycache__" not in path.parts and not path.name.startswith(".")
    }
    assert wanted - carried == set()
    kinds = {Path(name).suffix for name in carried}
    assert {".html", ".css", ".js", ".svg", ".po", ".md", ".py", ".txt"} <= kinds
    assert any("/migrations/versions/" in name for name in carried)


def test_the_wheel_names_licence_command_and_requirements(wheel: Path) -> None:
    archive = zipfile.ZipFile(wheel)
    (metadata,) = (name for name in archive.namelist() if name.endswith(".dist-info/METADATA"))
    text = archive.read(metadata).decode()
    assert "License-Expression: MIT" in text
    assert re.search(r"^Requires-Python: >=3\.11$", text, re.MULTILINE)
    assert re.search(r"^Requires-Dist: litestar", text, re.MULTILINE)
    (points,) = (name for name in archive.namelist() if name.endswith("entry_points.txt"))
    assert "board-library = board_library.cli:main" in archive.read(points).decode()


def test_pyproject_and_base_in_ask_for_the_same() -> None:
    def named(text: str) -> set[str]:
        return {re.sub(r"\s", "", line).replace("'", '"') for line in text.splitlines() if line.strip()}

    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    lines = (ROOT / "requirements" / "base.in").read_text().splitlines()
    asked = "\n".join(line for line in lines if not line.startswith("#"))
    assert named("\n".join(project["dependencies"])) == named(asked)


@pytest.mark.parametrize("name", ["base", "build", "lab", "dev", "bench"])
def test_pins_carry_hashes_and_name_no_index(name: str) -> None:
    text = (ROOT / "requirements" / f"{name}.txt").read_text()
    assert "://" not in text
    assert "index" not in text
    pins = re.findall(r"^[a-z0-9][^=\n]*==[^\n]*\\\n    --hash=sha256:[0-9a-f]{64}", text, re.MULTILINE)
    assert len(pins) == len(re.findall(r"^[a-z0-9][^\n]*==", text, re.MULTILINE)) > 0


def test_the_wheel_serves_from_an_empty_environment(wheel: Path, tmp_path: Path) -> None:
    home = tmp_path / "empty"
    install(home, "--require-hashes", "-r", str(ROOT / "requirements" / "base.txt"))
    install(home, "--no-deps", str(wheel))
    command = [str(home / "bin" / "board-library"), "serve", "--port", "0", "--lang", "en"]
    server = subprocess.Popen(command, cwd=tmp_path, stdout=subprocess.PIPE, text=True)
    try:
        assert server.stdout is not None
        found = re.search(r"http://[0-9.:]+", server.stdout.readline())
        assert found is not None
        with httpx.Client(base_url=found[0]) as client:
            page = client.get("/")
            assert page.status_code == 200
            art = set(re.findall(r'"(/(?:static|games|styles)/[^"#]+\.(?:svg|css|js))[#"]', page.text))
            assert {Path(link).suffix for link in art} == {".svg", ".css", ".js"}
            assert {link: client.get(link).status_code for link in art} == dict.fromkeys(art, 200)
        assert (tmp_path / "board-library.sqlite3").is_file()
    finally:
        server.terminate()
        server.communicate(timeout=120)
    cases = subprocess.run(
        [str(home / "bin" / "board-library"), "cases", "treasure-map"], cwd=tmp_path, check=False, capture_output=True
    )
    assert cases.returncode == 0


def install(home: Path, *what: str) -> None:
    """Install into an environment of its own: by uv where it is at hand, else by pip."""
    uv = find_uv()
    if uv is not None:
        if not home.exists():
            subprocess.run([uv, "venv", "-q", "--python", sys.executable, str(home)], check=True)
        command = [uv, "pip", "install", "-q", "--python", str(home / "bin" / "python"), *what]
    else:
        if not home.exists():
            venv.create(home, with_pip=True)
        command = [str(home / "bin" / "python"), "-m", "pip", "install", "-q", *what]
    subprocess.run(command, check=True)


def find_uv() -> str | None:
    """The uv that set this project up, if there is one."""
    ours = ROOT / ".tools" / "bin" / "uv"
    return shutil.which("uv") or (str(ours) if ours.exists() else None)
