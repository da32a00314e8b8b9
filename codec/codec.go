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

// schemes returns the table of all schemes: a new one is a line here, and TestTexts names the
// documents that lack it. The palettes do not use the table, so that programs that only store
// positions do not link explanations.
func schemes() []entry {
	return []entry{
		{nibble{}, explainNibble},
		{WithTrailer("base13", basen.Base13{}), explainNumber("one integer below 13^64")},
		{WithTrailer("variable", basen.Variable{}), explainNumber("one integer below 11^16 * 13^48")},
		{numbered, explainNumber("its number among all boards with feasible promotions")},
		{huffmanClassic, explainHuffman(huffman.Classic)},
		{WithTrailer("huffman-counted", huffman.Counted), explainHuffman(huffman.Counted)},
		{xorDiff, explainDiff},
		{pieceList, explainPieceList},
	}
}

// entry is a line of the table of schemes.
type entry struct {
	Scheme
	explain explainer
}

// The schemes of the named palettes, besides nibble.
var (
	numbered       = trailed{"numbered", basen.Numbered{}, numberedBits}
	huffmanClassic = WithTrailer("huffman", huffman.Classic)
	xorDiff        = WithTrailer("xor-diff", huffman.Diff{})
	pieceList      = WithTrailer("piece-list", piecelist.Combinations)
)

// Names returns the names of all schemes.
func Names() []string {
	var names []string
	for _, s := range schemes() {
		names = append(names, s.Name())
	}
	return names
}

// ByName returns the scheme of that name; ok is false if there is none.
func ByName(name string) (s Scheme, ok bool) {
	for _, s := range schemes() {
		if s.Name() == name {
			return s.Scheme, true
		}
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
