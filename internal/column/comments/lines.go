package comments

import (
	"bytes"
	"errors"
	"slices"

	"github.com/chesszip/chesszip/board"
	"github.com/chesszip/chesszip/internal/base/budget"
	"github.com/chesszip/chesszip/internal/base/corrupt"
	"github.com/chesszip/chesszip/internal/entropy/contextmix"
	"github.com/chesszip/chesszip/internal/model/fast"
	"github.com/chesszip/chesszip/movegen"
)

// ErrPosition is returned if a line of moves cannot be read because its start
// position is unknown.
var ErrPosition = errors.New("comments: a line of moves needs a position")

// lines codes the lines of moves in comments.
type lines struct {
	coder   *contextmix.Coder
	words   *contextmix.Model
	texts   *texts
	held    *held
	styles  map[uint32]*lineStyle
	earlier earlierMoves
	speller speller
	legal   []board.Move // of the position
	ranker  fast.Ranker
}

// lineStyle is the style of lines after the same words.
type lineStyle struct {
	number   uint32 // its index among the styles, for contexts
	spelling spelling
	start    uint8    // as of At.position
	count    [2]int64 // of the last line of each side
}

func (l *lines) init(coder *contextmix.Coder, words *contextmix.Model, texts *texts, h *held) {
	l.coder, l.words, l.texts, l.held, l.styles = coder, words, texts, h, map[uint32]*lineStyle{}
	l.earlier.init()
}

func (l *lines) begin() { l.earlier.begin() }

// style returns the style of lines after the same words.
func (l *lines) style(key uint32) *lineStyle {
	s := l.styles[key]
	if s == nil {
		l.held.take(styleBytes)
		s = &lineStyle{number: uint32(len(l.styles)) & styleMask, start: 1}
		l.styles[key] = s
	}
	return s
}

// parse returns a spelling and a start with which the first word of a line is a legal
// move, preferring those of the style.
func (l *lines) parse(word []byte, style *lineStyle, at *At) (how spelling, start uint8, ok bool) {
	try := func() bool {
		p := at.position(start)
		if p == nil {
			return false
		}
		return l.speller.find(word, p, how) != noMove
	}
	if how, start = style.spelling, style.start; try() {
		return how, start, true
	}
	for _, start = range []uint8{1, 0, 2} {
		for how = range numSpellings {
			if try() {
				return how, start, true
			}
		}
	}
	return 0, 0, false
}

// learn learns a line in a comment that was spelled out.
func (l *lines) learn(s *slot, at *At) error {
	if at.Unread {
		return ErrPosition
	}
	style := l.style(s.key)
	words := bytes.Split(s.text, []byte(" "))
	how, start, ok := l.parse(words[0], style, at)
	if !ok {
		return nil
	}
	style.spelling, style.start, style.count[at.Side] = how, start, int64(len(words))
	pos := *at.position(start)
	for _, w := range words {
		if !l.held.budget.Step(budget.FastPly) {
			return nil // the caller checks whether the budget is spent
		}
		m := l.speller.find(w, &pos, how)
		if m == noMove {
			return nil
		}
		l.earlier.at(&pos)[at.Side] = m
		movegen.Make(&pos, m)
	}
	return nil
}

// code codes a line, which a reader appends to dst; difference is the last number
// minus its base.
func (l *lines) code(dst []byte, s *slot, at *At, difference int64) ([]byte, error) {
	style := l.style(s.key)
	var words [][]byte
	if l.coder.Writing() {
		words = bytes.Split(s.text, []byte(" "))
	}
	parsed, err := l.codeStyle(style, words, at)
	if err != nil {
		return dst, err
	}
	if !parsed {
		return l.spell(dst, words)
	}
	last := &style.count[at.Side]
	count := l.words.Use(lineCount, style.number, short(*last), class(difference)).Number(int64(len(words)))
	if count == 0 || count > maxLine {
		return dst, corrupt.Newf("a line should have 1 to %d moves, not %d", maxLine, count)
	}
	*last = count
	p := at.position(style.start)
	if p == nil {
		return dst, ErrPosition
	}
	l.earlier.learnPlayed(at)
	return l.moves(dst, words, int(count), style, *p, at.Side)
}

// codeStyle codes whether the line begins with a move, and how it is written
// and where it starts.
func (l *lines) codeStyle(style *lineStyle, words [][]byte, at *At) (parsed bool, err error) {
	want := *style
	if l.coder.Writing() {
		want.spelling, want.start, parsed = l.parse(words[0], style, at)
	}
	if parsed = l.words.Use(lineParsed, style.number).Flag(parsed); !parsed {
		return false, nil
	}
	if l.words.Use(lineUsual, style.number).Flag(want.spelling == style.spelling && want.start == style.start) {
		return true, nil
	}
	v := l.words.Use(lineWritten).Index(int(want.spelling)<<2|int(want.start), 4)
	if style.spelling, style.start = spelling(v>>2), uint8(v&3); style.spelling >= numSpellings || style.start > 2 {
		return false, corrupt.New("a line should be written in one of three ways, and start at one of three positions")
	}
	return true, nil
}

// spell codes the rest of a line as a text.
func (l *lines) spell(dst []byte, rest [][]byte) ([]byte, error) {
	if l.coder.Writing() {
		l.texts.add(bytes.Join(rest, []byte(" ")))
		return dst, nil
	}
	text, err := l.texts.take()
	return append(dst, text...), err
}

// moves codes the moves of a line from a position.
func (l *lines) moves(dst []byte, words [][]byte, count int, style *lineStyle, pos board.Position, side int) ([]byte, error) {
	var past fast.Past
	hits := uint32(0) // whether the last predictions were right, the newest lowest
	for i := range count {
		if i > 0 && !l.coder.Writing() {
			dst = append(dst, ' ')
		}
		if !l.held.budget.Step(budget.FastPly) {
			return dst, budget.ErrStopped
		}
		m := noMove
		if l.coder.Writing() {
			m = l.speller.find(words[i], &pos, style.spelling)
		}
		place := movePlace{style: style.number, side: side, number: uint32(min(i, 7)), hits: hits}
		m = l.move(&pos, past, m, &place)
		hits = place.hits
		if m == noMove {
			return l.spell(dst, words[min(i, len(words)):])
		}
		if !l.coder.Writing() {
			dst = appendMove(dst, &pos, m, style.spelling)
			if l.coder.Dec.Err() != nil {
				return dst, errShort
			}
		}
		past = past.Next(&pos, m)
		movegen.Make(&pos, m)
	}
	return dst, nil
}

// movePlace is the place of a move of a line.
type movePlace struct {
	style  uint32
	side   int
	number uint32 // in the line, at most 7
	hits   uint32
}

// Agreement of the predicted moves.
const (
	predictionsDiffer = iota
	onePrediction
	predictionsAgree
	noPrediction
)

// predict returns the earlier moves of lines in this position, the likelier first.
func predict(p *board.Position, moves *[2]board.Move, side int) (first, second board.Move, agree uint32) {
	first, second = moves[side], moves[1-side]
	isFirst, isSecond := movegen.IsLegal(p, first), movegen.IsLegal(p, second)
	switch {
	case !isFirst && !isSecond:
		return noMove, noMove, noPrediction
	case !isFirst:
		return second, noMove, onePrediction
	case !isSecond:
		return first, noMove, onePrediction
	case first == second:
		return first, noMove, predictionsAgree
	}
	return first, second, predictionsDiffer
}

// move codes one move of a line; noMove ends the line.
func (l *lines) move(p *board.Position, past fast.Past, m board.Move, place *movePlace) board.Move {
	here := l.earlier.at(p)
	first, second, agree := predict(p, here, place.side)
	if first != noMove {
		hit := l.words.Use(movePredicted, agree, place.number, place.hits&0xff, place.hits&0xffff, place.style).Flag(m == first)
		place.hits <<= 1
		if hit {
			place.hits |= 1
			here[place.side] = first
			return first
		}
		if second != noMove {
			if l.words.Use(moveOther, place.number, place.hits&0xff).Flag(m == second) {
				here[place.side] = second
				return second
			}
		}
	}
	l.legal = movegen.AppendLegal(l.legal[:0], p)
	legal := l.legal
	if l.words.Use(moveMissing, place.number, uint32(min(len(legal), 2))).Flag(m == noMove) || len(legal) == 0 {
		return noMove
	}
	if len(legal) == 1 {
		return legal[0]
	}
	code := uint32(l.ranker.Prepare(past, p, legal))
	order := 0
	if m != noMove {
		order = l.ranker.Order(slices.Index(legal, m))
	}
	l.words.Use(moveOrder, code, uint32(min(len(legal), 40)), agree, place.number, place.hits&3)
	got := int(min(l.words.Number(int64(order)), int64(len(legal)-1)))
	m = legal[l.ranker.Index(got)]
	here[place.side] = m
	return m
}
