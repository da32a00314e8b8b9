package attack

import (
	"bytes"
	"fmt"
	"slices"

	"github.com/chesszip/chesszip/internal/archive"

	"github.com/chesszip/chesszip/internal/test/attack/table"
)

// alteration is an archive that is being altered.
type alteration struct {
	*choices
	*parts
	seed  *Seed
	seeds []Seed
	// Claims and frames of further archives after it.
	behind, framesBehind int64
}

// operator changes an archive and describes the change; "" if it did nothing.
type operator struct {
	name  string
	apply func(a *alteration) string
}

// operators are all operators. A program selects them by number: new ones are appended,
// so that findings can be repeated.
var operators = [...]operator{
	{"frame: claim", (*alteration).claimFrame},
	{"frames: claim of all", (*alteration).claimFrames},
	{"frame: repeat", (*alteration).repeatFrame},
	{"frame: swap", (*alteration).swapFrames},
	{"stream: cut", (*alteration).cutStream},
	{"stream: swap", (*alteration).swapStreams},
	{"stream: splice", (*alteration).spliceStream},
	{"stream: bytes", (*alteration).alterStream},
	{"stream: number", (*alteration).numberInStream},
	{"stream: kind", (*alteration).changeKind},
	{"column: count", (*alteration).claimColumn},
	{"column: method", (*alteration).changeMethod},
	{"column: decoded", (*alteration).alterDecoded},
	{"column: zstd frames", (*alteration).repeatZstd},
	{"column: repeat", (*alteration).repeatColumn},
	{"columns: of one value", (*alteration).sameValues},
	{"columns: counts of all", (*alteration).claimColumns},
	{"text: repeat", (*alteration).repeatText},
	{"index: number", (*alteration).numberInIndex},
	{"index: bytes", (*alteration).alterIndex},
	{"index: meta", (*alteration).alterMeta},
	{"footer: repeat", (*alteration).repeatFooter},
	{"file: repeat a part", (*alteration).repeatPart},
	{"file: end to end", (*alteration).endToEnd},
	{"file: cut", (*alteration).cutFile},
	{"header: parameters", (*alteration).alterHeader},
	{"append frames", (*alteration).appendFrames},
	{"seal", (*alteration).alterSeal},
	{"checksum of an input", (*alteration).alterCheck},
	{"stream: filled", (*alteration).fillStream},
	{"columns: large values", (*alteration).largeValues},
	{"columns: predicted", (*alteration).predictedColumns},
	{"frame: of another", (*alteration).takeFrame},
	{"opening table: of another", (*alteration).takeTable},
	{"open column: block", (*alteration).alterBlock},
	{"index: note", (*alteration).alterNote},
}

// frame chooses a frame; nil if there is none.
func (a *alteration) frame() *storedFrame {
	if len(a.frames) == 0 {
		return nil
	}
	return &a.frames[a.below(len(a.frames))]
}

// stream selects one of the streams that wanted accepts; nil if there is none.
func (a *alteration) stream(wanted func(s *archive.Stream) bool) (f *storedFrame, s *archive.Stream) {
	if f = a.frame(); f == nil {
		return nil, nil
	}
	var at []int
	for i := range f.Streams {
		if wanted(&f.Streams[i]) {
			at = append(at, i)
		}
	}
	if len(at) == 0 {
		return f, nil
	}
	return f, &f.Streams[at[a.below(len(at))]]
}

func anyStream(*archive.Stream) bool { return true }

func isColumn(s *archive.Stream) bool {
	_, ok := columnOf(s.Data)
	return ok && isTexts(s.Kind)
}

// maxFrameClaim is the greatest claim that a frame can hold.
const maxFrameClaim = 1 << 40

func (a *alteration) claimOf(f *storedFrame) string {
	a.trusted = false
	games, input := a.byte()&1 != 0, a.byte()&1 != 0
	n, m := int64(min(a.limit(), maxFrameClaim)), int64(min(a.limit(), maxFrameClaim))
	if games || !input {
		f.Games = n
	}
	if input {
		f.Input = m
	}
	return fmt.Sprintf("%d games, %d bytes", f.Games, f.Input)
}

func (a *alteration) claimFrame() string {
	f := a.frame()
	if f == nil {
		return ""
	}
	return a.claimOf(f)
}

func (a *alteration) claimFrames() (did string) {
	rest := a.rest
	for i := range a.frames {
		a.rest = rest
		did = a.claimOf(&a.frames[i])
	}
	return did
}

func (a *alteration) repeatFrame() string {
	f := a.frame()
	if f == nil {
		return ""
	}
	size := 64
	for _, s := range f.Streams {
		size += len(s.Data)
	}
	n := a.few(size)
	a.frames = append(a.frames, slices.Repeat([]storedFrame{*f}, n)...)
	return fmt.Sprintf("%d times", n)
}

func (a *alteration) swapFrames() string {
	n := len(a.frames)
	i, j := a.below(n), a.below(n)
	if i == j {
		return ""
	}
	a.frames[i], a.frames[j] = a.frames[j], a.frames[i]
	return fmt.Sprint(i, j)
}

func (a *alteration) cutStream() string {
	f, s := a.stream(anyStream)
	if s == nil {
		return ""
	}
	did := fmt.Sprintf("kind %d", s.Kind)
	if a.byte()&1 == 0 {
		f.Streams = slices.DeleteFunc(slices.Clone(f.Streams), func(t archive.Stream) bool { return t.Kind == s.Kind })
		return did + " taken out"
	}
	s.Data = s.Data[:a.below(len(s.Data)+1)]
	return did
}

func (a *alteration) swapStreams() string {
	_, s := a.stream(anyStream)
	_, t := a.stream(anyStream)
	if s == nil || t == nil || s == t {
		return ""
	}
	s.Data, t.Data = t.Data, s.Data
	return fmt.Sprintf("kinds %d and %d", s.Kind, t.Kind)
}

// spliceStream takes a stream of another archive.
func (a *alteration) spliceStream() string {
	f := a.frame()
	other := &a.seeds[a.below(len(a.seeds))]
	src, err := other.archive()
	if f == nil || err != nil {
		return ""
	}
	c, err := open(src)
	if err != nil || len(c.frames) == 0 {
		return ""
	}
	from := c.frames[a.below(len(c.frames))].Streams
	if len(from) == 0 {
		return ""
	}
	s := from[a.below(len(from))]
	f.put(s.Kind, s.Data)
	return fmt.Sprintf("kind %d of %s", s.Kind, other.Name)
}

// put sets a stream, in the order of kinds.
func (f *storedFrame) put(kind uint16, data []byte) {
	f.Streams = slices.Clone(f.Streams)
	i, found := slices.BinarySearchFunc(f.Streams, kind, func(s archive.Stream, k uint16) int { return int(s.Kind) - int(k) })
	if !found {
		f.Streams = slices.Insert(f.Streams, i, archive.Stream{Kind: kind})
	}
	f.Streams[i].Data = data
}

func (a *alteration) alterStream() string {
	_, s := a.stream(anyStream)
	if s == nil {
		return ""
	}
	var did string
	s.Data, did = a.alterText(s.Data)
	return fmt.Sprintf("kind %d: %s", s.Kind, did)
}

// numberInStream sets one of the first numbers of a stream.
func (a *alteration) numberInStream() string {
	_, s := a.stream(anyStream)
	if s == nil || len(s.Data) == 0 {
		return ""
	}
	v := a.limit()
	s.Data = setNumber(s.Data, a.below(min(len(s.Data), 16)), v)
	return fmt.Sprintf("kind %d: %d", s.Kind, v)
}

func (a *alteration) changeKind() string {
	f, s := a.stream(anyStream)
	if s == nil {
		return ""
	}
	kind := table.AllKinds()[a.below(len(table.AllKinds()))]
	from := s.Kind
	f.put(kind, s.Data)
	return fmt.Sprintf("%d as %d", from, kind)
}

func (a *alteration) fillStream() string {
	_, s := a.stream(anyStream)
	if s == nil {
		return ""
	}
	v := [...]byte{0, 0xff, 0x55, a.byte()}[a.below(4)]
	keep := a.below(min(len(s.Data), 16) + 1)
	n := a.times(1)
	s.Data = append(slices.Clone(s.Data[:keep]), bytes.Repeat([]byte{v}, n)...)
	return fmt.Sprintf("kind %d: %d times %02x", s.Kind, n, v)
}

// repeatText compresses the seed with a part of its text repeated.
func (a *alteration) repeatText() string {
	text, did := a.repeated(a.seed.Text)
	if did == "" {
		return ""
	}
	src, err := a.seed.compress(text)
	if err != nil {
		return ""
	}
	c, err := open(src)
	if err != nil {
		return ""
	}
	a.parts = c
	return did
}

// repeated repeats a comment, a variation, a tag, a line or a game of a text.
func (a *alteration) repeated(text []byte) (out []byte, did string) {
	if a.below(8) == 7 {
		return manyTags(text, a.below(80)), "tags of other names"
	}
	parts := [...]struct{ name, open, close string }{
		{"comment", "{", "}"}, {"variation", "(", ")"}, {"tag", "[", "]\n"}, {"line", "\n", "\n"}, {"game", "[Event", "\n\n["},
		{"move", " ", " "}, {"piece of text", "", ""},
	}
	p := parts[a.below(len(parts))]
	from, to := a.within(len(text))
	if p.open != "" {
		i := bytes.Index(text[from:], []byte(p.open))
		if i < 0 {
			return nil, ""
		}
		from += i
		i = bytes.Index(text[from+1:], []byte(p.close))
		if i < 0 {
			return nil, ""
		}
		to = from + 1 + i + len(p.close)
	}
	part := text[from:to]
	n := a.times(len(part))
	return bytes.Join([][]byte{text[:from], bytes.Repeat(part, n), text[to:]}, nil), fmt.Sprintf("%s %d times", p.name, n)
}

// manyTags inserts n tags with other names before the first of a text.
func manyTags(text []byte, n int) (out []byte) {
	for i := range n {
		out = fmt.Appendf(out, "[Other%d \"%d\"]\n", i, i*i)
	}
	return append(out, text...)
}

func (a *alteration) alterHeader() string {
	switch a.below(4) {
	case 0:
		a.header.Params, _ = a.alterText(a.header.Params)
		a.header.Params = a.header.Params[:min(len(a.header.Params), 1<<16)]
		return "changed"
	case 1:
		a.header.Optional ^= 1 << a.below(64)
		return "optional features"
	case 2:
		a.header.Params = nil
		return "none"
	}
	other := &a.seeds[a.below(len(a.seeds))]
	src, err := other.archive()
	if err != nil {
		return ""
	}
	c, err := open(src)
	if err != nil {
		return ""
	}
	a.header = c.header
	return "of " + other.Name
}

func (a *alteration) alterCheck() string {
	f := a.frame()
	if f == nil {
		return ""
	}
	a.trusted = false
	f.Check ^= 1 << a.below(32)
	return "changed"
}

// appendFrames appends the last frames one by one.
func (a *alteration) appendFrames() string {
	if len(a.frames) < 2 {
		return ""
	}
	a.appended = 1 + a.below(min(len(a.frames)-1, 300))
	return fmt.Sprint(a.appended)
}

// alterSeal changes the seal at the end of the archive, and repairs the frame's
// checksum.
func (a *alteration) alterSeal() string {
	a.appendFrames()
	at, bit := a.below(16), a.below(8)
	a.raw = append(a.raw, func(b []byte) []byte { return mendSeal(b, at, bit) })
	return fmt.Sprintf("bit %d of byte %d", bit, at)
}
