// Package scid reads the databases of SCID 4 and 5, and writes those of SCID 4. A database
// is three files.
//
//	base, err := scid.Open(index, names, games) // NAME.si4, NAME.sn4, NAME.sg4, or .si5, .sn5, .sg5
//	for g, err := range base.Games(ctx) { ... } // parsed games, of package pgn
//	io.Copy(w, base.Reader(ctx))                // or all of them as PGN
//
//	w := scid.NewWriter(index, names, games)
//	err = w.Write(game) // and so on
//	err = w.Close()
//
// # SCID 4
//
// Integers are big-endian. The index has a head of 182 bytes and an entry of 47 bytes
// for each game:
//
//	head   | "Scid.si" 0 | version, 2 (400) | type, 4 | games, 3 | first, 3 | description, 108 | flags, 54 |
//
//	entry  | offset, 4 | length, 2 | length's 17th bit, custom flags | flags, 2 |
//	       | players' high bits | White, 2 | Black, 2 | others' high bits | event, 2 | site, 2 | round, 2 |
//	       | result; glyphs, comments, variations, 2 | ECO, 2 | event's date and date, 4 | ratings, 2 and 2 |
//	       | stored line, 1 | last material, 3 | half-moves, 1 | their high bits, pawn moves, 1 | moves of pawns, 8 |
//
// Players, events, sites and rounds are numbers of names in the file of names. There
// each name shares a prefix with the previous one; the first has none:
//
//	| "Scid.sn" 0 | time, 4 | counts, 3 each | highest frequencies, 3 each |
//	| number, 2 or 3 | frequency, 1 to 3 | length, 1 | of that repeated, 1 | the rest | ...
//
// Names are sorted. SCID stores no Chess960 in these databases: it leaves such games out
// at import.
//
// # SCID 5
//
// The index has no head: it is an entry of 56 bytes for each game, twelve little-endian
// integers of 32 bits and 8 bytes. Fields are listed from the highest bit:
//
//	| comments, 4; White, 28 | variations, 4; Black, 28 | glyphs, 4; event, 28 | site, 32 |
//	| Chess960, 1; round, 31 | White's rating, 12; date, 20 | Black's rating, 12; event's date, 20 |
//	| half-moves, 10; flags, 22 | length, 17; offset, 15 | offset's low bits, 32 |
//	| stored line, 8; last material, 24 |
//	| pawn moves, 8; kinds of ratings, 3 and 3; result, 2; ECO, 16 | moves of pawns, 8 bytes |
//
// A date is a year of 11 bits, a month of 4 and a day of 5, each 0 if not known. Material
// is the number of queens, rooks, bishops and knights, at most 3, in 2 bits each, and of
// pawns in 4, first White's. A pawn that leaves its first square takes 4 bits: 15 for a2 to
// 8 for h2, 7 for a7 to 0 for h7. The stored line is a number in SCID's own table of
// openings, 0 for none. The file of names only grows. A name's number counts the names of its kind before it:
//
//	| length * 8 + kind, in groups of 7 bits, the lowest first, all but the last plus 128 | name | ...
//
// The kinds are 0 players, 1 events, 2 sites, 3 rounds, and 4 facts about the database,
// such as "description" followed by its text. In the file of games no block crosses a
// multiple of 128 KiB; what is left before one is filled up.
//
// # Games
//
// The block of a game is the same in both. It holds its other tags, its start position,
// its moves with marks for annotations, and the texts of its comments:
//
//	| length, 1 | name | length, 1 | value | ... | 0 | flags, 1 | FEN, 0 | moves ... | 15 | comment, 0 | ...
//
// A length of 241 or more is one of the common names. Of tags with the same name the
// last counts. A move is a byte: 4 bits for the piece's number in a list of its side, 4
// for its target. The values 11 to 15 of the king, number 0, are marks: a glyph, a
// comment, the beginning and the end of a variation, and the end of the game.
//
// This describes databases written by SCID 4.7 and 5.0.
package scid

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"iter"
	"math"

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
	Game   int    // number of the game, from 0; -1 outside games
	File   string // "index", "names" or, for the block of a game, ""
	Offset int    // in the file or the block; 0 in the index entry of a game
	Msg    string
	Err    error // ErrCorrupt or ErrVersion
}

// Error implements error.
func (e *Error) Error() string {
	if e.Game < 0 {
		return fmt.Sprintf("%v: %s, byte %d: %s", e.Err, e.File, e.Offset, e.Msg)
	}
	if e.File == indexFile {
		return fmt.Sprintf("%v: game %d, its entry in the index: %s", e.Err, e.Game+1, e.Msg)
	}
	return fmt.Sprintf("%v: game %d, byte %d of its block: %s", e.Err, e.Game+1, e.Offset, e.Msg)
}

// Unwrap returns Err.
func (e *Error) Unwrap() error { return e.Err }

// damaged returns an error in the block of a game.
func damaged(offset int, format string, args ...any) *Error {
	return damagedFile("", offset, format, args...)
}

func damagedFile(file string, offset int, format string, args ...any) *Error {
	return &Error{-1, file, offset, fmt.Sprintf(format, args...), ErrCorrupt}
}

// Base is a database. Several goroutines may use it at once.
type Base struct {
	layout
	index, games *io.SectionReader
	n            int
	names        [kinds]names
}

// layout is the form of an index.
type layout struct {
	head, entry int // bytes before the entries, and of an entry
	entryOf     func(raw []byte) entry
}

func layout4() layout { return layout{headSize, 47, entryOf4} }
func layout5() layout { return layout{0, 56, entryOf5} }

const (
	indexMagic = "Scid.si\x00"
	version    = 400
	headSize   = 182
	versionAt  = 8
	gamesAt    = 14
	indexFile  = "index"
	namesFile  = "names"
)

// Open opens a database by its index (.si4 or .si5), names (.sn4, .sn5) and games (.sg4,
// .sg5). It reads the names and keeps them in memory: at most 32 MiB of SCID 4, 1 GiB of
// SCID 5. The errors are ErrCorrupt and ErrVersion, in an *Error, and those of the files.
func Open(index, names, games *io.SectionReader) (*Base, error) {
	if index == nil || names == nil || games == nil {
		return nil, errors.New("scid: one of the three files is nil")
	}
	var head [headSize]byte
	n, err := readAt(index, head[:], 0)
	if err != nil {
		return nil, fmt.Errorf("scid: read the index: %w", err)
	}
	var first [len(namesMagic)]byte
	if _, err := readAt(names, first[:], 0); err != nil {
		return nil, fmt.Errorf("scid: read the names: %w", err)
	}
	b := &Base{index: index, games: games}
	// Files of SCID 5 have no head of their own.
	if string(head[:len(indexMagic)]) == indexMagic || string(first[:]) == namesMagic {
		return b, b.open4(head[:n], names)
	}
	return b, b.open5(names)
}

func (b *Base) open4(head []byte, names *io.SectionReader) error {
	if len(head) < headSize || string(head[:len(indexMagic)]) != indexMagic {
		return damagedFile(indexFile, 0, "no index of SCID 4")
	}
	if v := binary.BigEndian.Uint16(head[versionAt:]); v != version {
		return &Error{-1, indexFile, versionAt, fmt.Sprintf("version %d, not %d", v, version), ErrVersion}
	}
	b.layout = layout4()
	b.n = int(uint24(head[gamesAt:]))
	if room := (b.index.Size() - headSize) / int64(b.entry); int64(b.n) > room {
		return damagedFile(indexFile, gamesAt, "%d games, of which the file has room for %d", b.n, room)
	}
	return b.readNames4(names)
}

func (b *Base) open5(names *io.SectionReader) error {
	b.layout = layout5()
	games, rest := b.index.Size()/int64(b.entry), int(b.index.Size()%int64(b.entry))
	if rest != 0 || games > min(most5, math.MaxInt) {
		return damagedFile(indexFile, int(games)*b.entry, "no index of SCID 5: %d bytes are not whole entries of %d, or too many", b.index.Size(), b.entry)
	}
	b.n = int(games)
	return b.readNames5(names)
}

// most5 is the greatest number of games of SCID 5.
const most5 = 1<<32 - 2

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
	raw := make([]byte, b.entry*(to-from))
	n, err := readAt(b.index, raw, int64(b.head)+int64(b.entry)*int64(from))
	if err != nil {
		return nil, fmt.Errorf("scid: read the index: %w", err)
	}
	if n < len(raw) {
		return nil, &Error{from + n/b.entry, indexFile, 0, "the index ends before it", ErrCorrupt}
	}
	all := make([]entry, to-from)
	for i := range all {
		all[i] = b.entryOf(raw[b.entry*i:])
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

// Flags returns the letters that SCID shows for the flags of a game: D for a deleted one,
// W and B for openings of White and Black, M, E, N, P, T, K, Q, !, ? and U for middlegame,
// endgame, novelty, pawns, tactics, king's side, queen's side, brilliancy, blunder and
// user, and 1 to 6 for those that the database names itself.
func (b *Base) Flags(i int) (string, error) {
	all, err := b.entries(i, i+1)
	if err != nil {
		return "", err
	}
	return all[0].flagText(), nil
}

func (b *Base) game(i int, e *entry) (*pgn.ParsedGame, error) {
	block := make([]byte, e.length)
	n, err := readAt(b.games, block, int64(e.offset))
	if err != nil {
		return nil, fmt.Errorf("scid: read game %d: %w", i+1, err)
	}
	if n < len(block) {
		return nil, &Error{i, "", n, "the file of games ends in it", ErrCorrupt}
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
