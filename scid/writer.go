package scid

import (
	"bufio"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/chesszip/chesszip/pgn"
)

var (
	// ErrUnfit is returned for a game that SCID 4 cannot hold: Chess960 and other
	// variants, sides with more than 16 pieces or without a king, variations nested more
	// than 2,048 deep, and more than 128 KiB.
	ErrUnfit = errors.New("scid: SCID 4 cannot hold it")
	// ErrFull is returned for more games or names than a database of SCID 4 can have.
	ErrFull = errors.New("scid: the database is full")
)

// Writer writes a database of SCID 4.
type Writer struct {
	file         IndexFile
	index        *bufio.Writer
	names, games io.Writer
	n            int
	at           uint64 // bytes of games
	known        [kinds]nameTable
	encoder      gameEncoder
	err          error // of a file
}

// IndexFile is what the index is written to: its head is written again at the end.
type IndexFile interface {
	io.Writer
	io.WriterAt
}

// nameTable are the names of a kind.
type nameTable struct {
	numbers map[string]uint32
	used    []uint32 // how often, by number
}

const (
	// mostGames4 is the greatest number of games of SCID 4.
	mostGames4 = 1<<24 - 2
	blockSize  = 128 << 10 // no game crosses a multiple of it
)

// NewWriter returns a writer to the three empty files of a database. It keeps the names
// in memory.
func NewWriter(index IndexFile, names, games io.Writer) *Writer {
	w := &Writer{file: index, index: bufio.NewWriter(index), names: names, games: games}
	for kind := range w.known {
		w.known[kind].numbers = map[string]uint32{}
	}
	_, w.err = w.index.Write(w.head())
	return w
}

// head returns the head of the index.
func (w *Writer) head() []byte {
	head := make([]byte, headSize)
	copy(head, indexMagic)
	binary.BigEndian.PutUint16(head[versionAt:], version)
	putUint24(head[gamesAt:], uint32(w.n))
	return head
}

func putUint24(b []byte, v uint32) { b[0], b[1], b[2] = byte(v>>16), byte(v>>8), byte(v) }

// Len returns the number of games written.
func (w *Writer) Len() int { return w.n }

// Write adds a game. Its lines end before their first move that is not known. What SCID
// has no place for is cut: names and values of tags after 255 bytes, dates before year 1
// and after 2047. The tag ScidFlags sets flags. After ErrUnfit the game is left out, and
// others may follow; other errors are final.
func (w *Writer) Write(g *pgn.ParsedGame) error {
	if w.err != nil {
		return w.err
	}
	e, block, err := w.encoder.encode(g)
	if err != nil {
		return fmt.Errorf("%w: %w", ErrUnfit, err)
	}
	if err := w.add(g, &e, block); err != nil {
		w.err = err
	}
	return w.err
}

func (w *Writer) add(g *pgn.ParsedGame, e *entry, block []byte) error {
	if w.n == mostGames4 {
		return fmt.Errorf("%w: it has %d games", ErrFull, w.n)
	}
	if rest := blockSize - w.at%blockSize; rest < uint64(len(block)) {
		if err := w.writeGames(make([]byte, rest)); err != nil {
			return err
		}
	}
	for i, of := range indexNames {
		value, ok := g.Tag(of.tag)
		if !ok {
			value = "?"
		}
		number, err := w.known[of.kind].add(cut(value, longestName), of.kind)
		if err != nil {
			return err
		}
		e.names[i] = number
	}
	e.offset, e.length = w.at, uint32(len(block))
	if w.at+uint64(len(block)) >= 1<<32 {
		return fmt.Errorf("%w: its games have %d bytes", ErrFull, w.at)
	}
	if err := w.writeGames(block); err != nil {
		return err
	}
	w.n++
	var raw [47]byte
	e.put4(&raw)
	_, err := w.index.Write(raw[:])
	return err
}

func (w *Writer) writeGames(b []byte) error {
	n, err := w.games.Write(b)
	w.at += uint64(n)
	return err
}

// indexNames are the tags whose values are names, in the order of entry.names.
var indexNames = [5]struct {
	tag  string
	kind int
}{{"White", players}, {"Black", players}, {"Event", events}, {"Site", sites}, {"Round", rounds}}

// cut returns a text without zero bytes, cut to a length.
func cut(text string, length int) string {
	text = strings.ReplaceAll(text, "\x00", " ")
	if len(text) <= length {
		return text
	}
	return strings.ToValidUTF8(text[:length], "")
}

// add counts a use of a name and returns its number.
func (t *nameTable) add(name string, kind int) (uint32, error) {
	number, ok := t.numbers[name]
	if !ok {
		if len(t.used) == mostNames[kind] {
			return 0, fmt.Errorf("%w: it has %d %s", ErrFull, len(t.used), [kinds]string{"players", "events", "sites", "rounds"}[kind])
		}
		number = uint32(len(t.used))
		t.numbers[strings.Clone(name)] = number
		t.used = append(t.used, 0)
	}
	t.used[number]++
	return number, nil
}

// Close writes the names and completes the index. It closes no file.
func (w *Writer) Close() error {
	if w.err == nil {
		w.err = w.finish()
	}
	return w.err
}

func (w *Writer) finish() error {
	if err := w.index.Flush(); err != nil {
		return err
	}
	if _, err := w.file.WriteAt(w.head(), 0); err != nil {
		return err
	}
	out := bufio.NewWriter(w.names)
	head := make([]byte, namesHead)
	copy(head, namesMagic)
	for kind, t := range w.known {
		putUint24(head[countsAt+3*kind:], uint32(len(t.used)))
		putUint24(head[mostOftenAt+3*kind:], t.mostOften())
	}
	if _, err := out.Write(head); err != nil {
		return err
	}
	for kind := range w.known {
		if err := w.known[kind].write(out); err != nil {
			return err
		}
	}
	return out.Flush()
}

func (t *nameTable) mostOften() uint32 {
	if len(t.used) == 0 {
		return 0
	}
	return min(slices.Max(t.used), 1<<24-1)
}

// write writes the names in SCID's order.
func (t *nameTable) write(out io.Writer) error {
	sorted := make([]string, 0, len(t.numbers))
	for name := range t.numbers {
		sorted = append(sorted, name)
	}
	slices.SortFunc(sorted, compareNames)
	numberSize, oftenSize := nameSizes(len(t.used), t.mostOften())
	before := ""
	var raw []byte
	for i, name := range sorted {
		number := t.numbers[name]
		raw = appendUint(raw[:0], number, numberSize)
		raw = append(appendUint(raw, min(t.used[number], 1<<24-1), oftenSize), byte(len(name)))
		same := 0
		if i > 0 {
			for same < min(len(name), len(before)) && name[same] == before[same] {
				same++
			}
			raw = append(raw, byte(same))
		}
		if _, err := out.Write(append(raw, name[same:]...)); err != nil {
			return err
		}
		before = name
	}
	return nil
}

// appendUint appends the low bytes of v.
func appendUint(dst []byte, v uint32, size int) []byte {
	for size--; size >= 0; size-- {
		dst = append(dst, byte(v>>(8*size)))
	}
	return dst
}

// compareNames compares names as SCID sorts them: bytes after the first have a sign.
func compareNames(a, b string) int {
	for i := range min(len(a), len(b)) {
		switch {
		case a[i] == b[i]:
		case i == 0:
			return int(a[i]) - int(b[i])
		default:
			return int(int8(a[i])) - int(int8(b[i]))
		}
	}
	return len(a) - len(b)
}
