package streams

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/chesszip/chesszip"
	"github.com/chesszip/chesszip/internal/test/library/kit"
	"github.com/chesszip/chesszip/movelist/learned"
)

// shortGames returns n games of a few moves each: many small frames.
func shortGames(n int) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, "[Event \"%d\"]\n[White \"player %d\"]\n\n1. e4 e5 2. Nf3 *\n\n", i%97, i%109)
	}
	return b.String()
}

// begunArchive is the output of an interrupted Compress.
type begunArchive struct{ archive, journal []byte }

// resume resumes, and returns the completed archive and journal.
func (b begunArchive) resume(t testing.TB, src string, o chesszip.WriterOptions) (whole begunArchive, stats chesszip.Stats, err error) {
	u, err := chesszip.OpenUnfinished(t.Context(), bytes.NewReader(b.archive), int64(len(b.archive)), bytes.NewReader(b.journal), int64(len(b.journal)))
	require.NoError(t, err)
	dst, journal := bytes.NewBuffer(bytes.Clone(b.archive[:u.Size()])), bytes.NewBuffer(bytes.Clone(b.journal[:u.JournalSize()]))
	if o.Journal = journal; u.Frames() == 0 {
		stats, err = chesszip.Compress(t.Context(), dst, strings.NewReader(src), &o)
	} else {
		stats, err = u.Resume(t.Context(), dst, strings.NewReader(src), &o)
	}
	return begunArchive{dst.Bytes(), journal.Bytes()}, stats, err
}

// begin compresses src with a journal.
func begin(t testing.TB, src string, o chesszip.WriterOptions) (begunArchive, chesszip.Stats) {
	var dst, journal bytes.Buffer
	o.Journal = &journal
	stats, err := chesszip.Compress(t.Context(), &dst, strings.NewReader(src), &o)
	require.NoError(t, err)
	return begunArchive{dst.Bytes(), journal.Bytes()}, stats
}

// TestResume checks that an archive that was cut off anywhere is completed to the same
// bytes as an uninterrupted one, and so is its journal, with the same statistics.
func TestResume(tt *testing.T) {
	t := kit.SmallFrames{T: tt}
	t.Parallel()
	cuts := 5 // of each archive
	if kit.Long {
		cuts = 20
	}
	games := shortGames(1700)
	list := strings.Repeat("8/8/8/3k4/8/3K4/4P3/8 w - - 0 1\nr3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1\n", 300)
	for name, c := range map[string]struct {
		src string
		o   chesszip.WriterOptions
	}{
		"fast":          {games, chesszip.WriterOptions{Threads: 2}},
		"one thread":    {games, chesszip.WriterOptions{Threads: 1, Unchecked: true}},
		"indexes":       {games, chesszip.WriterOptions{Threads: 3, Open: chesszip.ColumnNames | chesszip.ColumnMoves | chesszip.ColumnNumbers}},
		"learned":       {shortGames(900), chesszip.WriterOptions{Level: learned.V1, Unchecked: true}},
		"sorted":        {list, chesszip.WriterOptions{Sort: true}},
		"no games":      {strings.Repeat("no game at all\n", 30_000), chesszip.WriterOptions{}},
		"a long game":   {"[Event \"long\"]\n\n{" + strings.Repeat("and so on\n", 50_000) + "} 1. e4 *\n\n" + shortGames(500), chesszip.WriterOptions{}},
		"a single game": {"1. e4 *\n", chesszip.WriterOptions{}},
	} {
		t.Run(name, func(t kit.SmallFrames) {
			want, stats := begin(t, c.src, c.o)
			plain := kit.Compress(t, []byte(c.src), &c.o)
			require.True(t, bytes.Equal(plain, want.archive), "a journal changes the archive")
			rng := rand.New(rand.NewPCG(1, uint64(len(c.src))))
			for range cuts {
				cut := begunArchive{want.archive[:rng.IntN(len(want.archive)+1)], want.journal[:rng.IntN(len(want.journal)+1)]}
				switch rng.IntN(3) { // frames are written before their records, and are lost first when a disk fails
				case 0:
					cut.archive = want.archive
				case 1:
					cut.journal = want.journal
				}
				got, now, err := cut.resume(t, c.src, c.o)
				require.NoError(t, err)
				require.True(t, bytes.Equal(want.archive, got.archive), "%d and %d bytes do not become the archive", len(cut.archive), len(cut.journal))
				require.True(t, bytes.Equal(want.journal, got.journal), "the journal differs")
				require.Equal(t, stats, now)
			}
		})
	}
}

// TestResumeKeeps checks that every whole frame with a whole record is kept.
func TestResumeKeeps(tt *testing.T) {
	t := kit.SmallFrames{T: tt}
	src := shortGames(1700)
	var frames, records []int
	var archive, journal bytes.Buffer
	o := &chesszip.WriterOptions{Threads: 1, Unchecked: true, Journal: writerFunc(func(b []byte) (int, error) {
		frames = append(frames, archive.Len())
		n, err := journal.Write(b)
		records = append(records, journal.Len())
		return n, err
	})}
	_, err := chesszip.Compress(t.Context(), &archive, strings.NewReader(src), o)
	require.NoError(t, err)
	require.Len(t, records, 1+5, "the options, and five frames")
	kept := func(size, journalSize int, damaged int) *chesszip.Unfinished {
		b := bytes.Clone(archive.Bytes()[:size])
		if damaged >= 0 {
			b[damaged] ^= 1
		}
		u, err := chesszip.OpenUnfinished(t.Context(), bytes.NewReader(b), int64(size), bytes.NewReader(journal.Bytes()), int64(journalSize))
		require.NoError(t, err)
		return u
	}
	for i := 1; i <= 5; i++ {
		for _, u := range []*chesszip.Unfinished{kept(frames[i], records[i], -1), kept(archive.Len(), records[i], -1), kept(frames[i], journal.Len(), -1)} {
			require.Equal(t, int64(i), u.Frames())
			require.Equal(t, int64(min(i*400, 1700)), u.Games())
			require.Equal(t, int64(len(shortGames(min(i*400, 1700)))), u.Input())
			require.Equal(t, int64(frames[i]), u.Size())
			require.Equal(t, int64(records[i]), u.JournalSize())
		}
		for _, u := range []*chesszip.Unfinished{
			kept(frames[i]-1, records[i], -1), kept(frames[i], records[i]-1, -1), kept(frames[i], records[i], frames[i]-20),
		} {
			require.Equal(t, int64(i-1), u.Frames())
		}
	}
	require.Zero(t, kept(frames[0], records[5], -1).Frames(), "a header")
	require.Zero(t, kept(3, records[5], -1).Frames(), "half a header")
	require.Zero(t, kept(frames[5], 3, -1).Frames(), "no journal")
}

type writerFunc func(b []byte) (int, error)

func (f writerFunc) Write(b []byte) (int, error) { return f(b) }

// TestResumeOther checks that two inputs, or two settings, are never mixed.
func TestResumeOther(tt *testing.T) {
	t := kit.SmallFrames{T: tt}
	src := shortGames(900)
	o := chesszip.WriterOptions{Unchecked: true}
	b, _ := begin(t, src, o)
	b.archive = b.archive[:len(b.archive)-10] // without an index
	for name, c := range map[string]struct {
		src string
		o   chesszip.WriterOptions
	}{
		"another level":            {src, chesszip.WriterOptions{Unchecked: true, Level: learned.V1}},
		"another index":            {src, chesszip.WriterOptions{Unchecked: true, Open: chesszip.ColumnNumbers}},
		"checked":                  {src, chesszip.WriterOptions{}},
		"sorted":                   {src, chesszip.WriterOptions{Unchecked: true, Sort: true}},
		"a byte changed":           {strings.Replace(src, "player 108", "Player 108", 1), o},
		"a game less at the front": {src[strings.Index(src[1:], "[Event")+1:], o},
		"half of it":               {src[:len(src)/3], o},
		"nothing":                  {"", o},
	} {
		_, _, err := b.resume(t, c.src, c.o)
		if c.o.Sort {
			require.Error(t, err, name)
			continue
		}
		require.ErrorIs(t, err, chesszip.ErrResume, name)
	}
	// A journal of another archive.
	other, _ := begin(t, strings.Replace(src, "Nf3", "Nc3", 1), o)
	u, err := chesszip.OpenUnfinished(t.Context(), bytes.NewReader(b.archive), int64(len(b.archive)), bytes.NewReader(other.journal), int64(len(other.journal)))
	require.NoError(t, err)
	require.Less(t, u.Frames(), int64(3))
	// Anything may follow the kept frames.
	b.journal = b.journal[:len(b.journal)-1]
	more, _, err := b.resume(t, src+shortGames(10), o)
	require.NoError(t, err)
	require.True(t, bytes.Equal(kit.Compress(t, []byte(src+shortGames(10)), &o), more.archive))
}

// TestResumeEnds checks that Resume ends when its context does, and that its errors are
// those of its arguments.
func TestResumeEnds(tt *testing.T) {
	t := kit.SmallFrames{T: tt}
	src := shortGames(900)
	o := chesszip.WriterOptions{Unchecked: true}
	b, _ := begin(t, src, o)
	size, journalSize := int64(len(b.archive))-10, int64(len(b.journal))
	ctx, stop := context.WithCancel(t.Context())
	u, err := chesszip.OpenUnfinished(ctx, bytes.NewReader(b.archive), size, bytes.NewReader(b.journal), journalSize)
	require.NoError(t, err)
	stop()
	_, err = u.Resume(ctx, io.Discard, strings.NewReader(src), &o)
	require.ErrorIs(t, err, context.Canceled)
	_, err = chesszip.OpenUnfinished(ctx, bytes.NewReader(b.archive), size, bytes.NewReader(b.journal), journalSize)
	require.ErrorIs(t, err, context.Canceled)
	broken := errors.New("broken")
	full := o
	full.Journal = writerFunc(func([]byte) (int, error) { return 0, broken })
	_, err = chesszip.Compress(t.Context(), io.Discard, strings.NewReader(src), &full)
	require.ErrorIs(t, err, broken)
	// The file has been shortened.
	_, err = chesszip.OpenUnfinished(t.Context(), bytes.NewReader(b.archive[:50]), size, bytes.NewReader(b.journal), journalSize)
	require.ErrorIs(t, err, io.ErrUnexpectedEOF)
}
