"""docs/spec/indexes.md: frame statistics, replay moves, signatures, names, values of tags.

Tables of openings are in openingtable."""

from . import Corrupt
from .archive import Reader
from .board import START, parse_fen
from .columns import read_column
from .xxh64 import xxh64

KNIGHT = ((1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2))
KING = ((0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1))
PAWN = ((0, 1), (0, 2), (-1, 1), (1, 1), (0, 1), (-1, 1), (1, 1))
TAGS = 5
ELSEWHERE = 128


def word_in(names, word):
    """Whether a filter may have a word."""
    probes, bits = names[0], int.from_bytes(names[1:], "little")
    n, h = 8 * (len(names) - 1), xxh64(word)
    return all(bits >> (h + i * (h >> 32 | 1)) % (1 << 64) % n & 1 for i in range(probes))


class Statistics:
    """Section 2: pairs of ratings, dates, half-moves; sets of results and ECO; the filter of names."""

    def __init__(self, data):
        r = Reader(data, what="statistics")
        has = r.byte()
        self.ratings, self.dates, self.plies = (self._pair(r, has >> bit & 1, bit != 1) for bit in range(3))
        self.results = r.byte() if has & 8 else 0
        self.eco = r.fixed(7) if has & 16 else 0
        self.names = r.rest() if has & 32 else None
        r.done()
        if has > 63 or has & 8 and not self.results or has & 16 and not self.eco or self.eco >> 50:
            raise Corrupt("statistics: not in their only form")
        if self.names is not None and (len(self.names) < 2 or not 1 <= self.names[0] <= 16):
            raise Corrupt("statistics: the filter of names")

    @staticmethod
    def _pair(r, there, less):
        if not there:
            return None
        low, high = r.uv(), r.uv()
        return low, high + low if less else high


def read_numbers(r, games):
    """Section 3: a column of numbers."""
    least, width = r.uv(), r.byte()
    if least > (1 << 48) - 2 or width > 48 or width and not least:
        raise Corrupt(f"index: numbers of {width} bits from {least} on")
    packed = int.from_bytes(r.bytes((games * width + 7) // 8), "little")
    if packed >> games * width:
        raise Corrupt("index: the last byte of a column is not filled up with zeros")
    numbers = [packed >> i * width & (1 << width) - 1 for i in range(games)]
    return [least + x - 1 if x else 0 for x in numbers] if width else [least] * games


def replayed(data):
    """Section 4: the positions of a game."""
    if not data:
        return
    r = Reader(data, what="replay moves")
    first = r.byte()
    p = parse_fen(r.bytes(r.uv()).decode("latin-1") if first & ELSEWHERE else START)
    yield p
    while r.pos < r.end:
        p = p.play(_move(p, r))
        yield p


def _move(p, r):
    code = r.byte()
    if code == 255:
        return r.fixed(2)
    if code == 254:
        return 0
    if code > 209:
        raise Corrupt(f"replay moves: the byte {code}")
    kind, which, file, to = _meaning(code)
    mirror = 56 * p.turn
    own = sorted(s ^ mirror for s in range(64) if p.at(s) == kind + 6 * p.turn and file in (None, s % 8))
    if not own or which in ("rearmost", "highest") and len(own) < 2:
        raise Corrupt("replay moves: the piece is not there")
    s = own[-1] if which in ("foremost", "highest") else own[0]
    t = to(p, s)
    if t is None or t == s:
        raise Corrupt("replay moves: no such square")
    return s ^ mirror | (t ^ mirror) << 6 | (5 << 12 if kind == 1 and which == "foremost" and code % 7 > 3 else 0)


def _meaning(code):
    """Kind, which of several, the file of a pawn, and where to."""
    if code < 56:
        return 1, "foremost", code // 7, _leap(PAWN[code % 7])
    if code < 88:
        return 1, "rearmost", (code - 56) // 4, _leap(PAWN[(code - 56) % 4])
    if code < 104:
        return 2, "highest" if code > 95 else "lowest", None, _leap(KNIGHT[code % 8])
    if code < 168:
        rook = code >= 136
        at = (code - 104) % 32
        return 3 + rook, "highest" if at > 15 else "lowest", None, _along(rook, at % 16)
    if code < 200:
        return 5, "lowest", None, _along(code < 184, (code - 168) % 16)
    if code < 208:
        return 6, "lowest", None, _leap(KING[code % 8])
    return 6, "lowest", None, lambda p, s: (p.rights[2 * p.turn + code - 208] or s + 1) - 1


def _leap(by):
    def to(_, s):
        x, y = s % 8 + by[0], s // 8 + by[1]
        return 8 * y + x if 0 <= x < 8 and 0 <= y < 8 else None
    return to


def _along(rook, line):
    def to(_, s):
        x, y = s % 8, s // 8
        if rook:
            return 8 * y + line if line < 8 else 8 * (line - 8) + x
        y += line % 8 - x if line < 8 else x - line % 8
        return 8 * y + line % 8 if 0 <= y < 8 else None
    return to


def signatures(data, games):
    """Section 5: for each game its count, pieces and squares."""
    texts = read_column(data)
    if len(texts) != 3 or len(texts[0]) != games:
        raise Corrupt("signatures: not three texts of all games")
    pieces, squares = (Reader(x, what="signatures") for x in texts[1:])
    out = []
    for n in texts[0]:
        if n != 17 and (n % 32 > 16 or n > 127):
            raise Corrupt(f"signatures: the count {n}")
        out.append((n,) if n == 17 else (n, pieces.bytes(5), squares.bytes((n % 32 + 1) // 2)))
    pieces.done()
    squares.done()
    return out


def players(data, games):
    """Section 6: the numbers of both sides, and the names."""
    r = Reader(data, what="players")
    names = read_column(r.bytes(r.uv()))
    sides = [read_numbers(r, games) for _ in range(2)]
    r.done()
    if len(names) > 2 * games or sum(map(len, names)) > 128 * games or max(map(max, sides), default=0) > len(names):
        raise Corrupt("players: more names than there may be, or fewer")
    return sides, names


def values(data, games):
    """Section 7: for each tag its number, the games' numbers, and the values."""
    r = Reader(data, what="values")
    says = r.byte()
    if says >> TAGS:
        raise Corrupt("values: of unknown tags")
    for tag in range(TAGS):
        if says >> tag & 1:
            texts, planes = read_column(r.bytes(r.uv())), read_column(r.bytes(r.uv()))
            if len(planes) != 1 + (len(texts) > 255) or any(len(x) != games for x in planes):
                raise Corrupt("values: of other games")
            numbers = [sum(x[i] << 8 * k for k, x in enumerate(planes)) for i in range(games)]
            if len(texts) > games or max(numbers) > len(texts):
                raise Corrupt("values: more than there may be, or fewer")
            yield tag, numbers, texts
    r.done()


def metas(data, whose, sums):
    """Section 8: the metas by the numbers of their frames; sums are the checksums of those before."""
    r = Reader(data, what="metas")
    first, before, count = r.uv(), r.uv(), r.uv()
    if first + count > len(sums) or before > first:
        raise Corrupt("metas: of frames that do not come before")
    sizes = [r.uv() for _ in range(count)]
    out = {first + i: r.bytes(n) for i, n in enumerate(sizes)}
    r.done()
    if xxh64(b"".join(sums[first:first + count])).to_bytes(8, "big") != whose:
        raise Corrupt("metas: of other frames")
    return out
