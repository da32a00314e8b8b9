package fuzz

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/chesszip/chesszip"
	"github.com/chesszip/chesszip/internal/archive"
	"github.com/chesszip/chesszip/levels"
	"github.com/chesszip/chesszip/movelist/learned"
)

// reads are options to read any archive by one thread.
var reads = &chesszip.ReaderOptions{Levels: levels.All(), Threads: 1}

// edited is an archive to be edited.
type edited struct {
	bytes  []byte
	text   []byte
	frames []archive.Entry
	texts  [][]byte // of the frames
	games  [][]byte
	stages map[int][]byte // the text before each append, by the archive's length then
}

// appendedGames returns an archive of four frames, all but the first appended, so that
// it has old indexes.
func appendedGames(t *testing.T, o *chesszip.WriterOptions, inputs ...string) *edited {
	t.Helper()
	var out bytes.Buffer
	_, err := chesszip.Compress(t.Context(), &out, strings.NewReader(inputs[0]), o)
	require.NoError(t, err)
	stages := map[int][]byte{}
	text := inputs[0]
	for _, more := range inputs[1:] {
		stages[out.Len()] = []byte(text)
		text += more
		so := bytes.NewReader(bytes.Clone(out.Bytes()))
		_, err := chesszip.Append(t.Context(), &out, so, so.Size(), strings.NewReader(more), &chesszip.AppendOptions{Levels: levels.All(), Threads: 1, Open: o.Open})
		require.NoError(t, err)
	}
	e := &edited{bytes: out.Bytes(), text: []byte(text), stages: stages}
	r, err := archive.NewReader(bytes.NewReader(e.bytes), int64(len(e.bytes)), nil)
	require.NoError(t, err)
	for i, rest := 0, e.text; i < r.Len(); i++ {
		n := r.Entry(i).Input
		e.frames, e.texts, rest = append(e.frames, r.Entry(i)), append(e.texts, rest[:n]), rest[n:]
	}
	a, err := chesszip.Open(t.Context(), bytes.NewReader(e.bytes), int64(len(e.bytes)), reads)
	require.NoError(t, err)
	for g, err := range a.Games().Texts(t.Context()) {
		require.NoError(t, err)
		e.games = append(e.games, g.Text)
	}
	return e
}

// edit returns the archive with one to three byte ranges flipped, removed, inserted or
// overwritten, and the numbers of the untouched frames.
func (e *edited) edit(random *rand.Rand) (what string, src []byte, intact []int) {
	n := len(e.bytes)
	from := random.IntN(n)
	size := 1 + random.IntN(min(n-from, 1<<random.IntN(11)))
	to, put := from+size, make([]byte, size)
	for i := range put {
		put[i] = byte(random.Uint32())
	}
	switch random.IntN(4) {
	case 0:
		to, put = from+1, []byte{e.bytes[from] ^ 1<<random.IntN(8)}
		what = "bit turned"
	case 1:
		put, what = nil, "cut out"
		if random.IntN(4) == 0 {
			to, what = n, "cut off"
		}
	case 2:
		to, what = from, "put in"
		if random.IntN(2) == 0 { // a part of the archive
			put = e.bytes[:size]
		}
	default:
		what = "written over"
	}
	src = bytes.Join([][]byte{e.bytes[:from], put, e.bytes[to:]}, nil)
	for i, f := range e.frames {
		if f.Input > 0 && (int(f.Offset+f.Length) <= from || int(f.Offset) >= to) {
			intact = append(intact, i)
		}
	}
	return fmt.Sprintf("%s from %d to %d, %d bytes", what, from, to, len(put)), src, intact
}

// saved returns the numbers of the frames whose texts form b; false if it holds anything
// else.
func (e *edited) saved(b []byte) (frames []int, ok bool) {
	for len(b) > 0 {
		i := slices.IndexFunc(e.texts, func(text []byte) bool { return len(text) > 0 && bytes.HasPrefix(b, text) })
		if i < 0 {
			return frames, false
		}
		frames, b = append(frames, i), b[len(e.texts[i]):]
	}
	return frames, true
}

// contains reports whether all of want are in got, in this order.
func contains(got, want []int) bool {
	for _, n := range got {
		if len(want) > 0 && n == want[0] {
			want = want[1:]
		}
	}
	return len(want) == 0
}

// check returns what is wrong with the results of reading an edited archive.
func (e *edited) check(src []byte, intact []int, o *chesszip.ReaderOptions) error {
	var out bytes.Buffer
	_, decompressed := chesszip.Decompress(context.Background(), &out, bytes.NewReader(src), o)
	err := decompressed
	// Cut off at the end of an old index it is the archive as before the append, which
	// no reader can notice.
	if before, ok := e.stages[len(src)]; ok && err == nil && bytes.HasPrefix(e.bytes, src) && bytes.Equal(out.Bytes(), before) {
		return nil
	}
	if err == nil && !bytes.Equal(out.Bytes(), e.text) && !bytes.Equal(src, e.bytes) {
		return fmt.Errorf("Decompress gives %d other bytes and no error", out.Len())
	}
	// After damage it goes on where an archive begins, such as an inserted one.
	if _, ok := e.saved(out.Bytes()); !ok {
		return fmt.Errorf("Decompress has written other bytes beside its error, %w", err)
	}
	given := bytes.Clone(out.Bytes())
	out.Reset()
	size := int64(len(src))
	if _, err := chesszip.Recover(context.Background(), &out, bytes.NewReader(src), size, o); err != nil {
		return fmt.Errorf("Recover: %w", err)
	}
	if saved, ok := e.saved(out.Bytes()); !ok || !contains(saved, intact) {
		return fmt.Errorf("Recover saves frames %v (and nothing else: %v), intact are %v", saved, ok, intact)
	}
	a, err := chesszip.Open(context.Background(), bytes.NewReader(src), size, o)
	var torn *chesszip.TornError
	if errors.As(err, &torn) {
		a, err = chesszip.Open(context.Background(), bytes.NewReader(src), torn.Size, o)
	}
	if err != nil {
		return nil
	}
	right := 0
	for g, err := range a.Games().Texts(context.Background()) {
		if err == nil {
			right++
		}
		same := func(text []byte) bool { return bytes.Equal(text, g.Text) }
		// An inserted archive has its own games, before others.
		if err == nil && (len(src) > len(e.bytes) && !slices.ContainsFunc(e.games, same) ||
			len(src) <= len(e.bytes) && (g.Number >= int64(len(e.games)) || !same(e.games[g.Number]))) {
			return fmt.Errorf("game %d is another one, and there is no error", g.Number)
		}
	}
	_, damaged, err := a.Verify(context.Background())
	if err == nil && len(damaged) == 0 && torn == nil && right < len(e.games) {
		return fmt.Errorf("Verify finds nothing, but %d games of %d can be read", right, len(e.games))
	}
	// Verify and Decompress agree on whether anything is wrong.
	if bad := err != nil || len(damaged) > 0 || torn != nil; bad != (decompressed != nil) {
		return fmt.Errorf("Verify finds %v and %d damaged frames, Decompress says %v", err, len(damaged), decompressed)
	}
	var old *archive.OldIndexError
	if errors.As(decompressed, &old) && !bytes.Equal(given, e.text) {
		return fmt.Errorf("an old index is damaged, and Decompress does not give all games: %w", decompressed)
	}
	return nil
}

// TestTurnedHeads flips each bit of the header and of the first frame's head, in
// archives whose first frame was written alone: its number of games is stored only
// there, and no game may get another number without an error.
func TestTurnedHeads(t *testing.T) {
	for _, c := range []struct {
		name   string
		o      chesszip.WriterOptions
		inputs []string
	}{
		{"alone", chesszip.WriterOptions{Threads: 1}, []string{files[3]}},
		{"a game before others", chesszip.WriterOptions{Level: learned.V1, Threads: 1}, []string{files[3], files[5]}},
		{"a list before games", chesszip.WriterOptions{Threads: 1}, []string{"8/8/8/8/8/8/8/Kk6 w - - 0 1\n", files[5]}},
	} {
		e := appendedGames(t, &c.o, c.inputs...)
		for at := range 32 {
			for bit := range 8 {
				src := bytes.Clone(e.bytes)
				src[at] ^= 1 << bit
				require.NoError(t, e.check(src, nil, reads), "%s: bit %d of byte %d", c.name, bit, at)
			}
		}
	}
}

// TestEdits checks that after any edit of an archive, reading it gives an error or right
// results, and that Recover saves every untouched frame. With CHESSZIP_LONG there are
// 100,000 edits.
func TestEdits(t *testing.T) {
	edits := 120
	if os.Getenv("CHESSZIP_LONG") != "" {
		edits = 34_000
	}
	var fens strings.Builder
	for i := range 40 {
		fmt.Fprintf(&fens, "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - %d %d\n", i%7, 1+i*i%90)
	}
	for _, c := range []struct {
		name   string
		o      chesszip.WriterOptions
		inputs []string
	}{
		{"fast and indexed", chesszip.WriterOptions{Open: chesszip.ColumnMoves | chesszip.ColumnNumbers | chesszip.ColumnNames}, []string{files[3], files[4], files[9], files[7]}},
		{"default", chesszip.WriterOptions{Level: learned.V1}, []string{files[3], files[5]}},
		{"positions", chesszip.WriterOptions{}, []string{fens.String(), fens.String()[:500]}},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			c.o.Threads = 1
			e := appendedGames(t, &c.o, c.inputs...)
			random := rand.New(rand.NewPCG(13, uint64(len(c.name))))
			for range edits {
				what, src, intact := e.edit(random)
				if err := e.check(src, intact, reads); err != nil {
					t.Errorf("%s: %v", what, err)
				}
			}
		})
	}
}
