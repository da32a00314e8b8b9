package codec

import (
	"bufio"
	"bytes"
	"encoding"
	"encoding/json"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/chesszip/chesszip/basen"
	"github.com/chesszip/chesszip/board"
	"github.com/chesszip/chesszip/gamestate"
	"github.com/chesszip/chesszip/internal/test/corpus"
	"github.com/chesszip/chesszip/movegen"
	"github.com/chesszip/chesszip/pgn"
)

var (
	_ encoding.BinaryMarshaler   = Key{}
	_ encoding.BinaryAppender    = Key{}
	_ encoding.BinaryUnmarshaler = (*Key)(nil)
	_ encoding.TextMarshaler     = Key{}
	_ encoding.TextAppender      = Key{}
	_ encoding.TextUnmarshaler   = (*Key)(nil)
)

// checkKey takes p to its key and back; keyed is false if it has none.
func checkKey(t tb, p *board.Position) (k Key, keyed bool) {
	t.Helper()
	k, err := KeyOf(p)
	if err != nil {
		require.ErrorIs(t, err, ErrNoKey)
		require.ErrorIs(t, err, board.ErrUnfit)
		return k, false
	}
	got, err := k.Position()
	require.NoError(t, err, "%s", p.AppendFEN(nil))
	if want := gamestate.Essence(p); got != want {
		t.Fatalf("Position(KeyOf(%s)) = %s", p.AppendFEN(nil), got.AppendFEN(nil))
	}
	return k, true
}

type tb interface {
	require.TestingT
	Helper()
	Fatalf(format string, args ...any)
}

func TestKey(t *testing.T) {
	for _, c := range []struct{ name, a, b string }{
		{"counters", "4k3/8/8/8/8/8/8/4K3 w - - 0 1", "4k3/8/8/8/8/8/8/4K3 w - - 99 100"},
		{"en passant that nobody can", "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1", "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1"},
		{"en passant that opens the rank", "8/8/8/8/k2pP2R/8/8/4K3 b - e3 0 7", "8/8/8/8/k2pP2R/8/8/4K3 b - - 0 1"},
		{"two spellings of rights", "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "r3k2r/8/8/8/8/8/8/R3K2R w HAha - 0 1"},
	} {
		p, q := parse(t, c.a), parse(t, c.b)
		k, ok := checkKey(t, &p)
		l, also := checkKey(t, &q)
		if !ok || !also || k != l {
			t.Errorf("%s: keys %v and %v, want the same", c.name, k, l)
		}
	}
	start := board.Start()
	k, err := KeyOf(&start)
	require.NoError(t, err)
	const want = "01a26198154ca70b727b69636d68c11afa702b3d"
	if k.String() != want {
		t.Errorf("the start position has the key %v, want %s", k, want)
	}
}

func TestKeyRefuses(t *testing.T) {
	for _, fen := range []string{
		"8/8/8/8/8/8/8/8 w - - 0 1",
		"kkk5/8/8/8/8/8/8/K7 w - - 0 1",
		"QQQQQQQQ/QQQQQQQQ/8/8/8/8/8/kK6 b - - 9999 1",
	} {
		p := parse(t, fen)
		if _, ok := checkKey(t, &p); ok {
			t.Errorf("%s has a key", fen)
		}
	}
	_, err := Key{}.Position()
	require.ErrorIs(t, err, ErrCorrupt)
	_, err = Key(bytes.Repeat([]byte{0xff}, 20)).Position()
	require.ErrorIs(t, err, ErrCorrupt)
	require.ErrorIs(t, err, board.ErrCorrupt)
	_, err = Key(basen.Numbers().Next().Bytes()).Position()
	require.ErrorIs(t, err, ErrCorrupt)
	_, err = Key(basen.Numbers().Bytes()).Position()
	if err != nil {
		t.Errorf("the last key: %v", err)
	}
	// A number that says en passant where it opens the rank.
	p := parse(t, "8/8/8/8/k2pP2R/8/8/4K3 b - e3 0 1")
	n, err := basen.NumberOf(&p)
	require.NoError(t, err)
	_, err = Key(n.Next().Bytes()).Position()
	require.ErrorIs(t, err, ErrCorrupt)
}

func TestKeyAdapters(t *testing.T) {
	start := board.Start()
	k, err := KeyOf(&start)
	require.NoError(t, err)
	b, err := k.MarshalBinary()
	require.NoError(t, err)
	var l Key
	require.NoError(t, l.UnmarshalBinary(b))
	if l != k {
		t.Errorf("UnmarshalBinary(MarshalBinary(%v)) = %v", k, l)
	}
	text, err := json.Marshal(map[Key]Key{k: k})
	require.NoError(t, err)
	var m map[Key]Key
	require.NoError(t, json.Unmarshal(text, &m))
	if m[k] != k {
		t.Errorf("JSON %s reads as %v", text, m)
	}
	require.ErrorIs(t, l.UnmarshalBinary(b[1:]), ErrCorrupt)
	require.ErrorIs(t, l.UnmarshalText([]byte("00")), ErrCorrupt)
	require.ErrorIs(t, l.UnmarshalText(bytes.Repeat([]byte("x"), 40)), ErrCorrupt)
	if l != k {
		t.Errorf("a failed read changed the key to %v", l)
	}
	if k.Compare(Key{}) != 1 || (Key{}).Compare(k) != -1 || k.Compare(k) != 0 {
		t.Errorf("Compare does not sort %v after the zero key", k)
	}
}

// propKeyWalk plays any legal moves: from a position that has a key they lead
// only to positions that have one, each its own.
func propKeyWalk(t *rapid.T) {
	p := board.Start()
	if rapid.Bool().Draw(t, "shuffled") {
		rank := rapid.Permutation([]board.Kind{board.Rook, board.Knight, board.Bishop, board.Queen, board.King, board.Bishop, board.Knight, board.Rook}).Draw(t, "rank")
		p.Castling = 0
		for f, k := range rank {
			p.Put(board.SquareAt(f, 0), board.PieceOf(board.White, k))
			p.Put(board.SquareAt(f, 7), board.PieceOf(board.Black, k))
		}
		king := slices.Index(rank, board.King)
		for f, k := range rank {
			side := board.KingSide
			if f < king {
				side = board.QueenSide
			}
			if k == board.Rook {
				p.Castling = p.Castling.With(board.White, side, f).With(board.Black, side, f)
			}
		}
	}
	seen := map[Key]board.Position{}
	for range rapid.IntRange(0, 200).Draw(t, "plies") {
		k, ok := checkKey(t, &p)
		if !ok {
			t.Fatalf("%s has no key", p.AppendFEN(nil))
		}
		if q, twice := seen[k]; twice && q != gamestate.Essence(&p) {
			t.Fatalf("%s and %s have the same key", p.AppendFEN(nil), q.AppendFEN(nil))
		}
		seen[k] = gamestate.Essence(&p)
		legal := movegen.AppendLegal(nil, &p)
		if len(legal) == 0 {
			break
		}
		// Captures and pawn moves are what the numbering must get right.
		m := rapid.SampledFrom(legal).Draw(t, "move")
		if i := slices.IndexFunc(legal, func(m board.Move) bool { return p.At(m.To()) != board.Empty || p.KindAt(m.From()) == board.Pawn }); i >= 0 && rapid.Bool().Draw(t, "eager") {
			m = legal[i]
		}
		movegen.Make(&p, m)
	}
}

func TestKeyWalk(t *testing.T)     { rapid.Check(t, propKeyWalk) }
func FuzzKeyWalk(f *testing.F)     { f.Fuzz(rapid.MakeFuzz(propKeyWalk)) }
func FuzzKeyPosition(f *testing.F) { fuzzKey(f) }

// fuzzKey reads any bytes as a key: what is a position's is its only key.
func fuzzKey(f *testing.F) {
	for _, fen := range oddFENs {
		p, err := board.ParseFEN(fen)
		require.NoError(f, err)
		if k, err := KeyOf(&p); err == nil {
			f.Add(k[:])
		}
	}
	f.Fuzz(func(t *testing.T, src []byte) {
		var k Key
		copy(k[:], src)
		p, err := k.Position()
		if err != nil {
			require.ErrorIs(t, err, ErrCorrupt)
			return
		}
		if got, ok := checkKey(t, &p); !ok || got != k {
			t.Fatalf("KeyOf(Position(%v)) = %v", k, got)
		}
	})
}

// TestKeyCorpus takes every position of the data's lists to its key and back.
// Only three have none: more bishops and rooks than pieces can become.
func TestKeyCorpus(t *testing.T) {
	for _, folder := range []string{"positions", "suites"} {
		names, err := corpus.Names(folder)
		if err != nil {
			t.Skip(err)
		}
		for _, name := range names {
			if os.Getenv("CHESSZIP_LONG") == "" && strings.Contains(name, "-train") {
				continue
			}
			n, without := 0, 0
			scan := bufio.NewScanner(bytes.NewReader(corpus.Need(t, name)))
			scan.Buffer(nil, 1<<20)
			for scan.Scan() {
				fen, _, _ := strings.Cut(scan.Text(), ",")
				e, err := board.ParseEPD(fen)
				if err != nil {
					continue
				}
				n++
				if _, ok := checkKey(t, &e.Position); !ok {
					_, err := KeyOf(&e.Position)
					t.Logf("%s: %s: %v", name, fen, err)
					without++
				}
			}
			require.NoError(t, scan.Err(), name)
			want := 0
			if name == "suites/whittington-epds-fortresses.epd" {
				want = 3
			}
			if without != want {
				t.Errorf("%s: %d of %d positions have no key, want %d", name, without, n, want)
			}
		}
	}
}

// TestKeyGames takes the positions of the data's games to their keys and back:
// where the first has one, all have.
func TestKeyGames(t *testing.T) {
	every := 20
	names := corpus.Games("engine-test", "book-3movesFRC-test")
	if os.Getenv("CHESSZIP_LONG") != "" {
		every = 1
		var err error
		if names, err = corpus.Names("pgn"); err != nil {
			t.Skip(err)
		}
	}
	for _, name := range names {
		n := 0
		for g, err := range pgn.NewReader(bytes.NewReader(corpus.Need(t, name)), nil).Games() {
			require.NoError(t, err)
			if n++; n%every != 0 {
				continue
			}
			main, _ := g.MainLine()
			p := main.Start
			if _, ok := checkKey(t, &p); !ok {
				continue
			}
			for _, m := range main.Moves {
				if !movegen.IsLegal(&p, m) {
					break
				}
				movegen.Make(&p, m)
				if _, ok := checkKey(t, &p); !ok {
					t.Fatalf("%s: game %d: %s has no key", name, n, p.AppendFEN(nil))
				}
			}
		}
	}
}

func BenchmarkKeyOf(b *testing.B) {
	p, err := board.ParseFEN("r1bqk2r/pp2bppp/2n1pn2/2pp4/3P1B2/2PBPN2/PP1N1PPP/R2QK2R b KQkq - 4 7")
	require.NoError(b, err)
	b.ReportAllocs()
	for b.Loop() {
		if _, err := KeyOf(&p); err != nil {
			b.Fatal(err)
		}
	}
}
