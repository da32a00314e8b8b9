package chunk

import (
	"bytes"
	"io"

	"github.com/chesszip/chesszip/internal/frame/positions"
	"github.com/chesszip/chesszip/records"
)

// Sniffed is how much of a file is looked at for records.
const Sniffed = positions.Sniffed

// formOf looks at the beginning of the input and returns the form of a list of
// records that are cut in whole ones, since their bytes may look like the end of
// a game; 0 for other inputs.
func formOf(in *input) (records.Form, error) {
	if err := in.fillTo(Sniffed); err != nil {
		return 0, err
	}
	if f, ok := records.Sniff(in.buf[:min(len(in.buf), Sniffed)]); ok && f != records.FEN {
		return f, nil
	}
	return 0, nil
}

// nextRecords returns the next chunk of a list of records, or io.EOF: as many
// whole ones as limit bytes hold, or one block of chains, or several small
// ones. What is left at the end is a chunk of its own, and so is what is not a
// block, or larger than a chunk.
func nextRecords(in *input, form records.Form, limit int) (Chunk, error) {
	if err := in.fillTo(limit); err != nil {
		return Chunk{}, err
	}
	n := min(len(in.buf), limit)
	if n == 0 {
		return Chunk{}, io.EOF
	}
	whole := n
	switch {
	case form == records.Bin:
		whole -= n % records.BinSize
	case form == records.Binpack:
		whole = blocks(in.buf[:n])
	case n < len(in.buf) || !in.eof:
		whole = 1 + bytes.LastIndex(in.buf[:n], []byte("\nfen "))
	}
	if whole == 0 {
		whole = n
	}
	return Chunk{Text: in.take(whole), Piece: true}, nil
}

// smallBlock is the size in bytes below which blocks of chains that follow each
// other make one chunk: a frame takes some 40 bytes more than it holds. Programs
// write blocks of 1 MiB, and a last one that is smaller.
const smallBlock = 64 << 10

// blocks returns the length of the block of chains with which src begins, or of
// as many small ones as follow each other; that of src where it begins with none.
func blocks(src []byte) int {
	whole := 0
	for whole < len(src) {
		size, ok := records.BlockSize(src[whole:])
		switch fits := ok && size <= len(src)-whole; {
		case whole == 0 && !fits:
			return len(src)
		case whole == 0 && size >= smallBlock:
			return size
		case !fits || size >= smallBlock:
			return whole
		}
		whole += size
	}
	return whole
}
