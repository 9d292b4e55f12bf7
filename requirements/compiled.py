"""The extra build: ``make compiled`` compiles the search and the rules of Treasure Map by mypyc.

Leaves a wheel for this platform in ``out/``, and what is in it, ready for ``PYTHONPATH``, in ``out/compiled/lib``.
Needs a C compiler and the set ``bench`` of the requirements. Nobody needs it to play: docs/adr/0004 says what it
brings, and what it takes.
"""

import shutil
import subprocess
import sys
import sysconfig
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
OUT = ROOT / "out"
FOLDER = OUT / "compiled"
LIB = FOLDER / "lib"
PACKAGE = "src/board_library"
MODULES = (
    "engine/core",
    "engine/rng",
    "bots/fast_rng",
    "bots/search",
    "games/treasure_map/bot",
    "games/treasure_map/hidden",
    "games/treasure_map/insight",
    "games/treasure_map/moves",
    "games/treasure_map/rules",
    "games/treasure_map/scoring",
    "games/treasure_map/table",
)
"""What a search of Treasure Map runs through. All are compiled together, so that they call each other directly."""


def build() -> Path:
    """Build in ``out/compiled``, from a copy of the source; the wheel."""
    compiler = (sysconfig.get_config_var("CC") or "cc").split()[0]
    header = Path(sysconfig.get_path("include")) / "Python.h"
    if sys.platform != "win32" and (shutil.which(compiler) is None or not header.exists()):
        sys.exit(f"a C compiler ({compiler}) and {header} are needed; on Debian: apt-get install gcc python3-dev")
    shutil.rmtree(FOLDER, ignore_errors=True)
    shutil.copytree(ROOT / PACKAGE, FOLDER / PACKAGE, ignore=shutil.ignore_patterns("__pycache__"))
    for name in ("pyproject.toml", "README.md", "LICENSE"):
        shutil.copy(ROOT / name, FOLDER)
    done = subprocess.run([sys.executable, "-W", "ignore", __file__, "--here"], cwd=FOLDER, check=False)
    if done.returncode:
        sys.exit("the extra build failed; the ordinary one does not need it")
    (wheel,) = (FOLDER / "dist").glob("*.whl")
    return Path(shutil.copy(wheel, OUT))


def compile_here() -> None:
    """Compile the copy and pack it, from within it."""
    from mypyc.build import mypycify
    from setuptools import find_namespace_packages, setup

    sys.path.insert(0, "src")
    from board_library import __version__

    setup(
        version=__version__,
        package_dir={"": "src"},
        packages=find_namespace_packages("src"),
        package_data={"": ["*"]},
        ext_modules=mypycify([f"{PACKAGE}/{name}.py" for name in MODULES], group_name="board_library", debug_level="0"),
        script_args=["-q", "build", "--build-lib", str(LIB), "bdist_wheel"],
    )


if __name__ == "__main__":
    if sys.argv[1:] == ["--here"]:
        compile_here()
    else:
        print(build())
