package query

import (
	"github.com/chesszip/chesszip/board"
	"github.com/chesszip/chesszip/internal/column/signature"
	"github.com/chesszip/chesszip/internal/read/view"
)

// replay calls look with the replay moves of the candidates whose signatures admits, if
// there are any. It returns the number of candidates. The error of look is damage.
func (c *candidates) replay(games *view.Replay, admits func(s *signature.Signature) bool, look func(item int, start *board.Position, codes []byte) error) (candidates int64, err error) {
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
		start, codes, err := games.Game(item)
		if err == nil && start != nil {
			err = c.view.Placed(look(item, start, codes))
		}
		if err != nil {
			return 0, err
		}
	}
	return candidates, nil
}
