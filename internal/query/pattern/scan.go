package pattern

import (
	"slices"

	"github.com/chesszip/chesszip/board"
)

// Scan searches games for a pattern, one after the other. For each game the caller calls
// Begin, See with each position until it returns false, and End if it did not.
type Scan struct {
	pattern *Pattern
	facts   facts
	runs    []run
	seen    int  // positions of the game
	idle    bool // nothing can match before a capture or a pawn move
	// The previous position and the move that led to it, for patterns that look ahead.
	before board.Position
	last   board.Move
	met    []int
}

// NewScan returns a Scan for the pattern.
func (p *Pattern) NewScan() *Scan {
	s := &Scan{pattern: p, runs: make([]run, len(p.programs))}
	s.facts.openings = make([]bool, len(p.openings))
	for i := range s.runs {
		s.runs[i] = run{program: &p.programs[i], states: make([]state, len(p.programs[i].steps))}
	}
	return s
}

// Begin starts a new game.
func (s *Scan) Begin() {
	s.seen, s.idle, s.met = 0, false, nil
	for i := range s.runs {
		r := &s.runs[i]
		r.first, r.reached, r.over = 0, 0, false
		for k := range r.states {
			r.states[k].since = -1
		}
	}
}

// See examines the next position of the game, beginning with its start, and the move
// that led to it. It returns false once the pattern has matched or can no longer match.
func (s *Scan) See(p *board.Position, m board.Move) bool {
	s.seen++
	if !s.pattern.ahead {
		return s.look(p, m)
	}
	more := true
	if s.seen > 1 {
		s.seen--
		s.facts.next, s.facts.isLast = m, false
		more = s.look(&s.before, s.last)
		s.seen++
	}
	s.before, s.last = *p, m
	return more
}

// End must be called after the last position of a game.
func (s *Scan) End() {
	if s.pattern.ahead && s.seen > 0 {
		s.facts.next, s.facts.isLast = board.NullMove, true
		s.look(&s.before, s.last)
	}
}

// Met returns for each step the number of half-moves before the position that matched,
// nil if the pattern did not match.
func (s *Scan) Met() []int { return s.met }

// look evaluates all readings of the pattern at a position.
func (s *Scan) look(p *board.Position, m board.Move) (more bool) {
	if s.idle && p.HalfmoveClock != 0 {
		return true
	}
	f := &s.facts
	f.p, f.ply = p, s.seen-1
	ask := f.ply <= s.pattern.openingPlies
	if ask {
		s.open(m)
	}
	if ask || p.HalfmoveClock == 0 || f.ply == 0 {
		ask = f.refresh(p, m) || ask || s.pattern.pawns
	}
	if s.pattern.pawns && f.rights != p.Castling {
		f.rights, ask = p.Castling, true
	}
	s.idle = f.ply >= s.pattern.openingPlies
	for i := range s.runs {
		r := &s.runs[i]
		switch {
		case r.over:
		case r.look(f):
			s.met = slices.Clone(r.states[len(r.states)-1].met)
			return false
		case f.ply >= r.until[r.reached] || ask && r.gone(f):
			r.over = true
		default:
			more = true
			s.idle = s.idle && r.idle
		}
	}
	return more
}

// open compares the game with the lines of moves of the pattern.
func (s *Scan) open(m board.Move) {
	ply := s.facts.ply
	for i, line := range s.pattern.openings {
		switch {
		case ply == 0:
			s.facts.openings[i] = *s.facts.p == board.Start()
		case ply <= len(line) && m != line[ply-1]:
			s.facts.openings[i] = false
		}
	}
}

// run is the progress of a game in a pattern. Later steps match after earlier ones. If
// the next step need not follow at once, the first match of a step is final.
type run struct {
	*program
	states  []state
	first   int // steps before it have a final match
	reached int // number of steps matched
	over    bool
	idle    bool // all possible steps wait for a capture or a pawn move
}

// state is the progress of a game in a step.
type state struct {
	epoch, recount int  // of rare and counted
	rare, counted  bool // results of the step's rare and counted conditions
	since          int  // first of the consecutive positions that match, or -1
	start          []int
	met            []int // plies of the matches of the steps up to this one, if any
}

// look evaluates steps at a position, and reports whether the last one matches.
func (r *run) look(f *facts) bool {
	r.idle = true
	for i := min(r.reached, len(r.steps)-1); i >= r.first; i-- {
		st, step := &r.states[i], &r.steps[i]
		if !step.plies.has(f.ply) || !st.has(step, f) {
			st.since = -1
			r.idle = r.idle && st.waits(f)
			continue
		}
		r.idle = false
		if st.since < 0 {
			if st.start = st.start[:0]; i > 0 {
				before := r.states[i-1].met
				if step.within > 0 && f.ply-before[i-1] > step.within {
					continue
				}
				st.start = append(st.start, before...)
			}
			st.since = f.ply
		}
		if f.ply-st.since+1 < step.hold {
			continue
		}
		st.met = append(append(st.met[:0], st.start...), f.ply)
		if i == len(r.steps)-1 {
			return true
		}
		r.reached = max(r.reached, i+1)
		if r.steps[i+1].within == 0 {
			r.first = i + 1
			return false
		}
	}
	return false
}

// has reports whether a position meets the conditions of a step.
func (st *state) has(step *step, f *facts) bool {
	if st.recount != f.recount {
		st.recount, st.counted = f.recount, step.counted.holds(f)
	}
	if !st.counted {
		return false
	}
	if st.epoch != f.epoch {
		st.epoch, st.rare = f.epoch, step.rare.holds(f)
	}
	return st.rare && step.often.holds(f)
}

// waits reports whether the step cannot match before a capture or a pawn move.
func (st *state) waits(f *facts) bool {
	return st.recount == f.recount && !st.counted || st.epoch == f.epoch && !st.rare
}

// gone reports that a step which has not matched cannot match later.
func (r *run) gone(f *facts) bool {
	for i := r.reached; i < len(r.steps); i++ {
		if r.steps[i].counted.gone(f) || r.steps[i].rare.gone(f) || r.steps[i].often.gone(f) {
			return true
		}
	}
	return false
}
