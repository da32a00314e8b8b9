package frameindex

import (
	"context"

	"github.com/chesszip/chesszip/internal/budget"
	"github.com/chesszip/chesszip/internal/text"
)

// What replay moves take at most: bytes for each of the games' texts, since no
// move is written in one letter, and for each game, with a start position.
const (
	replayBytes = 2
	replayStart = 200
)

// DecodeReplay returns the replay moves of each of the games of a frame, whose
// texts are input bytes long, until ctx is done.
func DecodeReplay(ctx context.Context, src []byte, games, input int) ([][]byte, error) {
	limit := input*replayBytes + games*replayStart
	return text.Decode(src, games, limit, budget.New(limit).Until(ctx))
}
