"""Checks of blobs.txt: positions.md, section 10."""

from . import blobs
from .vectors import one, same


def check_blobs(block):
    gives = one(block, "gives")
    got = blobs.read_block(block)
    if gives is not None:
        same("value", got.strip(), gives.strip())


CHECKS = {"blobs.txt": check_blobs}
