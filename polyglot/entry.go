// Package polyglot reads and writes opening books of the Polyglot format, which many
// chess programs use.
//
//	book, err := polyglot.Open(file, size)
//	entries, err := book.Entries(&position) // what to play, the best first
//
//	b := polyglot.NewBuilder(nil)
//	err := b.Add(&game, "1-0")
//	err = b.Write(ctx, file)
//
// # Format
//
// A book is a list of entries of 16 bytes, by key. Integers are big-endian.
//
//	| key, 8 | move, 2 | weight, 2 | learn, 4 |
//
// The key is [codec.Polyglot] of the position. A move holds the target's file and
// rank, the origin's file and rank, 3 bits each, from the lowest on, and the kind
// that a pawn becomes: 1 for a knight to 4 for a queen. Castling is the king taking
// its rook, e1h1, also in Chess960. The format is described at
// http://hgm.nubati.net/book_format.html.
package polyglot

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"sort"

	"github.com/chesszip/chesszip/board"
	"github.com/chesszip/chesszip/codec"
	"github.com/chesszip/chesszip/internal/base/ctxio"
	"github.com/chesszip/chesszip/movegen"
)

// entrySize is the size of an entry in bytes.
const entrySize = 16

// ErrCorrupt is returned for a file that is not a book: its size is not a multiple of
// 16, or its keys are not in order.
var ErrCorrupt = errors.New("polyglot: not a book")

// Entry is a move of a book.
type Entry struct {
	Key uint64 `json:"key"` // codec.Polyglot of the position
	// Code is the move in the form of the format; MoveIn decodes it.
	Code uint16 `json:"code"`
	// Weight is the quality of the move, relative to others of the position.
	Weight uint16 `json:"weight"`
	Learn  uint32 `json:"learn"` // for the program's own use
}

// codeOf returns a move in the form of the format.
func codeOf(m board.Move) uint16 {
	code := uint16(m.To()) | uint16(m.From())<<6
	if k := m.Promotion(); k != board.NoKind {
		code |= uint16(k-board.Knight+1) << 12
	}
	return code
}

// MoveIn returns the legal move of p that the entry means; ok is false if there is
// none, for example if another position has the same key.
func (e *Entry) MoveIn(p *board.Position) (m board.Move, ok bool) {
	const lastPromotion = 4
	promotion := board.NoKind
	if k := e.Code >> 12; k > lastPromotion {
		return board.NullMove, false
	} else if k > 0 {
		promotion = board.Knight + board.Kind(k-1)
	}
	return movegen.Resolve(p, board.NewMove(board.Square(e.Code>>6&63), board.Square(e.Code&63), promotion))
}

// appendEntry appends an entry in the form of the format.
func appendEntry(dst []byte, e *Entry) []byte {
	dst = binary.BigEndian.AppendUint64(dst, e.Key)
	dst = binary.BigEndian.AppendUint16(dst, e.Code)
	dst = binary.BigEndian.AppendUint16(dst, e.Weight)
	return binary.BigEndian.AppendUint32(dst, e.Learn)
}

// decodeEntry reads an entry and returns the bytes after it. The error is ErrCorrupt
// for less than entrySize bytes.
func decodeEntry(src []byte) (e Entry, rest []byte, err error) {
	if len(src) < entrySize {
		return e, src, fmt.Errorf("%w: an entry of %d bytes", ErrCorrupt, len(src))
	}
	return Entry{
		Key: binary.BigEndian.Uint64(src), Code: binary.BigEndian.Uint16(src[8:]),
		Weight: binary.BigEndian.Uint16(src[10:]), Learn: binary.BigEndian.Uint32(src[12:]),
	}, src[entrySize:], nil
}

// Book is an open book. Several goroutines may use it at once.
type Book struct {
	r io.ReaderAt
	n int64
}

// Open opens a book of size bytes. It does not read from r yet.
func Open(r io.ReaderAt, size int64) (*Book, error) {
	if size < 0 || size%entrySize != 0 {
		return nil, fmt.Errorf("%w: %d bytes are no whole entries", ErrCorrupt, size)
	}
	return &Book{r, size / entrySize}, nil
}

// Len returns the number of entries.
func (b *Book) Len() int64 { return b.n }

// entry returns entry i. The error is that of the reader.
func (b *Book) entry(i int64) (Entry, error) {
	buf, err := ctxio.ReadAt(context.Background(), b.r, entrySize, i*entrySize)
	if err != nil {
		return Entry{}, fmt.Errorf("polyglot: read entry %d: %w", i, err)
	}
	e, _, err := decodeEntry(buf)
	return e, err
}

// maxMoves is the most entries of a position that are read: no position has so many
// legal moves.
const maxMoves = 512

// Entries returns the entries of a position, in the order of the book, at most 512.
// It leaves out entries whose move is not legal. It reads about 2 log2(Len) entries.
func (b *Book) Entries(p *board.Position) (found []Entry, err error) {
	key := codec.Polyglot(p)
	var failed error
	first := int64(sort.Search(int(b.n), func(i int) bool {
		e, err := b.entry(int64(i))
		if err != nil {
			failed = err
		}
		return e.Key >= key
	}))
	for i := first; i < b.n && i < first+maxMoves && failed == nil; i++ {
		e, err := b.entry(i)
		if err != nil {
			return nil, err
		}
		if e.Key != key {
			break
		}
		if _, ok := e.MoveIn(p); ok {
			found = append(found, e)
		}
	}
	return found, failed
}
