package pattern

import (
	"math/bits"
	"strings"

	"github.com/chesszip/chesszip/bitboard"
	"github.com/chesszip/chesszip/board"
	"github.com/chesszip/chesszip/internal/query/pattern/language"
)

// flip is a reading of a pattern: with colours exchanged and ranks turned, with files
// mirrored, both, or unchanged.
type flip struct{ colors, files bool }

// parseFlip parses the value of a term flip.
func parseFlip(values []string) (f flip, err error) {
	for _, v := range values {
		switch v {
		case "color", "colors":
			f.colors = true
		case "files":
			f.files = true
		default:
			return f, language.Wrong("flip", strings.Join(values, ","), "color, files, or color,files")
		}
	}
	return f, nil
}

// variants returns all readings, the unchanged one first.
func (f flip) variants() []flip {
	all := []flip{{}}
	if f.colors {
		all = append(all, flip{colors: true})
	}
	for _, v := range all {
		if f.files {
			all = append(all, flip{colors: v.colors, files: true})
		}
	}
	return all
}

func (f flip) color(c board.Color) board.Color {
	if f.colors {
		return c.Other()
	}
	return c
}

func (f flip) side(s side) side {
	if f.colors && s != eitherSide {
		return blackSide + whiteSide - s
	}
	return s
}

// set returns the squares of a set after the flip.
func (f flip) set(s bitboard.Set) bitboard.Set {
	if f.files {
		s = bitboard.Set(bits.ReverseBytes64(bits.Reverse64(uint64(s))))
	}
	if f.colors {
		s = bitboard.Set(bits.ReverseBytes64(uint64(s)))
	}
	return s
}

func (f flip) square(s board.Square) board.Square {
	return f.set(bitboard.Of(s)).First()
}

// fileSet returns a set of files after the flip.
func (f flip) fileSet(files uint8) uint8 {
	if f.files {
		return bits.Reverse8(files)
	}
	return files
}

// position returns a position after the flip; without castling rights if files are
// mirrored.
func (f flip) position(p *board.Position) board.Position {
	q := board.Position{Turn: f.color(p.Turn), HalfmoveClock: p.HalfmoveClock, FullmoveNumber: p.FullmoveNumber}
	for s := p.Occupied(); s != 0; s = s.WithoutFirst() {
		from := s.First()
		piece := p.At(from)
		q.Put(f.square(from), board.PieceOf(f.color(piece.Color()), piece.Kind()))
	}
	if p.EnPassant != 0 {
		q.EnPassant = f.square(p.EnPassant)
	}
	for _, c := range [...]board.Color{board.White, board.Black} {
		for _, s := range [...]board.Side{board.KingSide, board.QueenSide} {
			if file, ok := p.Castling.RookFile(c, s); ok {
				q.Castling = q.Castling.With(f.color(c), s, file)
			}
		}
	}
	return q
}

// side is the owner of something.
type side uint8

const (
	eitherSide side = iota
	whiteSide
	blackSide
)

// has reports whether a side includes a colour.
func (s side) has(c board.Color) bool { return s == eitherSide || s == side(c)+1 }
