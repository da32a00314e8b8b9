package query

import (
	"bytes"

	"github.com/chesszip/chesszip/board"
	"github.com/chesszip/chesszip/internal/column/replay"
	"github.com/chesszip/chesszip/internal/column/signature"
	"github.com/chesszip/chesszip/internal/read/view"
	"github.com/chesszip/chesszip/pgn"
)

// Place is the first match of a pattern in an item.
type Place struct {
	Item  int
	Steps []int  // half-moves before the match of each step
	Text  []byte // of the item, if it was read, otherwise nil
}

// find returns the candidates that match and have the pattern, and where. It replays moves
// as long as the pattern can still match: open moves, if there are any, or those of the
// frame; or those of the texts, if many items are likely to match.
func (m *Matcher) find(c *candidates, many bool) ([]Place, error) {
	v := c.view
	games, err := v.Replay()
	if err != nil {
		return nil, err
	}
	if games != nil {
		return m.inReplay(c, games)
	}
	// Tags are cheaper than moves.
	items, err := c.matching()
	if err != nil || len(items) == 0 {
		return nil, err
	}
	if many || v.Huge() {
		return m.inTexts(v, items)
	}
	return m.inFrame(v, items)
}

// inFrame examines the moves of some items.
func (m *Matcher) inFrame(v *view.View, items []int) (found []Place, err error) {
	s := m.NewScan()
	steps := map[int][]int{} // of the items that are found, in the order of the frame's moves
	note := func(item int) {
		if s.Met() != nil {
			steps[item] = s.Met()
		}
	}
	err = v.Search(marked(items, v.Items()), &view.Walk{
		See: func(item, ply int, p *board.Position, move board.Move) bool {
			if ply == 0 {
				s.Begin()
			}
			more := s.See(p, move)
			if !more {
				note(item)
			}
			return more
		},
		End: func(item int) {
			s.End()
			note(item)
		},
	})
	for _, item := range items {
		if s := steps[item]; s != nil {
			found = append(found, Place{Item: item, Steps: s})
		}
	}
	return found, err
}

// inTexts examines the texts of some items.
func (m *Matcher) inTexts(v *view.View, items []int) (found []Place, err error) {
	var texts [][]byte
	if v.Huge() {
		var head []byte
		head, err = v.Head()
		texts = [][]byte{head}
	} else {
		texts, err = v.Some(items)
	}
	if err != nil {
		return nil, err
	}
	s := m.NewScan()
	var line pgn.Line
	for k, text := range texts {
		if !v.Step() {
			return nil, nil // the context is done
		}
		s.Begin()
		more := false
		line.Each(text, func(p *board.Position, last board.Move) bool {
			more = s.See(p, last)
			return more && v.Step()
		})
		if more && !v.Huge() {
			s.End()
		}
		if s.Met() == nil {
			continue
		}
		if v.Huge() {
			text = nil // perhaps incomplete
		} else {
			text = bytes.Clone(text) // does not hold all texts of the frame
		}
		found = append(found, Place{items[k], s.Met(), text})
	}
	return found, nil
}

// inReplay examines replay moves, which are cheaper than tags that no column has.
func (m *Matcher) inReplay(c *candidates, games *view.Replay) (found []Place, err error) {
	s := m.NewScan()
	most, least := m.MostPieces(), m.LeastPlies()
	admits := func(s *signature.Signature) bool { return s.Pieces() <= most && m.Admits(s) }
	_, err = c.replay(games, admits, func(item int, start *board.Position, codes []byte) error {
		if len(codes) < least {
			return nil
		}
		s.Begin()
		more := false
		err := replay.Each(start, codes, func(p *board.Position, last board.Move) bool {
			more = s.See(p, last)
			return more && c.view.Step()
		})
		if more && err == nil {
			s.End()
		}
		if s.Met() != nil {
			found = append(found, Place{Item: item, Steps: s.Met()})
		}
		return err
	})
	if err != nil || len(found) == 0 || len(c.left) == 0 {
		return found, err
	}
	c.may = make([]bool, c.view.Items())
	for _, at := range found {
		c.may[at.Item] = true
	}
	meant, err := c.matching()
	if err != nil {
		return nil, err
	}
	kept := found[:0]
	for _, at := range found {
		if len(meant) > 0 && meant[0] == at.Item {
			meant, kept = meant[1:], append(kept, at)
		}
	}
	return kept, nil
}
