package czipbeam

import (
	"bytes"
	"context"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/chesszip/chesszip"
	"github.com/chesszip/chesszip/internal/test/corpus"
	"github.com/chesszip/chesszip/levels"
)

// sample returns the games of Lichess that come with the project.
func sample(t testing.TB) []byte {
	src, err := corpus.Read(corpus.Sample)
	require.NoError(t, err)
	return src
}

// tiny are n games of a few moves: some thousand make a frame.
func tiny(n int) []byte {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, "[Event \"%d\"]\n[White \"w%d\"]\n[ECO \"B%02d\"]\n[WhiteElo \"%d\"]\n[Result \"%s\"]\n\n1. e4 %s 2. Nf3 Nc6 %s\n\n",
			i, i%500, i%100, 1500+i%700, []string{"1-0", "0-1", "1/2-1/2", "*"}[i%4], []string{"e5", "c5", "e6"}[i%3], []string{"1-0", "0-1", "1/2-1/2", "*"}[i%4])
	}
	return []byte(b.String())
}

func packed(t testing.TB, src []byte, o *chesszip.WriterOptions) []byte {
	var b bytes.Buffer
	_, err := chesszip.Compress(t.Context(), &b, bytes.NewReader(src), o)
	require.NoError(t, err)
	return b.Bytes()
}

func openBytes(t testing.TB, b []byte) *chesszip.Archive {
	a, err := chesszip.Open(t.Context(), bytes.NewReader(b), int64(len(b)), &chesszip.ReaderOptions{Levels: levels.All()})
	require.NoError(t, err)
	return a
}

// inFrames is an archive whose frames have so many games.
func inFrames(t testing.TB, src []byte, games int64, o *chesszip.WriterOptions) []byte {
	a, err := chesszip.OpenPGN(t.Context(), bytes.NewReader(src), int64(len(src)), nil)
	require.NoError(t, err)
	var frames []*chesszip.Archive
	for at := int64(0); at < a.NumGames(); at += games {
		var text bytes.Buffer
		_, err := a.Games().Range(at, at+games).WriteTo(t.Context(), &text)
		require.NoError(t, err)
		frames = append(frames, openBytes(t, packed(t, text.Bytes(), o)))
	}
	return merged(t, frames, nil)
}

func merged(t testing.TB, from []*chesszip.Archive, o *chesszip.MergeOptions) []byte {
	var b bytes.Buffer
	_, err := chesszip.Merge(t.Context(), &b, from, o)
	require.NoError(t, err)
	return b.Bytes()
}

func write(t testing.TB, dir, name string, b []byte) string {
	path := filepath.Join(dir, name)
	require.NoError(t, os.WriteFile(path, b, 0o600))
	return path
}

// archives are two archives of 25 frames each: 2,500 games. The second has an index.
func archives(t testing.TB) (paths []string, opened []*chesszip.Archive) {
	dir, src := t.TempDir(), sample(t)
	for i, o := range []*chesszip.WriterOptions{{}, {Open: chesszip.ColumnMoves | chesszip.ColumnNumbers}} {
		b := inFrames(t, src, 50, o)
		paths = append(paths, write(t, dir, fmt.Sprintf("lichess-%d.czip", i), b))
		opened = append(opened, openBytes(t, b))
	}
	return paths, opened
}

// damagedFrame is the frame of a damaged archive that cannot be read, from 0.
const damagedFrame = 7

// damaged is the first of the archives with a bit of a frame turned, and without the
// games of that frame.
func damaged(t testing.TB) (path string, left []byte) {
	src := sample(t)
	b := inFrames(t, src, 50, nil)
	f := openBytes(t, b).Frames()[damagedFrame]
	plain, err := chesszip.OpenPGN(t.Context(), bytes.NewReader(src), int64(len(src)), nil)
	require.NoError(t, err)
	var text bytes.Buffer
	for _, r := range [][2]int64{{0, f.First}, {f.First + f.Games, math.MaxInt64}} {
		_, err := plain.Games().Range(r[0], r[1]).WriteTo(t.Context(), &text)
		require.NoError(t, err)
	}
	b[f.Offset+f.Stored/2] ^= 4
	return write(t, t.TempDir(), "damaged.czip", b), text.Bytes()
}

func begin(t testing.TB, name string) *Work {
	w, err := Begin(filepath.Join(t.TempDir(), name))
	require.NoError(t, err)
	t.Cleanup(func() { w.Discard() })
	return w
}

// list returns the shards of files.
func list(t testing.TB, frames int64, paths ...string) (all []Shard) {
	for i, path := range paths {
		fn := ListFn{Frames: frames}
		none := func(Damage) { t.Error("damage") }
		require.NoError(t, fn.ProcessElement(context.Background(), Input{int64(i), path}, func(s Shard) { all = append(all, s) }, none))
	}
	return all
}

// outputs returns the files of a Work's output, by their names.
func outputs(t testing.TB, dir string) map[string]string {
	all := map[string]string{}
	entries, err := os.ReadDir(dir)
	require.NoError(t, err)
	for _, e := range entries {
		b, err := os.ReadFile(filepath.Join(dir, e.Name()))
		require.NoError(t, err)
		all[e.Name()] = string(b)
	}
	return all
}
