"""The folders at the top level are installed as mutapa.core, mutapa.search, ...: bare `core` would collide in site-packages."""

from pathlib import Path

from setuptools import setup

ROOMS = [room for room in ("core", "nets", "search", "experiments", "configs") if Path(room).is_dir()]
FOLDERS = {path.parent for room in ROOMS for kind in ("*.py", "*.yaml") for path in Path(room).rglob(kind)}

setup(
    packages=sorted({".".join(("mutapa", *folder.parts)) for folder in FOLDERS}),
    package_dir={f"mutapa.{room}": room for room in ROOMS},
)
