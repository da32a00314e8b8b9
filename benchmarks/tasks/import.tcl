# Makes a SCID database of a PGN file: tkscid import.tcl DATABASE FILE.
lassign $argv base file
sc_base create SCID4 $base
set db [sc_base current]
puts [lindex [sc_base import $db $file] 0]
sc_base close $db
