package sheet

import (
	"github.com/chesszip/chesszip/archive"
	"github.com/chesszip/chesszip/board"
	"github.com/chesszip/chesszip/internal/column"
	"github.com/chesszip/chesszip/internal/column/remark"
	"github.com/chesszip/chesszip/internal/contextmix"
	"github.com/chesszip/chesszip/internal/rangecoder"
	"github.com/chesszip/chesszip/movegen"
	"github.com/chesszip/chesszip/movelist/learned"
	"github.com/chesszip/chesszip/notation"
	"github.com/chesszip/chesszip/pgn"
)

// maxSteps is the number of steps beyond which a game is no game: the memory
// to take it apart would be many times its text's.
const maxSteps = 1 << 17

// encoder takes the games of one sheet apart.
type encoder struct {
	parsed
	scanner pgn.Scanner
	lines   lines
	legal   []board.Move

	script         *script
	gaps, suffixes *book // the script's
	last           int   // style of the last game

	heads     *heads
	table     tagTable
	room      contextmix.Room
	known     learned.Known // of the game
	words     texts
	remarks   remarkGroups
	moves     fastGroups
	learned   *learned.Writer // codes the moves instead, if not nil
	plies     int64
	moveBytes int
	effort    column.Effort
	length    int // of the input

	chain      []int
	fen        []byte
	late       bool                                  // whether a value follows from the moves
	cols       [numWraps - wrapWords + 1][]gapColumn // of greedy lines, and of each way to break comments
	broken     int                                   // comments of the game with line breaks
	notes      []note                                // of all of them, if there are any
	filled     []byte
	counts     counts
	departures []departure
	trial      habits
	noted      noted
}

func (e *encoder) reset() {
	e.script = newScript(rangecoder.NewEncoder(nil), nil)
	e.gaps, e.suffixes = e.script.gaps, e.script.suffixes
	e.last = 0
	e.heads = newHeads(contextmix.Coder{Enc: rangecoder.NewEncoder(nil)})
	e.table.reset()
	e.words = texts{}
	e.remarks.reset()
	e.moves.reset()
	if e.learned != nil {
		e.learned.Reset()
	}
	e.plies = 0
	e.noted.reset()
}

// run takes all games apart; false if one of them cannot be.
func (e *encoder) run(src []byte, ends []int) bool {
	e.reset()
	e.length, e.late = len(src), false
	start := 0
	for _, end := range ends {
		if !e.game(src[start:end]) {
			return false
		}
		start = end
	}
	return e.values() <= maxValues(len(src))
}

// values counts what all columns hold.
func (e *encoder) values() int {
	return len(e.script.spelled.values) + len(e.heads.spelled.values) + len(e.words.values) + e.table.values
}

func (e *encoder) game(text []byte) bool {
	e.parse(&e.scanner, text)
	if len(e.steps) > maxSteps {
		return false
	}
	e.script.opening.begin(e.tags, &e.start)
	e.moves.begin()
	e.remarks.begin()
	e.broken = brokenComments(e.steps)
	e.noted.begin(&e.parsed)
	dialect := e.resolveInDialect()
	if !e.lateValues() {
		return false
	}
	e.codeHead()
	e.noted.end(e.known.Plies)
	if e.learned != nil {
		e.codeMoves()
	}
	for k := range e.cols {
		e.cols[k] = e.cols[k][:0]
	}
	e.codeStyle(dialect)
	e.codeRemarks()
	e.codeSteps()
	return true
}

// note is a comment and where it stands.
type note struct {
	step                 int
	at                   remark.At
	now, before, earlier board.Position
}

// note takes note of the comment at a step. The positions of at are copied.
func (e *encoder) note(step int, at remark.At) {
	e.notes = append(e.notes, note{step: step, at: at})
	n := &e.notes[len(e.notes)-1]
	if at.Now != nil {
		n.now = *at.Now
	}
	if at.Before != nil {
		n.before = *at.Before
	}
	if at.Earlier != nil {
		n.earlier = *at.Earlier
	}
}

// codeRemarks codes the comments of a game that has broken ones: what is stored
// of these depends on the style. resolve codes those of other games.
func (e *encoder) codeRemarks() {
	s := &e.script.styles[e.last].style
	for i := range e.notes {
		n := &e.notes[i]
		text := e.steps[n.step].inside()
		if s.breaksComments() && e.steps[n.step].op == opComment {
			if t := e.unbroken(n.step, s); t != nil {
				text = t
			}
		}
		at := n.at
		if at.Now != nil {
			at.Now = &n.now
		}
		if at.Before != nil {
			at.Before = &n.before
		}
		if at.Earlier != nil {
			at.Earlier = &n.earlier
		}
		e.remarks.write(text, &at)
	}
}

// codeHead codes what comes before the movetext.
func (e *encoder) codeHead() {
	e.chain = e.chain[:0]
	for _, t := range e.tags {
		e.chain = append(e.chain, e.heads.literals.id(t.literal))
		e.table.add(t.name, t.value)
	}
	e.chain = append(e.chain, e.heads.literals.id(e.parsed.last))
	_, _, _ = e.heads.tagChain(e.chain) // a writer has no errors
	e.known = knownOf(e.tags, e.steps)
	e.heads.countPlies(e.known.Plies)
	e.table.end(e.known.Plies)
}

// resolveInDialect turns words into moves, codes them, and finds the dialect
// in which the fewest are spelled in a form of their own.
func (e *encoder) resolveInDialect() notation.Dialect {
	d := notation.Standard
	if len(e.script.styles) > 0 {
		d = e.script.styles[e.last].dialect
	}
	formed, other := e.resolve(d, true)
	if formed == 0 || other == d {
		return d
	}
	known := false
	for _, s := range e.script.styles {
		known = known || s.dialect == other
	}
	if formed < 2 && !known {
		return d
	}
	if n, _ := e.resolve(other, false); n+1 < formed || known && n < formed {
		return other
	}
	e.resolve(d, false)
	return d
}

// resolve finds the moves that words mean and their forms in dialect d. It
// returns how many have one, and a dialect that the last of those fits. The
// moves are coded if code is set.
func (e *encoder) resolve(d notation.Dialect, code bool) (formed int, other notation.Dialect) {
	other = d
	if code {
		e.notes = e.notes[:0]
	}
	e.lines.reset(&e.start)
	var facts facts
	last, ended := 0, false
	if code {
		facts, last = factsOf(e.tags), lastMove(e.steps)
	}
	for i := range e.steps {
		st := &e.steps[i]
		switch st.op {
		case opOpen:
			e.lines.open()
		case opClose:
			e.lines.close()
		case opNAG, opGlyph:
			e.lines.glyph(st)
		case opResult, opText:
			// What follows the result of the main line is not of the game.
			ended = ended || len(e.lines.stack) == 0 && (st.op == opResult || isResult(st.text))
		case opComment, opLineComment:
			if !code {
				continue
			}
			at := e.lines.at(&facts, i > last, &e.script.opening, e.script.opening.matched)
			if k := variation(e.steps, i); k > 0 && at.Before != nil {
				e.legal = movegen.AppendLegal(e.legal[:0], at.Before)
				if m, _, err := d.ParseSAN(e.steps[k].text, at.Before, e.legal); err == nil && m != board.NullMove {
					at.Other = m
				}
			}
			if e.broken == 0 {
				e.remarks.write(st.inside(), &at)
				continue
			}
			e.note(i, at)
		case opWord, opMove, opNull:
			if len(e.lines.stack) == 0 && e.lines.now.ply != e.script.opening.matched {
				e.script.opening.play(board.NullMove)
			}
			if e.lines.now.lost || ended && len(e.lines.stack) == 0 {
				e.lines.lose()
				continue
			}
			pos := &e.lines.now.pos
			e.legal = movegen.AppendLegal(e.legal[:0], pos)
			m, form, err := d.ParseSAN(st.text, pos, e.legal)
			if err != nil {
				e.lines.lose()
				continue
			}
			if m == board.NullMove {
				st.op = opNull
				if code && len(e.lines.stack) == 0 {
					e.noted.moves = append(e.noted.moves, m)
				}
				e.lines.play(m)
				continue
			}
			st.op, st.form = opMove, form
			if form != 0 {
				formed++
				if form != notation.FormVerbatim {
					other = d.Adapt(pos, m, e.legal, form)
				}
			}
			if code {
				e.plies++
				if len(e.lines.stack) == 0 {
					e.noted.moves = append(e.noted.moves, m)
				}
				st.arg = uint16(indexOf(e.legal, m))
				opening := len(e.lines.stack) == 0 && e.script.opening.play(m)
				if e.learned == nil && !opening {
					e.moves.w.Write(e.lines.now.past, pos, e.legal, int(st.arg))
				}
			}
			e.lines.play(m)
		}
	}
	return formed, other
}

// codeMoves codes the moves that resolve found by a learned level, which
// needs to know how many there are.
func (e *encoder) codeMoves() {
	e.learned.Begin(&e.known)
	e.lines.reset(&e.start)
	e.lines.learned = true
	for i := range e.steps {
		st := &e.steps[i]
		switch st.op {
		case opOpen:
			e.lines.open()
		case opClose:
			e.lines.close()
		case opWord:
			e.lines.lose()
		case opNull:
			e.lines.play(board.NullMove)
		case opMove:
			now := &e.lines.now
			e.legal = movegen.AppendLegal(e.legal[:0], &now.pos)
			if len(e.lines.stack) > 0 || now.ply >= e.script.opening.matched {
				e.learned.Write(&now.deep, &now.pos, e.legal, int(st.arg))
			}
			e.lines.play(e.legal[st.arg])
		}
	}
	e.lines.learned = false
}

// maxTrials is the number of styles tried on a game that departs from the
// last one.
const maxTrials = 6

// codeStyle finds the style with the fewest departures and codes both.
func (e *encoder) codeStyle(d notation.Dialect) {
	s := e.script
	best, least := -1, maxSteps
	// cost counts departures, and the broken comments of a style that does not
	// foretell them.
	cost := func(s *style, limit int) int {
		if s.breaksComments() {
			return len(e.compare(e.departures[:0], s, &e.trial, limit))
		}
		return e.broken + len(e.compare(e.departures[:0], s, &e.trial, max(limit-e.broken, -1)))
	}
	try := func(id int) {
		if best == id || s.styles[id].dialect != d {
			return
		}
		e.trial = s.styles[id].habits
		if n := cost(&s.styles[id].style, least); n < least {
			best, least = id, n
		}
	}
	n := len(s.styles)
	if n > 0 {
		try(e.last)
		for id := n - 1; id >= 0 && id >= n-maxTrials && least > 0; id-- {
			try(id)
		}
	}
	var fresh style
	id := best
	if best < 0 || least > 1 {
		for _, way := range [...]wrap{wrapGreedy, wrapWords, wrapBase} {
			if way != wrapGreedy && e.broken == 0 {
				break
			}
			f := deriveStyle(e.steps, e.columnsFor(way), way)
			f.dialect = d
			e.trial = firstHabits()
			if n > 0 {
				e.trial = s.styles[e.last].habits
			}
			// A new style costs about as much as two departures.
			if k := cost(&f, max(least-2, 0)); id < 0 || k+2 < least {
				id, fresh, least = n, f, k+2
			}
		}
	}
	id, _ = s.chooseStyle(e.last, id, fresh)
	e.last = id
	st := s.styles[id]
	e.departures = e.compare(e.departures[:0], &st.style, &st.habits, maxSteps)
	s.countDepartures(len(e.departures))
	before := -1
	for i := range e.departures {
		d := &e.departures[i]
		s.departure(d, i, before)
		if d.mask&departForm != 0 && d.form == int(notation.FormVerbatim) {
			e.words.add(e.steps[d.step].text)
		}
		before = d.step
	}
}

// codeSteps codes the kinds of the steps and what they hold.
func (e *encoder) codeSteps() {
	s := e.script
	s.opening.code(s.opening.matched, e.known.Plies)
	prev, last, run := opEnd, 0, 0
	left := movesLeft{plies: e.known.Plies}
	for i := range e.steps {
		st := &e.steps[i]
		if st.op == opMove {
			run++
			continue
		}
		s.runLength(prev, last, left.now(), run)
		left.pass(run)
		s.otherOp(prev, run, left.now(), st.op)
		left.step(st.op)
		switch st.op {
		case opNull, opWord, opText:
			e.words.add(st.text)
		case opNAG:
			s.number(&s.nag, int(st.arg))
		case opGlyph:
			s.entry(s.glyphs, &s.glyph, s.glyphs.id(st.text))
		case opResult:
			s.tree(&s.result[e.result], int(st.arg))
		}
		prev, last, run = st.op, run, 0
	}
}

// cheapTexts is the part of the input that texts may be and be packed as well
// as can be at every level.
const cheapTexts = 64

// streams gives the coded columns.
func (e *encoder) streams() []archive.Stream {
	moves, kind := e.moves.finish(), kindMoves
	if e.learned != nil {
		moves, kind = e.learned.AppendTo(nil), kindLearned
	}
	e.moveBytes = len(moves)
	streams := []archive.Stream{{Kind: kindScript, Data: e.script.enc.Finish()}}
	add := func(kind int, values [][]byte) {
		if len(values) == 0 {
			return
		}
		effort, length := e.effort, 0
		for _, v := range values {
			length += len(v)
		}
		if length <= e.length/cheapTexts {
			effort = column.Thorough // it takes no time
		} else if effort == column.Thorough && kind != kindSpelled && kind != kindLiterals {
			effort = column.Prose
		}
		streams = append(streams, archive.Stream{Kind: uint16(kind), Data: column.Append(nil, values, effort)})
	}
	add(kindSpelled, e.script.spelled.values)
	add(kindWords, e.words.values)
	remarks, texts := e.remarks.finish()
	add(kindComments, texts)
	if len(moves) > 0 {
		streams = append(streams, archive.Stream{Kind: uint16(kind), Data: moves})
	}
	if len(remarks) > 0 {
		streams = append(streams, archive.Stream{Kind: kindRemarks, Data: remarks})
	}
	streams = append(streams, archive.Stream{Kind: kindHeads, Data: e.heads.c.Enc.Finish()})
	add(kindLiterals, e.heads.spelled.values)
	table := e.table.table(&e.room)
	for i := range table.Columns {
		streams = append(streams, archive.Stream{Kind: uint16(kindTags + i), Data: table.Append(nil, i, e.effort)})
	}
	return streams
}
