// Package scid reads the databases of SCID 3.5 and 4. A database is three files.
//
//	base, err := scid.Open(index, names, games) // NAME.si4, NAME.sn4, NAME.sg4
//	for g, err := range base.Games(ctx) { ... } // parsed games, of package pgn
//	io.Copy(w, base.Reader(ctx))                // or all of them as PGN
//
// # Format
//
// Integers are big-endian. The index has a head of 182 bytes and an entry of 47 bytes
// for each game:
//
//	head   | "Scid.si" 0 | version, 2 (400) | type, 4 | games, 3 | first, 3 | description, 108 | flags, 54 |
//
//	entry  | offset, 4 | length, 2 | length's 17th bit, flags | flags, 2 |
//	       | players' high bits | White, 2 | Black, 2 | others' high bits | event, 2 | site, 2 | round, 2 |
//	       | result, counts, 2 | ECO, 2 | date and event's date, 4 | ratings, 2 and 2 | ... |
//
// Players, events, sites and rounds are numbers of names in the file of names. There
// each name shares a prefix with the previous one; the first has none:
//
//	| "Scid.sn" 0 | time, 4 | counts, 3 each | highest frequencies, 3 each |
//	| number, 2 or 3 | frequency, 1 to 3 | length, 1 | of that repeated, 1 | the rest | ...
//
// The block of a game holds its other tags, its start position, its moves with marks
// for annotations, and the texts of its comments:
//
//	| length, 1 | name | length, 1 | value | ... | 0 | flags, 1 | FEN, 0 | moves ... | 15 | comment, 0 | ...
//
// A length of 241 or more is one of the common names. A move is a byte: 4 bits for
// the piece's number in a list of its side, 4 for its target. The values 11 to 15 of
// the king, number 0, are marks: a glyph, a comment, the beginning and the end of a
// variation, and the end of the game.
//
// This describes databases written by SCID 4.7. SCID stores no Chess960 in them: it
// leaves such games out at import.
//
// The package only reads. It does not read the .si5 files of SCID 5: open such a
// database in SCID and export it as PGN, by Tools, Export all filter games.
package scid

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"iter"

	"github.com/chesszip/chesszip/pgn"
)

var (
	// ErrCorrupt is returned for a file that is damaged or not SCID's.
	ErrCorrupt = errors.New("scid: not a database, or a damaged one")
	// ErrVersion is returned for a database of another version.
	ErrVersion = errors.New("scid: a version that is not known")
)

// Error reports where a database is wrong, and why.
type Error struct {
	Game   int // number of the game, from 0; -1 outside games
	Offset int // in the block of the game, or in the file of names or the index
	Msg    string
	Err    error // ErrCorrupt, ErrVersion or the error of a reader
}

// Error implements error.
func (e *Error) Error() string {
	if e.Game < 0 {
		return fmt.Sprintf("%v: byte %d: %s", e.Err, e.Offset, e.Msg)
	}
	return fmt.Sprintf("%v: game %d, byte %d of its block: %s", e.Err, e.Game+1, e.Offset, e.Msg)
}

// Unwrap returns Err.
func (e *Error) Unwrap() error { return e.Err }

func damaged(offset int, format string, args ...any) *Error {
	return &Error{-1, offset, fmt.Sprintf(format, args...), ErrCorrupt}
}

// Base is a database. Several goroutines may use it at once.
type Base struct {
	index, games *io.SectionReader
	n            int
	names        [kinds]names
}

const (
	indexMagic   = "Scid.si\x00"
	version      = 400
	headSize     = 182
	entrySize    = 47
	versionAt    = 8
	gamesAt      = 14
	newVersionIs = ".si5, which SCID 5 writes, is not read: export it as PGN in SCID, by Tools, Export all filter games"
)

// Open opens a database by its index (.si4), names (.sn4) and games (.sg4). It reads
// the names, at most 32 MiB, and keeps them in memory. The errors are ErrCorrupt and
// ErrVersion, in an *Error, and those of the files.
func Open(index, names, games *io.SectionReader) (*Base, error) {
	if index == nil || names == nil || games == nil {
		return nil, errors.New("scid: one of the three files is nil")
	}
	head := make([]byte, headSize)
	if n, err := readAt(index, head, 0); err != nil {
		return nil, fmt.Errorf("scid: read the index: %w", err)
	} else if n < len(head) || string(head[:len(indexMagic)]) != indexMagic {
		return nil, damaged(0, "no index of SCID; %s", newVersionIs)
	}
	if v := binary.BigEndian.Uint16(head[versionAt:]); v != version {
		return nil, &Error{-1, versionAt, fmt.Sprintf("version %d, not %d; %s", v, version, newVersionIs), ErrVersion}
	}
	b := &Base{index: index, games: games, n: int(uint24(head[gamesAt:]))}
	if room := (index.Size() - headSize) / entrySize; int64(b.n) > room {
		return nil, damaged(gamesAt, "%d games, of which the file has room for %d", b.n, room)
	}
	if err := b.readNames(names); err != nil {
		return nil, err
	}
	return b, nil
}

// readAt fills b from offset on, up to the end of the file.
func readAt(f io.ReaderAt, b []byte, offset int64) (int, error) {
	n, err := f.ReadAt(b, offset)
	if err == io.EOF || n == len(b) {
		err = nil
	}
	return n, err
}

func uint24(b []byte) uint32 { return uint32(b[0])<<16 | uint32(b[1])<<8 | uint32(b[2]) }

// Len returns the number of games, including deleted ones.
func (b *Base) Len() int { return b.n }

// entriesAtOnce is the number of index entries read at once.
const entriesAtOnce = 1 << 10

// entries reads the entries of the games from number from up to but not including to.
func (b *Base) entries(from, to int) ([]entry, error) {
	if from < 0 || to > b.n {
		return nil, fmt.Errorf("scid: there is no game %d of %d, counted from 0", to-1, b.n)
	}
	raw := make([]byte, entrySize*(to-from))
	n, err := readAt(b.index, raw, headSize+entrySize*int64(from))
	if err != nil {
		return nil, fmt.Errorf("scid: read the index: %w", err)
	}
	if n < len(raw) {
		return nil, &Error{from + n/entrySize, 0, "the index ends before it", ErrCorrupt}
	}
	all := make([]entry, to-from)
	for i := range all {
		all[i] = entryOf((*[entrySize]byte)(raw[entrySize*i:]))
	}
	return all, nil
}

// Game reads a game, deleted or not, counted from 0. Its Text is empty; use
// pgn.AppendGame to write it. Errors of the game are ErrCorrupt in an *Error.
func (b *Base) Game(i int) (*pgn.ParsedGame, error) {
	all, err := b.entries(i, i+1)
	if err != nil {
		return nil, err
	}
	return b.game(i, &all[0])
}

func (b *Base) game(i int, e *entry) (*pgn.ParsedGame, error) {
	block := make([]byte, e.length)
	n, err := readAt(b.games, block, int64(e.offset))
	if err != nil {
		return nil, fmt.Errorf("scid: read game %d: %w", i+1, err)
	}
	if n < len(block) {
		return nil, &Error{i, n, "the file of games ends in it", ErrCorrupt}
	}
	g := &pgn.ParsedGame{}
	if g.Tags, err = b.tags(e); err == nil {
		err = decodeGame(g, block)
	}
	var wrong *Error
	if errors.As(err, &wrong) {
		wrong.Game = i
	}
	if err != nil {
		return nil, err
	}
	g.Result = results[e.result]
	return g, nil
}

// Games returns the games that are not deleted, in their order, and an error in the
// place of each damaged game. An error of ctx or of a file ends the sequence.
func (b *Base) Games(ctx context.Context) iter.Seq2[*pgn.ParsedGame, error] {
	return func(yield func(*pgn.ParsedGame, error) bool) {
		r := b.Reader(ctx)
		for {
			g, err := r.nextGame()
			if err == io.EOF || !yield(g, err) || err != nil && !errors.Is(err, ErrCorrupt) {
				return
			}
		}
	}
}
