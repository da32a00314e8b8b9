package pgn

import (
	"errors"
	"slices"
	"strings"
	"time"

	"github.com/chesszip/chesszip/board"
	"github.com/chesszip/chesszip/gamestate"
	"github.com/chesszip/chesszip/internal/base/tagvalue"
	"github.com/chesszip/chesszip/movegen"
)

// The reasons of problems that only Check finds.
var (
	// ErrMissing: the game lacks a tag, which is the Text of the problem.
	ErrMissing = errors.New("pgn: a missing tag")
	// ErrValue: a date, rating or ECO code is malformed. The Text is the tag.
	ErrValue = errors.New("pgn: a malformed value")
	// ErrNoResult: no result ends the moves.
	ErrNoResult = errors.New("pgn: no result ends the moves")
	// ErrFinal: the moves end by checkmate or stalemate, and the result is another.
	ErrFinal = errors.New("pgn: another result than that of the final position")
)

// Check returns the problems of g and what else a careful editor would correct: tags of
// those required that are missing, malformed dates, ratings and ECO codes, and a
// result that contradicts the end of the moves or the final position. A value of
// question marks is known to be unknown, and no problem. If nothing is required, pass
// nothing; the seven tags of the PGN standard are those of Roster.
func (g *ParsedGame) Check(required ...string) []Problem {
	found := slices.Clone(g.Problems)
	note := func(err error, ply int, text string) {
		found = append(found, Problem{Err: err, Ply: ply, Text: text, Offset: g.Offset})
	}
	for _, name := range required {
		if _, ok := g.Tag(name); !ok {
			note(ErrMissing, 0, name)
		}
	}
	for _, t := range g.Tags {
		if isMalformed(t) {
			note(ErrValue, 0, t.Name+` "`+t.Value+`"`)
		}
	}
	line, whole := g.MainLine()
	plies := len(line.Moves)
	outcome := g.Outcome()
	switch {
	case g.Result == "":
		note(ErrNoResult, plies, "")
	case g.Result == "*" && outcome != gamestate.Undecided:
		note(ErrResult, plies, g.Result)
	}
	if final, over := finalResult(line.Start, line.Moves); whole && over && final != outcome && (g.Result != "" || outcome != gamestate.Undecided) {
		note(ErrFinal, plies, outcome.String())
	}
	return found
}

// finalResult returns the result of the final position, if it is checkmate or stalemate.
func finalResult(p board.Position, moves []board.Move) (r gamestate.Result, over bool) {
	for _, m := range moves {
		movegen.Make(&p, m)
	}
	switch {
	case len(moves) == 0 || movegen.HasLegal(&p):
		return 0, false
	case !movegen.InCheck(&p):
		return gamestate.Draw, true
	case p.Turn == board.White:
		return gamestate.BlackWins, true
	}
	return gamestate.WhiteWins, true
}

// isMalformed reports whether the value of a tag is malformed.
func isMalformed(t Tag) bool {
	value := []byte(strings.TrimSpace(t.Value))
	if tagvalue.Unknown([]byte(t.Value)) {
		return false
	}
	switch t.Name {
	case "Date", "UTCDate", "EventDate":
		d := tagvalue.ParseDate(value)
		if !d.Known() || len(value) != len("2013.01.31") && len(value) != len("2013") {
			return true
		}
		if d.First != d.Last {
			return !strings.ContainsRune(t.Value[4:], '?') && len(value) > len("2013")
		}
		_, err := time.Parse("2006.01.02", string(d.AppendText(nil)))
		return err != nil
	case "WhiteElo", "BlackElo":
		_, ok := tagvalue.ParseRating(value)
		return !ok
	case "ECO":
		return tagvalue.ParseECO(value) < 0
	case "Result":
		return tagvalue.ParseAnyResult(value) == tagvalue.OtherResult
	}
	return false
}

// Roster returns the seven tags that every game has by the PGN standard, in their order.
func Roster() []string {
	names := make([]string, len(roster))
	for i, t := range roster {
		names[i] = t.Name
	}
	return names
}
