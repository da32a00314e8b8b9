package scid

import (
	"encoding/binary"
	"fmt"
)

// The kinds of names, in their order in the file.
const (
	players = iota
	events
	sites
	rounds
	kinds
)

const (
	namesMagic   = "Scid.sn\x00"
	countsAt     = 12
	mostOftenAt  = 24
	namesHead    = 36
	leastName    = 4        // bytes that a name takes in the file
	maxNames     = 64 << 20 // bytes of all names
	maxNamesFile = 2 * maxNames
	manyNames    = 1 << 16 // from here on a number takes three bytes
)

// names are the names of a kind, by number.
type names struct {
	text string
	at   []span
}

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
	return n.text[s.from : s.from+uint32(s.size)], nil
}

// readNames reads the file of names.
func (b *Base) readNames(f File) error {
	if f.Size() > maxNamesFile {
		return fmt.Errorf("%w: a file of %d bytes", ErrLimit, f.Size())
	}
	raw := make([]byte, max(0, f.Size()))
	n, err := readAt(f, raw, 0)
	if err != nil {
		return fmt.Errorf("scid: read the names: %w", err)
	}
	raw = raw[:n]
	if len(raw) < namesHead || string(raw[:len(namesMagic)]) != namesMagic {
		return damaged(0, "no file of SCID's names")
	}
	r := nameReader{src: raw, at: namesHead}
	for kind := range kinds {
		count, often := int(uint24(raw[countsAt+3*kind:])), uint24(raw[mostOftenAt+3*kind:])
		if count > (len(raw)-r.at)/leastName {
			return damaged(countsAt+3*kind, "%d names, of which the file has no room", count)
		}
		if err := r.read(&b.names[kind], count, often); err != nil {
			return err
		}
	}
	return nil
}

type nameReader struct {
	src   []byte
	at    int
	total int // bytes of all names
}

// take returns the next n bytes.
func (r *nameReader) take(n int) ([]byte, error) {
	if n > len(r.src)-r.at {
		return nil, damaged(r.at, "the names end too early")
	}
	b := r.src[r.at : r.at+n]
	r.at += n
	return b, nil
}

func (r *nameReader) read(names *names, count int, often uint32) error {
	numberSize, oftenSize := 2, 1
	if count >= manyNames {
		numberSize = 3
	}
	for ; often > 255 && oftenSize < 3; often >>= 8 {
		oftenSize++
	}
	names.at = make([]span, count)
	var text, last []byte
	for i := range count {
		at := r.at
		head, err := r.take(numberSize + oftenSize + 1)
		if err != nil {
			return err
		}
		number := int(binary.BigEndian.Uint16(head))
		if numberSize == 3 {
			number = int(uint24(head))
		}
		size, repeated := int(head[len(head)-1]), 0
		if i > 0 {
			b, err := r.take(1)
			if err != nil {
				return err
			}
			repeated = int(b[0])
		}
		if number >= count || repeated > size || repeated > len(last) {
			return damaged(at, "name %d of %d repeats %d bytes of %d", number, count, repeated, len(last))
		}
		rest, err := r.take(size - repeated)
		if err != nil {
			return err
		}
		if r.total += size; r.total > maxNames {
			return fmt.Errorf("%w: more than %d bytes", ErrLimit, maxNames)
		}
		from := len(text)
		text = append(append(text, last[:repeated]...), rest...)
		last = text[from:]
		names.at[number] = span{uint32(from), uint8(size)}
	}
	names.text = string(text)
	return nil
}
