"""``python -m board_library`` is the command line."""

from board_library.cli import main

if __name__ == "__main__":
    main()
