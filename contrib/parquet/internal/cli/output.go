package cli

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
)

// Write lets write fill a temporary file next to out, flushes it to the disk, and
// renames it. After any earlier error nothing is left of it.
func (f *Files) Write(ctx context.Context, out string, write func(*os.File) error) (err error) {
	file, err := createTemp(out)
	if err != nil {
		return cannotCreate(out, err)
	}
	temp := file.Name()
	defer func() {
		if err != nil {
			err = errors.Join(err, ignore(file.Close(), fs.ErrClosed), ignore(os.Remove(temp), fs.ErrNotExist))
		}
	}()
	if err := write(file); err != nil {
		return err
	}
	if err := context.Cause(ctx); err != nil {
		return err
	}
	if info, err := os.Stat(out); err == nil { // an overwritten file keeps its permissions
		if err := file.Chmod(info.Mode().Perm()); err != nil {
			return fmt.Errorf("write %s: %w", out, err)
		}
	}
	if err := file.Sync(); err != nil {
		return fmt.Errorf("write %s: %w", out, err)
	}
	if err := file.Close(); err != nil {
		return fmt.Errorf("write %s: %w", out, err)
	}
	if err := f.name(temp, out); err != nil {
		return err
	}
	if dir, err := os.Open(filepath.Dir(out)); err == nil {
		_ = dir.Sync() // not every file system can
		_ = dir.Close()
	}
	return nil
}

// cannotCreate explains why no file can be created next to out.
func cannotCreate(out string, err error) error {
	var path *fs.PathError
	if errors.As(err, &path) {
		err = path.Err
	}
	hint := ""
	if errors.Is(err, fs.ErrNotExist) {
		hint = "make its folder first"
	}
	return &Error{Failed, fmt.Errorf("%s: create it: %w", out, err), hint}
}

// createTemp creates a file next to out, with the usual mode of new files.
func createTemp(out string) (*os.File, error) {
	dir, base := filepath.Split(out)
	base = base[:min(len(base), longName)]
	for i := 1; ; i++ {
		f, err := os.OpenFile(fmt.Sprintf("%s.%s.%04d.tmp", dir, base, i), os.O_RDWR|os.O_CREATE|os.O_EXCL, 0o666)
		if !errors.Is(err, fs.ErrExist) || i == maxTemps {
			return f, err
		}
	}
}

// name renames the file. Without force it does so by a link, which fails if another file
// has appeared.
func (f *Files) name(temp, out string) error {
	if f.Force {
		return os.Rename(temp, out)
	}
	err := os.Link(temp, out)
	switch {
	case err == nil:
		return os.Remove(temp)
	case errors.Is(err, fs.ErrExist):
		return &Error{Failed, fmt.Errorf("%s exists already", out), "-f overwrites it"}
	}
	if _, err := os.Lstat(out); err == nil { // a file system without links
		return &Error{Failed, fmt.Errorf("%s exists already", out), "-f overwrites it"}
	}
	return os.Rename(temp, out)
}

const (
	// longName leaves room for the prefix and the suffix of a temporary name.
	longName = 200
	// maxTemps is the greatest number of files of killed runs next to an output.
	maxTemps = 1000
)

// ignore returns err unless it is expected.
func ignore(err, expected error) error {
	if errors.Is(err, expected) {
		return nil
	}
	return err
}
