package queries

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/chesszip/chesszip"
	"github.com/chesszip/chesszip/internal/test/corpus"
	"github.com/chesszip/chesszip/internal/test/library/kit"
)

// BenchmarkLines reads the moves of all games of an archive with open columns, and those
// of the games of elo:1800+, about a tenth. docs/library.md has the ratio.
func BenchmarkLines(b *testing.B) {
	a := kit.OpenBytes(b, kit.Compress(b, corpus.Need(b, "pgn/lichess-old-test.pgn"), chesszip.Database()), nil)
	for name, games := range map[string]chesszip.Games{"all": a.Games(), "elo": a.Games().Where(kit.Query("elo:1800+"))} {
		b.Run(name, func(b *testing.B) {
			n := 0
			for b.Loop() {
				n = 0
				for g, err := range games.Rows(b.Context(), chesszip.FieldMoves) {
					require.NoError(b, err)
					if g.Known {
						n++
					}
				}
			}
			b.ReportMetric(float64(n), "games")
		})
	}
}
