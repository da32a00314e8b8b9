package main

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/chesszip/chesszip"
	"github.com/chesszip/chesszip/board"
	"github.com/chesszip/chesszip/contrib/parquet/table"
	"github.com/chesszip/chesszip/internal/test/corpus"
	"github.com/chesszip/chesszip/levels"
)

// asCommand makes the test's program the command.
const asCommand = "CZIPBEAM_COMMAND"

func TestMain(m *testing.M) {
	if os.Getenv(asCommand) != "" {
		if err := run(context.Background(), os.Args, os.Stdout, os.Stderr); err != nil {
			fmt.Fprintln(os.Stderr, "czipbeam: error:", err)
			os.Exit(1)
		}
		os.Exit(0)
	}
	os.Exit(m.Run())
}

// command returns the command with arguments.
func command(t testing.TB, arguments ...string) *exec.Cmd {
	c := exec.CommandContext(t.Context(), os.Args[0], arguments...)
	c.Env = append(os.Environ(), asCommand+"=1")
	return c
}

// outcome runs the command, and returns what it says.
func outcome(t testing.TB, arguments ...string) (said string, err error) {
	b, err := command(t, arguments...).CombinedOutput()
	return string(b), err
}

func must(t testing.TB, arguments ...string) {
	said, err := outcome(t, arguments...)
	require.NoError(t, err, said)
}

// inputs are 2,500 games in two files of PGN, and their archives, the second with an
// index.
func inputs(t testing.TB) (dir string, texts, archives []string) {
	src, err := corpus.Read(corpus.Sample)
	require.NoError(t, err)
	dir = t.TempDir()
	for i, o := range []*chesszip.WriterOptions{{}, {Open: chesszip.ColumnMoves | chesszip.ColumnNumbers}} {
		text := filepath.Join(dir, fmt.Sprintf("month-%d.pgn", i))
		archive := filepath.Join(dir, fmt.Sprintf("month-%d.czip", i))
		require.NoError(t, os.WriteFile(text, src, 0o600))
		var b bytes.Buffer
		_, err := chesszip.Compress(t.Context(), &b, bytes.NewReader(src), o)
		require.NoError(t, err)
		require.NoError(t, os.WriteFile(archive, b.Bytes(), 0o600))
		texts, archives = append(texts, text), append(archives, archive)
	}
	return dir, texts, archives
}

func open(t testing.TB, path string) *chesszip.Archive {
	b, err := os.ReadFile(path)
	require.NoError(t, err)
	a, err := chesszip.Open(t.Context(), bytes.NewReader(b), int64(len(b)), &chesszip.ReaderOptions{Levels: levels.All()})
	require.NoError(t, err)
	return a
}

func read(t testing.TB, path string) string {
	b, err := os.ReadFile(path)
	require.NoError(t, err)
	return string(b)
}

// folder returns the files of a folder one behind the other, and how many they are.
func folder(t testing.TB, path string) (all string, files int) {
	entries, err := os.ReadDir(path)
	require.NoError(t, err)
	for _, e := range entries {
		all += read(t, filepath.Join(path, e.Name()))
	}
	return all, len(entries)
}

// TestCommands holds that each pipeline on Prism gives what the library gives.
func TestCommands(t *testing.T) {
	dir, texts, archives := inputs(t)
	in := func(name string) string { return filepath.Join(dir, name) }

	t.Run("explore", func(t *testing.T) {
		must(t, append([]string{"explore", "-o", in("e.tsv"), "-moves", "e4 e5 2.Nf3", "-query", "elo:1500+", "-split", "1000"}, archives...)...)
		p, err := (&options{moves: "e4 e5 2.Nf3"}).position()
		require.NoError(t, err)
		q, err := chesszip.ParseQuery("elo:1500+")
		require.NoError(t, err)
		e, err := chesszip.NewExplorer(p, nil)
		require.NoError(t, err)
		e.Next()
		for i, path := range archives {
			require.NoError(t, e.Add(t.Context(), open(t, path).Games().Where(q), i))
		}
		lines := strings.Split(strings.TrimSpace(read(t, in("e.tsv"))), "\n")[1:]
		tree := e.Tree()
		require.Len(t, lines, 1+len(tree.Moves))
		require.Equal(t, row(&tree.Statistics, 0), columns(lines[0]))
		for i, m := range tree.Moves {
			require.Equal(t, row(&m.Statistics, m.Performance(tree.Position.Turn)), columns(lines[1+i]))
		}
	})
	t.Run("tree", func(t *testing.T) {
		must(t, append([]string{"tree", "-o", in("t.tsv"), "-plies", "4", "-min", "2"}, archives...)...)
		table := read(t, in("t.tsv"))
		var start chesszip.Statistics
		for _, path := range archives {
			x, err := open(t, path).Games().Explore(t.Context(), board.Start())
			require.NoError(t, err)
			start.White, start.Draws, start.Black, start.Open = start.White+x.White, start.Draws+x.Draws, start.Black+x.Black, start.Open+x.Open
		}
		require.Contains(t, table, fmt.Sprintf("\nrnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -\t\t\t%d\t%d\t%d\t%d\t%d\t",
			start.Games(), start.White, start.Draws, start.Black, start.Open))
		lines := strings.Split(strings.TrimSpace(table), "\n")
		fens := func(line string) string { return strings.Split(line, "\t")[0] }
		require.True(t, slices.IsSortedFunc(lines[1:], func(x, y string) int { return strings.Compare(fens(x), fens(y)) }))
		require.Greater(t, len(lines), 300)
	})
	t.Run("filter", func(t *testing.T) {
		must(t, append([]string{"filter", "-o", in("f"), "-pgn", "-query", "eco:C2", "-frames", "1"}, archives...)...)
		q, err := chesszip.ParseQuery("eco:C2")
		require.NoError(t, err)
		var want bytes.Buffer
		for _, path := range archives {
			_, err := open(t, path).Games().Where(q).WriteTo(t.Context(), &want)
			require.NoError(t, err)
		}
		got, files := folder(t, in("f"))
		require.True(t, want.String() == got)
		require.Equal(t, 2, files)
		must(t, append([]string{"filter", "-o", in("fz"), "-query", "eco:C2"}, archives...)...)
		z, _ := folder(t, in("fz"))
		var back bytes.Buffer
		_, err = chesszip.Decompress(t.Context(), &back, strings.NewReader(z), nil)
		require.NoError(t, err)
		require.Equal(t, want.String(), back.String())
	})
	t.Run("words", func(t *testing.T) {
		var white string
		for h, err := range open(t, archives[0]).Games().Headers(t.Context(), "White") {
			require.NoError(t, err)
			white = h.Tag("White")
			break
		}
		must(t, append([]string{"count", "-o", in("w.tsv"), "-tag", "ECO", "-query", white}, archives...)...)
		must(t, append([]string{"count", "-o", in("p.tsv"), "-tag", "ECO", "-query", `player:"` + white + `"`}, archives...)...)
		require.Equal(t, read(t, in("p.tsv")), read(t, in("w.tsv")))
		require.Greater(t, strings.Count(read(t, in("w.tsv")), "\n"), 1)
	})
	t.Run("convert", func(t *testing.T) {
		must(t, append([]string{"convert", "-o", in("c"), "-format", "pgn"}, archives...)...)
		got, files := folder(t, in("c"))
		require.True(t, read(t, texts[0])+read(t, texts[1]) == got)
		require.Equal(t, 2, files)
	})
	t.Run("convert to Parquet", func(t *testing.T) {
		must(t, append([]string{"convert", "-o", in("p")}, archives...)...)
		for i, name := range []string{"00000-month-0-00000.parquet", "00001-month-1-00000.parquet"} {
			b := read(t, in("p/"+name))
			games, err := table.Read(t.Context(), io.Discard, strings.NewReader(b), int64(len(b)))
			require.NoError(t, err)
			require.Equal(t, open(t, archives[i]).NumGames(), games)
		}
	})
	t.Run("compress", func(t *testing.T) {
		must(t, append([]string{"compress", "-o", in("z"), "-piece", "1"}, texts...)...)
		require.True(t, read(t, archives[0]) == read(t, in("z/00000-month-0.czip")))
		must(t, "compress", "-o", in("z.czip"), "-index", "positions,numbers", texts[1])
		require.True(t, read(t, archives[1]) == read(t, in("z.czip")))
	})
	entries, err := filepath.Glob(in(".*"))
	require.NoError(t, err)
	require.Empty(t, entries)
}

// columns returns games, results, ratings, performance and year of a line.
func columns(line string) []string { return strings.Split(line, "\t")[3:] }

func row(t *chesszip.Statistics, performance int) []string {
	all := strings.Fields(fmt.Sprint(t.Games(), t.White, t.Draws, t.Black, t.Open, t.Elo(), performance, t.LastYear))
	for i := 5; i < len(all); i++ {
		if all[i] == "0" {
			all[i] = "" // not known
		}
	}
	return all
}

// TestDamage holds that damage ends a job with nothing under its name, or is listed.
func TestDamage(t *testing.T) {
	dir, _, archives := inputs(t)
	b, err := os.ReadFile(archives[0])
	require.NoError(t, err)
	f := open(t, archives[0]).Frames()[0]
	b[f.Offset+f.Stored/2] ^= 1
	require.NoError(t, os.WriteFile(archives[0], b, 0o600))
	out := filepath.Join(dir, "t.tsv")
	said, err := outcome(t, append([]string{"tree", "-o", out}, archives...)...)
	require.Error(t, err)
	require.Contains(t, said, archives[0]+": frame 1:")
	require.NoFileExists(t, out)
	said, err = outcome(t, append([]string{"tree", "-o", out, "-skip-damaged"}, archives...)...)
	require.Error(t, err)
	require.Contains(t, said, archives[0]+"\t1\t1250\t")
	require.Contains(t, said, "1 damaged frames were passed over")
	require.Contains(t, read(t, out), "RNBQKBNR w KQkq -\t\t\t1250\t")
}

// TestNothing holds that of no games a table has its head.
func TestNothing(t *testing.T) {
	dir, _, archives := inputs(t)
	for i, arguments := range [][]string{{"count"}, {"explore"}, {"tree"}} {
		out := filepath.Join(dir, fmt.Sprint("none", i))
		must(t, append(arguments, "-o", out, "-query", "elo:9000+", archives[0])...)
		require.Equal(t, 1, strings.Count(read(t, out), "\n"), arguments)
	}
}

func TestMisuse(t *testing.T) {
	dir, texts, archives := inputs(t)
	for said, arguments := range map[string][]string{
		"no command":               {"fold", "-o", "x", texts[0]},
		"needs -o":                 {"tree", texts[0]},
		"and files":                {"tree", "-o", "x"},
		"no command is named":      {},
		"-plies -3: want 0":        {"tree", "-o", filepath.Join(dir, "x"), "-plies", "-3", texts[0]},
		"-frames -1: want 0":       {"filter", "-o", filepath.Join(dir, "x"), "-frames", "-1", texts[0]},
		"did you mean white?":      {"count", "-o", filepath.Join(dir, "x"), "-query", "whit:x", texts[0]},
		"it is an archive already": {"compress", "-o", filepath.Join(dir, "x"), archives[0]},
		"no such file":             {"tree", "-o", "x", filepath.Join(dir, "absent")},
		"not an archive":           {"tree", "-o", filepath.Join(dir, "x"), texts[0]},
		"malformed query":          {"filter", "-o", filepath.Join(dir, "x"), "-query", "eco:Z", texts[0]},
		"move \"Ke3\"":             {"explore", "-o", filepath.Join(dir, "x"), "-moves", "Ke3", texts[0]},
		"no format":                {"convert", "-o", filepath.Join(dir, "x"), "-format", "x", texts[0]},
		"no index":                 {"compress", "-o", filepath.Join(dir, "x"), "-index", "x", texts[0]},
		"want 1, 6 or 9":           {"compress", "-o", filepath.Join(dir, "x"), "-level", "3", texts[0]},
		"file already exists":      {"compress", "-o", texts[1], texts[0]},
		"flag provided but not d":  {"tree", "-nothing"},
	} {
		got, err := outcome(t, arguments...)
		require.Error(t, err, said)
		require.Contains(t, got, said)
	}
	left, err := filepath.Glob(filepath.Join(dir, "*x*"))
	require.NoError(t, err)
	require.Empty(t, left)
}
