package openings

import "github.com/chesszip/chesszip/board"

// candidate is a move and its probability in 1/65536.
type candidate struct {
	move   board.Move
	weight uint32
}

// noCandidate means all moves that are not candidates: no move has its number.
const noCandidate = board.Move(1<<16 - 1)

// known caches the books' candidates of recent positions, to save time: most games of
// a frame begin alike.
type known [1 << knownBits]knownRow

const knownBits = 13

// knownRow is the candidates of a position.
type knownRow struct {
	key        uint64
	masters    int
	filled     bool
	candidates []candidate // none if no book has the position
}

// of returns the row of a position, which is filled only if it already was the row of
// this position.
func (k *known) of(key uint64, masters int) *knownRow {
	row := &k[key>>(64-knownBits)]
	if row.key != key || row.masters != masters {
		row.key, row.masters, row.filled = key, masters, false
	}
	return row
}
