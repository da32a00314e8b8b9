package vectors_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/chesszip/chesszip/board"
	"github.com/chesszip/chesszip/gamestate"
	"github.com/chesszip/chesszip/internal/entropy/groups"
	"github.com/chesszip/chesszip/internal/entropy/rangecoder"
	"github.com/chesszip/chesszip/internal/frame/game/moves"
	"github.com/chesszip/chesszip/internal/model/fast"
	"github.com/chesszip/chesszip/internal/test/golden"
	"github.com/chesszip/chesszip/internal/test/vectors"
	"github.com/chesszip/chesszip/movegen"
	"github.com/chesszip/chesszip/movelist"
	"github.com/chesszip/chesszip/movelist/learned"
	"github.com/chesszip/chesszip/notation"
)

const movesHeading = `Moves of games, docs/spec/moves.md.

Of one game, as blobs have them:
method   the first byte of the plain blob (docs/spec/lists/blobs.txt); of method 4f the model is
         default.czm
fen      the position that the game starts from
bytes    what follows the first byte, hexadecimal
moves    as in positions.txt; 0000 is the null move; N*A,B,... are N times the moves A, B, ...

Of the games of a frame:
stream   7 or 8, of default.czm | its bytes, hexadecimal
game     what is known of the game, as in orders.txt | the position that it starts from | its moves

refused  the class of refusal`

// moveMethods are the ways to store the moves of a game.
var moveMethods = []movelist.Level{movelist.SAN, movelist.FromTo, movelist.LegalIndex, movelist.Fast, learned.V1, learned.V1Max}

// moveGames are games, as a start and moves.
var moveGames = []struct{ name, fen, moves string }{
	{"no moves", initial, ""},
	{"a short game", initial, "e2e4 e7e5 g1f3 b8c6 f1b5 a7a6 b5c6 d7c6 e1h1 f7f6 d2d4 e5d4 f3d4 c6c5"},
	{"null moves", initial, "0000 e7e5 e2e4 0000 0000 g8f6 0000"},
	{"null moves alone", initial, "0000 0000 0000"},
	{"a check after a null move in check", "4k3/8/8/8/8/8/4R3/4K3 b - - 0 1", "0000 e2e3 e8d7 e3d3"},
	{"forced moves", "7k/5K2/8/6Q1/8/8/8/8 b - - 0 1", "h8h7 f7f6 h7h8 g5g7"},
	{"promotions", "3n1n2/4P3/8/8/8/8/4p3/k1K2N2 w - - 0 1", "e7d8q e2f1n d8d5 f1g3"},
	{"promotions of all kinds", "8/PPPP4/8/8/8/8/kpp5/4K3 w - - 0 1", "a7a8n b2b1n b7b8b c2c1r e1e2 c1c2 e2e3 a2b3 c7c8r b3b4 d7d8q"},
	{"castling of Chess960", "1r2k2r/pppppppp/8/8/8/8/PPPPPPPP/1R2K2R w HBhb - 0 1", "e1h1 e8b8 d2d4"},
	{"two kings a side", "k1k5/pp6/8/3Q4/8/8/6PP/K1K5 b - - 0 1", "b7b6 d5d8 c8b7 d8d7"},
	{"many queens", "QQQQ4/8/8/8/8/8/8/K1k5 w - - 99 200", "d8h8 c1d2 b8h2"},
	{"a mate", initial, "f2f3 e7e5 g2g4 d8h4"},
}

// shuffled returns a game with a number of half-moves.
func shuffled(n int) string {
	moves := [...]string{"g1f3", "g8f6", "f3g1", "f6g8"}
	var s []string
	for i := range n {
		s = append(s, moves[i%4])
	}
	return strings.Join(s, " ")
}

// queens is a position, with kings that are never in check, of which most moves are late
// in the quick order.
const queens = "QQQQQ3/Q6Q/Q6Q/8/3Q4/8/8/K1k1k3 w - - 0 1"

// farBehind returns moves with ranks 62 to 64 in the quick order, and the last.
func farBehind(t *testing.T) string {
	t.Helper()
	p, err := board.ParseFEN(queens)
	require.NoError(t, err)
	var past fast.Past
	var words []string
	for _, want := range []int{62, 0, 63, 0, 64, 0, 1 << 20, 0, 80} {
		legal := movegen.AppendLegal(nil, &p)
		if len(legal) == 0 {
			break
		}
		var r fast.Ranker
		m := legal[0]
		if len(legal) > 1 {
			r.Prepare(past, &p, legal)
			m = legal[r.Index(min(want, len(legal)-1))]
		}
		words = append(words, vectors.Squares(m))
		past = past.Next(&p, m)
		movegen.Make(&p, m)
	}
	require.GreaterOrEqual(t, len(words), 5)
	return strings.Join(words, " ")
}

// gameOf returns a game.
func gameOf(t *testing.T, fen, moves string) *gamestate.Game {
	t.Helper()
	p, err := board.ParseFEN(fen)
	require.NoError(t, err, fen)
	g := &gamestate.Game{Start: p}
	for word := range strings.FieldsSeq(vectors.Unfold(moves)) {
		m := board.NullMove
		if word != "0000" {
			m, err = notation.ParseUCI(word, &p)
			require.NoError(t, err, "%s %s", fen, word)
		}
		g.Moves = append(g.Moves, m)
		movegen.Make(&p, m)
	}
	return g
}

// TestMoves checks vectors/layers/moves.txt.
func TestMoves(t *testing.T) {
	var list, refused []*vectors.Vector
	games := slices.Clone(moveGames)
	for _, n := range []int{253, 254, 400} {
		games = append(games, struct{ name, fen, moves string }{fmt.Sprintf("%d half-moves", n), initial, shuffled(n)})
	}
	games = append(games, struct{ name, fen, moves string }{"places far behind in the quick order", queens, farBehind(t)})
	for i, c := range games {
		g := gameOf(t, c.fen, c.moves)
		for _, m := range moveMethods {
			blob, err := m.Append(nil, g)
			require.NoError(t, err, c.name)
			v := func(what string, body []byte) *vectors.Vector {
				v := vectors.New("%s, %s%s", c.name, m.Name(), what)
				v.Add("method", "%02x", blob[0])
				v.Add("fen", "%v", g.Start)
				v.Add("bytes", "%x", body)
				return v
			}
			sound := v("", blob[1:])
			sound.Add("moves", "%s", c.moves)
			list = append(list, sound)
			for _, bad := range []struct {
				what string
				b    []byte
			}{{", cut off", blob[:len(blob)-1]}, {", nothing", blob[:1]}, {", another length", append([]byte{blob[0], 255, 9, 9, 1}, blob[2:]...)}, {", a needless byte in the length", append([]byte{blob[0], 254, 0x80, 0}, blob[2:]...)},
				{", bits of padding that are set", padded(blob)}} {
				if _, rest, err := m.Decode(bad.b, &g.Start); (err != nil || len(rest) > 0) && i%3 == 1 {
					w := v(bad.what, bad.b[1:])
					if err == nil {
						continue
					}
					w.Add("refused", "%s", class(t, err))
					refused = append(refused, w)
				}
			}
		}
	}
	list = append(list, refused...)
	list = append(list, groupVectors(t)...)
	list = append(list, furtherMoves(t)...)
	golden.Equal(t, "../../../vectors/layers/moves.txt", vectors.File(movesHeading, list))
}

// forced is a position from which both players always have exactly one move.
const forced = "kp4PP/1p4PP/pp4PP/pp4PP/pp4PP/pp4PP/pp4P1/pp4PK w - - 0 1"

// furtherMoves returns vectors of long games of forced moves, of a user's model, of a
// pawn that reaches a2, and of what LegalIndex and Fast must refuse.
func furtherMoves(t *testing.T) (list []*vectors.Vector) {
	t.Helper()
	own, err := learned.Parse(learned.V1.Bytes())
	require.NoError(t, err)
	const short = "e2e4 e7e5 g1f3 b8c6 f1b5 a7a6"
	const toA2 = "4k3/8/8/8/8/p7/8/4K3 b - - 0 1"
	vector := func(name string, blob []byte, fen, moves string) *vectors.Vector {
		v := vectors.New("%s", name)
		v.Add("method", "%02x", blob[0])
		v.Add("fen", "%s", fen)
		v.Add("bytes", "%x", blob[1:])
		if moves != "" {
			v.Add("moves", "%s", moves)
		}
		list = append(list, v)
		return v
	}
	for _, c := range []struct {
		name, fen, moves string
		level            movelist.Level
	}{
		{"5,000 forced moves", forced, "1250*h1h2,a8a7,h2h1,a7a8", movelist.LegalIndex},
		{"5,000 forced moves", forced, "1250*h1h2,a8a7,h2h1,a7a8", movelist.Fast},
		{"131,072 forced moves", forced, "32768*h1h2,a8a7,h2h1,a7a8", learned.V1},
		{"one half-move", initial, "e2e4", learned.V1},
		{"a pawn to a2", toA2, "a3a2 e1d1", movelist.FromTo},
		{"a model of one's own", initial, short, own},
	} {
		blob, err := c.level.Append(nil, gameOf(t, c.fen, c.moves))
		require.NoError(t, err, c.name)
		vector(c.name+", "+c.level.Name(), blob, c.fen, c.moves)
	}
	refuse := func(name string, level movelist.Level, moves string, change func(blob []byte) []byte) {
		g := gameOf(t, initial, moves)
		blob, err := level.Append(nil, g)
		require.NoError(t, err)
		blob = change(blob)
		_, rest, err := level.Decode(blob, &g.Start)
		why := "damaged"
		if err == nil {
			require.NotEmpty(t, rest, name) // nothing follows a value of a column
		} else {
			why = class(t, err)
		}
		vector(name, blob, initial, "").Add("refused", "%s", why)
	}
	// More half-moves than allowed: the reader must detect it before the first of them.
	e := rangecoder.NewEncoder(nil)
	e.Symbol(65534, 2)
	e.Raw(0, 16)
	e.Raw(1, 4)
	coded := e.Finish()
	long := append([]byte{0x45, byte(len(coded))}, coded...)
	start, err := board.ParseFEN(forced)
	require.NoError(t, err)
	_, _, err = learned.V1.Decode(long, &start)
	vector("1,048,577 forced moves", long, forced, "").Add("refused", "%s", class(t, err))
	refuse("another model of one's own", own, short, func(b []byte) []byte { b[1]++; return b })
	refuse("a needless zero byte in a group, LegalIndex", movelist.LegalIndex, short, func(b []byte) []byte { b[2]++; return append(b, 0) })
	refuse("something left in a group, LegalIndex", movelist.LegalIndex, short, func(b []byte) []byte { b[2] += 8; return append(b, 1, 1, 1, 1, 1, 1, 1, 1) })
	refuse("a byte too many, from-to", movelist.FromTo, "e2e4 e7e5", func(b []byte) []byte { return append(b, 0) })
	return list
}

// padded returns a blob with the last bit set.
func padded(blob []byte) []byte {
	b := slices.Clone(blob)
	b[len(b)-1] |= 1
	return b
}

// groupVectors returns the vectors of the streams 7 and 8.
func groupVectors(t *testing.T) (list []*vectors.Vector) {
	t.Helper()
	for _, c := range []struct {
		name  string
		games int
	}{{"one game", 1}, {"three games", 3}, {"40 games, which are five groups", 40}} {
		sample := sampled(t, c.games)
		require.Len(t, sample, c.games)
		for kind, level := range map[int]*learned.Level{7: nil, 8: learned.V1} {
			var w moves.Writer
			w.Reset(level, false)
			v := vectors.New("%s, stream %d", c.name, kind)
			var lines []string
			for i := range sample {
				g := sample[i]
				g.moves = g.moves[:min(len(g.moves), 12)]
				g.known.Plies = len(g.moves)
				w.Begin(&g.known)
				var l moves.Line
				l.Reset(&g.start, level != nil)
				p := g.start
				var words []string
				for _, m := range g.moves {
					legal := movegen.AppendLegal(nil, &p)
					w.Write(&l, legal, slices.Index(legal, m))
					l.Play(m)
					movegen.Make(&p, m)
					words = append(words, vectors.Squares(m))
				}
				k := &g.known
				lines = append(lines, fmt.Sprintf("%d %d %d %d %d %d | %v | %s", k.Result, k.Ending, k.WhiteElo, k.BlackElo, k.Seconds, k.Plies, g.start, strings.Join(words, " ")))
			}
			data := w.Finish()
			require.NoError(t, readGroups(data, level, sample))
			add := func(v *vectors.Vector, data []byte) {
				v.Add("stream", "%d | %x", kind, data)
				for _, line := range lines {
					v.Add("game", "%s", line)
				}
				list = append(list, v)
			}
			add(v, data)
			if c.games < 2*moves.GroupGames {
				continue
			}
			for what, bad := range wrongGroups(t, data) {
				require.Error(t, readGroups(bad, level, sample), what)
				v := vectors.New("%s, stream %d, %s", c.name, kind, what)
				v.Add("refused", "damaged")
				add(v, bad)
			}
		}
	}
	slices.SortFunc(list, func(a, b *vectors.Vector) int { return strings.Compare(a.Get("name"), b.Get("name")) })
	return list
}

// wrongGroups returns groups that a reader must refuse, by the reason.
func wrongGroups(t *testing.T, data []byte) map[string][]byte {
	t.Helper()
	all, err := groups.Open(data)
	require.NoError(t, err)
	var coded []byte
	var sizes []int
	for all.Left() {
		s, _, err := all.Next()
		require.NoError(t, err)
		coded, sizes = append(coded, s...), append(sizes, len(s))
	}
	last := sizes[len(sizes)-1]
	changed := func(at int, to byte) []byte {
		bad := slices.Clone(data)
		bad[at] = to
		return bad
	}
	packed := (len(sizes)*int(data[0]-1) + 7) / 8
	require.NotZero(t, len(sizes)*int(data[0]-1)%8)
	return map[string][]byte{
		"width 31":                     append([]byte{32, 2, 0}, make([]byte, 100)...),
		"no count":                     data[:1],
		"a single group as if of more": append([]byte{1, 1, byte(len(coded))}, coded...),
		"2^25 groups":                  {1, 0x80, 0x80, 0x80, 0x10, 0},
		"bits behind the sizes":        changed(2+packed, data[2+packed]|0x80),
		"the last group cut off":       data[:len(data)-1],
		"a byte behind them":           append(slices.Clone(data), 0),
		"a group too many":             groups.Append(nil, append(slices.Clone(sizes), 0), coded),
		"a group too few":              groups.Append(nil, sizes[:len(sizes)-1], coded[:len(coded)-last]),
	}
}

// readGroups reads the first moves of games from a stream of groups.
func readGroups(data []byte, level *learned.Level, sample []played) error {
	var r moves.Reader
	r.Open(data, level)
	for i := range sample {
		g := &sample[i]
		line := g.moves[:min(len(g.moves), 12)]
		of := moves.Game{Known: g.known}
		of.Known.Plies = len(line)
		if err := r.Begin(&of); err != nil {
			return err
		}
		var l moves.Line
		l.Reset(&g.start, level != nil)
		for _, want := range line {
			m, err := r.Next(&l, &of, true)
			if err != nil {
				return err
			}
			if m != want {
				return fmt.Errorf("%v was read as %v", want, m)
			}
			l.Play(m)
		}
	}
	return r.Close()
}
