package vectors_test

import (
	"bytes"
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/chesszip/chesszip/board"
	"github.com/chesszip/chesszip/internal/model/fast"
	"github.com/chesszip/chesszip/internal/model/moves"
	"github.com/chesszip/chesszip/internal/test/corpus"
	"github.com/chesszip/chesszip/internal/test/golden"
	"github.com/chesszip/chesszip/internal/test/vectors"
	"github.com/chesszip/chesszip/movegen"
	"github.com/chesszip/chesszip/movelist/learned"
	"github.com/chesszip/chesszip/notation"
	"github.com/chesszip/chesszip/pgn"
)

const ordersHeading = `What the levels make of positions, docs/spec/moves.md, 7 and 10 to 21.
fen    the position that a game starts from
moves  the moves before the position, as in positions.txt; 0000 is the null move
known  what is known of the game: result, ending, White's rating, Black's, seconds, plies
code   the number of the code of the fast level, - where only one move is legal
move   a legal move, in the order of section 4 | its score at the fast level and its place
       in that order, from 0 (0 0 where only one is legal) | its frequency at the learned level V1
deep   the frequencies at the learned level V1Max, in the same order, of some positions`

// played is a start, moves, and known facts of a game.
type played struct {
	name  string
	start board.Position
	moves []board.Move
	known moves.Known
}

// ranked returns the vector of the position after n moves of a game.
func ranked(t *testing.T, q *moves.Predictor, g *played, n int) *vectors.Vector {
	t.Helper()
	v := vectors.New("%s, after %d half-moves", g.name, n)
	v.Add("fen", "%v", g.start)
	p, quick, deep := g.start, fast.Past{}, moves.Past{}
	var words []string
	for _, m := range g.moves[:n] {
		words = append(words, vectors.Squares(m))
		quick, deep = quick.Next(&p, m), deep.Next(&p, m)
		movegen.Make(&p, m)
	}
	v.Add("moves", "%s", strings.Join(words, " "))
	k := &g.known
	v.Add("known", "%d %d %d %d %d %d", k.Result, k.Ending, k.WhiteElo, k.BlackElo, k.Seconds, k.Plies)
	legal := movegen.AppendLegal(nil, &p)
	require.NotEmpty(t, legal)
	freq := q.Predict(&p, &deep, k, legal)
	if len(legal) == 1 {
		v.Add("code", "-")
		v.Add("move", "%v | 0 0 | %d", legal[0], freq[0])
		return v
	}
	var r fast.Ranker
	v.Add("code", "%d", r.Prepare(quick, &p, legal))
	for i, m := range legal {
		v.Add("move", "%v | %d %d | %d", m, r.Score(i), r.Order(i), freq[i])
	}
	return v
}

// frequencies returns a model's frequencies in the position after n moves of a game.
func frequencies(q *moves.Predictor, g *played, n int) string {
	p, past := g.start, moves.Past{}
	for _, m := range g.moves[:n] {
		past = past.Next(&p, m)
		movegen.Make(&p, m)
	}
	return strings.Trim(fmt.Sprint(q.Predict(&p, &past, &g.known, movegen.AppendLegal(nil, &p))), "[]")
}

// sampled returns games of the sample with the facts of their tags.
func sampled(t *testing.T, n int) (list []played) {
	t.Helper()
	text, err := corpus.Read(corpus.Sample)
	require.NoError(t, err)
	i := 0
	for g, err := range pgn.NewReader(bytes.NewReader(text), nil).Games() {
		require.NoError(t, err)
		line, ok := g.MainLine()
		if i++; !ok || len(line.Moves) < 12 || i%17 != 0 {
			continue
		}
		p := played{name: fmt.Sprintf("game %d of the sample", i), start: line.Start, moves: line.Moves}
		for _, tag := range g.Tags {
			switch tag.Name {
			case "WhiteElo":
				fmt.Sscan(tag.Value, &p.known.WhiteElo)
			case "BlackElo":
				fmt.Sscan(tag.Value, &p.known.BlackElo)
			case "TimeControl":
				var base, added int
				fmt.Sscanf(tag.Value, "%d+%d", &base, &added)
				p.known.Seconds = base + 40*added
			case "Termination":
				p.known.Ending = moves.Normal
				if strings.Contains(tag.Value, "ime forfeit") {
					p.known.Ending = moves.Forfeit
				}
			}
		}
		p.known.Result = map[string]moves.Result{"1-0": moves.WhiteWins, "0-1": moves.BlackWins, "1/2-1/2": moves.Draw}[g.Result]
		p.known.Plies = len(line.Moves)
		if list = append(list, p); len(list) == n {
			return list
		}
	}
	return list
}

// oddGames have what the games of the sample do not.
var oddGames = []struct{ name, fen, moves string }{
	{"null moves", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "e2e4 0000 d2d4 d7d5 0000"},
	{"a recapture, en passant and a promotion", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "e2e4 a7a6 e4e5 d7d5 e5d6 e7d6 d2d4 b7b5 a2a4 b5b4 c2c4 b4c3 b2c3"},
	{"positions that come back", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "g1f3 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1 f6g8"},
	{"positions that a null move keeps from coming back", "4k1n1/8/8/8/8/5N2/8/4K3 w - - 0 1", "f3g1 g8f6 e1d1 f6g8 d1d2 g8f6 d2e1 f6g8 e1f1 g8f6 f1e1 f6g8 0000 g8f6 g1f3"},
	{"a position that comes back after five half-moves", "4k3/8/8/8/8/8/8/4K3 w - - 0 1", "e1d1 e8d8 d1d2 d8d7 d2e1"},
	{"Chess960", "1r2k2r/pppppppp/8/8/8/8/PPPPPPPP/1R2K2R w HBhb - 0 1", "e1h1 e8b8 d2d4"},
	{"two kings a side", "k1k5/pp6/8/3Q4/8/8/6PP/K1K5 b - - 0 1", "b7b6 d5d8"},
	{"no king", "8/3p4/8/3q4/8/8/3P4/3R4 w - - 0 40", "d2d3"},
	{"promotions", "3n1n2/4P3/8/8/8/8/4p3/k1K2N2 w - - 0 1", "e7d8q e2f1n"},
	{"a forced move", "7k/8/5K2/8/8/8/8/6Q1 b - - 0 1", ""},
	{"many queens", "QQQQ4/8/8/8/8/8/8/K1k5 w - - 99 200", ""},
}

// furtherOrders are positions with the greatest spread of the fast level's code, with a
// best move whose score is 32 above the next, and with a move that leads to an exchange
// of more than 32 pieces.
var furtherOrders = []string{
	"1RnNRNNN/RnNR2NN/rR1rk2R/r1PRN1NN/R1NRr1RN/2RkRR1R/1R2R2k/NNNNNN1R w - - 0 30",
	"8/8/8/1k6/1K6/2q5/8/3P4 w - - 0 30",
	"3Q3B/q2Q2b1/1BNrnq2/1nBQqn2/RRQ1rrQq/1nBrBn2/1qnQNQ2/q2Q2B1 w - - 0 30",
}

// TestOrders checks vectors/layers/orders.txt.
func TestOrders(t *testing.T) {
	model, err := moves.ParseModel(learned.V1.Bytes())
	require.NoError(t, err)
	q := moves.NewPredictor(model)
	model, err = moves.ParseModel(learned.V1Max.Bytes())
	require.NoError(t, err)
	best := moves.NewPredictor(model)
	var list []*vectors.Vector
	for _, c := range oddGames {
		start, err := board.ParseFEN(c.fen)
		require.NoError(t, err, c.name)
		g := played{name: c.name, start: start}
		p := start
		for word := range strings.FieldsSeq(c.moves) {
			m := board.NullMove
			if word != "0000" {
				m, err = notation.ParseUCI(word, &p)
				require.NoError(t, err, c.name)
			}
			g.moves = append(g.moves, m)
			movegen.Make(&p, m)
		}
		for n := range len(g.moves) + 1 {
			v := ranked(t, q, &g, n)
			v.Add("deep", "%s", frequencies(best, &g, n))
			list = append(list, v)
		}
	}
	r := numbers(3)
	for _, g := range sampled(t, 60) {
		for range 3 {
			if len(list) < 200 {
				list = append(list, ranked(t, q, &g, int(r(uint32(len(g.moves))))))
			}
		}
	}
	require.Len(t, list, 200)
	for i, fen := range furtherOrders {
		start, err := board.ParseFEN(fen)
		require.NoError(t, err, fen)
		list = append(list, ranked(t, q, &played{name: fmt.Sprintf("further position %d", i+1), start: start}, 0))
	}
	golden.Equal(t, "../../../vectors/layers/orders.txt", vectors.File(ordersHeading, list))
}
