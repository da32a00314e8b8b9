package query

import (
	"github.com/chesszip/chesszip/board"
	"github.com/chesszip/chesszip/internal/column/open"
	"github.com/chesszip/chesszip/internal/column/signature"
	"github.com/chesszip/chesszip/internal/query/terms"
	"github.com/chesszip/chesszip/internal/read/view"
)

// columns are what can be read of the games of a view alone, on first use: numbers, and
// the values of some tags. No other file of the package knows where a view has them.
type columns struct {
	view    *view.View // nil for no columns
	numbers [open.NumColumns][]uint64
	lists   map[string]*list // by tags; nil for a tag without one
	err     error            // the first

	asked bool  // for a fact that a column may have
	heard bool  // a fact that a column has
	only  *list // that has all facts heard, or nil
}

// hear notes that a fact is in a list, or nil for numbers.
func (c *columns) hear(l *list) {
	if c.heard && c.only != l {
		l = nil
	}
	c.heard, c.only = true, l
}

// number returns the values of a numeric column, one for each game; nil if there is none.
func (c *columns) number(k open.Column) []uint64 {
	if c.numbers[k] != nil {
		c.hear(nil)
		return c.numbers[k]
	}
	c.asked = true
	if c.view == nil || c.err != nil {
		return nil
	}
	packed, err := c.view.Columns(k)
	if c.err = err; err != nil || packed == nil {
		return nil
	}
	c.numbers[k] = packed.Append([]uint64{}, k)
	c.hear(nil)
	return c.numbers[k]
}

// players are the tags with the names of the players.
var players = [...]string{"White", "Black"}

// list is the values of a tag in the games of a view.
type list struct {
	values [][]byte
	games  []uint64                         // for each game 1 + the index of its value, 0 for none
	truths map[*terms.Matcher][]terms.Truth // of no value, and of values
}

// list returns the values of a tag, or nil.
func (c *columns) list(tag string) *list {
	isPlayer := tag == players[0] || tag == players[1]
	if !isPlayer && open.ListKind(tag) == 0 {
		return nil
	}
	c.asked = true
	if c.view == nil || c.err != nil {
		return nil
	}
	l, ok := c.lists[tag]
	if !ok {
		if c.lists == nil {
			c.lists = map[string]*list{}
		}
		if isPlayer {
			c.err = c.readPlayers()
		} else {
			c.lists[tag], c.err = c.readTexts(tag)
		}
		l = c.lists[tag]
	}
	if l != nil {
		c.hear(l)
	}
	return l
}

func (c *columns) readPlayers() error {
	for _, tag := range players {
		c.lists[tag] = nil
	}
	names, err := c.view.Players()
	if err != nil || names == nil {
		return err
	}
	truths := map[*terms.Matcher][]terms.Truth{}
	for side, tag := range players {
		c.lists[tag] = &list{names.Values, names.Append(nil, side), truths}
	}
	return nil
}

func (c *columns) readTexts(tag string) (*list, error) {
	texts, side, err := c.view.Values(tag)
	if err != nil || texts == nil {
		return nil, err
	}
	return &list{texts.Values, texts.Append(nil, side), map[*terms.Matcher][]terms.Truth{}}, nil
}

// value returns the value of a game, nil if it has none.
func (l *list) value(game int) []byte {
	n := l.games[game]
	if n == 0 {
		return nil
	}
	return notNil(l.values[n-1])
}

// notNil returns a value that is there, although it may be empty.
func notNil(value []byte) []byte {
	if value == nil {
		return []byte{}
	}
	return value
}

// match tests the value of a game, or of every game. It tests each different value once.
func (l *list) match(m *terms.Matcher, game int) terms.Truth {
	truths, ok := l.truths[m]
	if !ok {
		truths = append(truths, terms.TruthOf(m.Match(nil)))
		for _, value := range l.values {
			truths = append(truths, terms.TruthOf(m.Match(notNil(value))))
		}
		l.truths[m] = truths
	}
	if game != every {
		return truths[l.games[game]]
	}
	for _, n := range l.games {
		if truths[n] != truths[l.games[0]] {
			return terms.Maybe
		}
	}
	return truths[l.games[0]]
}

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
