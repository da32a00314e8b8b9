package cli

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
)

// Write lets write fill a temporary file beside out, brings it to the disk, and gives
// it its name. Whatever goes wrong before that, nothing is left of it.
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
	if info, err := os.Stat(out); err == nil { // it is overwritten, and stays as readable as it was
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

// cannotCreate says why there can be no file beside out.
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

// createTemp creates a file beside out, of the mode that new files have.
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

// name gives the file its final name. Without force that is a link, which fails where
// another file has appeared meanwhile.
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
	// longName leaves room for what a temporary name has before and behind it.
	longName = 200
	// maxTemps is how many files that killed runs have left may lie beside an output.
	maxTemps = 1000
)

// ignore returns err unless it is what is expected.
func ignore(err, expected error) error {
	if errors.Is(err, expected) {
		return nil
	}
	return err
}
