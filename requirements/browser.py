"""Find the Chromium that the browser tests drive, or install Debian's; ``--path`` only prints where it is."""

import os
import shutil
import subprocess
import sys

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
MISSING = """\
The browser tests need Chromium, and it is not here. Install it and run this again:
  Debian, Ubuntu   sudo apt-get install chromium
  Fedora           sudo dnf install chromium
  Arch             sudo pacman -S chromium
Any of these names on PATH will do: {names}; or set CHROMIUM to the program's path."""


def find() -> str | None:
    """The program's path, from CHROMIUM or PATH."""
    named = os.environ.get("CHROMIUM")
    if named:
        return shutil.which(named)
    return next((path for name in NAMES if (path := shutil.which(name))), None)


def install() -> None:
    """Install by apt-get where that can be done without asking for a password."""
    apt = shutil.which("apt-get")
    as_root = [] if os.geteuid() == 0 else ["sudo", "-n"]
    if apt is None or (as_root and not works([*as_root, "true"])):
        return
    print("Chromium is missing; installing it by apt-get …", file=sys.stderr, flush=True)
    quiet = ["env", "DEBIAN_FRONTEND=noninteractive", apt, "-qq", "-y"]
    works([*as_root, *quiet, "update"])
    works([*as_root, *quiet, "install", "--no-install-recommends", "chromium", "fonts-dejavu-core"])


def works(command: list[str]) -> bool:
    """Whether a command can be run and ends well."""
    try:
        return subprocess.run(command, stdout=sys.stderr, check=False).returncode == 0
    except OSError:
        return False


def main() -> None:
    """Print the path if asked to; see to it that there is one otherwise."""
    if find() is None and "--path" not in sys.argv:
        install()
    path = find()
    if path is None:
        print(MISSING.format(names=", ".join(NAMES)), file=sys.stderr)
        raise SystemExit(1)
    if "--path" in sys.argv:
        print(path)


if __name__ == "__main__":
    main()
