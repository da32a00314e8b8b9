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

// mostNames is the number of names of each kind that an entry of SCID 4 can refer to.
var mostNames = [kinds]int{1 << 20, 1 << 19, 1 << 19, 1 << 18}

const (
	namesMagic  = "Scid.sn\x00"
	countsAt    = 12
	mostOftenAt = 24
	namesHead   = 36
	leastName   = 4        // least bytes of a name in the file
	maxNames4   = 32 << 20 // most bytes of all names
	maxNames5   = 1 << 30
	manyNames   = 1 << 16 // from this count on a number takes three bytes
	chunkSize   = 1 << 20
	longestName = 255
	// sizeBits is the number of bits of a span that hold its size: names of SCID 5 are
	// shorter than a chunk.
	sizeBits = 20
	facts    = kinds // the kind of facts about a database of SCID 5
)

// names are the names of a kind, by number.
type names struct {
	chunks [][]byte // no name spans two
	at     []span
}

// span is the place of a name in the concatenated chunks, and its size.
type span uint64

// name returns name i, and whether there is one.
func (n *names) name(i uint32) (string, bool) {
	if uint64(i) >= uint64(len(n.at)) {
		return "", false
	}
	from, size := n.at[i]>>sizeBits, n.at[i]&(1<<sizeBits-1)
	if size == 0 {
		return "", true
	}
	return string(n.chunks[from/chunkSize][from%chunkSize:][:size]), true
}

// readNames4 reads the file of names of SCID 4.
func (b *Base) readNames4(f *io.SectionReader) error {
	r := nameReader{src: bufio.NewReader(f)}
	var head [namesHead]byte
	if _, err := io.ReadFull(r.src, head[:]); err != nil && err != io.EOF && err != io.ErrUnexpectedEOF {
		return fmt.Errorf("scid: read the names: %w", err)
	}
	if string(head[:len(namesMagic)]) != namesMagic {
		return damagedFile(namesFile, 0, "no file of SCID's names")
	}
	r.at = namesHead
	for kind := range kinds {
		count, often := int(uint24(head[countsAt+3*kind:])), uint24(head[mostOftenAt+3*kind:])
		if int64(count) > (f.Size()-int64(r.at))/leastName || count > mostNames[kind] {
			return damagedFile(namesFile, countsAt+3*kind, "%d names, of which the file has no room", count)
		}
		if err := r.read(&b.names[kind], count, often); err != nil {
			return err
		}
	}
	return nil
}

// readNames5 reads the file of names of SCID 5.
func (b *Base) readNames5(f *io.SectionReader) error {
	r := nameReader{src: bufio.NewReader(f)}
	for {
		at := r.at
		head, err := binary.ReadUvarint(&r)
		if err == io.EOF {
			return nil
		}
		kind, size := int(head&7), head>>3
		switch {
		case err == io.ErrUnexpectedEOF || err == nil && size > uint64(f.Size()-int64(r.at)):
			return damagedFile(namesFile, at, "the names end too early")
		case err != nil && r.failed != nil:
			return fmt.Errorf("scid: read the names: %w", r.failed)
		case err != nil || size >= 1<<sizeBits || kind > facts:
			return damagedFile(namesFile, at, "a name of kind %d with %d bytes", kind, size)
		}
		if kind == facts {
			if err := r.take(make([]byte, size)); err != nil {
				return err
			}
			continue
		}
		const spanSize = 8
		if r.total += int(size) + spanSize; r.total > maxNames5 {
			return damagedFile(namesFile, at, "more than %d bytes of names", maxNames5)
		}
		place, room := b.names[kind].room(int(size))
		if err := r.take(room); err != nil {
			return err
		}
		b.names[kind].at = append(b.names[kind].at, place)
	}
}

type nameReader struct {
	src    *bufio.Reader
	at     int
	total  int   // bytes of all names
	failed error // of src
}

// ReadByte implements io.ByteReader.
func (r *nameReader) ReadByte() (byte, error) {
	c, err := r.src.ReadByte()
	if err == nil {
		r.at++
	} else if err != io.EOF {
		r.failed = err
	}
	return c, err
}

// take fills b.
func (r *nameReader) take(b []byte) error {
	n, err := io.ReadFull(r.src, b)
	r.at += n
	if err == io.EOF && len(b) > 0 || err == io.ErrUnexpectedEOF {
		return damagedFile(namesFile, r.at, "the names end too early")
	}
	if err != nil {
		return fmt.Errorf("scid: read the names: %w", err)
	}
	return nil
}

// read reads names of a kind.
func (r *nameReader) read(names *names, count int, often uint32) error {
	numberSize, oftenSize := nameSizes(count, often)
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
			return damagedFile(namesFile, at, "name %d of %d repeats %d bytes of %d", number, count, repeated, lastSize)
		}
		if err := r.take(name[repeated:size]); err != nil {
			return err
		}
		lastSize = size
		if r.total += size; r.total > maxNames4 {
			return damagedFile(namesFile, at, "more than %d bytes of names", maxNames4)
		}
		place, room := names.room(size)
		copy(room, name[:size])
		names.at[number] = place
	}
	return nil
}

// nameSizes returns the sizes of the number and the frequency of names of SCID 4.
func nameSizes(count int, often uint32) (number, frequency int) {
	number, frequency = 2, 1
	if count >= manyNames {
		number = 3
	}
	for ; often > 255 && frequency < 3; often >>= 8 {
		frequency++
	}
	return number, frequency
}

// room returns the place for the next name.
func (n *names) room(size int) (span, []byte) {
	last := len(n.chunks) - 1
	if last < 0 || len(n.chunks[last])+size > chunkSize {
		last++
		n.chunks = append(n.chunks, make([]byte, 0, chunkSize))
	}
	at := len(n.chunks[last])
	n.chunks[last] = n.chunks[last][:at+size]
	return span(last)*chunkSize<<sizeBits | span(at)<<sizeBits | span(size), n.chunks[last][at:]
}
