package explore

import (
	"bytes"
	"cmp"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/chesszip/chesszip"
	"github.com/chesszip/chesszip/board"
	"github.com/chesszip/chesszip/gamestate"
	"github.com/chesszip/chesszip/internal/column/open"
	"github.com/chesszip/chesszip/internal/test/corpus"
	"github.com/chesszip/chesszip/internal/test/corpus/made"
	"github.com/chesszip/chesszip/internal/test/library/kit"
	"github.com/chesszip/chesszip/movelist/learned"
	"github.com/chesszip/chesszip/notation"
)

// walked is a game with its positions.
type walked struct {
	*kit.Naive
	at    []board.Position // as the rule of repetition compares them
	moves []board.Move
}

func walkGames(t testing.TB, src []byte) (all []walked) {
	games := kit.NaiveGames(t, src)
	for i := range games {
		w := walked{Naive: &games[i]}
		line, _ := games[i].MainLine()
		s := gamestate.NewState(line.Start)
		for k := 0; ; k++ {
			p := s.Position()
			w.at = append(w.at, gamestate.Essence(&p))
			if k == len(line.Moves) || s.Play(line.Moves[k]) != nil {
				break
			}
			w.moves = append(w.moves, line.Moves[k])
		}
		all = append(all, w)
	}
	return all
}

// add counts a game naively.
func add(t *chesszip.Statistics, number int64, g *walked) {
	switch g.Ended() {
	case "1-0":
		t.White++
	case "0-1":
		t.Black++
	case "1/2-1/2":
		t.Draws++
	default:
		t.Open++
	}
	for name, sum := range map[string]*chesszip.Ratings{"WhiteElo": &t.WhiteElo, "BlackElo": &t.BlackElo} {
		if elo := g.Elo(name); elo > 0 {
			sum.Mean += float64(elo) // the sum, until best divides it
			sum.Games++
		}
	}
	year := 0
	_, _ = fmt.Sscanf(g.Date()+".", "%d.", &year)
	t.LastYear = max(t.LastYear, year)
	t.Samples = append(t.Samples, chesszip.SampleGame{Number: number, Rating: (max(g.Elo("WhiteElo"), 0) + max(g.Elo("BlackElo"), 0)) / 2})
}

// naiveExplore counts the moves from a position in the games that meant selects.
func naiveExplore(games []walked, p board.Position, meant func(g *kit.Naive) bool) *chesszip.Explored {
	x := &chesszip.Explored{Position: gamestate.Essence(&p), Moves: []chesszip.ExploredMove{}}
	for i := range games {
		g := &games[i]
		if !meant(g.Naive) || !slices.Contains(g.at, x.Position) {
			continue
		}
		add(&x.Statistics, int64(i), g)
		played := map[board.Move]bool{}
		for k, m := range g.moves {
			if g.at[k] != x.Position || played[m] || m == board.NullMove {
				continue
			}
			played[m] = true
			n := slices.IndexFunc(x.Moves, func(e chesszip.ExploredMove) bool { return e.Move == m })
			if n < 0 {
				n = len(x.Moves)
				x.Moves = append(x.Moves, chesszip.ExploredMove{Move: m, UCI: notation.UCI(&x.Position, m), SAN: notation.SAN(&x.Position, m)})
			}
			add(&x.Moves[n].Statistics, int64(i), g)
		}
	}
	best(&x.Statistics)
	for i := range x.Moves {
		best(&x.Moves[i].Statistics)
	}
	slices.SortFunc(x.Moves, func(a, b chesszip.ExploredMove) int {
		return cmp.Or(cmp.Compare(b.Games(), a.Games()), cmp.Compare(a.Move, b.Move))
	})
	return x
}

// best keeps the two samples with the highest ratings, and makes means of sums.
func best(t *chesszip.Statistics) {
	t.WhiteElo.Mean /= float64(max(1, t.WhiteElo.Games))
	t.BlackElo.Mean /= float64(max(1, t.BlackElo.Games))
	slices.SortStableFunc(t.Samples, func(a, b chesszip.SampleGame) int { return cmp.Compare(b.Rating, a.Rating) })
	t.Samples = t.Samples[:min(2, len(t.Samples))]
}

// exploreFilters are queries, with equivalent functions.
var exploreFilters = []struct {
	query *chesszip.Query
	meant func(g *kit.Naive) bool
}{
	{nil, func(*kit.Naive) bool { return true }},
	{kit.Query("elo:1600-"), func(g *kit.Naive) bool { return g.Elo("WhiteElo") >= 1600 && g.Elo("BlackElo") >= 1600 }},
	{kit.Query("result:0-1"), func(g *kit.Naive) bool { return g.Ended() == "0-1" }},
	{kit.Query("event:rated"), func(g *kit.Naive) bool { return strings.Contains(strings.ToLower(g.Value("Event")), "rated") }},
	{kit.Query("ply:-40 event:blitz"), func(g *kit.Naive) bool {
		return g.Plies <= 40 && strings.Contains(strings.ToLower(g.Value("Event")), "blitz")
	}},
	{kit.Query("white:=nobody"), func(*kit.Naive) bool { return false }},
}

// explorable returns archives of a text that must all answer alike: with every kind of
// index, of another level, two concatenated ones, plain, and for one and several
// threads.
func explorable(t testing.TB, src []byte) map[string]*chesszip.Archive {
	all := map[string]*chesszip.Archive{}
	games := kit.NaiveGames(t, src)
	cut := games[len(games)/3].Offset
	for _, threads := range []int{1, 3} {
		o := *kit.EveryLevel
		o.Threads = threads
		for name, index := range map[string]chesszip.Columns{
			"none": 0, "positions": chesszip.ColumnMoves, "numbers": chesszip.ColumnNumbers,
			"positions, numbers": chesszip.ColumnMoves | chesszip.ColumnNumbers, "all": kit.EveryIndex,
		} {
			all[fmt.Sprint(name, ", ", threads)] = kit.OpenBytes(t, kit.Compress(t, src, &chesszip.WriterOptions{Open: index}), &o)
		}
		two := slices.Concat(
			kit.Compress(t, src[:cut], kit.Quick),
			kit.Compress(t, src[cut:], &chesszip.WriterOptions{Open: kit.EveryIndex}),
		)
		all[fmt.Sprint("two, ", threads)] = kit.OpenBytes(t, two, &o)
		plain, err := chesszip.OpenPGN(t.Context(), bytes.NewReader(src), int64(len(src)), &o)
		require.NoError(t, err)
		all[fmt.Sprint("plain, ", threads)] = plain
	}
	return all
}

// checkExplored compares the answers of archives with the naive count.
func checkExplored(t testing.TB, archives map[string]*chesszip.Archive, games []walked, p board.Position) {
	t.Helper()
	for i, f := range exploreFilters {
		want := naiveExplore(games, p, f.meant)
		for name, a := range archives {
			got, err := a.Games().Where(f.query).Explore(t.Context(), p)
			require.NoError(t, err)
			looked := got.Effort
			got.Effort = chesszip.Effort{}
			require.Equal(t, want, got, "%s, filter %d, %s", name, i, p)
			if i == 0 {
				require.Equal(t, int64(len(games)), looked.Games(), name)
			}
			if strings.HasPrefix(name, "pos") || strings.HasPrefix(name, "all") {
				require.Zero(t, looked.Decoded, name)
			}
		}
	}
}

// TestExploreIsNaive compares every kind of file with the naive count.
func TestExploreIsNaive(t *testing.T) {
	t.Parallel()
	for _, name := range corpus.Games("lichess-elite-train", "master-twic-train", "engine-train") {
		t.Run(name, func(t *testing.T) {
			src := kit.LichessHead(t, 25_000)
			if name != corpus.Sample {
				src = kit.HeadOf(t, name, 25_000)
			}
			games, archives := walkGames(t, src), explorable(t, src)
			learned := kit.OpenBytes(t, kit.Compress(t, src, &chesszip.WriterOptions{Level: learned.V1}), kit.EveryLevel)
			rng := rand.New(rand.NewPCG(15, 3))
			for _, ply := range []int{0, 2, 8, 1000} {
				at := games[rng.IntN(len(games))].at
				checkExplored(t, archives, games, at[min(ply, len(at)-1)])
			}
			x, err := learned.Games().Explore(t.Context(), games[0].at[2])
			require.NoError(t, err)
			x.Effort = chesszip.Effort{}
			require.Equal(t, naiveExplore(games, games[0].at[2], exploreFilters[0].meant), x)
		})
	}
}

// oddGames are games that are counted in special ways.
const oddGames = `[Event "Rated blitz"]
[Result "1-0"]
[WhiteElo "2000"]
[BlackElo "1900"]
[Date "2013.??.??"]

1. Nf3 Nf6 2. Ng1 Ng8 3. e4 (3. d4 d5) 3... e5 1-0

[Event "back and forth, the same move and another"]
[Result "*"]
[WhiteElo "?"]
[BlackElo "2500"]

1. Nf3 Nf6 2. Ng1 Ng8 3. Nf3 Nf6 4. Ng1 Ng8 *

[Event "by other moves"]
[Result "1/2-1/2"]
[UTCDate "2020.01.31"]

1. d4 Nf6 2. c4 e6 3. Nc3 1/2-1/2

[Event "transposed"]
[Result "0-1"]

1. c4 e6 2. Nc3 Nf6 3. d4 Bb4 0-1

[Event "no moves"]
[Result "1-0"]

1-0

[Event "from a position"]
[FEN "rnbqkb1r/pppp1ppp/4pn2/8/2PP4/8/PP2PPPP/RNBQKBNR w KQkq - 0 3"]
[SetUp "1"]
[Result "1-0"]

3. Nc3 d5 1-0

[Event "without rights"]
[FEN "rnbqkb1r/pppp1ppp/4pn2/8/2PP4/2N5/PP2PPPP/R1BQKBNR b KQ - 0 3"]
[SetUp "1"]
[Result "1-0"]

3... Ke7 1-0

[Event "Chess960"]
[Variant "Chess960"]
[FEN "bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/BBQNNRKR w KQkq - 0 1"]
[SetUp "1"]
[Result "0-1"]

1. e4 e5 2. Nf3 Nf6 3. O-O O-O 0-1

[Event "Chess960 again"]
[Variant "Chess960"]
[FEN "bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/BBQNNRKR w HFhf - 0 1"]
[SetUp "1"]
[Result "1/2-1/2"]

1. Nf3 e5 2. e4 Nf6 1/2-1/2

[Event "a move that cannot be played"]
[Result "0-1"]

1. e4 e5 2. Ke8 Nc6 0-1

[Event "a null move"]
[Result "1-0"]

1. d4 -- 2. c4 e6 1-0

[Event "en passant, and not"]
[Result "1-0"]

1. e4 a6 2. e5 d5 3. exd6 1-0

[Event "promotion"]
[FEN "8/P6k/8/8/8/8/8/K7 w - - 0 1"]
[SetUp "1"]
[Result "1-0"]

1. a8=N 1-0

[Event "promotion to a queen"]
[FEN "8/P6k/8/8/8/8/8/K7 w - - 5 60"]
[SetUp "1"]
[Result "1-0"]

60. a8=Q Kg7 1-0
`

// TestExploreOdd checks the counts for every position of odd games.
func TestExploreOdd(t *testing.T) {
	const times = 10 // so that the columns take less than the text
	src := []byte(strings.Repeat(oddGames+"\n", times))
	games, archives := walkGames(t, src), explorable(t, src)
	seen := map[board.Position]bool{}
	for _, g := range games {
		for _, p := range g.at {
			if !seen[p] {
				seen[p] = true
				checkExplored(t, archives, games, p)
			}
		}
	}
	require.Greater(t, len(seen), 30)
	x, err := archives["all, 1"].Games().Explore(t.Context(), board.Start())
	require.NoError(t, err)
	require.Equal(t, int64(8*times), x.Games())
	require.Equal(t, "g1f3", x.Moves[1].UCI)
	require.Equal(t, int64(2*times), x.Moves[1].Games(), "a game that plays a move twice counts once")
	require.Equal(t, int64(times), x.Open, "one has no result")
}

// TestExplorer checks that a tree equals single requests for its positions, and that
// several archives are added up.
func TestExplorer(t *testing.T) {
	src := kit.LichessHead(t, 60_000)
	games := kit.NaiveGames(t, src)
	whole := kit.OpenPGN(t, src)
	cut := games[len(games)/2].Offset
	parts := []*chesszip.Archive{
		kit.OpenBytes(t, kit.Compress(t, src[:cut], &chesszip.WriterOptions{Open: kit.EveryIndex}), kit.EveryLevel),
		kit.OpenPGN(t, src[cut:]),
	}
	q := kit.Query("result:1-0")
	e, err := chesszip.NewExplorer(board.Start(), &chesszip.ExploreOptions{Depth: 3, Width: 2})
	require.NoError(t, err)
	passes := 0
	for ; e.Next(); passes++ {
		for i, a := range parts {
			require.NoError(t, e.Add(t.Context(), a.Games().Where(q), i))
		}
	}
	require.Equal(t, 3, passes)
	shown := 0
	var walk func(x *chesszip.Explored, depth int)
	walk = func(x *chesszip.Explored, depth int) {
		want, err := whole.Games().Where(q).Explore(t.Context(), x.Position)
		require.NoError(t, err)
		require.Equal(t, want.Effort.Games(), x.Effort.Games())
		require.Equal(t, untold(want), untold(x), x.Position.String())
		shown++
		for i, m := range x.Moves {
			require.Equal(t, depth > 1 && i < 2, m.Next != nil, "depth %d, move %d", depth, i)
			if m.Next != nil {
				walk(m.Next, depth-1)
			}
		}
	}
	walk(e.Tree(), 3)
	require.Equal(t, 7, shown)
	files := map[int]bool{}
	for _, m := range e.Tree().Moves {
		for _, s := range m.Samples {
			files[s.File] = true
			h, err := parts[s.File].Game(t.Context(), s.Number, chesszip.FieldTags|chesszip.FieldNumbers)
			require.NoError(t, err)
			require.Equal(t, "1-0", h.Tag("Result"))
		}
	}
	require.Len(t, files, 2, "samples come of both files")
}

// TestExploreStored checks that an opening table and the games after it give the same
// answer as the games alone.
func TestExploreStored(t *testing.T) {
	src := kit.LichessHead(t, kit.Several(150_000, 400_000))
	o := &chesszip.WriterOptions{Open: chesszip.OpeningTable}
	plain := kit.OpenPGN(t, src)
	games := kit.NaiveGames(t, src)
	cut := games[len(games)*15/16].Offset
	for name, packed := range map[string][]byte{
		"whole": kit.Compress(t, src, o), "two": slices.Concat(kit.Compress(t, src[:cut], o), kit.Compress(t, src[cut:], kit.Quick)),
	} {
		a := kit.OpenBytes(t, packed, kit.EveryLevel)
		e, err := chesszip.NewExplorer(board.Start(), &chesszip.ExploreOptions{Depth: 5, Width: 4})
		require.NoError(t, err)
		for e.Next() {
			require.NoError(t, e.Add(t.Context(), a.Games(), 0))
		}
		require.Positive(t, e.Tree().Effort.Stored, name)
		var walk func(x *chesszip.Explored)
		walk = func(x *chesszip.Explored) {
			want, err := plain.Games().Explore(t.Context(), x.Position)
			require.NoError(t, err)
			require.Equal(t, untold(want), untold(x), "%s, %s", name, x.Position)
			for _, m := range x.Moves {
				if m.Next != nil {
					walk(m.Next)
				}
			}
		}
		walk(e.Tree())
		x, err := a.Games().Where(kit.Query("result:1-0")).Explore(t.Context(), board.Start())
		require.NoError(t, err)
		require.Zero(t, x.Effort.Stored, "filters are answered by the games")
	}
}

// TestExplorerTransposes checks that each position is in a tree once, with the answer of
// a single request, and that moves back do not make a cycle.
func TestExplorerTransposes(t *testing.T) {
	plain := kit.OpenPGN(t, []byte(oddGames))
	a := kit.OpenBytes(t, kit.Compress(t, []byte(oddGames), &chesszip.WriterOptions{Open: kit.EveryIndex}), kit.EveryLevel)
	e, err := chesszip.NewExplorer(board.Start(), &chesszip.ExploreOptions{Depth: chesszip.MaxDepth, Width: 10})
	require.NoError(t, err)
	for e.Next() {
		require.NoError(t, e.Add(t.Context(), a.Games(), 0))
	}
	seen := map[board.Position]bool{}
	twice := 0
	var walk func(x *chesszip.Explored)
	walk = func(x *chesszip.Explored) {
		require.False(t, seen[x.Position], x.Position.String())
		seen[x.Position] = true
		alone, err := plain.Games().Explore(t.Context(), x.Position)
		require.NoError(t, err)
		require.Equal(t, untold(alone), untold(x), x.Position.String())
		for _, m := range x.Moves {
			if m.Next == nil {
				twice++
				continue
			}
			walk(m.Next)
		}
	}
	walk(e.Tree())
	// The positions after a position are those of all games that reached it.
	want := map[board.Position]bool{board.Start(): true}
	for n := 0; n < len(want); {
		n = len(want)
		for _, g := range walkGames(t, []byte(oddGames)) {
			for k, m := range g.moves {
				if want[g.at[k]] && m != board.NullMove {
					want[g.at[k+1]] = true
				}
			}
		}
	}
	for p := range seen {
		require.True(t, want[p], p.String())
	}
	require.Len(t, seen, len(want))
	require.Greater(t, twice, 1)
}

// untold returns the numbers of an answer, without their sources.
func untold(x *chesszip.Explored) string {
	text := fmt.Sprint(x.White, x.Draws, x.Black, x.Open, x.WhiteElo, x.BlackElo, x.LastYear)
	for _, m := range x.Moves {
		text += fmt.Sprint(" ", m.Move, m.White, m.Draws, m.Black, m.Open, m.WhiteElo, m.BlackElo, m.LastYear)
		for _, s := range m.Samples {
			text += fmt.Sprint(" ", s.Rating)
		}
	}
	return text
}

func TestExploreErrors(t *testing.T) {
	a := kit.OpenBytes(t, kit.Compress(t, []byte(kit.Opera), kit.Quick), kit.EveryLevel)
	x, err := a.Games().Where(&chesszip.Query{Terms: []chesszip.Term{{Field: "date", Value: "soon"}}}).Explore(t.Context(), board.Start())
	require.ErrorIs(t, err, chesszip.ErrQuery)
	require.Nil(t, x)
	for _, o := range []chesszip.ExploreOptions{{Depth: -1}, {Depth: chesszip.MaxDepth + 1}, {Width: -1}} {
		_, err := chesszip.NewExplorer(board.Start(), &o)
		require.ErrorIs(t, err, chesszip.ErrOption)
	}
}

// TestExploreDamaged checks that a damaged archive is an error, and that the games of the
// other archives count.
func TestExploreDamaged(t *testing.T) {
	src := kit.LichessHead(t, 40_000)
	o := &chesszip.WriterOptions{Open: kit.EveryIndex}
	one := kit.Compress(t, src, o)
	want, err := kit.OpenBytes(t, one, kit.EveryLevel).Games().Explore(t.Context(), board.Start())
	require.NoError(t, err)
	frame := made.Frame(t, one)
	moves, ok := frame.Stream(open.KindMoves)
	require.True(t, ok)
	bad := bytes.Clone(one)
	bad[bytes.Index(one, moves)+len(moves)-1] ^= 1
	for _, pair := range [][]byte{slices.Concat(bad, one), spoiltPair(t, kit.Compress(t, src, kit.Quick))} {
		x, err := kit.OpenBytes(t, pair, kit.EveryLevel).Games().Explore(t.Context(), board.Start())
		require.ErrorIs(t, err, chesszip.ErrCorrupt)
		require.Equal(t, untold(want), untold(x))
	}
}

// spoiltPair returns an archive with a damaged first frame, followed by an undamaged
// archive of the same games.
func spoiltPair(t testing.TB, packed []byte) []byte {
	t.Helper()
	bad := bytes.Clone(packed)
	bad[kit.OpenBytes(t, packed, kit.EveryLevel).Frames()[0].Offset+500] ^= 1
	return slices.Concat(bad, packed)
}
