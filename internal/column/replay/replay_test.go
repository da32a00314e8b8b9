package replay_test

import (
	"bytes"
	"encoding/hex"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/chesszip/chesszip/board"
	"github.com/chesszip/chesszip/internal/base/corrupt"
	"github.com/chesszip/chesszip/internal/column/replay"
	"github.com/chesszip/chesszip/internal/column/text"
	"github.com/chesszip/chesszip/internal/test/corpus"
	"github.com/chesszip/chesszip/movegen"
	"github.com/chesszip/chesszip/pgn"
)

// step is a position and the move that led to it.
type step struct {
	p board.Position
	m board.Move
}

// check encodes a line of moves and decodes it.
func check(t interface{ Errorf(string, ...any) }, steps []step) []byte {
	var moves []board.Move
	var single []byte
	for i, s := range steps[1:] {
		moves = append(moves, s.m)
		single = replay.AppendMove(single, &steps[i].p, s.m)
	}
	codes := replay.Append(nil, &steps[0].p, moves)
	if !bytes.Equal(single, codes) {
		t.Errorf("AppendMove gives %x, Append %x", single, codes)
	}
	var got []step
	err := replay.Each(&steps[0].p, codes, func(p *board.Position, m board.Move) bool {
		got = append(got, step{*p, m})
		return true
	})
	if err != nil {
		t.Errorf("Each(%x): %v", codes, err)
	}
	for i := range max(len(got), len(steps)) {
		if i >= len(got) || i >= len(steps) || got[i] != steps[i] {
			t.Errorf("Each(%x) gives %d positions, want %d; the %dth differs", codes, len(got), len(steps), i)
			break
		}
	}
	rest := codes
	for i, s := range steps[1:] {
		m, after, ok := board.NullMove, []byte(nil), false
		if len(rest) > 0 {
			m, after, ok = replay.Next(&steps[i].p, rest)
		}
		if !ok || m != s.m {
			t.Errorf("Next gives %v, %t for move %d, want %v", m, ok, i, s.m)
			return codes
		}
		rest = after
	}
	if len(rest) > 0 {
		t.Errorf("%d bytes are left", len(rest))
	}
	return codes
}

func TestRandomGames(t *testing.T) {
	starts := []string{
		"", "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
		"nqbbrkrn/pppppppp/8/8/8/8/PPPPPPPP/NQBBRKRN w GEge - 0 1",
		"8/PPPPPPPP/8/2k5/5K2/8/pppppppp/8 b - - 3 70",
		"qqq1qqqq/8/4kk2/8/8/KK6/8/QQQQ1QQQ w - - 0 1",
		"8/8/8/8/8/8/8/8 w - - 0 1",
		"PPPPPPPP/8/8/k7/7K/8/8/pppppppp w - - 0 1",
	}
	rapid.Check(t, func(t *rapid.T) {
		p := board.Start()
		if fen := rapid.SampledFrom(starts).Draw(t, "start"); fen != "" {
			var err error
			p, err = board.ParseFEN(fen)
			require.NoError(t, err)
		}
		steps := []step{{p: p}}
		for range rapid.IntRange(0, 120).Draw(t, "plies") {
			legal := append(movegen.AppendLegal(nil, &p), board.NullMove)
			m := rapid.SampledFrom(legal).Draw(t, "move")
			movegen.Make(&p, m)
			steps = append(steps, step{p, m})
		}
		check(t, steps)
	})
}

// TestKingTaken captures kings, which null moves allow, with pieces that then leave
// their squares: only the move of a king removes its rights.
func TestKingTaken(t *testing.T) {
	none := board.NullMove
	uci := func(s string) (m board.Move) {
		require.NoError(t, m.UnmarshalText([]byte(s)))
		return m
	}
	for name, moves := range map[string][]board.Move{
		"black": {uci("b1-c3"), none, uci("c3-d5"), none, uci("d5-c7"), none, uci("c7-e8"), none, uci("e8-d6")},
		"white": {none, uci("b8-c6"), none, uci("c6-d4"), none, uci("d4-c2"), none, uci("c2-e1"), none, uci("e1-d3"), uci("h1-g1")},
		"both": {uci("b1-c3"), uci("b8-c6"), uci("c3-d5"), uci("c6-d4"), uci("d5-c7"), uci("d4-c2"), uci("c7-e8"), uci("c2-e1"),
			uci("e8-d6"), uci("e1-d3"), uci("h1-g1"), uci("a8-b8")},
	} {
		t.Run(name, func(t *testing.T) {
			p := board.Start()
			steps := []step{{p: p}}
			for _, m := range moves {
				movegen.Make(&p, m)
				steps = append(steps, step{p, m})
			}
			check(t, steps)
		})
	}
}

// TestSize encodes the moves of real games.
func TestSize(t *testing.T) {
	for _, name := range []string{"lichess-old-test", "master-test", "engine-test"} {
		src := corpus.Need(t, "pgn/"+name+".pgn")
		src = src[:min(len(src), 2_000_000)]
		var s pgn.Splitter
		var line pgn.Line
		var values [][]byte
		plies, others := 0, 0
		for len(src) > 0 {
			n, _ := s.Next(src, true)
			var steps []step
			line.Each(src[:n], func(p *board.Position, m board.Move) bool {
				steps = append(steps, step{*p, m})
				return true
			})
			src = src[n:]
			if len(steps) == 0 {
				continue
			}
			v := check(t, steps)
			others += (len(v) - len(steps) + 1) / 2
			values = append(values, v)
			plies += len(steps) - 1
		}
		packed := text.Append(nil, values, text.Quick, nil)
		t.Logf("%s: %d games, %.1f plies and %.2f B a game; %d moves of 3 bytes", name, len(values), float64(plies)/float64(len(values)), float64(len(packed))/float64(len(values)), others)
	}
}

// FuzzEach checks that the line that Each reads from any bytes is encoded and read as
// the same.
func FuzzEach(f *testing.F) {
	f.Add("", []byte{32, 28, 28})
	f.Add("", []byte{255, 28})
	f.Add("4k3/8/8/8/8/8/4P3/4K3 b - - 0 7", []byte{204, 29})
	f.Fuzz(func(t *testing.T, fen string, codes []byte) {
		start := board.Start()
		if fen != "" {
			var err error
			if start, err = board.ParseFEN(fen); err != nil {
				return
			}
		}
		var steps []step
		err := replay.Each(&start, codes, func(p *board.Position, m board.Move) bool {
			steps = append(steps, step{*p, m})
			return true
		})
		if err != nil {
			require.ErrorIs(t, err, corrupt.Err)
		}
		check(t, steps)
	})
}

// TestCutOff checks that a long code without its move is refused.
func TestCutOff(t *testing.T) {
	p := board.Start()
	for _, codes := range [][]byte{{255}, {255, 1}, {210}, {252}, {253}, {30, 255, 0}} {
		err := replay.Each(&p, codes, func(*board.Position, board.Move) bool { return true })
		require.ErrorIs(t, err, corrupt.Err, "%x", codes)
	}
}

// TestDump checks the example of docs/spec/open.md.
func TestDump(t *testing.T) {
	const text = "1. e4 c5 2. Nf3 d6 3. Bb5+ Nd7 4. O-O a6 5. Bxd7+ Qxd7 6. c4 b5 *"
	_, codes := lineOf(text)
	if got, want := hex.EncodeToString(codes), "1d0f67158159d0007bb10f08"; got != want {
		t.Errorf("line = %s, want %s", got, want)
	}
}

// lineOf returns the start of a game's text and the codes of its moves.
func lineOf(text string) (start board.Position, codes []byte) {
	var line pgn.Line
	var moves []board.Move
	begun := false
	line.Each([]byte(text), func(p *board.Position, m board.Move) bool {
		if begun {
			moves = append(moves, m)
		} else {
			start, begun = *p, true
		}
		return true
	})
	return start, replay.Append(nil, &start, moves)
}

// BenchmarkEach plays the games of a file.
func BenchmarkEach(b *testing.B) {
	src := corpus.Need(b, "pgn/lichess-old-test.pgn")[:2_000_000]
	var s pgn.Splitter
	type game struct {
		start board.Position
		codes []byte
	}
	var games []game
	for len(src) > 0 {
		n, _ := s.Next(src, true)
		start, codes := lineOf(string(src[:n]))
		games = append(games, game{start, codes})
		src = src[n:]
	}
	target := board.Position{}
	plies := 0
	for b.Loop() {
		for _, g := range games {
			if err := replay.Each(&g.start, g.codes, func(p *board.Position, _ board.Move) bool { plies++; return p.Board != target.Board }); err != nil {
				b.Fatal(err)
			}
		}
	}
	b.ReportMetric(float64(plies)/b.Elapsed().Seconds(), "plies/s")
	b.ReportMetric(float64(len(games))*float64(b.N)/b.Elapsed().Seconds(), "games/s")
}
