"""XXH64 with seed 0, the checksum of every part of an archive."""

M = (1 << 64) - 1
P1 = 0x9E3779B185EBCA87
P2 = 0xC2B2AE3D27D4EB4F
P3 = 0x165667B19E3779F9
P4 = 0x85EBCA77C2B2AE63
P5 = 0x27D4EB2F165667C5


def _rotl(x, r):
    return (x << r | x >> 64 - r) & M


def _round(acc, lane):
    return _rotl((acc + lane * P2) & M, 31) * P1 & M


def xxh64(data):
    """The hash of bytes, as an integer."""
    n = len(data)
    pos = 0
    if n >= 32:
        a, b, c, d = (P1 + P2) & M, P2, 0, -P1 & M
        words = memoryview(data)[: n // 32 * 32].cast("B").cast("Q") if _little() else None
        if words is None:
            words = [int.from_bytes(data[i:i + 8], "little") for i in range(0, n // 32 * 32, 8)]
        for i in range(0, len(words), 4):
            a = (a + words[i] * P2) & M
            a = ((a << 31 | a >> 33) & M) * P1 & M
            b = (b + words[i + 1] * P2) & M
            b = ((b << 31 | b >> 33) & M) * P1 & M
            c = (c + words[i + 2] * P2) & M
            c = ((c << 31 | c >> 33) & M) * P1 & M
            d = (d + words[i + 3] * P2) & M
            d = ((d << 31 | d >> 33) & M) * P1 & M
        pos = n // 32 * 32
        h = (_rotl(a, 1) + _rotl(b, 7) + _rotl(c, 12) + _rotl(d, 18)) & M
        for v in (a, b, c, d):
            h = ((h ^ _round(0, v)) * P1 + P4) & M
    else:
        h = P5
    h = (h + n) & M
    while pos + 8 <= n:
        h ^= _round(0, int.from_bytes(data[pos:pos + 8], "little"))
        h = (_rotl(h, 27) * P1 + P4) & M
        pos += 8
    if pos + 4 <= n:
        h ^= int.from_bytes(data[pos:pos + 4], "little") * P1 & M
        h = (_rotl(h, 23) * P2 + P3) & M
        pos += 4
    while pos < n:
        h ^= data[pos] * P5 & M
        h = _rotl(h, 11) * P1 & M
        pos += 1
    h = (h ^ h >> 33) * P2 & M
    h = (h ^ h >> 29) * P3 & M
    return h ^ h >> 32


def _little():
    import sys
    return sys.byteorder == "little"
