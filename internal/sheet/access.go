package sheet

import (
	"errors"
	"slices"

	"github.com/chesszip/chesszip/archive"
	"github.com/chesszip/chesszip/internal/column/remark"
	"github.com/chesszip/chesszip/internal/tagvalue"
	"github.com/chesszip/chesszip/pgn"
)

// Tag is a tag of a game.
type Tag = tagvalue.Tag

// Games is as Decode, and says where the text of each game ends in what was
// appended, the last at its end. A frame that holds a piece of a game that is
// larger than a frame has one end, or none for the later pieces.
func (d *Decoder) Games(dst []byte, f *archive.Frame) (text []byte, ends []int, err error) {
	before := len(dst)
	d.dec.ends = d.dec.ends[:0]
	if dst, err = d.Decode(dst, f); err != nil {
		return dst, nil, err
	}
	if len(d.dec.ends) == 0 {
		return dst, gameEnds(dst[before:], int(f.Games)), nil
	}
	for _, end := range d.dec.ends {
		ends = append(ends, end-before)
	}
	return dst, ends, nil
}

// gameEnds cuts text that was kept as text into its games: as many as the
// frame says, or one where it says so.
func gameEnds(text []byte, games int) (ends []int) {
	if games == 0 {
		return nil
	}
	var s pgn.Splitter
	for n := 0; len(ends) < games-1; {
		k, ok := s.Next(text[n:], true)
		if !ok {
			break
		}
		n += k
		ends = append(ends, n)
	}
	return append(ends, len(text))
}

// Game appends the text of the n-th game of f, counted from 0, to dst. It
// decodes the moves of at most 31 games before it, and the comments of some
// more; their moves, too, where comments hold lines of moves.
func (d *Decoder) Game(dst []byte, f *archive.Frame, n int) ([]byte, error) {
	if n < 0 || int64(n) >= f.Games {
		return dst, corrupt("the frame has fewer games than that")
	}
	if !IsText(f) {
		if f.Input > MaxInput || f.Games > f.Input {
			return dst, corrupt("the frame claims more than a sheet holds")
		}
		d.dec.level = d.Level
		out, err := d.dec.one(dst, f, n, true)
		if errors.Is(err, remark.ErrPosition) {
			out, err = d.dec.one(dst, f, n, false)
		}
		return out, err
	}
	text, ends, err := d.Games(nil, f)
	if err != nil {
		return dst, err
	}
	if n >= len(ends) {
		return dst, corrupt("the frame has fewer games than it claims")
	}
	start := 0
	if n > 0 {
		start = ends[n-1]
	}
	return append(dst, text[start:ends[n]]...), nil
}

// IsText reports whether a frame is kept as text, as one of games is not.
func IsText(f *archive.Frame) bool {
	for _, kind := range []uint16{kindStored, kindPacked, kindRolled} {
		if _, ok := f.Stream(kind); ok {
			return true
		}
	}
	return false
}

// one appends the text of the n-th game of a frame of columns. Light says that
// the comments of games before its group of moves are passed without their
// positions, which fails with remark.ErrPosition where they need them.
func (d *decoder) one(dst []byte, f *archive.Frame, n int, light bool) ([]byte, error) {
	if err := d.open(f); err != nil {
		return dst, err
	}
	defer func() { d.how = wholly }()
	d.table.Upto = n + 1
	for i := range d.table.Columns {
		if err := d.column(i); err != nil {
			return dst, err
		}
	}
	moves := n / groupGames * groupGames // where the group of moves begins
	from := moves
	// Comments go on from where their group begins.
	for at := 0; len(d.remarks.rest) > 0; {
		r := d.remarks
		if err := r.next(true); err != nil {
			return dst, err
		}
		if r.left < 0 || at+r.left > n {
			from = at
			break
		}
		at += r.left
		d.remarks = r
		d.remarks.left = 0
	}
	first := moves // where moves are read from
	if !light {
		first = from
	}
	for range first / groupGames {
		if err := d.skipMoves(); err != nil {
			return dst, corrupt(err.Error())
		}
	}
	for i := range n + 1 {
		d.dst, d.limit = d.scratch[:0], d.input
		if i == n {
			d.scratch, d.dst = d.dst, dst
			d.limit += len(dst)
		}
		start := len(d.dst)
		switch {
		case i >= first:
			d.how = wholly
		case i >= from:
			d.how = forRemarks
		default:
			d.how = forHabits
		}
		if err := d.readGame(i); err != nil {
			return dst, err
		}
		if d.script.dec.Err() != nil {
			return dst, corrupt("the script is too short")
		}
		if i >= from {
			if err := d.remarks.begin(); err != nil {
				return dst, err
			}
		}
		st := d.script.styles[d.last]
		if d.how == forHabits || d.how == forRemarks && !commented(d.steps) {
			if err := d.learnHabits(st); err != nil {
				return dst, err
			}
			continue
		}
		read := d.readTaken
		if d.how == wholly {
			read = d.beginMoves
		}
		if err := read(); err != nil {
			return dst, err
		}
		d.begin(st.style, columnAfter(0, d.dst[start:]))
		if err := d.writeSteps(st); err != nil {
			return dst, err
		}
		if i < n {
			d.scratch = d.dst
		}
	}
	out := d.dst
	d.dst = nil
	return out, nil
}

// commented reports whether there is a comment among steps.
func commented(steps []step) bool {
	for i := range steps {
		if o := steps[i].op; o == opComment || o == opLineComment {
			return true
		}
	}
	return false
}

// learnHabits brings the habits of a style up to date with a game that is not
// written: as writeSteps, but for departures alone.
func (d *decoder) learnHabits(st *styled) error {
	if len(d.departures) == 0 {
		return nil
	}
	start := startOf(d.tags)
	d.counts.reset(&start)
	h := &st.habits
	at := 0
	for i := range d.departures {
		dep := &d.departures[i]
		if dep.step >= len(d.steps) {
			return corrupt("a departure lies behind the last step")
		}
		for ; at < dep.step; at++ {
			d.counts.step(d.steps[at].op)
		}
		prev := classStart
		if at > 0 {
			prev = classOf[d.steps[at-1].op]
		}
		s := &d.steps[at]
		next := classOf[s.op]
		if s.op.numbered() && d.moveNumber(h, dep, prev) {
			if dep.mask&departInner != 0 {
				h.learnGap(&st.style, classNumber, next, dep.inner)
			}
			next = classNumber
		}
		if dep.mask&departGap != 0 {
			h.learnGap(&st.style, prev, next, dep.gap)
		}
	}
	return nil
}

func (d *decoder) skipMoves() error {
	if d.lines.learned {
		d.startLearned()
		return d.learned.Skip()
	}
	return d.moves.skip()
}

// Tags calls yield with the tags of each game of f in order, and the number of
// its half-moves outside variations, until yield returns false. It may leave out
// tags of other names than those given, nil standing for all. It does not decode
// the moves, as a rule. The tags are valid until yield returns.
func (d *Decoder) Tags(f *archive.Frame, names []string, yield func(game int, tags []Tag, plies int) bool) error {
	if f.Input > MaxInput || f.Games > f.Input {
		return corrupt("the frame claims more than a sheet holds")
	}
	if IsText(f) {
		return d.textTags(f, nil, yield)
	}
	late, err := d.dec.eachTags(f, names, yield)
	if !late {
		return err
	}
	return d.textTags(f, slices.Clone(d.dec.table.Plies), yield)
}

// textTags is Tags from the text of a frame. Plies are those of the games if
// they are known.
func (d *Decoder) textTags(f *archive.Frame, plies []int32, yield func(int, []Tag, int) bool) error {
	text, ends, err := d.Games(nil, f)
	if err != nil {
		return err
	}
	var tags []Tag
	start := 0
	for i, end := range ends {
		tags = scanTags(tags[:0], text[start:end])
		n := 0
		if i < len(plies) {
			n = int(plies[i])
		} else {
			n = countPlies(text[start:end])
		}
		if !yield(i, tags, n) {
			return nil
		}
		start = end
	}
	return nil
}

// eachTags is Tags for a frame of columns. Late says that it has not begun,
// since some values follow from the moves.
func (d *decoder) eachTags(f *archive.Frame, names []string, yield func(int, []Tag, int) bool) (late bool, err error) {
	if err := d.openHeads(f); err != nil {
		return false, err
	}
	wanted := make([]bool, len(d.table.Columns))
	for i, c := range d.table.Columns {
		// The last column may have tags of many names.
		if wanted[i] = names == nil || c.Name == "" || slices.Contains(names, c.Name); !wanted[i] {
			continue
		}
		if err := d.column(i); err != nil {
			return false, err
		}
		for _, v := range c.Values {
			if len(v) > 0 && v[0] == lateByte {
				return true, nil
			}
		}
	}
	var tags []Tag
	for i := range f.Games {
		tags = tags[:0]
		c := d.nextChain()
		for j, k := range c.columns {
			if wanted[k] {
				tags = append(tags, Tag{Name: d.heads.hole(c.literals[j]), Value: d.table.Columns[k].Values[d.taken[k]]})
			}
			d.taken[k]++
		}
		if !yield(int(i), tags, int(d.table.Plies[i])) {
			return false, nil
		}
	}
	return false, nil
}
