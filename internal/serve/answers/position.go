package answers

import (
	"errors"
	"strings"

	"github.com/chesszip/chesszip"
	"github.com/chesszip/chesszip/board"
	"github.com/chesszip/chesszip/gamestate"
	"github.com/chesszip/chesszip/movegen"
	"github.com/chesszip/chesszip/notation"
)

// Asked is the position of a request: that of fen, or the start position, followed by
// the moves of play.
type Asked struct {
	Position board.Position
	Essence  board.Position // as the rule of repetition compares it
	Opening  *OpeningJSON   // the last one before the position
	Start    board.Position
	Moves    []board.Move // of play, from Start on
}

type OpeningJSON struct {
	ECO  string `json:"eco"`
	Name string `json:"name"`
}

func openingOf(p board.Position) *OpeningJSON {
	o := chesszip.OpeningOf(p)
	if o == (chesszip.Opening{}) {
		return nil
	}
	return &OpeningJSON{o.ECO, o.Name}
}

// maxPlay is the greatest number of moves in a request.
const maxPlay = 1000

// Asked parses the parameters fen and play.
func (a *Answer) Asked() (*Asked, error) {
	start := board.Start()
	if fen := a.Value("fen"); fen != "" {
		var err error
		// Some tools write blanks of a FEN as underscores.
		if start, err = board.ParseFEN(strings.ReplaceAll(fen, "_", " ")); err != nil {
			return nil, err
		}
		start.Castling = start.LikelyRights()
	}
	s := gamestate.NewState(start)
	x := &Asked{Opening: openingOf(start)}
	if play := a.Value("play"); play != "" {
		moves := strings.Split(play, ",")
		if len(moves) > maxPlay {
			return nil, Bad("play: more than %d moves", maxPlay)
		}
		for i, m := range moves {
			if err := s.PlayUCI(strings.TrimSpace(m)); err != nil {
				return nil, Bad("play: move %d, %q, cannot be played", i+1, m)
			}
			if o := openingOf(s.Position()); o != nil {
				x.Opening = o
			}
		}
	}
	x.Start, x.Moves = start, s.Game().Moves
	x.Position = s.Position()
	x.Essence = gamestate.Essence(&x.Position)
	return x, nil
}

// playedJSON is a played move with the position after it.
type playedJSON struct {
	UCI string `json:"uci"`
	SAN string `json:"san"`
	FEN string `json:"fen"`
}

type positionJSON struct {
	FEN     string          `json:"fen"`
	Line    []playedJSON    `json:"line"`
	Turn    string          `json:"turn"`
	Check   bool            `json:"check"`
	Over    *string         `json:"over"`
	Invalid *string         `json:"invalid"` // why no game can reach it
	Opening *OpeningJSON    `json:"opening"`
	Solved  *solvedJSON     `json:"solved"`
	Moves   []legalMoveJSON `json:"moves"`
}

type legalMoveJSON struct {
	UCI     string       `json:"uci"`
	SAN     string       `json:"san"`
	Opening *OpeningJSON `json:"opening"`
	Solved  *solvedJSON  `json:"solved"`
}

type solvedJSON struct {
	Result string `json:"result"` // for the side to move: won, drawn or lost
	Plies  int    `json:"plies"`  // half-moves to mate
}

// position answers with the legal moves of a position.
func (s *Site) position(a *Answer) error {
	x, err := a.Asked()
	if err != nil {
		return err
	}
	p := x.Position
	out := positionJSON{FEN: p.String(), Line: x.line(), Turn: p.Turn.String(), Check: movegen.InCheck(&p), Opening: x.Opening, Moves: []legalMoveJSON{}}
	var wrong *board.InvalidError
	if errors.As(p.Validate(), &wrong) {
		out.Invalid = new(string)
		*out.Invalid = wrong.Flaws.String()
	}
	solved := s.solved(&out, &p)
	for _, m := range movegen.AppendLegal(nil, &p) {
		q := p
		movegen.Make(&q, m)
		out.Moves = append(out.Moves, legalMoveJSON{notation.UCI(&p, m), notation.SAN(&p, m), openingOf(q), solved[m]})
	}
	if len(out.Moves) == 0 {
		over := "stalemate"
		if out.Check {
			over = "checkmate"
		}
		out.Over = &over
	}
	return a.JSON(out)
}

// solved sets the outcome of a position in a solved ending, and returns that of each
// legal move.
func (s *Site) solved(out *positionJSON, p *board.Position) map[board.Move]*solvedJSON {
	if s.endings == nil {
		return nil
	}
	o, err := s.endings.Probe(p)
	if err != nil {
		return nil
	}
	out.Solved = &solvedJSON{o.Result.String(), o.Plies}
	choices, err := s.endings.Choices(p)
	if err != nil {
		return nil
	}
	moves := map[board.Move]*solvedJSON{}
	for _, c := range choices {
		moves[c.Move] = &solvedJSON{c.Outcome.Result.String(), c.Outcome.Plies}
	}
	return moves
}

// line returns the moves of play.
func (x *Asked) line() []playedJSON {
	line := []playedJSON{}
	p := x.Start
	for _, m := range x.Moves {
		uci, san := notation.UCI(&p, m), notation.SAN(&p, m)
		movegen.Make(&p, m)
		line = append(line, playedJSON{uci, san, p.String()})
	}
	return line
}
