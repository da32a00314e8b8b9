package pattern

import (
	"strings"

	"github.com/chesszip/chesszip/bitboard"
	"github.com/chesszip/chesszip/board"
)

// parsePlaces parses a square, whose file or rank may be "?", or two corners of a
// rectangle: "e5", "d?", "?7", "??", "f1-h2".
func parsePlaces(text string) (in bitboard.Set, ok bool) {
	low, high, isRange := strings.Cut(text, "-")
	if !isRange {
		return one(low)
	}
	from, err1 := board.ParseSquare(low)
	to, err2 := board.ParseSquare(high)
	if err1 != nil || err2 != nil {
		return 0, false
	}
	return rectangle(from, to), true
}

// one parses a square, whose file or rank may be "?".
func one(text string) (in bitboard.Set, ok bool) {
	if len(text) != 2 {
		return 0, false
	}
	in = ^bitboard.Set(0)
	if file := text[0] - 'a'; file < 8 {
		in &= bitboard.FileA << file
	} else if text[0] != '?' {
		return 0, false
	}
	if rank := text[1] - '1'; rank < 8 {
		in &= bitboard.Rank1 << (8 * rank)
	} else if text[1] != '?' {
		return 0, false
	}
	return in, true
}

func rectangle(a, b board.Square) (in bitboard.Set) {
	for file := min(a&7, b&7); file <= max(a&7, b&7); file++ {
		for rank := min(a>>3, b>>3); rank <= max(a>>3, b>>3); rank++ {
			in |= bitboard.Of(rank<<3 | file)
		}
	}
	return in
}

// filesOf parses a set of files such as "ah".
func filesOf(text string) (files uint8, ok bool) {
	for _, b := range []byte(text) {
		if b |= 0x20; b < 'a' || b > 'h' {
			return 0, false
		}
		files |= 1 << (b - 'a')
	}
	return files, text != ""
}
