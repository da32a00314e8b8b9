package journal

import (
	"bufio"
	"bytes"
	"encoding/binary"
	"fmt"
	"io"

	"github.com/cespare/xxhash/v2"

	"github.com/chesszip/chesszip/internal/base/binfmt"
	"github.com/chesszip/chesszip/internal/column/open"
)

// journalMagic begins a journal.
var journalMagic = []byte{0xC7, 'J', 'O', 'U'}

// maxRecord is the greatest length of a record's body in bytes: statistics are shorter.
const maxRecord = 64 << 10

// Frame is a frame with input, and further data needed to resume.
type Frame struct {
	Stored     []byte   // the frame as in the archive
	Open       open.Set // its open columns
	Statistics []byte   // its entry in the footer
	Filter     []byte   // its filter of names
	Sum        uint64   // of its input

	// Counts of its encoder. Games are counted in the frame itself, and not in a
	// journal.
	Games, Plies, MoveBytes int64
	Columns                 bool
}

// Sum is the checksum of the input of a frame.
func Sum(input []byte) uint64 { return xxhash.Sum64(input) }

// Record is a frame's entry in a journal.
type Record struct {
	offset, frame, end int64
	plies, moveBytes   int64
	columns            bool
	sum                uint64 // of the input of the frame
	statistics, filter []byte
}

// Journal writes a journal.
type Journal struct {
	w   io.Writer
	sum uint32 // of the last record written
	buf []byte
}

// begin writes the magic and the options.
func (j *Journal) begin(options []byte) error {
	j.buf = binfmt.AppendBytes(append(j.buf[:0], journalMagic...), options)
	return j.end()
}

// end adds the checksum, and writes.
func (j *Journal) end() error {
	j.sum = journalSum(j.sum, j.buf)
	j.buf = binary.LittleEndian.AppendUint32(j.buf, j.sum)
	n, err := j.w.Write(j.buf)
	if err == nil && n < len(j.buf) {
		err = io.ErrShortWrite
	}
	if err != nil {
		err = fmt.Errorf("chesszip: write journal: %w", err)
	}
	return err
}

// journalSum is the checksum of b after data with the checksum before.
func journalSum(before uint32, b []byte) uint32 {
	d := xxhash.NewWithSeed(uint64(before))
	_, _ = d.Write(b) // cannot fail
	return uint32(d.Sum64())
}

// Add adds the record of a frame that begins at offset; end is the length of the archive
// up to its end, both in bytes. The error is that of the
// io.Writer.
func (j *Journal) Add(f *Frame, offset, end int64) error {
	var body []byte
	for _, v := range [...]int64{offset, int64(len(f.Stored)), end, f.Plies, f.MoveBytes} {
		body = binfmt.AppendUvarint(body, uint64(v))
	}
	columns := byte(0)
	if f.Columns {
		columns = 1
	}
	body = binary.LittleEndian.AppendUint64(append(body, columns), f.Sum)
	j.buf = binfmt.AppendBytes(j.buf[:0], append(binfmt.AppendBytes(body, f.Statistics), f.Filter...))
	return j.end()
}

// journalReader reads a journal.
type journalReader struct {
	in   io.Reader
	err  error         // of in, except io.EOF
	r    *bufio.Reader // of Read
	sum  uint32
	size int64 // of the undamaged part read so far
}

// newJournalReader returns a reader of the journal that in holds.
func newJournalReader(in io.Reader) *journalReader {
	j := &journalReader{in: in}
	j.r = bufio.NewReader(j)
	return j
}

// Read reads from the file, and keeps its error.
func (j *journalReader) Read(p []byte) (int, error) {
	n, err := j.in.Read(p)
	if err != nil && err != io.EOF {
		j.err = err
	}
	return n, err
}

// begin reads the options, nil if there is no journal.
func (j *journalReader) begin() (options []byte) {
	head := make([]byte, len(journalMagic))
	if _, err := io.ReadFull(j.r, head); err != nil || !bytes.Equal(head, journalMagic) {
		return nil
	}
	return j.block(head)
}

// block reads bytes with their length and a checksum of them and of before. It returns
// nil if no whole block follows.
func (j *journalReader) block(before []byte) []byte {
	n, err := binary.ReadUvarint(j.r)
	if err != nil || n == 0 || n > maxRecord {
		return nil
	}
	all := binfmt.AppendUvarint(before, n)
	front := len(all)
	all = append(all, make([]byte, n+4)...)
	if _, err := io.ReadFull(j.r, all[front:]); err != nil {
		return nil
	}
	b, sum := all[:len(all)-4], binary.LittleEndian.Uint32(all[len(all)-4:])
	if journalSum(j.sum, b) != sum {
		return nil
	}
	j.sum = sum
	j.size += int64(len(all))
	return b[front:]
}

// next reads a record; nil if no whole one follows.
func (j *journalReader) next() *Record {
	b := j.block(nil)
	if b == nil {
		return nil
	}
	r := new(Record)
	for _, v := range [...]*int64{&r.offset, &r.frame, &r.end, &r.plies, &r.moveBytes} {
		n, rest, err := binfmt.Uvarint(b)
		if err != nil || n > 1<<50 {
			return nil
		}
		*v, b = int64(n), rest
	}
	if len(b) < 9 || b[0] > 1 {
		return nil
	}
	r.columns, r.sum = b[0] == 1, binary.LittleEndian.Uint64(b[1:])
	var err error
	if r.statistics, r.filter, err = binfmt.Bytes(b[9:]); err != nil {
		return nil
	}
	return r
}
