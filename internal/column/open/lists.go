package open

import (
	"slices"

	"github.com/chesszip/chesszip/internal/archive"
	"github.com/chesszip/chesszip/internal/base/binfmt"
	"github.com/chesszip/chesszip/internal/base/corrupt"
	"github.com/chesszip/chesszip/internal/column/text"
)

// A list has first blocks of up to listBlock different values each, in the order of
// their first appearance, and then blocks of games: for each side (one; White and Black
// of players) a block of numbers, 1 + the number of the value, 0 for a game without the
// tag. The head is the number of values; without any there are no blocks.

// players are the tags of the list of players.
var players = [...]string{"White", "Black"}

// listBlock is the number of values of a block.
const listBlock = 512

// List collects the different values of a tag, or of two, in a frame.
type List struct {
	numbers map[string]uint64 // 1 + index in all
	all     [][]byte
	sides   [2][]uint64
}

// Reset begins a frame.
func (l *List) Reset() {
	if l.numbers == nil {
		l.numbers = map[string]uint64{}
	}
	clear(l.numbers)
	l.all = l.all[:0]
	for k := range l.sides {
		l.sides[k] = l.sides[k][:0]
	}
}

// Add adds the values of a tag on a side: rows are the games that have it, each once, in
// ascending order, and values theirs.
func (l *List) Add(side, games int, rows []int32, values [][]byte) {
	l.sides[side] = slices.Grow(l.sides[side], games)[:games]
	clear(l.sides[side])
	for i, game := range rows {
		n := l.numbers[string(values[i])]
		if n == 0 {
			n = uint64(len(l.all)) + 1
			l.numbers[string(values[i])] = n
			l.all = append(l.all, values[i])
		}
		l.sides[side][game] = n
	}
}

// Worthwhile reports whether games share values so that a list is shorter than the
// values are.
func (l *List) Worthwhile() bool { return len(l.all) < 64+len(l.sides[0])/2 }

// Stream returns the stream of a kind, of one side or of two.
func (l *List) Stream(kind uint16, sides int) archive.Stream {
	games := len(l.sides[0])
	var blocks [][]byte
	for rest := l.all; len(rest) > 0; {
		n := min(listBlock, len(rest))
		blocks = append(blocks, text.Append(nil, rest[:n], text.Quick, nil))
		rest = rest[n:]
	}
	for from := 0; from < games && len(l.all) > 0; from += BlockGames {
		to := min(from+BlockGames, games)
		var b []byte
		for side := range sides {
			b = appendNumbers(b, l.sides[side][from:to])
		}
		blocks = append(blocks, b)
	}
	head := binfmt.AppendUvarint(nil, uint64(len(l.all)))
	return archive.Stream{Kind: kind, Data: archive.AppendBlocks(nil, kind, int64(games), head, blocks)}
}

// Listed is a list of values, and the number of the value of each game.
type Listed struct {
	// Values are the different values, as written in the text. The values of a damaged
	// block are nil.
	Values [][]byte

	games int
	sides []column
}

// ReadList reads the list of a kind, of one side or of two; it returns nil if the frame
// does not have it.
func ReadList(s Source, kind uint16, sides int) (*Listed, error) {
	b, ok, err := s.blocksOf(kind)
	if err != nil || !ok {
		return nil, err
	}
	l, err := b.readList(sides)
	return l, corrupt.In(b.name, err)
}

// ReadPlayers reads the list of players.
func ReadPlayers(s Source) (*Listed, error) { return ReadList(s, KindPlayers, len(players)) }

// ReadTag reads the list of a tag's values; side is that of the tag. It returns nil if
// the frame does not have such a list.
func ReadTag(s Source, tag string) (l *Listed, side int, err error) {
	for side, name := range players {
		if name == tag {
			l, err = ReadPlayers(s)
			return l, side, err
		}
	}
	if kind := ListKind(tag); kind != 0 {
		l, err = ReadList(s, kind, 1)
	}
	return l, 0, err
}

func (b *blocks) readList(sides int) (*Listed, error) {
	games, limit := int(b.src.Frame.Games), int(b.src.Frame.Input)
	count, rest, err := binfmt.Uvarint(b.Head)
	if err != nil || len(rest) > 0 || count > uint64(sides*games) {
		return nil, corrupt.New("a list has more different values than its games have")
	}
	if err := b.src.Budget.HoldEach(int(count), text.ValueBytes); err != nil {
		return nil, err
	}
	lists := (int(count) + listBlock - 1) / listBlock
	l := &Listed{games: games, sides: make([]column, sides)}
	if count == 0 && b.Len() == 0 {
		for side := range l.sides {
			for i := range gameBlocks(games) {
				from, to := b.games(i)
				l.sides[side].blocks = append(l.sides[side].blocks, numbers{count: to - from})
			}
		}
		return l, nil
	}
	if count == 0 || b.Len() != lists+gameBlocks(games) {
		return nil, corrupt.New("a list has other blocks than its values and games need")
	}
	whole := true
	for i := range lists {
		n := min(listBlock, int(count)-i*listBlock)
		var values [][]byte
		data, err := b.Block(i)
		if err == nil {
			values, err = text.DecodeUpTo(data, n, limit, 0, b.src.Budget)
		}
		if err != nil && b.src.Lost == nil {
			return nil, err
		}
		if err != nil {
			values, whole = make([][]byte, n), false
		}
		for _, v := range values {
			limit -= len(v)
		}
		l.Values = append(l.Values, values...)
	}
	for i := range gameBlocks(games) {
		from, to := b.games(i)
		data, err := b.Block(lists + i)
		for side := range l.sides {
			var n numbers
			if err == nil {
				n, data, err = parseNumbers(data, to-from)
			}
			if err == nil && n.beyond(count) {
				err = corrupt.New("a game has a value that the list does not have")
			}
			l.sides[side].blocks = append(l.sides[side].blocks, n)
		}
		if err == nil && len(data) > 0 {
			err = corrupt.New("a block of a list has bytes left over")
		}
		if err != nil {
			for side := range l.sides {
				l.sides[side].blocks[i] = numbers{count: to - from}
			}
			if err = b.fail(i, err); err != nil {
				return nil, err
			}
		}
	}
	if !whole {
		b.lose(l)
	}
	return l, nil
}

// beyond reports whether a number is above most.
func (n *numbers) beyond(most uint64) bool {
	for _, v := range n.append(nil, 0, n.count) {
		if v > most {
			return true
		}
	}
	return false
}

// lose marks the games whose values are damaged.
func (b *blocks) lose(l *Listed) {
	for side := range l.sides {
		for g, n := range l.Append(nil, side) {
			if n > 0 && l.Values[n-1] == nil {
				b.src.Lost[g] = true
			}
		}
	}
}

// Append appends for each game 1 + the index in Values of its value, 0 if it has no such
// tag.
func (l *Listed) Append(dst []uint64, side int) []uint64 {
	return l.AppendSome(dst, side, 0, l.games)
}

// AppendSome is Append for the games with numbers from <= number < to, which must exist.
func (l *Listed) AppendSome(dst []uint64, side, from, to int) []uint64 {
	return l.sides[side].append(dst, from, to)
}

// Texts returns the value of each game on a side, nil for none.
func (l *Listed) Texts(side int) [][]byte {
	all := make([][]byte, l.games)
	for g, n := range l.Append(nil, side) {
		if n > 0 {
			all[g] = l.Values[n-1]
		}
	}
	return all
}
