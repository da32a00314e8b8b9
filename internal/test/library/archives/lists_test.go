package archives

import (
	"bytes"
	"io"
	"runtime"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/chesszip/chesszip"
	"github.com/chesszip/chesszip/internal/archive"
	"github.com/chesszip/chesszip/internal/test/attack/ordinary"
	"github.com/chesszip/chesszip/internal/test/corpus/made"
	"github.com/chesszip/chesszip/internal/test/library/kit"
	"github.com/chesszip/chesszip/movelist/learned"
)

// bytesRead counts what is read of a file.
type bytesRead struct {
	*bytes.Reader
	n int64
}

func (r *bytesRead) ReadAt(b []byte, off int64) (int, error) {
	n, err := r.Reader.ReadAt(b, off)
	r.n += int64(n)
	return n, err
}

// TestQueriesPassOverLists checks that queries read nothing of frames without games.
func TestQueriesPassOverLists(t *testing.T) {
	list := kit.Compress(t, kit.Training, kit.Thorough)
	games := kit.Compress(t, kit.Numbered(0, 1), kit.Thorough)
	for name, file := range map[string][]byte{
		"a list":              list,
		"lists":               bytes.Repeat(list, 20),
		"games between lists": append(append(bytes.Repeat(list, 20), games...), list...),
	} {
		pattern, query := kit.Pattern(`moves:"1. d4"`), kit.Query("white:nobody ply:1-")
		for question, ask := range map[string]func(a *chesszip.Archive) error{
			"Headers": func(a *chesszip.Archive) error {
				for _, err := range a.Games().Headers(t.Context()) {
					if err != nil {
						return err
					}
				}
				return nil
			},
			"All": func(a *chesszip.Archive) error {
				for _, err := range a.Games().Texts(t.Context()) {
					if err != nil {
						return err
					}
				}
				return nil
			},
			"Filter": func(a *chesszip.Archive) error {
				for _, err := range a.Games().Where(query).Headers(t.Context()) {
					return err
				}
				return nil
			},
			"FilterCount": func(a *chesszip.Archive) error { _, err := a.Games().Where(query).Count(t.Context()); return err },
			"CopyFiltered": func(a *chesszip.Archive) error {
				_, err := a.Games().Where(query).WriteTo(t.Context(), io.Discard)
				return err
			},
			"FindCount": func(a *chesszip.Archive) error {
				_, err := a.Games().Where(query).With(pattern).Count(t.Context())
				return err
			},
			"Find": func(a *chesszip.Archive) error {
				for _, err := range a.Games().With(pattern).Texts(t.Context()) {
					return err
				}
				return nil
			},
		} {
			in := &bytesRead{Reader: bytes.NewReader(file)}
			a, err := chesszip.Open(t.Context(), in, int64(len(file)), kit.EveryLevel)
			require.NoError(t, err)
			in.n = 0
			require.NoError(t, ask(a), "%s of %s", question, name)
			most := int64(0)
			if a.NumGames() > 0 {
				most = int64(len(games)) // moves are read after tags
			}
			require.LessOrEqual(t, in.n, most, "%s of %s", question, name)
		}
	}
}

// TestManyTinyLists checks that Decompress, Verify and Recover make the tables of models
// once for each thread, not for each list.
func TestManyTinyLists(t *testing.T) {
	one := kit.Compress(t, kit.Training, &chesszip.WriterOptions{})
	o := &chesszip.ReaderOptions{Threads: 1}
	for name, work := range map[string]func(file []byte) error{
		"Decompress": func(file []byte) error {
			_, err := chesszip.Decompress(t.Context(), io.Discard, bytes.NewReader(file), o)
			return err
		},
		"Verify": func(file []byte) error {
			a, err := chesszip.Open(t.Context(), bytes.NewReader(file), int64(len(file)), o)
			if err != nil {
				return err
			}
			_, _, err = a.Verify(t.Context())
			return err
		},
		"Recover": func(file []byte) error {
			_, err := chesszip.Recover(t.Context(), io.Discard, bytes.NewReader(file), int64(len(file)), o)
			return err
		},
	} {
		allocated := func(n int) int64 {
			file := bytes.Repeat(one, n)
			var before, after runtime.MemStats
			runtime.ReadMemStats(&before)
			require.NoError(t, work(file), name)
			runtime.ReadMemStats(&after)
			return int64(after.TotalAlloc - before.TotalAlloc)
		}
		const n = 32
		few, many := allocated(n), allocated(4*n)
		require.Less(t, many-few, int64(3*n*1<<20), "%s: bytes for %d more lists", name, 3*n)
		require.Less(t, many, 5*few, name)
	}
}

// positionLists are lists of every kind, and texts that are almost lists.
func positionLists(t testing.TB) map[string][]byte {
	fens := string(ordinary.Positions(60))
	lists := map[string][]byte{
		"positions": []byte(fens), "table": ordinary.Table(60), "sorted by hand": []byte(fens[:len(fens)/2] + fens[:len(fens)/3]),
		"no end": []byte(strings.TrimSuffix(fens, "\n")), "CRLF": []byte(strings.ReplaceAll(fens, "\n", "\r\n")),
		"remarks": []byte(strings.ReplaceAll(fens, "\n", "\na remark\n\n")), "EPD": []byte(strings.ReplaceAll(fens, "\n", " bm e4; id \"x\";\n")),
		"one of eight": []byte(strings.ReplaceAll(fens, "\n", "\nno\nno\nno\nno\nno\nno\nno\n")),
		"odd boards":   []byte("8/8/8/8/8/8/8/8 w - - 0 1\nKKKKKKKK/8/8/8/8/8/8/8 w - - 0 1\nPPPPPPPP/8/8/8/8/8/8/kK6 b KQ e3 0 1\nx\n"),
		"nothing":      nil, "prose": []byte("No position at all.\n"),
	}
	for _, form := range []string{"plain", "bin", "binpack"} {
		list, err := ordinary.Records(form, 40)
		require.NoError(t, err)
		lists["records, "+form] = list
		if form == "plain" {
			lists["plain with remarks"] = bytes.ReplaceAll(list, []byte("\ne\n"), []byte("\ne\na remark\n"))
			lists["positions of records"] = bytes.ReplaceAll(list, []byte("\nscore "), []byte("\npoints "))
			lists["half a record"] = list[:len(list)-len(list)/9]
		}
	}
	return lists
}

// TestCountPositions checks that archives count the positions of the file.
func TestCountPositions(tt *testing.T) {
	t := kit.SmallFrames{T: tt}
	for name, src := range positionLists(t) {
		for _, src := range [][]byte{src, bytes.Repeat(src, 1+kit.Several(400<<10, 2<<20)/(len(src)+1))} {
			want, err := kit.OpenPGN(t, src).CountPositions(t.Context())
			require.NoError(t, err, name)
			for _, o := range []*chesszip.WriterOptions{{Unchecked: true}, {Level: learned.V1, Unchecked: true}} {
				if o.Level != nil && len(src) > 20_000 {
					continue
				}
				got, err := kit.OpenBytes(t, kit.Compress(t, src, o), kit.EveryLevel).CountPositions(t.Context())
				require.NoError(t, err, name)
				require.Equal(t, want, got, "%s, %d bytes, level %v", name, len(src), o.Level)
			}
		}
	}
}

// TestCountDecodesNothing checks that positions are counted without decoding the list,
// even if it cannot be decoded.
func TestCountDecodesNothing(t *testing.T) {
	for name, src := range positionLists(t) {
		want, err := kit.OpenPGN(t, src).CountPositions(t.Context())
		require.NoError(t, err, name)
		if want == 0 {
			continue
		}
		packed := kit.Compress(t, src, kit.Quick)
		r, err := archive.NewReader(bytes.NewReader(packed), int64(len(packed)), nil)
		require.NoError(t, err)
		f, err := r.Frame(t.Context(), 0)
		require.NoError(t, err)
		require.Len(t, f.Streams, 1, name)
		f.Streams[0].Data = f.Streams[0].Data[:min(len(f.Streams[0].Data)-1, 8)]
		a := kit.OpenBytes(t, made.WithFrames(t, packed, f), kit.EveryLevel)
		got, err := a.CountPositions(t.Context())
		require.NoError(t, err, name)
		require.Equal(t, want, got, name)
		_, damaged, err := a.Verify(t.Context())
		require.NoError(t, err)
		require.Len(t, damaged, 1, name)
	}
}
