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

// This file decides about every output of every command. The caller names all files that
// the command reads, so that none of them is overwritten. No other file of the command
// may open a file for writing, except temporary.go, which opens the temporary files, and
// folder.go, which fills folders that it creates.

// inputs are the files that a command reads.
type inputs []inputFile

type inputFile struct {
	name string
	info fs.FileInfo
}

// inputs examines the files that a command reads, "-" for standard input. A file that
// cannot be examined cannot be overwritten either; opening it will report the error.
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

// refuse returns an error if the output name is one of the inputs: the same file,
// through any links.
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

// place is the place of an output, before anything is written.
type place struct {
	console *console
	name    string      // for messages
	target  string      // target of name's symbolic links
	old     fs.FileInfo // the existing regular file, or nil
	direct  bool        // a device or a pipe, written directly
	force   bool
}

// place checks whether the file name may be written. Without force it refuses an
// existing file, before any work; commit checks again.
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
		p.direct = true // an open file without a name, through /dev/fd
	}
	return p, nil
}

// maxLinks is the greatest number of consecutive symbolic links, as in most systems.
const maxLinks = 40

// followLinks returns the target of a name that may be a symbolic link, whether or not
// it exists.
func followLinks(name string) (string, error) {
	at := name
	for range maxLinks {
		to, err := os.Readlink(at)
		if err != nil {
			return at, nil // not a link
		}
		if !filepath.IsAbs(to) {
			dir, _ := filepath.Split(at) // Dir would remove "link/.."
			to = dir + to
		}
		at = to
	}
	return "", failed("", "%s: too many symbolic links", name)
}

func exists(name string) error {
	return failed("-f overwrites it", "%s exists already", name)
}

// output is a file being written. Until commit it has a temporary name in the folder of
// its final name, so that an incomplete file never has the final name.
type output struct {
	place
	ctx   context.Context
	temp  string // "" if written directly
	file  *os.File
	head  []byte // the first bytes written
	notes []string
	alive func() bool               // stops an interruption from removing temp
	work  atomic.Pointer[resumable] // the journal, or nil

	mu   sync.Mutex
	gone bool // temp was renamed, removed, or stays for a later run
}

// createOutput begins the file name.
func (c *console) createOutput(ctx context.Context, name string, force bool, in inputs) (*output, error) {
	p, err := c.place(name, force, in)
	if err != nil {
		return nil, err
	}
	return p.create(ctx)
}

// create begins the output. When ctx ends, the temporary file is removed at once, since
// the work may take a while to stop.
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

// begins sets the beginning of the output, if its first bytes do not pass through Write.
func (o *output) begins(head []byte) {
	o.head = append(o.head[:0], head[:min(len(head), beginning)]...)
	o.clearLeftovers()
}

// unchanged checks that the file to replace is still the one that was read: another run
// may have written it between reading and locking the temporary file.
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

// WriteAt implements io.WriterAt, over what was written.
func (o *output) WriteAt(b []byte, at int64) (int, error) {
	n, err := o.file.WriteAt(b, at)
	if err != nil {
		err = writeError(o.name, err)
	}
	return n, err
}

// clearLeftovers removes what killed runs left of this output, and collects messages
// about it. It needs the output's beginning to recognize them.
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

// sayNotes prints the collected messages, once progress bars are gone.
func (o *output) sayNotes() {
	for _, note := range o.notes {
		o.console.say("chesszip: warning: %s", note)
	}
	o.notes = nil
}

// sync flushes the file to the disk.
func (o *output) sync() error {
	if o.temp == "" {
		return nil
	}
	if err := o.file.Sync(); err != nil {
		return writeError(o.name, err)
	}
	return nil
}

// renamesOpen reports whether an open file can be renamed: its lock then lasts until it
// has its final name.
const renamesOpen = runtime.GOOS != "windows"

// commit renames the file to its final name, with mode, owner and time of source if that
// is a regular file, otherwise with mode and owner of the file that it replaces. After
// an error discard must still be called.
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
		// A file system without times is no reason to fail.
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
		_ = o.file.Close() // everything is on the disk
	}
	syncFolder(filepath.Dir(o.target))
	o.sayNotes()
	return nil
}

// dress sets mode and owner of the complete file. If the owner or the group cannot be
// set, the mode's bits for group and others are cleared, since they would apply to other
// people.
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

// rename renames the temporary file. Without force it does so by a link, which fails if
// a file has appeared meanwhile; without links it checks once more.
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

// remove removes the temporary file, unless it was renamed or is to be resumed.
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
	o.gone = true // the interruption may still call remove
	o.mu.Unlock()
	o.work.Load().end(true)
	o.sayNotes()
}

// writeBehind copies a complete output, from byte from on, to the end of the file whose
// name it has; size and read are those of that file. If that fails, it truncates the
// file to size.
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

// syncFolder flushes a rename to the disk. Not every system can sync a folder; otherwise
// the rename is as safe as that system makes it.
func syncFolder(dir string) {
	if d, err := os.Open(dir); err == nil {
		_ = d.Sync()
		d.Close()
	}
}
