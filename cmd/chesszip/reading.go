package main

import (
	"bufio"
	"context"
	"errors"
	"io"
	"io/fs"
	"os"
	"strconv"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/chesszip/chesszip"
	"github.com/chesszip/chesszip/remote"
)

// reading is the common part of the commands that read archives: their flags, how they
// open a file, and where they write.
type reading struct {
	*console
	ctx     context.Context
	model   string
	threads int
	output  string
	force   bool
	json    bool
	part    shard
	many    sources
	order   order
	arch    archiving
	// progress, if set, is called with the progress of work on an archive.
	progress func(chesszip.Progress)
	// anyKind reports that files without games are read too.
	anyKind bool
	// packsSCID makes open read a database of SCID, as an archive in memory.
	packsSCID bool
	// damaged reports that some of a file could not be read, with a message.
	damaged bool
	// leftOut reports that a game was left out, with a message.
	leftOut bool
	told    int // damaged archives in a file
	// unnamed, unless nil, is the error if standard input, which is read since no file is
	// named, is empty.
	unnamed error
	// query, unless nil, is the command's query, whose names are counted.
	query *chesszip.Query
	// words are the words without fields in the query.
	words plainWords
	// selection is what the command has selected.
	selection selection
}

func (r *reading) readFlags(f *pflag.FlagSet) {
	f.SortFlags = false
	f.StringVarP(&r.model, "model", "D", "", "use the model in `FILE` (.czm)")
	f.IntVarP(&r.threads, "threads", "T", 0, "use `N` threads (0: one for each processor)")
	inGroup(f, filesGroup, "model", "threads")
}

// fileFlags are the flags of commands that read files and write one.
func (r *reading) fileFlags(f *pflag.FlagSet) {
	r.readFlags(f)
	r.outputFlags(f)
}

func (r *reading) outputFlags(f *pflag.FlagSet) {
	f.StringVarP(&r.output, "output", "o", "", "write to `FILE` instead of standard output")
	f.BoolVarP(&r.force, "force", "f", false, "overwrite FILE")
	inGroup(f, filesGroup, "output", "force")
}

func (r *reading) jsonFlag(f *pflag.FlagSet, what string) {
	f.BoolVar(&r.json, "json", false, what)
}

func (r *reading) shardFlag(f *pflag.FlagSet) {
	f.Var(&r.part, "shard", "read only part `I/N` of the frames, such as 2/5")
	inGroup(f, filesGroup, "shard")
}

// shard is part number of count, from 1, of an archive; the zero shard is all of it.
type shard struct{ number, count int }

func (s *shard) String() string {
	if s.count == 0 {
		return ""
	}
	return strconv.Itoa(s.number) + "/" + strconv.Itoa(s.count)
}

func (s *shard) Type() string { return "I/N" }

func (s *shard) Set(text string) error {
	a, b, ok := strings.Cut(text, "/")
	i, err1 := strconv.Atoi(a)
	n, err2 := strconv.Atoi(b)
	if !ok || err1 != nil || err2 != nil || i < 1 || n < i {
		return errors.New("want I/N with I from 1 to N, such as 2/5")
	}
	s.number, s.count = i, n
	return nil
}

// gamesOf is the check of arguments of commands that read games, from standard input if
// it is piped and no file is named; want is how they are used.
func (r *reading) gamesOf(want string) cobra.PositionalArgs { return r.gamesAfter(0, want) }

// gamesAfter is gamesOf for files after so many other arguments.
func (r *reading) gamesAfter(others int, want string) cobra.PositionalArgs {
	return func(cmd *cobra.Command, args []string) error {
		err := arguments(cobra.MinimumNArgs(others+1), want)(cmd, args)
		if len(args) == others && piped(r.in) {
			r.unnamed, err = err, nil
		}
		return err
	}
}

// verb makes a command that takes files; run is called with them.
func (r *reading) verb(cmd *cobra.Command, run func(args []string) error) *cobra.Command {
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		r.ctx = cmd.Context()
		if err := checkThreads(r.threads); err != nil {
			return err
		}
		if err := r.order.check(cmd.Flags()); err != nil {
			return err
		}
		if err := r.query.Validate(); err != nil {
			return r.explain("", err)
		}
		limitMemory(r.threads, memoryToAsk)
		if r.unnamed != nil {
			args = append(args, stdio)
		}
		args, err := r.files(args)
		if err != nil {
			return err
		}
		r.countNames()
		err = run(args)
		r.tellNames()
		return err
	}
	return cmd
}

// opened is an open archive, or a PGN file that is read like one.
type opened struct {
	*chesszip.Archive
	name string
	in   *input
	file io.ReaderAt
	size int64
	info fs.FileInfo
	// plain reports that it is a PGN file.
	plain bool
	// whole is the archive, if the embedded one is a part of it; several reports that it
	// is several concatenated archives.
	whole   *chesszip.Archive
	several bool
	stream  *stream // it is a part of this stream; nil for a file
	found   bool    // in a folder, by -r
}

func (o *opened) close() { o.in.close() }

// mustBeArchive returns an error for PGN.
func (o *opened) mustBeArchive() error {
	if o.plain {
		return failed("chesszip "+o.name+" makes an archive of it", "%s is not an archive", o.name)
	}
	return nil
}

func (r *reading) options() (*chesszip.ReaderOptions, error) {
	level, err := r.readModel(r.ctx, r.model)
	return &chesszip.ReaderOptions{Levels: allLevels(level), Threads: r.threads, Progress: r.progress}, err
}

// open opens an archive or a PGN file with random access, and takes the requested shard.
func (r *reading) open(path string) (*opened, error) {
	open := r.openFile
	if r.packsSCID && !isURL(path) && packingOfFile(path).isSCID() {
		open = r.packSCID
	}
	in, err := open(path)
	if err != nil {
		return nil, err
	}
	return r.opened(in)
}

// opened opens the archive in a file, and closes the file after an error.
func (r *reading) opened(in *input) (*opened, error) {
	options, err := r.options()
	if err != nil {
		return nil, errors.Join(err, in.close())
	}
	o := &opened{name: in.name, in: in, file: in.at, size: in.length, info: in.info, found: r.many.recursive}
	if err = r.openArchive(o, options); err != nil {
		return nil, errors.Join(err, in.close())
	}
	o.whole, o.several = o.Archive, len(o.Members()) > 1
	r.tellGaps(o)
	if r.part.count > 0 {
		if o.Archive, err = o.Shard(r.part.number-1, r.part.count); err != nil {
			return nil, errors.Join(err, in.close())
		}
	}
	if err = r.understand(o.whole); err != nil {
		return nil, errors.Join(r.explain(o.name, err), in.close())
	}
	return o, nil
}

func (r *reading) openArchive(o *opened, options *chesszip.ReaderOptions) (err error) {
	head := make([]byte, 8)
	n, err := o.file.ReadAt(head, 0)
	if err != nil && err != io.EOF {
		return readFailed(r.ctx, o.name, err)
	}
	if !isArchive(head[:n]) {
		o.plain = true
		o.Archive, err = chesszip.OpenPGN(r.ctx, o.file, o.size, options)
		return r.explain(o.name, err)
	}
	o.Archive, err = chesszip.Open(r.ctx, o.file, o.size, options)
	var torn *chesszip.TornError
	if errors.As(err, &torn) {
		r.say("chesszip: warning: %s: %s after the last index are left out: an append was cut off?", oneLine(o.name), byteText(torn.Tail))
		o.Archive, err = chesszip.Open(r.ctx, o.file, torn.Size, options)
	}
	err = r.explain(o.name, err)
	if p, ok := err.(*problem); ok && p.status == statusCorrupt && p.hint == "" && o.name != stdinName {
		p.hint = recoverHint(o.name)
	}
	return err
}

// openFile opens a file with random access.
func (r *reading) openFile(path string) (*input, error) {
	if err := r.seekable(path, "this"); err != nil {
		return nil, err
	}
	in, whole, err := r.source(path)
	if err == nil && !whole { // it has changed a moment ago
		err = errors.Join(misuse("save it to a file first", "%s can only be read from front to back", in.name), in.close())
	}
	return in, err
}

// openNamed opens a file; hint is called if there is none.
func openNamed(path string, hint func() string) (*os.File, error) {
	if path == "" {
		return nil, misuse("", "a file was given an empty name")
	}
	f, err := os.Open(path)
	if errors.Is(err, fs.ErrNotExist) {
		if strings.Contains(path, "://") {
			return nil, failed("addresses begin with http:// or https://", "%s: no such file", path)
		}
		return nil, failed(hint(), "%s: no such file", path)
	}
	if err != nil {
		return nil, failed("", "%s: %w", path, bare(err))
	}
	return f, nil
}

// explain explains an error of an archive.
func (r *reading) explain(name string, err error) error {
	if err == nil {
		return nil
	}
	if by := stopped(r.ctx); by != nil {
		return by
	}
	var p *problem
	var q *chesszip.QueryError
	var io *fs.PathError
	var far *remote.Error
	switch {
	case errors.As(err, &p):
		return p
	case errors.As(err, &q):
		return malformed(q)
	case errors.As(err, &far):
		return readFailed(r.ctx, name, err)
	case errors.As(err, &io):
		return failed("", "read %s: %w", name, io.Err)
	}
	return decodeError(name, err)
}

// each calls work for files, one after the other, with one output, and then the
// functions last.
func (r *reading) each(files []string, work func(a *opened, s *sink) error, last ...func(s *sink) error) error {
	s, err := r.sink(files...)
	if err != nil {
		return err
	}
	r.selection.files = files
	err = r.eachTo(s, files, work)
	for _, do := range last {
		if err == nil {
			err = do(s)
		}
	}
	return s.close(r.status(err))
}

// status returns err or, if there is none, the status for damage, a left-out game, or an
// empty selection.
func (r *reading) status(err error) error {
	switch {
	case err == nil && r.damaged:
		return reported{statusCorrupt}
	case err == nil && r.leftOut:
		return reported{statusFailed}
	case err == nil:
		return r.nothing()
	}
	return err
}

// eachTo calls work for files, one after the other: for each whole file, or for the
// parts of a stream.
func (r *reading) eachTo(s *sink, files []string, work func(a *opened, s *sink) error) error {
	for _, name := range files {
		in, whole, err := r.source(name)
		if err != nil {
			return err
		}
		r.told = 0
		if whole {
			err = r.inFile(s, in, work)
		} else if err = r.understand(); err == nil {
			err = r.eachPart(s, in, work)
		}
		if more := r.told - mostNamed; more > 0 {
			r.sayError("%s: %s more like these", oneLine(in.name), countText(more))
		}
		if err == nil {
			in.tellChanged()
		}
		in.close()
		if err != nil || r.order.asked && r.order.left == 0 {
			return err
		}
	}
	return nil
}

// inFile calls work for a file with random access.
func (r *reading) inFile(s *sink, in *input, work func(a *opened, s *sink) error) error {
	a, err := r.opened(in)
	if err != nil {
		return err
	}
	if !r.anyKind {
		r.passOver(a)
	}
	s.zip.settle(a)
	err = work(a, s)
	if err == errEnough {
		return nil
	}
	if err = r.broken(a, err); err != nil {
		return r.explainIn(a, err)
	}
	return nil
}

// sink is where a command writes its data.
type sink struct {
	*bufio.Writer
	end  func(error) error
	zip  *zipper     // makes an archive of the data, or nil
	form *formWriter // writes it in another form, or nil
}

// games returns the writer for texts of games: the archive, if they become one.
func (s *sink) games() (io.Writer, error) {
	if s.zip == nil {
		return s, nil
	}
	if err := s.Flush(); err != nil {
		return nil, err
	}
	return s.zip.writer()
}

// game writes a game. All of a sink are written by it, or all by games.
func (s *sink) game(g *chesszip.Game) error {
	if s.form != nil {
		return s.form.game(g.Number+1, g.Text)
	}
	to, err := s.games()
	if err == nil {
		_, err = to.Write(g.Text)
	}
	return err
}

// sink opens the output of a command that reads the given files: standard output, or the
// file of -o.
func (r *reading) sink(files ...string) (*sink, error) {
	if err := r.mustSeek(files); err != nil {
		return nil, err
	}
	in := r.inputs(append(files, r.model)...)
	if info, err := os.Stat(r.output); err == nil {
		if err := in.refuse(r.output, info); err != nil {
			return nil, err
		}
	}
	form, pack, err := r.form()
	if err != nil {
		return nil, err
	}
	if r.output == "" || r.output == stdio {
		open := r.data
		if form == toArchive {
			open = r.rawData
		}
		w, err := open(in)
		if err != nil {
			return nil, err
		}
		g := &guardedWriter{ctx: r.ctx, w: w, name: stdoutName}
		return r.sinkTo(g, form, files, func(error) error { return g.err })
	}
	out, err := r.createOutput(r.ctx, r.output, r.force, in)
	if err != nil {
		return nil, err
	}
	z := &packer{w: out, name: r.output, pack: pack}
	g := &guardedWriter{ctx: r.ctx, w: z, name: r.output}
	var s *sink
	s, err = r.sinkTo(g, form, files, func(err error) error {
		defer out.discard()
		if err != nil || g.err != nil || r.arch.selects && s.empty(g) {
			return g.err
		}
		if err := z.close(); err != nil {
			return err
		}
		return out.commit(nil)
	})
	if err != nil {
		out.discard()
	}
	return s, err
}

// sinkTo returns a sink to g; end finishes the output.
func (r *reading) sinkTo(g *guardedWriter, form string, files []string, end func(error) error) (*sink, error) {
	s := &sink{end: end}
	if form != toArchive {
		if s.form = r.newFormWriter(g, form); s.form == nil {
			s.Writer = bufio.NewWriterSize(g, bufferSize)
			return s, nil
		}
		s.Writer = bufio.NewWriterSize(s.form, bufferSize)
		s.end = func(err error) error { return r.endForm(s.form, g, err, end) }
		return s, nil
	}
	var err error
	if s.zip, err = r.newZipper(g, files); err != nil {
		return nil, err
	}
	s.Writer = bufio.NewWriterSize(s.zip, bufferSize)
	s.end = func(err error) error {
		// In a pipe, an archive of the readable games is ended properly.
		var done reported
		if err == nil || errors.As(err, &done) {
			if closed := s.zip.close(); closed != nil {
				err = r.explain(g.name, closed)
			}
		}
		ended := end(err)
		if err != nil && ended == nil {
			return err
		}
		if ended == nil && r.verbose && !s.empty(g) {
			r.say("%s: %s", oneLine(g.name), s.zip.made())
		}
		return ended
	}
	return s, nil
}

// endForm ends the games in a form, and then the output.
func (r *reading) endForm(f *formWriter, g *guardedWriter, err error, end func(error) error) error {
	var done reported
	closed := err
	if errors.As(err, &done) {
		closed = nil
	}
	if closed == nil && !f.begun && f.text == nil && !r.arch.selects {
		closed = f.begin()
	}
	if failed := f.close(closed); err == nil && failed != nil {
		err = r.explain(g.name, failed)
	}
	if f.form != "jsonl" { // which has the problems of each game
		r.sayOdd(g.name, f.odd)
	}
	r.sayLeft(g.name, f.odd)
	if err == nil && f.odd.left > 0 {
		err = reported{statusFailed}
	}
	ended := end(err)
	if ended == nil {
		return err
	}
	return ended
}

// empty reports whether nothing was written to g by the sink.
func (s *sink) empty(g *guardedWriter) bool {
	if s.form != nil {
		return !s.form.begun
	}
	if s.zip != nil {
		return s.zip.isEmpty()
	}
	return g.count == 0
}

// close writes the rest and, unless err reports that the command failed, renames the
// file. It returns err, or its own error.
func (s *sink) close(err error) error {
	// Valid data up to the damage is useful in a pipe.
	flushed := s.Flush()
	ended := s.end(err)
	switch {
	case ended != nil:
		return ended
	case err != nil:
		return err
	}
	return flushed
}
