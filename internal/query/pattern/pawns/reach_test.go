package pawns

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/chesszip/chesszip/bitboard"
	"github.com/chesszip/chesszip/board"
)

// pawnsOf returns the squares of pawns of a FEN's board.
func pawnsOf(t *testing.T, ranks string) (white, black bitboard.Set) {
	t.Helper()
	p, err := board.ParseFEN(ranks + " w - -")
	require.NoError(t, err)
	all := p.Kind(board.Pawn)
	return all & p.Color(board.White), all & p.Color(board.Black)
}

func TestMayBecome(t *testing.T) {
	for name, c := range map[string]struct {
		from, to     string
		white, black int // captures needed, -1 if impossible
	}{
		"nothing moves":           {"4k3/pppppppp/8/8/8/8/PPPPPPPP/4K3", "4k3/pppppppp/8/8/8/8/PPPPPPPP/4K3", 0, 0},
		"forward":                 {"4k3/pppppppp/8/8/8/8/PPPPPPPP/4K3", "4k3/ppp1pppp/8/3p4/4P3/8/PPPP1PPP/4K3", 0, 0},
		"back":                    {"4k3/ppp1pppp/8/3p4/4P3/8/PPPP1PPP/4K3", "4k3/pppppppp/8/8/8/4P3/PPPP1PPP/4K3", -1, -1},
		"aside":                   {"4k3/ppp1pppp/8/3p4/4P3/8/PPPP1PPP/4K3", "4k3/ppp1pppp/8/3P4/8/8/PPPP1PPP/4K3", 1, 0},
		"another file is too far": {"4k3/p7/8/8/8/8/P7/4K3", "4k3/8/2p5/8/8/2P5/8/4K3", -1, -1},
		"two files":               {"4k3/p7/8/8/8/8/P7/4K3", "4k3/8/8/2p5/2P5/8/8/4K3", 2, 2},
		"one for two":             {"4k3/p7/8/8/8/8/P7/4K3", "4k3/8/pp6/8/8/PP6/8/4K3", -1, -1},
		"each takes one":          {"4k3/pp6/8/8/8/8/PP6/4K3", "4k3/8/1pp5/8/8/1PP5/8/4K3", 2, 2},
		"one is lost":             {"4k3/pp6/8/8/8/8/PP6/4K3", "4k3/8/p7/8/8/P7/8/4K3", 0, 0},
	} {
		fromWhite, fromBlack := pawnsOf(t, c.from)
		toWhite, toBlack := pawnsOf(t, c.to)
		for captures := range 5 {
			require.Equal(t, c.white >= 0 && captures >= c.white, MayBecome(fromWhite, toWhite, board.White, captures), "%s: White, %d captures", name, captures)
			require.Equal(t, c.black >= 0 && captures >= c.black, MayBecome(fromBlack, toBlack, board.Black, captures), "%s: Black, %d captures", name, captures)
		}
	}
}

// TestMayBecomeWhatTheyDo checks that MayBecome admits all pawn moves of random games.
func TestMayBecomeWhatTheyDo(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	for range 3000 {
		color := board.Color(random.IntN(2))
		up, start := 1, 1
		if color == board.Black {
			up, start = -1, 6
		}
		var at [][2]int // ranks and files
		for file := range 8 {
			at = append(at, [2]int{start, file})
		}
		squares := func() (s bitboard.Set) {
			for _, a := range at {
				s |= bitboard.Of(board.Square(8*a[0] + a[1]))
			}
			return s
		}
		type was struct {
			pawns    bitboard.Set
			captures int
		}
		past, captures := []was{{squares(), 0}}, 0
		for range 30 {
			if len(at) == 0 {
				break
			}
			i := random.IntN(len(at))
			to := [2]int{at[i][0] + up, at[i][1] + random.IntN(3) - 1}
			if random.IntN(10) == 0 || to[0] == 0 || to[0] == 7 {
				at = append(at[:i], at[i+1:]...)
			} else if to[1] >= 0 && to[1] < 8 && !squares().Has(board.Square(8*to[0]+to[1])) {
				if to[1] != at[i][1] {
					captures++
				}
				at[i] = to
			}
			for _, w := range past {
				if !MayBecome(w.pawns, squares(), color, captures-w.captures) {
					t.Fatalf("%v: %#x does not become %#x by %d captures, but does", color, w.pawns, squares(), captures-w.captures)
				}
			}
			past = append(past, was{squares(), captures})
		}
	}
}
