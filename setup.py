"""Maps the top folders into one package; all other metadata stands in pyproject.toml."""

from setuptools import find_packages, setup

FOLDERS = ("envs", "agents", "training", "benchmarks", "configs")
INSIDE = [f"{top}.{sub}" for top in FOLDERS for sub in find_packages(top)]

FACE = find_packages("exozoo")

setup(packages=["exozoo", *(f"exozoo.{name}" for name in (*FACE, *FOLDERS, *INSIDE))])
