"""Checks of indexes.txt and openingtables.txt: indexes.md."""

from . import indexes, open as open_, openingtable, openingtext
from .vectors import all_of, one, same, show, text


def check_statistics(block, data):
    s = indexes.Statistics(data)
    got = []
    for what, pair in (("ratings", s.ratings), ("dates", s.dates), ("half-moves", s.half_moves)):
        if pair:
            got.append(f"{what} {pair[0]} {pair[1]}")
    got += [f"results {s.results}", f"ECO {s.eco}", f"open {s.open}"]
    same("statistics", got, all_of(block, "gives"))
    games = games_of(block)
    if games:
        check_made(s, games)


def games_of(block):
    tags = [line.rsplit(" | ", 1) for line in all_of(block, "tags")]
    return [(text(values).split(b"|"), int(plies)) for values, plies in tags]


def check_made(s, games):
    """The statistics against the tags that they were made of."""
    ratings, dates, results, eco = [], [], 0, 0
    for (_, _, white_elo, black_elo, date, utc, result, code), _ in games:
        ratings += [x for x in map(open_.rating_of, (white_elo, black_elo)) if x is not None]
        found = open_.days(date) or open_.days(utc)
        dates += [found] if found else []
        results |= 1 << open_.result_of(result)
        number = open_.eco_of(code)
        eco |= 1 << number // 10 if number is not None else 0
    plies = [p for _, p in games]
    same("ratings", s.ratings, (min(ratings), max(ratings)) if ratings else None)
    want = (min(d[1] for d in dates), max(d[0] for d in dates)) if dates else None
    same("dates", s.dates, want)
    same("half-moves", s.half_moves, (min(plies), max(plies)))
    same("results and ECO", (s.results, s.eco), (results, eco))


def check_filters(block, data):
    checksums = [bytes.fromhex(x) for x in all_of(block, "checksums")]
    first, filters = indexes.read_filters(data, len(checksums), checksums, bytes.fromhex(one(block, "whose")))
    got = [str(first + i) for i, f in enumerate(filters) if indexes.may_have(f, b"") is not None]
    same("frames", got, all_of(block, "gives"))
    for line in all_of(block, "word"):
        word, has = line.rsplit(" ", 1)
        same("word " + word, str(indexes.may_have(filters[0], text(word))).lower(), has)
    names = [name for (white, black, *_), _ in games_of(block) for name in (white, black)]
    words = [w for name in names for w in indexes.words_of(name)]
    same("names", [w for w in words if not indexes.may_have(filters[0], w)], [])


def check_note(block, data):
    note = indexes.Note(data, int(one(block, "frames")))
    got = [f"directory {note.openings}"] + [f"filters {f} {first}" for f, first in note.filters]
    got += [f"covers {note.covers}"] + [f"list {front} {n}" for front, n in note.lists]
    same("note", got, all_of(block, "gives"))


def named(pairs):
    return [f"{show(name)} | {games}" for name, games in pairs]


def check_front(block, data):
    front = indexes.Front(data)
    same("front", [f"names {front.names} {str(front.cut == 1).lower()}"] + named(front.frequent),
         all_of(block, "gives"))


def check_names(block, data):
    same("names", named(indexes.read_named(data, indexes.BLOCK_NAMES)), all_of(block, "gives"))


def check_summary(block, data):
    results, *tables_ = indexes.read_summary(data, int(one(block, "games")))
    got = ["results " + " ".join(map(str, results))]
    for what, found in zip(("year", "rating", "code"), tables_):
        got += [f"{what} {key} {n}" for key, n in found.items()]
    same("summary", got, all_of(block, "gives"))


def check_table(block, data):
    frame, games = map(int, one(block, "archive").split(" "))
    directory = openingtable.Directory(bytes.fromhex(one(block, "directory")), frame, games)
    got = []
    for row in openingtable.read_block(data, directory):
        got += openingtext.lines_of(row, files=False)
    same("table", got, all_of(block, "gives"))


FORMS = {"statistics": check_statistics, "filters": check_filters, "note": check_note,
         "front": check_front, "names": check_names, "summary": check_summary,
         "table": check_table}


def check_indexes(block):
    FORMS[one(block, "form")](block, bytes.fromhex(one(block, "bytes", "")))


def check_tables(block):
    got = []
    openingtext.write_table(bytes.fromhex(one(block, "archive")), got.append)
    same("tables", [line.strip() for line in got], all_of(block, "gives"))


CHECKS = {"indexes.txt": check_indexes, "openingtables.txt": check_tables}
