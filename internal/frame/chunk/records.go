package chunk

import (
	"bytes"
	"io"

	"github.com/chesszip/chesszip/internal/frame/positions"
	"github.com/chesszip/chesszip/records"
)

// Sniffed is the number of bytes of a file that are examined for records.
const Sniffed = positions.Sniffed

// formOf returns the form of a list of records, by the beginning of the input; 0 for
// other inputs. Such a list is cut only between records, since their bytes may look
// like the end of a game.
func formOf(in *input) (records.Form, error) {
	if err := in.fillTo(Sniffed); err != nil {
		return 0, err
	}
	if f, ok := records.Sniff(in.buf[:min(len(in.buf), Sniffed)]); ok && f != records.FEN {
		return f, nil
	}
	return 0, nil
}

// nextRecords returns the next chunk of a list of records, or io.EOF: as many whole
// records as limit bytes hold, or one block of chains, or several small ones. The
// rest at the end is a separate chunk, as is data that is not a block or is larger
// than a chunk.
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

// smallBlock is the size in bytes below which consecutive blocks of chains become one
// chunk, since a frame takes some 40 bytes besides its data. Programs write blocks of
// 1 MiB and a smaller last one.
const smallBlock = 64 << 10

// blocks returns the length of the block of chains at the start of src, or of several
// consecutive small ones; the length of src if it does not begin with one.
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
