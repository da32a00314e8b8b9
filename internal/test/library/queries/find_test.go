package queries

import (
	"bytes"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/chesszip/chesszip"
	"github.com/chesszip/chesszip/board"
	"github.com/chesszip/chesszip/gamestate"
	"github.com/chesszip/chesszip/internal/archive"
	"github.com/chesszip/chesszip/internal/column/open"
	"github.com/chesszip/chesszip/internal/test/corpus"
	"github.com/chesszip/chesszip/internal/test/corpus/made"
	"github.com/chesszip/chesszip/internal/test/library/kit"
	"github.com/chesszip/chesszip/movelist/learned"
)

// naiveFind returns the games whose main line has a position that holds, with the
// half-moves before it.
func naiveFind(games []kit.Naive, holds func(s *gamestate.State) bool) (found [][2]int64) {
	for i := range games {
		line, _ := games[i].MainLine()
		s := gamestate.NewState(line.Start)
		for k := 0; ; k++ {
			if holds(s) {
				found = append(found, [2]int64{int64(i), int64(k)})
				break
			}
			if k == len(line.Moves) || s.Play(line.Moves[k]) != nil {
				break
			}
		}
	}
	return found
}

// menOf returns the material of a position, as in KRPvKR.
func menOf(p *board.Position) (name string) {
	for _, c := range []board.Color{board.White, board.Black} {
		for k := board.King; k > board.NoKind; k-- {
			name += strings.Repeat(string(k.Letter()), (p.Kind(k) & p.Color(c)).Count())
		}
		if c == board.White {
			name += "v"
		}
	}
	return name
}

func TestFindIsNaive(t *testing.T) {
	t.Parallel()
	for _, name := range corpus.Games("master-test", "engine-test") {
		size, clocks, packed := 6_000, 3_000, 2_000
		if os.Getenv("CHESSZIP_LONG") != "" {
			size, clocks, packed = 30_000, 12_000, 8_000
		}
		src := kit.HeadOf(t, name, size)
		if name == corpus.Sample {
			src = kit.LichessHead(t, clocks)
		}
		games := kit.NaiveGames(t, src)
		archives := map[string]*chesszip.Archive{
			"archive": kit.OpenBytes(t, kit.Compress(t, src, kit.Quick), kit.EveryLevel),
			"indexed": kit.OpenBytes(t, kit.Compress(t, src, &chesszip.WriterOptions{Open: chesszip.ColumnMoves}), kit.EveryLevel),
		}
		archives["mixed"] = kit.OpenBytes(t, kit.PackedMixed(t, src), kit.EveryLevel)
		archives["all"] = kit.OpenBytes(t, kit.Compress(t, src, &chesszip.WriterOptions{Open: kit.EveryIndex}), kit.EveryLevel)
		archives["default"] = kit.OpenBytes(t, kit.Compress(t, kit.Head(src, packed), &chesszip.WriterOptions{Level: learned.V1}), kit.EveryLevel)
		check := func(what, text string, want [][2]int64) {
			t.Helper()
			p := kit.Pattern(text)
			for kind, a := range archives {
				want := slices.Clone(want)
				for len(want) > 0 && want[len(want)-1][0] >= a.NumGames() {
					want = want[:len(want)-1]
				}
				n, err := a.Games().With(p).Count(t.Context())
				require.NoError(t, err)
				if n != int64(len(want)) {
					t.Errorf("%s, %s: FindCount(%v) = %d, want %d", name, kind, p, n, len(want))
				}
				var got [][2]int64
				for h, err := range a.Games().With(p).Texts(t.Context()) {
					require.NoError(t, err)
					got = append(got, [2]int64{h.Number, int64(h.Ply())})
					if string(h.Text) != games[h.Number].Text {
						t.Errorf("%s, %s: game %d has another text", name, what, h.Number)
					}
				}
				if !slices.Equal(got, want) {
					t.Errorf("%s, %s: Find(%v) gave %d games, want %d: %v, want %v", name, kind, p, len(got), len(want), got[:min(5, len(got))], want[:min(5, len(want))])
				}
			}
			t.Logf("%s, %s: %d games", name, what, len(want))
		}
		for _, i := range []int{len(games) / 5, len(games) - 1} {
			line, _ := games[i].MainLine()
			for _, k := range []int{0, 4, 12, len(line.Moves) / 2, len(line.Moves)} {
				if k > len(line.Moves) {
					continue
				}
				there, err := (&gamestate.Game{Start: line.Start, Moves: line.Moves[:k]}).Replay()
				require.NoError(t, err)
				p := there.Position()
				fen := p.String()
				same := gamestate.Essence(&p)
				check("position "+fen, `fen:"`+fen+`"`, naiveFind(games, func(s *gamestate.State) bool {
					now := s.Position()
					return gamestate.Essence(&now) == same
				}))
				fields := strings.Fields(fen)
				check("board "+fields[0], "fen:"+fields[0], naiveFind(games, func(s *gamestate.State) bool {
					return s.Position().Board == p.Board
				}))
				check("side "+fields[1], `fen:"`+fields[0]+" "+fields[1]+`"`, naiveFind(games, func(s *gamestate.State) bool {
					return s.Position().Board == p.Board && s.Position().Turn == p.Turn
				}))
			}
			end, _ := (&gamestate.Game{Start: line.Start, Moves: line.Moves}).Replay()
			last := end.Position()
			check("its end", "material:"+menOf(&last), naiveFind(games, hasMen(menOf(&last))))
		}
		for _, men := range []string{"KRPvKR", "KvKQ", "KPvK"} {
			check(men, "material:"+men, naiveFind(games, hasMen(men)))
		}
		e4c5, err := board.ParseFEN("rnbqkbnr/pp1ppppp/8/2p5/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2")
		require.NoError(t, err)
		check("1. e4 c5", `moves:"1. e4 c5"`, naiveFind(games, func(s *gamestate.State) bool {
			p := s.Position()
			return s.Ply() == 2 && gamestate.Essence(&p) == gamestate.Essence(&e4c5)
		}))
	}
}

func hasMen(name string) func(s *gamestate.State) bool {
	white, black, _ := strings.Cut(name, "v")
	other := black + "v" + white
	return func(s *gamestate.State) bool {
		p := s.Position()
		men := menOf(&p)
		return men == name || men == other
	}
}

func TestFindPasses(t *testing.T) {
	// A frame that its columns exclude is not decoded: its damage is not noticed.
	packed := kit.PackedVariety(t, kit.EveryIndex)
	packed[kit.OpenBytes(t, packed, kit.EveryLevel).Frames()[1].Offset+100] ^= 1
	a := kit.OpenBytes(t, packed, kit.EveryLevel)
	for h, err := range a.Games().With(kit.Pattern(`moves:"1. d4 d5"`)).Texts(t.Context()) {
		t.Errorf("Find of 1. d4 d5 gave %v, %v, want nothing", h, err)
	}
	sicilian := kit.Pattern(`moves:"1. e4 c5"`)
	n := 0
	var last error
	for _, err := range a.Games().With(sicilian).Texts(t.Context()) {
		if last = err; err == nil {
			n++
		}
	}
	if n != kit.FrameGames/2 {
		t.Errorf("Find of 1. e4 c5 gave %d games before the damage, want half a frame of %d", n, kit.FrameGames)
	}
	require.ErrorIs(t, last, chesszip.ErrCorrupt)
	// Nor is a frame decoded if only the number of games is needed.
	for _, q := range []*chesszip.Query{nil, kit.Query("white-elo:1000- ply:3")} {
		count, err := a.Games().Where(q).With(sicilian).Count(t.Context())
		require.NoError(t, err)
		if count != 450 {
			t.Errorf("FindCount of 1. e4 c5, %+v = %d, want 450", q, count)
		}
	}
	count, err := a.Games().Where(kit.Query("white-elo:1000-1099 date:2000-2005 result:1-0,0-1 ply:3-4")).Count(t.Context())
	require.NoError(t, err)
	if count == 0 {
		t.Errorf("FilterCount of numbers gave no game")
	}
	_, err = a.Games().Where(kit.Query("white-elo:1400-1499 tag:Remark=1")).Count(t.Context())
	require.ErrorIs(t, err, chesszip.ErrCorrupt)
}

func TestFindWithQuery(t *testing.T) {
	for _, index := range []chesszip.Columns{0, chesszip.ColumnMoves, kit.EveryIndex} {
		a := kit.OpenBytes(t, kit.PackedVariety(t, index), kit.EveryLevel)
		p := kit.Pattern(`moves:"1. e4 c5" fen:rnbqkbnr/pp1ppppp/8/2p5/4P3/5N2/PPPP1PPP/RNBQKB1R`)
		for _, q := range []*chesszip.Query{kit.Query("event:e42"), kit.Query("event:e42 white-elo:0- ply:3")} {
			n := 0
			for h, err := range a.Games().Where(q).With(p).Texts(t.Context()) {
				require.NoError(t, err)
				if h.Ply() != 3 || h.Number/10 != 42 || h.Number%2 != 1 || !bytes.Contains(h.Text, []byte("[Event \"E42\"]")) {
					t.Errorf("found game %d at ply %d: %.60q", h.Number, h.Ply(), h.Text)
				}
				n++
			}
			count, err := a.Games().Where(q).With(p).Count(t.Context())
			require.NoError(t, err)
			if n != 5 || count != 5 {
				t.Errorf("index %d: found %d games and counted %d, want 5", index, n, count)
			}
		}
	}
}

// TestBadColumns alters each byte of the open columns of a frame, with right checksums:
// the result is an error or the right answer, and nothing is allocated for them.
func TestBadColumns(t *testing.T) {
	src := []byte(strings.Repeat("[WhiteElo \"2600\"]\n[BlackElo \"2100\"]\n[ECO \"C41\"]\n"+kit.Opera, 40))
	good := kit.Compress(t, src, chesszip.Database())
	frame := made.Frame(t, good)
	ask := func(what string, f archive.Frame) {
		a := kit.OpenBytes(t, made.WithFrames(t, good, f), kit.EveryLevel)
		count, err := a.Games().Where(kit.Query("result:1-0 ply:33")).Count(t.Context())
		if err == nil && count > 40 {
			t.Errorf("%s: %d games of 40", what, count)
		}
		if err != nil {
			require.ErrorIs(t, err, chesszip.ErrCorrupt)
		}
		count, err = a.Games().With(kit.Pattern(`material:"KBRvKRNQPPPPPPPP"`)).Count(t.Context())
		if err == nil && count > 40 {
			t.Errorf("%s: %d games of 40", what, count)
		}
		if err != nil {
			require.ErrorIs(t, err, chesszip.ErrCorrupt)
		}
		_, damaged, err := a.Verify(t.Context())
		require.NoError(t, err)
		if len(damaged) != 1 || damaged[0].Frame != 0 {
			t.Errorf("%s: Verify found %+v, want frame 0", what, damaged)
		}
	}
	columns := 0
	for kind := range open.Kinds(open.Names | open.Moves | open.Numbers) {
		if _, ok := frame.Stream(kind); !ok {
			continue
		}
		columns++
		parts := made.Blocks(t, &frame, kind)
		for k, data := range parts {
			with := func(changed []byte) archive.Frame {
				bad := slices.Clone(parts)
				bad[k] = changed
				return made.WithBlocks(frame, kind, bad)
			}
			for n := 0; n < len(data); n += kit.Several(2, 1) {
				ask(fmt.Sprintf("%s, part %d of %d bytes", open.Name(kind), k, n), with(data[:n]))
				flipped := bytes.Clone(data)
				flipped[n] ^= 1 << (n % 8)
				ask(fmt.Sprintf("%s, part %d with a flip at %d", open.Name(kind), k, n), with(flipped))
			}
			ask(fmt.Sprintf("%s, part %d and a byte", open.Name(kind), k), with(append(bytes.Clone(data), 0)))
		}
	}
	require.Greater(t, columns, 9)
}

func TestPatternErrors(t *testing.T) {
	a := kit.OpenBytes(t, kit.Compress(t, []byte(kit.Opera), kit.Quick), kit.EveryLevel)
	for _, text := range []string{
		"", "fen:x", `fen:"8/8 w - -"`, "material:KRP", "material:KvX", "material:vK", `moves:"1. e5"`, `moves:"[A \"b\"] 1. e4"`, `moves:" "`,
	} {
		_, err := chesszip.ParsePattern(text)
		require.ErrorIs(t, err, chesszip.ErrQuery, text)
		var e *chesszip.QueryError
		require.ErrorAs(t, err, &e, text)
	}
	for text, want := range map[string]int{
		`moves:"e4 e5 Nf3"`: 1, "material:KBRvKRNQPPPPPPPP": 0, `fen:"1n2kb1r/p4ppp/4q3/4p1B1/4P3/8/PPP2PPP/2KR4 w k - 0 17"`: 1,
	} {
		n, err := a.Games().With(kit.Pattern(text)).Count(t.Context())
		require.NoError(t, err)
		require.Equal(t, want, int(n), text)
	}
	require.Empty(t, new(chesszip.Pattern).String())
}

// TestFindSteps checks the places of the steps of a pattern, however the games are read.
func TestFindSteps(t *testing.T) {
	src := []byte(kit.Opera + "[Event \"e\"]\n\n1. e4 e5 2. Nf3 Nc6 3. Nxe5 *\n\n" + kit.Opera)
	p := kit.Pattern(`Nf3 then white-move:Bb5,Bxb5+,Nxe5 then end`)
	for _, index := range []chesszip.Columns{0, chesszip.ColumnMoves} {
		a := kit.OpenBytes(t, kit.Compress(t, src, &chesszip.WriterOptions{Open: index}), kit.EveryLevel)
		for range 2 { // the second time, most games are known to match
			var got [][]int
			for h, err := range a.Games().With(p).Texts(t.Context()) {
				require.NoError(t, err)
				require.Equal(t, h.Steps[2], h.Ply())
				got = append(got, append([]int{int(h.Number)}, h.Steps...))
			}
			require.Equal(t, [][]int{{0, 3, 20, 33}, {1, 3, 4, 5}, {2, 3, 20, 33}}, got)
		}
	}
}
