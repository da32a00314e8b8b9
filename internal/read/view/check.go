package view

import (
	"bytes"
	"errors"
	"slices"

	"github.com/chesszip/chesszip/board"
	"github.com/chesszip/chesszip/internal/base/corrupt"
	"github.com/chesszip/chesszip/internal/base/tagvalue"
	"github.com/chesszip/chesszip/internal/column/open"
	"github.com/chesszip/chesszip/internal/column/replay"
	"github.com/chesszip/chesszip/internal/column/signature"
	"github.com/chesszip/chesszip/internal/frame/game/gametext"
	"github.com/chesszip/chesszip/internal/index"
)

// CheckFacts compares what the statistics and the open columns of the frame say of its
// items with their texts.
func (v *View) CheckFacts() error {
	have := v.Statistics()
	f, err := v.frame()
	if err != nil {
		return err
	}
	set := open.SetOf(f)
	if len(have) == 0 && set == 0 && v.file.Filter(v.segment.Frame) == nil || v.Huge() {
		return nil
	}
	var b index.Builder
	b.Reset(set)
	if set == 0 {
		err = v.Tags(nil, true, func(_ int, tags []tagvalue.Tag, facts tagvalue.Facts) bool {
			b.Add(tags, facts)
			return true
		})
	} else {
		err = v.checkOpen(&b)
	}
	if err == nil && len(have) > 0 {
		err = b.CheckStatistics(have)
	}
	if filter := v.file.Filter(v.segment.Frame); err == nil && filter != nil {
		err = b.CheckFilter(filter)
	}
	return v.placed(err)
}

// checkOpen compares the open columns with the texts of the items, and adds these to b.
func (v *View) checkOpen(b *index.Builder) error {
	c, err := v.checker()
	if err != nil {
		return err
	}
	if err := v.load(); err != nil {
		return err
	}
	item := 0
	gametext.EachGame(v.text, v.ends, v.steps, func(g *gametext.Game) bool {
		b.Add(g.Tags, g.Facts)
		if err = c.check(item, g); err != nil {
			err = corrupt.AtGame(item, err)
		}
		item++
		return err == nil
	})
	return err
}

// checker compares games with open columns.
type checker struct {
	numbers    *open.Columns
	lists      []listed
	replay     *Replay
	signatures []signature.Signature
	values     []uint64
}

// listed are the values of a tag.
type listed struct {
	tag    string
	values [][]byte
}

func (v *View) checker() (c checker, err error) {
	if c.numbers, err = v.Columns(open.AllColumns()...); err != nil {
		return c, err
	}
	for _, tags := range open.Lists {
		for _, tag := range tags {
			l, side, err := v.Values(tag)
			if err != nil {
				return c, err
			}
			if l != nil {
				c.lists = append(c.lists, listed{tag, l.Texts(side)})
			}
		}
	}
	if c.replay, err = v.Replay(); err == nil {
		c.signatures, err = v.Signatures()
	}
	return c, err
}

var errFacts = errors.New("an open column says something else than the text")

func (c *checker) check(item int, g *gametext.Game) error {
	if c.numbers != nil {
		want := open.ValuesOf(g.Tags, g.Facts)
		for k, v := range want {
			if c.values = c.numbers.AppendSome(c.values[:0], open.Column(k), item, item+1); c.values[0] != v {
				return corrupt.In(open.Name(open.KindNumbers+uint16(k)), errFacts)
			}
		}
	}
	for _, l := range c.lists {
		want := tagvalue.First(g.Tags, l.tag)
		if got := l.values[item]; (got == nil) != (want == nil) || !bytes.Equal(got, want) {
			return corrupt.In("open ["+l.tag+"]", errFacts)
		}
	}
	if c.replay == nil {
		return nil
	}
	start, codes, err := c.replay.Game(item)
	if err != nil {
		return err
	}
	var from *board.Position
	if g.Playable {
		from = &g.Start
	}
	if (start == nil) != (from == nil) || start != nil && (*start != *from || !slices.Equal(codes, replay.Append(nil, from, g.Moves))) {
		return corrupt.In(open.Name(open.KindMoves), errFacts)
	}
	if c.signatures != nil && c.signatures[item] != signature.Of(from, g.Moves) {
		return corrupt.In(open.Name(open.KindSignatures), errFacts)
	}
	return nil
}
