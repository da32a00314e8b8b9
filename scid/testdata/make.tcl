# tkscid make.tcl GAMES.pgn BASE EXPORT.pgn [NUMBERS OF DELETED GAMES]
#
# Makes a database of SCID 4 of games, unless GAMES.pgn is "", and SCID's own export of it.
lassign $argv games name export deleted
if {$games ne ""} {
  set base [sc_base create SCID4 $name]
  sc_base import $base $games
  foreach n $deleted { sc_base gameflag $base $n set del }
  sc_base close $base
}

# What was opened anew is what the files hold.
set base [sc_base open $name]
sc_base switch $base
set out [open $export wb]
fconfigure $out -encoding utf-8
for {set i 1} {$i <= [sc_base numGames $base]} {incr i} {
  sc_game load $i
  puts -nonewline $out "[sc_game pgn -width 80 -comments 1 -variations 1 -tags 1]\n"
}
close $out
sc_base close $base
exit
