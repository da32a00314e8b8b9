package main

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"syscall"
)

// output is a file being written. Until commit it has a temporary name in the
// folder of its final one, so half a file never bears the final name.
type output struct {
	name  string // final
	temp  string // "" where the final name is a device or pipe, written to directly
	file  *os.File
	force bool
	done  bool
	alive func() bool // takes back that an interruption removes temp
}

// createOutput begins the file name. When ctx ends, the temporary file goes at
// once: the work on it may take a while to notice. Without force an existing file is
// refused now, so that no work is wasted on it, and again by commit.
func createOutput(ctx context.Context, name string, force bool, source fs.FileInfo) (*output, error) {
	info, err := os.Stat(name)
	switch {
	case err == nil && info.IsDir():
		return nil, failed("", "%s is a directory", name)
	case err == nil && !info.Mode().IsRegular():
		f, err := os.OpenFile(name, os.O_WRONLY, 0)
		if err != nil {
			return nil, failed("", "open %s: %w", name, bare(err))
		}
		return &output{name: name, file: f}, nil
	case err == nil && source != nil && os.SameFile(info, source):
		return nil, misuse("", "%s is the input itself", name)
	}
	if _, err := os.Lstat(name); err == nil && !force {
		return nil, exists(name)
	}
	// A private file stays private while it is being written.
	mode := fs.FileMode(0o666)
	if source != nil && source.Mode().IsRegular() {
		mode = 0o600
	}
	dir := filepath.Dir(name)
	for range 100 {
		temp := filepath.Join(dir, fmt.Sprintf(".chesszip-%016x.tmp", rand.Uint64()))
		f, err := os.OpenFile(temp, os.O_RDWR|os.O_CREATE|os.O_EXCL, mode)
		if errors.Is(err, fs.ErrExist) {
			continue
		}
		if err != nil {
			return nil, failed("", "create a file in %s: %w", dir, bare(err))
		}
		alive := context.AfterFunc(ctx, func() { os.Remove(temp) })
		return &output{name: name, temp: temp, file: f, force: force, alive: alive}, nil
	}
	return nil, failed("", "create a file in %s: no free temporary name", dir)
}

func exists(name string) error {
	return failed("-f overwrites it", "%s exists already", name)
}

// Write implements io.Writer.
func (o *output) Write(b []byte) (int, error) {
	n, err := o.file.Write(b)
	if err != nil {
		err = writeError(o.name, err)
	}
	return n, err
}

// printed says why printing to standard output failed, if it did.
func printed(err error) error {
	if err != nil {
		return writeError(stdoutName, err)
	}
	return nil
}

func writeError(name string, err error) error {
	hint := ""
	if errors.Is(err, syscall.ENOSPC) {
		hint = "free some room, or write elsewhere with -o"
	}
	return failed(hint, "write %s: %w", name, bare(err))
}

// bare takes the operation and the name off a file error: the message around
// it names the file that the user knows, not the temporary one.
func bare(err error) error {
	var p *fs.PathError
	if errors.As(err, &p) {
		return p.Err
	}
	var l *os.LinkError
	if errors.As(err, &l) {
		return l.Err
	}
	return err
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

func (o *output) close() error {
	if err := o.file.Close(); err != nil {
		return writeError(o.name, err)
	}
	return nil
}

// commit gives the file its final name, with mode, owner and time of source if
// that is a regular file. After an error discard must still be called.
func (o *output) commit(source fs.FileInfo) error {
	if o.temp == "" {
		o.done = true
		return o.close()
	}
	if source != nil && source.Mode().IsRegular() {
		keepOwner(o.file, source)
		if err := o.file.Chmod(source.Mode().Perm()); err != nil && !errors.Is(err, errors.ErrUnsupported) {
			return writeError(o.name, err)
		}
	}
	if err := o.sync(); err != nil {
		return err
	}
	if err := o.close(); err != nil {
		return err
	}
	if source != nil && source.Mode().IsRegular() {
		// A file system that keeps no times is no reason to fail.
		_ = os.Chtimes(o.temp, source.ModTime(), source.ModTime())
	}
	if err := o.rename(); err != nil {
		return err
	}
	o.done = true
	o.alive()
	syncFolder(filepath.Dir(o.name))
	return nil
}

// rename gives the temporary file its final name. Without force it does so by
// a link, which fails where a file has appeared meanwhile; where there are no
// links a last look has to do.
func (o *output) rename() error {
	if !o.force {
		err := os.Link(o.temp, o.name)
		if err == nil {
			return o.removeTemp()
		}
		if _, there := os.Lstat(o.name); errors.Is(err, fs.ErrExist) || there == nil {
			return exists(o.name)
		}
	}
	if err := os.Rename(o.temp, o.name); err != nil {
		return failed("", "rename to %s: %w", o.name, bare(err))
	}
	return nil
}

func (o *output) removeTemp() error {
	if err := os.Remove(o.temp); err != nil {
		return failed("", "remove the temporary name of %s: %w", o.name, err)
	}
	return nil
}

// discard removes what was written, unless commit has succeeded.
func (o *output) discard() {
	if o.done {
		return
	}
	o.file.Close()
	if o.temp != "" {
		o.alive()
		os.Remove(o.temp)
	}
}

// syncFolder brings a rename to the disk. Not every system lets a folder be
// synced; where it does not, the rename is as safe as that system makes it.
func syncFolder(dir string) {
	if d, err := os.Open(dir); err == nil {
		_ = d.Sync()
		d.Close()
	}
}
