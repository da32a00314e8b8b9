// Package codec stores positions and game states in few bits.
//
//	data, err := codec.AppendPosition(nil, &p) // some 14 bytes
//	p, rest, err := codec.DecodePosition(data)
//	key, err := codec.KeyOf(&p)                // 20 bytes, exact: a map key
//	db.Exec("INSERT INTO games VALUES (?)", codec.StoredGame{Game: game})
//
// A Scheme is one way to store a position: a board scheme of the rooms basen,
// huffman or piecelist, and after it the rights trailer of gamestate, which
// holds side to move, castling, en passant and counters. A Selector, or
// palette, is four schemes of which the shortest is taken for each position.
// Most callers want AppendPosition and DecodePosition, which use the default
// palette, or the type StoredPosition.
//
// For databases there are the types StoredPosition, Key and StoredGame: columns
// that are a whole position, a position in 20 bytes without collisions, and a
// game. AppendGame and DecodeGame store games by any level, such as learned.V1.
// For data of Lichess there are AppendPacked and DecodePacked.
//
// # Blobs
//
// What AppendPosition, AppendGame and AppendState append, and the columns of
// StoredPosition and StoredGame, are blobs: they say by their first byte what they
// hold and by which method, and every other decoder refuses them with ErrMethod.
// Identify says what a blob is. Their checked forms, two bytes longer, hold a
// checksum by which altered bytes are noticed, but for one alteration in 65,536;
// without it a flipped bit often gives another position or game. Columns are
// checked. The same decoders read both forms.
//
//	| method 1 |            body |     plain, 0x61 for a position of the default palette
//	| method 1 | checksum 2 | body |   checked, 0xa1
//
// # Body of a position
//
//	| scheme 2 | board | rights trailer | 0 to 7 zero bits |
//
//	scheme   which of the palette's four; the shortest, of equal ones the first
//
// A position has one encoding by each palette; all others are refused when read.
//
// The scheme nibble puts castling and en passant on its marks where these can
// say it, and has one bit more before its trailer:
//
//	| board with marks | 0 | trailer without castling and en passant |
//	| board            | 1 | trailer |
package codec

import (
	"github.com/icza/bitio"

	"github.com/chesszip/chesszip/basen"
	"github.com/chesszip/chesszip/board"
	"github.com/chesszip/chesszip/huffman"
	"github.com/chesszip/chesszip/piecelist"
)

// Scheme is one way to store a position in bits.
type Scheme interface {
	// Name returns the name by which ByName finds the scheme.
	Name() string
	// BitLen returns the number of bits Write would write, or an error, as
	// Write would, for a position that the scheme cannot hold.
	BitLen(p *board.Position) (int, error)
	// Write writes p.
	Write(w *bitio.Writer, p *board.Position) error
	// Read reads a position that Write wrote.
	Read(r *bitio.Reader) (board.Position, error)
}

// BoardScheme is one way to store what stands on a board.
type BoardScheme interface {
	BitLen(b *board.Board) (int, error)
	Write(w *bitio.Writer, b *board.Board) error
	Read(r *bitio.Reader) (board.Board, error)
}

// Names returns the names of all schemes.
func Names() []string {
	return []string{"nibble", "base13", "variable", "numbered", "huffman", "huffman-counted", "xor-diff", "piece-list"}
}

// ByName returns the scheme of that name; ok is false if there is none.
func ByName(name string) (s Scheme, ok bool) {
	switch name {
	case "nibble":
		return nibble{}, true
	case "base13":
		return WithTrailer(name, basen.Base13{}), true
	case "variable":
		return WithTrailer(name, basen.Variable{}), true
	case "numbered":
		return trailed{name, basen.Numbered{}, numberedBits}, true
	case "huffman":
		return WithTrailer(name, huffman.Classic), true
	case "huffman-counted":
		return WithTrailer(name, huffman.Counted), true
	case "xor-diff":
		return WithTrailer(name, huffman.Diff{}), true
	case "piece-list":
		return WithTrailer(name, piecelist.Combinations), true
	}
	return nil, false
}

// WithTrailer returns the scheme that writes the board by b and then the
// rights trailer.
func WithTrailer(name string, b BoardScheme) Scheme { return trailed{name, b, 0} }

// trailed is a board scheme and the rights trailer.
type trailed struct {
	name  string
	board BoardScheme
	least int // no board takes fewer bits; 0 where that is not known
}

// numberedBits is what the exact numbering takes for every board.
const numberedBits = 152

func (t trailed) Name() string { return t.name }

func (t trailed) BitLen(p *board.Position) (int, error) {
	n, err := t.board.BitLen(&p.Board)
	if err != nil {
		return 0, err
	}
	return n + wholeTrailer.BitLen(p), nil
}

func (t trailed) Write(w *bitio.Writer, p *board.Position) error {
	if err := t.board.Write(w, &p.Board); err != nil {
		return err
	}
	return wholeTrailer.Write(w, p)
}

func (t trailed) Read(r *bitio.Reader) (board.Position, error) {
	b, err := t.board.Read(r)
	if err != nil {
		return board.Position{}, err
	}
	p := board.Position{Board: b}
	if err := wholeTrailer.Read(r, &p); err != nil {
		return board.Position{}, err
	}
	return p, nil
}
