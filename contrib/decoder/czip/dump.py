"""An archive byte range by byte range: where, which bytes, what they are."""

from . import Corrupt
from .archive import SEAL, Footer, Reader, archives
from .columns import Texts, read_column
from .games import apart
from .heads import Heads, tag_name
from .openingtable import Block, Table, lines
from .tags import Tags

STREAMS = {1: "the input as it is", 2: "the input as one text", 3: "the script", 4: "texts of the script",
           5: "words", 6: "texts of the comments", 7: "moves, fast level", 8: "moves, learned level", 9: "comments",
           10: "heads", 11: "literals of the heads", 12: "a list of positions", 13: "other streams together",
           1024: "index: the frame's checksum", 1027: "index: tracks", 1028: "index: columns of numbers",
           1029: "index: metas", 1030: "index: signatures", 1031: "index: players", 1034: "index: values of tags",
           1032: "index: a block of an opening table", 1033: "index: directory of an opening table"}
COLUMNS = {0: "one value", 1: "zstd, values with LF", 2: "zstd, lengths and values", 3: "values with LF",
           4: "lengths and values", 5: "text model", 6: "text model, prose"}
TAG_COLUMNS = {16: "dictionary", 17: "numbers", 18: "identifiers", 19: "copies", 20: "ratings", 21: "elsewhere",
               22: "players", 23: "lists of positions"}


def text(b, most=60):
    """Bytes as a quoted text, cut where it is long."""
    b = bytes(b)
    s = "".join(chr(c) if 32 <= c < 127 and c != 92 else {10: "\\n", 13: "\\r", 9: "\\t", 92: "\\\\"}.get(c, f"\\x{c:02x}")
                for c in b[:most])
    return f'"{s}"' + (f" ... ({len(b)} bytes)" if len(b) > most else "")


class _Dump:
    def __init__(self, data):
        self.data, self.pos, self.lines = data, 0, []

    def to(self, end, what):
        """Says what the bytes up to end are."""
        rows = [self.data[i:min(i + 16, end)] for i in range(self.pos, end, 16)] or [b""]
        at = self.pos
        if len(rows) > 4:
            shown = rows[:2] + [None] + rows[-1:]
        else:
            shown = rows
        for i, row in enumerate(shown):
            if row is None:
                self.lines.append(f"{'':8}  ...")
                continue
            offset = at + 16 * i if i < 2 or len(rows) <= 4 else at + 16 * (len(rows) - 1)
            self.lines.append(f"{offset:08x}  {row.hex(' '):<47}  {what if i == 0 else ''}".rstrip())
        self.pos = end

    def note(self, what):
        self.lines.append(f"{'':8}  {'':47}  {what}")

    def head(self, what):
        self.lines += ["", f"# {what}"]

    def uv(self, what):
        r = Reader(self.data, self.pos)
        v = r.uv()
        self.to(r.pos, what.format(v))
        return v

    def fixed(self, n, what):
        v = int.from_bytes(self.data[self.pos:self.pos + n], "little")
        self.to(self.pos + n, what.format(f"{v:#0{2 * n + 2}x}"))
        return v


def dump_archive(data):
    """The lines of a dump."""
    d = _Dump(data)
    number = 0
    for a in archives(data):
        number = _archive(d, a, number)
    return d.lines


def _archive(d, a, number):
    """Adds an archive, whose frames are numbered from number + 1."""
    data, start = d.data, a.header.start
    d.lines += ["", "# header (container.md, 2)"] if d.lines else ["# header (container.md, 2)"]
    d.to(start + 4, "marker")
    d.to(start + 5, f"version {a.header.version}")
    d.uv("mandatory features: {}")
    d.uv("optional features: {:#x}")
    n = d.uv("{} bytes of parameters")
    if n:
        d.to(d.pos + 1, f"version {data[d.pos]} of the frames (container.md, 6)")
        if n in (3, 7):
            d.fixed(2, "tables {}")
            if n == 7:
                d.fixed(4, "model {}")
        elif n > 1:
            d.to(d.pos + n - 1, "parameters")
    d.fixed(4, "checksum {}")
    table, indexed = Table(a), 0
    for part in a.parts:
        if not isinstance(part, Footer):
            indexed = part.indexed = part.games or indexed
            part.directory = table.directory
        if isinstance(part, Footer):
            _footer(d, a, part)
        else:
            number += 1
            _frame(d, part, number)
    return number


def _frame(d, f, number):
    d.head(f"frame {number} (container.md, 3)")
    d.to(f.start + 4, "marker")
    d.uv("games: {}")
    d.uv("bytes of input: {}")
    d.uv("streams: {}")
    f.streams = {**f.streams, **apart(f.streams)}
    names = _tag_names(f)
    for kind, start, end in f.where:
        r = Reader(d.data, d.pos)
        r.uv(), r.uv()
        d.to(r.pos, f"stream {kind}, {_kind(kind, names)}: {end - start} bytes")
    for kind, start, end in f.where:
        d.head(f"frame {number}, stream {kind}: {_kind(kind, names)} ({_document(kind)})")
        if kind == SEAL:
            _seal(d, f, end)
            continue
        try:
            _stream(d, f, kind, end, names)
        except Corrupt as e:
            d.note(f"corrupt: {e}")
        if d.pos < end:
            d.to(end, "string of the range coder" if kind != 1 else "the input: " + text(f.streams[1]))
    d.head(f"frame {number}, end")
    d.fixed(4, "checksum {}")
    d.fixed(4, "checksum of the input: {}")


def _seal(d, f, end):
    while d.pos < end - 8:
        n = d.uv("bytes of meta: {}")
        if n:
            _meta(d, n)
    d.fixed(4, "from the marker of the last footer to here: {}")
    d.fixed(4, "checksum {}" + ("" if f.sealed else ", which does not hold"))


def _document(kind):
    return {SEAL: "container.md, 5", 3: "games.md, 5", 6: "comments.md, 1", 7: "games.md, 8", 8: "moves.md, 17", 9: "comments.md, 1",
            10: "games.md, 4", 11: "games.md, 4", 12: "lists.md, 1", 13: "games.md, 2.2", 14: "openings.md, 1"}.get(
        kind, "tags.md, 1" if 16 <= kind < 80 else "indexes.md, 1" if kind > 1000 else "games.md, 2.1")


def _kind(kind, names):
    if kind == SEAL:
        return "the seal"
    if 16 <= kind < 80:
        return f"the values of [{names.get(kind - 16, '?')}]"
    return STREAMS.get(kind, "unknown")


def _heads(f):
    if 10 not in f.streams:
        return None
    try:
        return Heads(f.streams[10], Texts(read_column(f.streams[11]) if 11 in f.streams else []), f.games)
    except (Corrupt, IndexError):
        return None


def _tag_names(f):
    names = {}
    h = _heads(f)
    for chain, _ in h.games if h else ():
        for literal in chain:
            name = tag_name(literal)
            if name is not None and name not in names.values() and len(names) < 64:
                names[len(names)] = name
    return {k: v.decode(errors="replace") for k, v in names.items()}


def _values(f):
    """The values of the tags by the number of their column."""
    h = _heads(f)
    if h is None:
        return {}
    chains = [[n for n in map(tag_name, chain) if n is not None] for chain, _ in h.games]
    try:
        tags = Tags(chains, [plies for _, plies in h.games], f.streams)
    except (Corrupt, IndexError):
        return {}
    return {c.number: c.values for c in tags.columns}


def _column(d, data, end):
    method = data[0]
    d.to(d.pos + 1, f"method {method}: {COLUMNS.get(method, 'unknown')}")
    d.uv("values: {}")
    values = read_column(data)
    d.to(end, "packed")
    for v in values[:8] if len(set(values)) > 1 else values[:1]:
        d.note(text(v))
    if len(values) > 8 and len(set(values)) > 1:
        d.note(f"... ({len(values)} values)")


def _stream(d, f, kind, end, names):
    data = f.streams[kind]
    if kind == 13:
        d.uv("bytes of the streams: {}")
        d.to(end, "string of the range coder")
        for k, v in apart({13: data}).items():
            d.note(f"stream {k}, {_kind(k, names)}, {len(v)} bytes: {text(v)}")
    elif kind in (2, 4, 5, 6, 11):
        _column(d, data, end)
    elif kind in (7, 8):
        group = 0
        while d.pos < end:
            n = d.uv("bytes of the group: {}")
            group += 1
            d.to(d.pos + n, f"moves of games {32 * group - 31} to {min(32 * group, f.games)}")
    elif kind == 9:
        while d.pos < end:
            d.uv("32 times {} games in the group, 0 for all that are left")
            d.uv("texts of stream 6: {}")
            n = d.uv("bytes of the group: {}")
            d.to(d.pos + n, "string of the range coder")
    elif kind == 10:
        d.to(end, "string of the range coder")
        h = _heads(f)
        if h is None:
            d.note("not to be read")
        for i, (chain, plies) in enumerate(h.games if h else ()):
            if i == 8:
                d.note(f"... ({f.games} games)")
                break
            d.note(f"game {i + 1}: {plies} half-moves")
            for literal in chain:
                d.note("  " + text(literal))
    elif 16 <= kind < 80:
        if data[0] <= 6:
            return _column(d, data, end)
        _tag_column(d, data, end, names)
        d.to(end, "string of the range coder")
        values = _values(f).get(kind - 16) if data[0] != 21 else None
        for v in values[:8] if values else ():
            d.note("  " + text(v))
        if values and len(values) > 8:
            d.note(f"  ... ({len(values)} values)")
    elif kind == 12:
        d.to(d.pos + 1, f"form {data[0]:#x}")
        if data[0] & 8:
            d.to(d.pos + 2, f"{data[1]} columns, the positions in column {data[2]}")
        d.uv("lines: {}")
        n = d.uv("bytes of the string: {}")
        d.to(d.pos + n, "string of the range coder")
        d.to(end, "columns of texts")
    elif kind == 1024:
        if kind in f.streams and {1029, 1032, 1033} & set(f.streams):
            d.to(end, "checksum of the checksums of frames before, the highest byte first")
        else:
            d.fixed(8, "checksum {} of the frame before")
    elif kind == 1027:
        while d.pos < end:
            n = d.uv("bytes of the tracks of 256 games, or of those that are left: {}")
            _column(d, data[len(data) - (end - d.pos):][:n], d.pos + n)
    elif kind == 1030:
        _column(d, data, end)
    elif kind == 1028:
        for name in ("WhiteElo", "BlackElo", "first day", "days", "result", "ECO", "half-moves"):
            least = d.uv(name + ", least: {}")
            width = d.data[d.pos]
            d.to(d.pos + 1, f"{width} bits each")
            if width and (least or width):
                d.to(d.pos + (f.indexed * width + 7) // 8, "numbers")
    elif kind == 1032:
        d.uv("positions: {}")
        d.to(end, "string of the range coder")
        if f.directory is None:
            return
        for i, row in enumerate(Block(data, f.directory).rows()):
            if i == 8:
                d.note("...")
                break
            for line in lines(row):
                d.note(line)
    elif kind == 1033:
        d.uv("games of a position, at least: {}")
        d.uv("frames: {}")
        d.uv("games: {}")
        d.uv("last year: {}")
        left = d.uv("frames that are left out: {}")
        blocks = d.uv("blocks: {}")
        for _ in range(left):
            d.uv("frames before the next that is left out: {}")
        for _ in range(blocks):
            d.uv("positions: {}")
            same = d.data[d.pos]
            d.to(d.pos + 1, f"bytes of the first key as before: {same}")
            d.to(d.pos + 36 - same, "first key")


def _reference(d, names, what):
    v = Reader(d.data, d.pos).uv()
    d.uv(what + ": " + (f"[{names.get(v - 1, '?')}]" if v else "none"))


def _tag_column(d, data, end, names):
    method = data[0]
    d.to(d.pos + 1, f"method {method}: {TAG_COLUMNS.get(method, 'unknown')}")

    def exceptions():
        n = d.uv("bytes of exceptions: {}")
        if n:
            d.to(d.pos + n, "exceptions, a column: " + ", ".join(text(v) for v in read_column(data_at(n))[:4]))

    def data_at(n):
        return d.data[d.pos:d.pos + n]

    if method == 16:
        d.to(d.pos + 1, f"flags {data[1]}")
        d.uv("binary digits of a value's number: {}")
        for _ in range(3):
            _reference(d, names, "reference")
    elif method == 17:
        d.to(d.pos + 1, f"form {data[1]}: " + ("integer", "integer with a sign", "time of day")[min(data[1], 2)])
        for _ in range(3):
            _reference(d, names, "reference")
        for what in ("begin", "end"):
            n = d.uv("values " + what + " with {} bytes")
            if n:
                d.to(d.pos + n, text(data_at(n)))
        exceptions()
    elif method == 18:
        d.to(d.pos + 1, f"form {data[1]} of identifiers")
        if data[1] not in (1, 2):
            n = d.uv("values begin with {} bytes")
            d.to(d.pos + n, text(data_at(n)))
        if data[1] == 0:
            bits = data_at(32)
            d.to(d.pos + 32, "and go on with some of " + text(bytes(c for c in range(256) if bits[c // 8] >> c % 8 & 1), 80))
        d.uv("and go on with {} bytes of the alphabet")
        exceptions()
    elif method == 19:
        d.to(d.pos + 1, "whole values" if data[1] == 0 else "what is behind the last slash")
        _reference(d, names, "of")
        exceptions()
    elif method == 20:
        for name in ("WhiteElo", "BlackElo", "WhiteRatingDiff", "BlackRatingDiff"):
            v = Reader(d.data, d.pos).uv()
            d.uv(f"{name}: " + (f"column of [{names.get(v - 1, '?')}]" if v else "none"))
        d.to(d.pos + 4, "their forms")
        for what in ("White", "Black", "speed", "Result"):
            _reference(d, names, what)
        exceptions()
    elif method == 21:
        v = Reader(d.data, d.pos).uv()
        d.uv(f"the values are in the column of [{names.get(v, '?')}]")
    elif method == 22:
        v = Reader(d.data, d.pos).uv()
        d.uv(f"Black's names are the column of [{names.get(v, '?')}]")
        d.uv("binary digits of a name's number: {}")
        for what in ("White", "White", "Black", "Black"):
            _reference(d, names, f"reference for {what}")


def _footer(d, a, part):
    frames = [f for f in a.frames if f.end <= part.start]
    d.head("footer (container.md, 4)")
    d.to(part.start + 4, "marker")
    d.uv("bytes of the body: {}")
    d.uv("bytes from the header's first to the marker: {}")
    d.uv("frames: {}")
    for i, f in enumerate(frames):
        d.uv(f"frame {i + 1}: bytes skipped before it: " + "{}")
        if len(frames) > 1:
            d.uv("its length: {}")
            d.uv("its games: {}")
            d.uv("its bytes of input: {}")
            d.fixed(4, "lower half of its checksum: {}")
        n = d.uv("bytes of meta: {}")
        if n and (f.games or f.input):
            _meta(d, n)
        elif n:
            d.to(d.pos + n, "the frame has the directory of an opening table")
    d.fixed(4, "from the marker to here: {}")
    d.fixed(4, "checksum {}")


def _meta(d, n):
    """Section 9.6."""
    end = d.pos + n
    has = d.data[d.pos]
    d.to(d.pos + 1, f"what the meta has: {has:#x}")
    for bit, what in ((0, "ratings"), (1, "days"), (2, "half-moves")):
        if has >> bit & 1:
            d.uv(f"{what}, from " + "{}")
            d.uv("to as many more: {}")
    if has >> 3 & 1:
        d.to(d.pos + 1, f"results, a bit each: {d.data[d.pos]:#x}")
    if has >> 4 & 1:
        d.to(d.pos + 7, "ECO, a bit for a letter and digit")
    if d.pos < end:
        d.to(end, f"names: {d.data[d.pos]} probes, then the filter")
