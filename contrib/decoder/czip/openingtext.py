"""The table of openings of an archive, and its text: indexes.md, section 9.

    read_table(member)              (directory, all rows) of an archive; None without a table
    lines_of(row)                   as vectors/openings-1.table has a position
    write_table(data, write)        the table of an archive's bytes
"""

from . import find
from .board import square_name, write_fen
from .indexes import Note, damaged, whose
from .openingtable import Directory, read_block
from .refused import DAMAGED, Refused

WHOSE, BLOCK, DIRECTORY = 1024, 1032, 1033


def text_of(t):
    """A tally as vectors/openings-1.table has it."""
    samples = "".join(f" {rating}:{game}" for rating, game in t.samples)
    return (f"{t.white} {t.drawn} {t.black} {t.other}; {t.sum[0]}/{t.n[0]} {t.sum[1]}/{t.n[1]}; "
            f"{t.year};{samples}")


def lines_of(row, files=True):
    """The line of a position, and those of its moves; files: a FEN with files."""
    fen = " ".join(write_fen(row.p, files=files).split(" ")[:4])
    found = [f"{fen}; {text_of(row.tally)}"]
    for m, t in row.moves:
        word = square_name(m & 63) + square_name(m >> 6 & 63) + "  nbrq"[m >> 12].strip()
        found.append(f"{word}; {text_of(t)}")
    return found


def read_table(member):
    """(directory, all rows) of an archive; None if its note says no table."""
    frames, n = member.frames, -1
    if member.footer:
        n = Note(member.footer.note, len(member.footer.metas)).openings
    if n < 0:
        return None
    directory = Directory(frames[n].streams.get(DIRECTORY, b""), n, sum(f.games for f in frames))
    covered = whose([f.sums[:4] for f in frames[:directory.covers]])
    rows = []
    for i in range(directory.blocks + 1):
        frame = frames[directory.covers + i]
        if frame.streams.get(WHOSE) != covered:
            damaged("a table of openings of other frames")
        if i == directory.blocks:
            break
        block = read_block(frame.streams.get(BLOCK, b""), directory)
        if block[0].key != directory.keys[i] or len(block) != directory.positions[i]:
            damaged("a block of a table that its directory does not say")
        if rows and block[0].key <= rows[-1].key:
            damaged("blocks of a table that overlap")
        rows += block
    return directory, rows


def write_table(data, write):
    """Writes the tables of all archives of a file; Refused if there is none."""
    tables = [read_table(m) for m in reversed(find.members(data))]
    if not any(tables):
        raise Refused(DAMAGED, "no table of openings")
    for _, rows in filter(None, tables):
        for row in rows:
            first, *moves = lines_of(row)
            write(first)
            for line in moves:
                write("  " + line)
