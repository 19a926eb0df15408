"""The folders at the top level are installed as mutapa.core, mutapa.search, ...: bare `core` would collide in site-packages.

A wheel that carries native objects (`make wheel`) is for this kind of machine and this Python, and named so.
"""

from pathlib import Path

from setuptools import Distribution, setup

ROOMS = [room for room in ("core", "nets", "search", "experiments", "configs") if Path(room).is_dir()]
FOLDERS = {path.parent for room in ROOMS for kind in ("*.py", "*.yaml") for path in Path(room).rglob(kind)}



class Native(Distribution):
    """A wheel with native objects in it, or none."""

    def has_ext_modules(self) -> bool:
        return any(Path("core/objects").glob("*.object"))


setup(
    distclass=Native,
    packages=sorted({".".join(("mutapa", *folder.parts)) for folder in FOLDERS}),
    package_dir={f"mutapa.{room}": room for room in ROOMS},
)
