package engine

import (
	"context"
	"fmt"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/chesszip/chesszip/board"
	"github.com/chesszip/chesszip/movegen"
	"github.com/chesszip/chesszip/notation"
)

// Question is a position to search.
type Question struct {
	Start board.Position
	Moves []board.Move // from Start to the position
	Lines int          // fewer if there are fewer moves, or the engine gives fewer
}

// Update is what the engine has found so far.
type Update struct {
	Depth    int    `json:"depth"`    // half-moves
	SelDepth int    `json:"selDepth"` // of the longest line
	Nodes    int64  `json:"nodes"`    // positions
	Speed    int64  `json:"nps"`      // positions a second
	Time     int64  `json:"ms"`
	Best     *Move  `json:"best"`
	Lines    []Line `json:"lines"` // the best first
}

// Line is a line of play with its score from White's view.
type Line struct {
	Eval  Eval   `json:"eval"`
	Moves []Move `json:"moves"`
}

// Eval is hundredths of a pawn for White, or moves to mate, negative if Black mates.
type Eval struct {
	CP   *int `json:"cp"`
	Mate *int `json:"mate"`
}

// Move is a move by its two names.
type Move struct {
	UCI string `json:"uci"`
	SAN string `json:"san"`
}

const (
	// longestMoves is the number of moves of a line that are passed on.
	longestMoves = 40
	// pace is the shortest time between two updates.
	pace = 100 * time.Millisecond
	// overtime is how much longer than allowed an engine may search before it is ended.
	overtime = 3 * time.Second
)

// search is a running search.
type search struct {
	*Engine
	at      board.Position
	latest  []info // by rank, as many as are wanted; without moves where there is none yet
	found   []info // latest, when all of them had come
	report  func(*Update) error
	waiting bool    // something has not been reported
	told    *Update // the last one that was reported
	refused bool    // a line has no legal move
}

// Search searches a position until the time is over or ctx ends, and passes what is
// found to report. When ctx ends, Search stops the engine, so that it can search again,
// and returns the cause. After any other error the engine must be closed, except after a
// *board.InvalidError. The result is the engine's choice, nil if there is no legal move.
func (e *Engine) Search(ctx context.Context, q *Question, report func(*Update) error) (best *Move, err error) {
	s := &search{Engine: e, report: report}
	var moves string
	if s.at, moves, err = q.position(); err != nil {
		return nil, err
	}
	from, chess96 := q.Start, q.Start.Chess960()
	legal := len(movegen.AppendLegal(nil, &s.at))
	if legal == 0 {
		return nil, nil
	}
	// No engine takes a move that passes the turn, and few begin at any position.
	if slices.Contains(q.Moves, board.NullMove) || q.Start.Validate() != nil {
		from, chess96, moves = s.at, s.at.Chess960(), ""
	}
	s.latest = make([]info, max(1, min(q.Lines, e.lines, legal)))
	if err := e.prepare(ctx, chess96, len(s.latest)); err != nil {
		return nil, err
	}
	position := "position fen " + from.String()
	if moves != "" {
		position += " moves" + moves
	}
	e.process.send(position)
	e.process.send("go movetime " + strconv.FormatInt(max(1, e.options.Time.Milliseconds()), 10))
	return s.run(ctx)
}

// position returns the position with the moves to it as an engine takes them. Engines
// crash at positions that no game can reach: those are a *board.InvalidError.
func (q *Question) position() (p board.Position, moves string, err error) {
	p = q.Start
	for _, m := range q.Moves {
		moves += " " + string(notation.AppendUCI(nil, &p, m, q.Start.Chess960()))
		movegen.Make(&p, m)
	}
	if err := p.Validate(); err != nil {
		return p, "", err
	}
	return p, moves, nil
}

// prepare sets what a search needs.
func (e *Engine) prepare(ctx context.Context, chess96 bool, lines int) error {
	if chess96 != e.chess96 {
		if _, has := e.offers["uci_chess960"]; !has {
			return &Failure{e.name, "does not play Chess960", nil}
		}
		e.process.send(fmt.Sprintf("setoption name UCI_Chess960 value %v", chess96))
		e.chess96 = chess96
	}
	e.set("MultiPV", lines)
	return e.ready(ctx)
}

// run takes the engine's lines until it names its best move.
func (s *search) run(ctx context.Context) (*Move, error) {
	s.process.allow()
	first, last := time.NewTimer(s.options.patience), time.NewTimer(s.options.Time+overtime)
	next := time.NewTimer(0)
	defer func() { first.Stop(); last.Stop(); next.Stop() }()
	for {
		select {
		case text, ok := <-s.process.lines:
			if err := s.check(ok); err != nil {
				return nil, err
			}
			if move, ok := strings.CutPrefix(text, "bestmove"); ok {
				return s.end(move)
			}
			s.take(text)
		case <-next.C:
			if err := s.tell(); err != nil {
				return nil, s.stop(err)
			}
			next.Reset(pace)
		case <-first.C:
			if s.told != nil {
				continue
			}
			if s.refused {
				return nil, &Failure{s.name, "gives no line that is legal in this position", nil}
			}
			return nil, &Failure{s.name, fmt.Sprintf("gives no line within %v", s.options.patience), nil}
		case <-last.C:
			return nil, &Failure{s.name, fmt.Sprintf("searches longer than the %v that it was given", s.options.Time), nil}
		case <-ctx.Done():
			return nil, s.stop(context.Cause(ctx))
		}
	}
}

// stop ends the search because of err. An engine that does not stop at once is ended.
func (s *search) stop(err error) error {
	background, cancel := context.WithTimeout(context.Background(), overtime)
	defer cancel()
	late := s.exchange(background, "stop", func(text string) (bool, error) { return strings.HasPrefix(text, "bestmove"), nil })
	if late != nil {
		s.process.kill()
	}
	return err
}

// end passes on what was found last, and returns the best move if it is legal.
func (s *search) end(text string) (*Move, error) {
	if err := s.tell(); err != nil {
		return nil, err
	}
	move, _, _ := strings.Cut(strings.TrimSpace(text), " ")
	if moves := s.moves([]string{move}); len(moves) == 1 {
		return &moves[0], nil
	}
	return nil, &Failure{s.name, fmt.Sprintf("ends with the move %q, which is not legal", plain(move)), nil}
}

// take reads a line of the engine. It is not looked at closely before it is told: an
// engine may send thousands a second.
func (s *search) take(text string) {
	f, ok := parseInfo(text)
	if !ok || f.rank > len(s.latest) {
		return
	}
	s.latest[f.rank-1], s.waiting = f, true
	if f.rank == len(s.latest) { // lines come from the best on
		s.found = append(s.found[:0], s.latest...)
	}
}

// tell reports what is new.
func (s *search) tell() error {
	if !s.waiting {
		return nil
	}
	s.waiting = false
	all := s.found
	if all == nil {
		all = s.latest // not all ranks have come yet
	}
	u := &Update{Lines: []Line{}}
	seen := map[string]bool{}
	for _, f := range all {
		line := Line{f.score(s.at.Turn), s.moves(f.moves)}
		if line.Moves == nil {
			s.refused = s.refused || f.moves != nil
			continue
		}
		first := line.Moves[0].UCI
		if seen[first] {
			continue
		}
		seen[first] = true
		if len(u.Lines) == 0 {
			u.Depth, u.SelDepth, u.Nodes, u.Speed, u.Time = f.depth, f.selDepth, f.nodes, f.speed, f.time
		}
		u.Depth = min(u.Depth, f.depth)
		u.Lines = append(u.Lines, line)
	}
	if len(u.Lines) == 0 {
		return nil
	}
	u.Best = &u.Lines[0].Moves[0]
	if reflect.DeepEqual(u, s.told) {
		return nil // engines repeat their lines at the end
	}
	s.told = u
	return s.report(u)
}

// moves returns moves up to the first that is not legal.
func (s *search) moves(words []string) (all []Move) {
	p := s.at
	for _, w := range words[:min(len(words), longestMoves)] {
		m, err := notation.ParseUCI(w, &p)
		if err != nil || m == board.NullMove {
			break
		}
		all = append(all, Move{notation.UCI(&p, m), notation.SAN(&p, m)})
		movegen.Make(&p, m)
	}
	return all
}
