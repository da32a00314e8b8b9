czipbeam count -o count.tsv -tag ECO "$1"
czipbeam explore -o explore.tsv -fen "$3" "$1"
tail -n +2 count.tsv | awk -F'\t' '{ n += $2 } END { print "games\t" n }'
tail -n +2 count.tsv | awk -F'\t' '$1 != "" { print "eco\t" $1 "\t" $2 }' | LC_ALL=C sort
tail -n +2 explore.tsv | awk -F'\t' -v OFS='\t' '$2 != "" { print "move", $2, $5, $6, $7 }' | LC_ALL=C sort
rm count.tsv explore.tsv
