package czipbeam

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/apache/beam/sdks/v2/go/pkg/beam/core/sdf"
	"github.com/stretchr/testify/require"

	"github.com/chesszip/chesszip"
	"github.com/chesszip/chesszip/board"
	"github.com/chesszip/chesszip/codec"
)

// splitting is a tracker whose range is split at random while it is claimed, as a runner
// does it.
type splitting struct {
	*Tracker
	random *rand.Rand
	queue  *[]Range
}

func (s *splitting) TryClaim(pos any) bool {
	if s.random.IntN(2) == 0 {
		if _, rest, _ := s.TrySplit(s.random.Float64()); rest != nil {
			*s.queue = append(*s.queue, rest.(Range))
		}
	}
	return s.Tracker.TryClaim(pos)
}

// bundles processes a range, whole or split at random, and in any order then.
func bundles(t *testing.T, whole Range, random *rand.Rand, process func(rt *sdf.LockRTracker) error) {
	queue := []Range{whole}
	if random != nil {
		queue = whole.Split(1 + random.Int64N(whole.Bytes()))
	}
	for len(queue) > 0 {
		i := 0
		if random != nil {
			i = random.IntN(len(queue))
		}
		part := queue[i]
		queue = slices.Delete(queue, i, i+1)
		var tr sdf.RTracker = NewTracker(part)
		if random != nil {
			tr = &splitting{NewTracker(part), random, &queue}
		}
		require.NoError(t, process(sdf.NewLockRTracker(tr)))
		require.NoError(t, tr.GetError())
		require.True(t, tr.IsDone())
	}
}

// rounds are how each DoFn is run: as one bundle, twice, and then split at random.
func rounds() []*rand.Rand {
	all := []*rand.Rand{nil, nil}
	for seed := range uint64(2) {
		all = append(all, rand.New(rand.NewPCG(2, seed)))
	}
	return all
}

// shuffled returns what gives items in a random order, which is what a runner gives.
func shuffled[T any](items []T, random *rand.Rand) func(*T) bool {
	items = slices.Clone(items)
	if random != nil {
		random.Shuffle(len(items), func(i, k int) { items[i], items[k] = items[k], items[i] })
	}
	return func(to *T) bool {
		if len(items) == 0 {
			return false
		}
		*to, items = items[0], items[1:]
		return true
	}
}

func noDamage(t *testing.T) func(Damage) { return func(d Damage) { t.Errorf("damage: %v", d) } }

func TestListTwice(t *testing.T) {
	paths, all := archives(t)
	once := list(t, 10, paths...)
	require.Equal(t, once, list(t, 10, paths...))
	require.Len(t, once, 6)
	for _, s := range once {
		for i, size := range s.Sizes {
			f := all[s.File].Frames()[int(s.From)+i]
			require.Equal(t, f.Stored, size)
		}
	}
}

func TestGamesOfBundles(t *testing.T) {
	paths, all := archives(t)
	for _, query := range []string{"", "eco:C", "event:nothing"} {
		var want []Game
		for file, a := range all {
			for g, err := range a.Games().Where(parsed(t, query)).Texts(t.Context()) {
				require.NoError(t, err)
				want = append(want, Game{int64(file), g.Number, string(g.Text)})
			}
		}
		fn := GamesFn{Reading: Reading{Query: query}}
		for _, random := range rounds() {
			var got []Game
			for _, s := range list(t, 10, paths...) {
				bundles(t, fn.CreateInitialRestriction(s), random, func(rt *sdf.LockRTracker) error {
					return fn.ProcessElement(context.Background(), rt, s, func(g Game) { got = append(got, g) }, noDamage(t))
				})
			}
			slices.SortFunc(got, func(x, y Game) int { return cmp.Or(cmp.Compare(x.File, y.File), cmp.Compare(x.Number, y.Number)) })
			require.True(t, slices.Equal(want, got), query)
		}
	}
}

func parsed(t testing.TB, query string) *chesszip.Query {
	if query == "" {
		return nil
	}
	q, err := chesszip.ParseQuery(query)
	require.NoError(t, err)
	return q
}

// byKey groups pieces as the pipelines do.
func byKey(pieces []Piece, key func(Piece) (string, Piece)) [][]Piece {
	groups := map[string][]Piece{}
	for _, p := range pieces {
		k, _ := key(p)
		groups[k] = append(groups[k], p)
	}
	return slices.Collect(maps.Values(groups))
}

func TestFilterOfBundles(t *testing.T) {
	paths, _ := archives(t)
	for _, pgn := range []bool{false, true} {
		var want map[string]string
		for _, random := range rounds() {
			w := begin(t, "out")
			fn := FilterFn{Reading: Reading{Query: "eco:C"}, Dir: w.Dir}
			gather := GatherFn{Dir: w.Dir, PGN: pgn}
			var pieces []Piece
			for _, s := range list(t, 10, paths...) {
				bundles(t, fn.CreateInitialRestriction(s), random, func(rt *sdf.LockRTracker) error {
					return fn.ProcessElement(context.Background(), rt, s, func(p Piece) { pieces = append(pieces, p) }, noDamage(t))
				})
			}
			for range 2 { // the second attempt writes the same files
				for _, group := range byKey(pieces, byShard) {
					require.NoError(t, gather.ProcessElement(context.Background(), "", shuffled(group, random), func(string) {}))
				}
				got := outputs(t, filepath.Join(w.Dir, "out"))
				if want == nil {
					want = got
				}
				require.Equal(t, want, got)
			}
		}
		require.Len(t, want, 6)
	}
}

func TestExploreOfBundles(t *testing.T) {
	paths, all := archives(t)
	p := board.Start()
	e, err := chesszip.NewExplorer(p, nil)
	require.NoError(t, err)
	e.Next()
	for file, a := range all {
		require.NoError(t, e.Add(t.Context(), a.Games().Where(parsed(t, "elo:1500+")), file))
	}
	want := map[string]chesszip.Statistics{}
	tree := e.Tree()
	want[countedOf(&tree.Position, noMove)] = tree.Statistics
	for _, m := range tree.Moves {
		want[countedOf(&tree.Position, m.Move)] = m.Statistics
	}
	require.Greater(t, len(want), 10)
	fn := ExploreFn{Reading: Reading{Query: "elo:1500+"}, FEN: p.String()}
	for _, random := range rounds() {
		got := sums{}
		for _, s := range list(t, 10, paths...) {
			bundles(t, fn.CreateInitialRestriction(s), random, func(rt *sdf.LockRTracker) error {
				return fn.ProcessElement(context.Background(), rt, s, got.add, noDamage(t))
			})
		}
		require.Equal(t, want, got.all(t, random))
	}
}

// sums are tallies by key, as they come.
type sums map[string][]chesszip.Statistics

func (s sums) add(key string, t chesszip.Statistics) { s[key] = append(s[key], t) }

// all adds up the tallies of each key in a random order, through their coder.
func (s sums) all(t *testing.T, random *rand.Rand) map[string]chesszip.Statistics {
	out := map[string]chesszip.Statistics{}
	var fn SumFn
	for key, tallies := range s {
		parts := []chesszip.Statistics{fn.CreateAccumulator(), fn.CreateAccumulator()}
		next := shuffled(tallies, random)
		for one := (chesszip.Statistics{}); next(&one); {
			back, err := decodeTally(encodeTally(one))
			require.NoError(t, err)
			i := 0
			if random != nil {
				i = random.IntN(2)
			}
			parts[i] = fn.AddInput(parts[i], back)
		}
		out[key] = fn.MergeAccumulators(parts[0], parts[1])
	}
	return out
}

// TestTreeOfBundles holds that the tree has what Explore says of each of its positions,
// and of nothing else.
func TestTreeOfBundles(t *testing.T) {
	paths, all := archives(t)
	var want map[string]chesszip.Statistics
	for _, query := range []string{"", "elo:1500+"} {
		want = nil
		fn := TreeFn{Reading: Reading{Query: query}, Plies: 6}
		for _, random := range rounds() {
			got := sums{}
			for _, s := range list(t, 10, paths...) {
				bundles(t, fn.CreateInitialRestriction(s), random, func(rt *sdf.LockRTracker) error {
					return fn.ProcessElement(context.Background(), rt, s, got.add, noDamage(t))
				})
			}
			if want == nil {
				want = got.all(t, random)
			}
			require.Equal(t, want, got.all(t, random))
		}
		asExplored(t, all, query, want)
	}
}

// asExplored compares some positions of a tree of six half-moves, those behind the first
// moves played, with Explore.
func asExplored(t *testing.T, all []*chesszip.Archive, query string, tree map[string]chesszip.Statistics) {
	checked := 0
	for key, position := range tree {
		p, m, err := counted(key)
		require.NoError(t, err)
		if m != noMove || position.Games() < 60 {
			continue
		}
		var sum chesszip.Statistics
		moves := map[string]chesszip.Statistics{}
		for _, a := range all {
			x, err := a.Games().Where(parsed(t, query)).Explore(t.Context(), p)
			require.NoError(t, err)
			sum = add(sum, x.Statistics)
			for _, m := range x.Moves {
				k := countedOf(&x.Position, m.Move)
				moves[k] = add(moves[k], m.Statistics)
			}
		}
		// Games that come to it only behind the half-moves of the tree make a difference;
		// from the start position there are none.
		require.LessOrEqual(t, position.Games(), sum.Games(), p.String())
		if sum.Games() != position.Games() {
			continue
		}
		checked++
		require.Equal(t, results(sum), results(position), p.String())
		for k, want := range moves {
			if got, there := tree[k]; there {
				require.Equal(t, results(want), results(got))
			}
		}
	}
	require.Greater(t, checked, 10)
}

func results(t chesszip.Statistics) [4]int64 { return [4]int64{t.White, t.Draws, t.Black, t.Open} }

func TestTableOfLines(t *testing.T) {
	p := board.Start()
	var lines []Line
	emit := MoveLineFn{Min: 2}
	line := func(_ string, l Line) { lines = append(lines, l) }
	for m := range board.Move(50) {
		require.NoError(t, emit.ProcessElement(countedOf(&p, m), chesszip.Statistics{White: int64(m % 7), LastYear: 2013}, line))
	}
	odd, err := board.ParseFEN("QQQQQQQQ/QQQQQQQQ/QQQQQQQQ/8/8/8/8/k6K w - - 0 1")
	require.NoError(t, err)
	require.NoError(t, emit.ProcessElement(countedOf(&odd, noMove), chesszip.Statistics{Open: 5}, line))
	CountLineFn{}.ProcessElement("zz\tz", 7, line)
	var want map[string]string
	for _, random := range rounds() {
		w := begin(t, "out")
		fn := TableFn{w.Dir, "t", "head\n"}
		for range 2 {
			require.NoError(t, fn.ProcessElement(context.Background(), "", shuffled(lines, random), func(string) {}))
			got := outputs(t, filepath.Join(w.Dir, "out"))
			if want == nil {
				want = got
			}
			require.Equal(t, want, got)
		}
	}
	require.Equal(t, 1+35+1+1, strings.Count(want["t"], "\n"))
	require.True(t, strings.HasPrefix(want["t"], "head\nQQQQQQQQ/QQQQQQQQ/QQQQQQQQ/8/8/8/8/k6K w - -\t\t\t5\t0\t0\t0\t5\t\t\t\n"))
	require.True(t, strings.HasSuffix(want["t"], "\nzz z\t7\n"))
}

func TestCountOfBundles(t *testing.T) {
	paths, all := archives(t)
	want := map[string]int64{}
	for _, a := range all {
		for h, err := range a.Games().Headers(t.Context()) {
			require.NoError(t, err)
			want[h.Tag("ECO")]++
		}
	}
	fn := CountFn{Tag: "ECO"}
	for _, random := range rounds() {
		got := map[string]int64{}
		for _, s := range list(t, 10, paths...) {
			bundles(t, fn.CreateInitialRestriction(s), random, func(rt *sdf.LockRTracker) error {
				return fn.ProcessElement(context.Background(), rt, s, func(value string, n int64) { got[value] = AddFn{}.MergeAccumulators(got[value], n) }, noDamage(t))
			})
		}
		require.Equal(t, want, got)
	}
}

func TestKeys(t *testing.T) {
	start := board.Start()
	odd, err := board.ParseFEN("QQQQQQQQ/QQQQQQQQ/QQQQQQQQ/QQQQQQQQ/8/8/8/k6K w - - 0 1")
	require.NoError(t, err)
	_, err = codec.KeyOf(&odd)
	require.ErrorIs(t, err, codec.ErrNoKey)
	for _, p := range []board.Position{start, odd} {
		for _, m := range []board.Move{0, 1, 65535} {
			q, n, err := counted(countedOf(&p, m))
			require.NoError(t, err)
			require.Equal(t, p, q)
			require.Equal(t, m, n)
		}
	}
	for _, key := range []string{"", "x", "xy", "some text"} {
		_, _, err := counted(key)
		require.Error(t, err)
	}
	for n := range len(encodeTally(chesszip.Statistics{White: 300})) {
		_, err := decodeTally(encodeTally(chesszip.Statistics{White: 300})[:n])
		require.Error(t, err)
	}
}

func TestDamageTwice(t *testing.T) {
	var all []Damage
	for i := range int64(10) {
		all = append(all, Damage{"file", i, 50, fmt.Sprint("why ", i)})
	}
	var want []string
	for _, random := range rounds() {
		w := begin(t, "out")
		fn := DamageFn{w.Dir}
		for range 2 {
			require.NoError(t, fn.ProcessElement("", shuffled(all, random)))
			got, err := w.Damage()
			require.NoError(t, err)
			if want == nil {
				want = got
			}
			require.Equal(t, want, got)
		}
	}
	require.Equal(t, "file\t9\t50\twhy 9", want[9])
}

func TestInOrder(t *testing.T) {
	piece := func(file, from, to int64) Piece { return Piece{File: file, First: 0, End: 4, From: from, To: to} }
	for name, c := range map[string]struct {
		pieces []Piece
		bad    bool
	}{
		"all":         {[]Piece{piece(1, 2, 4), piece(0, 0, 4), piece(1, 0, 2)}, false},
		"one twice":   {[]Piece{piece(0, 0, 2), piece(0, 0, 2), piece(0, 2, 4)}, true},
		"over it":     {[]Piece{piece(0, 0, 3), piece(0, 2, 4)}, true},
		"one missing": {[]Piece{piece(0, 0, 1), piece(0, 2, 4)}, true},
		"no first":    {[]Piece{piece(0, 1, 4)}, true},
		"no last":     {[]Piece{piece(0, 0, 3)}, true},
	} {
		_, err := inOrder(shuffled(c.pieces, nil))
		require.Equal(t, c.bad, err != nil, "%s: %v", name, err)
	}
}
