package doors

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// position is a position in the forms of the different interfaces.
type position struct{ moves, fen, polyglot string }

var (
	sicilian = position{"1. e4 c5 2. Nf3", "rnbqkbnr/pp1ppppp/8/2p5/4P3/5N2/PPPP1PPP/RNBQKB1R b KQkq - 1 2", "13774723490369252310"}
	najdorf  = position{
		"1. e4 c5 2. Nf3 d6 3. d4 cxd4 4. Nxd4 Nf6 5. Nc3 a6",
		"rnbqkb1r/1p2pppp/p2p1n2/8/3NP3/2N5/PPP2PPP/R1BQKB1R w KQkq - 0 6", "694158040231612290",
	}
)

// TestAgree compares the interfaces: the number of games, the numbers by ECO code, and
// the moves and results from the Najdorf. DOORS_GAMES names another file of games than
// the project's sample; for the sample the position is the one below, which games of
// beginners reach.
//
// An answer is lines of text with tabs between fields:
//
//	games  N
//	eco    B90  N
//	move   c1e3 white-wins draws black-wins
//
// The script of an interface is given the archive and the position, in the forms of the
// type position.
func TestAgree(t *testing.T) {
	p := built(t)
	games, at := os.Getenv("DOORS_GAMES"), najdorf
	if games == "" {
		games, at = "../../testdata/lichess.pgn.zst", sicilian
	}
	games, err := filepath.Abs(games)
	require.NoError(t, err)
	folder := t.TempDir()
	const prepare = `case $1 in *.czip) ln -s "$1" games.czip ;; *) chesszip -q -1 --index positions,numbers -o games.czip "$1" ;; esac`
	out, err := p.command(t, folder, "sh", prepare, games).CombinedOutput()
	require.NoError(t, err, string(out))
	scripts, err := filepath.Glob("answers/*")
	require.NoError(t, err)
	var want string
	for _, script := range append([]string{"answers/command.sh"}, scripts...) {
		text, err := os.ReadFile(script)
		require.NoError(t, err)
		name := strings.TrimPrefix(script, "answers/")
		t.Run(name, func(t *testing.T) {
			cmd := p.command(t, folder, strings.TrimPrefix(filepath.Ext(script), "."), string(text), "games.czip", at.moves, at.fen, at.polyglot)
			var errors strings.Builder
			cmd.Stderr = &errors
			got, err := cmd.Output()
			require.NoError(t, err, errors.String())
			if want == "" {
				want = string(got)
				require.Contains(t, want, "\nmove\t")
			}
			require.Equal(t, want, string(got))
		})
	}
}
