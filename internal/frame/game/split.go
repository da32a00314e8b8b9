package game

import (
	"bytes"
	"slices"

	"github.com/chesszip/chesszip/board"
	"github.com/chesszip/chesszip/internal/archive"
	"github.com/chesszip/chesszip/internal/base/budget"
	"github.com/chesszip/chesszip/internal/base/tagvalue"
	"github.com/chesszip/chesszip/internal/column/open"
	"github.com/chesszip/chesszip/internal/column/text"

	"github.com/chesszip/chesszip/internal/frame/game/comments"

	"github.com/chesszip/chesszip/internal/frame/game/layout"
	"github.com/chesszip/chesszip/internal/frame/game/moves"
	"github.com/chesszip/chesszip/internal/frame/game/streams"
	"github.com/chesszip/chesszip/internal/frame/game/tagsection"

	"github.com/chesszip/chesszip/internal/frame/game/gametext"
	"github.com/chesszip/chesszip/internal/model/lists"
	"github.com/chesszip/chesszip/movegen"
	"github.com/chesszip/chesszip/movelist/learned"
	"github.com/chesszip/chesszip/notation"
	"github.com/chesszip/chesszip/pgn"
)

// splitter splits the games of a frame into streams.
type splitter struct {
	scanner pgn.Scanner
	game    layout.Game
	starts  gametext.Starts
	log     gametext.Log

	layout   layout.Writer
	section  tagsection.Writer
	moves    moves.Writer
	first    firstWriter
	comments comments.Writer
	open     openWriter

	line   moves.Line
	place  comments.Place
	legal  []board.Move
	stored []tagvalue.Tag // tags as they are stored
	budget *budget.Budget // budget of the frame's reader
	coded  codedMoves
	words  bool // the game's moves stay words

	// Numbers of the games whose moves all stay words, and of those that were found to
	// need it.
	spelled, misread []int
}

// splitting are the options of a splitter.
type splitting struct {
	level    *learned.Level
	open     open.Set
	plain    bool // nothing is predicted
	openings bool // there is a column of first moves
	remember bool // the probabilities of moves are stored for the check
}

// codedMoves counts the content of the stream of moves.
type codedMoves struct {
	plies int64
	bytes int
}

// split splits all games, if it can, and reports whether they make columns. B is the
// budget of the frame's reader.
func (s *splitter) split(src []byte, ends []int, o splitting, b *budget.Budget) bool {
	s.spelled = nil
	before := *b
	if ok := s.splitAll(src, ends, o, b); !ok || len(s.misread) == 0 {
		return ok
	}
	*b, s.spelled = before, s.misread
	return s.splitAll(src, ends, o, b) && len(s.misread) == 0
}

// splitAll splits all games, except that some may be misread.
func (s *splitter) splitAll(src []byte, ends []int, o splitting, b *budget.Budget) bool {
	s.budget, s.misread = b, nil
	_ = s.budget.Hold(len(src)) // memory of values that a reader builds
	s.open.reset(o.open, o.plain)
	if s.open.opens(open.Moves) {
		o.level, o.openings = nil, false
	}
	s.layout.Reset(s.budget)
	s.section.Reset(s.open.opens(open.Numbers), s.budget)
	s.moves.Reset(o.level, o.remember)
	s.first.Reset(src, ends, o.level, o.openings, o.remember, s.budget)
	s.comments = comments.Writer{Budget: s.budget}
	if o.open != 0 {
		s.comments.Block = open.BlockGames
	}
	s.log.Reset()
	s.coded = codedMoves{}
	start := 0
	values := min(streams.MaxValues(len(src)), maxSplit)
	for _, end := range ends {
		if !s.splitGame(src[start:end]) || s.budget.Spent() || !s.budget.Step(budget.Game) || s.comments.Texts() > maxSplit || s.layout.Values()+s.section.Values() > values {
			return false
		}
		start = end
	}
	return true
}

// maxSplit is the most values, and the most comments that are spelled out, in the
// columns of a frame: an input with more is stored as text. Frames of real games have
// at most a quarter of it.
const maxSplit = 1 << 18

func (s *splitter) splitGame(text []byte) bool {
	g := &s.game
	if !g.Cut(&s.scanner, text) {
		return false
	}
	s.layout.Fill(g)
	playable := s.starts.Known(g.Tags, gametext.IsBlank(len(g.Tags), g.Steps))
	_, spelled := slices.BinarySearch(s.spelled, s.section.Games())
	s.words = spelled || s.open.opens(open.Moves) && (!playable || s.starts.Apart())
	s.log.Begin(playable)
	s.first.Begin(g)
	s.comments.Begin()
	if !s.moves.Learned() && !s.open.opens(open.Moves) {
		s.moves.Begin(nil)
	}
	dialect := s.resolveInDialect()
	if s.budget.Stopped() {
		return false // not all words are moves yet
	}
	var fen []byte
	if p, ok := s.line.End(); ok && bytes.IndexByte(g.Literals[len(g.Tags)], '\n') >= 0 {
		fen = AppendFEN(nil, p)
	}
	var ok bool
	if s.stored, ok = Append(s.stored[:0], g.Tags, fen); !ok {
		return false
	}
	coded := tagvalue.Facts{Plies: s.log.Plies(), Result: s.starts.ResultOf(g.Tags, g.Steps, text)}
	if s.log.Lost() && !s.relog(text) {
		s.misread = append(s.misread, s.section.Games())
	}
	facts := coded
	if facts.Plies = s.log.Plies(); s.words && !playable {
		facts.Plies = s.starts.CountPlies(text, s.budget)
	}
	s.log.End(facts)
	if !s.open.opens(open.Numbers) {
		facts = coded
	}
	s.section.Write(s.stored, g.Literals, facts)
	if s.budget.Spent() {
		return false
	}
	s.first.End(facts.Plies)
	if s.moves.Learned() && !s.codeMoves(coded.Plies) {
		return false
	}
	s.layout.WriteStyle(g, dialect)
	if s.open.opens(open.Numbers) {
		s.layout.WriteUncoded(facts.Plies - coded.Plies)
		coded.Result = tagvalue.OtherResult // a damaged column of results shall not lose the layout
	}
	s.layout.WriteSteps(g, coded)
	start := s.starts.Start()
	s.open.end(g.Tags, facts, playable, &start, s.log.Moves())
	return true
}

// relog records the main line of a game as read by pgn.Line, which may continue after
// the end of the coded moves. It may also take the words for another language than the
// coder did: then, if open columns are to tell what the coder needs, relog returns false
// and records nothing.
func (s *splitter) relog(text []byte) bool {
	var moves []board.Move
	started := false
	s.starts.Each(text, func(_ *board.Position, m board.Move) bool {
		if started {
			moves = append(moves, m)
		}
		started = true
		return true
	})
	if !started {
		return true
	}
	coded := s.log.Moves()
	if s.open.opens(open.Numbers) && (len(moves) < len(coded) || s.open.opens(open.Moves) && !slices.Equal(coded, moves[:len(coded)])) {
		return false
	}
	s.log.Replace(moves)
	return true
}

// resolveInDialect turns words into moves, codes them, and finds the dialect in which
// the fewest need a form.
func (s *splitter) resolveInDialect() notation.Dialect {
	d := s.layout.Dialect()
	formed, other := s.code(d)
	if formed == 0 || other == d {
		return d
	}
	known := s.layout.Knows(other)
	if formed < 2 && !known {
		return d
	}
	if n := s.respell(other); n+1 < formed || known && n < formed {
		return other
	}
	s.respell(d)
	return d
}

// code finds the moves of words and their forms in dialect d. It codes the comments,
// and the moves unless a learned level codes them. It returns the number of moves
// that need a form, and a dialect that fits the last of those.
func (s *splitter) code(d notation.Dialect) (formed int, other notation.Dialect) {
	other = d
	g := &s.game
	s.open.begin()
	s.line.Reset(&g.Start, false)
	s.place.Begin(g.Tags, &g.Start, g.Steps)
	var main layout.MainLine
	for i := range g.Steps {
		if !s.budget.Step(budget.FastPly) {
			return 0, other
		}
		st := &g.Steps[i]
		switch st.Op {
		case layout.OpComment, layout.OpLineComment:
			s.codeComment(i)
		case layout.OpWord:
			now := s.line.Now()
			m, form, ok := s.parse(st, d)
			if !ok {
				s.line.Lose()
				if main.On() {
					s.log.Lose()
				}
				break
			}
			if main.On() {
				s.log.Play(m)
			}
			if m == board.NullMove {
				st.SetNull()
				s.line.Play(m)
				break
			}
			st.SetMove(m, form)
			if form != 0 {
				formed++
				other = d.Adapt(&now.Position, m, form)
			}
			s.coded.plies++
			switch {
			case s.open.opens(open.Moves):
				if !main.On() {
					s.open.branchMove(&now.Position, m)
				}
			case !(main.On() && s.first.Play(now.Ply, m)) && !s.moves.Learned():
				s.rank(m)
			}
			s.line.Play(m)
		default:
			s.line.Pass(st.Op)
		}
		s.place.Pass(st)
		main.Pass(st)
	}
	return formed, other
}

// rank codes a move by its likelihood among the legal ones.
func (s *splitter) rank(m board.Move) {
	s.legal = movegen.AppendLegal(s.legal[:0], &s.line.Now().Position)
	s.moves.Write(&s.line, s.legal, slices.Index(s.legal, m))
}

// parse reads the move that the step spells; ok is false if it is not one.
func (s *splitter) parse(st *layout.Step, d notation.Dialect) (m board.Move, form notation.Form, ok bool) {
	now := s.line.Now()
	if now.Lost || s.words {
		return 0, 0, false
	}
	m, form, err := d.ParseSAN(st.Text, &now.Position)
	return m, form, err == nil && s.starts.Plays(&s.game.Start, &now.Position, m)
}

// codeComment codes the comment at step i.
func (s *splitter) codeComment(i int) {
	at, variation := s.place.At(i, &s.line)
	if variation > 0 && at.Before != nil {
		m, err := notation.ParseSAN(s.game.Steps[variation].Text, at.Before)
		if err == nil && m != board.NullMove {
			at.Other = m
		}
	}
	s.comments.Write(s.game.Steps[i].Comment(), &at)
}

// respell finds the forms of the moves in another dialect, and returns the number of
// moves that need one.
func (s *splitter) respell(d notation.Dialect) (formed int) {
	s.line.Reset(&s.game.Start, false)
	for i := range s.game.Steps {
		if !s.budget.Step(budget.FastPly) {
			return 0
		}
		st := &s.game.Steps[i]
		if st.Op != layout.OpMove {
			s.line.Pass(st.Op)
			continue
		}
		m, form, _ := s.parse(st, d)
		st.SetMove(m, form)
		if form != 0 {
			formed++
		}
		s.line.Play(m)
	}
	return formed
}

// codeMoves codes the moves by a learned level, which needs their number first; it
// returns false if the context is done.
func (s *splitter) codeMoves(plies int) bool {
	g := &s.game
	known := moves.KnownOf(g.Tags, g.Steps, plies)
	s.moves.Begin(&known)
	s.line.Reset(&g.Start, true)
	for i := range g.Steps {
		st := &g.Steps[i]
		if st.Op != layout.OpMove {
			s.line.Pass(st.Op)
			continue
		}
		now := s.line.Now()
		if !s.budget.Step(budget.LearnedPly) {
			return false
		}
		if !s.line.Outside() || !s.first.Has(now.Ply) {
			s.rank(st.Move())
		}
		s.line.Play(st.Move())
	}
	return true
}

// streams returns the streams of the games, for an input of so many bytes; those of a
// single game together, if that is shorter and no column is open.
func (s *splitter) streams(input int, effort text.Effort, with lists.Source, o splitting, single bool) []archive.Stream {
	data, spelled, words := s.layout.Finish()
	all := []archive.Stream{{Kind: streams.KindLayout, Data: data}}
	put := func(kind uint16, data []byte) {
		if len(data) > 0 {
			all = append(all, archive.Stream{Kind: kind, Data: data})
		}
	}
	add := func(kind uint16, values [][]byte) {
		if len(values) == 0 {
			return
		}
		_ = text.Hold(values, s.budget)
		put(kind, text.Append(nil, values, streams.Effort(kind, values, input, effort), s.budget))
	}
	add(streams.KindNewLayout, spelled)
	add(streams.KindWords, words)
	comments, texts := s.comments.Finish()
	add(streams.KindNewComments, texts)
	data, kind := s.moves.Finish(), uint16(streams.KindMoves)
	if s.moves.Learned() {
		kind = streams.KindLearned
	}
	s.coded.bytes = len(data)
	put(kind, data)
	columns, opens := s.open.columns(&s.section)
	put(streams.KindComments, comments)
	data, spelled, results := s.section.Finish()
	all = append(all, archive.Stream{Kind: streams.KindLengths, Data: data})
	add(streams.KindNewTags, spelled)
	put(streams.KindOpenings, s.first.Column.Finish())
	put(streams.KindResults, results)
	if single = single && s.open.set == 0 && input <= streams.MostTogether; single {
		effort = text.Quick // they are predicted together
	}
	last := s.first.Last
	if s.open.opens(open.Moves) {
		last = s.open.lastNamed
	}
	for i, data := range s.section.Columns(effort, with, last, o.plain, opens) {
		put(uint16(streams.KindTags+i), data)
	}
	all = append(append(all, s.open.variations()...), columns...)
	for _, c := range columns {
		if c.Kind == open.KindMoves {
			s.coded.bytes += len(c.Data)
		}
	}
	if single {
		return streams.Together(all)
	}
	return all
}
