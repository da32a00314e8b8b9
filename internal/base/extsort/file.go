package extsort

import (
	"bufio"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
)

const (
	// bufferSize is the number of bytes written and read at once.
	bufferSize = 256 << 10
	// headSize is the size of a record's two lengths.
	headSize = 4 + 8
)

// Err is wrapped by errors of a Sorter in writing or reading a temporary file, with
// the folder of the file and the reason. Errors of a caller's function and of a
// context do not wrap it.
var Err = errors.New("chesszip: temporary file")

// file is a temporary file that runs are appended to.
type file struct {
	*os.File
	dir  string
	path string // of the file to remove; "" once removed
	size int64
}

// run is the place of a run in a file.
type run struct{ from, to int64 }

func createFile(dir string) (*file, error) {
	if dir == "" {
		dir = os.TempDir()
	}
	f, err := os.CreateTemp(dir, ".chesszip-sort-*.tmp")
	if err != nil {
		return nil, fileError(dir, err)
	}
	t := &file{File: f, dir: dir, path: f.Name()}
	if os.Remove(t.path) == nil {
		t.path = ""
	}
	return t, nil
}

// fileError wraps err as an error of a file in dir, unless it is one already. It
// removes the file's name, since the file may have none.
func fileError(dir string, err error) error {
	if errors.Is(err, Err) {
		return err
	}
	var p *fs.PathError
	if errors.As(err, &p) {
		err = p.Err
	}
	return fmt.Errorf("%w in %s: %w", Err, dir, err)
}

func (f *file) close() error {
	err := f.Close()
	if f.path != "" {
		err = errors.Join(err, os.Remove(f.path))
	}
	if err != nil {
		return fileError(f.dir, err)
	}
	return nil
}

// run appends a run that write writes.
func (f *file) run(write func(w *writer) error) (r run, err error) {
	w := &writer{file: f, at: f.size}
	w.buf = bufio.NewWriterSize(io.NewOffsetWriter(f, f.size), bufferSize)
	r.from = f.size
	if err = write(w); err != nil {
		return r, err
	}
	if err = w.buf.Flush(); err != nil {
		return r, fileError(f.dir, err)
	}
	f.size, r.to = w.at, w.at
	return r, nil
}

// writer writes a run.
type writer struct {
	file *file
	buf  *bufio.Writer
	at   int64
	temp []byte
}

// Write implements io.Writer.
func (w *writer) Write(p []byte) (int, error) {
	n, err := w.buf.Write(p)
	w.at += int64(n)
	if err != nil {
		err = fileError(w.file.dir, err)
	}
	return n, err
}

// head writes a record up to its value.
func (w *writer) head(key []byte, value uint64) error {
	w.temp = binary.BigEndian.AppendUint64(binary.BigEndian.AppendUint32(w.temp[:0], uint32(len(key))), value)
	w.temp = append(w.temp, key...)
	_, err := w.Write(w.temp)
	return err
}

// setSize sets the size of the value of the record at start.
func (w *writer) setSize(start int64, size uint64) error {
	err := w.buf.Flush()
	if err == nil {
		_, err = w.file.WriteAt(binary.BigEndian.AppendUint64(nil, size), start+headSize-8)
	}
	if err != nil {
		return fileError(w.file.dir, err)
	}
	return nil
}
