"""Section 9.1: columns of texts. Python has no zstd, so the program of that name unpacks."""

import subprocess

from . import Corrupt
from .archive import Reader
from .textmodel import decode_text


def unzstd(data):
    """What a zstd string holds."""
    p = subprocess.run(["zstd", "-d", "-c", "-q"], input=data, capture_output=True)
    if p.returncode != 0:
        raise Corrupt("zstd: " + p.stderr.decode(errors="replace").strip())
    return p.stdout


def read_column(data):
    """All values of a column."""
    r = Reader(data, what="column")
    method, count = r.byte(), r.uv()
    packed = r.rest()
    if method == 0:
        return [packed] * count
    if method in (5, 6):
        return read_lines(decode_text(packed, method == 6), count, escaped=True)
    if method > 6:
        raise Corrupt(f"column: method {method} is not known")
    if method in (1, 2):
        packed = unzstd(packed)
    if method in (1, 3):
        return read_lines(packed, count)
    r = Reader(packed, what="column")
    sizes = [r.uv() for _ in range(count)]
    values = [r.bytes(n) for n in sizes]
    r.done()
    return values


def read_lines(text, count, escaped=False):
    values = text.split(b"\n")
    if values.pop() != b"" or len(values) != count:
        raise Corrupt(f"column: not {count} values")
    if escaped:
        values = [v.replace(b"\x0bJ", b"\n").replace(b"\x0bK", b"\x0b") if b"\x0b" in v else v for v in values]
    return values


class Texts:
    """The values of a column, one after the other."""

    def __init__(self, values):
        self.values, self.pos = values, 0

    def next(self):
        if self.pos == len(self.values):
            raise Corrupt("column: no value left")
        self.pos += 1
        return self.values[self.pos - 1]

    def done(self):
        if self.pos != len(self.values):
            raise Corrupt(f"column: {len(self.values) - self.pos} values left over")
