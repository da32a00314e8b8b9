package facts

import (
	"bytes"
	"slices"

	"github.com/chesszip/chesszip/internal/column/open"
	"github.com/chesszip/chesszip/internal/read/view"
	"github.com/chesszip/chesszip/pgn"
)

// columns are what can be read of the games of a view alone, on first use: numbers, and
// the values of some tags. No other file knows where a view has them.
type columns struct {
	view    *view.View // nil for no columns
	numbers [open.NumColumns][]uint64
	lists   []*list
	err     error // the first

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

// number returns the values of a column of numbers, one for each game; nil if there is
// none.
func (c *columns) number(k open.Column) []uint64 {
	c.asked = true
	if c.numbers[k] == nil && c.view != nil && c.err == nil {
		packed, err := c.view.Columns(k)
		if c.err = err; err == nil && packed != nil {
			c.numbers[k] = packed.Append([]uint64{}, k)
		}
	}
	if c.numbers[k] != nil {
		c.hear(nil)
	}
	return c.numbers[k]
}

// players are the tags with the names of the players.
var players = [...]string{"White", "Black"}

// list is the values of a tag in the games of a view.
type list struct {
	tag     string
	*Values                      // nil for a tag whose values no column has
	games   []uint64             // for each game the number of its value
	truths  map[*Matcher][]Truth // by the numbers of values
}

// Values are different values of a tag, by their numbers: the first is 1, and 0 is for
// games without the tag.
type Values struct {
	written [][]byte
	texts   []string       // without escapes, "" for one not yet read
	numbers map[string]int // by values as written, or nil
}

func valuesOf(written [][]byte) *Values {
	for k := range written {
		if written[k] == nil {
			written[k] = []byte{} // nil would mean no value
		}
	}
	return &Values{written: written, texts: make([]string, len(written))}
}

// number returns the number of a value, nil for none, a new number for a new value.
func (v *Values) number(value []byte) int {
	if value == nil {
		return 0
	}
	n := v.numbers[string(value)]
	if n == 0 {
		own := bytes.Clone(value)
		v.written, v.texts = append(v.written, own), append(v.texts, "")
		n = len(v.written)
		v.numbers[string(own)] = n
	}
	return n
}

// Len returns the number of values.
func (v *Values) Len() int { return len(v.written) }

// Text returns a value without escapes, "" for number 0.
func (v *Values) Text(n int) string {
	if n == 0 {
		return ""
	}
	if v.texts[n-1] == "" {
		v.texts[n-1] = string(pgn.Unescape(nil, v.written[n-1]))
	}
	return v.texts[n-1]
}

// list returns the values of a tag, or nil.
func (c *columns) list(tag string) *list {
	for _, l := range c.lists {
		if l.tag == tag && l.Values == nil {
			return nil
		} else if l.tag == tag {
			c.hear(l)
			return l
		}
	}
	isPlayer := slices.Contains(players[:], tag)
	if !isPlayer && open.ListKind(tag) == 0 {
		return nil
	}
	if c.asked = true; c.view == nil || c.err != nil {
		return nil
	}
	if isPlayer {
		c.err = c.readPlayers()
	} else {
		c.err = c.readTexts(tag)
	}
	return c.list(tag)
}

func (c *columns) readPlayers() error {
	lists := [...]*list{{tag: players[0]}, {tag: players[1]}}
	c.lists = append(c.lists, lists[:]...)
	names, err := c.view.Players()
	if err != nil || names == nil {
		return err
	}
	values, truths := valuesOf(names.Values), map[*Matcher][]Truth{}
	for side, l := range lists {
		l.Values, l.truths, l.games = values, truths, names.Append(nil, side)
	}
	return nil
}

func (c *columns) readTexts(tag string) error {
	l := &list{tag: tag, truths: map[*Matcher][]Truth{}}
	c.lists = append(c.lists, l)
	texts, side, err := c.view.Values(tag)
	if err != nil || texts == nil {
		return err
	}
	l.Values, l.games = valuesOf(texts.Values), texts.Append(nil, side)
	return nil
}

// value returns the value of a game, nil if it has none.
func (l *list) value(game int) []byte {
	if n := l.games[game]; n > 0 {
		return l.written[n-1]
	}
	return nil
}

// match tests the value of a game, or of every game. It tests each different value once.
func (l *list) match(m *Matcher, game int) Truth {
	truths, ok := l.truths[m]
	if !ok {
		truths = append(truths, TruthOf(m.Match(nil)))
		for _, value := range l.written {
			truths = append(truths, TruthOf(m.Match(value)))
		}
		l.truths[m] = truths
	}
	if game != every {
		return truths[l.games[game]]
	}
	for _, n := range l.games {
		if truths[n] != truths[l.games[0]] {
			return Maybe
		}
	}
	return truths[l.games[0]]
}
