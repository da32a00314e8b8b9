"""Lists of positions: lists.md, sections 1 and 2. Cells are in listcells.py, positions in
positioncoder.py; training records (first byte 128 or more) in recordlist.py.

    read_list(data, limit, model)       what a stream 12 stands for; limit: the frame's input;
                                        model: what the header's parameters name, None for none
"""

from . import lists
from .basics import Source
from .board import write_fen
from .coding import Coder
from .columns import read_column
from .comments import About, Group, Place
from .positioncoder import PositionCoder, damaged, model as model_of

LEARNED, ENDS, FEN_IN_FRONT, TABLE = 1, 2, 4, 8
VERSION = 16


def read_list(data, limit, model):
    if data and data[0] >= 128:
        from .recordlist import read_records
        return read_records(data, limit, model)
    return List(data, limit, model).read()


class List:
    def __init__(self, data, limit, model):
        src = Source(data)
        form = self.form = src.byte() - VERSION
        if not 0 <= form <= 15:
            damaged("an unknown form of a list")
        self.columns = self.position = None
        if form & TABLE:
            self.columns, self.position = src.byte(), src.byte()
            most = lists.limit("TABLE_MAX_COLUMNS")
            if not 1 <= self.columns <= most or self.position >= self.columns:
                damaged("a table with a wrong number of columns")
        self.lines = src.uvarint()
        if self.lines > limit // 4 + 1:
            damaged("a list with too many lines")
        self.others = src.uvarint()
        if self.others > self.lines:
            damaged("a list with more lines without a position than lines")
        if form & LEARNED and model is None:
            damaged("a list with learned models, of which the header names none")
        self.limit = limit
        self.coder = Coder(src.sized())
        self.model = model_of(self.coder, "lines.flags", "LINES_SIZE")
        self.positions = PositionCoder(self.coder, bool(form & LEARNED))
        self.texts = read_texts(src, 1 + self.columns if form & TABLE else 2, limit)
        self.last = [b""] * len(self.texts)
        self.answers = {}               # by choice and column: histories

    def read(self):
        from .listcells import Cells
        cells = Cells(self)
        flags = self.model
        out = []
        size = others = 0
        kept = kept_before = cr = style = 0
        for i in range(self.lines):
            kept = flags.flag(7, kept, kept_before)
            kept_before = (kept_before << 1 | kept) & 255
            cr = flags.flag(8, cr)
            if not kept:
                line = self.read_text(0)
                others += 1
            else:
                style = flags.index(9, style, digits=2)
                p = self.positions.read_position(style & 1)
                fen = fen_of(p, style).encode()
                if self.form & TABLE:
                    line = cells.read_line(p, fen)
                else:
                    front = b"fen " if self.form & FEN_IN_FRONT else b""
                    line = front + fen + self.read_text(1)
            line += b"\r" * cr
            if i < self.lines - 1 or self.form & ENDS:
                line += b"\n"
            out.append(line)
            size += len(line)
            if size > self.limit:
                damaged("a list is longer than the frame's input")
        if others != self.others:
            damaged("a list with another number of lines without a position")
        self.coder.finish()
        for texts in self.texts:
            texts.done()
        return b"".join(out)

    def read_text(self, n):
        """The next text of column n."""
        if self.ask(0, n):
            return self.last[n]
        if self.last[n] and self.ask(1, n):
            self.last[n] = b""
        else:
            nodes = self.positions.nodes
            self.last[n] = self.texts[n].next(nodes[-1].p if nodes else None)
        return self.last[n]

    def ask(self, choice, n):
        before = self.answers.get((choice, n), 0)
        a = self.model.flag(choice, n, before)
        self.answers[choice, n] = (before << 1 | a) & 255
        return a


def fen_of(p, style):
    """The FEN of a position: style 2 and 3 with files, 0 and 2 its first four fields."""
    fen = write_fen(p, files=style >= 2)
    return fen if style & 1 else " ".join(fen.split(" ")[:4])


# --- texts (section 2)

class Texts:
    """The values of a column, one after the other."""

    def __init__(self, values):
        self.values = values
        self.at = 0

    def next(self, p):
        if self.at == len(self.values):
            damaged("a list has too few texts")
        self.at += 1
        return self.values[self.at - 1]

    def done(self):
        if self.at != len(self.values):
            damaged("texts of a list are left over")


class CommentTexts:
    """The values of a column that are comments of one game."""

    def __init__(self, string, values, limit):
        self.group = Group(string, values, limit)
        self.group.begin_game(About())

    def next(self, p):
        return self.group.read(Place(0, 0, 0, 0, 0, (p, None, None), None, None))

    def done(self):
        self.group.end()


def read_texts(src, n, limit):
    """All columns of texts, up to the end."""
    found = []
    total = 0
    for _ in range(n):
        kind = src.byte()
        values = []
        if kind > 2:
            damaged("an unknown form of a column of texts")
        string = src.sized() if kind == 2 else None
        if kind > 0:
            values = read_column(src.sized(), limit)
        total += len(values) + sum(map(len, values))
        if total > 2 * limit + 1:
            damaged("a list with too many texts")
        found.append(Texts(values) if kind < 2 else CommentTexts(string, values, limit))
    src.done("the texts of a list")
    return found
