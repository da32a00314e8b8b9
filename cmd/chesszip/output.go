package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"sync"
	"sync/atomic"

	"github.com/chesszip/chesszip/remote"
)

// This file decides for every output of every command. An output is asked for
// with all files that the command reads, so that none of them is written to.
// Nothing else in the command may open a file to write to it, but temporary.go,
// which opens the temporary files, and folder.go, which fills folders that it makes.

// inputs are the files that a command reads.
type inputs []inputFile

type inputFile struct {
	name string
	info fs.FileInfo
}

// inputs looks at the files that a command reads, "-" for standard input. What
// cannot be looked at cannot be overwritten either; opening it will say why.
func (c *console) inputs(names ...string) inputs {
	var in inputs
	for _, name := range names {
		if name == stdio {
			if f, ok := c.in.(*os.File); ok {
				if info, err := f.Stat(); err == nil {
					in = append(in, inputFile{stdinName, info})
				}
			}
		} else if info, err := os.Stat(name); err == nil {
			in = append(in, inputFile{name, info})
		}
	}
	return in
}

// refuse returns an error if the output called name is one of the inputs: the same
// file, through whatever links.
func (in inputs) refuse(name string, info fs.FileInfo) error {
	if !regular(info) {
		return nil
	}
	for _, f := range in {
		if !os.SameFile(f.info, info) {
			continue
		}
		if f.name == name {
			return misuse("write to another file", "%s is the input itself", name)
		}
		return misuse("write to another file", "%s is the input itself, %s", name, f.name)
	}
	return nil
}

func regular(info fs.FileInfo) bool { return info != nil && info.Mode().IsRegular() }

// place is where an output may go, before anything is written.
type place struct {
	console *console
	name    string      // for messages
	target  string      // where symbolic links lead from name
	old     fs.FileInfo // the regular file that is there, nil for none
	direct  bool        // a device or a pipe, which is written to directly
	force   bool
}

// place finds out whether the file name may be written. Without force an existing
// file is refused, now, so that no work is wasted on it, and again by commit.
func (c *console) place(name string, force bool, in inputs) (*place, error) {
	if isURL(name) {
		return nil, misuse("name a file", "only files are written, and %s is an address", remote.Redact(name))
	}
	p := &place{console: c, name: name, force: force}
	info, err := os.Stat(name)
	switch {
	case err == nil && info.IsDir():
		return nil, failed("", "%s is a directory", name)
	case err == nil && !regular(info):
		p.direct = true
		return p, nil
	case err == nil:
		if err := in.refuse(name, info); err != nil {
			return nil, err
		}
		p.old = info
	}
	if _, err := os.Lstat(name); err == nil && !force {
		return nil, exists(name)
	}
	if p.target, err = followLinks(name); err != nil {
		return nil, err
	}
	if now, err := os.Lstat(p.target); p.old != nil && (err != nil || !os.SameFile(now, p.old)) {
		p.direct = true // an open file without a name, by way of /dev/fd
	}
	return p, nil
}

// maxLinks is how many symbolic links may follow one another, as in most systems.
const maxLinks = 40

// followLinks returns where a name leads that may be a symbolic link, whether or
// not there is anything.
func followLinks(name string) (string, error) {
	at := name
	for range maxLinks {
		to, err := os.Readlink(at)
		if err != nil {
			return at, nil // not a link
		}
		if !filepath.IsAbs(to) {
			dir, _ := filepath.Split(at) // Dir would take "link/.." away
			to = dir + to
		}
		at = to
	}
	return "", failed("", "%s: too many symbolic links", name)
}

func exists(name string) error {
	return failed("-f overwrites it", "%s exists already", name)
}

// output is a file being written. Until commit it has a temporary name in the
// folder of its final one, so half a file never bears the final name.
type output struct {
	place
	ctx   context.Context
	temp  string // "" where the output is written to directly
	file  *os.File
	head  []byte // the first bytes written
	notes []string
	alive func() bool               // takes back that an interruption removes temp
	work  atomic.Pointer[resumable] // the journal, nil for none

	mu   sync.Mutex
	gone bool // temp has got its final name, is removed, or stays for a later run
}

// createOutput begins the file name.
func (c *console) createOutput(ctx context.Context, name string, force bool, in inputs) (*output, error) {
	p, err := c.place(name, force, in)
	if err != nil {
		return nil, err
	}
	return p.create(ctx)
}

// create begins the output. When ctx ends, the temporary file goes at once: the
// work on it may take a while to notice.
func (p *place) create(ctx context.Context) (*output, error) {
	o := &output{place: *p, ctx: ctx}
	if p.direct {
		f, err := os.OpenFile(p.name, os.O_WRONLY, 0)
		if err != nil {
			return nil, failed("", "open %s: %w", p.name, bare(err))
		}
		o.file = f
		return o, nil
	}
	err := p.refuseBegun(ctx)
	if err == nil {
		o.file, o.temp, err = createTemp(p.target, p.name)
	}
	if err != nil {
		return nil, err
	}
	o.alive = context.AfterFunc(ctx, o.remove)
	return o, nil
}

// begins says how the output begins, where its first bytes do not pass through Write.
func (o *output) begins(head []byte) {
	o.head = append(o.head[:0], head[:min(len(head), beginning)]...)
	o.clearLeftovers()
}

// unchanged holds that what is to be replaced is still what was read: a run that
// has ended between reading it and locking the temporary file may have written it.
func (o *output) unchanged(read fs.FileInfo) error {
	now, err := os.Stat(o.name)
	if err != nil || !os.SameFile(now, read) || now.Size() != read.Size() || !now.ModTime().Equal(read.ModTime()) {
		return failed("try again", "%s has changed meanwhile", o.name)
	}
	return nil
}

// Write implements io.Writer.
func (o *output) Write(b []byte) (int, error) {
	if len(o.head) < beginning && len(b) > 0 {
		o.head = append(o.head, b[:min(len(b), beginning-len(o.head))]...)
		if len(o.head) == beginning {
			o.clearLeftovers()
		}
	}
	n, err := o.file.Write(b)
	if err != nil {
		err = writeError(o.name, err)
	}
	return n, err
}

// clearLeftovers removes what killed runs have left of this output, and notes what
// to say of it. Until the output's beginning is known it is not clear whose they are.
func (o *output) clearLeftovers() {
	if o.temp == "" {
		return
	}
	for i := 1; i <= slots; i++ {
		path := tempName(o.target, i)
		if path == o.temp {
			continue
		}
		f, err := takeLeftover(path, o.head)
		switch {
		case errors.Is(err, errNotOurs):
			o.notes = append(o.notes, fmt.Sprintf("%s looks like an unfinished %s, but is not clearly one: remove it if nothing needs it", path, o.name))
		case f != nil:
			removeJournal(journalName(o.target, i))
			if err := removeLocked(f, path); err == nil {
				o.notes = append(o.notes, fmt.Sprintf("removed %s, which a killed run had left", path))
			}
		}
	}
}

// sayNotes prints what was found beside the output. It waits until progress bars
// are gone.
func (o *output) sayNotes() {
	for _, note := range o.notes {
		if !o.console.quiet {
			o.console.say("chesszip: warning: %s", note)
		}
	}
	o.notes = nil
}

// sync brings what was written to the disk, where there is one.
func (o *output) sync() error {
	if o.temp == "" {
		return nil
	}
	if err := o.file.Sync(); err != nil {
		return writeError(o.name, err)
	}
	return nil
}

// renamesOpen says that a file can get another name while it is open: then its lock
// holds until it has its final one.
const renamesOpen = runtime.GOOS != "windows"

// commit gives the file its final name, with mode, owner and time of source if
// that is a regular file, else with mode and owner of the file that it replaces.
// After an error discard must still be called.
func (o *output) commit(source fs.FileInfo) error {
	if o.temp == "" {
		o.gone = true
		if err := o.file.Close(); err != nil {
			return writeError(o.name, err)
		}
		return nil
	}
	if len(o.head) < beginning {
		o.clearLeftovers()
	}
	if err := o.dress(source); err != nil {
		return err
	}
	if err := o.sync(); err != nil {
		return err
	}
	if regular(source) {
		// A file system that keeps no times is no reason to fail.
		_ = os.Chtimes(o.temp, source.ModTime(), source.ModTime())
	}
	if !renamesOpen {
		if err := o.file.Close(); err != nil {
			return writeError(o.name, err)
		}
	}
	if err := o.rename(); err != nil {
		return err
	}
	o.alive()
	o.work.Load().end(false)
	if renamesOpen {
		_ = o.file.Close() // all is on the disk
	}
	syncFolder(filepath.Dir(o.target))
	o.sayNotes()
	return nil
}

// dress gives the complete file its mode and owner. Where the owner or the group
// cannot be kept, the mode's bits for group and others would mean other people, so
// they go.
func (o *output) dress(like fs.FileInfo) error {
	if !regular(like) {
		like = o.old
	}
	mode := 0o666 &^ umask()
	if like != nil {
		mode = like.Mode().Perm()
		if !keepOwner(o.file, like) {
			if mode&0o077 != 0 {
				o.console.say("chesszip: warning: %s: its owner and group cannot be kept, so that only you may read it", o.name)
			}
			mode &^= 0o077
		}
	}
	if err := o.file.Chmod(mode); err != nil && !errors.Is(err, errors.ErrUnsupported) {
		return writeError(o.name, err)
	}
	return nil
}

// rename gives the temporary file its final name. Without force it does so by
// a link, which fails where a file has appeared meanwhile; where there are no
// links a last look has to do.
func (o *output) rename() error {
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.gone { // by an interruption
		return context.Cause(o.ctx)
	}
	if !o.force {
		err := os.Link(o.temp, o.target)
		if err == nil {
			o.gone = true
			if err := os.Remove(o.temp); err != nil {
				return failed("", "remove the temporary name of %s: %w", o.name, err)
			}
			return nil
		}
		if _, there := os.Lstat(o.target); errors.Is(err, fs.ErrExist) || there == nil {
			return exists(o.name)
		}
	}
	if err := os.Rename(o.temp, o.target); err != nil {
		return failed("", "rename to %s: %w", o.name, bare(err))
	}
	o.gone = true
	return nil
}

// remove removes the temporary file, unless it has its final name or is to be resumed.
func (o *output) remove() {
	o.mu.Lock()
	defer o.mu.Unlock()
	if w := o.work.Load(); !o.gone && o.temp != "" && !w.keeps() {
		o.gone = os.Remove(o.temp) == nil
		w.end(!o.gone)
	}
}

// discard removes what was written, unless commit has succeeded.
func (o *output) discard() {
	if o.temp != "" {
		o.alive()
	}
	if renamesOpen {
		o.remove() // while it is locked
	}
	o.file.Close()
	o.remove()
	o.mu.Lock()
	o.gone = true // the interruption's call of remove may be still to come
	o.mu.Unlock()
	o.work.Load().end(true)
	o.sayNotes()
}

// writeBehind copies a complete output, from byte from on, behind the first size
// bytes of the file whose name it has, of which info was read. If that fails, it
// cuts the file off there again.
func (o *output) writeBehind(from, size int64, read fs.FileInfo) error {
	if err := o.sync(); err != nil {
		return err
	}
	f, err := os.OpenFile(o.target, os.O_RDWR, 0)
	if err != nil {
		return failed("", "open %s: %w", o.name, bare(err))
	}
	defer f.Close()
	if info, err := f.Stat(); err != nil || !os.SameFile(info, read) {
		return failed("try again", "%s has changed meanwhile", o.name)
	}
	if err := o.unchanged(read); err != nil {
		return err
	}
	if err := f.Truncate(size); err != nil {
		return writeError(o.name, err)
	}
	_, err = o.file.Seek(from, io.SeekStart)
	if err == nil {
		_, err = f.Seek(size, io.SeekStart)
	}
	if err == nil {
		_, err = io.Copy(f, o.file)
	}
	if err == nil {
		err = f.Sync()
	}
	if err != nil {
		return errors.Join(writeError(o.name, err), f.Truncate(size))
	}
	return nil
}

// syncFolder brings a rename to the disk. Not every system lets a folder be
// synced; where it does not, the rename is as safe as that system makes it.
func syncFolder(dir string) {
	if d, err := os.Open(dir); err == nil {
		_ = d.Sync()
		d.Close()
	}
}
