package game

import (
	"bytes"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/chesszip/chesszip/board"
	"github.com/chesszip/chesszip/internal/archive"
	"github.com/chesszip/chesszip/internal/base/budget"
	"github.com/chesszip/chesszip/internal/base/corrupt"
	"github.com/chesszip/chesszip/internal/base/tagvalue"
	"github.com/chesszip/chesszip/internal/column/open"
	"github.com/chesszip/chesszip/internal/column/replay"
	"github.com/chesszip/chesszip/internal/column/signature"
	"github.com/chesszip/chesszip/internal/frame/game/gametext"
	"github.com/chesszip/chesszip/internal/frame/game/streams"
	"github.com/chesszip/chesszip/internal/test/corpus"
)

// openSets are the sets of columns that may be open.
var openSets = []open.Set{open.Numbers, open.Names, open.Names | open.Numbers, open.Moves | open.Numbers, open.Names | open.Moves | open.Numbers}

// checkOpen encodes games with each set of open columns, and checks that all that is
// read of each frame is what the text says.
func checkOpen(t *testing.T, what string, text []byte, ends []int) {
	t.Helper()
	checkSets(t, what, text, ends, openSets, []bool{false, true})
}

func checkSets(t *testing.T, what string, text []byte, ends []int, sets []open.Set, plains []bool) {
	t.Helper()
	packed := Encoder{}
	packed.Encode(text, ends)
	split := packed.split
	for _, set := range sets {
		for _, plain := range plains {
			what := fmt.Sprintf("%s, open %d, plain %t", what, set, plain)
			e := Encoder{Open: set, Plain: plain, LeastOpen: 1}
			f, _ := e.Encode(text, ends)
			require.Equal(t, split, e.split, "%s: in columns", what)
			if split {
				f = columns(t, &e, text, ends)
			}
			checkOpened(t, what, &e, &f, text, ends)
		}
	}
}

// checkOpened compares what a frame gives in all ways with its text.
func checkOpened(t *testing.T, what string, e *Encoder, f *archive.Frame, text []byte, ends []int) {
	t.Helper()
	_, err := archive.AppendFrame(nil, f)
	require.NoError(t, err, what)
	require.NoError(t, streams.Check(f), what)
	var d Decoder
	got, at, err := d.Games([]byte("x"), f)
	require.NoError(t, err, what)
	require.Equal(t, "x"+string(text), string(got), what)
	require.Equal(t, ends, at, what)
	if len(ends) < 40 { // otherwise that of the corpus suffices
		checkFacts(t, what, e, f, text, ends)
	}
	checkMoves(t, what, &d, f, text, ends)
	checkSome(t, what, f, text, ends)
	if e.split {
		checkColumns(t, what, e.Open, f, text, ends)
	}
}

// checkSome reads single games, in ascending and in descending order.
func checkSome(t *testing.T, what string, f *archive.Frame, text []byte, ends []int) {
	t.Helper()
	of := func(game int) string {
		start := 0
		if game > 0 {
			start = ends[game-1]
		}
		return string(text[start:ends[game]])
	}
	step := max(1, len(ends)/25)
	var d Decoder
	for game := len(ends) - 1; game >= 0; game -= step {
		got, err := d.Game(nil, f, game)
		require.NoError(t, err, what)
		require.Equal(t, of(game), string(got), "%s: game %d", what, game)
		some := []int{game}
		for more := game + 3; more < len(ends) && len(some) < 4; more += 7 * len(some) {
			some = append(some, more)
		}
		n := 0
		require.NoError(t, d.Some(f, some, func(game int, text []byte) {
			require.Equal(t, of(some[n]), string(text), "%s: game %d of %v", what, game, some)
			n++
		}))
		require.Equal(t, len(some), n)
		if _, ok := f.Stream(streams.KindLengths); ok {
			require.NoError(t, d.TagsOf(f, game, func(tags []tagvalue.Tag, facts tagvalue.Facts) {
				want := gametext.AppendTags(nil, []byte(of(game)))
				require.Equal(t, fmt.Sprintf("%q", want), fmt.Sprintf("%q", tags), "%s: tags of game %d", what, game)
				_, plies, _ := strings.Cut("\n"+wantFacts([]byte(of(game))), "\n")
				plies, _, _ = strings.Cut(plies, " ")
				require.Equal(t, plies, fmt.Sprint(facts.Plies), "%s: plies of game %d", what, game)
			}))
			start, line, ok, err := d.Line(f, game)
			require.NoError(t, err, what)
			if want := linesOf(text, ends, 1<<20)[game]; ok {
				got := walked{board.NullMove.String() + " " + start.String()}
				require.NoError(t, replay.Each(&start, replay.Append(nil, &start, line), func(p *board.Position, m board.Move) bool {
					got = append(got, m.String()+" "+p.String())
					return true
				}))
				require.Equal(t, want, got[1:], "%s: line of game %d", what, game)
			}
		}
	}
}

// checkColumns compares what open columns alone say of games with the text.
func checkColumns(t *testing.T, what string, set open.Set, f *archive.Frame, text []byte, ends []int) {
	t.Helper()
	s := open.Source{Frame: f, Budget: budget.New(int(f.Input))}
	require.Zero(t, open.SetOf(f)&^set, what)
	require.Equal(t, set&open.Numbers != 0, open.HasColumns(f), what)
	numbers := open.NewColumns(s)
	lines, err := open.ReadMoves(s)
	require.NoError(t, err, what)
	signatures, err := open.ReadSignatures(s)
	require.NoError(t, err, what)
	require.Equal(t, set&open.Moves != 0, lines != nil, what)
	require.Equal(t, set&open.Moves != 0, signatures != nil, what)
	if set&open.Numbers != 0 {
		require.NoError(t, numbers.Load(open.AllColumns()...), what)
	}
	lists := map[string][][]byte{}
	for _, tags := range open.Lists {
		for _, tag := range tags {
			l, side, err := open.ReadTag(s, tag)
			require.NoError(t, err, what)
			if l != nil {
				lists[tag] = l.Texts(side)
			}
		}
	}
	game := 0
	gametext.EachGame(text, ends, nil, func(g *gametext.Game) bool {
		if set&open.Numbers != 0 {
			for k, want := range open.ValuesOf(g.Tags, g.Facts) {
				require.Equal(t, []uint64{want}, numbers.AppendSome(nil, open.Column(k), game, game+1), "%s: column %d of game %d", what, k, game)
			}
		}
		for tag, values := range lists {
			want := tagvalue.First(g.Tags, tag)
			require.Equal(t, want == nil, values[game] == nil, "%s: %s of game %d", what, tag, game)
			require.Equal(t, string(want), string(values[game]), "%s: %s of game %d", what, tag, game)
		}
		if lines != nil {
			got, err := lines.Game(game)
			require.NoError(t, err, what)
			var want []byte
			start := &g.Start
			switch {
			case !g.Playable:
				want, start = []byte{open.Unplayed}, nil
			case g.Start != board.Start():
				want = replay.Append([]byte{open.Elsewhere}, start, g.Moves)
			default:
				want = replay.Append(nil, start, g.Moves)
			}
			require.Equal(t, fmt.Sprintf("%x", want), fmt.Sprintf("%x", got), "%s: moves of game %d", what, game)
			require.Equal(t, signature.Of(start, g.Moves), signatures[game], "%s: signature of game %d", what, game)
		}
		game++
		return true
	})
	require.Equal(t, len(ends), game, what)
}

// openOddGames are games that open columns may take for others.
var openOddGames = []string{
	// Tags twice, in other letter cases, empty, with names of columns that are none.
	"[White \"A\"]\n[White \"B\"]\n[Black \"C\"]\n[Event \"x\"]\n[Event \"y\"]\n[Result \"1-0\"]\n[Result \"0-1\"]\n\n1. e4 1-0\n\n",
	"[white \"a\"]\n[White \"A\"]\n[EVENT \"x\"]\n[result \"1-0\"]\n[whiteelo \"2000\"]\n[WhiteElo \"2100\"]\n[date \"2001.01.01\"]\n\n1. e4 *\n\n",
	"[White \"\"]\n[Black \"\"]\n[Event \"\"]\n[Site \"\"]\n[Date \"\"]\n[Result \"\"]\n[WhiteElo \"\"]\n[BlackElo \"\"]\n[ECO \"\"]\n\n1. e4 *\n\n",
	"[WhiteElo \"02700\"]\n[BlackElo \" 2600\"]\n[Date \"2001-1-1\"]\n[Result \"1:0\"]\n[ECO \"b33\"]\n[Round \"-\"]\n\n1. e4 e5 1-0\n\n",
	"[WhiteElo \"?\"]\n[BlackElo \"-\"]\n[Date \"????.??.??\"]\n[Result \"?\"]\n[ECO \"?\"]\n[UTCDate \"2013.05.06\"]\n\n1. e4 0-1\n\n",
	"[Date \"2013.??.07\"]\n[UTCDate \"2013.05.06\"]\n[Result \"*\"]\n[WhiteElo \"123456789012345678901234567890\"]\n[ECO \"B33/01\"]\n\n1. e4 1/2-1/2\n\n",
	"[Result \"1/2\"]\n[White \"a \\\"b\\\" \\\\ c\"]\n[Black \"\\u00e4\x80\xff\"]\n[Event \"x\ty\"]\n\n1. e4 1/2\n\n",
	// Values that begin with the final position.
	"[Event \"rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq -\"]\n[ECO \"rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1\"]\n[Date \"rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq -.\"]\n[Last \"rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq -\"]\n\n1. e4 *\n\n",
	// Other starts.
	"[FEN \"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\"]\n[SetUp \"1\"]\n\n1. e4 e5 *\n\n",
	"[FEN \"rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1\"]\n\n1... e5 2. Nf3 (2. Nc3 Nf6) Nc6 *\n\n",
	"[FEN \"4k3/8/8/8/8/8/4P3/4K3 b - - 0 7\"]\n[FEN \"4k3/8/8/8/8/8/3P4/4K3 b - - 0 7\"]\n\n7... Ke7 *\n\n",
	"[fen \"4k3/8/8/8/8/8/4P3/4K3 b - - 0 7\"]\n\n1. e4 *\n\n",
	"[Variant \"Chess960\"]\n[FEN \"nrbkqbrn/pppppppp/8/8/8/8/PPPPPPPP/NRBKQBRN w GBgb - 0 1\"]\n\n1. g3 g6 2. Bg2 Bg7 3. Ng1 Ng8 (3... Kf8) *\n\n",
	"[Variant \"Chess960\"]\n[FEN \"r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1\"]\n\n1. O-O O-O-O 2. Kf2 Kc7 *\n\n",
	"[FEN \"r3k2r/8/8/8/8/8/8/R3K2R w Q - 0 1\"]\n\n1. O-O O-O-O 2. Kf2 Kc7 *\n\n",
	"[FEN \"8/8/8/8/8/8/8/8 w - - 0 1\"]\n\n1. e4 -- *\n\n",
	"[FEN \"8/8/8/8/8/8/8/8 w - - 0 1\"]\n\n-- -- *\n\n",
	"[FEN \"k7/8/8/8/8/8/8/QQQQQQQQ w - - 0 1\"]\n\n1. Qaa2 Kb8 2. Qhh1 *\n\n",
	// Rules that are not known, and those that are.
	"[Variant \"Crazyhouse\"]\n\n1. e4 d5 2. exd5 Qxd5 3. P@e4 *\n\n",
	"[Variant \"Three-check\"]\n\n1. e4 e5 2. Bc4 Nc6 3. Bxf7+ *\n\n",
	"[Variant \"From Position\"]\n[FEN \"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\"]\n\n1. e4 Kd7 *\n\n",
	"[Variant \"\"]\n\n1. e4 e5 *\n\n",
	// Words that are not moves, and those that a reader of text reads on from.
	"[Event \"x\"]\n\n1. e4 e5 2. Ke3 Ke7 3. Nf3 (3. Nc3) *\n\n",
	"[Event \"x\"]\n\n1. e4 Xx9 e5 2. Nf3 *\n\n",
	"[Event \"x\"]\n\n1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Qh5 -- 5. Qxf7# *\n\n",
	"[Event \"x\"]\n\n1. e4 e5 2. N1f3 Nb8c6 3. Bf1-b5 a7a6 4. b5c6 d7:c6 5. 0-0 g8f6 *\n\n",
	"[Event \"x\"]\n\n1. e4 e5 1-0 2. Nf3 Nc6\n\n",
	// Turns passed, in main lines and variations.
	"[Event \"x\"]\n\n1. -- -- 2. e4 -- (2... Z0 3. d4 -- 4. c4) 3. d4 *\n\n",
	"[Event \"x\"]\n\n1. e4 (1. -- d5 2. -- ) -- (1... -- 2. -- d5 (2... --)) *\n\n",
	// Comments before variations, and comments that hold lines.
	"[Event \"x\"]\n\n1. e4 {first} ({before} 1. d4 {in it} d5 {1... Nf6 2. c4}) e5 {after} ({a} {b} 1... c5 {Nf3} (1... e6) ) {c} 2. Nf3 *\n\n",
	"[Event \"x\"]\n\n{before all 1. d4} ({b} 1. c4) 1. e4 {of the main line [%clk 0:01:00]} *\n\n",
	"[Event \"x\"]\n\n1. e4 (1. d4 (1. c4 (1. Nf3 d5 2. g3) c5) d5) e5 (1... c5 2. Nf3 (2. Nc3)) (1... e6 2. d4) 2. Nf3 *\n\n",
	"[Event \"x\"]\n\n1. e4 ((1. d4)) e5 ) ( 2. Nf3 *\n\n",
	"[Event \"x\"]\n\n1. e4 ( *\n\n",
	"[Event \"x\"]\n\n(1. d4 d5) 1. e4 (1. Ke3 Ke7) (1. d4 Ke3 d5) *\n\n",
	// No tags, no moves, not a game.
	"1. e4 e5\n\n", "*\n\n", "\n\n", "not a game\n\n", "[Event \"x\"]\n\n", "[A \"b\"]\n\n*\n\n",
	"[Event \"x\"]\n\n1. e4 e5 2. Ba6 h5 3. Bxb7 h4 4. Bxa8 h3 5. Be4 hxg2 6. Bf3 gxh1=Q 7. a4 Qxg1# 0-1\n\n",
	"[Event \"x\"]\n\n1. h4 g5 2. hxg5 h5 3. gxh6 e. p. 3... Bg7 4. h7 Bf6 5. hxg8=N Bg7 6. Nf6+ *\n\n",
}

// TestOpenOddGames reads odd games one by one, and all together.
func TestOpenOddGames(t *testing.T) {
	all := slices.Concat(openOddGames, oddMoves, moreOddGames)
	var joined, splittable strings.Builder
	for _, g := range games {
		all = append(all, g.text)
	}
	for _, text := range all {
		inputs, ends := cut([]byte(text))
		checkOpen(t, fmt.Sprintf("%q", text), inputs[0], ends[0])
		var e Encoder
		if joined.WriteString(text); !strings.HasPrefix(text, "\ufeff") {
			if e.Encode(inputs[0], ends[0]); e.split {
				splittable.WriteString(text)
			}
		}
	}
	splittable.WriteString(strings.Join(endingGames(20), ""))
	for _, text := range []string{joined.String(), splittable.String(), recalledGames()} {
		inputs, ends := cut([]byte(text))
		checkOpen(t, "all", inputs[0], ends[0])
	}
}

// TestOpenBlocks reads more games than a block has, and fewer than take open columns.
func TestOpenBlocks(t *testing.T) {
	var src strings.Builder
	for i := range 520 {
		fmt.Fprintf(&src, "[Event \"Cup %d\"]\n[White \"p%d\"]\n[Black \"q%d\"]\n[Result \"1-0\"]\n", i%3, i%400, i)
		src.WriteString([]string{"", "[WhiteElo \"2000\"]\n", "[WhiteElo \"?\"]\n"}[i%3])
		src.WriteString([]string{
			"\n1. e4 e5 2. Nf3 (2. f4 exf4 {yes}) Nc6 1-0\n\n", "\n1. d4 -- 2. c4 {no} 1-0\n\n",
			"[FEN \"4k3/8/8/8/8/8/4P3/4K3 b - - 0 7\"]\n\n7... Ke7 (7... Kd7) 8. e4 1-0\n\n",
		}[i%7%3])
	}
	inputs, ends := cut([]byte(src.String()))
	checkOpen(t, "520 games", inputs[0], ends[0])
	for games, want := range map[int]open.Set{63: 0, 64: open.Names | open.Moves | open.Numbers} {
		e := Encoder{Open: open.Names | open.Moves | open.Numbers}
		f, _ := e.Encode(inputs[0][:ends[0][games-1]], ends[0][:games])
		require.Equal(t, want, open.SetOf(&f), "%d games", games)
	}
}

// TestOpenCorpus reads the beginnings of files, with one set of columns for each; with
// CHESSZIP_LONG longer ones, with all.
func TestOpenCorpus(t *testing.T) {
	for _, folder := range []string{"pgn", "annotated", "odd"} {
		names, err := corpus.Names(folder)
		if err != nil {
			t.Log(err)
			continue
		}
		for i, name := range names {
			if strings.Contains(name, "train") {
				continue
			}
			n, sets, plains := 3_000, openSets[i%len(openSets):][:1], []bool{i%2 == 0}
			if os.Getenv("CHESSZIP_LONG") != "" {
				n, sets, plains = 100_000, openSets, []bool{false, true}
			}
			inputs, ends := cut(corpus.NeedHead(t, name, n))
			if len(inputs) > 0 {
				checkSets(t, name, inputs[0], ends[0], sets, plains)
			}
		}
	}
}

// TestOpenFiles encodes whole frames of real games with all columns open: they come
// back, and are not larger than the text.
func TestOpenFiles(t *testing.T) {
	for _, name := range []string{"lichess-old-test", "lichess-clk-test", "master-test", "engine-test"} {
		src := corpus.NeedHead(t, "pgn/"+name+".pgn", 2_000_000)
		inputs, ends := cut(src)
		for _, plain := range []bool{false, true} {
			e := Encoder{Open: open.Names | open.Moves | open.Numbers, Plain: plain}
			f, c := e.Encode(inputs[0], ends[0])
			require.True(t, c.Columns, name)
			require.Equal(t, e.Open, open.SetOf(&f), name)
			var d Decoder
			got, err := d.Decode(nil, &f)
			require.NoError(t, err)
			require.True(t, bytes.Equal(got, inputs[0]))
			for _, s := range f.Streams {
				column, ok := streams.Column(s.Kind)
				if !ok {
					continue
				}
				names, err := d.StreamNames(&f)
				require.NoError(t, err)
				for _, tag := range []string{"[WhiteElo]", "[BlackElo]", "[Date]", "[Result]", "[White]", "[Black]"} {
					require.NotEqual(t, tag, names[column], "%s: it is open", name)
				}
			}
			for _, kind := range []uint16{streams.KindMoves, streams.KindLearned, streams.KindOpenings, streams.KindResults} {
				_, ok := f.Stream(kind)
				require.False(t, ok, "%s: stream %d", name, kind)
			}
			t.Logf("%s, plain %t: %.1f B a game", name, plain, float64(streams.Size(f.Streams))/float64(len(ends[0])))
		}
	}
}

// openFrame is a frame with all columns open and odd games in it.
func openFrame(t testing.TB) (archive.Frame, []byte, []int) {
	src := []byte(recalledGames() + strings.Join(endingGames(10), "") + strings.Repeat(games[3].text, 3) + openOddGames[3] + openOddGames[4])
	inputs, ends := cut(src)
	e := Encoder{Open: open.Names | open.Moves | open.Numbers}
	f, c := e.Encode(inputs[0], ends[0])
	require.True(t, c.Columns)
	require.Equal(t, e.Open, open.SetOf(&f))
	return f, src, ends[0]
}

// withBlock returns a copy of f with a changed block of a stream, and right checksums.
func withBlock(t testing.TB, f *archive.Frame, stream, block int, change func(b []byte) []byte) archive.Frame {
	s := f.Streams[stream]
	all, err := archive.ParseBlocks(s.Kind, f.Games, s.Data)
	require.NoError(t, err)
	var blocks [][]byte
	for i := range all.Len() {
		b, err := all.Block(i)
		require.NoError(t, err)
		if i == block {
			b = change(bytes.Clone(b))
		}
		blocks = append(blocks, b)
	}
	bad := *f
	bad.Streams = slices.Clone(f.Streams)
	bad.Streams[stream].Data = archive.AppendBlocks(nil, s.Kind, f.Games, all.Head, blocks)
	return bad
}

// TestOpenDamage changes each byte of each block of open columns, and sets the
// checksums right: nothing panics, every error is one of damage that names the stream,
// and what comes out without an error is the text.
func TestOpenDamage(t *testing.T) {
	f, src, _ := openFrame(t)
	var d Decoder
	names, err := d.StreamNames(&f)
	require.NoError(t, err)
	errs := 0
	for i, s := range f.Streams {
		if !open.IsKind(s.Kind) {
			continue
		}
		all, err := archive.ParseBlocks(s.Kind, f.Games, s.Data)
		require.NoError(t, err)
		for k := range all.Len() {
			b, err := all.Block(k)
			require.NoError(t, err)
			for _, way := range damages {
				for _, at := range positionsOf(len(b), 3) {
					bad := withBlock(t, &f, i, k, func(b []byte) []byte { return way.damage(b, at) })
					readAll(&d, &bad, func(what string, err error) {
						checkNamed(t, fmt.Sprintf("%s, block %d, %s at %d, %s", names[i], k, way.name, at, what), err, names)
						if err != nil {
							errs++
						}
					})
					if got, err := d.Decode(nil, &bad); err == nil {
						require.Equal(t, string(src), string(got))
					}
				}
			}
		}
	}
	require.Greater(t, errs, 150)
}

// TestOpenMissing leaves out each stream of a frame with open columns: only the
// signatures are not missed, and lists of tags that no game has.
func TestOpenMissing(t *testing.T) {
	f, src, _ := openFrame(t)
	for i, s := range f.Streams {
		bad := f
		bad.Streams = slices.Delete(slices.Clone(f.Streams), i, i+1)
		var d Decoder
		got, err := d.Decode(nil, &bad)
		list, err2 := open.ReadList(open.Source{Frame: &f}, s.Kind, 1)
		if s.Kind == open.KindSignatures || s.Kind >= open.KindLists && s.Kind < open.KindMoves && err2 == nil && len(list.Values) == 0 {
			require.NoError(t, err)
			require.Equal(t, string(src), string(got))
		} else {
			require.ErrorIs(t, err, corrupt.Err, "without %s", streams.Name(s.Kind))
		}
	}
}

// FuzzOpen decodes a frame with other bytes in one block of an open column: there is an
// error, or the text.
func FuzzOpen(f *testing.F) {
	frame, src, _ := openFrame(f)
	for i, s := range frame.Streams {
		if !open.IsKind(s.Kind) {
			continue
		}
		all, err := archive.ParseBlocks(s.Kind, frame.Games, s.Data)
		require.NoError(f, err)
		for k := range all.Len() {
			b, err := all.Block(k)
			require.NoError(f, err)
			f.Add(byte(i), byte(k), b)
		}
	}
	f.Fuzz(func(t *testing.T, stream, block byte, data []byte) {
		i := int(stream) % len(frame.Streams)
		if !open.IsKind(frame.Streams[i].Kind) {
			return
		}
		bad := withBlock(t, &frame, i, int(block), func([]byte) []byte { return data })
		var d Decoder
		readAll(&d, &bad, func(_ string, err error) {
			if err != nil {
				require.ErrorIs(t, err, corrupt.Err)
			}
		})
		if got, err := d.Decode(nil, &bad); err == nil {
			require.Equal(t, string(src), string(got))
		}
	})
}
