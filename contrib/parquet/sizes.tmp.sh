#!/usr/bin/env bash
# Prints a table of sizes and processor seconds: PGN files as archives of chesszip, as
# PGN packed by zstd, and as Parquet, with the columns of both schemas and without
# movetext; and what an archive made of the table takes.
#
#   contrib/parquet/sizes games.pgn... > benchmarks/results/parquet-DATE.md
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
(cd "$root" && go build -o "$work/" ./cmd/chesszip)
(cd "$root/contrib/parquet" && go build -o "$work/" ./cmd/...)

# row NAME OUTPUT COMMAND... prints a line of the table.
row() {
  local name=$1 out=$2
  shift 2
  TIMEFORMAT=%U
  local seconds
  seconds=$({ time "$@" 2>/dev/null; } 2>&1)
  local bytes
  bytes=$(stat -c %s "$out")
  printf '| %s | %s | %d | %s | %s |\n' "$file" "$name" "$bytes" \
    "$(awk -v a="$bytes" -v b="$games" 'BEGIN { printf "%.1f", a / b }')" "$seconds"
}

bare=Event,Site,White,Black,Result,WhiteTitle,BlackTitle,WhiteElo,BlackElo,WhiteRatingDiff,BlackRatingDiff,UTCDate,UTCTime,ECO,Opening,Termination,TimeControl,moves_uci,clocks_ms,evals,nags,marker,encoding,tag_order,tags
echo "| file | as | bytes | bytes a game | seconds of one core |"
echo "|---|---|--:|--:|--:|"
for path; do
  file=$(basename "$path" .pgn)
  games=$("$work/chesszip" count "$path" | awk '{print $1}')
  printf '| %s | PGN, %s games | %d | %s | |\n' "$file" "$games" "$(stat -c %s "$path")" \
    "$(awk -v a="$(stat -c %s "$path")" -v b="$games" 'BEGIN { printf "%.1f", a / b }')"
  row ".czip -1" "$work/1.czip" "$work/chesszip" -q -f -1 -o "$work/1.czip" "$path"
  row "Parquet, lichess" "$work/a.parquet" "$work/czip2parquet" -q -f -o "$work/a.parquet" "$work/1.czip"
  row "Parquet, lichess without movetext" "$work/b.parquet" "$work/czip2parquet" -q -f --columns "$bare" -o "$work/b.parquet" "$work/1.czip"
  row "Parquet, lichess with positions" "$work/b.parquet" "$work/czip2parquet" -q -f --columns "$bare,movetext,positions" -o "$work/b.parquet" "$work/1.czip"
  row "Parquet, aix" "$work/b.parquet" "$work/czip2parquet" -q -f --schema aix -o "$work/b.parquet" "$work/1.czip"
  row "PGN from Parquet" "$work/back.pgn" "$work/parquet2czip" -q -f --pgn -o "$work/back.pgn" "$work/a.parquet"
  row ".czip -1 from Parquet" "$work/b.czip" "$work/parquet2czip" -q -f --level 1 -o "$work/b.czip" "$work/a.parquet"
done
