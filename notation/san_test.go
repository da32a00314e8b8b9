package notation_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/chesszip/chesszip/board"
	"github.com/chesszip/chesszip/movegen"
	"github.com/chesszip/chesszip/notation"
)

func position(t testing.TB, fen string) *board.Position {
	t.Helper()
	p, err := board.ParseFEN(fen)
	require.NoError(t, err)
	return &p
}

func TestSAN(t *testing.T) {
	tests := []struct{ name, fen, uci, san string }{
		{"pawn", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "e2e4", "e4"},
		{"knight", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "g1f3", "Nf3"},
		{"file", "4k3/8/8/8/8/1N3N2/8/4K3 w - - 0 1", "b3d2", "Nbd2"},
		{"rank", "4k3/8/8/3N4/8/8/8/3NK3 w - - 0 1", "d5c3", "N5c3"},
		{"file before rank", "4k3/8/8/1N6/8/8/8/3NK3 w - - 0 1", "b5c3", "Nbc3"},
		{"both", "4k3/8/8/8/Q6Q/8/8/K6Q w - - 0 1", "h4e4", "Qh4e4+"},
		{"pinned piece does not count", "3qk3/8/8/8/8/3N3N/8/3K4 w - - 0 1", "h3f4", "Nf4"},
		{"capture", "4k3/8/8/8/8/8/3p4/3RK3 w - - 0 1", "d1d2", "Rxd2"},
		{"pawn capture", "4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1", "e4d5", "exd5"},
		{"en passant", "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "e5d6", "exd6"},
		{"promotion", "8/P3k3/8/8/8/8/8/4K3 w - - 0 1", "a7a8n", "a8=N"},
		{"capture promotion check", "1r2k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a7b8q", "axb8=Q+"},
		{"mate", "7k/5K2/6Q1/8/8/8/8/8 w - - 0 1", "g6g7", "Qg7#"},
		{"castling", "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "e1h1", "O-O"},
		{"long castling", "r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 0 1", "e8a8", "O-O-O"},
		{"castling check", "5k2/8/8/8/8/8/8/4K2R w K - 0 1", "e1h1", "O-O+"},
		{"castling mate", "2rk4/2pp4/8/8/8/2B5/8/R3K3 w Q - 0 1", "e1a1", "O-O-O"},
		{"null", "4k3/8/8/8/8/8/8/4K3 w - - 0 1", "0000", "--"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			p := position(t, tt.fen)
			m, err := notation.ParseUCI(tt.uci, p)
			require.NoError(t, err)
			if got := notation.SAN(p, m); got != tt.san {
				t.Errorf("SAN(%s) = %q, want %q", tt.uci, got, tt.san)
			}
			got, err := notation.ParseSAN(tt.san, p)
			require.NoError(t, err)
			if got != m {
				t.Errorf("ParseSAN(%q) = %v, want %v", tt.san, got, m)
			}
			if got := string(notation.AppendUCI(nil, p, m, true)); got != tt.uci {
				t.Errorf("UCI(%v, 960) = %q, want %q", m, got, tt.uci)
			}
			std := notation.UCI(p, m)
			if got, err := notation.ParseUCI(std, p); err != nil || got != m {
				t.Errorf("ParseUCI(%q) = %v, %v, want %v", std, got, err, m)
			}
		})
	}
}

// TestLenient reads spellings of one move that is not canonical and checks
// that form and text are exact under several dialects.
func TestLenient(t *testing.T) {
	tests := []struct {
		fen, uci string
		texts    []string
	}{
		{"4k3/8/8/8/8/1N3N2/3p4/4K3 w - - 0 1", "b3d2", []string{
			"Nbxd2", "Nbd2", "Nb3xd2", "Nb3d2", "N3xd2?", "Nb:d2", "Nb3-d2", "Nbxd2+", "Nbxd2++", "Nbxd2#", "b3d2", "b3xd2", "Nbxd2ep"}},
		{"1r2k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a7b8q", []string{
			"axb8=Q+", "ab8=Q", "axb8Q", "axb8(Q)+", "axb8/Q", "axb8=q", "a7b8q", "a7xb8q+", "Paxb8=Q", "b8=Q", "xb8=Q", "7b8(q)", "a:b8/q#"}},
		{"4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "e5d6", []string{
			"exd6", "ed6", "exd6e.p.", "exd6ep", "exd6 e.p.", "exd6e.p.+", "d6", "e5xd6", "e:d6", "e5d6"}},
		{"r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "e1h1", []string{
			"O-O", "0-0", "o-o", "O-O+", "0-0#", "e1g1", "e1h1", "Ke1g1", "Kg1", "Kh1", "K1-g1", "Ke1-h1", "Kxg1"}},
		{"r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "e1a1", []string{
			"O-O-O", "0-0-0", "o-o-o", "O-O-O++", "e1c1", "e1a1", "Kc1", "Kea1"}},
		{"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "e2e4", []string{
			"e4", "e2e4", "e2-e4", "Pe4", "Pe2-e4", "-e4?", "ee4", "2e4", "xe4", "e4+"}},
		{"4k3/8/8/8/8/8/8/4K3 w - - 0 1", "0000", []string{"--", "Z0", "@@@@", "null", "0000"}},
	}
	dialects := []notation.Dialect{notation.Standard, notation.FileElseBoth, notation.LongAlgebraic, notation.Coordinates,
		notation.CountPinned | notation.CastleZeros | notation.NoCheck, notation.CastleTakesRook | notation.LongAlgebraic,
		notation.ColonCapture | notation.PromotionParens | notation.PlusForMate, notation.PromotionSlash | notation.DoublePlusForMate}
	for _, tt := range tests {
		p := position(t, tt.fen)
		for _, d := range dialects {
			want, err := notation.ParseUCI(tt.uci, p)
			require.NoError(t, err)
			for _, text := range tt.texts {
				m, form, err := d.ParseSAN([]byte(text), p)
				if text[len(text)-1] == '?' {
					require.ErrorIs(t, err, notation.ErrSyntax)
					continue
				}
				require.NoError(t, err, text)
				if m != want {
					t.Errorf("%d.ParseSAN(%q) = %v, want %v", d, text, m, want)
				}
				if got := string(d.AppendForm(nil, p, m, form)); got != text {
					t.Errorf("%d.AppendForm(%v, %#x) = %q, want %q", d, m, form, got, text)
				}
				adapted := d.Adapt(p, m, form)
				_, left, err := adapted.ParseSAN([]byte(text), p)
				require.NoError(t, err)
				if left > form && bits(left) > bits(form) {
					t.Errorf("%d.Adapt(%q) = %d leaves form %#x, before %#x", d, text, adapted, left, form)
				}
			}
			text := d.AppendSAN(nil, p, want)
			if m, form, err := d.ParseSAN(text, p); err != nil || m != want || form != 0 {
				t.Errorf("%d.ParseSAN(%q) = %v, %#x, %v, want %v, 0", d, text, m, form, err, want)
			}
		}
	}
}

func bits(f notation.Form) (n int) {
	for ; f != 0; f &= f - 1 {
		n++
	}
	return n
}

func TestParseSANErrors(t *testing.T) {
	const two = "4k3/8/8/8/8/1N3N2/8/4K3 w - - 0 1"
	tests := []struct {
		fen, text string
		want      error
	}{
		{two, "", notation.ErrSyntax},
		{two, "N", notation.ErrSyntax},
		{two, "Nd", notation.ErrSyntax},
		{two, "d2N", notation.ErrIllegal},
		{two, "Nd2", notation.ErrAmbiguous},
		{two, "N3d2", notation.ErrAmbiguous},
		{two, "Nd3", notation.ErrIllegal},
		{two, "Nd9", notation.ErrSyntax},
		{two, "Nf3!?", notation.ErrSyntax},
		{two, "1-0", notation.ErrSyntax},
		{two, "0-1", notation.ErrSyntax},
		{two, "O-O", notation.ErrIllegal},
		{two, "O-0", notation.ErrSyntax},
		{two, "0-0-0-0", notation.ErrSyntax},
		{two, "Sd2", notation.ErrSyntax},
		{two, "Nbfd2", notation.ErrSyntax},
		{two, "N=Q", notation.ErrSyntax},
		{two, "e()", notation.ErrSyntax},
		{two, "+", notation.ErrSyntax},
		{two, "++", notation.ErrSyntax},
		{two, "N++", notation.ErrSyntax},
		{two, "ep", notation.ErrSyntax},
		{two, "e8=K", notation.ErrSyntax},
		{"8/P3k3/8/8/8/8/8/4K3 w - - 0 1", "a8", notation.ErrIllegal},
	}
	for _, tt := range tests {
		p := position(t, tt.fen)
		_, err := notation.ParseSAN(tt.text, p)
		require.ErrorIs(t, err, tt.want, "%q", tt.text)
		var me *notation.MoveError
		if !errors.As(err, &me) || me.Text != tt.text {
			t.Errorf("ParseSAN(%q): error is %v", tt.text, err)
		}
	}
}

func TestUCI960(t *testing.T) {
	// The king on f1 may go to g1 plainly and by castling.
	p := position(t, "4k3/8/8/8/8/8/8/5K1R w K - 0 1")
	for text, want := range map[string]board.Move{
		"f1g1": board.NewMove(board.F1, board.G1, board.NoKind),
		"f1h1": board.NewMove(board.F1, board.H1, board.NoKind),
	} {
		m, err := notation.ParseUCI(text, p)
		require.NoError(t, err)
		if m != want {
			t.Errorf("ParseUCI(%q) = %v, want %v", text, m, want)
		}
		if got := string(notation.AppendUCI(nil, p, m, true)); got != text {
			t.Errorf("UCI(%v, 960) = %q, want %q", m, got, text)
		}
	}
	for _, text := range []string{"", "e2", "e2e9", "e2e4x", "f1g1qq", "i1g1"} {
		_, err := notation.ParseUCI(text, p)
		require.ErrorIs(t, err, notation.ErrSyntax, text)
	}
	_, err := notation.ParseUCI("f1f3", p)
	require.ErrorIs(t, err, notation.ErrIllegal)
}

// startFENs are where random walks begin, Chess960 among them.
var startFENs = []string{
	"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
	"r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
	"bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9",
	"1r2k3/P1P1P1P1/8/8/8/8/p1p1p1p1/1R2K3 w - - 0 1",
	"k7/8/8/2Q1Q3/8/2Q1Q3/1Q6/KQ3Q2 w - - 0 1",
	"3k4/2pPp3/8/1B1R4/3pP3/8/3R4/K2Q2B1 b - e3 0 1",
	"k7/8/8/N1N1N3/8/2R2R2/2R2R2/K1B1B3 w - - 0 1",
}

// drawMove draws a position of a random game and one of its legal moves.
func drawMove(t *rapid.T) (p board.Position, m board.Move, legal []board.Move) {
	p, err := board.ParseFEN(rapid.SampledFrom(startFENs).Draw(t, "start"))
	if err != nil {
		t.Fatalf("%v", err)
	}
	legal = movegen.AppendLegal(nil, &p)
	for range rapid.IntRange(0, 30).Draw(t, "plies") {
		q := p
		movegen.Make(&q, rapid.SampledFrom(legal).Draw(t, "ply"))
		next := movegen.AppendLegal(nil, &q)
		if len(next) == 0 {
			break
		}
		p, legal = q, next
	}
	return p, rapid.SampledFrom(legal).Draw(t, "move"), legal
}

// propForm: any form of any move gives a text; if that text is read as the
// same move, the form ParseSAN returns gives it again.
func propForm(t *rapid.T) {
	p, m, _ := drawMove(t)
	d := notation.Dialect(rapid.Uint16Range(0, 1<<15-1).Draw(t, "dialect"))
	canonical := notation.Standard.AppendSAN([]byte("x"), &p, m)[1:]
	got, form, err := notation.Standard.ParseSAN(canonical, &p)
	if err != nil || got != m || form != 0 {
		t.Fatalf("%v: ParseSAN(%q) = %v, %#x, %v, want %v, 0", p, canonical, got, form, err, m)
	}
	drawn := notation.Form(rapid.Uint16().Draw(t, "form"))
	text := d.AppendForm(nil, &p, m, drawn)
	got, form, err = d.ParseSAN(text, &p)
	if err != nil {
		return // too little said
	}
	if again := d.AppendForm(nil, &p, got, form); string(again) != string(text) {
		t.Fatalf("%v: ParseSAN(%q) = %v, %#x, which appends %q", p, text, got, form, again)
	}
}

// propCheck: the signs that a dialect writes are those of the plain rules.
func propCheck(t *rapid.T) {
	p, _, legal := drawMove(t)
	pass := p
	movegen.Make(&pass, board.NullMove)
	if movegen.InCheck(&pass) {
		return // no game has this
	}
	for _, m := range legal {
		want := ""
		if movegen.GivesCheck(&p, m) {
			want = "+"
			q := p
			movegen.Make(&q, m)
			if movegen.CountLegal(&q) == 0 {
				want = "#"
			}
		}
		text := string(notation.Standard.AppendSAN(nil, &p, m))
		if got := text[len(strings.TrimRight(text, "+#")):]; got != want {
			t.Fatalf("%v: %v is %q, want the sign %q", p, m, text, want)
		}
	}
}

// TestOthers spells moves of a piece alone, beside another piece of the kind that may
// go there, one that is pinned, and with two kings.
func TestOthers(t *testing.T) {
	for _, c := range []struct{ fen, move, want string }{
		{"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "g1f3", "Nf3"},
		{"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "e2e4", "e4"},
		{"4k3/8/8/8/8/2N5/8/4K1N1 w - - 0 1", "g1e2", "Nge2"},
		{"4k3/8/8/8/1b6/2N5/8/4K1N1 w - - 0 1", "g1e2", "Ne2"},
		{"4k3/8/8/8/8/8/8/R2R3K w - - 0 1", "a1c1", "Rac1"},
		{"4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", "e1h1", "O-O"},
		{"8/8/8/4k3/8/K7/8/2K5 w - - 0 1", "a3b2", "Kab2"},
		{"8/1P6/8/4k3/8/8/8/2K5 w - - 0 1", "b7b8q", "b8=Q+"},
	} {
		p := position(t, c.fen)
		m, err := notation.ParseUCI(c.move, p)
		require.NoError(t, err, c.fen)
		require.Equal(t, c.want, string(notation.Standard.AppendSAN(nil, p, m)), c.fen)
	}
}

func TestCheckSigns(t *testing.T) { rapid.Check(t, propCheck) }

func TestForm(t *testing.T) { rapid.Check(t, propForm) }

func FuzzParseSAN(f *testing.F) {
	for i := range startFENs {
		for _, s := range []string{"Nf3", "exd8=Q+", "O-O-O", "Qb5d3#", "e1g1", "exd6 e.p.", "0000"} {
			f.Add(uint8(i), uint16(i), s)
		}
	}
	f.Fuzz(func(t *testing.T, start uint8, dialect uint16, text string) {
		p := position(t, startFENs[int(start)%len(startFENs)])
		d := notation.Dialect(dialect &^ (1 << 15))
		m, form, err := d.ParseSAN([]byte(text), p)
		if err != nil {
			var me *notation.MoveError
			require.ErrorAs(t, err, &me)
			return
		}
		if got := string(d.AppendForm(nil, p, m, form)); got != text {
			t.Errorf("%v: %d.ParseSAN(%q) = %v, %#x, which appends %q", p, d, text, m, form, got)
		}
	})
}
