package archives

import (
	"bytes"
	"fmt"
	"io"
	"iter"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/chesszip/chesszip"
	"github.com/chesszip/chesszip/board"
	"github.com/chesszip/chesszip/internal/test/library/kit"
	"github.com/chesszip/chesszip/records"
)

// trainingRecords returns n records as files in each form that is compressed as a list,
// and as text.
func trainingRecords(t testing.TB, n int) (files map[string][]byte, want []string) {
	t.Helper()
	files = map[string][]byte{}
	for _, form := range []records.Form{records.Plain, records.Bin, records.Binpack} {
		var b bytes.Buffer
		rng := rand.New(rand.NewPCG(3, 4))
		w := records.NewWriter(&b, form)
		for i := range n {
			p := board.Start()
			p.FullmoveNumber = uint16(1 + i%90)
			r := records.Record{Position: p, Move: board.NewMove(board.Square(12), board.Square(28), board.NoKind), Score: int16(rng.IntN(400) - 200), Ply: uint16(2 * (i % 90))}
			require.NoError(t, w.Write(&r))
		}
		require.NoError(t, w.Close())
		files[form.String()] = b.Bytes()
		if form == records.Plain {
			in := records.NewReader(bytes.NewReader(b.Bytes()), form)
			for {
				var r records.Record
				if err := in.Read(&r); err == io.EOF {
					break
				}
				want = append(want, fmt.Sprint(r))
			}
		}
	}
	require.Len(t, want, n)
	return files, want
}

// items returns the items of a sequence as text.
func items[T any](t testing.TB, all iter.Seq2[T, error]) (list []string) {
	t.Helper()
	for item, err := range all {
		require.NoError(t, err)
		list = append(list, fmt.Sprint(item))
	}
	return list
}

// twice returns archives of a file, each followed by games and the file again, and the
// file itself read as PGN.
func twice(t testing.TB, src []byte) map[string]*chesszip.Archive {
	t.Helper()
	packed := kit.Compress(t, src, kit.Quick)
	packed = append(append(packed, kit.Compress(t, []byte(kit.Opera), kit.Quick)...), packed...)
	plain, err := chesszip.OpenPGN(t.Context(), bytes.NewReader(src), int64(len(src)), nil)
	require.NoError(t, err)
	return map[string]*chesszip.Archive{"three archives": kit.OpenBytes(t, packed, nil), "the file": plain}
}

// TestLines checks reading lines of lists by number, in ranges and in shards.
func TestLines(t *testing.T) {
	var table strings.Builder
	table.WriteString("Id,FEN,Moves\r\n")
	for i := range 50 {
		fmt.Fprintf(&table, "%05d,4k3/8/8/8/8/8/4P3/4K3 w - - 0 %d,e2e4\r\n", i, i+1)
	}
	for what, src := range map[string][]byte{"FENs": fens(70), "EPDs, the last without an end": bytes.TrimSuffix(bytes.ReplaceAll(fens(70), []byte(" 0 1"), []byte(" bm e4; ")), []byte("\n")), "table": []byte(table.String())} {
		want := strings.Split(strings.TrimSuffix(strings.ReplaceAll(string(src), "\r\n", "\n"), "\n"), "\n")
		for where, a := range twice(t, src) {
			want := want
			if where != "the file" {
				want = append(want[:len(want):len(want)], want...)
			}
			from, to, err := a.LineSpan(t.Context())
			require.NoError(t, err)
			require.Zero(t, from)
			require.EqualValues(t, len(want), to, "%s of %s", what, where)
			n := 0
			for line, err := range a.AllLines(t.Context()) {
				require.NoError(t, err)
				require.Equal(t, want[n], string(line.Text), "%s of %s", what, where)
				require.Equal(t, !strings.HasPrefix(want[n], "Id,"), line.HasPosition)
				require.Equal(t, line.HasPosition, line.Position != board.Position{})
				n++
			}
			require.Len(t, want, n)
			for _, i := range []int{0, len(want) / 2, len(want) - 1, 3} {
				line, err := a.Line(t.Context(), int64(i))
				require.NoError(t, err)
				require.Equal(t, want[i], string(line.Text))
				clear(line.Text) // the caller owns it
			}
			for _, i := range []int64{-1, to} {
				_, err = a.Line(t.Context(), i)
				require.ErrorIs(t, err, chesszip.ErrNoItem)
			}
			n = len(want) - 5
			for line, err := range a.Lines(t.Context(), int64(n), to+9) {
				require.NoError(t, err)
				require.Equal(t, want[n], string(line.Text))
				n++
			}
			require.Len(t, want, n)
			from, to, err = a.RecordSpan(t.Context())
			require.True(t, from == 0 && to == 0 && err == nil)
		}
	}
}

// TestRecords checks reading records by number, in ranges and in shards.
func TestRecords(t *testing.T) {
	files, once := trainingRecords(t, 300)
	for form, src := range files {
		for where, a := range twice(t, src) {
			want := once
			if where != "the file" {
				want = append(want[:len(want):len(want)], want...)
			}
			from, to, err := a.RecordSpan(t.Context())
			require.NoError(t, err)
			require.True(t, from == 0 && int(to) == len(want), "%s in %s: %d to %d", form, where, from, to)
			same := func(want, got []string) {
				t.Helper()
				require.True(t, slices.Equal(want, got), "%s in %s: %d records, want %d", form, where, len(got), len(want))
			}
			same(want, items(t, a.AllRecords(t.Context())))
			same(want[290:min(310, len(want))], items(t, a.Records(t.Context(), 290, 310)))
			for _, i := range []int{0, 299, 17, len(want) - 1} {
				r, err := a.Record(t.Context(), int64(i))
				require.NoError(t, err)
				require.Equal(t, want[i], fmt.Sprint(r))
			}
			_, err = a.Record(t.Context(), to)
			require.ErrorIs(t, err, chesszip.ErrNoItem)
			var got []string
			for k := range 3 {
				part := kit.Shard(t, a, k, 3)
				low, high, err := part.RecordSpan(t.Context())
				require.NoError(t, err)
				require.EqualValues(t, len(got), low)
				got = append(got, items(t, part.AllRecords(t.Context()))...)
				require.EqualValues(t, len(got), high)
				same(want[low:high], items(t, part.Records(t.Context(), 0, to)))
			}
			same(want, got)
			lines, to, err := a.LineSpan(t.Context())
			require.True(t, lines == 0 && to == 0 && err == nil)
		}
	}
}

// TestLoader checks that a part of an archive of records reads its frames once, and no
// other frames.
func TestLoader(t *testing.T) {
	files, _ := trainingRecords(t, 4)
	var packed []byte
	for range 6 {
		packed = append(packed, kit.Compress(t, files["bin"], kit.Quick)...)
	}
	a, r := openCounting(t, packed)
	require.Len(t, items(t, kit.Shard(t, a, 1, 3).AllRecords(t.Context())), 8)
	require.EqualValues(t, 2, r.reads.Load())
	for range a.AllRecords(t.Context()) {
		break
	}
	require.LessOrEqual(t, r.reads.Load(), int64(2+6))
}

// TestGamesOfOthers checks that files without games have none, alone and in an archive.
func TestGamesOfOthers(t *testing.T) {
	files, _ := trainingRecords(t, 30)
	files["nothing"], files["blank"], files["words"] = nil, []byte("\n \n"), []byte("no game at all\n")
	files["FENs"], files["one FEN"], files["GIF"] = fens(30), fens(1), []byte("GIF89a\x01\x00\x01\x00\x80\x00\x00")
	files["a brackets"], files["UTF-16"] = []byte("[x]\nkey=1\n[y]\n"), []byte("\xff\xfe1\x00.\x00 \x00e\x004\x00")
	for what, src := range files {
		plain, err := chesszip.OpenPGN(t.Context(), bytes.NewReader(src), int64(len(src)), nil)
		require.NoError(t, err)
		for kind, a := range map[string]*chesszip.Archive{"PGN": plain, "archive": kit.OpenBytes(t, kit.Compress(t, src, kit.Quick), nil)} {
			require.Zero(t, a.NumGames(), "%s as %s", what, kind)
			require.Empty(t, items(t, a.Games().Texts(t.Context())), "%s as %s", what, kind)
		}
	}
}

// TestNilQueries checks that a nil Query means all, and that a nil Pattern is refused
// like an empty one.
func TestNilQueries(t *testing.T) {
	a := kit.OpenBytes(t, kit.Compress(t, []byte(kit.Opera+kit.Opera), kit.Quick), nil)
	require.Len(t, items(t, a.Games().Headers(t.Context())), 2)
	require.Len(t, items(t, a.Games().Texts(t.Context())), 2)
	n, err := a.Games().Count(t.Context())
	require.True(t, n == 2 && err == nil)
	written, err := a.Games().WriteTo(t.Context(), io.Discard)
	require.True(t, int(written) == 2*len(kit.Opera) && err == nil)
	require.Len(t, items(t, a.Games().With(kit.Pattern(`moves:"1. e4"`)).Texts(t.Context())), 2)
	for _, p := range []*chesszip.Pattern{nil, {}} {
		for _, err := range a.Games().With(p).Texts(t.Context()) {
			require.ErrorIs(t, err, chesszip.ErrQuery)
		}
		_, err = a.Games().With(p).Count(t.Context())
		require.ErrorIs(t, err, chesszip.ErrQuery)
	}
}

// TestSpelledLine requests single games after one with a spelled-out line of moves in
// their group of comments: its spelling is needed to read those after it.
func TestSpelledLine(t *testing.T) {
	line := "1. e4 e5 {as ever (1... c5 2. Nf3)} 2. Nf3 *\n\n"
	src := []byte(line + strings.Repeat("1. e4 {[%clk 0:01:02]} e5 *\n\n", 40) + line + "1. d4 d5 {as ever (1... f5 2. c4)} *\n")
	for _, o := range []*chesszip.WriterOptions{nil, {Open: chesszip.ColumnMoves}} {
		packed := kit.Compress(t, src, o)
		want := strings.SplitAfter(string(src), "*\n\n")
		for i := range want {
			text, err := kit.Text(t.Context(), kit.OpenBytes(t, packed, kit.EveryLevel), int64(i))
			require.NoError(t, err)
			require.Equal(t, want[i], string(text), "game %d", i+1)
		}
	}
}
