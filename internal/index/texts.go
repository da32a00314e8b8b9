package index

import (
	"context"
	"slices"

	"github.com/chesszip/chesszip/internal/base/binfmt"
	"github.com/chesszip/chesszip/internal/base/budget"
	"github.com/chesszip/chesszip/internal/base/corrupt"
	"github.com/chesszip/chesszip/internal/base/tagvalue"
	"github.com/chesszip/chesszip/internal/column/text"
)

// textTags are the tags whose values an index may have, in the order of their bits.
var textTags = [...]string{"Event", "Site", "TimeControl", "Termination", "Opening"}

// SaysTexts reports whether an index may have the values of a tag.
func SaysTexts(tag string) bool { return slices.Contains(textTags[:], tag) }

// The greatest compressed size of the values of one tag: some bytes, and some for each
// game. A tag with more is not indexed.
const (
	packedBytes = 64
	packedEach  = 2
)

// mostBytes is the greatest size of the different values of a tag.
func mostBytes(games int) int { return min(1<<18, games<<10) }

// tagTexts collects the different values of one tag in a frame.
type tagTexts struct {
	numbers map[string]uint16 // 1 + index in all
	all     [][]byte
	size    int // bytes of all
	games   []uint16
	off     bool // there are too many values
}

func (t *tagTexts) reset() {
	if t.numbers == nil {
		t.numbers = map[string]uint16{}
	}
	clear(t.numbers)
	*t = tagTexts{numbers: t.numbers, all: t.all[:0], games: t.games[:0]}
}

// add adds the value of the next game, or nil.
func (t *tagTexts) add(value []byte) {
	if t.off {
		return
	}
	n := uint16(0)
	if value != nil {
		if n = t.numbers[string(value)]; n == 0 {
			// This soon finds a tag that differs from game to game.
			if t.off = len(t.all) >= 256+len(t.games)/4 || t.size+len(value) > mostBytes(MaxGames); t.off {
				return
			}
			n = uint16(len(t.all) + 1)
			t.numbers[string(value)] = n
			own := append([]byte{}, value...)
			t.all = append(t.all, own)
			t.size += len(own)
		}
	}
	t.games = append(t.games, n)
}

// append appends the values and the value of each game, nothing if that is too long.
func (t *tagTexts) append(dst []byte) []byte {
	if t.off || t.size > mostBytes(len(t.games)) {
		return dst
	}
	at := len(dst)
	dst = binfmt.AppendBytes(dst, text.Append(nil, t.all, text.Quick, nil))
	low, high := make([]byte, len(t.games)), make([]byte, len(t.games))
	for i, n := range t.games {
		low[i], high[i] = byte(n), byte(n>>8)
	}
	planes := [][]byte{low}
	if len(t.all) > 255 {
		planes = append(planes, high)
	}
	dst = binfmt.AppendBytes(dst, text.Append(nil, planes, text.Quick, nil))
	if len(dst)-at > packedBytes+len(t.games)*packedEach {
		return dst[:at]
	}
	return dst
}

// texts collects the values of several tags, the textTags or the spelledTags.
type texts [len(textTags)]tagTexts

func (t *texts) reset() {
	for k := range t {
		t[k].reset()
	}
}

func (t *texts) add(tags []tagvalue.Tag) {
	for k, name := range textTags {
		t[k].add(tagvalue.First(tags, name))
	}
}

// append appends the stream of the values, nothing if it would be empty.
func (t *texts) append(dst []byte) []byte {
	at := len(dst)
	dst = append(dst, 0)
	for k := range t {
		before := len(dst)
		if dst = t[k].append(dst); len(dst) > before {
			dst[at] |= 1 << k
		}
	}
	if dst[at] == 0 {
		return dst[:at]
	}
	return dst
}

// TagTexts are the values of a tag in the games of a frame.
type TagTexts struct {
	// Values are the different values, as written in the text.
	Values [][]byte
	// Games has for each game 1 + the index of its value in Values, 0 for a game without
	// the tag.
	Games []uint16
}

// ParseTexts parses the values of a tag in a number of games; nil if src does not have
// the tag. It ends when ctx is done.
func ParseTexts(ctx context.Context, src []byte, games int, tag string) (*TagTexts, error) {
	return parseTextsOf(ctx, src, games, textTags[:], tag, mostBytes(games))
}

// parseTextsOf parses the values of tag, which is one of tags, at most five; they have
// at most limit bytes.
func parseTextsOf(ctx context.Context, src []byte, games int, tags []string, tag string, limit int) (*TagTexts, error) {
	if len(src) == 0 || src[0]>>len(tags) != 0 {
		return nil, corrupt.New("the index says values of tags that are not known")
	}
	says := src[0]
	src = src[1:]
	var found *TagTexts
	for k, name := range tags {
		if says>>k&1 == 0 {
			continue
		}
		values, rest, err := binfmt.Bytes(src)
		if err != nil {
			return nil, corrupt.New("the values of tags are cut off")
		}
		planes, rest, err := binfmt.Bytes(rest)
		if err != nil {
			return nil, corrupt.New("the values of tags are cut off")
		}
		src = rest
		if name == tag {
			if found, err = parseTexts(ctx, values, planes, games, min(limit, mostBytes(games))); err != nil {
				return nil, err
			}
		}
	}
	if len(src) > 0 {
		return nil, corrupt.Newf("%d bytes follow the values of tags", len(src))
	}
	return found, nil
}

func parseTexts(ctx context.Context, values, planes []byte, games, limit int) (t *TagTexts, err error) {
	t = new(TagTexts)
	if t.Values, err = text.Decode(values, -1, limit, budget.New(limit).Until(ctx)); err != nil {
		return nil, err
	}
	if len(t.Values) > games {
		return nil, corrupt.Newf("%d games have %d different values of a tag", games, len(t.Values))
	}
	n := 1
	if len(t.Values) > 255 {
		n = 2
	}
	numbers, err := text.Decode(planes, n, n*games, budget.New(n*games).Until(ctx))
	if err != nil {
		return nil, err
	}
	t.Games = make([]uint16, games)
	for k, plane := range numbers {
		if len(plane) != games {
			return nil, corrupt.Newf("%d games have values of a tag for %d", games, len(plane))
		}
		for i, b := range plane {
			t.Games[i] |= uint16(b) << (8 * k)
		}
	}
	for _, n := range t.Games {
		if int(n) > len(t.Values) {
			return nil, corrupt.Newf("a game has value %d of %d", n, len(t.Values))
		}
	}
	return t, nil
}
