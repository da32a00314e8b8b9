"""Streams of blocks: container.md, 3.1.

    is_blocks(kind)                 whether streams of a kind consist of blocks
    read_front(data)                (head, lengths of the blocks, their sums, size of the front)
    read_blocks(kind, games, data)  (head, the blocks) of a stream of a frame of so many games
"""

from . import lists
from .basics import Source, lower_half
from .refused import CHECKSUM, Refused

FIRST, LAST = lists.limit("FIRST_BLOCKS_KIND"), lists.limit("LAST_BLOCKS_KIND")
LONGEST = 2**31 - 1


def is_blocks(kind):
    return FIRST <= kind <= LAST


def _wrong(what):
    raise Refused(CHECKSUM, what)


def read_front(data):
    src = Source(data)
    try:
        count = src.uvarint()
        head = src.sized()
        lengths = []
        while len(lengths) < count:
            lengths.append(src.uvarint())
        sums = [src.fixed(4) for _ in lengths]
        src.take(4)
    except Refused:
        _wrong("a stream of blocks whose front is malformed")
    if sum(lengths) > LONGEST or src.at + sum(lengths) != len(data):
        _wrong("a stream of blocks of another length")
    return head, lengths, sums, src.at


def read_blocks(kind, games, data):
    head, lengths, sums, at = read_front(data)
    said = int.from_bytes(data[at - 4:at], "little")
    if said != lower_half(kind.to_bytes(2, "little"), games.to_bytes(8, "little"), bytes(data[:at - 4])):
        _wrong("the sum of the front of a stream of blocks")
    found = []
    for length, checksum in zip(lengths, sums):
        found.append(bytes(data[at:at + length]))
        at += length
        if lower_half(found[-1]) != checksum:
            _wrong("the sum of a block")
    return bytes(head), found
