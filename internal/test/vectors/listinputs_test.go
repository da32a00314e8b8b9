package vectors_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/chesszip/chesszip/board"
	"github.com/chesszip/chesszip/internal/model/level"
	"github.com/chesszip/chesszip/internal/test/golden"
	"github.com/chesszip/chesszip/internal/test/vectors"
	"github.com/chesszip/chesszip/movegen"
	"github.com/chesszip/chesszip/movelist/learned"
	"github.com/chesszip/chesszip/notation"
)

const moreListsHeading = `More lists of positions, docs/spec/lists.md: streams of kind 12.
stream   its bytes, hexadecimal
input    what it stands for, as a text: at most so many bytes are what a reader takes
limit    where it must be refused, how many bytes a reader takes
refused  the class of refusal`

// strangeFENs are oddPositions and positions of schemes.txt, as FENs, some with files.
func strangeFENs(t *testing.T, n int) string {
	t.Helper()
	var s strings.Builder
	all := fenPositions(t, slices.Concat(oddPositions, trailerPositions, boardPositions)...)
	for i := range n {
		p := all[i*37%len(all)]
		fen := p.String()
		if i%3 == 0 {
			fen = string(p.AppendShredderFEN(nil))
		}
		if i%4 == 1 {
			fen = strings.Join(strings.Fields(fen)[:4], " ")
		}
		s.WriteString(fen + "\n")
	}
	return s.String()
}

// tree returns FENs of a tree of games in depth-first order.
func tree(t *testing.T, depth, width int) string {
	t.Helper()
	var s strings.Builder
	r := numbers(31)
	var visit func(p board.Position, left int)
	visit = func(p board.Position, left int) {
		s.WriteString(p.String() + "\n")
		if left == 0 {
			return
		}
		n := 1
		if r(4) == 0 {
			n = width
		}
		legal := movegen.AppendLegal(nil, &p)
		for range min(n, len(legal)) {
			q := p
			i := r(uint32(len(legal)))
			movegen.Make(&q, legal[i])
			legal = slices.Delete(legal, int(i), int(i)+1)
			visit(q, left-1)
		}
	}
	visit(fenPositions(t, initial)[0], depth)
	return s.String()
}

// arrangements returns start positions of Chess960, and positions some moves after them.
func arrangements(t *testing.T, n int) string {
	t.Helper()
	r := numbers(960)
	var s strings.Builder
	fen := ""
	for i := range n {
		if i%5 != 4 {
			kinds := []byte("--------")
			put := func(k int, c byte) {
				for f := range kinds {
					if kinds[f] == '-' {
						if k == 0 {
							kinds[f] = c
							return
						}
						k--
					}
				}
			}
			kinds[1+2*r(4)], kinds[2*r(4)] = 'b', 'b'
			put(int(r(6)), 'q')
			put(int(r(5)), 'n')
			put(int(r(4)), 'n')
			for _, c := range []byte("rkr") {
				put(0, c)
			}
			fen = fmt.Sprintf("%s/pppppppp/8/8/8/8/PPPPPPPP/%s w KQkq - 0 1", kinds, strings.ToUpper(string(kinds)))
		}
		p := fenPositions(t, fen)[0]
		for range i % 4 {
			legal := movegen.AppendLegal(nil, &p)
			movegen.Make(&p, legal[r(uint32(len(legal)))])
		}
		s.WriteString(p.String() + "\n")
	}
	return s.String()
}

// cells returns a table with all kinds of cells: moves that castle, promote, mate and
// continue for long, new and known words, links with and without a game, empty ones.
func cells(t *testing.T, n, at int) string {
	t.Helper()
	r := numbers(uint32(100 + at))
	starts := fenPositions(t, "r3k2r/1P4P1/8/3pP3/3Pp3/8/1p4p1/R3K2R w KQkq d6 0 9", initial, "6k1/5ppp/8/8/8/8/8/4R1K1 w - - 3 31", "r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 0 4",
		"1r2k2r/pppppppp/8/8/8/8/PPPPPPPP/1R2K2R w HBhb - 0 1", "8/P6k/8/8/8/8/7K/8 w - - 0 60", "QQQQ4/7Q/Q7/8/3Q4/8/8/K1k5 w - - 0 1")
	var s strings.Builder
	for i := range n {
		p := starts[i%len(starts)]
		for range r(4) {
			if legal := movegen.AppendLegal(nil, &p); len(legal) > 0 {
				movegen.Make(&p, legal[r(uint32(len(legal)))])
			}
		}
		fen, q := p.String(), p
		var moves []string
		for range []int{1, 2, 3, 4, 7, 8, 15, 20, 63, 64, 65}[r(11)] {
			legal := movegen.AppendLegal(nil, &q)
			if len(legal) == 0 {
				break
			}
			m := legal[r(uint32(len(legal)))]
			for _, x := range legal {
				if movegen.IsCastling(&q, x) || x.Promotion() != board.NoKind && r(3) == 0 || q.At(x.To()) != board.Empty && r(4) == 0 {
					m = x
				}
			}
			moves = append(moves, string(notation.AppendUCI(nil, &q, m, false)))
			movegen.Make(&q, m)
		}
		var words []string
		for range 1 + r(3) {
			words = append(words, fmt.Sprintf("%c%s%d", 'a'+i/6%26, []string{"", "theme", strings.Repeat("w", 29), strings.Repeat("w", 30)}[r(4)], r(3)))
		}
		slices.Sort(words)
		end := fmt.Sprintf("#%d", 2*int(p.FullmoveNumber)-1)
		if p.Turn == board.Black {
			end = fmt.Sprintf("/black#%d", 2*int(p.FullmoveNumber))
		}
		row := []string{fmt.Sprintf("id%d", i), strings.Join(moves, " "), strings.Join(slices.Compact(words), " "),
			[]string{"https://x.org/" + end, fmt.Sprintf("x/%08d%s", r(1<<20), end), end, "", "x/abcdefg" + end, "AbcdefgZ" + end}[r(6)], []string{"", "same", "other", "other"}[r(4)], fmt.Sprint(r(3) * 1000)}
		s.WriteString(strings.Join(slices.Insert(row, at, fen), ",") + "\n")
	}
	return s.String()
}

// moreInputs are lists in addition to listInputs.
func moreInputs(t *testing.T) (list []struct{ name, text string }) {
	t.Helper()
	add := func(name, text string) { list = append(list, struct{ name, text string }{name, text}) }
	add("odd positions in each style", strangeFENs(t, 120))
	add("odd positions in each style, and where they are no positions", strings.Replace(strangeFENs(t, 40), " w ", " x ", 3)+"no end")
	crlf := strings.SplitAfter(walked(initial, 40, func(i int) (int, int) { return i % 4, 1 }), "\n")
	for i := range crlf {
		if i%5 < 3 && crlf[i] != "" {
			crlf[i] = strings.TrimSuffix(crlf[i], "\n") + "\r\n"
		}
		if i%7 == 6 {
			crlf[i] = []string{"\n", "a line\r\n", "a line\n", "another\n"}[i/7%4] + crlf[i]
		}
	}
	add("lines with and without CR, with texts between them", strings.Join(crlf, ""))
	fen := "fen " + strings.ReplaceAll(walked(initial, 12, func(i int) (int, int) { return 0, 1 + i%3 }), "\n", "\nmove e2e4\nscore 1\nfen ")
	add("positions of the plain form", strings.TrimSuffix(fen, "fen "))
	add("a tree of positions", tree(t, 7, 4))
	add("a deep tree of positions", tree(t, 34, 2)[:9000]+"\n")
	add("positions that come again after long", strings.Repeat(walked(initial, 50, func(i int) (int, int) { return i * 3 % 11, i % 3 }), 2))
	add("many arrangements of Chess960", arrangements(t, 60))
	add("a table with cells of each kind", cells(t, 60, 2))
	add("a table with the position first", cells(t, 30, 0))
	add("a table with the position last", cells(t, 30, 6))
	add("a table of sixteen columns", cut(walked(initial, 12, func(int) (int, int) { return 0, 3 }), 6, func(i int) string {
		return strings.Repeat(fmt.Sprintf(",%d,w%d", i%5, i%3), 7) + ","
	}))
	add("a table of positions alone, of one game", strings.ReplaceAll(walked(initial, 9, func(int) (int, int) { return 0, 1 }), "\n", ",\n"))
	add("as many lines as there may be", "8/8/8/8/8/8/8/8 w - -"+strings.Repeat("\n", 8))
	add("EPD with comments", cut(walked(initial, 40, func(i int) (int, int) { return 0, 1 + i%3 }), 4, func(i int) string {
		return fmt.Sprintf(" c%d \"White is %s, see %d.%c4 and Nf%d; eval %d.%02d\"; id \"game %d\";", i%3, []string{"better", "worse", "lost"}[i%3], i, 'a'+i%8, 3+i%4, i%4, i*7%100, i/4)
	}))
	return list
}

// TestMoreLists checks vectors/layers/morelists.txt: lists of each kind, and heads of
// lists that must be refused.
func TestMoreLists(t *testing.T) {
	var list []*vectors.Vector
	add := func(name string, data []byte, want string) {
		v := vectors.New("%s", name)
		v.Add("stream", "%x", data)
		got, err := decodeList(data, len(want))
		if err != nil {
			v.Add("limit", "%d", len(want))
			v.Add("refused", "%s", class(t, err))
		} else {
			require.Equal(t, want, string(got), name)
			v.Add("input", "%s", vectors.Quote(got))
		}
		list = append(list, v)
	}
	for _, in := range moreInputs(t) {
		plain, ok := appendList(in.text, nil)
		require.True(t, ok, in.name)
		add(in.name, plain, in.text)
		best, ok := appendList(in.text, (*level.Level)(learned.V1).Lists)
		require.True(t, ok, in.name)
		if best[0]&1 != 0 && len(in.text) < 9000 && in.name != "a table with the position last" {
			add(in.name+", with learned models", best, in.text)
		}
	}
	for _, c := range []struct {
		name string
		text string
		edit func(b []byte) []byte
	}{
		{"a table of no columns", puzzles, func(b []byte) []byte { b[1] = 0; return b }},
		{"a table of 17 columns", puzzles, func(b []byte) []byte { return append([]byte{b[0], 17}, append(b[2:], make([]byte, 11)...)...) }},
		{"a table of too few columns for its position", puzzles, func(b []byte) []byte { b[1], b[2] = 6, 6; return b }},
		{"a text too many", "x\n" + initial + "\ny\n", func(b []byte) []byte { return append(b[:len(b)-6], 1, 5, 0, 3, 'x', 'y', 'z', 0) }},
		{"form 16", initial + "\n", func(b []byte) []byte { b[0] |= 16; return b }},
		{"form 12", initial + "\n" + initial + "\n", func(b []byte) []byte { b[0] |= 4; return b }},
		{"a column of texts of form 3", initial + "\n", func(b []byte) []byte { b[len(b)-1] = 3; return b }},
		{"a column of texts of form 3 with a column", initial + "\n", func(b []byte) []byte { return append(b[:len(b)-1], 3, 2, 3, 0) }},
		{"form 16 alone", initial, func(b []byte) []byte { b[0] |= 16; return b }},
		{"a column of texts of form 1 without values", initial + "\n", func(b []byte) []byte { return append(b[:len(b)-1], 1, 2, 3, 0) }},
		{"a byte behind the texts", initial + "\n", func(b []byte) []byte { return append(b, 0) }},
		{"a column of texts is missing", initial + "\n", func(b []byte) []byte { return b[:len(b)-1] }},
		{"a list of no lines", initial + "\n", func(b []byte) []byte { return []byte{2, 0, 0, 0, 0} }},
		{"an empty stream", initial + "\n", func(b []byte) []byte { return nil }},
	} {
		data, ok := appendList(c.text, nil)
		require.True(t, ok, c.name)
		data = c.edit(data)
		want := c.text
		if got, err := decodeList(data, len(c.text)); err == nil {
			want = string(got)
		}
		add(c.name, data, want)
	}
	golden.Equal(t, "../../../vectors/layers/morelists.txt", vectors.File(moreListsHeading, list))
}
