package archives

import (
	"bytes"
	"io"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/chesszip/chesszip"
	"github.com/chesszip/chesszip/internal/archive"
	"github.com/chesszip/chesszip/internal/test/corpus"
	"github.com/chesszip/chesszip/internal/test/library/kit"
	"github.com/chesszip/chesszip/levels"
	"github.com/chesszip/chesszip/movelist/learned"
)

// readsAt counts what is read of a file.
type readsAt struct {
	r     io.ReaderAt
	calls int
}

func (c *readsAt) ReadAt(b []byte, at int64) (int, error) {
	c.calls++
	return c.r.ReadAt(b, at)
}

// sampleGames returns the exact texts of games of the sample.
func sampleGames(t testing.TB, n int) [][]byte {
	t.Helper()
	sample, err := corpus.Read(corpus.Sample)
	require.NoError(t, err)
	games := kit.SplitGames(sample)
	require.GreaterOrEqual(t, len(games), n)
	return games[:n]
}

// TestAppendedOneByOne appends games one at a time, with every kind of index: this takes
// at most three times the space of all at once, opening takes three reads, and all come
// back. CHESSZIP_LONG appends 10,000.
func TestAppendedOneByOne(t *testing.T) {
	for _, c := range []struct {
		o     chesszip.WriterOptions
		games int
		times int // greatest size relative to all at once; 0 for any
	}{
		{chesszip.WriterOptions{}, kit.Several(80, 150), 3},
		{chesszip.WriterOptions{Level: learned.V1}, kit.Several(30, 60), 3},
		{chesszip.WriterOptions{Open: kit.EveryIndex}, kit.Several(15, 30), 0},
	} {
		c.o.Threads = 1
		games := sampleGames(t, c.games+40)
		base := bytes.Join(games[:40], nil)
		file := kit.Compress(t, base, &c.o)
		atOnce := len(kit.Appended(t, file, bytes.Join(games[40:], nil), &chesszip.AppendOptions{Levels: levels.All(), Threads: 1, Open: c.o.Open})) - len(file)
		start := len(file)
		for i, g := range games[40:] {
			r := &readsAt{r: bytes.NewReader(file)}
			a, err := chesszip.Open(t.Context(), r, int64(len(file)), kit.EveryLevel)
			require.NoError(t, err)
			require.LessOrEqual(t, r.calls, 3)
			require.EqualValues(t, 40+i, a.NumGames())
			var more bytes.Buffer
			r.calls = 0
			_, err = chesszip.Append(t.Context(), &more, r, int64(len(file)), bytes.NewReader(g), &chesszip.AppendOptions{Levels: levels.All(), Threads: 1, Open: c.o.Open})
			require.NoError(t, err)
			require.LessOrEqual(t, r.calls, 6)
			file = append(file, more.Bytes()...)
		}
		kit.CheckWhole(t, "one by one", file, bytes.Join(games, nil))
		if grown := len(file) - start; c.times > 0 && grown > c.times*atOnce {
			t.Errorf("level %v: %d games take %d bytes one by one, %d at once", c.o.Level, c.games, grown, atOnce)
		}
	}
}

// TestManyAppends appends thousands of games: the bytes written are at most four times
// the games' own frames.
func TestManyAppends(t *testing.T) {
	t.Parallel()
	n := kit.Several(150, 10_000)
	o := &chesszip.WriterOptions{Threads: 1, Unchecked: true}
	games := sampleGames(t, 50)
	file := kit.Compress(t, games[0], o)
	start := len(file)
	own := 0
	for i := range n {
		r := &readsAt{r: bytes.NewReader(file)}
		var more bytes.Buffer
		_, err := chesszip.Append(t.Context(), &more, r, int64(len(file)), bytes.NewReader(games[i%50]), &chesszip.AppendOptions{Levels: levels.All(), Threads: 1})
		require.NoError(t, err)
		require.LessOrEqual(t, r.calls, 3)
		file = append(file, more.Bytes()...)
	}
	a := kit.OpenBytes(t, file, kit.EveryLevel)
	frames := a.Frames()
	require.Len(t, frames, n+1)
	for _, f := range frames[1:] {
		own += int(f.Stored)
	}
	require.LessOrEqual(t, len(file)-start, 4*own)
	t.Logf("%d appends: %d bytes, %.2f times the frames", n, len(file)-start, float64(len(file)-start)/float64(own))
	last, err := kit.Text(t.Context(), a, int64(n))
	require.NoError(t, err)
	require.Equal(t, string(games[(n-1)%50]), string(last))
}

// TestKilledAppend cuts an archive at every byte of the last append, and alters every
// byte of it: at most that game is lost, and Open returns the size of the undamaged
// archive.
func TestKilledAppend(t *testing.T) {
	for _, level := range []*learned.Level{nil, learned.V1} {
		o := &chesszip.WriterOptions{Level: level, Threads: 1}
		games := sampleGames(t, 4)
		before := kit.Compress(t, bytes.Join(games[:2], nil), o)
		before = kit.Appended(t, before, games[2], &chesszip.AppendOptions{Levels: levels.All(), Threads: 1})
		file := kit.Appended(t, before, games[3], &chesszip.AppendOptions{Levels: levels.All(), Threads: 1})
		whole := bytes.Join(games[:3], nil)
		lost := func(what string, bad []byte) {
			_, err := chesszip.Open(t.Context(), bytes.NewReader(bad), int64(len(bad)), kit.EveryLevel)
			var torn *chesszip.TornError
			require.ErrorAs(t, err, &torn, what)
			require.Equal(t, int64(len(before)), torn.Size, what)
			require.Equal(t, int64(len(bad)), torn.Size+torn.Tail, what)
			require.Equal(t, before, bad[:torn.Size])
			var got strings.Builder
			_, err = chesszip.Decompress(t.Context(), &got, bytes.NewReader(bad), kit.EveryLevel)
			require.ErrorIs(t, err, chesszip.ErrCorrupt, what)
			require.Equal(t, string(whole), got.String(), what)
		}
		for cut := len(before) + 1; cut < len(file); cut += kit.Several(3, 1) {
			lost("cut", file[:cut])
		}
		for i := len(before); i < len(file); i += kit.Several(3, 1) {
			bad := bytes.Clone(file)
			bad[i] ^= 0x11
			lost("altered", bad)
		}
		// The previous archive can be appended to.
		kit.CheckWhole(t, "again", kit.Appended(t, before, games[3], &chesszip.AppendOptions{Levels: levels.All(), Threads: 1}), bytes.Join(games, nil))
	}
}

// TestKilledIndex checks that nothing is lost if the index that follows many appends is
// cut off.
func TestKilledIndex(t *testing.T) {
	o := &chesszip.WriterOptions{Threads: 1, Unchecked: true}
	games := sampleGames(t, 50)
	file := kit.Compress(t, games[0], o)
	for i := 1; ; i++ {
		var more bytes.Buffer
		_, err := chesszip.Append(t.Context(), &more, bytes.NewReader(file), int64(len(file)), bytes.NewReader(games[i%50]), &chesszip.AppendOptions{Levels: levels.All(), Threads: 1})
		require.NoError(t, err)
		if at := bytes.Index(more.Bytes(), []byte("\xc7IX\xe2")); at > 0 {
			for _, cut := range []int{at + 1, (at + more.Len()) / 2, more.Len() - 1} {
				bad := append(bytes.Clone(file), more.Bytes()[:cut]...)
				_, err := chesszip.Open(t.Context(), bytes.NewReader(bad), int64(len(bad)), kit.EveryLevel)
				var torn *chesszip.TornError
				require.ErrorAs(t, err, &torn)
				require.Equal(t, int64(len(file)+at), torn.Size)
				require.EqualValues(t, i+1, kit.OpenBytes(t, bad[:torn.Size], kit.EveryLevel).NumGames())
			}
			return
		}
		file = append(file, more.Bytes()...)
	}
}

// TestMergeDecodesNothing checks that parts of an archive are split and joined even if
// its frames, which have right checksums, cannot be decoded.
func TestMergeDecodesNothing(tt *testing.T) {
	t := kit.SmallFrames{T: tt}
	good := kit.Compress(t, kit.Variety(), &chesszip.WriterOptions{Open: kit.EveryIndex})
	bad := undecodable(t, good)
	var again bytes.Buffer
	_, err := chesszip.Merge(t.Context(), &again, []*chesszip.Archive{kit.OpenBytes(t, bad, nil)}, nil)
	require.NoError(t, err)
	bad = again.Bytes()
	a := kit.OpenBytes(t, bad, nil)
	_, damaged, err := a.Verify(t.Context())
	require.NoError(t, err)
	require.Len(t, damaged, len(a.Frames()), "no frame can be decoded")
	parts, err := a.Split(400)
	require.NoError(t, err)
	require.Greater(t, len(parts), 1)
	var files []*chesszip.Archive
	for _, p := range parts {
		var b bytes.Buffer
		stats, err := chesszip.Merge(t.Context(), &b, []*chesszip.Archive{p}, nil)
		require.NoError(t, err)
		require.Equal(t, p.NumGames(), stats.Games)
		files = append(files, kit.OpenBytes(t, b.Bytes(), nil))
	}
	var joined bytes.Buffer
	_, err = chesszip.Merge(t.Context(), &joined, files, nil)
	require.NoError(t, err)
	require.Equal(t, bad, joined.Bytes())

	// Frames that can be decoded give back their input.
	a = kit.OpenBytes(t, good, nil)
	var got bytes.Buffer
	for i := range 2 {
		var b bytes.Buffer
		_, err := chesszip.Merge(t.Context(), &b, []*chesszip.Archive{kit.Shard(t, a, i, 2)}, nil)
		require.NoError(t, err)
		_, err = chesszip.Decompress(t.Context(), &got, bytes.NewReader(b.Bytes()), nil)
		require.NoError(t, err)
	}
	require.Equal(t, kit.Variety(), got.Bytes())
}

// undecodable returns an archive with frames for the same games and inputs, with right
// checksums and invalid streams.
func undecodable(t testing.TB, good []byte) []byte {
	t.Helper()
	r, err := archive.NewReader(bytes.NewReader(good), int64(len(good)), nil)
	require.NoError(t, err)
	h := r.Header()
	var b bytes.Buffer
	w, err := archive.NewWriter(&b, &h, nil)
	require.NoError(t, err)
	for i := range r.Len() {
		f, err := r.Frame(t.Context(), i)
		require.NoError(t, err)
		if f.Input == 0 {
			continue
		}
		f.Streams = []archive.Stream{{Kind: 3, Data: []byte("no layout")}, {Kind: 10, Data: []byte("no heads")}}
		require.NoError(t, w.WriteFrame(&f, r.Entry(i).Meta))
	}
	require.NoError(t, w.Close())
	return b.Bytes()
}
