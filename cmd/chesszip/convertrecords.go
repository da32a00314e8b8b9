package main

import (
	"bufio"
	"errors"
	"io"

	"github.com/chesszip/chesszip"
	"github.com/chesszip/chesszip/board"
	"github.com/chesszip/chesszip/movegen"
	"github.com/chesszip/chesszip/pgn"
	"github.com/chesszip/chesszip/records"
)

// recordSink writes records in one form.
type recordSink struct {
	*records.Writer
	form records.Form
	// unfit counts positions of games that cannot be written in the form.
	unfit int64
}

// recordSource is a file of positions.
type recordSource struct {
	*records.Reader
	name  string
	form  records.Form
	in    *input
	close func()
}

// positions opens a file of positions, packed, in an archive or neither. For other files
// it returns nil.
func (r *reading) positions(name string) (*recordSource, error) {
	in, err := openInput(r.ctx, r.console, name)
	if err != nil {
		return nil, err
	}
	src := &recordSource{name: in.name, in: in, close: func() { in.close() }}
	var text io.Reader
	if isArchive(in.peek()) {
		options, err := r.options()
		if err != nil {
			src.close()
			return nil, err
		}
		pr, pw := io.Pipe()
		ended := make(chan struct{})
		go func() {
			_, err := chesszip.Decompress(r.ctx, pw, in.r, options)
			pw.CloseWithError(err)
			close(ended)
		}()
		text = pr
		src.close = func() {
			pr.Close()
			<-ended
			in.close()
		}
	} else {
		if err := in.unpack(); err != nil {
			src.close()
			return nil, err
		}
		text = in.r
	}
	return src.of(text)
}

// of returns src with text as its input, nil if that is not a list of positions.
func (src *recordSource) of(text io.Reader) (*recordSource, error) {
	const head = 16 << 10
	buf := bufio.NewReaderSize(text, head)
	first, err := buf.Peek(head)
	form, ok := records.Sniff(first)
	if !ok {
		src.close()
		if err != nil && err != io.EOF {
			return nil, src.explain(err)
		}
		return nil, nil
	}
	src.form = form
	src.Reader = records.NewReader(buf, form)
	return src, nil
}

// severalIn reports whether a file with random access holds several archives, which may
// be of different kinds, and whether it is an archive of games alone.
func (r *reading) severalIn(name string) (several, games bool) {
	options, err := r.options()
	if err != nil || name == stdio {
		return false, false
	}
	in, err := r.openFile(name)
	if err != nil {
		return false, false
	}
	defer in.close()
	a, err := chesszip.Open(r.ctx, in.at, in.length, options)
	if err != nil {
		return false, false
	}
	several = len(a.Members()) > 1
	return several, !several && a.NumGames() > 0
}

// convertMember writes the positions of one of several archives.
func (r *reading) convertMember(a *opened, m *chesszip.Archive, out *recordSink, q *chesszip.Query) error {
	if m.NumGames() > 0 {
		return r.convertGames(&opened{Archive: m, name: a.name, whole: a.whole, several: true, stream: a.stream}, out, q)
	}
	if r.part.count > 0 {
		return misuse("", "--shard: %s holds a list of positions", a.name)
	}
	pr, pw := io.Pipe()
	ended := make(chan struct{})
	go func() {
		_, err := m.WriteTo(r.ctx, pw)
		pw.CloseWithError(err)
		close(ended)
	}()
	src := &recordSource{name: a.name, close: func() {
		pr.Close()
		<-ended
	}}
	src, err := src.of(pr)
	if err != nil || src == nil {
		return r.broken(a, err)
	}
	defer src.close()
	return r.broken(a, src.copyTo(out))
}

// convertGames writes the positions of games.
func (r *reading) convertGames(a *opened, out *recordSink, q *chesszip.Query) error {
	if a.Input() == 0 {
		return nil // a list of no positions
	}
	if err := r.mustHoldGames(a); err != nil {
		return err
	}
	write := toRecords
	if out.form == records.FEN {
		write = toPositions
	}
	odd, err := r.eachGame(a, q, func(_ int64, g *pgn.ParsedGame) error { return write(out, g) })
	r.sayOdd(a.name, odd)
	r.sayLeft(a.name, odd)
	return err
}

// copyTo writes all records of a file.
func (src *recordSource) copyTo(out *recordSink) error {
	for {
		var rec records.Record
		err := src.Read(&rec)
		if err == io.EOF {
			src.in.tellChanged()
			return nil
		}
		if err != nil {
			return src.explain(err)
		}
		if err := out.Write(&rec); err != nil {
			return src.refused(err, out)
		}
	}
}

// explain returns why reading failed.
func (src *recordSource) explain(err error) error {
	if errors.Is(err, records.ErrCorrupt) {
		return corrupt("", "%s: %w", src.name, err)
	}
	var at *records.Error
	if errors.As(err, &at) {
		err = at.Err
	}
	if src.in != nil && (src.in.raw.err != nil || src.in.pack != plain) {
		return src.in.readError(err)
	}
	return decodeError(src.name, err)
}

// refused returns why the last record was not written.
func (src *recordSource) refused(err error, out *recordSink) error {
	if !errors.Is(err, records.ErrNoRecord) {
		return err // that of the output, already explained
	}
	var at *records.Error
	if errors.As(err, &at) {
		err = at.Err
	}
	return failed("", "%s: to %s: %w", src.name, out.form, src.At(err))
}

// convertRecords writes files of positions, or positions of games with their
// engines' scores, in one form.
func (r *reading) convertRecords(files []string, form records.Form, q *chesszip.Query) error {
	if (r.output == "" || r.output == stdio) && r.out.terminal && form != records.Plain && form != records.FEN {
		return misuse("name a file with -o", "a terminal cannot show %s", form)
	}
	r.arch.never = "--to " + form.String()
	s, err := r.sink(files...)
	if err != nil {
		return err
	}
	out := &recordSink{Writer: records.NewWriter(s, form), form: form}
	for _, name := range files {
		if err = r.convertFile(name, s, out, q); err != nil {
			break
		}
	}
	if closed := out.Close(); err == nil {
		err = closed
	}
	if out.unfit > 0 {
		r.say("chesszip: warning: %s left out, which %s cannot hold", plural(out.unfit, "position"), form)
	}
	return s.close(r.status(err))
}

func (r *reading) convertFile(name string, s *sink, out *recordSink, q *chesszip.Query) error {
	several, games := r.severalIn(name)
	if several {
		r.anyKind = true
		return r.eachTo(s, []string{name}, func(a *opened, _ *sink) error {
			for _, m := range a.Members() {
				if err := r.convertMember(a, m, out, q); err != nil {
					return err
				}
			}
			return nil
		})
	}
	if r.seekable(name, "") != nil {
		return r.convertPipe(name, s, out, q)
	}
	var src *recordSource
	if !games || !isURL(name) { // a remote file would be read from its beginning
		var err error
		if src, err = r.positions(name); err != nil {
			return err
		}
	}
	if src == nil {
		return r.eachTo(s, []string{name}, func(a *opened, _ *sink) error { return r.convertGames(a, out, q) })
	}
	defer src.close()
	if r.part.count > 0 {
		return misuse("", "--shard: %s is a list of positions, not of games", src.name)
	}
	return src.copyTo(out)
}

// convertPipe is convertFile for input without random access.
func (r *reading) convertPipe(name string, s *sink, out *recordSink, q *chesszip.Query) error {
	in, _, err := r.source(name)
	if err != nil {
		return err
	}
	defer in.close()
	buf := bufio.NewReaderSize(in.r, sniffed)
	in.r = buf
	if first, _ := buf.Peek(sniffed); !isArchive(first) { // an error comes back with the next read
		src := &recordSource{name: in.name, in: in, close: func() {}}
		if src, err = src.of(buf); err != nil {
			return err
		}
		if src != nil {
			return src.copyTo(out)
		}
	}
	return r.eachPart(s, in, func(a *opened, _ *sink) error {
		if !a.ends() {
			return r.convertMember(a, a.Archive, out, q)
		}
		if c := a.stream.content; a.stream.games == 0 && !isList(c) && c != chesszip.ContentEmpty {
			return r.mustHoldGames(a)
		}
		odd, err := r.eachGame(a, q, func(int64, *pgn.ParsedGame) error { return nil })
		r.sayOdd(a.name, odd)
		r.sayLeft(a.name, odd)
		return err
	})
}

// toPositions writes the positions of the main line, including the first and the last,
// with en passant squares even if no pawn can capture.
func toPositions(out *recordSink, g *pgn.ParsedGame) error {
	line, _ := g.MainLine()
	rec := records.Record{Position: line.Start}
	if err := out.Write(&rec); err != nil {
		return err
	}
	for _, m := range line.Moves {
		movegen.Make(&rec.Position, m)
		if err := out.Write(&rec); err != nil {
			return err
		}
	}
	return nil
}

// toRecords writes a record of each position of the main line with an engine's score,
// and the move played there.
func toRecords(out *recordSink, g *pgn.ParsedGame) error {
	result := records.ResultOf(g.Outcome(), board.White)
	p := g.Start
	var rec records.Record
	ply := uint16(0)
	if p.FullmoveNumber > 0 {
		ply = uint16(2*uint32(p.FullmoveNumber-1) + uint32(p.Turn))
	}
	have, scored := false, false // there is a move, and a score for it
	next, hasNext := int16(0), false
	write := func() error {
		if !have || !scored {
			return nil
		}
		err := out.Write(&rec)
		if errors.Is(err, records.ErrNoRecord) {
			out.unfit++
			err = nil
		}
		return err
	}
	depth := 0
	for i := range g.Movetext {
		e := &g.Movetext[i]
		switch {
		case e.Kind == pgn.Open:
			depth++
		case e.Kind == pgn.Close:
			depth = max(depth-1, 0)
		case depth > 0:
		case e.Kind == pgn.Move && !e.Known:
			return write()
		case e.Kind == pgn.Move:
			if err := write(); err != nil {
				return err
			}
			rec = records.Record{Position: p, Move: e.Move, Ply: ply, Result: result, Score: next}
			if p.Turn != board.White {
				rec.Result, rec.Score = -result, -next
			}
			rec.Position.EnPassant = movegen.LegalEnPassant(&p)
			have, scored, hasNext = true, hasNext, false
			movegen.Make(&p, e.Move)
			ply++
		case have:
			if v, ok := pgn.EngineScoreOf(e.Comment(), rec.Position.Turn); ok {
				rec.Score, scored = int16(v), true
			} else if v, ok := pgn.EvalOf(e.Comment()); ok {
				next, hasNext = int16(v), true
			}
		}
	}
	return write()
}
