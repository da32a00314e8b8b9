package main

import (
	"bytes"
	"compress/gzip"
	"context"
	"fmt"
	"io"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/klauspost/compress/zstd"
	"github.com/stretchr/testify/require"
	"github.com/ulikunitz/xz"

	"github.com/chesszip/chesszip"
	"github.com/chesszip/chesszip/internal/frame/chunk"
	"github.com/chesszip/chesszip/internal/test/corpus"
	"github.com/chesszip/chesszip/internal/test/corpus/made"
	"github.com/chesszip/chesszip/levels"
	"github.com/chesszip/chesszip/movelist/learned"
)

// outcome is the result of a run; FILE replaces the name of its input.
type outcome struct {
	status     int
	out, words string
}

// ran returns the outcome of a command whose FILE is a file, or standard input.
func ran(t *testing.T, args, file string, in io.Reader) outcome {
	t.Helper()
	if in == nil {
		in = strings.NewReader("")
	}
	var out, words bytes.Buffer
	fields := strings.Fields(args)
	for i, f := range fields {
		if f == "FILE" {
			fields[i] = file
		}
	}
	status := exitStatus(run(smallFrames(t.Context()), fields, in, &out, &words))
	same := strings.NewReplacer(file+" ", "FILE ", file+"\n", "FILE\n", file+":", "FILE:", stdinName, "FILE", `"`+file+`"`, `"FILE"`)
	if file == stdio {
		same = strings.NewReplacer(stdinName, "FILE")
	}
	return outcome{status, same.Replace(out.String()), same.Replace(words.String())}
}

// packedBy are packers by suffix.
var packedBy = map[string]func(w io.Writer) (io.WriteCloser, error){
	".gz":  func(w io.Writer) (io.WriteCloser, error) { return gzip.NewWriter(w), nil },
	".xz":  func(w io.Writer) (io.WriteCloser, error) { return xz.WriterConfig{DictCap: 1 << 16}.NewWriter(w) }, // faster with a small window
	".zst": func(w io.Writer) (io.WriteCloser, error) { return zstd.NewWriter(w) },
}

func packedWith(t *testing.T, ending string, b []byte) []byte {
	t.Helper()
	var to bytes.Buffer
	w, err := packedBy[ending](&to)
	require.NoError(t, err)
	_, err = w.Write(b)
	require.NoError(t, err)
	require.NoError(t, w.Close())
	return to.Bytes()
}

// smallFrames makes frames of few games, so that few games make several.
func smallFrames(ctx context.Context) context.Context {
	return chunk.WithLimits(ctx, chunk.Limits{Games: 400, Bytes: 400 << 10, Tags: 4400, Open: 1})
}

// archiveOf returns an archive of the fast level.
func archiveOf(t *testing.T, text []byte, index chesszip.Columns) []byte {
	t.Helper()
	var to bytes.Buffer
	_, err := chesszip.Compress(smallFrames(t.Context()), &to, bytes.NewReader(text), &chesszip.WriterOptions{Open: index})
	require.NoError(t, err)
	return to.Bytes()
}

// shortGames returns so many games of a few moves.
func shortGames(n int) (games []byte) {
	for i := range n {
		games = fmt.Appendf(games, "[Event \"short\"]\n[White \"w%d\"]\n[Black \"b%d\"]\n[Result \"1-0\"]\n\n1. e4 e5 2. Nf3 1-0\n\n", i%37, i%41)
	}
	return games
}

// realGames returns the first so many games of the sample.
func realGames(t *testing.T, n int) []byte {
	t.Helper()
	sample, err := corpus.Read(corpus.Sample)
	require.NoError(t, err)
	at := 0
	for range n {
		at += 1 + bytes.Index(sample[at+1:], []byte("\n[Event "))
	}
	return sample[:at+1]
}

// readingVerbs are command lines of every command that reads games.
var readingVerbs = []string{
	"cat FILE", "cat --json FILE", "count FILE", "count --json FILE", "count --result 1-0 FILE", "count FILE FILE2",
	"filter --result 1-0 FILE", "filter --json --elo 1500- FILE", "filter --player nobody FILE", "filter --to czip FILE",
	"find --moves 1.e4 FILE", "find --moves 1.d4 --json FILE", "find --material KRPvKR --count FILE",
	"get FILE 3", "get FILE 1-2 9-", "get FILE 2 7 399-401 LAST", "get --json FILE 5-6", "get FILE 1000000", "get --to czip FILE 1-5000",
	"list --games FILE", "list --games --json FILE", "stats FILE", "stats --json FILE",
	"explore --moves h4 FILE", "sort --by -player FILE", "dedupe --dry-run FILE", "strip --tags White FILE", "convert --to uci FILE", "convert --to csv FILE", "convert --to fen FILE", "convert --to plain FILE",
}

// TestStreamedArchives checks that a printed archive is that of the text, whatever the
// input, the threads, and whether frames are copied.
func TestStreamedArchives(t *testing.T) {
	games := append(shortGames(830), realGames(t, 100)...) // in three frames
	t.Chdir(t.TempDir())
	archive := archiveOf(t, games, 7)
	require.NoError(t, os.WriteFile("games.pgn", games, 0o600))
	require.NoError(t, os.WriteFile("games.czip", archive, 0o600))
	require.NoError(t, os.WriteFile("games.czip.zst", packedWith(t, ".zst", archive), 0o600))
	for verb, selected := range map[string]string{
		"cat": "cat", "filter --result 1-0": "filter --result 1-0", "filter": "cat", "find --moves 1.d4": "find --moves 1.d4",
	} {
		text := ran(t, selected+" FILE", "games.pgn", nil)
		want := string(archiveOf(t, []byte(text.out), 7))
		for _, file := range []string{"games.czip", "games.czip.zst", "games.pgn"} {
			for _, threads := range []string{"1", "2", "5"} {
				if file != "games.czip" && threads != "2" {
					continue
				}
				how := verb + " -T" + threads + " --to czip FILE"
				if file == "games.pgn" {
					how += " -1 --index players,numbers,positions"
				}
				got := ran(t, how, file, nil)
				require.Equal(t, 0, got.status, "%s: %s", how, got.words)
				require.True(t, got.out == want, "%s of %s: %d bytes, want %d", how, file, len(got.out), len(want))
			}
		}
	}
}

// TestArchiveIsLikeItsSource checks the level and the open columns of a printed archive.
func TestArchiveIsLikeItsSource(t *testing.T) {
	sample := shortGames(100)
	t.Chdir(t.TempDir())
	require.NoError(t, os.WriteFile("games.pgn", sample, 0o600))
	const kinds = chesszip.ColumnNames | chesszip.ColumnMoves | chesszip.ColumnNumbers
	require.NoError(t, os.WriteFile("games.czip", archiveOf(t, sample, kinds), 0o600))
	require.Zero(t, ran(t, "-0 games.pgn -o base.czip", "", nil).status)
	for _, c := range []struct {
		args string
		like chesszip.WriterOptions
	}{
		{"cat games.czip", chesszip.WriterOptions{Open: kinds}},
		{"cat games.pgn", chesszip.WriterOptions{Level: learned.V1}},
		{"cat games.pgn games.czip", chesszip.WriterOptions{Open: kinds}},
		{"cat -5 games.czip", chesszip.WriterOptions{Level: learned.V1, Open: kinds}},
		{"cat -9 --index players games.czip", chesszip.WriterOptions{Level: learned.V1Max, Open: chesszip.ColumnNames}},
		{"cat -1 games.pgn", chesszip.WriterOptions{}},
		{"cat -0 games.pgn", *chesszip.Database()},
		{"filter --ply 1- base.czip", *chesszip.Database()},
		{"cat -6 base.czip", chesszip.WriterOptions{Level: learned.V1, Open: chesszip.AllColumns}},
	} {
		got := ran(t, c.args+" -o x.czip -f", "", nil)
		require.Equal(t, 0, got.status, got.words)
		b, err := os.ReadFile("x.czip")
		require.NoError(t, err)
		a, err := chesszip.Open(t.Context(), bytes.NewReader(b), int64(len(b)), &chesszip.ReaderOptions{Levels: levels.All()})
		require.NoError(t, err)
		o, err := a.WriterOptions()
		require.NoError(t, err)
		require.Equal(t, c.like, *o, c.args)
	}
}

// TestFilesIn checks which files of folders are read.
func TestFilesIn(t *testing.T) {
	dir := t.TempDir()
	t.Chdir(dir)
	for _, name := range []string{"b.pgn", "a.PGN.zst", "c.czip", "sub/d.czip.gz", "sub/e.txt", ".hidden/f.pgn", ".g.pgn", "sub/.pgn", "outside/h.pgn"} {
		require.NoError(t, os.MkdirAll(filepath.Dir(name), 0o700))
		require.NoError(t, os.WriteFile(name, nil, 0o600))
	}
	require.NoError(t, os.Mkdir("all", 0o700))
	for _, name := range []string{"a.PGN.zst", "b.pgn", "c.czip", "sub", ".hidden", ".g.pgn"} {
		require.NoError(t, os.Rename(name, filepath.Join("all", name)))
	}
	require.NoError(t, os.Symlink("../outside", "all/link"))
	require.NoError(t, os.Symlink("../outside/h.pgn", "all/z.pgn"))
	got, err := filesIn([]string{"x.pgn", "all", "-"}, listEndings, archiveEndings)
	require.NoError(t, err)
	want := []string{"x.pgn", "all/a.PGN.zst", "all/b.pgn", "all/c.czip", "all/sub/d.czip.gz", "all/z.pgn", "-"}
	for i := range want {
		want[i] = filepath.FromSlash(want[i])
	}
	require.Equal(t, want, got)
	_, err = filesIn([]string{"all/.hidden", "all/sub"}, listEndings)
	require.ErrorContains(t, err, "no files of games in it")
}

// TestFourWays checks that every command has the same output, messages and status for a
// file, a packed file, and a pipe.
func TestFourWays(t *testing.T) {
	long := os.Getenv("CHESSZIP_LONG") != "" // three frames instead of two, and every way for every command instead of one
	sample := realGames(t, 100)
	games, last := append(shortGames(430), sample...), "411 430"
	if long {
		games, last = append(shortGames(830), sample...), "801 830"
	}
	const pipe = "" // in place of a suffix
	endings := slices.Sorted(maps.Keys(packedBy))
	t.Chdir(t.TempDir())
	require.NoError(t, os.WriteFile("other.pgn", sample, 0o600))
	for name, text := range map[string][]byte{
		"games": games, "positions": made.LineList(), "nothing": nil, "blank": []byte("\n\n"), "prose": []byte("Dear Ann,\n\nhello.\n"),
		"utf16": []byte("\xff\xfe[\x00E\x00v\x00e\x00n\x00t\x00"), "jpeg": []byte("\xff\xd8\xff\xe0 and more"),
	} {
		for kind, b := range map[string][]byte{".pgn": text, ".czip": archiveOf(t, text, 7)} {
			file := name + kind
			require.NoError(t, os.WriteFile(file, b, 0o600))
			for _, ending := range endings {
				require.NoError(t, os.WriteFile(file+ending, packedWith(t, ending, b), 0o600))
			}
			for i, verb := range readingVerbs {
				if name == "games" && strings.Contains(verb, "czip") {
					continue // TestArchivesOfAnyWay
				}
				ways := append([]string{pipe}, endings...)
				switch {
				case long:
				case name == "games":
					ways = []string{[...]string{pipe, ".zst"}[i%2]}
				default:
					ways = ways[(i/2+len(file))%len(ways):][:1]
				}
				if !long && name != "games" && (i+len(name))%2 != len(kind)%2 {
					continue // commands alternate between text and archive
				}
				verb = strings.NewReplacer("FILE2", "other.pgn", "LAST", last).Replace(verb)
				want := ran(t, verb, file, nil)
				for _, way := range ways {
					if way == pipe {
						require.Equal(t, want, ran(t, verb, stdio, bytes.NewReader(b)), "%s of %s through a pipe", verb, file)
						continue
					}
					require.Equal(t, want, ran(t, verb, file+way, nil), "%s of %s", verb, file+way)
				}
			}
		}
	}
}
