package door

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/chesszip/chesszip"
	"github.com/chesszip/chesszip/board"
	"github.com/chesszip/chesszip/movegen"
	"github.com/chesszip/chesszip/notation"
	"github.com/chesszip/chesszip/pgn"
)

// TestUCI compares the fast formatting of moves with package notation.
func TestUCI(t *testing.T) {
	for _, text := range []string{
		"1. e4 e5 2. Nf3 Nc6 3. Bc4 Bc5 4. O-O Nf6 5. Kh1 O-O 6. Rg1 *",
		"1. d4 d5 2. Nc3 Nc6 3. Bf4 Bf5 4. Qd2 Qd7 5. O-O-O O-O-O 6. Kb1 Kb8 *",
		"1. e4 e5 2. Ke2 Ke7 3. Kd3 Ke6 4. Ke3 Ke7 *",
		"1. e4 -- 2. e5 d5 3. exd6 *",
		"1. h4 g5 2. hxg5 h6 3. gxh6 Nf6 4. h7 a6 5. hxg8=N Rxh1 *",
		"1. Nf3 Nf6 2. Rg1 Rg8 3. Rh1 Rh8 *",
	} {
		game, ok := pgn.ParseGame(text).MainLine()
		if !ok {
			text = strings.ReplaceAll(text, "hxg8=N Rxh1", "*")
			game, _ = pgn.ParseGame(text).MainLine()
		}
		var want []byte
		p := game.Start
		for _, m := range game.Moves {
			want = append(notation.AppendUCI(want, &p, m, false), ' ')
			movegen.Make(&p, m)
		}
		if got := appendUCI(nil, &game.Start, game.Moves); string(got) != string(want) || len(got) == 0 {
			t.Errorf("%s: got %s, want %s", text, got, want)
		}
	}
}

func TestBitboards(t *testing.T) {
	p := board.Start()
	bits, squares := appendBitboards(nil, &p.Board), appendSquares(nil, &p.Board)
	for piece := board.WhitePawn; piece <= board.BlackKing; piece++ {
		var set uint64
		for i := range 8 {
			set |= uint64(bits[8*int(piece-1)+i]) << (8 * i)
		}
		if want := uint64(p.Pieces(piece)); set != want {
			t.Errorf("%v: got %x, want %x", piece, set, want)
		}
		for s := range board.Square(64) {
			if got := squares[s] == uint8(piece); got != (p.At(s) == piece) {
				t.Errorf("%v on %v: got %v", piece, s, got)
			}
		}
	}
}

func TestTask(t *testing.T) {
	task := Start(func(_ context.Context, give func(any) bool) error {
		give(1)
		give(2)
		return errors.New("ends")
	})
	for _, want := range []any{1, 2} {
		if got, err := task.Wait(time.Hour); got != want || err != nil {
			t.Errorf("got %v, %v, want %v", got, err, want)
		}
	}
	for range 2 {
		if _, err := task.Wait(time.Hour); err == nil || err.Error() != "ends" {
			t.Errorf("got %v behind the end", err)
		}
	}
	task.Close()
}

// TestTaskFault checks that a panic becomes an error with its stack.
func TestTaskFault(t *testing.T) {
	task := Start(func(context.Context, func(any) bool) error { panic("a fault") })
	_, err := task.Wait(time.Hour)
	if !errors.Is(err, ErrInternal) || !strings.Contains(err.Error(), "a fault") || !strings.Contains(err.Error(), "door_test.go") {
		t.Errorf("got %v", err)
	}
}

// TestTaskClose checks that a closed task ends, whether or not an answer was taken.
func TestTaskClose(t *testing.T) {
	for _, taken := range []bool{false, true} {
		ended := false
		task := Start(func(ctx context.Context, give func(any) bool) error {
			defer func() { ended = true }()
			for give(nil) {
			}
			return ctx.Err()
		})
		if taken {
			if _, err := task.Wait(time.Hour); err != nil {
				t.Fatal(err)
			}
		}
		task.Close()
		if _, err := task.Wait(time.Hour); !errors.Is(err, context.Canceled) || !ended {
			t.Errorf("taken %v: got %v, ended %v", taken, err, ended)
		}
	}
	hanging := Start(func(ctx context.Context, _ func(any) bool) error {
		<-ctx.Done()
		return ctx.Err()
	})
	if _, err := hanging.Wait(0); !errors.Is(err, ErrWait) {
		t.Errorf("got %v", err)
	}
	hanging.Close()
}

// TestFileStaysOpen checks that a task goes on after the Close of its archive.
func TestFileStaysOpen(t *testing.T) {
	name := filepath.Join(t.TempDir(), "games.pgn")
	if err := os.WriteFile(name, []byte(strings.Repeat("[White \"a\"]\n\n1. e4 e5 *\n\n", 5000)), 0o600); err != nil {
		t.Fatal(err)
	}
	a, err := Open(t.Context(), name, 1)
	if err != nil {
		t.Fatal(err)
	}
	task, err := a.StartGames(GamesOptions{Want: WantMoves, To: a.Archive.NumGames(), Games: 10, Plies: 1000})
	if err != nil {
		t.Fatal(err)
	}
	a.Close()
	var n int64
	for {
		b, err := task.Wait(time.Hour)
		if errors.Is(err, ErrEnd) {
			break
		}
		if err != nil {
			t.Fatal(err)
		}
		n += b.(*Batch).Rows
	}
	if n != 5000 || a.uses != 0 {
		t.Errorf("%d games, %d uses left", n, a.uses)
	}
}

// TestSCID opens databases of SCID 4 and 5.
func TestSCID(t *testing.T) {
	for name, want := range map[string]int64{"games.si4": 10, "scid5/3-chess960fen.si5": 20} {
		a, err := Open(t.Context(), filepath.Join("../../../scid/testdata", name), 1)
		if err != nil {
			t.Fatal(err)
		}
		if n := a.Archive.NumGames(); n != want {
			t.Errorf("%s: %d games, want %d", name, n, want)
		}
		var text strings.Builder
		if _, err := a.Archive.WriteTo(t.Context(), &text); err != nil || !strings.Contains(text.String(), "[White ") {
			t.Errorf("%s: %q, %v", name, text.String(), err)
		}
		a.Close()
	}
	broken := filepath.Join(t.TempDir(), "x.si4")
	for _, ending := range []string{".si4", ".sn4", ".sg4"} {
		if err := os.WriteFile(strings.TrimSuffix(broken, ".si4")+ending, []byte("Scid.si\x00 and no more"), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := Open(t.Context(), broken, 1); !errors.Is(err, chesszip.ErrCorrupt) {
		t.Errorf("got %v", err)
	}
	if _, err := Open(t.Context(), "missing.si5", 1); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("got %v", err)
	}
}
