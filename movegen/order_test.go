package movegen_test

import (
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"math/rand/v2"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/chesszip/chesszip/board"
	"github.com/chesszip/chesszip/movegen"
)

// starts are where the walks of the golden hash begin: the start position,
// Kiwipete, and all 960 starts of Chess960.
func starts(t testing.TB) []board.Position {
	list := []board.Position{board.Start(), *parse(t, kiwipete)}
	for id := range 960 {
		list = append(list, chess960(id))
	}
	return list
}

// chess960 returns start position id by Scharnagl's numbering.
func chess960(id int) board.Position {
	var rank [8]board.Kind
	free := func(n int) int { // the n-th free file
		for f := range 8 {
			if rank[f] == board.NoKind {
				if n == 0 {
					return f
				}
				n--
			}
		}
		return -1
	}
	rank[id%4*2+1] = board.Bishop
	rank[id/4%4*2] = board.Bishop
	rank[free(id/16%6)] = board.Queen
	knights := [10][2]int{{0, 1}, {0, 2}, {0, 3}, {0, 4}, {1, 2}, {1, 3}, {1, 4}, {2, 3}, {2, 4}, {3, 4}}[id/96]
	a, b := free(knights[0]), free(knights[1])
	rank[a], rank[b] = board.Knight, board.Knight
	left := free(0)
	rank[left] = board.Rook
	rank[free(0)] = board.King
	right := free(0)
	rank[right] = board.Rook
	p := board.Position{Castling: board.NewRights(right, left, right, left), FullmoveNumber: 1}
	for f, k := range rank {
		p.Put(board.SquareAt(f, 0), board.PieceOf(board.White, k))
		p.Put(board.SquareAt(f, 1), board.WhitePawn)
		p.Put(board.SquareAt(f, 6), board.BlackPawn)
		p.Put(board.SquareAt(f, 7), board.PieceOf(board.Black, k))
	}
	return p
}

// goldenOrder is the hash of the move lists of goldenPositions positions. It
// never changes: the order is part of every format.
const (
	goldenPositions = 120_000
	goldenOrder     = "d2f4949bd453e797b341c244879248da735f64ceda25e8e4625e0b14d466e441"
)

func TestOrderIsFrozen(t *testing.T) {
	hash := sha256.New()
	r := rand.New(rand.NewPCG(960, 518))
	list := starts(t)
	var moves []board.Move
	var b []byte
	for n := 0; n < goldenPositions; {
		p := list[r.IntN(len(list))]
		for range 120 {
			moves = movegen.AppendLegal(moves[:0], &p)
			b = append(b[:0], byte(len(moves)), byte(len(moves)>>8))
			for _, m := range moves {
				b = binary.LittleEndian.AppendUint16(b, uint16(m))
			}
			hash.Write(b)
			if n++; len(moves) == 0 || n == goldenPositions {
				break
			}
			movegen.Make(&p, moves[r.IntN(len(moves))])
		}
	}
	if got := hex.EncodeToString(hash.Sum(nil)); got != goldenOrder {
		t.Errorf("hash of the move lists = %s, want %s", got, goldenOrder)
	}
}

// orderKey is the order as docs/spec/moves.md says it.
func orderKey(p *board.Position, m board.Move) int {
	castling := 0
	if p.KindAt(m.From()) == board.King && p.Color(p.Turn).Has(m.To()) {
		castling = 1
	}
	return castling<<20 | int(p.KindAt(m.From()))<<16 | int(m.From())<<10 | int(m.To())<<4 | int(m.Promotion())
}

// drawPosition walks from a start, or puts pieces anywhere.
func drawPosition(t *rapid.T, list []board.Position) board.Position {
	if rapid.Bool().Draw(t, "garbage") {
		var p board.Position
		for range rapid.IntRange(0, 64).Draw(t, "pieces") {
			p.Put(board.Square(rapid.IntRange(0, 63).Draw(t, "square")), board.Piece(rapid.IntRange(0, 12).Draw(t, "piece")))
		}
		p.Turn = board.Color(rapid.IntRange(0, 1).Draw(t, "turn"))
		p.Castling = board.Rights(rapid.Uint16().Draw(t, "rights"))
		if rapid.Bool().Draw(t, "one king each") {
			arrange(t, &p)
			return p
		}
		p.EnPassant = board.Square(rapid.SampledFrom([]int{0, 16, 20, 23, 40, 44, 47}).Draw(t, "en passant"))
		return p
	}
	p := rapid.SampledFrom(list).Draw(t, "start")
	for range rapid.IntRange(0, 150).Draw(t, "plies") {
		moves := movegen.AppendLegal(nil, &p)
		if len(moves) == 0 {
			break
		}
		movegen.Make(&p, moves[rapid.IntRange(0, len(moves)-1).Draw(t, "move")])
	}
	return p
}

// arrange leaves each side one king, and makes castling and en passant likely.
func arrange(t *rapid.T, p *board.Position) {
	for sq := range board.Square(64) {
		if p.KindAt(sq) == board.King {
			p.Put(sq, board.Empty)
		}
	}
	home := board.Square(56 * p.Turn)
	king := home | board.Square(rapid.IntRange(0, 7).Draw(t, "king"))
	for side := board.KingSide; side <= board.QueenSide; side++ {
		if rook, ok := p.Castling.RookFile(p.Turn, side); ok {
			p.Put(home|board.Square(rook), board.PieceOf(p.Turn, board.Rook))
		}
	}
	if rapid.Bool().Draw(t, "clear rank") {
		for sq := home; sq < home+8; sq++ {
			if p.KindAt(sq) != board.Rook {
				p.Put(sq, board.Empty)
			}
		}
	}
	if rapid.Bool().Draw(t, "king abroad") {
		king = board.Square(rapid.IntRange(8, 55).Draw(t, "abroad"))
	}
	p.Put(board.Square(rapid.IntRange(0, 63).Draw(t, "enemy king")), board.PieceOf(p.Turn.Other(), board.King))
	if rapid.Bool().Draw(t, "en passant") {
		p.EnPassant = board.Square(rapid.IntRange(0, 7).Draw(t, "file")) + 40 - 24*board.Square(p.Turn)
		forward := 8 - 16*board.Square(p.Turn)
		p.Put(p.EnPassant, board.Empty)
		p.Put(p.EnPassant+forward, board.Empty)
		p.Put(p.EnPassant-forward, board.PieceOf(p.Turn.Other(), board.Pawn))
		p.Put(p.EnPassant-forward+1, board.PieceOf(p.Turn, board.Pawn))
	}
	p.Put(king, board.PieceOf(p.Turn, board.King))
}

func TestAgreement(t *testing.T) {
	list := starts(t)
	rapid.Check(t, func(t *rapid.T) {
		p := drawPosition(t, list)
		fen := string(p.AppendFEN(nil))
		moves := movegen.AppendLegal(nil, &p)
		if got := movegen.CountLegal(&p); got != len(moves) {
			t.Fatalf("CountLegal(%s) = %d, want %d", fen, got, len(moves))
		}
		for i, m := range moves {
			if i > 0 && orderKey(&p, moves[i-1]) >= orderKey(&p, m) {
				t.Fatalf("%s: %v comes before %v", fen, moves[i-1], m)
			}
			next := p
			movegen.Make(&next, m)
			if got, want := movegen.GivesCheck(&p, m), movegen.InCheck(&next); got != want {
				t.Fatalf("GivesCheck(%s, %v) = %v, want %v", fen, m, got, want)
			}
		}
		// Every move of two squares, and some that are no moves at all.
		for range 200 {
			m := board.Move(rapid.Uint16().Draw(t, "any move"))
			if got, want := movegen.IsLegal(&p, m), slices.Contains(moves, m); got != want {
				t.Fatalf("IsLegal(%s, %v) = %v, want %v", fen, m, got, want)
			}
		}
		for _, m := range moves {
			if !movegen.IsLegal(&p, m) {
				t.Fatalf("IsLegal(%s, %v) = false", fen, m)
			}
		}
	})
}

func TestManyMoves(t *testing.T) {
	p := parse(t, "QQQQQQQQ/Q6Q/Q6Q/Q6Q/Q6Q/Q6Q/Q6Q/QQQQQQQQ w - - 0 1")
	if got := len(movegen.AppendLegal(nil, p)); got != movegen.CountLegal(p) {
		t.Errorf("a frame of queens has %d moves and CountLegal %d", got, movegen.CountLegal(p))
	}
	p = parse(t, "R6R/3Q4/1Q4Q1/4Q3/2Q4Q/Q4Q2/pp1Q4/kBNN1KB1 w - - 0 1")
	if got := len(movegen.AppendLegal(nil, p)); got != 218 {
		t.Errorf("the position with most moves has %d, want 218", got)
	}
}

func TestNoAllocation(t *testing.T) {
	p := parse(t, kiwipete)
	moves := make([]board.Move, 0, 256)
	if n := testing.AllocsPerRun(100, func() {
		moves = movegen.AppendLegal(moves[:0], p)
		next := *p
		movegen.Make(&next, moves[0])
		movegen.CountLegal(&next)
	}); n != 0 {
		t.Errorf("%v allocations", n)
	}
}

// benchmarked are single positions, and one thousand positions of many games,
// which no branch predictor knows by heart.
func benchmarked(b *testing.B) []struct {
	name string
	list []board.Position
} {
	var games []board.Position
	r := rand.New(rand.NewPCG(1, 2))
	for len(games) < 1024 {
		p := board.Start()
		for ply := range 60 {
			moves := movegen.AppendLegal(nil, &p)
			if len(moves) == 0 {
				break
			}
			if ply >= 12 && ply%8 == 0 && len(games) < 1024 {
				games = append(games, p)
			}
			movegen.Make(&p, moves[r.IntN(len(moves))])
		}
	}
	return []struct {
		name string
		list []board.Position
	}{
		{"start", []board.Position{board.Start()}},
		{"kiwipete", []board.Position{*parse(b, kiwipete)}},
		{"games", games},
	}
}

func BenchmarkAppendLegal(b *testing.B) {
	for _, c := range benchmarked(b) {
		b.Run(c.name, func(b *testing.B) {
			b.ReportAllocs()
			moves := make([]board.Move, 0, 256)
			i, n := 0, 0
			for b.Loop() {
				moves = movegen.AppendLegal(moves[:0], &c.list[i&(len(c.list)-1)])
				i++
				n += len(moves)
			}
			b.ReportMetric(float64(n)/float64(i), "moves")
		})
	}
}

func BenchmarkCountLegal(b *testing.B) {
	for _, c := range benchmarked(b) {
		b.Run(c.name, func(b *testing.B) {
			b.ReportAllocs()
			i := 0
			for b.Loop() {
				movegen.CountLegal(&c.list[i&(len(c.list)-1)])
				i++
			}
		})
	}
}

func BenchmarkMake(b *testing.B) {
	b.ReportAllocs()
	p := parse(b, "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10")
	moves := movegen.AppendLegal(nil, p)
	i := 0
	for b.Loop() {
		q := *p
		movegen.Make(&q, moves[i])
		if i++; i == len(moves) {
			i = 0
		}
	}
}
