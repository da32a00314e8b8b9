package main

import (
	"context"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
)

// This file writes the folders of exports: new files in new folders, which no command
// reads.

// put writes a file of the export; part is the item of the report for its bytes.
func (x *export) put(dir, part, name string, from io.Reader) error {
	to := filepath.Join(dir, filepath.FromSlash(name))
	if err := os.MkdirAll(filepath.Dir(to), 0o777); err != nil {
		return createError(dir, err)
	}
	f, err := os.Create(to)
	if err != nil {
		return createError(dir, err)
	}
	n, err := io.Copy(f, &untilDone{x.ctx, from})
	x.written[part] += n
	if err == nil {
		err = f.Sync()
	}
	if err = errors.Join(err, f.Close()); err != nil {
		return writeError(name, err)
	}
	return nil
}

// untilDone reads until a context is done.
type untilDone struct {
	ctx  context.Context
	from io.Reader
}

func (r *untilDone) Read(b []byte) (int, error) {
	if r.ctx.Err() != nil {
		return 0, context.Cause(r.ctx)
	}
	return r.from.Read(b)
}

// makeFolder lets write fill a folder under a temporary name, and then renames it. An
// existing folder is moved aside first, and removed last.
func (x *export) makeFolder(dir string, write func(dir string) error) error {
	temp, err := os.MkdirTemp(filepath.Dir(dir), "."+filepath.Base(dir)+".chesszip-*.tmp")
	if err != nil {
		return failed("", "create a folder beside %s: %w", dir, bare(err))
	}
	if err = write(temp); err == nil {
		err = replaceFolder(temp, dir)
	}
	if err != nil {
		return errors.Join(err, os.RemoveAll(temp))
	}
	return nil
}

// replaceFolder renames a folder.
func replaceFolder(temp, dir string) error {
	if err := os.Chmod(temp, 0o755); err != nil {
		return failed("", "%w", err)
	}
	old := temp + "-old"
	err := os.Rename(dir, old)
	had := err == nil
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return failed("", "%w", err)
	}
	if err := os.Rename(temp, dir); err != nil {
		if had {
			err = errors.Join(err, os.Rename(old, dir))
		}
		return failed("", "%w", err)
	}
	if had {
		if err := os.RemoveAll(old); err != nil {
			return failed("remove "+old, "the export is in %s, and what was there before in %s: %w", dir, old, bare(err))
		}
	}
	return nil
}
