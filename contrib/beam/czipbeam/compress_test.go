package czipbeam

import (
	"bytes"
	"context"
	"errors"
	"io/fs"
	"iter"
	"math/rand/v2"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/apache/beam/sdks/v2/go/pkg/beam/core/sdf"
	"github.com/klauspost/compress/gzip"
	"github.com/klauspost/compress/zstd"
	"github.com/stretchr/testify/require"

	"github.com/chesszip/chesszip"
	"github.com/chesszip/chesszip/board"
	"github.com/chesszip/chesszip/movelist/learned"
)

// texts are PGN, packed by zstd and by gzip, and what is in them.
func texts(t testing.TB) (paths []string, plain [][]byte) {
	dir := t.TempDir()
	plain = [][]byte{tiny(9_000), tiny(4_500), sample(t)}
	var z, g bytes.Buffer
	zw, err := zstd.NewWriter(&z)
	require.NoError(t, err)
	gw := gzip.NewWriter(&g)
	for i, w := range []interface {
		Write([]byte) (int, error)
		Close() error
	}{zw, gw} {
		_, err := w.Write(plain[1+i])
		require.NoError(t, err)
		require.NoError(t, w.Close())
	}
	return []string{write(t, dir, "a.pgn", plain[0]), write(t, dir, "b.pgn.zst", z.Bytes()), write(t, dir, "c.pgn.gz", g.Bytes())}, plain
}

// compressed runs the DoFns of Compress over bundles that are split at random, and
// returns the outputs. Pieces are of one frame.
func compressed(t *testing.T, paths []string, p Packing, name string, random *rand.Rand) map[string]string {
	w := begin(t, "out")
	cut := CutFn{1}
	fn := CompressFn{p, w.Dir, 1 << 30}
	merge := MergeFn{p, w.Dir, name}
	key := byFile
	if name != "" {
		key = together
	}
	var pieces []Piece
	for i, path := range paths {
		var all []Text
		for range 2 {
			require.NoError(t, cut.ProcessElement(context.Background(), Input{int64(i), path}, func(text Text) { all = append(all, text) }))
		}
		require.Equal(t, all[0], all[1])
		bundles(t, fn.CreateInitialRestriction(all[0]), random, func(rt *sdf.LockRTracker) error {
			return fn.ProcessElement(context.Background(), rt, all[0], func(p Piece) { pieces = append(pieces, p) })
		})
	}
	var first map[string]string
	for range 2 {
		for _, group := range byKey(pieces, key) {
			require.NoError(t, merge.ProcessElement(context.Background(), "", shuffled(group, random), func(string) {}))
		}
		got := outputs(t, filepath.Join(w.Dir, "out"))
		if first != nil {
			require.Equal(t, first, got)
		}
		first = got
	}
	require.Greater(t, len(pieces), len(paths))
	return first
}

// TestCompressOfBundles holds that archives are those of Compress, and one of several
// texts is what Merge makes of these, byte for byte.
func TestCompressOfBundles(t *testing.T) {
	paths, plain := texts(t)
	for i, p := range []Packing{
		{Index: int(chesszip.ColumnNames)},
		{Openings: true},
	} {
		o, err := p.writerOptions()
		require.NoError(t, err)
		if p.Openings {
			o.Open |= chesszip.OpeningTable
		}
		var each []*chesszip.Archive
		want := map[string]string{}
		for k, name := range []string{"00000-a.czip", "00001-b.czip", "00002-c.czip"} {
			b := packed(t, plain[k], o)
			want[name] = string(b)
			each = append(each, openBytes(t, b))
		}
		one := map[string]string{"all": string(merged(t, each, nil))}
		for _, random := range rounds() {
			require.True(t, sameFiles(want, compressed(t, paths, p, "", random)), "packing %d", i)
			require.True(t, sameFiles(one, compressed(t, paths, p, "all", random)), "packing %d, in one", i)
		}
	}
}

// TestCompressAtLevel holds the same of a learned level.
func TestCompressAtLevel(t *testing.T) {
	paths, plain := texts(t)
	want := packed(t, plain[1], &chesszip.WriterOptions{Level: learned.V1})
	random := rand.New(rand.NewPCG(3, 3))
	got := compressed(t, paths[1:2], Packing{Level: "6"}, "", random)
	require.True(t, sameFiles(map[string]string{"00000-b.czip": string(want)}, got))
	_, err := (&Packing{Level: "5"}).writerOptions()
	require.ErrorIs(t, err, chesszip.ErrOption)
}

func sameFiles(want, got map[string]string) bool {
	for name, b := range want {
		if got[name] != b {
			return false
		}
	}
	return len(want) == len(got)
}

// TestSplitsOfTexts holds that packed texts are split into larger parts than others.
func TestSplitsOfTexts(t *testing.T) {
	r := Range{To: 64}
	for range 64 {
		r.Sizes = append(r.Sizes, 32<<20)
	}
	for path, want := range map[string]int{"a.pgn": 32, "a.pgn.zst": 2, "a.pgn.gz": 2, "a": 32} {
		require.Len(t, (&CompressFn{}).SplitRestriction(Text{Path: path}, r), want, path)
	}
	require.Len(t, (&CompressFn{Bytes: 128 << 20}).SplitRestriction(Text{Path: "a"}, r), 16)
}

// TestChangedText holds that a text that changes after it was cut is an error.
func TestChangedText(t *testing.T) {
	path := write(t, t.TempDir(), "a.pgn", tiny(9000))
	w := begin(t, "out")
	var text Text
	require.NoError(t, (&CutFn{1}).ProcessElement(context.Background(), Input{0, path}, func(x Text) { text = x }))
	fn := CompressFn{Dir: w.Dir}
	process := func() error {
		rt := fn.CreateTracker(fn.CreateInitialRestriction(text))
		return fn.ProcessElement(context.Background(), rt, text, func(Piece) {})
	}
	require.NoError(t, process())
	require.NoError(t, os.Chtimes(path, time.Unix(1, 0), time.Unix(1, 0)))
	require.ErrorIs(t, process(), errChanged)
	require.NoError(t, os.Truncate(path, 100))
	require.ErrorIs(t, process(), errChanged)
}

// copyWriter writes the texts of a shard.
type copyWriter struct{ Fail bool }

func (copyWriter) Suffix() string { return ".txt" }

var errWriter = errors.New("the writer fails")

func (w copyWriter) WriteShard(ctx context.Context, to *os.File, frames iter.Seq2[*chesszip.Archive, error]) error {
	for a, err := range frames {
		if err != nil {
			return err
		}
		if _, err := a.WriteTo(ctx, to); err != nil {
			return err
		}
		if w.Fail {
			return errWriter
		}
	}
	return nil
}

func TestConvertTwice(t *testing.T) {
	paths, _ := archives(t)
	w := begin(t, "out")
	var want map[string]string
	for range 2 {
		for _, s := range list(t, 10, paths...) {
			fn := ConvertFn[copyWriter]{Dir: w.Dir}
			require.NoError(t, fn.ProcessElement(context.Background(), s, func(string) {}, noDamage(t)))
		}
		got := outputs(t, filepath.Join(w.Dir, "out"))
		if want != nil {
			require.Equal(t, want, got)
		}
		want = got
	}
	src := sample(t)
	text := ""
	for _, name := range []string{"00000-lichess-0-00000.txt", "00000-lichess-0-00001.txt", "00000-lichess-0-00002.txt"} {
		text += want[name]
	}
	require.True(t, text == string(src))

	// A writer that fails leaves no output.
	w = begin(t, "out")
	fn := ConvertFn[copyWriter]{Dir: w.Dir, Writer: copyWriter{Fail: true}}
	err := fn.ProcessElement(context.Background(), list(t, 10, paths...)[0], func(string) {}, noDamage(t))
	require.ErrorIs(t, err, errWriter)
	require.Empty(t, outputs(t, filepath.Join(w.Dir, "out")))
	require.Empty(t, outputs(t, filepath.Join(w.Dir, "pieces")))
}

// TestDamagedFrame holds that damage ends a bundle with file and frame, or else that
// the games of the other frames are there, whatever reads them.
func TestDamagedFrame(t *testing.T) {
	path, left := damaged(t)
	s := list(t, 100, path)[0]
	w := begin(t, "out")
	for name, process := range map[string]func(rt *sdf.LockRTracker, skip bool, tell func(Damage)) (string, error){
		"games": func(rt *sdf.LockRTracker, skip bool, tell func(Damage)) (text string, err error) {
			fn := GamesFn{Reading: Reading{SkipDamage: skip}}
			err = fn.ProcessElement(context.Background(), rt, s, func(g Game) { text += g.Text }, tell)
			return text, err
		},
		"filter": func(rt *sdf.LockRTracker, skip bool, tell func(Damage)) (text string, err error) {
			fn := FilterFn{Reading: Reading{SkipDamage: skip}, Dir: w.Dir}
			err = fn.ProcessElement(context.Background(), rt, s, func(p Piece) {
				b, err := os.ReadFile(p.Path)
				require.NoError(t, err)
				text += string(b)
			}, tell)
			return text, err
		},
		"convert": func(_ *sdf.LockRTracker, skip bool, tell func(Damage)) (text string, err error) {
			fn := ConvertFn[copyWriter]{SkipDamage: skip, Dir: w.Dir}
			err = fn.ProcessElement(context.Background(), s, func(name string) { text = outputs(t, filepath.Join(w.Dir, "out"))[name] }, tell)
			return text, err
		},
	} {
		_, err := process(ByFrames{}.CreateTracker(ByFrames{}.CreateInitialRestriction(s)), false, noDamage(t))
		require.ErrorIs(t, err, chesszip.ErrCorrupt, name)
		require.ErrorContains(t, err, path, name)
		require.ErrorContains(t, err, "frame 8", name)
		var found []Damage
		text, err := process(ByFrames{}.CreateTracker(ByFrames{}.CreateInitialRestriction(s)), true, func(d Damage) { found = append(found, d) })
		require.NoError(t, err, name)
		require.True(t, text == string(left), name)
		require.Len(t, found, 1, name)
		require.Equal(t, Damage{path, damagedFrame + 1, 50, found[0].Error}, found[0], name)
	}
	// Counts leave the games of the frame out, too.
	fn := TreeFn{Reading: Reading{SkipDamage: true}, Plies: 1}
	total := int64(0)
	err := fn.ProcessElement(context.Background(), ByFrames{}.CreateTracker(ByFrames{}.CreateInitialRestriction(s)), s, func(key string, x chesszip.Statistics) {
		if p, m, _ := counted(key); m == noMove && p == board.Start() {
			total += x.Games()
		}
	}, func(Damage) {})
	require.NoError(t, err)
	require.Equal(t, openBytes(t, packed(t, left, nil)).NumGames(), total)
}

func TestWork(t *testing.T) {
	dir := t.TempDir()
	out := filepath.Join(dir, "out.tsv")
	w, err := Begin(out)
	require.NoError(t, err)
	write(t, filepath.Join(w.Dir, "out"), "half", []byte("half"))
	// While a job runs, another with the same output does not begin.
	_, err = Begin(out)
	require.ErrorIs(t, err, ErrBusy)
	// A job that died leaves its lock and its files; the next removes them.
	require.NoError(t, w.lock.Close())
	w, err = Begin(out)
	require.NoError(t, err)
	require.Empty(t, outputs(t, filepath.Join(w.Dir, "out")))
	write(t, filepath.Join(w.Dir, "out"), "t", []byte("whole"))
	require.NoError(t, w.Commit("t"))
	require.Equal(t, map[string]string{"out.tsv": "whole"}, outputs(t, dir))
	// What is there is never written over.
	_, err = Begin(out)
	require.ErrorIs(t, err, fs.ErrExist)

	folder := filepath.Join(dir, "folder")
	w, err = Begin(folder)
	require.NoError(t, err)
	write(t, filepath.Join(w.Dir, "out"), "a", nil)
	require.NoError(t, os.WriteFile(folder, nil, 0o600))
	require.ErrorIs(t, w.Commit(""), fs.ErrExist)
	require.NoError(t, os.Remove(folder))
	require.NoError(t, w.Commit(""))
	require.Equal(t, map[string]string{"a": ""}, outputs(t, folder))
	require.NoDirExists(t, w.Dir)
}
