package sheet

import (
	"slices"

	"github.com/chesszip/chesszip/archive"
	"github.com/chesszip/chesszip/board"
	"github.com/chesszip/chesszip/internal/contextmix"
	"github.com/chesszip/chesszip/internal/gameframe/tags"
	"github.com/chesszip/chesszip/internal/rangecoder"
	"github.com/chesszip/chesszip/internal/text"
	"github.com/chesszip/chesszip/movelist/learned"
	"github.com/chesszip/chesszip/notation"
)

// decoder puts the games of one sheet together.
type decoder struct {
	renderer
	lines  lines
	legal  []board.Move
	counts counts

	heads   *heads
	table   *tags.Table
	room    contextmix.Room
	streams [][]byte // of the columns of tags
	taken   []int    // values taken of each column
	needed  []bool   // whether movesNeed the column
	chains  []*chain // of the games
	taking  int      // how many of chains have been taken

	script  *script
	last    int
	words   texts
	remarks remarkReader
	facts   facts
	final   int    // step of the last move of the main line
	at      int    // the step being written
	ahead   int    // the step of a move that was read before its turn, 0 for none
	index   int    // of that move
	remark  []byte // the comment read last
	moves   fastReader
	learned *learned.Reader // of level, nil before the first use
	coded   []byte          // what it has yet to begin with, if it waits
	waits   bool
	level   *learned.Level

	tags       []tag
	waiting    []int // where in dst values wait for the position at the end
	departures []departure
	steps      []step
	how        reading
	scratch    []byte
	begun      int // moves of the main line that are those of the opening
	number     []byte
	input      int
	values     int   // that columns may still have
	limit      int   // of the length of dst
	ends       []int // of the games in dst
}

// chain is the numbers of a game's literals, the last being one without a value,
// and the columns of its tags.
type chain struct{ literals, columns []int }

func (d *decoder) run(dst []byte, f *archive.Frame) ([]byte, error) {
	if err := d.open(f); err != nil {
		return dst, err
	}
	d.dst, d.limit = dst, len(dst)+d.input
	defer func() { d.dst = nil }() // what is returned is the caller's
	for i := range d.table.Columns {
		if err := d.column(i); err != nil {
			return dst, err
		}
	}
	for i := range f.Games {
		if err := d.game(int(i)); err != nil {
			return d.dst, err
		}
		if err := d.script.dec.Err(); err != nil {
			return d.dst, corrupt(err.Error())
		}
		if len(d.dst) > d.limit {
			return d.dst, corrupt("the games are longer than their frame's input")
		}
		d.ends = append(d.ends, len(d.dst))
	}
	return d.dst, d.finish()
}

// open reads the columns of f.
func (d *decoder) open(f *archive.Frame) error {
	if err := d.openHeads(f); err != nil {
		return err
	}
	d.script = nil
	d.last = 0
	d.words = texts{}
	d.moves.reset(nil)
	d.lines.learned, d.waits = false, false
	var spelled, comments texts
	var remarks []byte
	for _, s := range f.Streams {
		var err error
		switch k := int(s.Kind); {
		case k == kindScript:
			d.script = newScript(nil, rangecoder.NewDecoder(s.Data))
		case k == kindMoves:
			d.moves.reset(s.Data)
		case k == kindLearned:
			if d.level == nil {
				return ErrModel
			}
			if d.learned == nil {
				d.level.Prepare() // while the tags are decoded
			}
			d.coded, d.waits, d.lines.learned = s.Data, true, true
		case k == kindSpelled:
			spelled, err = d.texts(s.Data)
		case k == kindWords:
			d.words, err = d.texts(s.Data)
		case k == kindComments:
			comments, err = d.texts(s.Data)
		case k == kindRemarks:
			remarks = s.Data
		case k == kindHeads, k == kindLiterals, k >= kindTags && k < kindTags+len(d.table.Columns):
		default:
			err = corrupt("a stream of unknown kind")
		}
		if err != nil {
			return err
		}
	}
	if d.script == nil {
		return corrupt("the script is missing")
	}
	d.script.spelled = spelled
	d.remarks = remarkReader{rest: remarks, texts: comments.values}
	return nil
}

// texts reads a column of texts.
func (d *decoder) texts(data []byte) (t texts, err error) {
	t.values, err = text.Decode(data, -1, d.input)
	if d.values -= len(t.values); err == nil && d.values < 0 {
		err = corrupt("the columns have more values than their frame's input can")
	}
	return t, err
}

// openHeads reads what comes before the movetexts but for the values of tags.
func (d *decoder) openHeads(f *archive.Frame) error {
	d.input = int(f.Input)
	d.values = maxValues(d.input)
	data, ok := f.Stream(kindHeads)
	if !ok {
		return corrupt("the heads are missing")
	}
	h := newHeads(contextmix.Coder{Dec: rangecoder.NewDecoder(data)})
	if data, ok := f.Stream(kindLiterals); ok {
		var err error
		if h.spelled, err = d.texts(data); err != nil {
			return err
		}
	}
	d.heads = h
	d.chains, d.taking = d.chains[:0], 0
	var t tagTable
	t.reset()
	const unknownColumn = -1
	var columns []int // of the tag behind each literal
	var last *chain
	for range f.Games {
		literals, same, err := h.tagChain(nil)
		if err != nil {
			return err
		}
		if !same {
			last = &chain{literals: slices.Clone(literals)}
			for _, id := range literals[:len(literals)-1] {
				for n := len(columns); n <= id; n++ {
					columns = append(columns, unknownColumn)
				}
				if columns[id] == unknownColumn {
					columns[id] = t.column(h.hole(id))
				}
				last.columns = append(last.columns, columns[id])
			}
		}
		d.chains = append(d.chains, last)
		for _, k := range last.columns {
			c := t.columns[k]
			c.Rows = append(c.Rows, int32(len(t.plies)))
		}
		t.end(h.countPlies(0))
		if d.values -= len(last.columns); d.values < 0 {
			return corrupt("the columns have more values than their frame's input can")
		}
		if h.c.Dec.Err() != nil {
			return corrupt("the heads end too early")
		}
	}
	if !h.spelled.done() || !h.c.Dec.AtEnd() {
		return corrupt("something is left over in the heads")
	}
	d.table = t.table(&d.room)
	d.streams = slices.Grow(d.streams[:0], len(t.columns))[:len(t.columns)]
	d.taken = slices.Grow(d.taken[:0], len(t.columns))[:len(t.columns)]
	d.needed = d.needed[:0]
	for _, c := range t.columns {
		d.needed = append(d.needed, movesNeed(c.Name))
	}
	clear(d.streams)
	clear(d.taken)
	for _, s := range f.Streams {
		if k := int(s.Kind) - kindTags; k >= 0 && k < len(d.streams) {
			d.streams[k] = s.Data
		}
	}
	return nil
}

// column decodes the values of a column of tags.
func (d *decoder) column(i int) error {
	if err := d.table.Decode(i, d.input, func(k int) []byte { return d.streams[k] }); err != nil {
		return corrupt(err.Error())
	}
	return nil
}

// finish checks that every column was used up.
func (d *decoder) finish() error {
	d.startLearned()
	done := d.words.done() && d.script.spelled.done() && d.remarks.close() == nil && d.moves.close() == nil && len(d.moves.rest) == 0
	if d.lines.learned && d.learned.Close() != nil {
		done = false
	}
	if !done || !d.script.dec.AtEnd() {
		return corrupt("something is left over in a column")
	}
	return nil
}

func (d *decoder) game(n int) error {
	start := len(d.dst)
	if err := d.readGame(n); err != nil {
		return err
	}
	if err := d.beginMoves(); err != nil {
		return err
	}
	if err := d.remarks.begin(); err != nil {
		return err
	}
	st := d.script.styles[d.last]
	d.begin(st.style, columnAfter(0, d.dst[start:]))
	return d.writeSteps(st)
}

// startLearned makes the reader of a learned level begin with what is coded.
func (d *decoder) startLearned() {
	if !d.waits {
		return
	}
	if d.learned == nil {
		d.learned = d.level.NewReader(nil)
	}
	d.learned.Reset(d.coded)
	d.waits = false
}

// beginMoves begins the moves of a game.
func (d *decoder) beginMoves() error {
	if !d.lines.learned {
		return d.moves.begin()
	}
	d.startLearned()
	known := knownOf(d.tags, d.steps)
	if err := d.learned.Begin(&known); err != nil {
		return corrupt(err.Error())
	}
	return nil
}

// readGame reads what the script and the columns say of a game, and writes its
// tags if it is read wholly.
func (d *decoder) readGame(n int) error {
	if d.how != wholly {
		d.takeTags()
	} else if err := d.readTags(); err != nil {
		return err
	}
	result := len(results)
	for _, t := range d.tags {
		if string(t.name) == "Result" {
			result = resultIndex(t.value)
		}
	}
	if err := d.readStyle(); err != nil {
		return err
	}
	return d.readSteps(result, int(d.table.Plies[n]))
}

// nextChain returns the chain of the next game.
func (d *decoder) nextChain() *chain {
	d.taking++
	return d.chains[d.taking-1]
}

// takeTags takes the tags of the next game that movesNeed, and reports whether
// it has none at all.
func (d *decoder) takeTags() (bare bool) {
	d.tags = d.tags[:0]
	c := d.nextChain()
	for i, k := range c.columns {
		if d.needed[k] {
			id := c.literals[i]
			d.tags = append(d.tags, tag{d.heads.hole(id), d.heads.literals.texts[id], d.table.Columns[k].Values[d.taken[k]]})
		}
		d.taken[k]++
	}
	return len(c.columns) == 0
}

// readTaken is readTags for what takeTags has taken.
func (d *decoder) readTaken() error {
	d.taking--
	for _, k := range d.chains[d.taking].columns {
		d.taken[k]--
	}
	return d.readTags()
}

// readTags takes the tag section and writes it.
func (d *decoder) readTags() error {
	d.tags, d.waiting = d.tags[:0], d.waiting[:0]
	c := d.nextChain()
	for i, id := range c.literals {
		literal, name := d.heads.literals.texts[id], d.heads.hole(id)
		d.dst = append(d.dst, literal...)
		if name == nil {
			break
		}
		k := c.columns[i]
		value := d.table.Columns[k].Values[d.taken[k]]
		d.taken[k]++
		d.tags = append(d.tags, tag{name, literal, value})
		if len(value) > 0 && value[0] == lateByte {
			d.waiting = append(d.waiting, len(d.dst))
			value = value[1:]
		}
		d.dst = append(d.dst, value...)
		if len(d.dst) > d.limit {
			return corrupt("the tags are longer than their frame's input")
		}
	}
	return nil
}

// readStyle reads the style of a game and its departures.
func (d *decoder) readStyle() (err error) {
	s := d.script
	if d.last, err = s.chooseStyle(d.last, 0, style{}); err != nil {
		return err
	}
	n := s.countDepartures(0)
	if n > maxSteps {
		return corrupt("a game has more departures than steps")
	}
	d.departures = d.departures[:0]
	before := -1
	for i := range n {
		var dep departure
		if err := s.departure(&dep, i, before); err != nil {
			return err
		}
		before = dep.step
		if dep.mask&departForm != 0 && dep.form == int(notation.FormVerbatim) {
			if dep.verbatim, err = d.words.take(); err != nil {
				return err
			}
		}
		d.departures = append(d.departures, dep)
		if s.dec.Err() != nil {
			return corrupt("the script is too short")
		}
	}
	return nil
}

// readSteps reads the steps of a game up to its end.
func (d *decoder) readSteps(result, plies int) (err error) {
	s := d.script
	start := startOf(d.tags)
	s.opening.begin(d.tags, &start)
	d.begun = s.opening.code(0, plies)
	d.steps = d.steps[:0]
	prev, last := opEnd, 0
	left := movesLeft{plies: plies}
	for {
		run := s.runLength(prev, last, left.now(), 0)
		if run+len(d.steps) >= maxSteps {
			return corrupt("a game has too many steps")
		}
		for range run {
			d.steps = append(d.steps, step{op: opMove})
		}
		left.pass(run)
		st := step{op: s.otherOp(prev, run, left.now(), 0)}
		left.step(st.op)
		switch st.op {
		case opNull, opWord, opText:
			st.text, err = d.words.take()
		case opNAG:
			st.arg = uint16(s.number(&s.nag, 0) & 0xff)
		case opGlyph:
			var id int
			if id, err = s.entry(s.glyphs, &s.glyph, 0); err == nil {
				st.text = s.glyphs.texts[id]
			}
		case opResult:
			st.arg = uint16(s.tree(&s.result[result], 0) & 3)
		case opOpen, opClose, opComment, opLineComment, opEnd:
		default:
			err = corrupt("a step of unknown kind")
		}
		if err != nil {
			return err
		}
		d.steps = append(d.steps, st)
		if st.op == opEnd {
			return nil
		}
		if s.dec.Err() != nil {
			return corrupt("the script is too short")
		}
		prev, last = st.op, run
	}
}
