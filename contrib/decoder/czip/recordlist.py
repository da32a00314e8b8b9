"""Lists of training records: records.md, section 1. The forms are in recordforms.py and
recordblocks.py.

    read_records(data, limit, model)    what a stream 12 of records stands for
"""

from . import lists
from .basics import Source, clamp, digits
from .board import BISHOP, KNIGHT, PAWN, QUEEN, ROOK, count
from .coding import Coder
from .positioncoder import AGAIN, ONE_MOVE, TWO_MOVES, PositionCoder, damaged, model as model_of
from .recordblocks import Block
from .recordforms import Record, write_40, write_plain
from .rules import legal, make

RECORDS = 128
LEARNED, PLAIN, BLOCK = 1, 2, 4
HOW_LED = 5                                     # `how` of a position that the last move led to
KNOWN_MOST = lists.limit("RECORDS_KNOWN")
WORTH = ((PAWN, 1), (KNIGHT, 3), (BISHOP, 3), (ROOK, 5), (QUEEN, 9))


def signed(v, bits):
    """A number of so many bits in two's complement."""
    v &= (1 << bits) - 1
    return v - (1 << bits) if v >> bits - 1 else v


def grade(v):
    g = digits(v)
    if g > 2:
        g = 2 * g | abs(v) >> g - 2 & 1
    return g | 64 if v < 0 else g


class Traits:
    """Of a position that was read: score, change and result as White sees them, and ply."""

    __slots__ = ("score", "change", "result", "ply")

    def __init__(self, score, change, result, ply):
        self.score = score
        self.change = change
        self.result = result
        self.ply = ply


def read_records(data, limit, model):
    return Records(data, limit, model).read()


class Records:
    def __init__(self, data, limit, model):
        src = Source(data)
        form = src.byte() - RECORDS
        if form > 7 or form & PLAIN and form & BLOCK:
            damaged("an unknown form of records")
        self.form = form
        self.count = src.uvarint()
        if self.count > (2 * limit if form & BLOCK else limit // lists.limit("RECORD_SIZE")):
            damaged("a list with too many records")
        if form & LEARNED and model is None:
            damaged("records with learned models, of which the header names none")
        self.limit = limit
        self.coder = Coder(src.rest())
        self.positions = PositionCoder(self.coder, bool(form & LEARNED))
        self.fields = model_of(self.coder, "recordlist.fields", "RECORDS_FIELDS_SIZE")
        self.bytes = model_of(self.coder, "recordlist.bytes", "RECORDS_BYTES_SIZE")
        self.traits = []
        self.led = self.led_past = None         # what the last move led to
        self.move = None
        self.raws = self.follows = self.padding = 0
        self.last_result = self.drift = self.offset = 0
        self.from_ = self.n = None
        self.block = Block()

    def read(self):
        out = []
        size = 0
        for _ in range(self.count):
            if len(self.positions.nodes) == KNOWN_MOST:
                self.positions.nodes = []
                self.traits = []
                self.led = None
            part = self.read_one()
            out.append(part)
            size += len(part)
            if size > self.limit:
                damaged("records are longer than the frame's input")
        self.coder.finish()
        if self.form & BLOCK:
            out = [self.block.finish()]
            if len(out[0]) > self.limit:
                damaged("a block is longer than the frame's input")
        return b"".join(out)

    def read_one(self):
        """The bytes of a record; of a block, none yet."""
        in_40 = not self.form & (PLAIN | BLOCK)
        if in_40:
            raw = self.fields.flag(0, self.raws)
            self.raws = (self.raws << 1 | raw) & 255
            if raw:
                return self.read_bytes()
        record = Record()
        record.p = self.read_place()
        self.read_outcome(record)
        self.read_played(record)
        if in_40:
            if self.fields.flag(7, self.padding) == 0:
                self.padding = self.fields.index(8, digits=8)
            return write_40(record, self.padding)
        if self.form & PLAIN:
            return write_plain(record)
        begins = self.fields.flag(9, self.n or 0, self.follows)
        self.block.add(record, begins)
        return b""

    def read_bytes(self):
        b = 0
        out = bytearray()
        for i in range(lists.limit("RECORD_SIZE")):
            b = self.bytes.index(0, i, b, digits=8)
            out.append(b)
        return bytes(out)

    def read_place(self):
        pc = self.positions
        if self.led is not None:
            a = self.fields.flag(1, self.follows & 1, self.follows)
            self.follows = (self.follows << 1 | a) & 255
            if a:
                self.from_ = len(pc.nodes) - 1
                self.n = 1
                pc.nodes[-1].used.add(self.move)
                return pc.finish(self.led, self.led_past, self.from_, HOW_LED, True)
        p = pc.read_position(True)
        self.n = {AGAIN: 0, ONE_MOVE: 1, TWO_MOVES: 2}.get(pc.relation)
        self.from_ = None if self.n is None else pc.base
        return p

    def read_outcome(self, record):
        p, n, fields = record.p, self.n, self.fields
        sign = -1 if p.turn else 1
        plies = 3 if n is None else n
        counted = 2 * p.number + p.turn
        base = Traits(0, 0, self.last_result, None)
        expected = counted + self.offset
        if self.from_ is not None:
            base = self.traits[self.from_]
            expected = base.ply + n
        own, other = p.men[p.turn], p.men[1 - p.turn]
        material = sum(w * (count(own[k]) - count(other[k])) for k, w in WORTH)
        material = clamp(32 + material, 0, 64)
        if fields.flag(2, plies, material):
            result = signed(sign * base.result, 8)
        else:
            result = signed(fields.index(3, plies, material, digits=8), 8)
        self.last_result = signed(sign * result, 8)
        self.drift = fields.signed(4, plies, digits(self.drift))
        ply = expected + self.drift & 65535
        self.offset = ply - counted
        before, change = sign * base.score, sign * base.change
        score = before + fields.signed(5, plies, grade(before), grade(change), material,
                                       result & 255, before)
        score = signed(score, 16)
        self.traits.append(Traits(sign * score, sign * score - base.score, self.last_result, ply))
        record.result, record.ply, record.score = result, ply, score

    def read_played(self, record):
        pc = self.positions
        p = record.p
        kind = self.fields.index(6, int(self.led is not None), digits=2)
        self.led = None
        move = 0
        if kind == 0 and legal(p):
            past = pc.nodes[-1].past
            move = pc.read_step(p, past, (), 5)
            self.led, self.led_past = make(p, move), pc.after(past, p, move)
        elif kind == 2:
            move = self.coder.read_raw(15)
            if self.form & (PLAIN | BLOCK) or move == 0 or move >> 12 in (1, 6, 7):
                damaged("a move that is not legal where it must be, or is none")
        elif kind == 3:
            damaged("a move of an unknown kind")
        self.move = record.move = move
