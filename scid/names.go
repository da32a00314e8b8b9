package scid

import (
	"bufio"
	"encoding/binary"
	"fmt"
	"io"
)

// The kinds of names, in their order in the file.
const (
	players = iota
	events
	sites
	rounds
	kinds
)

// mostNames is the number of names of each kind that an entry can refer to.
var mostNames = [kinds]int{1 << 20, 1 << 19, 1 << 19, 1 << 18}

const (
	namesMagic  = "Scid.sn\x00"
	countsAt    = 12
	mostOftenAt = 24
	namesHead   = 36
	leastName   = 4        // least bytes of a name in the file
	maxNames    = 32 << 20 // most bytes of all names
	manyNames   = 1 << 16  // from this count on a number takes three bytes
	chunkSize   = 1 << 20
	longestName = 255
)

// names are the names of a kind, by number.
type names struct {
	chunks [][]byte // no name spans two
	at     []span
}

// span is the place of a name in the concatenated chunks.
type span struct {
	from uint32
	size uint8
}

// name returns name i.
func (n *names) name(i int) (string, error) {
	if i >= len(n.at) {
		return "", damaged(0, "name %d of %d", i, len(n.at))
	}
	s := n.at[i]
	if s.size == 0 {
		return "", nil
	}
	return string(n.chunks[s.from/chunkSize][s.from%chunkSize:][:s.size]), nil
}

// readNames reads the file of names.
func (b *Base) readNames(f *io.SectionReader) error {
	r := nameReader{src: bufio.NewReader(f)}
	var head [namesHead]byte
	if _, err := io.ReadFull(r.src, head[:]); err != nil && err != io.EOF && err != io.ErrUnexpectedEOF {
		return fmt.Errorf("scid: read the names: %w", err)
	}
	if string(head[:len(namesMagic)]) != namesMagic {
		return damaged(0, "no file of SCID's names")
	}
	r.at = namesHead
	for kind := range kinds {
		count, often := int(uint24(head[countsAt+3*kind:])), uint24(head[mostOftenAt+3*kind:])
		if int64(count) > (f.Size()-int64(r.at))/leastName || count > mostNames[kind] {
			return damaged(countsAt+3*kind, "%d names, of which the file has no room", count)
		}
		if err := r.read(&b.names[kind], count, often); err != nil {
			return err
		}
	}
	return nil
}

type nameReader struct {
	src   *bufio.Reader
	at    int
	total int // bytes of all names
}

// take fills b.
func (r *nameReader) take(b []byte) error {
	n, err := io.ReadFull(r.src, b)
	r.at += n
	if err == io.EOF && len(b) > 0 || err == io.ErrUnexpectedEOF {
		return damaged(r.at, "the names end too early")
	}
	if err != nil {
		return fmt.Errorf("scid: read the names: %w", err)
	}
	return nil
}

// read reads names of a kind.
func (r *nameReader) read(names *names, count int, often uint32) error {
	numberSize, oftenSize := 2, 1
	if count >= manyNames {
		numberSize = 3
	}
	for ; often > 255 && oftenSize < 3; often >>= 8 {
		oftenSize++
	}
	headSize := numberSize + oftenSize + 1
	names.at = make([]span, count)
	var raw [3 + 3 + 1 + 1]byte
	var name [longestName]byte
	lastSize := 0
	for i := range count {
		at := r.at
		head := raw[:headSize]
		if i > 0 { // the first has no prefix
			head = raw[:headSize+1]
		}
		if err := r.take(head); err != nil {
			return err
		}
		number := int(binary.BigEndian.Uint16(head))
		if numberSize == 3 {
			number = int(uint24(head))
		}
		size, repeated := int(head[headSize-1]), 0
		if i > 0 {
			repeated = int(head[headSize])
		}
		if number >= count || repeated > size || repeated > lastSize {
			return damaged(at, "name %d of %d repeats %d bytes of %d", number, count, repeated, lastSize)
		}
		if err := r.take(name[repeated:size]); err != nil {
			return err
		}
		lastSize = size
		if r.total += size; r.total > maxNames {
			return damaged(at, "more than %d bytes of names", maxNames)
		}
		names.at[number] = names.add(name[:size])
	}
	return nil
}

// add stores a name.
func (n *names) add(name []byte) span {
	last := len(n.chunks) - 1
	if last < 0 || len(n.chunks[last])+len(name) > chunkSize {
		last++
		n.chunks = append(n.chunks, make([]byte, 0, chunkSize))
	}
	at := span{uint32(last*chunkSize + len(n.chunks[last])), uint8(len(name))}
	n.chunks[last] = append(n.chunks[last], name...)
	return at
}
