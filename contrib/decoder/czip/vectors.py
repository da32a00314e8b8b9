"""The vectors of vectors/layers: each layer of the format on its own.

check(FOLDER) yields for each vector its file, its name, whether it is a refusal, and
what is wrong or None. A checker takes a vector, a dict of lists of values, and raises
Wrong where this decoder finds something else, or Corrupt where it refuses.
"""

import os

from . import Corrupt, NotCovered
from .archive import Reader, uvarint
from .blobs import read_blob
from .boards import tables
from .board import START, parse_fen
from .columns import Texts, read_column
from .comments import At, Coder
from .decode import decode, frame_input
from .fast import Played, Ranked, _scores as fast_scores
from .features import Past, Scores
from .fields import fit
from .lexer import LINE, Cut, Slot, number
from .games import FastMoves, State
from .learned import Known, LearnedMoves, frequencies, model_numbered
from .mixed import Choice, Model, below, tables as every
from .numbering import position_of_key
from .openings import Column
from .palettes import CLASSIC, DEFAULT, read_position
from .rangecoder import Bit, Decoder, Number, Tree
from .spelling import name as square_name, spell
from .steps import Noted, Steps
from .tags import Tags
from .textmodel import decode_columns


class Wrong(Exception):
    """What this decoder finds, and what the vector has."""


def same(what, got, want):
    if got != want:
        raise Wrong(f"{what}: {got!r}, want {want!r}")


def unquote(text):
    """The bytes of a text of a vector."""
    out, i = bytearray(), 0
    while i < len(text):
        if text[i] == "\\":
            out.append(int(text[i + 2:i + 4], 16))
            i += 4
        else:
            out.append(ord(text[i]))
            i += 1
    return bytes(out)


def blocks(text):
    """The vectors of a file: values by key, and under lines all in their order."""
    for block in text.split("\n\n"):
        v = {}
        for line in block.splitlines():
            if line and line[0] != "#":
                key, _, value = line.partition(":")
                v.setdefault(key, []).append(value[1:])
                v.setdefault("lines", []).append((key, value[1:]))
        if v:
            yield v


def move_text(m):
    return square_name(m & 63) + square_name(m >> 6 & 63) + ("", "", "n", "b", "r", "q")[m >> 12] if m else "0000"


def range_coder(v):
    data = bytes.fromhex(v["string"][0])
    refused = "refused" in v
    d = Decoder(data) if refused else Steps(data)
    bit, tree, number = Bit(), Tree(), Number()
    for step in v.get("step", ()):
        parts = step.split(" | ")
        kind, *args = parts[0].split()
        args = [int(x) for x in args]
        if kind == "bit":
            got = d.bit(args[1])
        elif kind == "symbol":
            got = args[0] if args[0] <= d.place() < sum(args) else None
            d.take(*args)
        elif kind == "raw":
            got = d.raw(args[1])
        elif kind == "Bit":
            got = bit.read(d)
            if not refused:
                same("P and N", parts[1], f"{bit.p} {bit.n}")
        elif kind == "Tree":
            got = tree.read(d)
        else:
            got = number.read(d)
        if not refused:
            same(step, got, args[0])
            same(step, d.state(), parts[-1])
    d.done()
    if not refused:
        same("string", d.end(), data)


def model(v):
    table, number = [], 0
    for fields, contexts in zip(v["choice"], v["contexts"], strict=True):
        choice = Choice(fields)
        for names in contexts.split("|"):
            number += 1
            names = names.split()
            choice.add(number, [] if names == ["-"] else names)
        table.append(choice)
    m = Model(int(v["size"][0]), int(v["limit"][0]), table)
    d = Noted(bytes.fromhex(v["string"][0]))
    for line in v["value"]:
        fields, value, bits = line.split(" | ")
        choice, *fields = (int(x) for x in fields.split())
        kind, want, digits = value.split()
        d.bits = []
        if kind == "Below":
            got = below(d, int(digits))
        else:
            contexts = m.use(choice, *fields)
            got = {"Flag": lambda: m.flag(d, contexts), "Index": lambda: m.index(d, contexts, int(digits)),
                   "Number": lambda: m.number(d, contexts), "Signed": lambda: m.signed(d, contexts)}[kind]()
        same(line, got, int(want))
        same(line, " ".join(d.bits) or "-", bits)
    d.done()


def state(p):
    ep = square_name(p.ep) if p.ep >= 0 else "-"
    return "".join(str(x) for x in p.rights) + f" {ep} {p.clock} {p.number}"


def position(v):
    p = parse_fen(v["fen"][0])
    same("is", state(p), v["is"][0])
    legal = p.legal()
    same("moves", [move_text(m) for m in legal], [line.split(" | ")[0] for line in v.get("move", ())])
    for m, line in zip(legal, v.get("move", ())):
        after = p.play(m)
        passing = p.kind_at(m & 63) == 1 and (m ^ m >> 6) & 7 and not p.at(m >> 6 & 63)
        got = f"{move_text(m)} | {state(after)}"
        if p.is_castling(m) or passing or m >> 12:
            got += " | " + after.fen(1)
        same("move", got, line)
    same("null", state(p.play(0)), v["null"][0])


def texts(v):
    if "stream" in v:
        got = decode_columns(bytes.fromhex(v["stream"][0]))
        same("body", got.hex(), v.get("body", [""])[0])
    else:
        got = read_column(bytes.fromhex(v["column"][0]))
        same("values", got, [unquote(x) for x in v.get("value", ())])


def named(p, text, legal):
    """The legal move of a text."""
    if text == "0000":
        return 0
    for m in legal:
        if move_text(m) == text:
            return m
    raise Wrong(f"{text} is not legal")


def orders(v):
    p = parse_fen(v["fen"][0])
    known, past, last = Known(), Past(), [None, None]
    known.result, known.ending, *known.elo, known.seconds, known.plies = (int(x) for x in v["known"][0].split())
    for word in v["moves"][0].split():
        m = named(p, word, p.legal())
        past, last, p = past.next(p, m), [Played(p, m) if m else None, last[0]], p.play(m)
    ranked = Ranked(p, *last)
    if len(ranked.legal) > 1:
        same("code", str(ranked.code), v["code"][0])
        scores = fast_scores(p, ranked.legal, *last)
    else:
        scores = [0]
    freq = frequencies(Scores(model_numbered(), p, past, known, ranked.legal).scores)
    got = [f"{move_text(m)} | {score} {ranked.moves.index(m)} | {f}" for m, score, f in zip(ranked.legal, scores, freq)]
    for a, b in zip(got, v["move"], strict=True):
        same("move", a, b)


def spellings(v):
    p = parse_fen(v["fen"][0])
    legal = p.legal()
    for line in v["move"]:
        what, _, want = line.partition(" | ")
        word, form = what.split()
        same(what, spell(int(v["dialect"][0]), p, named(p, word, legal), legal, int(form)), want.encode())


def archives(v):
    got = decode(bytes.fromhex(v["archive"][0]))
    same("input", got, unquote(v["input"][0]))


def refusals(v):
    data = bytes.fromhex(v["bytes"][0])
    reader, *args = v["reader"][0].split(" ", 1)
    if reader == "archive":
        decode(data)
    elif reader == "fen":
        parse_fen(data.decode("latin-1"))
    elif reader == "uvarint":
        Reader(data, what="blob").uv()
    elif reader == "blob":
        start = parse_fen(args[0][3:]) if args[0][3:] else None
        read_blob(data, int(args[0][:2], 16), start)
    else:
        raise NotCovered(f"reader {reader}")


def takes(v):
    """The formats that the numbers of a field take."""
    last = None
    for line in v["takes"]:
        text, _, want = line.partition(" | ")
        s = Slot(0, 0)
        number(s, text.encode())
        last = fit(s, last)
        same(text, " ".join(str(x) for x in last), want)


def comments(v):
    if "takes" in v:
        return takes(v)
    names = [x.encode() for x in v["name"][-5:]]
    if "template" in v:
        return cut(unquote(v["text"][0]), names, v)
    coder = Coder(bytes.fromhex(v["string"][0]), Texts([unquote(x) for x in v.get("spelled", ())]))
    begun, got = False, []
    for key, value in v["lines"]:
        if key == "game":
            at, ply, now, before, earlier, m = None, 0, parse_fen(START), None, None, 0
            if begun:
                coder.begin()
            begun = True
        elif key == "move":
            m = named(now, value, now.legal())
            now, before, earlier, ply = now.play(m), now, before, ply + 1
        elif key == "comment":
            where, _, want = value.partition(" | ")
            mark, nth, last, result, control, added, other = where.split()
            at = At()
            at.mark, at.nth, at.last, at.result = int(mark), int(nth), last == "1", int(result)
            at.control, at.added, at.side, at.ply, at.names = int(control), int(added), (ply + 1) & 1, ply, names
            at.now, at.before, at.earlier, at.move = now, before, earlier, m
            at.other = named(before, other, before.legal()) if other != "0000" else 0
            got.append((coder.read(at), unquote(want)))
    coder.d.done()
    coder.texts.done()
    for text, want in got:
        same("comment", text, want)


def cut(text, names, v):
    c = Cut(text, names)
    if v["template"][0] == "-":
        return same("template", c.template, None)
    same("template", bytes(c.template), unquote(v["template"][0]))
    slots, formats = [], []
    for s in c.slots:
        numeric = s.kind < LINE
        n = (s.value, s.places, s.minus, s.plus, s.lead, s.parts, s.zero) if numeric else (0,) * 7
        slots.append(" ".join(str(int(x)) for x in (s.kind, s.key, *n)) + " | " + s.text.decode())
        if numeric:
            formats.append(" ".join(str(x) for x in fit(s, None)))
    same("slots", slots, v.get("slot", []))
    same("formats", formats, v.get("format", []))


def tags(v):
    chains, plies, want, streams = [], [], {}, {}
    for key, value in v["lines"]:
        if key == "game":
            plies.append(int(value))
            chains.append([])
        elif key == "tag":
            name, _, text = value.partition(" | ")
            chains[-1].append(name.encode())
            want.setdefault(name.encode(), []).append(unquote(text))
        elif key == "stream":
            kind, data = value.split(" | ")
            streams[int(kind)] = bytes.fromhex(data)
    for c in Tags(chains, plies, streams).columns:
        same(c.name, c.values, want[c.name])


def openings(v):
    """The first moves of games, and how far the names of openings are known by them."""
    column = Column(bytes.fromhex(v["stream"][0][5:]))
    games = []
    for key, value in v["lines"]:
        if key == "game":
            games.append({"plies": int(value)})
        elif key == "tag":
            name, _, text = value.partition(" | ")
            if name != "FEN" or name not in games[-1]:
                games[-1][name] = unquote(text)
        elif key in ("moves", "named"):
            games[-1][key] = value
    for g in games:
        moves, last = column.game(g.get("FEN"), g["plies"], g.get("White"), g.get("Black"))
        if "refused" not in v:
            same("moves", " ".join(move_text(m) for m in moves), g["moves"])
            same("named", " ".join(str(n) for n in last), g["named"])
    column.d.done()


def numbers(v):
    form, data = v["form"][0], v["bytes"][0]
    data = unquote(data) if form == "fen" else bytes.fromhex(data)
    if form == "uvarint":
        r = Reader(data, what="number")
        got = [str(r.uv())]
        r.done()
    elif form == "columns":
        got = [" ".join(str(x) for x in column) for column in number_columns(data[1:], data[0])]
    elif form == "fen":
        p = parse_fen(data.decode("latin-1"))
        got = [f"{p.fen()} | {state(p)}"]
    elif form == "key":
        got = [position_of_key(data).fen()]
    elif form == "learned":
        raise NotCovered("learned boards")
    else:
        p, rest = read_position(data, DEFAULT if form == "default" else CLASSIC)
        if rest:
            raise Corrupt("position: bytes are left over")
        got = [p.fen()]
    same("number", got, v.get("gives", []))


def number_columns(data, games):
    """The seven columns of numbers of section 9.6."""
    r, out = Reader(data, what="columns"), []
    for _ in range(7):
        least, width = r.uv(), r.byte()
        if width > 48:
            raise Corrupt(f"columns: numbers of {width} bits")
        packed = int.from_bytes(r.bytes((games * width + 7) // 8), "little")
        if packed >> games * width:
            raise Corrupt("columns: the last byte is not filled up with zeros")
        numbers = [packed >> i * width & (1 << width) - 1 for i in range(games)]
        out.append([least + x - 1 if x else 0 for x in numbers] if width else [least] * games)
    r.done()
    return out


def words(v):
    counts = [int(x) for x in v["counts"][0].split()]
    what, _, which = v["name"][0].rpartition(" ")
    code = tables().runs[int(which) - 1] if what == "runs of row" else tables().differences[int(which)]
    got = [f"{symbol} | {word:0{n}b}" for (n, word), symbol in code.words.items()]
    same("words", sorted(got), sorted(v["word"]))
    same("counts", len(counts), 65 if what == "runs of row" else 16)


def endings(v):
    raise NotCovered("solved endings")


class OneFrame:
    """The frame of a vector, as an archive has it."""

    def __init__(self, v):
        games, size, check = v["frame"][0].split()
        self.games, self.input, self.check, self.start = int(games), int(size), int(check, 16), 0
        self.streams = {}
        for line in v["stream"]:
            kind, _, data = line.partition(" |")
            self.streams[int(kind)] = bytes.fromhex(data)
        self.header = self
        self.parameters = bytes.fromhex(v["parameters"][0])


def frames(v):
    frame = OneFrame(v)
    same("input", frame_input(frame, frame), unquote(v.get("input", [""])[0]))


def lists(v):
    from .positions import read_positions
    same("input", read_positions(bytes.fromhex(v["stream"][0])), unquote(v["input"][0]))


def moves(v):
    if "stream" in v:
        return groups(v)
    body = bytes.fromhex(v.get("bytes", [""])[0])
    method = int(v["method"][0], 16)
    _, got = read_blob(bytes((method,)) + body, method, parse_fen(v["fen"][0]))
    if "refused" not in v:
        same("moves", " ".join(move_text(m) for m in got), v["moves"][0])


def groups(v):
    kind, data = v["stream"][0].split(" | ")
    coded = FastMoves(bytes.fromhex(data)) if kind == "7" else LearnedMoves(bytes.fromhex(data), bytes(7))
    for i, line in enumerate(v["game"]):
        if i % 32 == 0:
            coded.begin_group()
        told, fen, words = line.split(" | ")
        p = parse_fen(fen)
        state = State(p, None, None, p.number, p.turn, None, past=Past())
        if kind == "8":
            k = coded.known = Known()
            k.result, k.ending, *k.elo, k.seconds, k.plies = (int(x) for x in told.split())
        for word in words.split():
            m = coded.next(state)
            same(f"game {i + 1}", move_text(m), word)
            state = state.next(m)
    coded.done()


def features(v):
    p, past, known = parse_fen(v["fen"][0]), Past(), Known()
    known.result, known.ending, *known.elo, known.seconds, known.plies = (int(x) for x in v["known"][0].split())
    for word in v["moves"][0].split():
        m = named(p, word, p.legal())
        past, p = past.next(p, m), p.play(m)
    scores = Scores(model_numbered(), p, past, known, p.legal()).scores
    for m, score, f, line in zip(p.legal(), scores, frequencies(scores), v["move"], strict=True):
        word, _, want, _, both = line.split(" | ")
        same("move", f"{move_text(m)} {score} {f}", f"{word} {want} {both.split()[0]}")


def contexts(v):
    table = v["table"][0]
    room = next(r for r in ("comments", "gameframe", "positionlist", "recordlist", "tags") if table in every(r))
    for line in v["hashes"]:
        values, _, want = line.partition(" | ")
        got = every(room)[table][int(v["choice"][0])].hashes([int(x) for x in values.split() if x != "-"])
        same("hashes", " ".join(f"{h:08x}" for h in got), want)


CHECKERS = {"contexts": contexts, "features": features, "lists": lists, "moves": moves, "frames": frames, "words": words, "endings": endings, "numbers": numbers, "openings": openings, "tags": tags, "comments": comments, "archives": archives, "refusals": refusals, "rangecoder": range_coder, "models": model, "positions": position, "texts": texts, "orders": orders, "spellings": spellings}


def check(folder):
    """Checks all files of a folder."""
    for file in sorted(os.listdir(folder)):
        if not file.endswith(".txt"):
            continue
        checker = CHECKERS[file[:-4]]
        with open(os.path.join(folder, file), encoding="ascii") as f:
            for v in blocks(f.read()):
                want, wrong = v.get("refused", [None])[0], None
                try:
                    checker(v)
                    if want:
                        wrong = f"taken, want the refusal {want}"
                except NotCovered as e:
                    wrong = f"SKIPPED, {e}"
                except Corrupt as e:
                    if e.refusal != want:
                        wrong = f"refused as {e.refusal}: {e}, want {want}"
                except Wrong as e:
                    wrong = str(e)
                except (ArithmeticError, AttributeError, LookupError, TypeError, ValueError) as e:
                    wrong = f"CRASH, {type(e).__name__}: {e}"
                yield file, v["name"][0], want is not None, wrong
