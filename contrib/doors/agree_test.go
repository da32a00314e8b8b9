package doors

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// TestAgree asks every door how many games there are, how many of each ECO code, and what
// was played from a position, with what results, and compares. DOORS_GAMES names another
// file of games than the one that the project ships.
//
// An answer is lines of text with tabs between fields:
//
//	games  N
//	eco    B90  N
//	move   c1e3 white-wins draws black-wins
func TestAgree(t *testing.T) {
	p := built(t)
	games := os.Getenv("DOORS_GAMES")
	if games == "" {
		games = "../../testdata/lichess.pgn.zst"
	}
	games, err := filepath.Abs(games)
	require.NoError(t, err)
	moves := os.Getenv("DOORS_MOVES")
	if moves == "" {
		moves = "1. e4 c5 2. Nf3"
	}
	folder := t.TempDir()
	prepare := `chesszip -q -1 --index positions,numbers -o games.czip "$1"; chesszip explore --json --moves "$2" --depth 1 --samples 0 --limit 500 games.czip >explored.json`
	out, err := p.command(t, folder, "sh", prepare, games, moves).CombinedOutput()
	require.NoError(t, err, string(out))
	scripts, err := filepath.Glob("answers/*")
	require.NoError(t, err)
	var want string
	for _, script := range append([]string{"answers/command.sh"}, scripts...) {
		text, err := os.ReadFile(script)
		require.NoError(t, err)
		name := strings.TrimPrefix(script, "answers/")
		t.Run(name, func(t *testing.T) {
			cmd := p.command(t, folder, strings.TrimPrefix(filepath.Ext(script), "."), string(text), "games.czip", moves)
			begin := time.Now()
			got, err := cmd.Output()
			require.NoError(t, err, string(got))
			t.Logf("%s: %.1f s", name, time.Since(begin).Seconds())
			if want == "" {
				want = string(got)
				require.Contains(t, want, "\nmove\t")
			}
			require.Equal(t, want, string(got))
		})
	}
}
