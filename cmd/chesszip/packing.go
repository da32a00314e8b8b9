package main

import (
	"bufio"
	"bytes"
	"compress/bzip2"
	"io"
	"path/filepath"
	"strings"

	"github.com/klauspost/compress/gzip"
	"github.com/klauspost/compress/zstd"
	"github.com/ulikunitz/xz"
)

// packing is a compression of an input, recognized by the first bytes of the file, not
// by its name.
type packing uint8

const (
	plain packing = iota
	packedGzip
	packedBzip2
	packedXz
	packedZstd
	packedSCID  // not by one file: see openSCID
	packedSCID5 // known by its name only
)

// packings has, by packing, its name, the suffix of its files and their first bytes.
var packings = [...]struct{ name, suffix, magic string }{
	plain:       {"plain", "", ""},
	packedGzip:  {"gzip", ".gz", "\x1f\x8b\x08"},
	packedBzip2: {"bzip2", ".bz2", "BZh"},
	packedXz:    {"xz", ".xz", "\xfd7zXZ\x00"},
	packedZstd:  {"zstd", ".zst", "\x28\xb5\x2f\xfd"},
	packedSCID:  {"SCID", ".si4", "Scid.si\x00"},
	packedSCID5: {"SCID", ".si5", ""},
}

func (p packing) String() string { return packings[p].name }
func (p packing) suffix() string { return packings[p].suffix }
func (p packing) isSCID() bool   { return p == packedSCID || p == packedSCID5 }

// magicLen is the number of first bytes that packingOf needs.
const magicLen = 10

// maxWindow is the greatest window of a zstd file, 128 MiB, as in the zstd command by
// default.
const maxWindow = 128 << 20

// packingOf returns the packing of a file that begins with head.
func packingOf(head []byte) packing {
	for p := packedGzip; p <= packedSCID; p++ {
		if !bytes.HasPrefix(head, []byte(packings[p].magic)) {
			continue
		}
		// A text may begin with BZh: in bzip2 a level follows, and the digits of pi for
		// a block, or those of its square root for an empty file.
		if p == packedBzip2 && (len(head) < 10 || head[3] < '1' || head[3] > '9' ||
			string(head[4:10]) != "1AY&SY" && string(head[4:10]) != "\x17rE8P\x90") {
			continue
		}
		return p
	}
	// zstd files may begin with skippable frames, 0x184D2A50 to 0x184D2A5F.
	if len(head) >= 4 && head[0]&0xf0 == 0x50 && string(head[1:4]) == "\x2a\x4d\x18" {
		return packedZstd
	}
	return plain
}

// packingOfNamed returns the packing of a file with a name that begins with head.
func packingOfNamed(name string, head []byte) packing {
	if strings.EqualFold(filepath.Ext(name), packedSCID5.suffix()) {
		return packedSCID5
	}
	return packingOf(head)
}

// newReader returns the unpacked content of r, concatenated if r holds several packed
// files. It calls behind for trailing bytes after a gzip file, and skips them, as gzip
// does.
func (p packing) newReader(r io.Reader, behind func()) (io.ReadCloser, error) {
	switch p {
	case packedGzip:
		return newGzipFiles(r, behind)
	case packedBzip2:
		return io.NopCloser(bzip2.NewReader(r)), nil
	case packedXz:
		x, err := xz.NewReader(r)
		if err != nil {
			return nil, err
		}
		return io.NopCloser(x), nil
	case packedZstd:
		z, err := zstd.NewReader(r, zstd.WithDecoderMaxWindow(maxWindow))
		if err != nil {
			return nil, err
		}
		return z.IOReadCloser(), nil
	}
	return io.NopCloser(r), nil
}

// gzipFiles unpacks gzip files, one after the other.
type gzipFiles struct {
	*gzip.Reader
	from   *bufio.Reader
	behind func()
}

func newGzipFiles(r io.Reader, behind func()) (*gzipFiles, error) {
	from, ok := r.(*bufio.Reader)
	if !ok {
		from = bufio.NewReader(r)
	}
	z, err := gzip.NewReader(from)
	if err != nil {
		return nil, err
	}
	z.Multistream(false)
	return &gzipFiles{z, from, behind}, nil
}

func (z *gzipFiles) Read(b []byte) (n int, err error) {
	for n == 0 && err == nil && len(b) > 0 {
		if n, err = z.Reader.Read(b); err == io.EOF {
			err = z.next()
		}
	}
	return n, err
}

// next starts the next file; io.EOF if there is none.
func (z *gzipFiles) next() error {
	const magic = "\x1f\x8b"
	head, err := z.from.Peek(len(magic))
	switch {
	case string(head) == magic:
		err = z.Reset(z.from)
		z.Multistream(false)
	case len(head) > 0 && (err == nil || err == io.EOF):
		z.behind()
		err = io.EOF
	}
	return err
}
