// Package codec stores positions and game states in few bits.
//
//	data, err := codec.AppendPosition(nil, &p) // some 14 bytes
//	p, rest, err := codec.DecodePosition(data)
//	key, err := codec.KeyOf(&p)                // 20 bytes, exact: a map key
//	db.Exec("INSERT INTO games VALUES (?)", codec.StoredGame{Game: game})
//
// Most callers want AppendPosition and DecodePosition, or the type StoredPosition.
// They use the default palette. A Palette is up to four schemes, of which each position
// takes the shortest; NewPalette makes one of your own. A Scheme is one way to store a position: a board
// scheme of package basen, huffman or piecelist, then the rights trailer of gamestate
// with side to move, castling, en passant and counters.
//
// StoredPosition, Key and StoredGame are columns of a database: a whole position, a
// position in 20 bytes without collisions, and a game. AppendGame and DecodeGame
// store games by any level, such as learned.V1. AppendPacked and DecodePacked
// exchange positions with Lichess.
//
// Stored forms are final: what this version stores in a column, as a key, as a packed
// position or in the cube of endings, every later version reads, and stores as the
// same bytes, whatever becomes of archives.
//
// # Blobs
//
// AppendPosition and AppendGame append blobs, and the columns of
// StoredPosition and StoredGame are blobs. The first byte of a blob is its method:
// what it holds and how. Decoders of other methods refuse it with ErrMethod. Identify
// describes a blob. The checked forms are two bytes longer: a checksum detects
// altered bytes, except for one alteration in 65,536. Without it a flipped bit often
// gives another position or game. Columns are checked. The same decoders read both
// forms.
//
//	| method 1 |            body |     plain, 0x61 for a position of the default palette
//	| method 1 | checksum 2 | body |   checked, 0xa1
//
// # Body of a position
//
//	| scheme 2 | board | rights trailer | 0 to 7 zero bits |
//
//	scheme   which of the palette's: the first of the shortest
//
// A position has one encoding in each palette; decoders refuse all others.
//
// The scheme nibble stores castling and en passant in its marks if they can express
// them, and has one more bit before its trailer:
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
	// BitLen returns the number of bits that Write would write, or the error of Write
	// for a position that the scheme cannot hold.
	BitLen(p *board.Position) (int, error)
	// Write writes p.
	Write(w *bitio.Writer, p *board.Position) error
	// Read reads a position of Write.
	Read(r *bitio.Reader) (board.Position, error)
}

// BoardScheme is one way to store the contents of a board in bits.
type BoardScheme interface {
	BitLen(b *board.Board) (int, error)
	Write(w *bitio.Writer, b *board.Board) error
	Read(r *bitio.Reader) (board.Board, error)
}

// schemes returns the table of all schemes. TestTexts names the documents that lack
// one. The palettes do not use the table, so that programs that only store positions
// do not link explanations.
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

// ByName returns the scheme of the given name; ok is false if there is none.
func ByName(name string) (s Scheme, ok bool) {
	for _, s := range schemes() {
		if s.Name() == name {
			return s.Scheme, true
		}
	}
	return nil, false
}

// WithTrailer returns a scheme that writes the board by b, then the rights trailer.
func WithTrailer(name string, b BoardScheme) Scheme { return trailed{name, b, 0} }

// trailed is a board scheme and the rights trailer.
type trailed struct {
	name  string
	board BoardScheme
	least int // least number of bits of a board; 0 if not known
}

// numberedBits is the number of bits of every board in the exact numbering.
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
