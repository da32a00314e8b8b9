"""Checks of positions.txt, orders.txt, features.txt, moves.txt and movemodels.txt: moves.md."""

from . import features, lists, methods, network, quick
from .board import move_name, read_fen, square_name, write_board, write_fen
from .learned import Look, frequencies, learned_scores, of_file, read_model
from .past import START_PAST, Known, learned_next
from .rules import castles, legal, make, passes
from .vectors import all_of, one, same


def move_of(text):
    if text == "0000":
        return 0
    s, t = (ord(text[i]) - 97 + 8 * (int(text[i + 1]) - 1) for i in (0, 2))
    return s + 64 * t + 4096 * ("nbrq".index(text[4]) + 2 if len(text) > 4 else 0)


def state(p):
    """Rights, en passant square and counters of a position, as positions.txt has them."""
    rights = "".join(str(x) for x in p.right)
    return f"{rights} {square_name(p.ep) if p.ep else '-'} {p.clock} {p.number}"


def check_positions(block):
    fen = one(block, "fen")
    p = read_fen(fen)
    assert p is not None, "no FEN"
    same("is", state(p), one(block, "is"))
    same("fen", read_fen(write_fen(p)).same(p), True)
    same("fen with files", read_fen(write_fen(p, files=True)).same(p), True)
    got = []
    for m in legal(p):
        q = make(p, m)
        row = f"{move_name(m)} | {state(q)}"
        if castles(p, m) or passes(p, m) or m >> 12:
            row += " | " + write_board(q)
        got.append(row)
    same("moves", got, all_of(block, "move"))
    same("null", state(make(p, 0)), one(block, "null"))


def unfolded(text):
    """The words of a line of moves; N*A,B,... stands for N times the moves A, B, ..."""
    for word in text.split():
        times, _, again = word.rpartition("*")
        yield from again.split(",") * int(times or 1)


def reached(block):
    """(position, past of the quick order, past of the learned order) behind the moves."""
    p = read_fen(one(block, "fen"))
    fast = quick.START_QUICK
    past = START_PAST
    for text in unfolded(one(block, "moves")):
        m = move_of(text)
        assert m == 0 or m in legal(p), "not legal: " + text
        fast = quick.quick_next(fast, p, m)
        past = learned_next(past, p, m)
        p = make(p, m)
    return p, fast, past


def known_of(text):
    n = [int(x) for x in text.split()]
    return Known(n[0], n[1], n[2:4], n[4], n[5])


def model_named(end):
    return of_file(lists.file_named(end))


def check_orders(block):
    p, fast, past = reached(block)
    known = known_of(one(block, "known"))
    moves = legal(p)
    scores = [0] * len(moves)
    code = "-"
    parts = [65536]
    if len(moves) > 1:
        scores = quick.quick_scores(p, fast)
        code = str(quick.quick_code(scores))
        parts = frequencies(learned_scores(model_named("default.czm"), p, past, known))
    same("code", code, one(block, "code"))
    places = quick.order(scores)
    want = all_of(block, "move")
    got = [f"{move_name(m)} | {scores[i]} {places.index(i)} | {parts[i]}"
           for i, m in enumerate(moves)]
    if len(moves) == 1:
        got = [got[0].rsplit(" | ", 1)[0]]
        want = [want[0].rsplit(" | ", 1)[0]]
    same("moves", got, want)
    deep = one(block, "deep")
    if deep is not None and len(moves) > 1:
        parts = frequencies(learned_scores(model_named("max.czm"), p, past, known))
        same("deep", " ".join(map(str, parts)), deep)


def check_features(block):
    p, _, past = reached(block)
    known = known_of(one(block, "known"))
    plain, deep = model_named("default.czm"), model_named("max.czm")
    look, plain_look = Look(deep, p, past, known), Look(plain, p, past, known)
    same("danger", str(look.x[54]), one(block, "danger"))
    rows = network.position_rows(look.v, look.o, past, len(legal(p)))
    same("biases", " ".join(map(str, rows)), one(block, "biases"))
    for text in all_of(block, "row"):
        number, value = text.split(" | ")
        same("row " + number, f"{look.rows[int(number)]:016x}", value)
    wanted = dict(x.split(" | ", 1) for x in all_of(block, "place"))
    for text, places in wanted.items():
        a = look.all[legal(p).index(move_of(text))]
        same("place " + text, " ".join(map(str, look.places(deep, past, a))), places)
    first = learned_scores(plain, p, past, known)
    scores = learned_scores(deep, p, past, known)
    parts = [frequencies(first), frequencies(scores)]
    got = []
    for i, (m, a) in enumerate(zip(legal(p), look.all)):
        total = sum(deep.weights[at] for at in look.places(deep, past, a))
        before = sum(plain.weights[at] for at in plain_look.places(plain, past, plain_look.all[i]))
        target, origin = network.move_rows(a)
        got.append(f"{move_name(m)} | {a.gain - 9} {a.value} {a.menace} | {before} {first[i]} | "
                   f"{total} {scores[i]} | {parts[0][i]} {parts[1][i]} | {target} {origin}")
    same("moves", got, all_of(block, "move"))


def check_moves(block):
    stream = one(block, "stream")
    if stream is not None:
        return check_stream(block, stream)
    p = read_fen(one(block, "fen"))
    body = bytes.fromhex(one(block, "bytes"))
    method = int(one(block, "method"), 16)
    model = model_named("default.czm") if method == 0x4F else None
    moves, end = methods.read_moves(method, body, p, model=model)
    if end != len(body):
        methods.damaged("bytes behind moves")
    same("moves", " ".join(map(move_name, moves)), " ".join(unfolded(one(block, "moves") or "")))
    return None


def check_stream(block, stream):
    """Moves of the games of a frame: without variations."""
    kind, data = stream.split(" | ") if " | " in stream else (stream.split(" ")[0], "")
    data = bytes.fromhex(data)
    if kind == "7":
        groups = methods.QuickGroups(data)
    else:
        groups = methods.LearnedGroups(data, model_named("default.czm"))
    games = all_of(block, "game")
    for i, game in enumerate(games):
        known, fen, moves = game.split(" | ") if game.count(" | ") == 2 else (
            *game.rstrip(" |").split(" | "), "")
        known = known_of(known)
        if i % lists.limit("GROUP_GAMES") == 0:
            if i:
                groups.end()
            groups.begin()
        p = read_fen(fen)
        past = groups.past()
        got = []
        for text in moves.split():
            m = 0 if text == "0000" else groups.move(p, past, known)
            got.append(move_name(m))
            past = groups.after(past, p, m)
            p = make(p, m)
        same(f"game {i}", " ".join(got), moves)
    if games:
        groups.end()
    groups.done()


def check_models(block):
    model = read_model(bytes.fromhex(one(block, "file")))
    has = f"{model.search} | {model.lines} | {int(model.network is not None)}"
    same("has", has, one(block, "has"))
    parts = frequencies(learned_scores(model, read_fen(one(block, "fen")), START_PAST, Known()))
    same("parts", " ".join(map(str, parts)), one(block, "parts"))


CHECKS = {
    "movemodels.txt": check_models,
    "positions.txt": check_positions,
    "orders.txt": check_orders,
    "features.txt": check_features,
    "moves.txt": check_moves,
}
