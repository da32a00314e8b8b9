package pgn

import (
	"bytes"
	"cmp"
	"slices"
	"strconv"
	"strings"

	"github.com/chesszip/chesszip/board"
	"github.com/chesszip/chesszip/internal/base/tagvalue"
	"github.com/chesszip/chesszip/movegen"
	"github.com/chesszip/chesszip/notation"
)

// roster are the seven tags that every game has in the export format, in order, with
// the values for unknown.
var roster = [7]Tag{
	{"Event", "?"}, {"Site", "?"}, {"Date", "????.??.??"}, {"Round", "?"},
	{"White", "?"}, {"Black", "?"}, {"Result", "*"},
}

// lineWidth is the most bytes that the export format allows on a line.
const lineWidth = 79

// AppendGame appends g in the export format of the PGN standard and returns the
// extended slice: the seven tags first, then the others sorted by name, moves in
// canonical SAN, lines of at most 79 bytes unless a word is longer, and a blank line
// at the end.
//
// Known moves are written in canonical form, others as their text. White space in
// comments is folded. Text that is not part of a game is written as a comment, with
// its closing braces turned into brackets, so that the outcome can always be read. A
// FEN tag is added if the game starts from another position and has none.
func AppendGame(dst []byte, g *ParsedGame) []byte {
	result := marker(g)
	dst = appendTags(dst, g, result)
	var text [128]byte
	var outer [4]line
	w := gameWriter{dst: dst, start: len(dst), text: text[:0], lines: lines{outer: outer[:0]}}
	w.lines.reset(&g.Start, true)
	w.half = 2*int(g.Start.FullmoveNumber) + int(g.Start.Turn)
	for i := range g.Movetext {
		w.element(&g.Movetext[i], int32(i))
	}
	for w.lines.close() {
		w.glued = !w.fresh
		word(&w, ")", false)
	}
	word(&w, result, true)
	return append(w.dst, "\n\n"...)
}

// marker returns the termination marker of g: its result, or else that of its Result
// tag.
func marker(g *ParsedGame) string {
	result := g.Result
	if result == "" {
		result, _ = g.Tag("Result")
	}
	if r := tagvalue.ParseAnyResult([]byte(result)); r != tagvalue.OtherResult {
		return r.String()
	}
	return "*"
}

func appendTags(dst []byte, g *ParsedGame, result string) []byte {
	tags := slices.Clone(g.Tags)
	if _, ok := g.Tag("FEN"); !ok && g.Start != board.Start() && g.Start != (board.Position{}) {
		tags = append(tags, Tag{"FEN", g.Start.String()})
		if _, ok := g.Tag("SetUp"); !ok {
			tags = append(tags, Tag{"SetUp", "1"})
		}
	}
	for _, t := range roster {
		if t.Name == "Result" {
			t.Value = result
		}
		if i := slices.IndexFunc(tags, func(u Tag) bool { return u.Name == t.Name }); i >= 0 {
			t.Value = tags[i].Value
			tags = slices.Delete(tags, i, i+1)
		}
		dst = appendTag(dst, t)
	}
	slices.SortStableFunc(tags, func(a, b Tag) int { return strings.Compare(a.Name, b.Name) })
	for _, t := range tags {
		dst = appendTag(dst, t)
	}
	return append(dst, '\n')
}

// appendTag writes a tag on a line of its own, whatever bytes it holds.
func appendTag(dst []byte, t Tag) []byte {
	dst = append(dst, '[')
	name := len(dst)
	for i := range len(t.Name) {
		if tagNameByte[t.Name[i]] {
			dst = append(dst, t.Name[i])
		}
	}
	if len(dst) == name {
		dst = append(dst, '_')
	}
	dst = append(dst, ` "`...)
	for i := range len(t.Value) {
		switch c := t.Value[i]; c {
		case '\r':
			dst = append(dst, ' ')
		case '\n':
			if i == 0 || t.Value[i-1] != '\r' {
				dst = append(dst, ' ')
			}
		default:
			dst = Escape(dst, []byte{c})
		}
	}
	return append(dst, "\"]\n"...)
}

// gameWriter writes movetext.
type gameWriter struct {
	dst      []byte
	start    int  // of the movetext in dst
	col      int  // bytes on this line
	glued    bool // the next word follows without a blank
	fresh    bool // the next word starts a line
	numbered bool // the next move of Black needs no number
	half     int  // twice the move number of the start, plus 1 if Black moves
	lines    lines
	text     []byte // of a word that is being built
}

// word writes a word, on a new line if this one is full and mayBreak is set.
func word[T string | []byte](w *gameWriter, s T, mayBreak bool) {
	switch {
	case len(w.dst) == w.start:
	case w.fresh:
		w.newline()
	case w.glued:
	case mayBreak && w.col+1+len(s) > lineWidth:
		w.newline()
	default:
		w.dst = append(w.dst, ' ')
		w.col++
	}
	w.dst = append(w.dst, s...)
	w.col += len(s)
	w.glued, w.fresh = false, false
}

func (w *gameWriter) newline() {
	w.dst = append(w.dst, '\n')
	w.col = 0
}

func (w *gameWriter) element(e *Element, i int32) {
	switch e.Kind {
	case Move:
		w.move(e, i)
		return
	case NAG:
		if n, ok := e.glyph(); ok {
			w.text = strconv.AppendInt(append(w.text[:0], '$'), int64(n), 10)
			word(w, w.text, true)
		} else {
			word(w, e.Text, true)
		}
		return
	case Open:
		w.lines.open()
		word(w, "(", true)
		w.glued = true
	case Close:
		if w.lines.close() {
			w.glued = !w.fresh
			word(w, ")", false)
		}
	case EscapeLine:
		w.fresh = len(w.dst) > w.start
		word(w, e.Text, true)
		w.fresh = true
	case Comment, OpenComment, LineComment:
		w.comment(e.Comment())
	case Result:
		word(w, tagvalue.ParseAnyResult([]byte(e.Text)).String(), true)
	default:
		w.comment(e.Text)
	}
	w.numbered = false
}

// comment writes a comment. Lines break only at blanks outside commands such as [%clk
// 0:01:00]. A closing brace would end a comment in braces, so a text with one is written
// as a comment to the end of the line.
func (w *gameWriter) comment(text string) {
	if strings.IndexByte(text, '}') >= 0 {
		word(w, ";"+strings.Join(strings.Fields(text), " "), true)
		w.fresh = true
		return
	}
	blank := func(c rune) bool { return c < 0x80 && classes[c] == spaceClass }
	text = strings.TrimFunc(text, blank)
	w.text = append(w.text[:0], '{')
	c, more := nextCommand(text, 0)
	for at := 0; at < len(text); {
		end := at + strings.IndexFunc(text[at:], blank)
		if end < at {
			end = len(text)
		}
		w.text = append(w.text, text[at:end]...)
		for at = end; at < len(text) && blank(rune(text[at])); at++ {
		}
		for more && c.end <= at {
			c, more = nextCommand(text, c.end)
		}
		switch {
		case at == len(text):
		case more && c.start < at:
			w.text = append(w.text, ' ')
		default:
			w.commentWord()
		}
	}
	w.text = append(w.text, '}')
	w.commentWord()
}

// commentWord writes w.text. A line that starts like a game would end the comment.
func (w *gameWriter) commentWord() {
	word(w, w.text, !bytes.HasPrefix(w.text, []byte("[Event")))
	w.text = w.text[:0]
}

func (w *gameWriter) move(e *Element, i int32) {
	half := w.half + w.lines.ply
	black := half&1 != 0
	if !black {
		w.number(half/2, ".")
	} else if !w.numbered {
		w.number(half/2, "...")
	}
	w.numbered = !black
	if e.Known && w.lines.known {
		p := &w.lines.pos
		m, ok := movegen.Resolve(p, e.Move)
		if ok || e.Move == board.NullMove {
			w.text = notation.Standard.AppendSAN(w.text[:0], p, m)
			w.lines.play(m, i)
			word(w, w.text, true)
			return
		}
	}
	w.lines.lose(i)
	word(w, cmp.Or(e.Text, e.Move.String()), true)
}

func (w *gameWriter) number(n int, dots string) {
	w.text = append(strconv.AppendInt(w.text[:0], int64(n), 10), dots...)
	word(w, w.text, true)
}
