"""Checks of lists.txt, morelists.txt and records.txt: lists.md and records.md."""

from .positionlist import read_list
from .vectors import one, same, text


def check_lists(block):
    data = bytes.fromhex(one(block, "stream"))
    want = text(one(block, "input", ""))
    limit = int(one(block, "limit", len(want) or 1 << 20))
    same("input", read_list(data, limit, 0), want)


CHECKS = {"lists.txt": check_lists, "morelists.txt": check_lists,
          "records.txt": check_lists}
