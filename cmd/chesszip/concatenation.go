package main

import (
	"bufio"
	"errors"
	"io"
	"os"

	"github.com/chesszip/chesszip/records"
)

// concatenation reads files one after the other, each unpacked if it is packed. It adds the
// line end that the last line of a file lacks.
type concatenation struct {
	j     *job
	names []string // of the files to come
	whole *input   // that is read from this
	in    *input   // the current file, or nil
	form  string   // of the first file
	first string   // its name
	last  byte     // that was read
}

// join opens files as one input, of which nothing is read before the first read.
func (j *job) join(names []string) (*input, error) {
	whole := &input{name: plural(int64(len(names)), "file"), ctx: j.ctx, console: j.console}
	for _, name := range names {
		if isURL(name) {
			continue
		}
		info, err := os.Stat(name)
		if err == nil && !regular(info) && !info.IsDir() {
			continue // a pipe, of which nothing is read yet
		}
		in, err := openInput(j.ctx, j.console, name)
		if err != nil {
			return nil, err
		}
		whole.length += in.length
		whole.pack = max(whole.pack, packingOfNamed(name, in.peek()))
		err = joinable(in)
		in.close()
		if err != nil {
			return nil, err
		}
	}
	files := &concatenation{j: j, names: names, whole: whole, last: '\n'}
	whole.raw = &guardedReader{ctx: j.ctx, r: files, name: whole.name}
	whole.r = files
	whole.closers = append(whole.closers, files.close)
	return whole, nil
}

// Read implements io.Reader. An error is stored in raw of the whole, explained.
func (f *concatenation) Read(b []byte) (int, error) {
	for {
		if f.in == nil {
			if len(f.names) == 0 {
				return 0, io.EOF
			}
			if err := f.next(); err != nil {
				f.whole.raw.err = err
				return 0, err
			}
			if f.last != '\n' {
				f.last = '\n'
				return copy(b, "\n"), nil
			}
		}
		n, err := f.in.r.Read(b)
		if n > 0 {
			f.last = b[n-1]
		}
		if err == io.EOF {
			f.in.tellChanged()
			err = f.close()
		} else if err != nil {
			err = f.in.readError(err)
		}
		if err != nil {
			f.whole.raw.err = err
		}
		if n > 0 || err != nil {
			return n, err
		}
	}
}

// next opens the next file, which must be of the kind of the first.
func (f *concatenation) next() error {
	name := f.names[0]
	f.names = f.names[1:]
	in, err := openInput(f.j.ctx, f.j.console, name)
	if err != nil {
		return err
	}
	in.raw.meter = f.whole.raw.meter
	err = joinable(in)
	if err == nil && !f.j.noUnpack {
		err = in.unpack()
	}
	if err != nil {
		return errors.Join(err, in.close())
	}
	buf := bufio.NewReaderSize(in.r, sniffed)
	in.r = buf
	head, _ := buf.Peek(sniffed) // the error comes back with the next read
	form := "games"
	if f, ok := records.Sniff(head); ok {
		form = f.String()
	}
	if f.first == "" {
		f.first, f.form = in.name, form
	}
	if form != f.form && len(head) > 0 {
		return errors.Join(failed("leave out -o: each file gets an archive of its own",
			"an archive takes files of one kind: %s is of %s, %s of %s", f.first, f.form, in.name, form), in.close())
	}
	f.in = in
	return nil
}

// joinable refuses an archive.
func joinable(in *input) error {
	if isArchive(in.peek()) {
		return failed("chesszip merge joins archives", "%s is a chesszip archive already", in.name)
	}
	return nil
}

// close closes the current file.
func (f *concatenation) close() error {
	if f.in == nil {
		return nil
	}
	err := f.in.close()
	f.in = nil
	return err
}

// compressJoined makes one archive of several files.
func (j *job) compressJoined(names []string) error {
	in, err := j.join(names)
	if err != nil {
		return err
	}
	defer in.close()
	if j.toStdout("") {
		return j.compressToStdout(in)
	}
	out, err := j.createOutput(j.ctx, j.output, j.force, j.reads)
	if err != nil {
		return err
	}
	defer out.discard()
	_, stats, err := j.encode(out, j.output, in, nil)
	if err != nil {
		return err
	}
	if err := out.commit(nil); err != nil {
		return err
	}
	j.finished(j.output+": "+in.name+", "+achieved(stats)+j.verified(), stats)
	return nil
}
