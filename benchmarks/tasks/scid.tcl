# Asks a SCID database a question: tkscid scid.tcl DATABASE OUTPUT SCRIPT. The script
# sets the filter, or prints what it found; games writes those of the filter.
proc ::progressCallBack args {}
lassign $argv base out script
sc_base open $base
set db [sc_base current]

# games writes the games of the filter as PGN and prints how many they are.
proc games {} {
  global db out
  sc_base export filter PGN $out -append 0 -starttext "" -endtext "" -comments 1 -variations 1 \
    -space 0 -symbols 0 -indentC 0 -indentV 0 -column 0 -noMarkCodes 0 -convertNullMoves 1
  puts [sc_filter count]
}
# header filters by tags.
proc header args { global db; sc_filter search $db dbfilter header -filter RESET {*}$args }
# position filters by a board.
proc position fen { sc_game startBoard $fen; sc_search board RESET Exact false 0 }
# material filters by the numbers of pieces, the least and the most of each, queens to
# pawns, of White and of Black.
proc material {white black flip plies args} {
  set options {}
  foreach side {w b} counts [list $white $black] {
    foreach piece {q r b n p} range $counts { lappend options -$side$piece $range }
  }
  sc_search material {*}$options -filter 2 -flip $flip -range {1 999} -length $plies {*}$args
}
eval $script
