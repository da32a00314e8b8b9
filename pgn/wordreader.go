package pgn

import (
	"bytes"
	"strconv"

	"github.com/chesszip/chesszip/board"
	"github.com/chesszip/chesszip/internal/base/tagvalue"
	"github.com/chesszip/chesszip/movegen"
	"github.com/chesszip/chesszip/notation"
)

// wordReader reads words of a game as moves. It reuses its buffers for the next game.
type wordReader struct {
	language notation.Language
	english  []byte
	dashed   []byte
	parts    []part
	readings []reading
	// ahead is the difference between move numbers of the text and of the positions,
	// if numbered.
	ahead    int
	numbered bool
	// tries counts the words that were tried as moves, and the tokens looked at to
	// decide about that. Tests check that it grows linearly.
	tries int
}

// part is one of several parts of a word: a Move, a MoveNumber, a NAG or a Result.
type part struct {
	kind Kind
	end  int // in the word
	move board.Move
}

// begin begins a game in a language.
func (r *wordReader) begin(l notation.Language) {
	r.language, r.ahead, r.numbered = l, 0, false
}

// number records a move number before a move of p; numbers below 1 are ignored.
func (r *wordReader) number(n int, p *board.Position) {
	if n > 0 {
		r.ahead, r.numbered = n-int(p.FullmoveNumber), true
	}
}

// fits reports whether a move number may come before a move of p. The first number
// always fits.
func (r *wordReader) fits(n int, p *board.Position) bool {
	return !r.numbered || n-int(p.FullmoveNumber) == r.ahead
}

// inEnglish returns the text of a move with English letters and ASCII dashes; ok is
// false if it has letters outside the language.
func (r *wordReader) inEnglish(text []byte) (english []byte, ok bool) {
	r.tries++
	text, r.dashed = withDashes(r.dashed, text)
	if r.language == notation.English {
		return text, true
	}
	r.english, ok = r.language.AppendEnglish(r.english[:0], text[:min(len(text), longestPart+1)])
	return r.english, ok
}

// withDashes returns a word with ASCII dashes, and the memory for the next call. If
// there is no other dash, it returns word itself.
func withDashes(memory, word []byte) (plain, after []byte) {
	at := bytes.IndexByte(word, symbolByte)
	if at < 0 {
		return word, memory
	}
	memory = append(memory[:0], word...)
	end := at
	for ; at < len(word); end++ {
		c := word[at]
		if n := tagvalue.DashLen(word[at:]); n > 0 {
			c = '-'
			at += n - 1
		}
		memory[end] = c
		at++
	}
	return memory[:end], memory
}

// move makes on p the move that a text names; if it names none, ok is false and p is
// unchanged.
func (r *wordReader) move(p *board.Position, text []byte) (m board.Move, ok bool) {
	english, ok := r.inEnglish(text)
	if !ok {
		return 0, false
	}
	m, err := notation.ParseSAN(english, p)
	if err != nil {
		return 0, false
	}
	movegen.Make(p, m)
	return m, true
}

// Lengths in bytes: no move is longer than longestPart, and no word longer than
// longestGlued is split.
const (
	longestPart  = 24
	longestGlued = 4096
)

// split splits a word that holds several moves from p on, glued together with their
// numbers, or one move and a sign or a result after it. If two or more moves are one
// word, the text after it must agree: a number must fit, and if moves have numbers,
// no other move may follow without one. The Scanner behind is at the end of the word.
func (r *wordReader) split(p *board.Position, word []byte, behind Scanner) bool {
	r.parts = r.parts[:0]
	if len(word) > longestGlued {
		return false
	}
	pos, moves, last := *p, 0, Move
	for at := 0; at < len(word); {
		rest := word[at:]
		switch {
		case moves == 0:
		case isResult(rest):
			r.parts = append(r.parts, part{kind: Result, end: len(word)})
			return true
		case last == Move && isSign(rest):
			r.parts = append(r.parts, part{kind: NAG, end: len(word)})
			return r.follows(&pos, moves, NAG, behind)
		case last == Move && rest[0]-'0' <= 9 && !bytes.HasPrefix(rest, []byte("0-0")):
			n := digits(rest)
			v, err := strconv.Atoi(string(rest[:n]))
			if err != nil || n > 4 || !r.fits(v, &pos) {
				return false
			}
			at += n
			r.parts, last = append(r.parts, part{kind: MoveNumber, end: at}), MoveNumber
			continue
		}
		m, n := r.longest(&pos, rest)
		if n == 0 {
			return false
		}
		at += n
		moves++
		r.parts, last = append(r.parts, part{Move, at, m}), Move
	}
	return r.follows(&pos, moves, last, behind)
}

func digits(b []byte) (n int) {
	for n < len(b) && b[n]-'0' <= 9 {
		n++
	}
	return n
}

func isResult(b []byte) bool {
	_, n := tagvalue.CutResult(b)
	return n > 0 && n == len(b)
}

// longest makes on p the move that the longest beginning of a text names, and returns
// its length, or 0.
func (r *wordReader) longest(p *board.Position, text []byte) (m board.Move, n int) {
	for n = min(len(text), longestPart); n > 1; n-- {
		if !mayEnd(text[:n]) {
			continue
		}
		if m, ok := r.move(p, text[:n]); ok {
			return m, n
		}
	}
	return 0, 0
}

// mayEnd reports whether a move may end where a text does: after its target or the
// marks after that, or as castling.
func mayEnd(text []byte) bool {
	switch c := text[len(text)-1]; {
	case c >= '1' && c <= '8':
		return text[len(text)-2]-'a' < 8
	case c == '+' || c == '#' || c == '.' || c == 'p' || c == 'O' || c == '0' || c == 'o' || c == ')' || c >= 0x80:
		return true
	}
	return len(text) > 2 && bytes.ContainsAny(text[len(text)-3:], "18")
}

// follows reports whether the text after a word agrees with its split into parts: p
// is the position after the word, last its last part.
func (r *wordReader) follows(p *board.Position, moves int, last Kind, behind Scanner) bool {
	if moves < 2 && last != MoveNumber {
		return true
	}
	for {
		r.tries++
		t, ok := behind.Next()
		if !ok {
			return true
		}
		switch t.Kind {
		case Space, BOM, Comment, LineComment, EscapeLine, NAG:
		case Junk:
			if behind.reserved(t) == 0 {
				return true
			}
		case MoveNumber:
			n, dots := t.Number()
			if n < 0 {
				return last == MoveNumber
			}
			return last != MoveNumber && r.fits(n, p) && (p.Turn == board.White || dots != 1)
		case Move:
			if isSign(t.Text) {
				continue
			}
			return last == MoveNumber || !r.numbered
		default:
			return true
		}
	}
}
