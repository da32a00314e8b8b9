package scid_test

import (
	"bytes"
	"errors"
	"io"
	"os"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/chesszip/chesszip/internal/test/corpus"
	"github.com/chesszip/chesszip/pgn"
	"github.com/chesszip/chesszip/scid"
)

// What a writer makes of odd games can be read; flags come back from their tag.
func TestWriterOdd(t *testing.T) {
	text := oddGames()
	files, games, unfit := written(t, text)
	require.NotZero(t, unfit)
	base, err := scid.Open(fileOf(files[0]), fileOf(files[1]), fileOf(files[2]))
	require.NoError(t, err)
	for i, want := range games {
		got, err := base.Game(i)
		require.NoError(t, err)
		line, _ := want.MainLine()
		read, whole := got.MainLine()
		require.Equal(t, line.Moves, read.Moves)
		require.True(t, whole)
	}
	flags, err := base.Flags(len(games) - 1)
	require.NoError(t, err)
	require.Equal(t, "DWB16", flags)
}

// memory is an index in memory.
type memory struct{ bytes.Buffer }

func (m *memory) WriteAt(b []byte, at int64) (int, error) { return copy(m.Bytes()[at:], b), nil }

// written returns the files of a database of the games of a text, the games in it, and
// how many are left out.
func written(t *testing.T, text []byte) (files [3][]byte, games []*pgn.ParsedGame, unfit int) {
	t.Helper()
	var index memory
	var names, blocks bytes.Buffer
	w := scid.NewWriter(&index, &names, &blocks)
	for g, err := range pgn.NewReader(bytes.NewReader(text), nil).Games() {
		require.NoError(t, err)
		if err := w.Write(g); errors.Is(err, scid.ErrUnfit) {
			unfit++
			continue
		}
		require.NoError(t, err)
		games = append(games, g)
	}
	require.NoError(t, w.Close())
	require.Equal(t, len(games), w.Len())
	return [3][]byte{index.Bytes(), names.Bytes(), blocks.Bytes()}, games, unfit
}

// What is written is read again: tags, moves, variations, comments and glyphs.
func TestWriter(t *testing.T) {
	for _, name := range []string{"scid5/4-tags.pgn", "scid5/6-flags.pgn", "scid5/9-latin1raw.pgn", "../../testdata/lichess.pgn"} {
		t.Run(name, func(t *testing.T) {
			text, err := os.ReadFile("testdata/" + name)
			if strings.HasSuffix(name, "lichess.pgn") {
				text, err = corpus.Read(corpus.Sample)
			}
			require.NoError(t, err)
			files, games, _ := written(t, joined(text))
			base, err := scid.Open(fileOf(files[0]), fileOf(files[1]), fileOf(files[2]))
			require.NoError(t, err)
			require.Equal(t, len(games), base.Len())
			for i, want := range games {
				got, err := base.Game(i)
				require.NoError(t, err)
				holds(t, want, got, i+1)
			}
		})
	}
}

func TestWriterRefuses(t *testing.T) {
	for _, c := range []struct{ text, says string }{
		{`[Variant "Chess960"]` + "\n" + `[FEN "bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9"]` + "\n\n1. g3 *\n", "it is Chess960"},
		{`[Variant "Crazyhouse"]` + "\n\n1. e4 *\n", "a variant with other rules"},
		{`[FEN "8/8/8/8/8/8/8/8 w - - 0 1"]` + "\n\n*\n", "without a king"},
		{"1. e4 {" + strings.Repeat("x", 130<<10) + "} *\n", "it takes 133"},
		{"1. e4 " + strings.Repeat("(1. d4 ", 3_000) + strings.Repeat(")", 3_000) + " *\n", "variations nested more than 2048 deep"},
	} {
		var index memory
		w := scid.NewWriter(&index, io.Discard, io.Discard)
		err := w.Write(pgn.ParseGame(c.text))
		require.ErrorIs(t, err, scid.ErrUnfit, c.says)
		require.ErrorContains(t, err, c.says)
		require.NoError(t, w.Write(pgn.ParseGame("1. e4 *\n")))
		require.NoError(t, w.Close())
	}
	w := scid.NewWriter(new(memory), io.Discard, io.Discard)
	g := pgn.ParseGame("[Round \"\"]\n\n*\n")
	var err error
	for i := 0; err == nil; i++ {
		g.Tags[0].Value = strconv.Itoa(i)
		err = w.Write(g)
	}
	require.ErrorIs(t, err, scid.ErrFull)
	require.ErrorContains(t, err, "it has 262144 rounds")
	require.Equal(t, err, w.Close())
	bad := errors.New("bad disk")
	w = scid.NewWriter(new(memory), badWriter{bad}, io.Discard)
	require.NoError(t, w.Write(g))
	require.ErrorIs(t, w.Close(), bad)
	w = scid.NewWriter(new(memory), io.Discard, badWriter{bad})
	require.ErrorIs(t, w.Write(g), bad)
	require.ErrorIs(t, w.Close(), bad)
}

type badWriter struct{ err error }

func (w badWriter) Write([]byte) (int, error) { return 0, w.err }

// FuzzWriter writes a game of any text: what is read again has the moves of its main line.
func FuzzWriter(f *testing.F) {
	for _, text := range strings.SplitAfter(string(oddGames())+string(randomGames(3)), "\n\n[Event") {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		g := pgn.ParseGame(text)
		if g == nil {
			return
		}
		var index memory
		var names, blocks bytes.Buffer
		w := scid.NewWriter(&index, &names, &blocks)
		err := w.Write(g)
		if errors.Is(err, scid.ErrUnfit) {
			return
		}
		require.NoError(t, err)
		require.NoError(t, w.Close())
		base, err := scid.Open(fileOf(index.Bytes()), fileOf(names.Bytes()), fileOf(blocks.Bytes()))
		require.NoError(t, err)
		got, err := base.Game(0)
		require.NoError(t, err)
		want, _ := g.MainLine()
		read, _ := got.MainLine()
		require.Equal(t, want.Moves, read.Moves)
	})
}
