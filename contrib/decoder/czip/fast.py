"""Section 6, the fast method: moves by the rank that a table of weights gives them."""

import os

from . import Corrupt
from .board import KING, PAWN, attacks, flip, squares
from .textmodel import ROOT

M64 = (1 << 64) - 1
SIZES = [("paths", 6 * 64 * 64), ("trades", 96 * 256), ("replies", 385 * 384), ("attacks", 64 * 384),
         ("shelters", 16 * 384), ("rescues", 10 * 256), ("checks", 6 * 256), ("recaptures", 6 * 96),
         ("promotions", 8 * 256), ("agains", 7 * 96), ("openings", 1 << 14)]
SYMBOLS = (2, 3, 7, 15, 64)
CHEAPER = {2: (1,), 3: (1,), 4: (1, 2, 3), 5: (1, 2, 3, 4)}   # what attacks a defended piece with effect
HANGS = {1: 1, 2: 2, 3: 2, 4: 3, 5: 4}


class _Table:
    def __init__(self):
        with open(os.path.join(ROOT, "internal/model/rank/fast.bin"), "rb") as f:
            data = f.read()
        if data[:4] != b"CZR\x01":
            raise Corrupt("fast.bin: not version 1")
        pos = 4
        for name, size in SIZES:
            setattr(self, name, memoryview(data)[pos:pos + size].cast("b"))
            pos += size
        self.codes = []
        for number in range(600):
            counts = data[pos:pos + 16]
            pos += 16
            lengths = [i + 1 for i in range(15) for _ in range(counts[i])]
            if len(lengths) != SYMBOLS[number // 120]:
                raise Corrupt(f"fast.bin: code {number} has {len(lengths)} words")
            words, word, last = {}, 0, 0
            for symbol, n in enumerate(lengths):
                word <<= n - last
                words[n, word] = symbol
                word, last = word + 1, n
            self.codes.append(words)
        if pos != len(data):
            raise Corrupt("fast.bin: too long")
        self.chances = [1 << 20]
        for _ in range(255):
            self.chances.append(self.chances[-1] * 61565 >> 16)


_table = None


def table():
    global _table
    if _table is None:
        _table = _Table()
    return _table


class Played:
    """What a rank knows of a last move: kind of the man, target, kind captured (0 none)."""

    __slots__ = ("kind", "target", "captured")

    def __init__(self, position, m):
        s, t = m & 63, m >> 6 & 63
        self.kind, self.target = position.kind_at(s), t
        self.captured = 0
        if not position.is_castling(m) and position.is_capture(m):
            self.captured = position.kind_at(t)


class Ranked:
    """The legal moves of a position by rank, and the number of their code."""

    def __init__(self, position, theirs=None, ours=None):
        """theirs and ours are the last moves (Played) of the opponent and of the side to move, or None."""
        legal = position.legal()
        self.legal = legal
        self.code = 0
        if len(legal) < 2:
            self.moves = legal
            return
        scores = _scores(position, legal, theirs, ours)
        self.scores = dict(zip(legal, scores))
        order = sorted(range(len(legal)), key=lambda i: -scores[i])
        self.moves = [legal[i] for i in order]
        best = scores[order[0]]
        chances = table().chances
        total = sum(chances[min(best - x, 255)] for x in scores)
        high = total.bit_length() - 1
        spread = min(4 * (high - 20) + (total >> high - 2 & 3), 19)
        difference = best - scores[order[1]]
        gap = sum(difference >= limit for limit in (3, 8, 14, 22, 32))
        n = len(legal)
        kind = 0 if n == 2 else 1 if n == 3 else 2 if n < 8 else 3 if n < 16 else 4
        self.code = (kind * 20 + spread) * 6 + gap

    def chance(self, m):
        """How likely a move is beside the likeliest, in 2^-20, and one more."""
        if len(self.legal) < 2:
            return 1
        best = max(self.scores.values())
        return table().chances[min(best - self.scores[m], 255)] + 1


def _scores(position, legal, theirs, ours):
    t = table()
    black = position.turn
    kinds = position.kinds
    own, foe = position.colours[black], position.colours[1 - black]
    mirror = 56 if black else 0
    if black:
        kinds = [flip(b) for b in kinds]
        own, foe = flip(own), flip(foe)
    occupied = own | foe
    at = [0] * 64
    least = [0] * 64                 # the lowest kind of foe that attacks a square
    once = twice = 0                 # squares that own men attack
    seen = 0
    for k in range(1, 7):
        for s in squares(kinds[k]):
            at[s] = k
        for s in squares(kinds[k] & foe):
            new = attacks(k, 1, s, occupied) & ~seen
            seen |= new
            for q in squares(new):
                least[q] = k
        together = 0                 # what own kings attack: they count as one
        for s in squares(kinds[k] & own):
            a = attacks(k, 0, s, occupied)
            if k == KING:
                together |= a
                continue
            twice |= once & a
            once |= a
        twice |= once & together
        once |= together
    kings = kinds[KING] & foe
    enemy = (kings & -kings).bit_length() - 1 if kings else 0
    # From where a kind attacks the enemy king.
    reach = [attacks(k, 1, enemy, occupied) if 0 < k < KING else 0 for k in range(7)]
    hangs = hanging = 0
    for k in range(1, 6):
        for s in squares(kinds[k] & own):
            a = least[s]
            if a and (not once >> s & 1 or a in CHEAPER.get(k, ())):
                hangs = max(hangs, HANGS[k])
                hanging |= 1 << s
    kings = kinds[KING] & own
    king = (kings & -kings).bit_length() - 1 if kings else 0
    x, y = king & 7, king >> 3
    zone = x if y == 0 else 8 + x // 2 if y == 1 else 12 + x // 4 if y < 4 else 14 + x // 4
    opening = position.number <= 7
    if opening:
        planes = [0] * 3
        for k in range(1, 7):
            for i in range(3):
                if k >> i & 1:
                    planes[i] ^= kinds[k]
        h = (planes[0] * 0x9E3779B97F4A7C15 ^ planes[1] * 0xC2B2AE3D27D4EB4F ^
             planes[2] * 0x165667B19E3779F9 ^ own * 0xD6E8FEB86659FD93) & M64
    reply = ((theirs.kind - 1) * 64 + (theirs.target ^ mirror) if theirs else 384) * 384
    scores = []
    for m in legal:
        s, q, promotion = m & 63 ^ mirror, m >> 6 & 63 ^ mirror, m >> 12
        k = at[s]
        goal = (k - 1) * 64 + q
        row = k * 16 + least[s] * 2 + (once >> s & 1) - 16
        column = (at[q] if foe >> q & 1 else 0) + least[q] * 8 + 64 * (once >> q & 1) + 128 * (twice >> q & 1)
        score = (t.paths[(k - 1) * 4096 + s * 64 + q] + t.trades[row * 256 + column] + t.replies[reply + goal] +
                 t.attacks[enemy * 384 + goal] + t.shelters[zone * 384 + goal] +
                 t.rescues[(hangs * 2 + (hanging >> s & 1)) * 256 + column])
        if reach[k] >> q & 1:
            score += t.checks[(k - 1) * 256 + column]
        if theirs and theirs.captured and theirs.target ^ mirror == q:
            score += t.recaptures[(theirs.captured - 1) * 96 + row]
        if promotion:
            score += t.promotions[promotion * 256 + column]
        if ours and ours.target ^ mirror == s:
            score += t.agains[(theirs.kind if theirs else 0) * 96 + row]
        if opening:
            score += t.openings[((h ^ m * 0xFF51AFD7ED558CCD & M64) * 0xC4CEB9FE1A85EC53 & M64) >> 50]
        scores.append(score)
    return scores


class BitReader:
    """Bits, the most significant first."""

    def __init__(self, data):
        self.data, self.pos = data, 0

    def bit(self):
        if self.pos >= 8 * len(self.data):
            raise Corrupt("moves: a group ends inside a move")
        b = self.data[self.pos >> 3] >> 7 - (self.pos & 7) & 1
        self.pos += 1
        return b

    def done(self):
        if 8 * len(self.data) - self.pos > 7:
            raise Corrupt("moves: bytes left over in a group")
        while self.pos < 8 * len(self.data):
            if self.bit():
                raise Corrupt("moves: a group is not padded with zeros")


def read_move(bits, ranked):
    """The next move of the fast level among the ranked ones."""
    n = len(ranked.moves)
    if n == 0:
        raise Corrupt("moves: a move where none is legal")
    if n == 1:
        return ranked.moves[0]
    words = table().codes[ranked.code]
    length = word = 0
    while True:
        word = word << 1 | bits.bit()
        length += 1
        place = words.get((length, word))
        if place is not None:
            break
        if length > 15:
            raise Corrupt("moves: no code word")
    if place == 63:
        extra = 0
        for _ in range(12):
            extra = extra << 1 | bits.bit()
        place += extra
    if place >= n:
        raise Corrupt("moves: no such move")
    return ranked.moves[place]
