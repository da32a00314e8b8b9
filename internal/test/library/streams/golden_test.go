package streams

import (
	"fmt"
	"strings"
	"testing"

	"github.com/cespare/xxhash/v2"

	"github.com/chesszip/chesszip"
	"github.com/chesszip/chesszip/internal/test/golden"
	"github.com/chesszip/chesszip/internal/test/library/kit"
	"github.com/chesszip/chesszip/movelist/learned"
)

// server is a file like those of servers: ratings that follow from previous games,
// clocks, evaluations, and engine lines.
func server() string {
	var b strings.Builder
	ratings := [4]int{1500, 1600, 1700, 1800}
	for i := range 150 {
		w, l := i%4, (i/4+1+i)%4
		fmt.Fprintf(&b, "[Event \"Rated game\"]\n[Site \"https://example.org/%08x\"]\n[White \"player%d\"]\n[Black \"player%d\"]\n[Result \"1-0\"]\n"+
			"[UTCTime \"%02d:%02d:%02d\"]\n[WhiteElo \"%d\"]\n[BlackElo \"%d\"]\n[WhiteRatingDiff \"+6\"]\n[BlackRatingDiff \"-5\"]\n"+
			"[ECO \"C60\"]\n[Opening \"Ruy Lopez\"]\n[TimeControl \"180+2\"]\n[CurrentPosition \"r1bqkbnr/1ppp1ppp/p1n5/1B2p3/4P3/5N2/PPPP1PPP/RNBQK2R w KQkq -\"]\n\n",
			uint32(i)*2654435761, w, l, i/60, i%60, i*7%60, ratings[w], ratings[l])
		ratings[w], ratings[l] = ratings[w]+6, ratings[l]-5
		clock := func(ply int) string { return fmt.Sprintf("0:0%d:%02d", 2-ply/8, 59-(i*ply)%9) }
		fmt.Fprintf(&b, "1. e4 { [%%clk %s] } 1... e5 { [%%eval 0.%d] [%%clk %s] } 2. Nf3 $1 { +0.%02d/%d pv=Nf3 Nc6 Bb5 a6 } 2... Nc6 { book } 3. Bb5 (3. Bc4 Bc5) 3... a6?! { %d%% } 1-0\n\n",
			clock(1), i%9+1, clock(2), i%40, i%20, i)
	}
	return b.String()
}

// TestGolden checks the bytes of archives, which are the same on every machine:
// testdata/golden.txt has their sizes and XXH64.
//
//	go test -run TestGolden -update ./internal/test/library/streams
//
// rewrites it.
func TestGolden(t *testing.T) {
	var b strings.Builder
	for _, c := range []struct {
		name  string
		text  []byte
		level *learned.Level
	}{
		{"lichess fast", kit.LichessHead(t, 40_000), nil},
		{"lichess default", kit.LichessHead(t, 40_000), learned.V1},
		{"server fast", []byte(server()), nil},
		{"server default", []byte(server()), learned.V1},
	} {
		packed := kit.Compress(t, c.text, &chesszip.WriterOptions{Level: c.level})
		fmt.Fprintf(&b, "%s: %d bytes, %016x\n", c.name, len(packed), xxhash.Sum64(packed))
	}
	golden.Equal(t, "testdata/golden.txt", b.String())
}
