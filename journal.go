package chesszip

import (
	"bufio"
	"bytes"
	"encoding/binary"
	"fmt"
	"io"

	"github.com/cespare/xxhash/v2"

	"github.com/chesszip/chesszip/internal/binfmt"
)

// A journal is what an archive is resumed by, beside its frames: what Compress knew of
// each frame and the frame does not say.
//
//	| C7 4A 4F 55 | length uv | options | checksum 4 | record | record | ...
//	options | params of the archive's header | flags 1 |
//	record  | length uv | body | checksum 4 |
//	body    | offset uv | frame uv | index uv | end uv | plies uv | move bytes uv |
//	        | columns 1 | sum of the input 8 | statistics |
//
// Offset is where the frame begins, frame and index the lengths of it and of the frame
// that indexes it, end the length of the archive behind both. Each checksum covers the
// one before it, too, so that a record of another journal is none.
var journalMagic = []byte{0xC7, 'J', 'O', 'U'}

// maxRecord is the longest body of a record in bytes: statistics are shorter.
const maxRecord = 64 << 10

// journalRecord is what the journal says of a frame.
type journalRecord struct {
	offset, frame, index, end int64
	plies, moveBytes          int64
	columns                   bool
	sum                       uint64 // of the input of the frame
	statistics                []byte
}

// journal writes records.
type journal struct {
	w   io.Writer
	sum uint32 // of the last that was written
	buf []byte
}

// begin writes what stands before the records.
func (j *journal) begin(options []byte) error {
	j.buf = binfmt.AppendBytes(append(j.buf[:0], journalMagic...), options)
	return j.end()
}

// end adds the checksum, and writes.
func (j *journal) end() error {
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

// journalSum is the checksum of b, which follows what has checksum before.
func journalSum(before uint32, b []byte) uint32 {
	d := xxhash.NewWithSeed(uint64(before))
	_, _ = d.Write(b) // cannot fail
	return uint32(d.Sum64())
}

// add writes a record.
func (j *journal) add(r *journalRecord) error {
	var body []byte
	for _, v := range [...]int64{r.offset, r.frame, r.index, r.end, r.plies, r.moveBytes} {
		body = binfmt.AppendUvarint(body, uint64(v))
	}
	columns := byte(0)
	if r.columns {
		columns = 1
	}
	body = binary.LittleEndian.AppendUint64(append(body, columns), r.sum)
	j.buf = binfmt.AppendBytes(j.buf[:0], append(body, r.statistics...))
	return j.end()
}

// journalReader reads what a journal wrote.
type journalReader struct {
	r    *bufio.Reader
	sum  uint32
	size int64 // of what was read and is whole
}

// begin reads the options, nil if there is no journal.
func (j *journalReader) begin() (options []byte) {
	head := make([]byte, len(journalMagic))
	if _, err := io.ReadFull(j.r, head); err != nil || !bytes.Equal(head, journalMagic) {
		return nil
	}
	return j.block(head)
}

// block reads bytes with their length and a checksum of them and of what stands
// before. It returns nil where no whole block follows.
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

// next reads a record, and returns nil where no whole one follows.
func (j *journalReader) next() *journalRecord {
	b := j.block(nil)
	if b == nil {
		return nil
	}
	r := new(journalRecord)
	for _, v := range [...]*int64{&r.offset, &r.frame, &r.index, &r.end, &r.plies, &r.moveBytes} {
		n, rest, err := binfmt.Uvarint(b)
		if err != nil || n > 1<<50 {
			return nil
		}
		*v, b = int64(n), rest
	}
	if len(b) < 9 || b[0] > 1 {
		return nil
	}
	r.columns, r.sum, r.statistics = b[0] == 1, binary.LittleEndian.Uint64(b[1:]), b[9:]
	return r
}
