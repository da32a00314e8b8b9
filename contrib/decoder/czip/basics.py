"""What all documents use: SPEC.md, section 3, and zstd strings (RFC 8878).

Source reads bytes in their order; uvarint, zigzag, digits, XXH64, zstd.
"""

import re
import subprocess

from .refused import DAMAGED, Refused


def digits(x):
    """The number of binary digits of |x|."""
    return abs(x).bit_length()


def quo(a, b):
    """The quotient rounded towards 0."""
    q = abs(a) // abs(b)
    return q if a ^ b >= 0 else -q              # a ^ b is negative if one of them is


def clamp(x, a, b):
    return a if x < a else b if x > b else x


def unzigzag(x):
    """The signed number that is stored as x."""
    return -(x >> 1) - 1 if x & 1 else x >> 1


class Source:
    """Reads a string of bytes from its beginning.

    ends: the class of refusal where the bytes end too early, damaged or truncated.
    """

    def __init__(self, data, at=0, end=None, ends=DAMAGED):
        self.data = data
        self.at = at
        self.end = len(data) if end is None else end
        self.ends = ends

    def left(self):
        """How many bytes are left."""
        return self.end - self.at

    def byte(self):
        if self.at >= self.end:
            raise Refused(self.ends, "the bytes end too early")
        b = self.data[self.at]
        self.at += 1
        return b

    def take(self, n):
        """The next n bytes."""
        if n > self.end - self.at:
            raise Refused(self.ends, "the bytes end too early")
        part = self.data[self.at:self.at + n]
        self.at += n
        return bytes(part)

    def rest(self):
        """All that is left."""
        return self.take(self.end - self.at)

    def fixed(self, n):
        """An integer of n bytes, little-endian."""
        return int.from_bytes(self.take(n), "little")

    def uvarint(self):
        v = 0
        for i in range(10):
            b = self.byte()
            v |= (b & 127) << 7 * i
            if b < 128:
                if i > 0 and b == 0:
                    raise Refused(DAMAGED, "a uvarint is not in its shortest form")
                if v >= 1 << 64:
                    raise Refused(DAMAGED, "a uvarint of 2^64 or more")
                return v
        raise Refused(DAMAGED, "a uvarint of more than ten bytes")

    def sized(self):
        """A string with its size."""
        return self.take(self.uvarint())

    def done(self, what="a string"):
        """Refuses bytes that are left over."""
        if self.at != self.end:
            raise Refused(DAMAGED, "bytes are left over behind " + what)


def uvarint(v):
    """The bytes of a number as a uvarint."""
    out = bytearray()
    while v >= 128:
        out.append(v & 127 | 128)
        v >>= 7
    out.append(v)
    return bytes(out)


M64 = (1 << 64) - 1
P1, P2, P3 = 0x9E3779B185EBCA87, 0xC2B2AE3D27D4EB4F, 0x165667B19E3779F9
P4, P5 = 0x85EBCA77C2B2AE63, 0x27D4EB2F165667C5


def _rotl64(x, n):
    x &= M64
    return ((x << n) | (x >> (64 - n))) & M64


def _round(a, x):
    return _rotl64(a + x * P2, 31) * P1 & M64


def xxh64(data):
    """XXH64 with seed 0."""
    data = bytes(data)
    n = len(data)
    i = 0
    if n >= 32:
        v = [P1 + P2 & M64, P2, 0, -P1 & M64]
        stop = n // 32 * 32
        for k in range(4):                  # the four sums do not depend on one another
            a = v[k]
            for i in range(8 * k, stop, 32):
                a = a + int.from_bytes(data[i:i + 8], "little") * P2 & M64
                a = ((a << 31 | a >> 33) & M64) * P1 & M64
            v[k] = a
        i = stop
        h = _rotl64(v[0], 1) + _rotl64(v[1], 7) + _rotl64(v[2], 12) + _rotl64(v[3], 18) & M64
        for k in range(4):
            h = (h ^ _round(0, v[k])) * P1 + P4 & M64
    else:
        h = P5
    h = h + n & M64
    while n - i >= 8:
        h = _rotl64(h ^ _round(0, int.from_bytes(data[i:i + 8], "little")), 27) * P1 + P4 & M64
        i += 8
    if n - i >= 4:
        h = _rotl64(h ^ int.from_bytes(data[i:i + 4], "little") * P1 & M64, 23) * P2 + P3 & M64
        i += 4
    while n - i >= 1:
        h = _rotl64(h ^ data[i] * P5 & M64, 11) * P1 & M64
        i += 1
    h = (h ^ h >> 33) * P2 & M64
    h = (h ^ h >> 29) * P3 & M64
    return h ^ h >> 32


def lower_half(*parts):
    """The lower half of the XXH64 of these bytes, one after the other."""
    return xxh64(b"".join(parts)) & 0xFFFFFFFF


def zstd_frame(data):
    """(length of the zstd frame that data begins with, size of its content or None)."""
    src = Source(data)
    if src.fixed(4) != 0xFD2FB528:
        raise Refused(DAMAGED, "no frame of zstd")
    head = src.byte()
    single = head >> 5 & 1
    if head & 8:
        raise Refused(DAMAGED, "a frame of zstd with the reserved bit")
    if not single:
        src.byte()                                      # the window
    src.take((0, 1, 2, 4)[head & 3])                    # the dictionary
    width = (single, 2, 4, 8)[head >> 6]
    size = src.fixed(width) if width else None
    if width == 2:
        size += 256
    while True:
        block = src.fixed(3)
        kind = block >> 1 & 3
        if kind == 3:
            raise Refused(DAMAGED, "a block of zstd of the reserved kind")
        src.take(1 if kind == 1 else block >> 3)
        if block & 1:
            break
    src.take(4 if head & 4 else 0)                      # the checksum
    return src.at, size


def unzstd(data, most):
    """The content of exactly one frame of zstd that says its size, which is at most `most`."""
    from .lists import limit                            # lists.py needs this module
    length, size = zstd_frame(data)
    if length != len(data):
        raise Refused(DAMAGED, "bytes behind a frame of zstd")
    if size is None:
        raise Refused(DAMAGED, "a frame of zstd does not say the size of its content")
    if size > most or size > limit("ZSTD_MAX"):
        raise Refused(DAMAGED, "a frame of zstd has too much content")
    run = subprocess.run(["zstd", "-d", "-c", "-q", "--memory=2048MB"], input=bytes(data),
                         stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, check=False)
    if run.returncode != 0 or len(run.stdout) != size:
        raise Refused(DAMAGED, "a frame of zstd is damaged")
    return run.stdout


HALF = rb"(?:1/2|\xc2\xbd|\xbd)"
DASH = rb"[ \t]?(?:[-:]|\xe2\x80[\x90-\x95]|\xe2\x88\x92)[ \t]?"
POINT = HALF[:-1] + rb"|0[.,]5)"
OTHER_RESULTS = [re.compile(rb"[ \t]*(?:" + form + rb")[ \t]*") for form in (
    b"1" + DASH + b"0", b"0" + DASH + b"1", POINT + DASH + POINT + b"|" + HALF, rb"\*")]


def any_result(text):
    """0 to 3 for the text of a result in whatever form (games.md, 5.4), 4 for another text."""
    return next((i for i, form in enumerate(OTHER_RESULTS) if form.fullmatch(text)), len(OTHER_RESULTS))
