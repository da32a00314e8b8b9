package main

import (
	"bufio"
	"context"
	"errors"
	"io"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"strings"

	"github.com/chesszip/chesszip/remote"
)

// This file handles arguments that are http or https addresses.

// isURL reports whether an argument is such an address. A path in a folder with that
// name must begin with "./".
func isURL(arg string) bool {
	scheme, _, ok := strings.Cut(arg, "://")
	return ok && (strings.EqualFold(scheme, "http") || strings.EqualFold(scheme, "https"))
}

// remotes are the addresses that a run reads.
type remotes struct {
	download bool // --download
	count    int  // number on the command line
	known    map[string]*remoteFile
	secrets  *strings.Replacer // replaces addresses by their redacted form, or nil
}

// remoteFile is the data of an address.
type remoteFile struct {
	*remote.Reader          // nil without random access
	saved          *os.File // by --download, otherwise nil
	pack           packing
	err            error
}

// urlsIn finds addresses among arguments and in values of flags.
var urlsIn = regexp.MustCompile(`(?i)https?://.*`)

// noteURLs looks for addresses in the arguments of a run.
func (c *console) noteURLs(args []string) {
	var pairs []string
	for _, a := range args {
		for _, u := range urlsIn.FindAllString(a, -1) {
			c.remotes.count++
			if shown := remote.Redact(u); shown != u {
				pairs = append(pairs, u, shown)
			}
		}
	}
	if pairs != nil {
		c.remotes.secrets = strings.NewReplacer(pairs...)
	}
}

// redacted returns words with the secrets in addresses of the command line removed.
func (c *console) redacted(words string) string {
	if c.remotes.secrets == nil {
		return words
	}
	return c.remotes.secrets.Replace(words)
}

// Cache size of the readers of all addresses together, and the least of each.
const (
	remoteCache = 8 << 20
	leastCache  = 256 << 10
)

func (c *console) remoteOptions() *remote.Options {
	return &remote.Options{Cache: max(leastCache, remoteCache/int64(max(1, c.remotes.count)))}
}

// remoteFile opens an address, once a run.
func (c *console) remoteFile(ctx context.Context, address string) *remoteFile {
	if f := c.remotes.known[address]; f != nil {
		return f
	}
	f := &remoteFile{}
	if c.remotes.download {
		if f.saved, f.err = c.saveURL(ctx, address); f.err == nil {
			f.pack = packingAt(f.saved, address)
		}
	} else if r, err := remote.Open(ctx, address, c.remoteOptions()); err != nil {
		f.err = readFailed(ctx, address, err)
	} else {
		head := make([]byte, magicLen)
		n, _ := r.ReadAt(head, 0) // Open has read them
		if f.pack = packingOfNamed(address, head[:n]); isArchive(head[:n]) {
			f.Reader = r
		} else {
			r.Close()
		}
	}
	if c.remotes.known == nil {
		c.remotes.known = map[string]*remoteFile{}
	}
	c.remotes.known[address] = f
	return f
}

// openURL opens an address without random access, or the file that --download has made
// of it.
func (c *console) openURL(ctx context.Context, address string) (*input, error) {
	in := &input{name: remote.Redact(address), path: address, ctx: ctx, console: c}
	var src io.Reader
	if c.remotes.download {
		f := c.remoteFile(ctx, address)
		if f.err != nil {
			return nil, f.err
		}
		info, err := f.saved.Stat()
		if err != nil {
			return nil, failed("", "%s: %w", in.name, bare(err))
		}
		in.info, in.file, in.at, in.length = info, f.saved, f.saved, info.Size()
		src = io.NewSectionReader(f.saved, 0, info.Size())
	} else {
		body, size, err := remote.Get(ctx, address, c.remoteOptions())
		if err != nil {
			return nil, readFailed(ctx, in.name, err)
		}
		in.closers = append(in.closers, body.Close)
		in.length, src = max(0, size), body
	}
	in.raw = &guardedReader{ctx: ctx, r: src, name: in.name}
	in.r = bufio.NewReaderSize(in.raw, bufferSize)
	return in, nil
}

// sourceURL is source for an address.
func (r *reading) sourceURL(address string) (in *input, whole bool, err error) {
	f := r.remoteFile(r.ctx, address)
	noRanges := errors.Is(f.err, remote.ErrNoRanges)
	if f.err != nil && !noRanges {
		return nil, false, f.err
	}
	if f.Reader != nil {
		in = &input{name: remote.Redact(address), path: address, ctx: r.ctx, console: r.console, at: f.Reader, length: f.Size()}
		in.raw = &guardedReader{ctx: r.ctx, r: io.NewSectionReader(f.Reader, 0, f.Size()), name: in.name}
		in.r = bufio.NewReaderSize(in.raw, sniffed)
		return in, true, nil
	}
	if in, err = r.openURL(r.ctx, address); err != nil {
		return nil, false, err
	}
	if noRanges && isArchive(in.peek()) {
		return nil, false, errors.Join(f.err, in.close())
	}
	if err := in.unpack(); err != nil {
		return nil, false, errors.Join(err, in.close())
	}
	return in, in.at != nil && in.pack == plain, nil
}

// seekableURL is seekable for an address.
func (r *reading) seekableURL(address, what string) error {
	f := r.remoteFile(r.ctx, address)
	name := remote.Redact(address)
	switch {
	case errors.Is(f.err, remote.ErrNoRanges):
		return f.err
	case f.err != nil || f.Reader != nil || f.saved != nil && f.pack == plain:
		return nil // opening it reports the error
	case f.pack != plain && !f.pack.isSCID():
		return misuse("save it to a file, and unpack it", "%s needs a file that is not packed, and %s is packed by %s", what, name, f.pack)
	}
	return misuse("--download saves it first", "%s needs a file, and %s can only be read from front to back", what, name)
}

// readFailed explains why a file or an address could not be read.
func readFailed(ctx context.Context, name string, err error) error {
	if by := stopped(ctx); by != nil {
		return by
	}
	var e *remote.Error
	if !errors.As(err, &e) {
		return failed("", "read %s: %w", name, bare(err))
	}
	hint := ""
	switch {
	case errors.Is(err, remote.ErrChanged):
		hint = "try again"
	case e.Err == remote.ErrNoRanges: // of Open
		hint = "--download fetches all of it first, into a temporary file"
	}
	return failed(hint, "%s: %w", e.Address, e.Err)
}

// saveURL downloads an address into a temporary file.
func (c *console) saveURL(ctx context.Context, address string) (*os.File, error) {
	name := remote.Redact(address)
	body, size, err := remote.Get(ctx, address, c.remoteOptions())
	if err != nil {
		return nil, readFailed(ctx, name, err)
	}
	defer body.Close()
	to, err := downloadFile(ctx)
	if err != nil {
		return nil, err
	}
	src := &guardedReader{ctx: ctx, r: body, name: name, meter: c.newMeter(ctx, "download "+name, size)}
	defer src.meter.close()
	n, err := io.CopyBuffer(struct{ io.Writer }{to}, src, make([]byte, bufferSize))
	switch {
	case src.err != nil:
		return nil, errors.Join(readFailed(ctx, name, src.err), to.Close())
	case err != nil:
		return nil, errors.Join(tempError(name, err), to.Close())
	}
	if c.verbose {
		c.say("%s: %s fetched", name, byteText(n))
	}
	return to, nil
}

// closeRemotes ends all requests of a run.
func (c *console) closeRemotes() {
	for _, f := range c.remotes.known {
		if f.Reader != nil {
			f.Reader.Close()
		}
		if f.saved != nil {
			removeDownload(f.saved)
		}
	}
}

// urlName returns the local name of the file at an address: the last part of its path.
func urlName(address string) (string, error) {
	var name string
	u, err := url.Parse(address)
	if err == nil {
		part := u.EscapedPath()
		name, err = url.PathUnescape(part[strings.LastIndexByte(part, '/')+1:])
	}
	if err != nil || name == "" || name == "." || strings.ContainsAny(name, "/\\\x00") || !filepath.IsLocal(name) {
		return "", failed("name the file with -o", "%s does not end in a file name", remote.Redact(address))
	}
	return name, nil
}

// localName returns a path, or the local name of an address; "" if there is none.
func localName(arg string) string {
	if isURL(arg) {
		arg, _ = urlName(arg)
	}
	return arg
}

// errURL refuses an address as an output.
func errURL(what, address string) error {
	return misuse("save it to a file first", "%s, and %s is an address", what, remote.Redact(address))
}
