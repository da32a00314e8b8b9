"""Blocks of training records: records.md, section 4.

    block = Block()
    block.add(record, begins)       begins: whether it begins a chain although it need not
    block.finish()                  the bytes of the block
"""

from . import lists
from .basics import digits
from .board import KING, PAWN, ROOK, attacks, kind_at, occupied, side, squares
from .positioncoder import damaged
from .positions import read_packed
from .recordforms import CASTLES, PASSES, PROMOTES, kind_of
from .refused import Refused
from .rules import can_pass, castles, legal, legal_ep, make, pawn_targets

MARKER = b"BINP"
MAX_PLY = lists.limit("BLOCK_MAX_PLY")
CHAIN_MAX = lists.limit("CHAIN_MAX")
BLOCK_FULL = lists.limit("BLOCK_FULL")
SCORE_BITS = lists.limit("BLOCK_SCORE_BITS")


def zigzag(v):
    return 2 * v if v >= 0 else -2 * v - 1


def i16(v):
    return (v + 0x8000 & 0xFFFF) - 0x8000


def big(v, n):
    return v.to_bytes(n, "big")


def normal(p):
    """The position with an en passant square only where a capture is legal."""
    if legal_ep(p):
        return p
    q = p.copy()
    q.ep = 0
    return q


def same(p, q):
    """Whether two positions are the same but for their move numbers."""
    return (p.men == q.men and p.turn == q.turn and p.right == q.right and p.ep == q.ep
            and p.clock == q.clock)


def packed(p):
    """The 24 bytes of a packed position without counters."""
    occ = occupied(p)
    if occ.bit_count() > 32 or p.men[1][KING].bit_count() != 1:
        damaged("a position that no chain can begin with")
    rooks = set()
    for i in range(4):
        if p.right[i]:
            if p.right[i] != (1 if i % 2 else 8):
                damaged("a right on a file that no chain can begin with")
            rooks.add(56 * (i // 2) + p.right[i] - 1)
    codes = []
    for s in squares(occ):
        kind = kind_at(p, s)
        c = int(side(p, 1) >> s & 1)
        code = 2 * (kind - 1) + c
        if kind == PAWN and p.ep and s == p.ep ^ 8:
            code = 12
        elif kind == ROOK and s in rooks:
            code = 13 + c
        elif kind == KING and c and p.turn:
            code = 15
        codes.append(code)
    out = bytearray(big(occ, 8) + bytes(16))
    for i, code in enumerate(codes):
        out[8 + i // 2] |= code << 4 * (i % 2)
    _compare(p, bytes(out))
    return bytes(out)


def _compare(p, data):
    """Refuses a position of which its packed form says something else."""
    try:
        q = read_packed(data)
    except Refused:
        q = None
    if q is None or not (q.men == p.men and q.turn == p.turn and q.right == p.right
                         and q.ep == p.ep):
        damaged("a position that has no packed form")


class Block:
    def __init__(self):
        self.out = bytearray()
        self.stem = None                # the first bytes of the chain at hand, without count
        self.bits = []                  # (number, how many bits) of its moves
        self.last = None                # the last record
        self.led = None                 # the position that its move led to, or None

    def add(self, record, begins):
        p = normal(record.p)
        if self.led is None or begins or not self.goes_on(record, p):
            self.begin(record, p)
        else:
            self.go_on(record, p)
        self.last = record
        self.led = None
        if record.move:
            self.led = normal(make(p, record.move))

    def goes_on(self, record, p):
        last = self.last
        return (self.moves < CHAIN_MAX and record.ply == last.ply + 1 and record.ply <= MAX_PLY
                and record.result == -last.result and record.move in legal(p)
                and same(p, self.led))

    def begin(self, record, p):
        self.end_chain()
        if len(self.out) >= BLOCK_FULL:
            damaged("a chain begins where the block is full")
        m = record.move
        if m and m not in legal(p) or record.ply > MAX_PLY or not -1 <= record.result <= 1:
            damaged("a record that no chain can begin with")
        move = 0
        if m:
            kind = kind_of(p, m)
            promotion = (m >> 12) - 2 if kind == PROMOTES else 0
            kind = {PROMOTES: 1, CASTLES: 2, PASSES: 3}.get(kind, 0)
            move = kind << 14 | (m & 63) << 8 | (m >> 6 & 63) << 2 | promotion
        self.stem = (packed(p) + big(move, 2) + big(zigzag(record.score), 2)
                     + big(zigzag(record.result) << 14 | record.ply, 2) + big(p.clock, 2))
        self.bits = []
        self.moves = 0

    def go_on(self, record, p):
        m = record.move
        s, t = m & 63, m >> 6 & 63
        us = side(p, p.turn)
        self.put((us & (1 << s) - 1).bit_count(), digits(us.bit_count() - 1))
        kind = kind_at(p, s)
        reached = targets(p, kind, s)
        i = (reached & (1 << t) - 1).bit_count()
        n = reached.bit_count()
        if kind == PAWN and s // 8 == (1 if p.turn else 6):
            i = 4 * i + (m >> 12) - 2
            n *= 4
        if kind == KING:
            rooks = [56 * p.turn + p.right[j] - 1 for j in (2 * p.turn + 1, 2 * p.turn)
                     if p.right[j]]
            if castles(p, m):
                i = n + rooks.index(t)
            n += len(rooks)
        self.put(i, digits(max(n, 1) - 1))
        v = zigzag(i16(record.score + self.last.score))
        while True:
            more = int(v >= 1 << SCORE_BITS)
            self.put(more, 1)
            self.put(v & (1 << SCORE_BITS) - 1, SCORE_BITS)
            v >>= SCORE_BITS
            if not more:
                break
        self.moves += 1

    def put(self, v, n):
        if n:
            self.bits.append((v, n))

    def end_chain(self):
        if self.stem is None:
            return
        text = "".join(format(v, f"0{n}b") for v, n in self.bits)
        text += "0" * (-len(text) % 8)
        self.out += self.stem + big(self.moves, 2)
        self.out += int(text, 2).to_bytes(len(text) // 8, "big") if text else b""
        self.stem = None

    def finish(self):
        self.end_chain()
        return MARKER + len(self.out).to_bytes(4, "little") + bytes(self.out)


def targets(p, kind, s):
    """Targets of moves.md, 4, leaving the king in check or not."""
    us = p.turn
    occ = occupied(p)
    reached = attacks(kind, us, s, occ)
    if kind != PAWN:
        return reached & ~side(p, us)
    found = pawn_targets(p, s, occ, side(p, 1 - us))
    if p.ep and reached >> p.ep & 1 and can_pass(p):
        found |= 1 << p.ep
    return found
