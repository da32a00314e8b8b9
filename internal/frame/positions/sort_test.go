package positions_test

import (
	"bytes"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/chesszip/chesszip/board"
	"github.com/chesszip/chesszip/internal/frame/positions"
	"github.com/chesszip/chesszip/internal/test/corpus"
	"github.com/chesszip/chesszip/movegen"
)

// sortedLines returns the lines of a text in alphabetic order.
func sortedLines(text []byte) string {
	lines := strings.Split(string(text), "\n")
	slices.Sort(lines)
	return strings.Join(lines, "\n")
}

// propSort sorts lists of random positions, among them some that follow from
// one another in a ring.
func propSort(t *rapid.T) {
	src := []byte("a heading\n")
	p := board.Start()
	for range rapid.IntRange(0, 40).Draw(t, "lines") {
		switch rapid.IntRange(0, 6).Draw(t, "what") {
		case 0:
			p = board.Start()
		case 1:
			src = append(src, rapid.StringMatching(`[a-z ;\r]{0,8}`).Draw(t, "text")...)
		default:
			legal := movegen.AppendLegal(nil, &p)
			if len(legal) == 0 {
				p = board.Start()
				break
			}
			movegen.Make(&p, legal[rapid.IntRange(0, min(3, len(legal)-1)).Draw(t, "move")])
		}
		src = append(p.AppendFEN(src), rapid.SampledFrom([]string{"\n", "\n", " x\n", "\r\n", "\n\n"}).Draw(t, "end")...)
	}
	if rapid.Bool().Draw(t, "open") {
		src = p.AppendFEN(src)
	}
	s, ok := positions.NewSorter([]byte(board.Start().String()), rapid.Bool().Draw(t, "thorough"))
	if !ok {
		t.Fatalf("NewSorter takes a list of positions for none")
	}
	got := s.Append([]byte("before"), src, nil)
	if want := "before"; !bytes.HasPrefix(got, []byte(want)) || sortedLines(got[len(want):]) != sortedLines(src) {
		t.Errorf("Append(%q) = %q, want the same lines", src, got)
	}
	if again := s.Append([]byte("before"), got[len("before"):], nil); !bytes.Equal(got, again) {
		t.Errorf("Append(%q) = %q, want a sorted list to stay", got[len("before"):], again)
	}
}

func TestSort(t *testing.T) { rapid.Check(t, propSort) }

// TestSortOrder sorts a small list.
func TestSortOrder(t *testing.T) {
	const (
		e4   = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1"
		e4e5 = "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2"
		d4   = "rnbqkbnr/pppppppp/8/8/3P4/8/PPP1PPPP/RNBQKBNR b KQkq - 0 1"
		end  = "8/8/4k3/8/8/4K3/8/8 w - - 0 80"
	)
	src := strings.Join([]string{"heading", e4e5, end, d4, start, e4, start}, "\n")
	want := strings.Join([]string{"heading", start, start, d4, e4, e4e5, end}, "\n")
	s, _ := positions.NewSorter([]byte(src), true)
	if got := string(s.Append(nil, []byte(src), nil)); got != want {
		t.Errorf("Append(%q) =\n%s\nwant\n%s", src, got, want)
	}
}

// TestNoSort checks what cannot be sorted.
func TestNoSort(t *testing.T) {
	for _, src := range []string{"", "1. e4 e5 *\n", "[Event \"?\"]\n\n1. e4 *\n", "fen " + start + "\nmove e2e4\nscore 1\nply 0\nresult 0\ne\n"} {
		if _, ok := positions.NewSorter([]byte(src), true); ok {
			t.Errorf("NewSorter(%q) = true, want false", src)
		}
	}
}

// TestSortSaves checks what sorting saves of an opening tree.
func TestSortSaves(t *testing.T) {
	src := corpus.Need(t, "positions/popular-test.epd")
	n := 4000
	if long() {
		n = 60_000
	}
	src = src[:bytes.IndexByte(src[64*n:], '\n')+64*n+1]
	lines := float64(bytes.Count(src, []byte("\n")))
	s, _ := positions.NewSorter(src, true)
	sorted := check(t, s.Append(nil, src, nil), true)
	kept := check(t, src, true)
	a, b := 8*float64(len(kept))/lines, 8*float64(len(sorted))/lines
	t.Logf("%.0f lines: %.2f bits a line, sorted %.2f", lines, a, b)
	if b > 0.6*a {
		t.Errorf("sorting makes %.2f bits a line of %.2f, want six tenths at most", b, a)
	}
}

// FuzzSort sorts any bytes that are taken for a list.
func FuzzSort(f *testing.F) {
	for _, src := range lists {
		f.Add([]byte(src), false)
	}
	f.Fuzz(func(t *testing.T, src []byte, thorough bool) {
		s, ok := positions.NewSorter(src, thorough)
		if !ok {
			return
		}
		if got := s.Append(nil, src, nil); sortedLines(got) != sortedLines(src) {
			t.Errorf("Append(%q) = %q, want the same lines", src, got)
		}
	})
}
