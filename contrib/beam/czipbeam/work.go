package czipbeam

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

// Work is where a job writes until it is done: a folder beside its output, whose name
// follows from that of the output. A job that is killed leaves it and nothing else; the
// next job with that output removes it. All workers must see it under its name.
//
//	.OUT.czipbeam/lock
//	              pieces/   what workers hand to each other
//	              out/      the output, or the files of the output
type Work struct {
	Out  string // the final name
	Dir  string
	lock *os.File
}

// ErrBusy says that another job writes the same output.
var ErrBusy = errors.New("czipbeam: another job writes this output")

// Begin makes the folder for an output, without what an earlier job left there. The
// errors are fs.ErrExist where there is an output of that name, ErrBusy, and those of
// the file system.
func Begin(out string) (*Work, error) {
	out, err := filepath.Abs(out)
	if err != nil {
		return nil, err
	}
	if _, err := os.Lstat(out); err == nil {
		return nil, fmt.Errorf("%s: %w: remove it, or name another output", out, fs.ErrExist)
	}
	w := &Work{Out: out, Dir: filepath.Join(filepath.Dir(out), "."+filepath.Base(out)+".czipbeam")}
	if err := os.MkdirAll(w.Dir, 0o777); err != nil {
		return nil, err
	}
	if w.lock, err = lock(filepath.Join(w.Dir, "lock")); err != nil {
		return nil, err
	}
	for _, name := range []string{"pieces", "out"} {
		err := os.RemoveAll(filepath.Join(w.Dir, name))
		if err == nil {
			err = os.Mkdir(filepath.Join(w.Dir, name), 0o777)
		}
		if err != nil {
			return nil, errors.Join(err, w.Discard())
		}
	}
	return w, nil
}

// Discard removes the folder.
func (w *Work) Discard() error {
	err := os.RemoveAll(w.Dir)
	return errors.Join(err, w.lock.Close())
}

// Commit gives the output its final name: all files of it at once if whole, else the
// file of the given name; then it removes the folder.
func (w *Work) Commit(name string) error {
	from := filepath.Join(w.Dir, "out", name)
	if err := syncDir(filepath.Join(w.Dir, "out")); err != nil {
		return err
	}
	if _, err := os.Lstat(w.Out); err == nil {
		return fmt.Errorf("%s: %w: it has appeared meanwhile", w.Out, fs.ErrExist)
	}
	if err := os.Rename(from, w.Out); err != nil {
		return err
	}
	if err := syncDir(filepath.Dir(w.Out)); err != nil {
		return err
	}
	return w.Discard()
}

func syncDir(dir string) error {
	d, err := os.Open(dir)
	if err != nil {
		return err
	}
	return errors.Join(d.Sync(), d.Close())
}

// spool is a file of pieces or of out that is being written. An attempt that a runner
// makes twice has two, under different names.
type spool struct {
	*os.File
}

// newSpool begins a file.
func newSpool(dir string) (*spool, error) {
	f, err := os.CreateTemp(filepath.Join(dir, "pieces"), "begun-*")
	return &spool{f}, err
}

// discard removes the file, unless it was ended.
func (s *spool) discard() {
	if s.File != nil {
		s.Close()
		os.Remove(s.Name())
	}
}

// end closes the file and returns its path.
func (s *spool) end() (path string, err error) {
	path, err = s.Name(), s.Close()
	s.File = nil
	return path, err
}

// publish makes the file one of the output: whole, on the disk, and of the given name.
// Where two attempts do, their bytes are the same.
func (s *spool) publish(dir, name string) error {
	if err := errors.Join(s.Chmod(0o644), s.Sync()); err != nil {
		return err
	}
	path, err := s.end()
	if err != nil {
		return err
	}
	return os.Rename(path, filepath.Join(dir, "out", name))
}

// lazyFile is a file that is open only while it is read, since jobs have more pieces
// than a process may have files.
type lazyFile struct{ path string }

// ReadAt reads at an offset.
func (l lazyFile) ReadAt(p []byte, off int64) (int, error) {
	f, err := os.Open(l.path)
	if err != nil {
		return 0, err
	}
	defer f.Close()
	return f.ReadAt(p, off)
}

// files reads files one behind the other.
type files struct {
	paths []string
	now   *os.File
}

// Read reads on.
func (f *files) Read(p []byte) (n int, err error) {
	for {
		if f.now == nil {
			if len(f.paths) == 0 {
				return 0, io.EOF
			}
			if f.now, err = os.Open(f.paths[0]); err != nil {
				return 0, err
			}
			f.paths = f.paths[1:]
		}
		if n, err = f.now.Read(p); n > 0 || err != io.EOF {
			return n, err
		}
		if err := f.close(); err != nil {
			return 0, err
		}
	}
}

func (f *files) close() (err error) {
	if f.now != nil {
		err, f.now = f.now.Close(), nil
	}
	return err
}

// outputName returns the name of what is made of a shard of a file, such as
// 00002-games-00017.czip.
func outputName(file int64, path string, shard int64, suffix string) string {
	return fmt.Sprintf("%05d-%s-%05d%s", file, stem(path), shard, suffix)
}

// stem returns the name of a file without what says how it is packed.
func stem(path string) string {
	name := filepath.Base(path)
	for _, s := range []string{".zst", ".gz", ".czip", ".pgn"} {
		if short := strings.TrimSuffix(name, s); short != "" {
			name = short
		}
	}
	return name
}
