package query

import (
	"github.com/chesszip/chesszip/internal/index"
	"github.com/chesszip/chesszip/internal/index/signature"
	"github.com/chesszip/chesszip/internal/read/view"
)

// replayMoves returns the replay moves of a view, or nil.
func replayMoves(v *view.View) (*index.Replay, error) {
	if v.Huge() {
		return nil, nil
	}
	return v.ReplayMoves()
}

// replay calls look with the replay moves of the candidates whose signatures admits, if
// there are any. It returns the number of candidates. The error of look is damage.
func (c *candidates) replay(games *index.Replay, admits func(s *signature.Signature) bool, look func(item int, moves []byte) error) (candidates int64, err error) {
	signatures, err := c.view.Signatures()
	if err != nil {
		return 0, err
	}
	for item := range games.Games() {
		if c.may != nil && !c.may[item] {
			continue
		}
		candidates++
		if signatures != nil && !admits(&signatures[item]) {
			continue
		}
		if !c.view.Step() {
			break // the context is done
		}
		moves, err := games.Game(item)
		if err == nil {
			err = look(item, moves)
		}
		if err != nil {
			return 0, c.view.IndexError(err)
		}
	}
	return candidates, nil
}
