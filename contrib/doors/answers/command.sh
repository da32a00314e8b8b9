printf 'games\t%d\n' "$(chesszip count "$1")"
chesszip convert --to csv --columns ECO "$1" | tail -n +2 | grep . | LC_ALL=C sort | uniq -c | awk '{print "eco\t" $2 "\t" $1}'
chesszip explore --json --samples 0 --limit 1000 --moves "$2" "$1" |
  sed -E 's/\{"uci":/\n&/g' | sed -nE 's/^\{"uci":"(\w+)".*"white":([0-9]+),"draws":([0-9]+),"black":([0-9]+),.*/move\t\1\t\2\t\3\t\4/p' | LC_ALL=C sort
