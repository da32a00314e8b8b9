package pattern

import (
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/chesszip/chesszip/board"
	"github.com/chesszip/chesszip/internal/query/pattern/language"
)

func sign(plus bool) int {
	if plus {
		return 1
	}
	return -1
}

var ranges = regexp.MustCompile(`^(-?\d+)?(\.\.|-|\+)?(-?\d+)?$`)

// inRange parses a range by a regular expression.
func inRange(text string, n int) bool {
	if strings.HasPrefix(text, "-") && !strings.Contains(text, "..") && strings.Count(text, "-") == 1 {
		text = ".." + text[1:]
	}
	m := ranges.FindStringSubmatch(text)
	low, errLow := strconv.Atoi(m[1])
	high, errHigh := strconv.Atoi(m[3])
	if m[2] == "" {
		return n == low
	}
	return (errLow != nil || n >= low) && (errHigh != nil || n <= high)
}

var english = strings.NewReplacer("bishop pair", "BB=", "queen", "Q", "rooks", "R", "rook", "R", "bishop", "B", "knight", "N",
	"pawns", "P", "pawn", "P", "two ", "2", "and", " ")

var amounts = regexp.MustCompile(`^ *(\d*)([KQRBNPkqrbnp]|\[[A-Z]+\])(\d+-\d+|\d+\+|\d+|\+|\*)?`)

// letters parses the text of an army into kinds and their allowed numbers.
func letters(text string) (kinds []string, low, high []int, others, pair bool) {
	text = english.Replace(text)
	text, pair = strings.ReplaceAll(text, "=", ""), strings.Contains(text, "=")
	if text, others = strings.CutSuffix(strings.TrimSpace(text), "?"); !strings.ContainsAny(text, "Kk") {
		text = "K" + text
	}
	for text = strings.TrimSpace(text); text != ""; text = strings.TrimSpace(text) {
		m := amounts.FindStringSubmatch(text)
		text = text[len(m[0]):]
		number := m[3]
		if m[1] != "" {
			number = m[1]
		}
		from, to := 1, 1
		switch {
		case number == "*":
			from, to = 0, 1000
		case number == "+":
			to = 1000
		case strings.HasSuffix(number, "+"):
			from, _ = strconv.Atoi(number[:len(number)-1])
			to = 1000
		case number != "":
			a, b, _ := strings.Cut(number+"-"+number, "-")
			from, _ = strconv.Atoi(a)
			b, _, _ = strings.Cut(b, "-")
			to, _ = strconv.Atoi(b)
		}
		kind := strings.ToUpper(strings.Trim(m[2], "[]"))
		if i := slices.Index(kinds, kind); i >= 0 {
			low[i], high[i] = low[i]+from, high[i]+to
			continue
		}
		kinds, low, high = append(kinds, kind), append(low, from), append(high, to)
	}
	return kinds, low, high, others, pair
}

// army compares the pieces of a player with a text.
func (n *naive) army(p *board.Position, c board.Color, text string) bool {
	have := n.pieces(p, c)
	kinds, low, high, others, pair := letters(text)
	for i, kind := range kinds {
		count := 0
		for _, k := range kind {
			count += strings.Count(have, string(k))
		}
		if count < low[i] || count > high[i] {
			return false
		}
	}
	for _, k := range have {
		if !others && !strings.Contains(strings.Join(kinds, ""), string(k)) {
			return false
		}
	}
	return !pair || n.of2(p, c)
}

// of2 reports whether a player has bishops on both colours.
func (n *naive) of2(p *board.Position, c board.Color) bool {
	one := &naive{positions: []board.Position{*p}}
	return one.of("bishops", "pair", 0, c)
}

// diff removes what both players have, piece by piece.
func (n *naive) diff(p *board.Position, c board.Color, text string) bool {
	us, them := n.pieces(p, c), n.pieces(p, c.Other())
	first, second, _ := language.CutArmies(text)
	ours, number, most, _, pair := letters(first)
	theirs, number2, most2, _, pair2 := letters(second)
	if pair && !n.of2(p, c) || pair2 && !n.of2(p, c.Other()) {
		return false
	}
	for _, kind := range []string{"P", "N", "B", "R", "Q"} {
		by, ignored := 0, false
		if i := slices.Index(ours, kind); i >= 0 {
			by, ignored = by+number[i], most[i] == 1000
			if strings.Count(us, kind) < number[i] {
				return false
			}
		}
		if i := slices.Index(theirs, kind); i >= 0 {
			by, ignored = by-number2[i], ignored || most2[i] == 1000
			if strings.Count(them, kind) < number2[i] {
				return false
			}
		}
		if !ignored && strings.Count(us, kind)-strings.Count(them, kind) != by {
			return false
		}
	}
	return true
}

var moveParts = regexp.MustCompile(`^(\?|[KQRBNP]|\[[A-Z]+\])?([a-h?]?[1-8?]?)([x*-]?)([a-h?][1-8?])?(=.)?([+#]*)$`)

// moveExpression converts a move's pattern to a regular expression for moves in long
// algebraic notation.
func moveExpression(text string) string {
	check := strings.TrimLeft(strings.TrimLeft(text, "0O*"), "-")
	_ = check
	end := map[bool]string{true: "[+#]", false: "[+#]?"}[strings.HasSuffix(text, "+")]
	if strings.HasSuffix(text, "#") {
		end = "#"
	}
	if strings.HasPrefix(text, "O-O") {
		side := strings.TrimRight(text, "+#")
		if side == "O-O*" {
			side = "O-O(-O)?"
		}
		return "^" + side + end + "$"
	}
	m := moveParts.FindStringSubmatch(text)
	piece, from, how, to, promotion := m[1], m[2], m[3], m[4], m[5]
	if to == "" && how == "" && len(from) == 2 {
		from, to = "", from
	}
	switch {
	case piece == "?":
		piece = "[A-Z]"
	case piece == "" && promotion != "" && to == "":
		piece = "P"
	case piece == "":
		piece = "P"
		if how == "" {
			how = "-"
		}
	}
	switch how {
	case "", "*":
		how = "[x-]"
	}
	switch {
	case len(from) == 1 && from >= "1" && from <= "8":
		from = "." + from
	case len(from) == 1:
		from += "."
	case from == "":
		from = ".."
	}
	if to == "" {
		to = ".."
	}
	switch promotion {
	case "":
		promotion = "(=.)?"
	case "=?":
		promotion = "=."
	}
	return "^" + piece + strings.ReplaceAll(from, "?", ".") + how + strings.ReplaceAll(to, "?", ".") + promotion + end + "$"
}
