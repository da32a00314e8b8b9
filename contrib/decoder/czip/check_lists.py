"""Checks of lists.txt: lists.md and records.md."""

from .positionlist import read_list
from .vectors import one, same, text


def check_lists(block):
    data = bytes.fromhex(one(block, "stream"))
    want = text(one(block, "input", ""))
    same("input", read_list(data, len(want) or 1 << 20, 0), want)


CHECKS = {"lists.txt": check_lists}
