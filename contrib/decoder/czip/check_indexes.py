"""Checks of indexes.txt and openingtables.txt: indexes.md."""

from . import indexgames, indexes, openingtable, openingtext
from .board import write_fen
from .rules import make
from .vectors import all_of, one, same, show, text


def check_statistics(block, data):
    s = indexes.Statistics(data)
    got = []
    for what, pair in (("ratings", s.ratings), ("dates", s.dates), ("half-moves", s.half_moves)):
        if pair:
            got.append(f"{what} {pair[0]} {pair[1]}")
    got += [f"results {s.results}", f"ECO {s.eco}"]
    same("statistics", got, all_of(block, "gives"))
    for line in all_of(block, "word"):
        word, has = line.rsplit(" ", 1)
        same("word " + word, str(s.may_have(text(word))).lower(), has)
    tags = [line.rsplit(" | ", 1) for line in all_of(block, "tags")]
    if tags:
        check_made(s, [(text(values).split(b"|"), int(plies)) for values, plies in tags])


def check_made(s, games):
    """The statistics against the tags that they were made of."""
    ratings, dates, results, eco, words = [], [], 0, 0, []
    for (white, black, white_elo, black_elo, date, utc, result, code), _ in games:
        ratings += [x for x in map(indexes.rating_of, (white_elo, black_elo)) if x is not None]
        found = indexes.days(date) or indexes.days(utc)
        dates += [found] if found else []
        results |= 1 << indexes.result_of(result)
        number = indexes.eco_of(code)
        eco |= 1 << number // 10 if number is not None else 0
        words += indexes.words_of(white) + indexes.words_of(black)
    plies = [p for _, p in games]
    same("ratings", s.ratings, (min(ratings), max(ratings)) if ratings else None)
    want = (min(d[1] for d in dates), max(d[0] for d in dates)) if dates else None
    same("dates", s.dates, want)
    same("half-moves", s.half_moves, (min(plies), max(plies)))
    same("results and ECO", (s.results, s.eco), (results, eco))
    if s.filter is not None:
        same("names", [w for w in words if not s.may_have(w)], [])


def check_tag_values(block, _):
    def joined(numbers):
        return " ".join(map(str, numbers)) if numbers else "none"

    read = {"date": lambda v: joined(indexes.days(v)),
            "rating": lambda v: "none" if indexes.rating_of(v) is None else str(indexes.rating_of(v)),
            "result": lambda v: str(indexes.result_of(v)),
            "eco": lambda v: "none" if indexes.eco_of(v) is None else str(indexes.eco_of(v)),
            "words": lambda v: show(b" ".join(indexes.words_of(v))) or "none"}
    for key, line in block:
        if key in read:
            value, want = line.rsplit(" | ", 1)
            same(f"{key} {value}", read[key](text(value)), want)


def check_columns(block, data):
    found = indexes.read_columns(data, int(one(block, "games")))
    same("columns", [" ".join(map(str, x)) for x in found], all_of(block, "gives"))


def check_replay_of_frame(block, data):
    games, input_ = int(one(block, "games")), int(one(block, "input"))
    found = indexgames.texts_of_replay(data, games, input_)
    same("texts", [x.hex() for x in found], all_of(block, "gives"))


def check_replay(block, data):
    found = indexgames.replay(data)
    got = []
    if found:
        p = found[0]
        got.append(write_fen(p))
        for m in found[1]:
            p = make(p, m)
            got.append(write_fen(p))
    same("positions", got, all_of(block, "gives"))


def check_signatures(block, data):
    got = []
    for s in indexgames.read_signatures(data, int(one(block, "games"))):
        parts = [str(s.count)]
        if s.pieces is not None:
            parts += [s.pieces.hex(), s.squares.hex()]
        got.append(" ".join(parts).strip())
    same("signatures", got, all_of(block, "gives"))


def check_players(block, data):
    names, white, black = indexgames.read_players(data, int(one(block, "games")))
    got = [f"{a} {b}" for a, b in zip(white, black)] + [show(n) for n in names]
    same("players", got, all_of(block, "gives"))


def check_values(block, data):
    got = []
    for tag, (values, places) in indexgames.read_values(data, int(one(block, "games"))).items():
        got.append(" ".join(map(str, [tag] + places)))
        got += [show(v) for v in values]
    same("values", got, all_of(block, "gives"))


def check_spellings(block, data):
    games = int(one(block, "games"))
    columns = indexes.read_columns(bytes.fromhex(one(block, "columns")), games)
    got = []
    for tag, values in indexgames.read_spellings(data, games, columns).items():
        got += [(f"{tag} " + ("none" if v is None else show(v))).strip() for v in values]
    same("spellings", got, all_of(block, "gives"))


def check_metas(block, data):
    checksums = [bytes.fromhex(x) for x in all_of(block, "checksums")]
    first, _, metas = indexes.read_metas(data, len(checksums), checksums,
                                         bytes.fromhex(one(block, "whose")))
    got = [f"{first + i} {meta.hex()}".strip() for i, meta in enumerate(metas)]
    want = all_of(block, "gives")
    if want and want[0].startswith("0") and first:      # frames before have empty metas
        got = [str(i) for i in range(first)] + got
    same("metas", got, want)


def check_table(block, data):
    frame, games = map(int, one(block, "archive").split(" "))
    directory = openingtable.Directory(bytes.fromhex(one(block, "directory")), frame, games)
    got = []
    for row in openingtable.read_block(data, directory):
        got += openingtext.lines_of(row, files=False)
    same("table", got, all_of(block, "gives"))


FORMS = {"statistics": check_statistics, "replay": check_replay, "signatures": check_signatures,
         "players": check_players, "values": check_values, "spellings": check_spellings, "statistics in a frame": check_metas,
         "table": check_table, "columns": check_columns, "tag values": check_tag_values,
         "replay moves of a frame": check_replay_of_frame}


def check_indexes(block):
    FORMS[one(block, "form")](block, bytes.fromhex(one(block, "bytes", "")))


def check_tables(block):
    got = []
    openingtext.write_table(bytes.fromhex(one(block, "archive")), got.append)
    same("tables", [line.strip() for line in got], all_of(block, "gives"))


CHECKS = {"indexes.txt": check_indexes, "openingtables.txt": check_tables}
