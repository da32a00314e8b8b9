package vectors_test

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/chesszip/chesszip/board"
	"github.com/chesszip/chesszip/internal/test/golden"
	"github.com/chesszip/chesszip/internal/test/vectors"
	"github.com/chesszip/chesszip/movegen"
	"github.com/chesszip/chesszip/notation"
)

const spellingsHeading = `Spellings of moves, docs/spec/games.md, section 7.
fen      the position
dialect  the number of the dialect
move     a legal move, form | its text in that form`

// dialects are the standard, each policy alone, and whole notations.
var dialects = []notation.Dialect{
	notation.Standard, notation.FileElseBoth, notation.LongOrigin, notation.CountPinned, notation.FileElseBoth | notation.CountPinned,
	notation.PlusForMate, notation.NoCheck, notation.DoublePlusForMate, notation.NoCaptureSign, notation.ColonCapture, notation.DashQuiet,
	notation.PromotionBare, notation.PromotionParens, notation.PromotionSlash, notation.PromotionLower, notation.PromotionBare | notation.PromotionLower,
	notation.CastleZeros, notation.CastleLower, notation.CastleKingMove, notation.CastleTakesRook, notation.NoLetters,
	notation.LongAlgebraic, notation.Coordinates,
}

// spellingPositions have moves that dialects spell differently.
var spellingPositions = []string{
	"r3k2r/1P6/8/3Pp3/1N3N2/8/8/R3K2R w KQkq e6 0 1", // castling, promotion, en passant, ambiguity
	"4r1k1/8/8/8/4N1N1/8/4Q3/4K1N1 w - - 0 1",        // a pinned knight
	"3R3R/8/8/R7/4Q2Q/8/1k6/R5QK w - - 0 1",          // the rank, the file, both
	"6k1/5ppp/8/8/8/8/8/K2RR3 w - - 0 1",             // mates
	"5rkr/8/8/8/8/8/8/5RKR w HFhf - 0 1",             // castling to the king's own square
	"r3k3/8/8/8/8/5n2/8/R3K2R w KQq - 0 1",           // in check
	"4k3/8/8/1B6/8/4N3/8/4R1K1 w - - 0 1",            // discovered and double checks, with a king in check
	"8/2P1P3/3k4/8/8/2p1p3/3p4/1N1NK3 b - - 0 1",     // Black promotes
	"k1k5/8/8/8/8/8/8/R2QK3 w Q - 0 1",               // several kings are never in check
	"8/7P/8/1PpPk3/8/5N2/P7/4K2R w K c6 0 1",         // moves while the other king is in check
}

// forms are deviations from the dialect.
var forms = []notation.Form{1, 2, 3, 4, 8, 12, 16, 32, 48, 64, 128, 192, 256, 512, 1024, 1536, 3584, 4096, 8192, 12288, 16384, 16384 | 3}

// formsOf returns the vectors of all dialects but the standard with forms.
func formsOf(p board.Position, i int, legal []board.Move) (list []*vectors.Vector) {
	for n, d := range dialects[1:] {
		v := vectors.New("position %d, dialect %d, forms", i+1, d)
		v.Add("fen", "%v", p)
		v.Add("dialect", "%d", d)
		for k, form := range forms[:len(forms)-1] {
			m := legal[(n+k*7)%len(legal)]
			v.Add("move", "%v %d | %s", m, form, d.AppendForm(nil, &p, m, form))
		}
		list = append(list, v)
	}
	return list
}

// morePositions have moves that need file, rank or both because of pins, and castling of
// all kinds.
var morePositions = []string{
	"r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 0 1",
	"1r2k1r1/p6p/8/8/8/8/P6P/1R2K1R1 w GBgb - 0 1",
	"4k3/8/8/1q6/8/1Q1Q4/8/1Q1QK3 w - - 0 1",
	"6rk/6pp/8/3N3N/8/8/8/K2R3R w - - 0 1",
	"3r2k1/4P1P1/8/2pP4/8/8/8/R3K3 w Q c6 0 1",
	"4k3/3n1n2/8/B6B/8/3n1n2/8/4K3 b - - 0 1",
	"5k2/8/8/8/8/8/8/4K2R w K - 0 1", // castling that gives check
	"r3k3/8/8/8/8/8/8/3K4 b q - 0 1",
}

// anyDialects returns the vectors of dialects and forms drawn at random.
func anyDialects(t *testing.T) (list []*vectors.Vector) {
	t.Helper()
	r := numbers(16)
	for i, fen := range append(append([]string{}, spellingPositions...), morePositions...) {
		p, err := board.ParseFEN(fen)
		require.NoError(t, err, fen)
		legal := movegen.AppendLegal(nil, &p)
		for range 5 {
			d := notation.Dialect(r(1 << 16))
			v := vectors.New("position %d, dialect %d, any form", i+1, d)
			v.Add("fen", "%v", p)
			v.Add("dialect", "%d", d)
			for k := range 2 * len(legal) {
				m, form := legal[k%len(legal)], notation.Form(0)
				if k >= len(legal) {
					form = notation.Form(r(1 << 15))
				}
				v.Add("move", "%v %d | %s", m, form, d.AppendForm(nil, &p, m, form))
			}
			list = append(list, v)
		}
	}
	return list
}

// TestSpellings checks vectors/layers/spellings.txt.
func TestSpellings(t *testing.T) {
	var list []*vectors.Vector
	for i, fen := range spellingPositions {
		p, err := board.ParseFEN(fen)
		require.NoError(t, err, fen)
		legal := movegen.AppendLegal(nil, &p)
		for _, d := range dialects {
			v := vectors.New("position %d, dialect %d", i+1, d)
			v.Add("fen", "%v", p)
			v.Add("dialect", "%d", d)
			for _, m := range legal {
				text := d.AppendSAN(nil, &p, m)
				v.Add("move", "%v 0 | %s", m, text)
				if d == notation.Standard {
					got, form, err := d.ParseSAN(text, &p)
					require.NoError(t, err, "%s", text)
					require.Equal(t, fmt.Sprint(m, 0), fmt.Sprint(got, form), "%s", text)
				}
			}
			list = append(list, v)
		}
		if i%5 == 0 {
			list = append(list, formsOf(p, i, legal)...)
		}
		v := vectors.New("position %d, forms", i+1)
		v.Add("fen", "%v", p)
		v.Add("dialect", "0")
		for k, form := range forms {
			m := legal[k*5%len(legal)]
			v.Add("move", "%v %d | %s", m, form, notation.Standard.AppendForm(nil, &p, m, form))
			m = legal[len(legal)-1]
			v.Add("move", "%v %d | %s", m, form, notation.Standard.AppendForm(nil, &p, m, form))
		}
		list = append(list, v)
	}
	list = append(list, anyDialects(t)...)
	golden.Equal(t, "../../../vectors/layers/spellings.txt", vectors.File(spellingsHeading, list))
}
