"""Checks of numbers.txt, words.txt, codes.txt, schemes.txt: SPEC.md, 3; indexes.md, 3;
positions.md."""

from . import boardmodel, keys, learnedcode, positions, schemes
from .basics import Source
from .board import read_fen, square_name, write_fen
from .vectors import all_of, one, same, text


# The palettes of forms that do not have their names; of a scheme alone, four times this one.
PALETTES = {"mixed": "learned"}
for scheme in ("nibble", *positions.BOARDS):
    PALETTES[scheme] = (scheme,) * 4


def read_one(form, data):
    """The position of a vector, whole."""
    if form == "key":
        return keys.read_key(data)
    if form == "packed":
        return positions.read_packed(data)
    model = None
    if form in ("learned", "mixed"):
        model = boardmodel.shipped()
    if form == "learned":
        r = schemes.BitReader(data)
        p = learnedcode.read_position(r, model)
        end = r.to_byte()
    else:
        p, end = positions.read_palette(PALETTES.get(form, form), data, 0, model)
    if end != len(data):
        positions.damaged("bytes behind a position")
    return p


def _state(p):
    """Rights, en passant square and counters as positions.txt has them."""
    rights = "".join(str(x) for x in p.right)
    return f"{rights} {square_name(p.ep) if p.ep else '-'} {p.clock} {p.number}"


def check_numbers(block):
    form = one(block, "form")
    gives = all_of(block, "gives")
    if form == "fen":
        p = read_fen(text(one(block, "bytes")))
        if p is None:
            positions.damaged("no FEN")
        return same("position", f"{write_fen(p)} | {_state(p)}", gives[0])
    data = bytes.fromhex(one(block, "bytes"))
    if form == "uvarint":
        src = Source(data)
        v = src.uvarint()
        src.done()
        return same("number", str(v), gives[0])
    if form == "columns":
        from . import indexes
        src = Source(data)
        games = src.uvarint()
        got = [" ".join(map(str, indexes.read_numbers(src, games))) for _ in range(7)]
        src.done()
        return same("columns", got, gives)
    return same("position", write_fen(read_one(form, data)), one(block, "gives"))


def check_words(block):
    name = one(block, "name")
    runs, differences = schemes.words()
    table = (runs if name.startswith("runs") else differences)[int(name.split(" ")[-1])]
    got = [f"{symbol} | {word}" for symbol, word in sorted(table.items())]
    return same("words", got, all_of(block, "word"))


def check_models(block):
    model = boardmodel.BoardModel(bytes.fromhex(one(block, "file")))
    rows, about = one(block, "has").split(" |")
    same("rows", " ".join(map(str, model.logs)), rows)
    same("text", model.text, text(about.removeprefix(" ")))
    for line in all_of(block, "code"):
        code, fen = line.split(" | ")
        r = schemes.BitReader(bytes.fromhex(code))
        same(code, write_fen(learnedcode.read_position(r, model)), fen)
        same("length", r.to_byte(), len(code) // 2)


CHECKS = {"boardmodels.txt": check_models, "numbers.txt": check_numbers,
          "codes.txt": check_numbers, "schemes.txt": check_numbers, "words.txt": check_words}
