package vectors_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/chesszip/chesszip/board"
	"github.com/chesszip/chesszip/internal/base/budget"
	"github.com/chesszip/chesszip/internal/base/corrupt"
	"github.com/chesszip/chesszip/internal/base/tagvalue"
	"github.com/chesszip/chesszip/internal/frame/game/layout"
	"github.com/chesszip/chesszip/internal/frame/game/openings"
	"github.com/chesszip/chesszip/internal/model/openings/book"
	"github.com/chesszip/chesszip/internal/test/golden"
	"github.com/chesszip/chesszip/internal/test/vectors"
	"github.com/chesszip/chesszip/movegen"
	"github.com/chesszip/chesszip/notation"
)

const openingsHeading = `The openings of games, docs/spec/openings.md.
stream   14: its bytes, hexadecimal
game     a game begins, with so many half-moves in its main line
tag      its next tag: name | value as a text
moves    what the stream has of it, as in positions.txt
named    for each system 1 + the number of the last position that has a name, 0 for none
key      a position | its key, section 2, hexadecimal
refused  the class of refusal`

// openGame is a game whose first moves are in the column.
type openGame struct {
	plies int
	tags  []tag
	moves string // as SAN
}

func white(name string) []tag { return []tag{{"White", name}, {"Black", "zeta"}} }

func from(fen, name string) []tag { return append(white(name), tag{"FEN", fen}) }

const main12 = "e4 e5 Nf3 Nc6 Bb5 a6 Ba4 Nf6 O-O Be7 Re1 b5"

// ofEachLength returns games of 0 to n half-moves.
func ofEachLength(n int) (list []openGame) {
	words := strings.Fields(main12)
	for i := range n + 1 {
		list = append(list, openGame{i, white(names[i%3]), strings.Join(words[:i], " ")})
	}
	return list
}

// openCase is a column of games.
type openCase struct {
	name        string
	plies, book int
	games       []openGame
}

// openCases are columns with a number of half-moves, by one of the books first.
var openCases = []openCase{
	{"0 to 12 half-moves", 12, 0, ofEachLength(12)},
	{"0 to 12 half-moves, by the other book", 12, 1, ofEachLength(12)},
	{"longer games than the column has", 4, 0, ofEachLength(12)},
	{"one half-move", 1, 1, ofEachLength(3)},
	{"the most half-moves", 30, 1, []openGame{
		{34, white("alpha"), "d4 Nf6 c4 e6 Nf3 b6 g3 Ba6 b3 Bb4 Bd2 Be7 Bg2 c6 Bc3 d5 Ne5 Nfd7 Nxd7 Nxd7 Nd2 O-O O-O Rc8 e4 b5 Re1 dxc4 bxc4 Nb6"},
		{34, nil, "d4 Nf6 c4 e6 Nf3 b6 g3 Ba6 b3 Bb4 Bd2 Be7 Bg2 c6 Bc3 d5 Ne5 Nfd7 Nxd7 Nxd7 Nd2 O-O O-O Rc8 e4 b5 Re1 dxc4 bxc4 b4"},
	}},
	{"moves that no book has", 8, 0, slices.Repeat([]openGame{
		{10, white("alpha"), "h4 h5 Rh3 Rh6 Rg3 Rg6 Rxg6 fxg6"}, {10, white("beta"), "Na3 h5 Nb1 Rh6 Na3 Rh8 Nb1 h4"}, {8, white("alpha"), "h4 h5 Rh3 Rh6 Rg3 a5 a4 g6"},
	}, 3)},
	{"positions of names that two systems have", 10, 1, []openGame{
		{10, white("a"), "e4 c5 Nf3 d6 d4 cxd4 Nxd4 Nf6 Nc3 a6"}, {10, white("b"), "Nf3 c5 e4 d6 d4 cxd4 Nxd4 Nf6 Nc3 g6"}, {10, white("a"), "c4 e5 Nc3 Nf6 Nf3 Nc6 g3 d5 cxd5 Nxd5"},
	}},
	{"other starts", 8, 0, []openGame{
		{1, from("rnbqkbnr/pppp1ppp/8/4p3/6P1/5P2/PPPPP2P/RNBQKBNR b KQkq - 0 2", "a"), "Qh4"},
		{4, from("bqnrknrb/pppppppp/8/8/8/8/PPPPPPPP/BQNRKNRB w GDgd - 0 1", "b"), "e4 e5 Ng3 Ng6"},
		{2, from("7k/8/8/8/8/8/8/K7 w - - 0 1", "b"), "Kb1 Kg8"},
		{3, from("4k3/8/8/8/4pP2/8/8/4K3 b - f3 0 1", "b"), "exf3 Kf2 Kf7"},
		{2, from("no position", "a"), "e4 c5"},
		{2, append(from("8/8/8/4k3/8/4K3/4P3/8 w - - 0 1", "a"), tag{"FEN", "7k/8/8/8/8/8/8/K7 w - - 0 1"}), "Kd3 Kd5"},
	}},
	{"the last name of a player", 6, 0, slices.Repeat([]openGame{
		{4, append(white("alpha"), tag{"White", "beta"}), "b3 e5 Bb2 Nc6"}, {4, white("beta"), "b3 e5 Bb2 d6"}, {4, []tag{{"Black", ""}}, "b3 d5 Bb2 Bg4"},
	}, 2)},
	{"mate, stalemate, a null move or a word before the end", 12, 0, []openGame{
		{6, white("c"), "f3 e5 g4 Qh4"}, {4, from("7k/5K2/8/6Q1/8/8/8/8 w - - 0 1", "c"), "Qg6"}, {5, white("e"), "d4 d5"}, {8, white("e"), ""},
	}},
}

// opened returns the first moves of games in the writer's form.
func opened(t *testing.T, g *openGame) (of openings.Game, moves []board.Move) {
	t.Helper()
	var values []tagvalue.Tag
	for _, w := range g.tags {
		values = append(values, tagvalue.Tag{Name: []byte(w.name), Value: []byte(w.value)})
	}
	p := layout.StartOf(values)
	of = openings.GameOf(values, &p, g.plies)
	for san := range strings.FieldsSeq(g.moves) {
		m, err := notation.ParseSAN(san, &p)
		require.NoError(t, err, g.moves)
		moves = append(moves, m)
		movegen.Make(&p, m)
	}
	return of, moves
}

// readOpenings decodes a column, and adds its contents to v if it is valid.
func readOpenings(t *testing.T, v *vectors.Vector, data []byte, games []openGame) error {
	t.Helper()
	v.Add("stream", "14 | %x", data)
	var r openings.Reader
	err := r.Open(data, budget.New(1<<20))
	for i := range games {
		if of, _ := opened(t, &games[i]); err == nil {
			if err = r.Read(&of); err != nil {
				err = corrupt.AtGame(i, err)
			}
		}
	}
	if err == nil {
		err = r.Close()
	}
	for i, g := range games {
		v.Add("game", "%d", g.plies)
		for _, w := range g.tags {
			v.Add("tag", "%s | %s", w.name, vectors.Quote([]byte(w.value)))
		}
		if err == nil {
			var words []string
			for _, m := range r.Of(i) {
				words = append(words, vectors.Squares(m))
			}
			v.Add("moves", "%s", strings.Join(words, " "))
			last := r.Last()[i]
			v.Add("named", "%d %d %d %d", last[0]+1, last[1]+1, last[2]+1, last[3]+1)
		}
	}
	if err != nil {
		v.Add("refused", "%s", class(t, err))
	}
	return err
}

// byFew returns games of the sample by a few players, with unusual moves.
func byFew(t *testing.T) (c openCase) {
	t.Helper()
	c = openCase{name: "120 games by few players", plies: 16}
	r := numbers(120)
	for i, g := range sampled(t, 60) {
		for _, odd := range []bool{false, true} {
			p, words := g.start, []string{}
			for k, m := range g.moves[:min(len(g.moves), 20)] {
				legal := movegen.AppendLegal(nil, &p)
				if odd && k > i%5 && r(3) == 0 {
					m = legal[r(uint32(len(legal)))]
				} else if !slices.Contains(legal, m) {
					break
				}
				words = append(words, string(notation.Standard.AppendSAN(nil, &p, m)))
				movegen.Make(&p, m)
			}
			plies := len(words) + i%3
			c.games = append(c.games, openGame{plies, []tag{{"White", names[i%3]}, {"Black", names[3+i%2]}}, strings.Join(words[:min(len(words), 16)], " ")})
		}
	}
	return c
}

// manyTimes returns games with mostly the same beginning, enough for estimates to reach
// their limits.
func manyTimes() openCase {
	c := openCase{name: "320 games that mostly begin alike", plies: 3}
	r := numbers(320)
	for range 320 {
		moves := [...]string{"e4 e5 Nf3", "e4 e5 Nf3", "e4 e5 Nf3", "e4 c5 Nf3", "d4 d5 c4", "e4 e5 Bc4"}[r(6)]
		c.games = append(c.games, openGame{3 + int(r(3)), white(names[r(2)]), moves})
	}
	return c
}

// eachLength returns columns of 1 to 30 half-moves, by both books in turn.
func eachLength() (list []openCase) {
	const long = "e4 c5 Nf3 d6 d4 cxd4 Nxd4 Nf6 Nc3 a6 Be3 e5 Nb3 Be6 f3 h5 Nd5 Bxd5 exd5 Nbd7 Qd2 g6 O-O-O Nb6 Qa5 Bh6 Bxh6 Rxh6 c4 Rc8"
	for k := range openings.MaxPlies {
		words := strings.Fields(long)[:k+1]
		list = append(list, openCase{fmt.Sprintf("%d half-moves", k+1), k + 1, k % 2, []openGame{
			{k + 3, white("alpha"), strings.Join(words, " ")}, {k, white("beta"), strings.Join(words[:k], " ")},
		}})
	}
	return list
}

// TestOpenings checks vectors/layers/openings.txt.
func TestOpenings(t *testing.T) {
	var list []*vectors.Vector
	for _, c := range slices.Concat(openCases, eachLength(), []openCase{byFew(t), manyTimes()}) {
		var w openings.Writer
		w.Reset(c.plies, c.book, false)
		for i := range c.games {
			of, moves := opened(t, &c.games[i])
			w.Begin(&of)
			for _, m := range moves {
				w.Play(m)
			}
			w.End(of.Plies)
		}
		data := w.Finish()
		v := vectors.New("%s", c.name)
		require.NoError(t, readOpenings(t, v, data, c.games), c.name)
		list = append(list, v)
		refuse := func(what string, bad []byte, must bool) {
			v := vectors.New("%s, %s", c.name, what)
			err := readOpenings(t, v, bad, c.games)
			if must {
				require.Error(t, err, "%s, %s", c.name, what)
			}
			if err != nil {
				list = append(list, v)
			}
		}
		refuse("cut off", data[:1+len(data)/3], false)
		refuse("longer", append(slices.Clone(data), "left over, more than a reader takes at once"...), true)
		if c.plies > 1 {
			continue
		}
		for _, head := range []byte{0, 31, 32, 64 + 5, 255} {
			refuse(fmt.Sprintf("head %d", head), append([]byte{head}, data[1:]...), true)
		}
		refuse("without a head", nil, true)
	}
	v := vectors.New("keys")
	for _, fen := range append(slices.Clone(oddPositions), furtherPositions...) {
		p, err := board.ParseFEN(fen)
		require.NoError(t, err)
		v.Add("key", "%v | %016x", p, book.Key(&p))
	}
	list = append(list, v)
	golden.Equal(t, "../../../vectors/layers/openings.txt", vectors.File(openingsHeading, list))
}
