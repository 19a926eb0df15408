"""The command's door: Ctrl-C is one line and exit 130 here too, while everything else is still being imported."""

import sys


def main() -> None:
    """What the script `mutapa` and ``python -m mutapa.experiments`` run."""
    try:
        from mutapa.experiments import cli
    except KeyboardInterrupt:
        print("mutapa: stopped", file=sys.stderr)
        sys.exit(130)
    cli.main()


if __name__ == "__main__":
    main()
