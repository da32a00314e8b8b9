package bitboard

// The squares that a bishop or a rook sees along a line depend on the six inner
// squares of the line. A multiplication puts these side by side at the top of the
// word, as an index into a small table. Magic numbers would need tables of hundreds
// of kilobytes, filled at the start of every program.
const (
	// gatherRank adds up the ranks of a diagonal, so that its inner files are at the
	// top of the word: no two of its squares share a file.
	gatherRank = FileA << 1
	// gatherFile moves the square of rank r + 1 of the file a, for r from 1 to 6, to
	// bit 57 + r. No two products meet.
	gatherFile = 1<<50 | 1<<43 | 1<<36 | 1<<29 | 1<<22 | 1<<15
)

// seenTables give the squares seen from one of eight squares of a line, by the pieces
// on its six inner squares: on a rank, as eight bits; on the file a; and on every
// rank of the board alike.
type seenTables struct {
	rank  [8][64]uint8
	file  [8][64]Set
	ranks [8][64]Set
}

var seen = buildSeen()

func buildSeen() (t seenTables) {
	for at := range 8 {
		for inner := range 64 {
			squares := seenOnLine(at, inner<<1)
			t.rank[at][inner] = uint8(squares)
			t.ranks[at][inner] = Set(squares) * FileA
			for sq := range 8 {
				t.file[at][inner] |= Set(squares>>sq&1) << (8 * sq)
			}
		}
	}
	return t
}

// seenOnLine returns the squares of a line of eight that are seen from square at.
func seenOnLine(at, occ int) (squares int) {
	for _, step := range [...]int{-1, 1} {
		for sq := at + step; sq >= 0 && sq < 8; sq += step {
			squares |= 1 << sq
			if occ>>sq&1 != 0 {
				break
			}
		}
	}
	return squares
}

// BishopAttacks returns the squares a bishop on sq attacks, 0 <= sq < 64, up
// to and including the first square of occ on each diagonal.
func BishopAttacks(sq Square, occ Set) Set {
	l, t := &lines[sq&63], &seen.ranks[sq&7]
	return t[(occ&l.up)*gatherRank>>58]&l.up | t[(occ&l.down)*gatherRank>>58]&l.down
}

// RookAttacks returns the squares a rook on sq attacks, 0 <= sq < 64, up
// to and including the first square of occ on each line.
func RookAttacks(sq Square, occ Set) Set {
	file, rank := sq&7, sq>>3&7
	onRank := Set(seen.rank[file][occ>>(rank*8+1)&63]) << (rank * 8)
	return onRank | seen.file[rank][(occ>>file&FileA)*gatherFile>>58]<<file
}
