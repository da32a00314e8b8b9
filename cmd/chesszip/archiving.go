package main

import (
	"bufio"
	"cmp"
	"fmt"
	"io"
	"os"
	"runtime"
	"slices"

	"github.com/spf13/pflag"

	"github.com/chesszip/chesszip"
	"github.com/chesszip/chesszip/movelist/learned"
)

// archiving is whether a command's output becomes an archive, and of which kind.
type archiving struct {
	to    string   // --to
	level *int     // -0 to -9, nil if not given
	index []string // --index
	// converts reports that the command is convert.
	converts bool
	// games reports that the command prints games and has the flags above; selects, that
	// it may print none, in which case it writes no file.
	games, selects bool
	// never names the output that replaces games because of flags.
	never string
	// aside reports that JSON goes to standard error.
	aside bool
}

// mustBeAsked refuses settings of archives if none is written.
func (a *archiving) mustBeAsked() error {
	if a.level != nil || len(a.index) > 0 {
		return misuse("name an archive with -o, or say --to czip", "a level and --index are about archives")
	}
	return nil
}

// archiveFlags are the flags of commands that print games, which may become an archive.
func (r *reading) archiveFlags(f *pflag.FlagSet) {
	f.StringVar(&r.arch.to, "to", "", "write `FORM`: "+inWords(writtenForms))
	inGroup(f, filesGroup, "to")
	r.archiveLevelFlags(f)
}

// archiveLevelFlags are archiveFlags without --to.
func (r *reading) archiveLevelFlags(f *pflag.FlagSet) {
	r.arch.games = true
	f.StringSliceVar(&r.arch.index, "index", nil, indexUsage)
	inGroup(f, filesGroup, "index")
	levelFlags(f, func(digit int) { r.arch.level = &digit })
}

// selectionFlags are those of commands that print some games, or none.
func (r *reading) selectionFlags(f *pflag.FlagSet) {
	r.arch.selects = true
	r.archiveFlags(f)
}

// writtenForms are the forms of the commands that print games.
var writtenForms = []string{"pgn", toArchive, "csv", "jsonl", "uci", "fen", "epd"}

// form returns the form of the output, "" for what the command prints, and its packing.
// It refuses contradictions.
func (r *reading) form() (form string, pack packing, err error) {
	form, pack, err = r.written(r.arch.to)
	if err != nil {
		return "", pack, err
	}
	instead := r.arch.never
	if r.json && !r.arch.aside {
		instead = "--json"
	}
	switch {
	case r.arch.to != "" && !r.arch.converts && !slices.Contains(writtenForms, r.arch.to):
		return "", pack, misuse(didYouMean(r.arch.to, writtenForms), "--to %q: the forms are %s", r.arch.to, inWords(writtenForms))
	case form == toArchive && instead != "":
		return "", pack, misuse("leave it out, or name another file", "an archive holds games: %s prints none", instead)
	case form == toArchive && !r.arch.games:
		return "", pack, misuse("name another file", "%s cannot be an archive: no games are printed", r.output)
	case form == toArchive && (r.output == "" || r.output == stdio) && r.out.terminal && !r.force:
		return "", pack, misuse("redirect it, or name a file with -o", "an archive is not written to a terminal")
	case form == toArchive:
		return form, pack, nil
	}
	if err := r.arch.mustBeAsked(); err != nil {
		return "", pack, err
	}
	switch {
	case r.arch.converts || form == "" || form == "pgn" && r.arch.games || form == "jsonl" && r.json:
		return "", pack, nil
	case instead != "":
		return "", pack, misuse("leave it out, or name another file", "%s has the form of games: %s prints none", cmp.Or(r.output, "--to "+form), instead)
	case !r.arch.games:
		return "", pack, misuse("name another file", "%s has the form of games, and none are printed", r.output)
	}
	return form, pack, nil
}

// zipper makes an archive of what is written to it. The settings of the first source
// archive must be known before.
type zipper struct {
	r       *reading
	w       io.Writer
	options *chesszip.WriterOptions // nil until they are known
	z       *chesszip.Writer
}

// newZipper returns a zipper to w, with the settings of the files.
func (r *reading) newZipper(w io.Writer, files []string) (*zipper, error) {
	if _, err := indexOf(r.arch.index); err != nil {
		return nil, err
	}
	p := &zipper{r: r, w: w}
	for _, name := range files {
		if p.options != nil {
			break
		}
		if err := p.look(name); err != nil {
			return nil, err
		}
	}
	return p, nil
}

// look takes the settings of a file, if it is an archive. Errors come up again when it
// is read.
func (p *zipper) look(name string) error {
	if info, err := os.Stat(name); name == stdio || !isURL(name) && (err != nil || !regular(info)) {
		return nil
	}
	if isURL(name) {
		if f := p.r.remoteFile(p.r.ctx, name); f.err != nil || f.Reader == nil && f.saved == nil && f.pack == plain {
			return nil
		}
	}
	options, err := p.r.options()
	if err != nil {
		return err
	}
	in, whole, err := p.r.source(name)
	if err != nil {
		return nil
	}
	defer in.close()
	head, _ := bufio.NewReaderSize(in.r, sniffed).Peek(magicLen)
	if whole {
		head = in.peek()
	}
	if !isArchive(head) {
		return nil
	}
	if whole {
		a, err := chesszip.Open(p.r.ctx, in.at, in.length, options)
		if err == nil {
			_ = p.like(a) // the error comes up again
		}
		return stopped(p.r.ctx)
	}
	in.close()
	if in, _, err = p.r.source(name); err != nil {
		return nil
	}
	defer in.close()
	for a, err := range chesszip.Scan(p.r.ctx, in.r, options) {
		if err == nil {
			_ = p.like(a) // the error comes up again
		}
		return stopped(p.r.ctx)
	}
	return nil
}

// like takes the settings of an archive.
func (p *zipper) like(a *chesszip.Archive) (err error) {
	p.options, err = a.WriterOptions()
	return err
}

// settle takes the settings of a, if that is the first archive. P may be nil.
func (p *zipper) settle(a *opened) {
	if p != nil && p.options == nil && p.z == nil && !a.plain {
		_ = p.like(a.Archive) // the error comes up again
	}
}

// settings returns the settings of the archive, once they are settled.
func (p *zipper) settings() (*chesszip.WriterOptions, error) {
	o := p.options
	if o == nil {
		o = &chesszip.WriterOptions{Level: learned.V1}
	}
	own, err := p.r.readModel(p.r.ctx, p.r.model)
	if err != nil {
		return nil, err
	}
	if digit := p.r.arch.level; digit != nil {
		setLevel(o, *digit)
	}
	if o.Level != nil && own != nil {
		o.Level = own
	}
	if len(p.r.arch.index) > 0 {
		o.Open, _ = indexOf(p.r.arch.index) // newZipper has checked it
	}
	o.Threads = cmp.Or(p.r.threads, runtime.GOMAXPROCS(0))
	return o, nil
}

// writer returns the compressor.
func (p *zipper) writer() (*chesszip.Writer, error) {
	if p.z != nil {
		return p.z, nil
	}
	o, err := p.settings()
	if err != nil {
		return nil, err
	}
	limitMemory(p.r.threads, memoryToCompress)
	p.z = chesszip.NewWriter(p.r.ctx, p.w, o)
	return p.z, nil
}

// Write implements io.Writer.
func (p *zipper) Write(b []byte) (int, error) {
	z, err := p.writer()
	if err != nil {
		return 0, err
	}
	return z.Write(b)
}

// close ends the archive.
func (p *zipper) close() error {
	z, err := p.writer()
	if err != nil {
		return err
	}
	return z.Close()
}

// isEmpty reports whether nothing was written; the archive must have ended.
func (p *zipper) isEmpty() bool { return p.z == nil || p.z.Stats().In == 0 }

// made describes the finished archive.
func (p *zipper) made() string {
	s := p.z.Stats()
	return fmt.Sprintf("%s in %s, %s of %s copied", plural(s.Games, "game"), byteText(s.Out), countText(s.Copied), plural(s.Frames, "frame"))
}
