package limits

import (
	"bytes"
	"context"
	"encoding/binary"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/chesszip/chesszip"
	"github.com/chesszip/chesszip/board"
	"github.com/chesszip/chesszip/internal/archive"
	"github.com/chesszip/chesszip/internal/base/tagvalue"
	"github.com/chesszip/chesszip/internal/column/text"
	"github.com/chesszip/chesszip/internal/frame/game/comments"
	"github.com/chesszip/chesszip/internal/frame/game/gametext"
	"github.com/chesszip/chesszip/internal/frame/game/layout"
	"github.com/chesszip/chesszip/internal/frame/game/moves"
	"github.com/chesszip/chesszip/internal/frame/game/tagsection"
	"github.com/chesszip/chesszip/internal/frame/positions"
	"github.com/chesszip/chesszip/internal/test/library/kit"
	"github.com/chesszip/chesszip/levels"
	"github.com/chesszip/chesszip/movelist/learned"
	"github.com/chesszip/chesszip/pgn"
)

// memoryVar, if set, makes the test binary a program that reads an archive and prints
// its peak memory. Its value is threads and file.
const memoryVar = "CHESSZIP_TEST_MEMORY"

// readings are ways to read all of an archive.
var readings = []func(r *os.File, size int64, o *chesszip.ReaderOptions) error{
	opened(func(a *chesszip.Archive) error { return drain(a.Games().Texts(context.Background())) }),
	opened(func(a *chesszip.Archive) error { return drain(a.Games().Headers(context.Background())) }),
	opened(func(a *chesszip.Archive) error {
		return drain(a.Games().Where(kit.Query("player:a date:1850- elo:1-")).Headers(context.Background()))
	}),
	opened(func(a *chesszip.Archive) error {
		return drain(a.Games().Where(kit.Query("ply:0-")).Texts(context.Background()))
	}),
	opened(func(a *chesszip.Archive) error {
		return drain(a.Games().With(kit.Pattern(`material:"KRPvKR"`)).Texts(context.Background()))
	}),
	opened(func(a *chesszip.Archive) error {
		_, err := a.Games().With(kit.Pattern(`moves:"1. e4"`)).Count(context.Background())
		return err
	}),
	opened(func(a *chesszip.Archive) error {
		_, err := a.Games().Where(kit.Query("player:a")).Explore(context.Background(), board.Start())
		return err
	}),
	opened(func(a *chesszip.Archive) error {
		_, err := kit.Text(context.Background(), a, a.NumGames()-1)
		return err
	}),
	opened(func(a *chesszip.Archive) error {
		_, err := a.Game(context.Background(), a.NumGames()-1, chesszip.FieldTags|chesszip.FieldNumbers)
		return err
	}),
	opened(func(a *chesszip.Archive) error {
		_, err := a.Games().Range(0, a.NumGames()).WriteTo(context.Background(), io.Discard)
		return err
	}),
	opened(func(a *chesszip.Archive) error {
		_, err := a.Streams(context.Background())
		return err
	}),
	opened(func(a *chesszip.Archive) error {
		_, _, err := a.Verify(context.Background())
		return err
	}),
	func(r *os.File, _ int64, o *chesszip.ReaderOptions) error {
		_, err := chesszip.Decompress(context.Background(), io.Discard, r, o)
		return err
	},
	func(r *os.File, size int64, o *chesszip.ReaderOptions) error {
		_, err := chesszip.Recover(context.Background(), io.Discard, r, size, o)
		return err
	},
}

func opened(look func(a *chesszip.Archive) error) func(*os.File, int64, *chesszip.ReaderOptions) error {
	return func(r *os.File, size int64, o *chesszip.ReaderOptions) error {
		a, err := chesszip.Open(context.Background(), r, size, o)
		if err != nil {
			return err
		}
		return look(a)
	}
}

func drain[T any](all func(yield func(T, error) bool)) (err error) {
	all(func(_ T, e error) bool {
		err = e
		return e == nil
	})
	return err
}

// TestMemoryProgram is the program that memoryOf runs.
func TestMemoryProgram(t *testing.T) {
	threads, name, ok := strings.Cut(os.Getenv(memoryVar), ",")
	if !ok {
		t.Skip("run by other tests")
	}
	n, err := strconv.Atoi(threads)
	require.NoError(t, err)
	f, err := os.Open(name)
	require.NoError(t, err)
	info, err := f.Stat()
	require.NoError(t, err)
	for _, read := range readings {
		_, err := f.Seek(0, io.SeekStart)
		require.NoError(t, err)
		_ = read(f, info.Size(), &chesszip.ReaderOptions{Levels: levels.All(), Threads: n}) // damage makes no difference here
	}
	fmt.Printf("\nmemory, %d\n", peakMemory(t))
}

// peakMemory returns the peak resident memory of this process in KiB.
func peakMemory(t testing.TB) (kib int) {
	status, err := os.ReadFile("/proc/self/status")
	if err != nil {
		t.Skip("no /proc/self/status here")
	}
	_, after, ok := bytes.Cut(status, []byte("VmHWM:"))
	if !ok {
		t.Skip("no VmHWM here")
	}
	_, err = fmt.Sscan(string(after), &kib)
	require.NoError(t, err)
	return kib
}

// Kinds of streams, docs/spec/games.md.
const (
	kindLayout      = 3
	kindNewLayout   = 4
	kindWords       = 5
	kindNewComments = 6
	kindComments    = 9
	kindLengths     = 10
	kindNewTags     = 11
	kindPositions   = 12
	kindResults     = 15
	kindTags        = 16
)

// maxClaim is the claimed input of a hostile frame.
const maxClaim = 4 << 20

// taken returns the streams of games without moves, at any cost of decoding.
func taken(games ...[]byte) []archive.Stream {
	var section tagsection.Writer
	var out layout.Writer
	var notes comments.Writer
	var g layout.Game
	var s pgn.Scanner
	var line moves.Line
	var place comments.Place
	var starts gametext.Starts
	section.Reset(false, nil)
	out.Reset(nil)
	for _, src := range games {
		g.Cut(&s, src)
		facts := tagvalue.Facts{Result: starts.ResultOf(g.Tags, g.Steps, src)}
		section.Write(g.Tags, g.Literals, facts)
		notes.Begin()
		line.Reset(&g.Start, false)
		place.Begin(g.Tags, &g.Start, g.Steps)
		for i := range g.Steps {
			step := &g.Steps[i]
			if step.Op.Comment() {
				at, _ := place.At(i, &line)
				notes.Write(step.Comment(), &at)
			} else {
				line.Pass(step.Op)
			}
			place.Pass(step)
		}
		out.WriteStyle(&g, out.Dialect())
		out.WriteSteps(&g, facts)
	}
	data, spelled, words := out.Finish()
	streams := []archive.Stream{{Kind: kindLayout, Data: data}}
	add := func(kind uint16, values [][]byte) {
		if len(values) > 0 {
			streams = append(streams, archive.Stream{Kind: kind, Data: text.Append(nil, values, text.Quick, nil)})
		}
	}
	add(kindNewLayout, spelled)
	add(kindWords, words)
	coded, texts := notes.Finish()
	add(kindNewComments, texts)
	if len(coded) > 0 {
		streams = append(streams, archive.Stream{Kind: kindComments, Data: coded})
	}
	data, spelled, results := section.Finish()
	streams = append(streams, archive.Stream{Kind: kindLengths, Data: data})
	add(kindNewTags, spelled)
	if len(results) > 0 {
		streams = append(streams, archive.Stream{Kind: kindResults, Data: results})
	}
	for i, data := range section.Columns(text.Quick, nil, nil, false, nil) {
		streams = append(streams, archive.Stream{Kind: uint16(kindTags + i), Data: data})
	}
	return streams
}

// with returns streams with the data of one replaced.
func with(streams []archive.Stream, kind uint16, data []byte) []archive.Stream {
	var out []archive.Stream
	for _, s := range streams {
		if s.Kind >= kind && (len(out) == 0 || out[len(out)-1].Kind < kind) {
			out = append(out, archive.Stream{Kind: kind, Data: data})
		}
		if s.Kind != kind {
			out = append(out, s)
		}
	}
	return out
}

// empties is a column of n empty values, in a few bytes.
func empties(n int) []byte { return binary.AppendUvarint([]byte{0}, uint64(n)) }

// hostileFrames are small frames with the greatest claims.
func hostileFrames() map[string]archive.Frame {
	plain := taken([]byte("[Event \"x\"]\n\n*\n\n"))
	frame := func(games int, streams []archive.Stream) archive.Frame {
		return archive.Frame{Games: int64(games), Input: maxClaim, Streams: streams}
	}
	repeated := func(what string, n int) []byte {
		return []byte("[Event \"x\"]\n\n" + strings.Repeat(what, n) + "*\n\n")
	}
	var tags [][]byte
	game := ""
	for i := range 64 {
		game += fmt.Sprintf("[T%d \"\"]\n", i)
	}
	for range 4000 {
		tags = append(tags, []byte(game+"\n*\n\n"))
	}
	return map[string]archive.Frame{
		"words":     frame(1, with(plain, kindWords, empties(maxClaim))),
		"texts":     frame(1, with(with(with(plain, kindNewLayout, empties(maxClaim)), kindNewComments, empties(maxClaim)), kindNewTags, empties(maxClaim))),
		"columns":   frame(4000, taken(tags...)),
		"nested":    frame(1, taken(repeated("(", 130_000))),
		"positions": frame(1, []archive.Stream{{Kind: kindPositions, Data: repeatedList()}}),
	}
}

// repeatedList is a list with the greatest number of positions.
func repeatedList() []byte {
	line := "8/8/8/8/8/8/8/K1k5 w - -\n"
	list, _ := positions.Append(nil, []byte(strings.Repeat(line, maxClaim/len(line))), nil, nil)
	return list
}

// hostileArchives are archives of some equal frames each.
func hostileArchives(t testing.TB, frames int) map[string][]byte {
	all := map[string][]byte{}
	for name, f := range hostileFrames() {
		var b bytes.Buffer
		w, err := archive.NewWriter(&b, &archive.Header{Params: kit.HeaderOf(t).Params}, nil)
		require.NoError(t, err)
		for range frames {
			require.NoError(t, w.WriteFrame(&f, nil))
		}
		require.NoError(t, w.Close())
		all[name] = b.Bytes()
	}
	return all
}

// memoryOf returns the peak memory in MiB of a program that reads an archive in all
// ways, with a number of threads.
func memoryOf(t testing.TB, packed []byte, threads int) int {
	t.Helper()
	name := filepath.Join(t.TempDir(), "hostile.czip")
	require.NoError(t, os.WriteFile(name, packed, 0o600))
	cmd := exec.Command(os.Args[0], "-test.run=^TestMemoryProgram$", "-test.v")
	cmd.Env = append(os.Environ(), fmt.Sprintf("%s=%d,%s", memoryVar, threads, name), "GOGC=", "GOMEMLIMIT=")
	out, err := cmd.CombinedOutput()
	require.NoError(t, err, string(out))
	_, line, ok := bytes.Cut(out, []byte("memory,"))
	if !ok {
		t.Skipf("the program says nothing of its memory: %s", out)
	}
	var kib int
	_, err = fmt.Sscan(string(line), &kib)
	require.NoError(t, err)
	return kib >> 10
}

// TestMemoryOfDecoding checks that opening, querying and decoding take at most 64 MiB
// and 64 MiB a thread, for any archive, in a program with default settings.
func TestMemoryOfDecoding(t *testing.T) {
	for name, packed := range hostileArchives(t, 3) {
		for threads := kit.Several(2, 1); threads <= 2; threads++ {
			if got := memoryOf(t, packed, threads); got > 64+64*threads {
				t.Errorf("%s, %d bytes: %d MiB with %d threads, at most %d are promised", name, len(packed), got, threads, 64+64*threads)
			} else {
				t.Logf("%s, %d bytes: %d MiB with %d threads", name, len(packed), got, threads)
			}
		}
	}
}

// TestMemoryOfLevels checks the same for ordinary games at each level; the models of Max
// take 32 MiB more.
func TestMemoryOfLevels(t *testing.T) {
	games := bytes.Repeat([]byte(kit.Opera), 3)
	for level, most := range map[*learned.Level]int{nil: 64, learned.V1: 64, learned.V1Max: 96} {
		packed := kit.Compress(t, games, &chesszip.WriterOptions{Level: level, Open: kit.EveryIndex})
		for threads := kit.Several(2, 1); threads <= 2; threads++ {
			got := memoryOf(t, packed, threads)
			if got > most+64*threads {
				t.Errorf("level %s: %d MiB with %d threads, at most %d are promised", kit.LevelName(level), got, threads, most+64*threads)
			}
			t.Logf("level %s: %d MiB with %d threads", kit.LevelName(level), got, threads)
		}
	}
}
