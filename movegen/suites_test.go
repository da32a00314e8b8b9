package movegen_test

import (
	"bufio"
	"bytes"
	"encoding/json"
	"os"
	"regexp"
	"sort"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/chesszip/chesszip/board"
	"github.com/chesszip/chesszip/internal/test/corpus"
	"github.com/chesszip/chesszip/movegen"
)

// published is a node count that someone else published.
type published struct {
	fen   string
	depth int
	nodes uint64
}

var (
	epdCount  = regexp.MustCompile(`;\s*D(\d+)\s+(\d+)`)
	perftLine = regexp.MustCompile(`^perft\s+(\d+)\s+(\d+)`)
)

// readSuite reads any of the suites' three formats: EPD with ";D1 20 ;D2 400",
// blocks of "epd FEN" and "perft 1 20", and JSON.
func readSuite(t *testing.T, name string, src []byte) (list []published) {
	t.Helper()
	if strings.HasSuffix(name, ".json") {
		var m map[string]struct {
			Depth int
			Nodes uint64
		}
		require.NoError(t, json.Unmarshal(src, &m))
		for fen, v := range m {
			list = append(list, published{fen, v.Depth, v.Nodes})
		}
		sort.Slice(list, func(i, j int) bool { return list[i].fen < list[j].fen })
		return list
	}
	fen := ""
	s := bufio.NewScanner(bytes.NewReader(src))
	s.Buffer(nil, 1<<20)
	for s.Scan() {
		line := strings.TrimSpace(s.Text())
		if rest, ok := strings.CutPrefix(line, "epd "); ok {
			fen = strings.TrimSpace(rest)
		} else if m := perftLine.FindStringSubmatch(line); m != nil {
			c := count(t, fen, m[1], m[2])
			if n := len(list); n > 0 && list[n-1].fen == c.fen && list[n-1].depth == c.depth {
				c.depth++ // a slip of x-fen.perft, which says 6 for 7
			}
			list = append(list, c)
		} else if counts := epdCount.FindAllStringSubmatch(line, -1); counts != nil {
			fen, _, _ := strings.Cut(line, ";")
			for _, m := range counts {
				list = append(list, count(t, strings.TrimSpace(fen), m[1], m[2]))
			}
		}
	}
	require.NoError(t, s.Err())
	return list
}

func count(t *testing.T, fen, depth, nodes string) published {
	t.Helper()
	d, err := strconv.Atoi(depth)
	require.NoError(t, err)
	n, err := strconv.ParseUint(nodes, 10, 64)
	require.NoError(t, err)
	return published{strings.Join(strings.Fields(fen), " "), d, n}
}

// TestSuites counts what the suites of the corpus publish: counts of up to
// a million leaves, of which each suite gets 30 million at most, and with
// CHESSZIP_LONG up to two thousand million, of which each gets 20 times that.
func TestSuites(t *testing.T) {
	names, err := corpus.Names("perft")
	if err != nil {
		t.Skip(err)
	}
	most, budget := uint64(1_000_000), uint64(30_000_000)
	if testing.Short() {
		most, budget = 400_000, 10_000_000
	}
	if os.Getenv("CHESSZIP_LONG") != "" {
		most, budget = 2_000_000_000, 40_000_000_000
	}
	for _, name := range names {
		t.Run(name, func(t *testing.T) {
			list := readSuite(t, name, corpus.Need(t, name))
			if len(list) == 0 {
				t.Fatalf("%s holds no counts", name)
			}
			// The smallest first, so that every position gets its turn.
			sort.SliceStable(list, func(i, j int) bool { return list[i].nodes < list[j].nodes })
			left, done := budget, 0
			for _, c := range list {
				if c.nodes > most || c.nodes > left {
					continue
				}
				left -= c.nodes
				done++
				p, err := board.ParseFEN(c.fen)
				if err != nil {
					t.Errorf("ParseFEN(%q): %v", c.fen, err)
					continue
				}
				if strings.Contains(name, "bulletchess") {
					// Random play of standard chess with rights that no rook bears
					// out: KQkq mean the corners.
					p.Castling = p.Castling.Classic()
				}
				if got := movegen.Perft(&p, c.depth); got != c.nodes {
					t.Errorf("Perft(%s, %d) = %d, want %d", c.fen, c.depth, got, c.nodes)
				}
			}
			if done == 0 {
				t.Error("no count is small enough to check")
			}
			t.Logf("%d of %d counts", done, len(list))
		})
	}
}
