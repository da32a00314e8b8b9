import collections, sys
import chesszip

file, _, fen, _ = sys.argv[1:]
with chesszip.open(file) as archive:
    print(f"games\t{len(archive)}")
    codes = collections.Counter(header.tags.get("ECO") for header in archive.headers())
    for code in sorted(filter(None, codes)):
        print(f"eco\t{code}\t{codes[code]}")
    for move in sorted(archive.explore(fen).moves, key=lambda m: m.uci):
        print(f"move\t{move.uci}\t{move.white}\t{move.draws}\t{move.black}")
