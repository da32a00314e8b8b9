"""The dump of the streams of a frame: games.md, 2.1, and the documents named there. Columns of
tags are in dumptags.py, streams of blocks in dumpopen.py, indexes in dumpindexes.py.

    streams = Streams(out, member, frame, parameters)
    streams.name(kind), streams.where(kind)     what a stream is, and the document that says it
    streams.dump(kind, at, end)
"""

from . import columns, dumpindexes, dumpopen, dumptags, lists
from .blocks import is_blocks
from .frames import GameFrame, apart
from .methods import Groups
from .positionlist import ENDS, FEN_IN_FRONT, LEARNED, TABLE, read_list
from .refused import Refused, damaged
from .san import san
from .rules import make
from .vectors import show

NAMES = {
    1: ("the input as it is", "games.md, 2.3"), 2: ("the input as a text", "games.md, 2.3"),
    3: ("the script", "games.md, 5"), 4: ("texts of the script", "games.md, 5.1"),
    5: ("words", "games.md, 5.1"), 6: ("texts of the comments", "comments.md, 5"),
    7: ("moves by the quick order", "moves.md, 8"),
    8: ("moves by a learned level", "moves.md, 17"), 9: ("comments", "comments.md, 1"),
    10: ("heads", "games.md, 4"), 11: ("literals of the heads", "games.md, 4"),
    12: ("a list of positions or records", "lists.md, 1; records.md, 1"),
    13: ("other streams together", "games.md, 2.2"), 14: ("openings", "openings.md, 1"),
    15: ("results", "games.md, 4.1"), 80: ("moves of variations", "open.md, 6"),
    512: ("signatures", "open.md, 7"),
    1024: ("index: what is indexed", "indexes.md, 1"),
    1029: ("index: filters of names", "indexes.md, 4"),
    1032: ("index: a block of the table of openings", "indexes.md, 7.4"),
    1033: ("index: the directory of the table of openings", "indexes.md, 7.2"),
    1036: ("index: the front of a list of names", "indexes.md, 5"),
    1037: ("index: names", "indexes.md, 5"),
    16383: ("the seal", "container.md, 5"),
}
FIRST_TAG, LAST_TAG = lists.limit("FIRST_TAG_KIND"), 79
TOGETHER = 13
LAST_METHOD = 6                     # of columns of texts
SEVERAL = 8                         # values, or games, of which this many are shown at most
LONGEST = 100                       # bytes of a value that are shown


def quote(value):
    text = show(value[:LONGEST] + b"|")[:-1].replace("\\x0a", "\\n")
    return f'"{text}"' + (f" ... ({len(value)} bytes)" if len(value) > LONGEST else "")


def note_values(out, values, depth=0):
    for v in values[:SEVERAL]:
        out.note(quote(v), depth)
    if len(values) > SEVERAL:
        out.note(f"... ({len(values)} values)", depth)


def dump_column(f, limit):
    """A column of texts (coding.md, 6) up to the end of f."""
    begin = f.at
    if f.left() and f.data[begin] <= LAST_METHOD:
        method = f.a_byte("method {}: " + lists.methods()[f.data[begin]][2])
        f.an_uvarint("values: {}")
        f.a_rest("packed" if method else "the value")
    note_values(f.out, columns.read_column(f.data[begin:f.end], limit))


class Streams:
    def __init__(self, out, member, frame, parameters):
        self.out = out
        self.member = member
        self.frame = frame
        self.parameters = parameters
        self.games = None               # frames.GameFrame, of a frame with heads
        self.refused = None             # why it could not be read
        self.content = frame.streams
        if frame.games and (10 in frame.streams or TOGETHER in frame.streams):
            try:
                if TOGETHER in frame.streams:
                    self.content = apart(frame.streams, frame.games)
                known = {k: v for k, v in self.content.items() if k < 512}
                self.games = GameFrame(known, frame.games, frame.input, parameters.model)
            except Refused as refused:
                self.refused = refused

    def name(self, kind):
        if FIRST_TAG <= kind <= LAST_TAG:
            if self.games is None:
                return "the values of a tag"
            column = self.games.tags.columns[kind - FIRST_TAG]
            return f"the values of [{show(column.name)}]"
        return dumpopen.name(kind) or NAMES.get(kind, ("unknown", ""))[0]

    def where(self, kind):
        if FIRST_TAG <= kind <= LAST_TAG:
            return "tags.md"
        return "open.md" if dumpopen.name(kind) else NAMES.get(kind, ("", "streams.txt"))[1]

    def dump(self, kind, at, end):
        f = self.out.fields(at, end)
        try:
            if FIRST_TAG <= kind <= LAST_TAG:
                dumptags.dump_tag(f, self, kind - FIRST_TAG)
            elif kind in DUMPS:
                DUMPS[kind](self, f)
            elif is_blocks(kind):
                dumpopen.dump_blocks(f, self, kind)
            elif kind in dumpindexes.DUMPS:
                dumpindexes.DUMPS[kind](f, self)
            else:
                f.a_rest("")
        except Refused as refused:
            if f.left():
                f.a_rest("")
            self.out.note(f"refused: {refused}")

    def decoded(self):
        """The GameFrame; Refused if it could not be read."""
        if self.games is None:
            raise self.refused
        return self.games

    # --- the streams

    def stored(self, f):
        f.a_rest("the input")

    def column(self, f):
        dump_column(f, self.frame.input)

    def string(self, f):
        f.a_rest("string of the range coder")

    def groups(self, f):
        games = self.frame.games
        size = lists.limit("GROUP_GAMES")
        if not f.left():
            return
        groups = Groups(f.data[f.at:f.end])
        if f.a_byte("0 for one group, else 1 + bits of each excess: {}"):
            f.an_uvarint("{} groups")
            f.an_uvarint("the shortest has {} bytes")
            f.some(len(groups.excesses), "excesses: " + " ".join(
                str(groups.size(i) - groups.least) for i in range(groups.count)))
        for i in range(groups.count):
            first = i * size
            f.some(groups.size(i), f"moves of games {first + 1} to {min(first + size, games)}")
        if f.left():
            f.a_rest("left over")

    def comments(self, f):
        while f.left():
            f.an_uvarint("32 times {} games in the group, 0 for all that are left")
            f.an_uvarint("texts of stream 6: {}")
            n = f.an_uvarint("bytes of the string: {}")
            f.some(n, "string of the range coder")

    def heads(self, f):
        self.string(f)
        heads = self.decoded().heads
        for g in range(min(self.frame.games, SEVERAL)):
            self.out.note(f"game {g + 1}: {heads.plies[g]} half-moves")
            for i in heads.chains[g]:
                self.out.note(quote(heads.literals[i]), 1)
        if self.frame.games > SEVERAL:
            self.out.note(f"... ({self.frame.games} games)")

    def openings(self, f):
        head = f.byte()
        plies = (1 << lists.limit("OPENINGS_PLIES_BITS")) - 1
        self.out.part(f.at - 1, f.at, f"half-moves: at most {head & plies}, book {head // (plies + 1)}")
        self.string(f)
        games = self.decoded()
        for g in range(min(self.frame.games, SEVERAL)):
            p = games.starts[g]
            words = []
            for m in games.openings[g]:
                words.append(san(p, m))
                p = make(p, m)
            self.out.note(f"game {g + 1}: {' '.join(words)}".rstrip())
        if self.frame.games > SEVERAL:
            self.out.note(f"... ({self.frame.games} games)")

    def results(self, f):
        self.string(f)
        found = self.decoded().results
        self.out.note("results of the games: " + " ".join(map(str, found[:SEVERAL * SEVERAL]))
                      + (" ..." if len(found) > SEVERAL * SEVERAL else ""))

    def together(self, f):
        f.an_uvarint("bytes of the streams: {}")
        self.string(f)
        for kind, data in sorted(self.decoded().streams.items()):
            if kind not in self.frame.streams:
                self.out.note(f"stream {kind}, {self.name(kind)}, {len(data)} bytes: {data.hex(' ')}")

    def list(self, f):
        form = f.data[f.at]
        if form >= 128:
            f.a_byte("form 0x{:x}: records" + (", learned models" if form & 1 else "")
                     + (", plain form" if form & 2 else "") + (", a block" if form & 4 else ""))
            f.an_uvarint("records: {}")
            self.string(f)
        else:
            what = [name for bit, name in ((LEARNED, "learned models"), (ENDS, "the last line ends"),
                                           (FEN_IN_FRONT, "fen in front"), (TABLE, "a table"))
                    if form & bit]
            f.a_byte("form 0x{:x}: " + (", ".join(what) or "none"))
            n = 2
            if form & TABLE:
                n = 1 + f.a_byte("columns: {}")
                f.a_byte("column of the positions: {}")
            f.an_uvarint("lines: {}")
            f.a_sized("string of the range coder")
            for i in range(n):
                self.list_texts(f, i, form & TABLE)
        lines = read_list(self.frame.streams[12], self.frame.input, self.parameters.model)
        if form < 128:
            note_values(self.out, lines.split(b"\n")[:-1] if form & ENDS else lines.split(b"\n"))

    def list_texts(self, f, i, table):
        what = "lines without a position" if i == 0 else "what follows positions"
        if table and i:
            what = f"column {i - 1}"
        kind = f.a_byte("texts of " + what + ", form {}")
        if kind == 2:
            f.a_sized("string of the range coder")
        if kind:
            n = f.an_uvarint("bytes of the column: {}")
            if n > f.left():
                damaged("a column of texts is cut off")
            end, f.end = f.end, f.at + n
            dump_column(f, self.frame.input)
            f.end = end

    def seal(self, f):
        metas = 0
        while f.left() > 8:
            metas += 1
            n = f.an_uvarint(f"meta {metas} of the batch, bytes: {{}}")
            if n:
                dumpindexes.note_meta(self.out, f.some(n, "meta"))
        f.a_number(4, "from the marker of the last footer to here: {:#010x}")
        f.a_number(4, "checksum {:#010x}")


DUMPS = {1: Streams.stored, 2: Streams.column, 3: Streams.string, 4: Streams.column,
         5: Streams.column, 6: Streams.column, 7: Streams.groups, 8: Streams.groups,
         9: Streams.comments, 10: Streams.heads, 11: Streams.column, 12: Streams.list,
         13: Streams.together, 14: Streams.openings, 15: Streams.results, 80: Streams.column,
         16383: Streams.seal}
