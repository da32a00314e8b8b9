package gamestate_test

import (
	"bytes"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/chesszip/chesszip/board"
	"github.com/chesszip/chesszip/gamestate"
	"github.com/chesszip/chesszip/internal/test/corpus"
	"github.com/chesszip/chesszip/movegen"
	"github.com/chesszip/chesszip/notation"
	"github.com/chesszip/chesszip/pgn"
)

// play plays moves in SAN, numbers left out, from a FEN.
func play(t testing.TB, fen, moves string) *gamestate.State {
	t.Helper()
	s := gamestate.NewState(parse(t, fen))
	for _, text := range strings.Fields(moves) {
		p := s.Position()
		m, err := notation.ParseSAN(text, &p)
		require.NoError(t, err, text)
		require.NoError(t, s.Play(m), text)
	}
	return s
}

const startFEN = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"

func parse(t testing.TB, fen string) board.Position {
	t.Helper()
	p, err := board.ParseFEN(fen)
	require.NoError(t, err)
	return p
}

func TestStatus(t *testing.T) {
	const knights = "Nf3 Nf6 Ng1 Ng8 "
	tests := []struct {
		name, fen, moves string
		want             gamestate.Status
		threefold, fifty bool
	}{
		{"start", startFEN, "", gamestate.Ongoing, false, false},
		{"fool's mate", startFEN, "f3 e5 g4 Qh4", gamestate.Checkmate, false, false},
		{"Loyd's stalemate", startFEN, "e3 a5 Qh5 Ra6 Qxa5 h5 h4 Rah6 Qxc7 f6 Qxd7 Kf7 Qxb7 Qd3 Qxb8 Qh7 Qxc8 Kg6 Qe6", gamestate.Stalemate, false, false},
		{"twice", startFEN, knights, gamestate.Ongoing, false, false},
		{"threefold", startFEN, knights + knights, gamestate.ThreefoldRepetition, true, false},
		{"fourfold", startFEN, knights + knights + knights, gamestate.ThreefoldRepetition, true, false},
		{"fivefold", startFEN, strings.Repeat(knights, 4), gamestate.FivefoldRepetition, true, false},
		{"fifty moves", "4k3/8/8/8/8/8/8/R3K3 w - - 99 80", "Kd2", gamestate.FiftyMoves, false, true},
		{"not yet fifty", "4k3/8/8/8/8/8/8/R3K3 w - - 98 80", "Kd2", gamestate.Ongoing, false, false},
		{"seventy-five moves", "4k3/8/8/8/8/8/8/R3K3 w - - 149 80", "Kd2", gamestate.SeventyFiveMoves, false, true},
		{"not yet seventy-five", "4k3/8/8/8/8/8/8/R3K3 w - - 148 80", "Kd2", gamestate.FiftyMoves, false, true},
		{"mate goes before", "7k/8/6K1/8/8/8/8/R7 w - - 149 80", "Ra8", gamestate.Checkmate, false, false},
		{"the last piece is taken", "4k3/8/8/8/8/8/3r4/4K3 w - - 0 1", "Kxd2", gamestate.InsufficientMaterial, false, false},
		// The first time a pawn could be captured en passant: another position.
		{"en passant first", "4k3/8/8/8/3p4/8/4P3/4K3 w - - 0 1", "e4 Kd8 Kd1 Ke8 Ke1 Kd8 Kd1 Ke8 Ke1", gamestate.Ongoing, false, false},
		{"en passant nobody can play", "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", "e4 Kd8 Kd1 Ke8 Ke1 Kd8 Kd1 Ke8 Ke1", gamestate.ThreefoldRepetition, true, false},
		// The capture would uncover the king on its rank.
		{"en passant pinned", "8/8/8/8/k2p3R/8/4P3/4K3 w - - 0 1", "e4 Ka5 Kd1 Ka4 Ke1 Ka5 Kd1 Ka4 Ke1", gamestate.ThreefoldRepetition, true, false},
		// The kings lose their rights on the way.
		{"rights lost", "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "Ke2 Ke7 Ke1 Ke8 Ke2 Ke7 Ke1 Ke8", gamestate.Ongoing, false, false},
		{"rights lost, third", "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "Ke2 Ke7 Ke1 Ke8 Ke2 Ke7 Ke1 Ke8 Ke2 Ke7 Ke1 Ke8", gamestate.ThreefoldRepetition, true, false},
		// Rights without their rooks, or away from home, are none.
		{"idle rights", "4k3/8/8/8/8/8/8/4K3 w KQkq - 0 1", "Kd2 Kd7 Ke1 Ke8 Kd2 Kd7 Ke1 Ke8", gamestate.InsufficientMaterial, true, false},
		{"idle right, a rook passes", "4k3/8/8/8/8/8/8/4K2R w Q - 0 1", strings.Repeat("Rh2 Kd8 Ra2 Ke8 Ra1 Kd8 Ra2 Ke8 Rh2 Kd8 Rh1 Ke8 ", 2), gamestate.ThreefoldRepetition, true, false},
		{"Chess960", "bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9", "Nf3 Nd5 Ne1 Nf6 Nf3 Nd5 Ne1 Nf6", gamestate.ThreefoldRepetition, true, false},
		{"Chess960, rooks moved", "4k1r1/8/8/8/8/8/8/4K1R1 w Gg - 0 1", "Rg2 Rg7 Rg1 Rg8 Rg2 Rg7 Rg1 Rg8", gamestate.Ongoing, false, false},
		{"no king", "8/8/8/8/8/8/8/4K3 b - - 0 1", "", gamestate.Stalemate, false, false},
		{"null moves", startFEN, "-- -- -- --", gamestate.ThreefoldRepetition, true, false},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			s := play(t, tt.fen, tt.moves)
			if got := s.Status(); got != tt.want {
				t.Errorf("Status() = %v, want %v", got, tt.want)
			}
			if got := s.Threefold(); got != tt.threefold {
				t.Errorf("Threefold() = %v, want %v", got, tt.threefold)
			}
			if got := s.FiftyMoves(); got != tt.fifty {
				t.Errorf("FiftyMoves() = %v, want %v", got, tt.fifty)
			}
			outcome, reason := s.Outcome()
			require.Equal(t, tt.want, reason)
			if got, want := tt.want.Over(), outcome != gamestate.Undecided; got != want {
				t.Errorf("%v.Over() = %v, want %v", tt.want, got, want)
			}
			if got, want := tt.want.Claimable(), (tt.threefold || tt.fifty) && !tt.want.Over(); got != want {
				t.Errorf("%v.Claimable() = %v, want %v", tt.want, got, want)
			}
		})
	}
}

func TestOutcome(t *testing.T) {
	for _, c := range []struct {
		fen, moves string
		want       gamestate.Result
	}{
		{startFEN, "f3 e5 g4 Qh4", gamestate.BlackWins},
		{startFEN, "e4 e5 Qh5 Nc6 Bc4 Nf6 Qxf7", gamestate.WhiteWins},
		{"7k/8/6K1/8/8/8/8/R7 w - - 0 80", "Ra7", gamestate.Undecided},
		{"7k/8/6K1/8/8/8/8/R7 w - - 0 80", "Rg1 Kg8 Ra1 Kh8 Rf1 Kg8 Rf7 Kh8 Rf6", gamestate.Undecided},
		{"7k/8/6K1/8/8/8/8/5R2 w - - 0 80", "Rf7 Kg8 Ra7 Kf8 Rg7", gamestate.Undecided},
		{"7k/8/8/6K1/8/8/8/5R2 w - - 149 80", "Kg6", gamestate.Draw},
		{"7k/5Q2/8/8/8/8/8/K7 b - - 0 80", "", gamestate.Draw},
	} {
		if got, _ := play(t, c.fen, c.moves).Outcome(); got != c.want {
			t.Errorf("Outcome of %q from %s = %v, want %v", c.moves, c.fen, got, c.want)
		}
	}
}

func TestInsufficientMaterial(t *testing.T) {
	tests := []struct {
		ranks string
		want  bool
	}{
		{"4k3/8/8/8/8/8/8/4K3", true},
		{"4k3/8/8/8/8/8/8/4KN2", true},
		{"4kb2/8/8/8/8/8/8/4K3", true},
		{"4k3/8/8/8/8/8/8/4KBN1", false},
		{"4k3/8/8/8/8/8/8/3NKN2", false}, // mate, if Black helps
		{"4kn2/8/8/8/8/8/8/4KN2", false},
		{"4kn2/8/8/8/8/8/8/4KB2", false},
		{"4k3/8/8/8/8/8/8/2B1KB2", false}, // one of each colour
		{"2b1k3/8/8/8/8/8/8/4KB2", true},  // c8 and f1 are both light
		{"4kb2/8/8/8/8/8/8/4KB2", false},  // f8 is dark
		{"b3k3/1B6/8/8/8/8/6B1/4KB2", true},
		{"4k3/8/8/8/8/8/P7/4K3", false},
		{"4k3/8/8/8/8/8/8/R3K3", false},
		{"4k3/8/8/8/8/8/8/Q3K3", false},
		{"8/8/8/8/8/8/8/4K3", false},
		{"8/8/8/8/8/8/8/KK6", false},
		{"kk6/8/8/8/8/8/8/K7", false},
	}
	for _, tt := range tests {
		s := gamestate.NewState(parse(t, tt.ranks+" w - - 0 1"))
		if got := s.InsufficientMaterial(); got != tt.want {
			t.Errorf("InsufficientMaterial(%s) = %v, want %v", tt.ranks, got, tt.want)
		}
	}
}

func TestPlayIllegal(t *testing.T) {
	g := gamestate.Game{Start: board.Start(), Moves: []board.Move{
		board.NewMove(12, 28, board.NoKind), board.NewMove(12, 28, board.NoKind)}}
	s, err := g.Replay()
	require.ErrorIs(t, err, gamestate.ErrIllegalMove)
	var me *gamestate.MoveError
	require.ErrorAs(t, err, &me)
	if me.Ply != 1 || me.Move != g.Moves[1] || s.Ply() != 1 || me.Position != s.Position() {
		t.Errorf("Replay: %v, at ply %d", err, s.Ply())
	}
	const want = "gamestate: illegal move e2-e4 at ply 1 of rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1"
	if err.Error() != want {
		t.Errorf("Error() = %q, want %q", err, want)
	}
}

// occurred is the plain definition of what State counts: it compares boards,
// players to move, rights and the sets of legal moves.
func occurred(all []board.Position) (n int) {
	last := &all[len(all)-1]
	moves := movegen.AppendLegal(nil, last)
	for i := range all {
		p := &all[i]
		if p.Board == last.Board && p.Turn == last.Turn && p.Castling == last.Castling &&
			slices.Equal(movegen.AppendLegal(nil, p), moves) {
			n++
		}
	}
	return n
}

func propState(t *rapid.T) {
	fen := rapid.SampledFrom([]string{
		startFEN, "4k3/8/8/8/3p1p2/8/2P1P3/4K3 w - - 0 1", "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1",
		"k7/8/8/8/8/8/8/K6N w - - 90 1", "1r2k1r1/8/8/8/8/8/8/1R2K1R1 w GBgb - 0 1",
	}).Draw(t, "start")
	start, err := board.ParseFEN(fen)
	if err != nil {
		t.Fatalf("%v", err)
	}
	s := gamestate.NewState(start)
	all := []board.Position{start}
	for range rapid.IntRange(0, 60).Draw(t, "steps") {
		switch back := rapid.IntRange(0, 9).Draw(t, "undo") == 0; {
		case back:
			if s.Undo() != (len(all) > 1) {
				t.Fatalf("Undo() with %d positions", len(all))
			}
			all = all[:max(1, len(all)-1)]
		case len(s.LegalMoves()) > 0:
			// Among few moves positions come back often.
			m := s.LegalMoves()[rapid.IntRange(0, min(3, len(s.LegalMoves())-1)).Draw(t, "move")]
			if err := s.Play(m); err != nil {
				t.Fatalf("%v", err)
			}
			all = append(all, s.Position())
		}
		if s.Position() != all[len(all)-1] || s.Ply() != len(all)-1 {
			t.Fatalf("ply %d, %v, want %d, %v", s.Ply(), s.Position(), len(all)-1, all[len(all)-1])
		}
		if got, want := s.Repetitions(), occurred(all); got != want {
			t.Fatalf("%v: Repetitions() = %d, want %d", s.Position(), got, want)
		}
		if p := s.Position(); !slices.Equal(s.LegalMoves(), movegen.AppendLegal(nil, &p)) {
			t.Fatalf("%v: LegalMoves() = %v", p, s.LegalMoves())
		}
	}
	g := s.Game()
	again, err := g.Replay()
	if err != nil || again.Position() != s.Position() || again.Status() != s.Status() || again.Repetitions() != s.Repetitions() {
		t.Fatalf("Replay of Game() = %v, %v", again.Position(), err)
	}
}

func TestState(t *testing.T) { rapid.Check(t, propState) }

func FuzzState(f *testing.F) { f.Fuzz(rapid.MakeFuzz(propState)) }

// states replays every game of a file of the corpus and returns the states at
// their ends; with each, all it has passed.
func states(t *testing.T, file string, at func(game int, s *gamestate.State)) (ends []*gamestate.State) {
	t.Helper()
	for g, err := range pgn.NewReader(bytes.NewReader(corpus.Need(t, file)), nil).Games() {
		require.NoError(t, err)
		main, ok := g.MainLine()
		if !ok {
			t.Errorf("%s: a main line is broken: %v", file, g.Err())
			continue
		}
		s := gamestate.NewState(main.Start)
		for _, m := range main.Moves {
			require.NoError(t, s.Play(m))
			if at != nil {
				at(len(ends), s)
			}
		}
		ends = append(ends, s)
	}
	return ends
}

// TestKnownEndings replays games that others keep to test the same rules.
func TestKnownEndings(t *testing.T) {
	tests := []struct {
		file      string
		want      gamestate.Status
		threefold bool // at the end of the first game
	}{
		{"corentings-big__testdata__outcomes__fivefold.pgn", gamestate.FivefoldRepetition, true},
		{"corentings-big__testdata__outcomes__foolsmate.pgn", gamestate.Checkmate, false},
		{"pgn-extract__test__infiles__fools-mate.pgn", gamestate.Checkmate, false},
		{"pgn-extract__test__outfiles__test-stalemate-out.pgn", gamestate.Stalemate, false},
		{"pgn-extract__test__outfiles__test-checkmate-out.pgn", gamestate.Checkmate, false},
		{"pychess__testing__gamefiles__3fold.pgn", gamestate.ThreefoldRepetition, true},
		{"pychess__testing__gamefiles__insufficient_material.pgn", gamestate.InsufficientMaterial, false},
	}
	for _, tt := range tests {
		s := states(t, "odd/"+tt.file, nil)[0]
		if got := s.Status(); got != tt.want || s.Threefold() != tt.threefold {
			t.Errorf("%s: %v, threefold %v, want %v, %v", tt.file, got, s.Threefold(), tt.want, tt.threefold)
		}
	}
}

// TestPublishedCounts counts the games in which something ever holds, where
// the files' own program has published which of them it found.
func TestPublishedCounts(t *testing.T) {
	for _, c := range []struct {
		name  string
		holds func(*gamestate.State) bool
	}{
		{"repetition", (*gamestate.State).Threefold},
		{"fifty", (*gamestate.State).FiftyMoves},
		{"seventyfive", (*gamestate.State).SeventyFiveMoves},
		{"stalemate", (*gamestate.State).Stalemate},
		{"checkmate", (*gamestate.State).Checkmate},
	} {
		count := func(file string) int {
			found := map[int]bool{}
			states(t, file, func(game int, s *gamestate.State) {
				if c.holds(s) {
					found[game] = true
				}
			})
			return len(found)
		}
		out := "odd/pgn-extract__test__outfiles__test-" + c.name + "-out.pgn"
		want := len(states(t, out, nil))
		if got := count("odd/pgn-extract__test__infiles__test-" + c.name + ".pgn"); got != want {
			t.Errorf("%s: holds in %d games, want %d", c.name, got, want)
		}
		if got := count(out); got != want {
			t.Errorf("%s: holds in %d of the %d games found", c.name, got, want)
		}
	}
}

// TestMatesCorpus replays real games and compares those that end in mate with
// those that their source marks with #.
func TestMatesCorpus(t *testing.T) {
	const file = corpus.Sample
	mates := 0
	for _, s := range states(t, file, nil) {
		if s.Status() == gamestate.Checkmate {
			mates++
		}
	}
	if want := bytes.Count(corpus.Need(t, file), []byte("# ")); mates != want {
		t.Errorf("%d games end in mate, the file marks %d", mates, want)
	}
}

func BenchmarkReplay(b *testing.B) {
	s := play(b, startFEN, "e4 e5 Nf3 Nc6 Bb5 a6 Ba4 Nf6 O-O Be7 Re1 b5 Bb3 d6 c3 O-O h3 Na5 Bc2 c5 d4 Qc7")
	g := s.Game()
	b.ReportAllocs()
	for b.Loop() {
		if _, err := g.Replay(); err != nil {
			b.Fatal(err)
		}
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*len(g.Moves)), "ns/ply")
}
