package codec_test

import (
	"testing"

	"github.com/chesszip/chesszip/board"
	"github.com/chesszip/chesszip/codec"
	"github.com/chesszip/chesszip/movegen"
	"github.com/chesszip/chesszip/movelist"
)

// BenchmarkBlob measures what the checked forms cost beside the plain ones.
func BenchmarkBlob(b *testing.B) {
	whole := items(b, 100)
	middle := make([]board.Position, len(whole))
	for i, it := range whole {
		middle[i] = it.game.Start
		for _, m := range it.game.Moves[:len(it.game.Moves)/2] {
			movegen.Make(&middle[i], m)
		}
	}
	for name, write := range map[string]func(i int) ([]byte, error){
		"game/plain":       func(i int) ([]byte, error) { return codec.AppendGame(nil, &whole[i].game, movelist.Fast) },
		"game/checked":     func(i int) ([]byte, error) { return codec.AppendGameChecked(nil, &whole[i].game, movelist.Fast) },
		"position/plain":   func(i int) ([]byte, error) { return codec.AppendPosition(nil, &middle[i]) },
		"position/checked": func(i int) ([]byte, error) { return codec.AppendPositionChecked(nil, &middle[i]) },
	} {
		b.Run(name, func(b *testing.B) {
			size, i := 0, 0
			for b.Loop() {
				blob, err := write(i % len(whole))
				if err != nil {
					b.Fatal(err)
				}
				size += len(blob)
				i++
			}
			b.ReportMetric(float64(size)/float64(i), "B/blob")
		})
	}
}
