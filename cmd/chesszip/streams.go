package main

import (
	"bytes"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/pflag"

	"github.com/chesszip/chesszip"
)

// sources are the files that a command reads, and how it reads them.
type sources struct {
	recursive bool // -r
	// first is the first argument, a file or a folder.
	first string
	// seeks names the action of the command that needs random access; "" if it takes
	// streams.
	seeks string
	// endings are the suffixes of the files that -r reads, nil for all.
	endings [][]string
}

// stream is an input without random access: standard input, a pipe, or a packed file.
type stream struct {
	in      *input
	archive bool
	begun   bool  // a part was processed
	last    bool  // the current part is the last one, which is empty
	games   int64 // in all parts so far
	content chesszip.Content
	// positions counts positions of lists so far.
	positions int64
	odd       oddities // of the games so far
}

// begins reports whether the archive is a file, or the first part of one.
func (o *opened) begins() bool { return o.stream == nil || !o.stream.begun }

// ends reports whether the archive is a file, or the last part of one.
func (o *opened) ends() bool { return o.stream == nil || o.stream.last }

// errEnough ends the work on a file when no more is wanted.
var errEnough = errors.New("enough")

// manyFlag is the flag of commands that take folders.
func (r *reading) manyFlag(f *pflag.FlagSet) {
	f.BoolVarP(&r.many.recursive, "recursive", "r", false, "read folders and their subfolders")
	inGroup(f, filesGroup, "recursive")
}

// The suffixes of files that are searched for in folders.
var (
	listEndings    = []string{".pgn", ".si4", ".si5", ".epd", ".fen", ".plain", ".binpack"}
	archiveEndings = []string{suffix}
)

// hasEnding reports whether a file's name has one of some suffixes, perhaps followed by
// that of a packing.
func hasEnding(name string, endings []string) bool {
	name = strings.ToLower(name)
	for _, p := range packings[packedGzip : packedZstd+1] {
		if base, ok := strings.CutSuffix(name, p.suffix); ok {
			name = base
			break
		}
	}
	for _, e := range endings {
		if strings.HasSuffix(name, e) && len(name) > len(e) {
			return true
		}
	}
	return false
}

// filesIn returns names with folders replaced by their files that have one of some
// suffixes, in the order of their names. Hidden files are skipped.
func filesIn(names []string, endings ...[]string) (all []string, err error) {
	for _, name := range names {
		info, err := os.Stat(name)
		if name == stdio || err != nil || !info.IsDir() {
			all = append(all, name) // opening it reports the error
			continue
		}
		before := len(all)
		err = filepath.WalkDir(name, func(path string, d fs.DirEntry, err error) error {
			hidden := path != name && strings.HasPrefix(d.Name(), ".")
			switch {
			case err != nil:
				return failed("", "%s: %w", path, bare(err))
			case d.IsDir() && hidden:
				return filepath.SkipDir
			case d.IsDir() || hidden:
				return nil
			}
			for _, e := range endings {
				if hasEnding(d.Name(), e) && isFile(path, d) {
					all = append(all, path)
					break
				}
			}
			return nil
		})
		if err != nil {
			return nil, err
		}
		if len(all) == before {
			return nil, failed("name the files", "%s: no files of games in it", name)
		}
	}
	return all, nil
}

// isFile reports whether an entry of a folder is a file, perhaps by a symbolic link.
func isFile(path string, d fs.DirEntry) bool {
	if d.Type()&fs.ModeSymlink == 0 {
		return d.Type().IsRegular()
	}
	info, err := os.Stat(path)
	return err == nil && info.Mode().IsRegular()
}

// files returns the files for arguments.
func (r *reading) files(args []string) ([]string, error) {
	if len(args) > 0 {
		r.many.first = args[0]
	}
	if !r.many.recursive {
		return args, nil
	}
	if r.many.endings != nil {
		return filesIn(args, r.many.endings...)
	}
	return filesIn(args, listEndings, archiveEndings)
}

// mustSeek refuses streams among files, before anything is read, if the command needs
// the index or the size of a file.
func (r *reading) mustSeek(files []string) error {
	what := r.many.seeks
	if r.part.count > 0 {
		what = "--shard"
	}
	for i, name := range files {
		if name == stdio && r.nameless(files[:i]) {
			return misuse("", "standard input can be read once")
		}
		if what == "" {
			continue
		}
		if err := r.seekable(name, what); err != nil {
			return err
		}
	}
	return nil
}

// nameless reports whether standard input is among files.
func (r *reading) nameless(files []string) bool {
	for _, name := range files {
		if name == stdio {
			return true
		}
	}
	return false
}

// seekable returns an error if a file exists but has no random access, which what needs.
func (r *reading) seekable(name, what string) error {
	if isURL(name) {
		return r.seekableURL(name, what)
	}
	var info fs.FileInfo
	pack := packingOfFile(name)
	if name == stdio {
		if f, ok := r.in.(*os.File); ok && atStart(f) {
			if pack = packingAt(f, ""); pack == plain {
				return nil
			}
			info, _ = f.Stat() // atStart has checked it
		}
		name = stdinName
	} else {
		var err error
		if info, err = os.Stat(name); err != nil || info.IsDir() {
			return nil // opening it reports the error
		}
	}
	switch {
	case !regular(info):
		return misuse("save it to a file first", "%s needs a file, and %s can only be read from front to back", what, name)
	case pack.isSCID():
		return misuse("make an archive of it: chesszip "+oneLine(name), "%s needs an archive or PGN, and %s is a database of SCID", what, name)
	case pack != plain && name == stdinName:
		return misuse("unpack it first", "%s needs a file that is not packed, and %s is packed by %s", what, name, pack)
	case pack != plain:
		return misuse("unpack it first, or make an archive of it: chesszip "+oneLine(name),
			"%s needs a file that is not packed, and %s is packed by %s", what, name, pack)
	}
	return nil
}

// atStart reports whether a file is regular, and nothing of it was read.
func atStart(f *os.File) bool {
	info, err := f.Stat()
	if err != nil || !info.Mode().IsRegular() {
		return false
	}
	at, err := f.Seek(0, io.SeekCurrent)
	return err == nil && at == 0
}

// source opens a file. Whole reports that it has random access.
func (r *reading) source(name string) (in *input, whole bool, err error) {
	if isURL(name) {
		return r.sourceURL(name)
	}
	start := false
	if f, ok := r.in.(*os.File); ok && name == stdio {
		start = atStart(f)
	}
	in, err = openInputOr(r.ctx, r.console, name, func() string { return "" })
	if err != nil {
		return nil, false, err
	}
	if err := in.unpack(); err != nil {
		return nil, false, errors.Join(err, in.close())
	}
	if in.pack != plain || !in.regular() || name == stdio && !start {
		return in, false, nil
	}
	// The caller reads the file itself, from its beginning.
	if _, err := in.file.(*os.File).Seek(0, io.SeekStart); err != nil {
		return nil, false, errors.Join(failed("", "%s: %w", in.name, bare(err)), in.close())
	}
	return in, true, nil
}

// eachPart calls work for the parts of a stream with games, and then for an empty one,
// which is the last.
func (r *reading) eachPart(s *sink, in *input, work func(a *opened, s *sink) error) error {
	options, err := r.options()
	if err != nil {
		return err
	}
	src := &errorReader{r: in.r}
	from := io.Reader(src)
	st := &stream{in: in}
	head := make([]byte, sniffed)
	n, _ := io.ReadFull(from, head)
	if src.err != nil {
		return in.readError(src.err)
	}
	if n == 0 && r.unnamed != nil {
		return r.unnamed
	}
	head = head[:n]
	st.archive = isArchive(head)
	if !st.archive {
		st.content = chesszip.ContentOf(head)
	}
	a := &opened{name: in.name, info: in.info, plain: !st.archive, several: true, stream: st, found: r.many.recursive}
	for part, err := range chesszip.Scan(r.ctx, io.MultiReader(bytes.NewReader(head), from), options) {
		if src.err != nil && err != nil {
			return in.readError(src.err)
		}
		if err == nil {
			if err = st.take(r, part); err == nil {
				a.Archive, a.whole = part, part
				s.zip.settle(a)
				err = work(a, s)
				st.begun = true
			}
		}
		if err == errEnough {
			return nil
		}
		if err = r.broken(a, err); err != nil {
			return r.explainIn(a, err)
		}
	}
	if a.Archive, err = chesszip.OpenPGN(r.ctx, bytes.NewReader(nil), 0, options); err != nil {
		return r.explain(a.name, err)
	}
	a.whole, st.last = a.Archive, true
	err = work(a, s)
	if err == errEnough {
		err = nil
	}
	return r.explain(a.name, r.broken(a, err))
}

// sniffed is how many first bytes of a file without games determine its kind.
const sniffed = 16 << 10

// take reads the next part.
func (st *stream) take(r *reading, part *chesszip.Archive) (err error) {
	if st.games == 0 && !st.begun && st.archive {
		st.content, err = part.Content(r.ctx)
	}
	st.games += part.NumGames()
	return err
}
