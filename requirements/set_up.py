"""Prepare .venv: ``python requirements/set_up.py base|lab|dev|bench``; ``pins`` recompiles the pinned files.

Needs nothing but Python 3.11 and a package index that pip or uv can reach. What is installed is remembered by the
hash of the requirement files, so a second run does nothing.
"""

import hashlib
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
VENV = ROOT / ".venv"
TOOLS = ROOT / ".tools"
SETS = {
    "base": ("build", "base"),
    "lab": ("build", "base", "lab"),
    "dev": ("build", "base", "dev"),
    "bench": ("build", "base", "dev", "bench"),
}
OLDEST = (3, 11)


def main(wanted: str) -> None:
    """Install a set of requirements and the project, or recompile the pins."""
    if sys.version_info < OLDEST:
        stop(f"Board Library needs Python 3.11 or newer, not {sys.version.split()[0]}; try: make PYTHON=python3.12 …")
    if wanted == "pins":
        recompile()
        return
    stamp = VENV / f".set-up-{wanted}"
    print_of_set = fingerprint(SETS[wanted])
    if interpreter().exists() and stamp.exists() and stamp.read_text() == print_of_set:
        return
    say(f"Setting up .venv ({wanted}); this takes a minute the first time …")
    uv = find_uv()
    if uv is None or not with_uv(uv, SETS[wanted]):
        with_pip(SETS[wanted])
    stamp.write_text(print_of_set)


def fingerprint(names: tuple[str, ...]) -> str:
    """A hash of everything that decides what must be installed."""
    paths = [*(ROOT / "requirements" / f"{name}.txt" for name in names), ROOT / "pyproject.toml", Path(__file__)]
    digest = hashlib.sha256(str(ROOT).encode())
    for path in paths:
        digest.update(path.read_bytes())
    return digest.hexdigest()


def find_uv() -> str | None:
    """Where uv is, fetched by pip into .tools if it is nowhere; None if it cannot be had."""
    ours = TOOLS / "bin" / "uv"
    found = shutil.which("uv") or (str(ours) if ours.exists() else None)
    if found is None and run([sys.executable, "-m", "venv", str(TOOLS)], quiet=True):
        run([str(TOOLS / "bin" / "python"), "-m", "pip", "install", "-q", "uv"], quiet=True)
        found = str(ours) if ours.exists() else None
    return found


def with_uv(uv: str, names: tuple[str, ...]) -> bool:
    """Install by uv; False if it could not, as where only pip knows the package index."""
    fresh = [uv, "venv", "-q", "--clear", "--python", sys.executable, str(VENV)]
    return (
        (usable() or run(fresh))
        and run([uv, "pip", "install", "-q", "--python", str(interpreter()), "--require-hashes", *files(names)])
        and run([uv, "pip", "install", "-q", "--python", str(interpreter()), *PROJECT])
    )


def with_pip(names: tuple[str, ...]) -> None:
    """Install by the pip that comes with Python."""
    say("uv could not do it; trying pip, which is slower …")
    if not (usable() and run([str(interpreter()), "-m", "pip", "--version"], quiet=True)) and not run(
        [sys.executable, "-m", "venv", "--clear", str(VENV)]
    ):
        stop("Python cannot make a virtual environment; on Debian: apt-get install python3-venv")
    pip = [str(interpreter()), "-m", "pip", "install", "-q", "--disable-pip-version-check"]
    if not (run([*pip, "--require-hashes", *files(names)]) and run([*pip, *PROJECT])):
        stop("The requirements could not be installed; is a Python package index reachable?")


PROJECT = ["--no-deps", "--no-build-isolation", "-e", str(ROOT)]
"""The project itself, editable, built by the hatchling that is pinned in build.txt."""


def files(names: tuple[str, ...]) -> list[str]:
    """The pinned files as options of an installer."""
    return [part for name in names for part in ("-r", str(ROOT / "requirements" / f"{name}.txt"))]


def interpreter() -> Path:
    """The Python of .venv."""
    return VENV / "bin" / "python"


def usable() -> bool:
    """Whether .venv works: its interpreter may have moved or be too old."""
    check = f"import sys; sys.exit(sys.version_info < {OLDEST})"
    return interpreter().exists() and run([str(interpreter()), "-c", check], quiet=True)


def recompile() -> None:
    """Resolve every .in file anew; one set's pins bind the next, so that they can be installed together."""
    uv = find_uv()
    if uv is None:
        stop("uv is needed to recompile the pins, and pip could not fetch it")
    how = ["--universal", "--generate-hashes", "--python-version", "3.11", "--no-emit-index-url", "--no-header", "-q"]
    for name in ("base", "build", "lab", "dev", "bench"):
        bound = [] if name == "base" else ["-c", "requirements/base.txt"]
        target = f"requirements/{name}.txt"
        if not run([uv, "pip", "compile", *how, *bound, f"requirements/{name}.in", "-o", target]):
            stop(f"requirements/{name}.in could not be resolved")
        say(f"wrote {target}")


def run(command: list[str], *, quiet: bool = False) -> bool:
    """Run a command in the project's folder; whether it went well."""
    sink = subprocess.DEVNULL if quiet else None
    try:
        return subprocess.run(command, cwd=ROOT, stdout=sink, stderr=sink, check=False).returncode == 0
    except OSError:
        return False


def say(text: str) -> None:
    """Tell the person at the terminal."""
    print(text, file=sys.stderr, flush=True)


def stop(reason: str) -> None:
    """End with a reason and exit code 1."""
    say(reason)
    raise SystemExit(1)


if __name__ == "__main__":
    if len(sys.argv) != 2 or sys.argv[1] not in (*SETS, "pins"):
        stop(f"usage: {Path(sys.argv[0]).name} {'|'.join(SETS)}|pins")
    main(sys.argv[1])
