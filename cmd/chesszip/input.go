package main

import (
	"bufio"
	"context"
	"errors"
	"io"
	"io/fs"
	"os"
	"sync/atomic"
)

// How a command line names standard input and output, and how messages name the latter.
const (
	stdio      = "-"
	stdinName  = "standard input"
	stdoutName = "standard output"
)

// input is an open file, or standard input, with what is needed for messages about it.
type input struct {
	name   string // for messages
	path   string // "" for standard input
	info   fs.FileInfo
	file   io.Reader      // source of raw, if it is a file
	at     io.ReaderAt    // for random access, nil for a stream
	length int64          // of the file, or of what comes; 0 if not known
	raw    *guardedReader // the bytes of the file
	r      io.Reader      // the bytes to work on: those of raw, or unpacked
	pack   packing        // packing of raw

	ctx       context.Context
	console   *console
	closers   []func() error
	watched   []watched
	scidGames int // of a database of SCID, once it is unpacked
}

// piped reports whether standard input is a pipe or a file, not a terminal or a device.
func piped(in io.Reader) bool {
	f, ok := in.(*os.File)
	if !ok {
		return in != nil
	}
	info, err := f.Stat()
	return err == nil && info.Mode()&fs.ModeDevice == 0 && !info.IsDir()
}

// openInput opens a file for reading, or standard input for "-". It refuses
// folders.
func openInput(ctx context.Context, c *console, path string) (*input, error) {
	return openInputOr(ctx, c, path, func() string { return meant(path) })
}

// openInputOr is openInput; hint is called if there is no such file.
func openInputOr(ctx context.Context, c *console, path string, hint func() string) (*input, error) {
	if isURL(path) {
		return c.openURL(ctx, path)
	}
	in := &input{name: path, path: path, ctx: ctx, console: c}
	var src io.Reader
	if path == stdio {
		in.name, in.path, src = stdinName, "", c.in
	} else {
		f, err := openNamed(path, hint)
		if err != nil {
			return nil, err
		}
		in.closers = append(in.closers, f.Close)
		src = f
	}
	if f, ok := src.(*os.File); ok {
		info, err := f.Stat()
		if err != nil {
			return nil, errors.Join(failed("", "%s: %w", in.name, bare(err)), in.close())
		}
		if info.IsDir() {
			hint := "name the files in it"
			if c.has("recursive") {
				hint = "-r reads the files in it"
			}
			return nil, errors.Join(failed(hint, "%s is a directory", path), in.close())
		}
		in.info, in.file = info, f
		if regular(info) {
			in.at, in.length = f, info.Size()
			if err := in.watch(f); err != nil {
				return nil, errors.Join(failed("", "%s: %w", in.name, bare(err)), in.close())
			}
		}
	}
	if !in.regular() {
		src = interruptible(ctx, src)
	}
	in.raw = &guardedReader{ctx: ctx, r: src, name: in.name}
	in.r = bufio.NewReaderSize(in.raw, bufferSize)
	return in, nil
}

// bufferSize is how much of a file is read at once.
const bufferSize = 256 << 10

// regular reports whether the input is a plain file, with a known size and no waiting.
func (in *input) regular() bool { return regular(in.info) }

// stream returns a reader of the input. For a plain file it is also an io.Seeker, so
// that the decompressor may read ahead.
func (in *input) stream() io.Reader {
	if file, ok := in.file.(io.Seeker); ok && in.info != nil && in.regular() {
		return struct {
			io.Reader
			io.Seeker
		}{in.r, file}
	}
	return in.r
}

// size returns the number of bytes in the file, or 0 if not known.
func (in *input) size() int64 {
	return in.length
}

// source returns the file that was read, so that the output gets its mode and time; nil
// for a remote file.
func (in *input) source() fs.FileInfo {
	if isURL(in.path) {
		return nil
	}
	return in.info
}

// unpack checks the first bytes and, if another program has packed the file, makes r
// unpack it.
func (in *input) unpack() error {
	head := in.peek()
	in.pack = packingOfNamed(in.path, head)
	if in.pack == plain {
		return nil
	}
	if in.pack.isSCID() {
		r, err := in.openSCID(in.ctx)
		if err != nil {
			return err
		}
		in.closers = append(in.closers, r.Close)
		in.r = r
		return nil
	}
	r, err := in.pack.newReader(in.r, func() {
		in.console.say("chesszip: warning: %s: bytes after the end of the %s file are skipped", oneLine(in.name), in.pack)
	})
	if err != nil {
		return in.readError(err)
	}
	in.closers = append(in.closers, r.Close)
	in.r = r
	return nil
}

// peek returns the first bytes of the file without taking them from r, which must be
// unread.
func (in *input) peek() []byte {
	head, _ := in.r.(*bufio.Reader).Peek(magicLen) // the error comes back with the next read
	return head
}

// packingOfFile returns the packing of a file, plain if it cannot be determined without
// consuming input.
func packingOfFile(path string) packing {
	if info, err := os.Stat(path); err != nil || !regular(info) {
		return plain
	}
	f, err := os.Open(path)
	if err != nil {
		return plain
	}
	defer f.Close()
	return packingAt(f, path)
}

// packingAt returns the packing of a file that the command line names, without changing
// its offset.
func packingAt(f *os.File, name string) packing {
	head := make([]byte, magicLen)
	n, _ := f.ReadAt(head, 0) // the error comes back with the next read
	return packingOfNamed(name, head[:n])
}

// readError explains an error of reading r: the file could not be read, the run was
// interrupted, or the packed data is broken.
func (in *input) readError(err error) error {
	if in.raw.err != nil {
		return in.raw.err
	}
	if in.pack != plain {
		hint := ""
		if in.console.has("no-unpack") {
			hint = "--no-unpack takes the file as it is"
		}
		return corrupt(hint, "%s: unpack %s: %w", in.name, in.pack, err)
	}
	return failed("", "%s: %w", in.name, err)
}

func (in *input) close() error {
	var errs []error
	for i := len(in.closers) - 1; i >= 0; i-- {
		errs = append(errs, in.closers[i]())
	}
	in.closers = nil
	return errors.Join(errs...)
}

// guardedReader counts bytes, stops when its context ends, and stores its error: readers
// above it may not distinguish a disk failure from broken data.
type guardedReader struct {
	ctx   context.Context
	r     io.Reader
	name  string
	count atomic.Int64
	meter *meter
	err   error
}

func (g *guardedReader) Read(b []byte) (int, error) {
	if g.err != nil {
		return 0, g.err
	}
	if err := stopped(g.ctx); err != nil {
		g.err = err
		return 0, err
	}
	n, err := g.r.Read(b)
	g.count.Add(int64(n))
	g.meter.add(n)
	if err != nil && err != io.EOF {
		if by := stopped(g.ctx); by != nil {
			g.err = by
		} else {
			g.err = readFailed(g.ctx, g.name, err)
		}
		err = g.err
	}
	return n, err
}

// interruptible returns r with reads that end when ctx does, even if they wait for a
// pipe or for a user typing.
func interruptible(ctx context.Context, r io.Reader) io.Reader {
	pr, pw := io.Pipe()
	context.AfterFunc(ctx, func() { pr.CloseWithError(context.Cause(ctx)) })
	go func() {
		_, err := io.Copy(pw, r)
		pw.CloseWithError(err)
	}()
	return pr
}
