package pgn

import (
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode"

	"github.com/chesszip/chesszip/board"
)

// Score is an engine's evaluation of a position in centipawns, from -30,000 to
// 30,000. Beyond that it is a mate: 32,000 minus the number of moves to mate, at most
// 1,000; negative for the side that is mated.
type Score int16

const (
	mateScore = 32000
	maxScore  = 30000
	maxMate   = 1000
)

// Mate returns the number of moves in which the Score's side mates. A number below 0,
// or 0 with a Score below 0, means that it is mated. ok is false for other scores.
func (s Score) Mate() (moves int, ok bool) {
	switch {
	case s > maxScore:
		return mateScore - int(s), true
	case s < -maxScore:
		return -mateScore - int(s), true
	}
	return 0, false
}

// String returns the score in the form of [%eval ...]: 0.17, -3.5 or #-3.
func (s Score) String() string {
	if n, ok := s.Mate(); ok {
		if s < 0 {
			return "#-" + strconv.Itoa(-n)
		}
		return "#" + strconv.Itoa(n)
	}
	return strconv.FormatFloat(float64(s)/100, 'f', -1, 64)
}

// EvalOf returns White's score of the position after a move, from the move's comment,
// as in "[%eval 0.17]" or "[%eval #-3,20]". Any white space may separate name and
// value. Digits after the second decimal are rounded.
func EvalOf(comment string) (s Score, ok bool) {
	value, ok := commandValue(comment, "eval")
	if !ok {
		return 0, false
	}
	return parseScore(value)
}

// EngineScoreOf returns the score that the engine which made a move gave the position
// before it, for its own side, turn. It reads the comments of cutechess, "+0.31/12
// 0.5s" or "-M5/20 1s", of TCEC, "wv=0.05, ...", which is White's score, and others,
// "ev=-0.47, ...".
func EngineScoreOf(comment string, turn board.Color) (s Score, ok bool) {
	comment = strings.Join(strings.Fields(comment), " ") // it may have several lines
	if _, after, found := strings.Cut(", "+comment, ", wv="); found {
		s, ok = parseScore(after)
		if turn != board.White {
			s = -s
		}
		return s, ok
	}
	if _, after, found := strings.Cut(", "+comment, ", ev="); found {
		return parseScore(after)
	}
	if text, _, found := strings.Cut(comment, "/"); found && strings.ContainsAny(text, ".M#") {
		return parseScore(text)
	}
	return 0, false
}

// ClockOf returns the time that a player has left after his move, from the move's
// comment, as in "[%clk 0:03:21]" or "[%clk 0:00:07.9]": hours, minutes and seconds,
// or only the last of these, with up to nine decimals. Any white space may separate
// name and time. The time is below 10,000 hours.
func ClockOf(comment string) (left time.Duration, ok bool) {
	value, ok := commandValue(comment, "clk")
	if !ok {
		return 0, false
	}
	whole, fraction, hasFraction := strings.Cut(value, ".")
	parts := strings.Split(whole, ":")
	if len(parts) > 3 {
		return 0, false
	}
	for _, part := range parts {
		n, err := strconv.ParseUint(part, 10, 32)
		if err != nil || n >= 10_000 {
			return 0, false
		}
		left = 60*left + time.Duration(n)*time.Second
	}
	if hasFraction {
		const digits = 9
		n, err := strconv.ParseUint(fraction, 10, 32)
		if err != nil || len(fraction) > digits {
			return 0, false
		}
		for range digits - len(fraction) {
			n *= 10
		}
		left += time.Duration(n)
	}
	return left, left < 10_000*time.Hour
}

// command is a command in a comment, such as [%clk 0:03:21]: a name and, after any
// white space, a value. It does not hold another command.
type command struct {
	start, end  int    // in its comment
	name, value string // without white space around them
}

// nextCommand returns the first command of a text that begins at from or later.
func nextCommand(text string, from int) (c command, ok bool) {
	open := strings.Index(text[from:], commandStart)
	if open < 0 {
		return c, false
	}
	open += from
	size := strings.IndexByte(text[open:], ']')
	if size < 0 {
		return c, false
	}
	c.end = open + size + 1
	// If several commands begin before the bracket, the last one counts.
	c.start = open + strings.LastIndex(text[open:c.end], commandStart)
	c.name = strings.TrimSpace(text[c.start+len(commandStart) : c.end-1])
	if i := strings.IndexFunc(c.name, unicode.IsSpace); i >= 0 {
		c.name, c.value = c.name[:i], strings.TrimLeftFunc(c.name[i:], unicode.IsSpace)
	}
	return c, true
}

const commandStart = "[%"

// commandValue returns the value of the first command of a name in a comment.
func commandValue(comment, name string) (value string, ok bool) {
	for c, ok := nextCommand(comment, 0); ok; c, ok = nextCommand(comment, c.end) {
		if c.name == name {
			return c.value, true
		}
	}
	return "", false
}

// parseScore reads a number of pawns, such as +0.31, M5 or #-3, at the start of text.
// A comma, a bracket, white space or the end must follow.
func parseScore(text string) (s Score, ok bool) {
	ends := func(c rune) bool { return c == ',' || c == ']' || c == '}' || unicode.IsSpace(c) }
	if i := strings.IndexFunc(text, ends); i >= 0 {
		text = text[:i]
	}
	rest, negative := strings.CutPrefix(text, "-")
	if !negative {
		rest = strings.TrimPrefix(rest, "+")
	}
	v := 0
	if mate := strings.TrimLeft(rest, "M#"); mate != rest {
		if rest, isMinus := strings.CutPrefix(mate, "-"); isMinus {
			mate, negative = rest, true
		}
		n, err := strconv.ParseUint(strings.TrimPrefix(mate, "+"), 10, 16)
		if err != nil || n > maxMate {
			return 0, false
		}
		v = mateScore - int(n)
	} else if v, ok = centipawns(rest); !ok {
		return 0, false
	}
	if negative {
		v = -v
	}
	return Score(v), true
}

// centipawns reads a number of pawns without a sign, at most maxScore.
func centipawns(text string) (v int, ok bool) {
	whole, fraction, _ := strings.Cut(text, ".")
	if whole+fraction == "" || strings.Trim(whole+fraction, "0123456789") != "" {
		return 0, false
	}
	if len(whole) > 4 {
		whole = strings.TrimLeft(whole, "0")
	}
	if len(whole) > 4 {
		return maxScore, true
	}
	for _, digit := range []byte(whole + (fraction + "00")[:2]) {
		v = 10*v + int(digit-'0')
	}
	if len(fraction) > 2 && fraction[2] >= '5' {
		v++
	}
	return min(v, maxScore), true
}

// WithoutCommands returns the text of a comment without the commands of the given
// names, such as clk, and the blanks around them.
func WithoutCommands(comment string, names ...string) string {
	var kept strings.Builder
	at := 0 // the text before it is in kept or left out
	for c, ok := nextCommand(comment, 0); ok; c, ok = nextCommand(comment, c.end) {
		if !slices.Contains(names, c.name) {
			continue
		}
		before, rest := comment[at:c.start], comment[c.end:]
		after := strings.TrimLeft(rest, blanks)
		switch {
		case rest == "":
			before = strings.TrimRight(before, blanks)
		case before == "" && kept.Len() > 0 || strings.TrimRight(before, blanks) == before && before != "":
			after = rest
		}
		kept.WriteString(before)
		at = len(comment) - len(after)
	}
	return kept.String() + comment[at:]
}

const blanks = " \t\r\n\v\f"
