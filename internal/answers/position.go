package answers

import (
	"strings"

	"github.com/chesszip/chesszip"
	"github.com/chesszip/chesszip/board"
	"github.com/chesszip/chesszip/gamestate"
	"github.com/chesszip/chesszip/movegen"
	"github.com/chesszip/chesszip/notation"
)

// Asked is the position that a request asks for: that of fen, or the start position, and
// then the moves of play.
type Asked struct {
	Position board.Position
	Essence  board.Position // by the rule of repetition
	Opening  *OpeningJSON   // the last on the way
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

// maxPlay is how many moves a request may play.
const maxPlay = 1000

// Asked reads the parameters fen and play.
func (a *Answer) Asked() (*Asked, error) {
	start := board.Start()
	if fen := a.Value("fen"); fen != "" {
		var err error
		// Some tools write blanks of a FEN as underscores.
		if start, err = board.ParseFEN(strings.ReplaceAll(fen, "_", " ")); err != nil {
			return nil, err
		}
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
	x.Position = s.Position()
	x.Essence = gamestate.Essence(&x.Position)
	return x, nil
}

type positionJSON struct {
	FEN     string          `json:"fen"`
	Turn    string          `json:"turn"`
	Check   bool            `json:"check"`
	Over    *string         `json:"over"`
	Opening *OpeningJSON    `json:"opening"`
	Solved  *solvedJSON     `json:"solved"`
	Moves   []legalMoveJSON `json:"moves"`
}

type legalMoveJSON struct {
	UCI     string       `json:"uci"`
	SAN     string       `json:"san"`
	Opening *OpeningJSON `json:"opening"`
}

type solvedJSON struct {
	Result string `json:"result"` // for the side to move: won, drawn or lost
	Plies  int    `json:"plies"`  // half-moves to mate
}

// position answers what may be played in a position.
func (s *Site) position(a *Answer) error {
	x, err := a.Asked()
	if err != nil {
		return err
	}
	p := x.Position
	out := positionJSON{FEN: p.String(), Turn: p.Turn.String(), Check: movegen.InCheck(&p), Opening: x.Opening, Moves: []legalMoveJSON{}}
	for _, m := range movegen.AppendLegal(nil, &p) {
		q := p
		movegen.Make(&q, m)
		out.Moves = append(out.Moves, legalMoveJSON{notation.UCI(&p, m, p.Chess960()), notation.SAN(&p, m), openingOf(q)})
	}
	if len(out.Moves) == 0 {
		over := "stalemate"
		if out.Check {
			over = "checkmate"
		}
		out.Over = &over
	}
	if o, err := s.endings.Probe(&p); err == nil {
		out.Solved = &solvedJSON{o.Result.String(), o.Plies}
	}
	return a.JSON(out)
}
