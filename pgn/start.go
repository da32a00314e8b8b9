package pgn

import (
	"strings"

	"github.com/chesszip/chesszip/board"
)

// startOf sets p to the position of a game's tags: the start position if there is no
// FEN tag or it cannot be read. The errors are for an unreadable FEN and an unknown
// variant.
func startOf(p *board.Position, fen string, hasFEN bool, variant string) (ofFEN, ofVariant error) {
	*p = board.Start()
	rules := rulesOf(variant)
	if rules == otherRules {
		ofVariant = ErrVariant
	}
	if !hasFEN {
		return nil, ofVariant
	}
	if rules == chessRules {
		fen = withoutChecks(fen)
	}
	start, err := board.ParseFEN(fen)
	if err != nil {
		return err, ofVariant
	}
	if *p = start; rules == chessRules {
		p.Castling = p.LikelyRights()
	}
	return nil, ofVariant
}

// rules are the rules by which the pieces of a game move.
type rules uint8

const (
	chessRules rules = iota // of standard chess
	chess960Rules
	otherRules
)

// rulesOf returns the rules of a value of the Variant tag. A variant that differs
// from chess only in how a game is won, or where it starts, has the rules of chess.
func rulesOf(variant string) rules {
	letters := strings.Map(func(c rune) rune {
		if strings.ContainsRune(" -_/\t", c) {
			return -1
		}
		return c
	}, strings.ToLower(variant))
	switch word := " " + strings.TrimSuffix(letters, "chess") + " "; {
	case word == "  ", strings.Contains(namesOfChess, word):
		return chessRules
	case strings.Contains(namesOfChess960, word):
		return chess960Rules
	}
	return otherRules
}

// The names of variants with the moves of chess and of Chess960, without blanks, and
// without chess at the end.
const (
	namesOfChess = " ? standard normal orthodox regular classic classical fromposition " +
		"threecheck threechecks 3check 3checks fivecheck 5check kingofthehill koth hill "
	namesOfChess960 = " chess960 fischerandom fischerrandom fischerrandom960 frc 960 chess9lx dfrc " +
		"doublefischerandom doublefischerrandom wildfr "
)

// withoutChecks returns a FEN without the field that counts the checks of three-check:
// "+1+0" at the end, or "2+3" before the clock.
func withoutChecks(fen string) string {
	fields := strings.Fields(fen)
	for i := 4; i < len(fields); i++ {
		if field := strings.TrimPrefix(fields[i], "+"); len(field) == 3 && field[1] == '+' {
			return strings.Join(append(fields[:i:i], fields[i+1:]...), " ")
		}
	}
	return fen
}
