"""The folders at the top level are installed as mutapa.core, mutapa.search, ...: bare `core` would collide in site-packages."""

from pathlib import Path

from setuptools import find_namespace_packages, setup

ROOMS = [room for room in ("core", "nets", "search", "experiments", "configs") if Path(room).is_dir()]

setup(
    packages=[
        name
        for room in ROOMS
        for name in [f"mutapa.{room}", *(f"mutapa.{room}.{inner}" for inner in find_namespace_packages(room))]
        if "__pycache__" not in name
    ],
    package_dir={f"mutapa.{room}": room for room in ROOMS},
)
