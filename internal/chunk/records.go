package chunk

import (
	"bytes"
	"io"

	"github.com/chesszip/chesszip/internal/records"
)

// Sniffed is how much of a file is looked at for records.
const Sniffed = 1 << 14

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

// nextRecords returns the next chunk of a list of records, or io.EOF: as many whole
// ones as there is room for, or one block of chains. What is left at the end is
// a chunk of its own, and so is what is not a block, or larger than a chunk.
func nextRecords(in *input, form records.Form) (Chunk, error) {
	if err := in.fillTo(MaxBytes); err != nil {
		return Chunk{}, err
	}
	n := min(len(in.buf), MaxBytes)
	if n == 0 {
		return Chunk{}, io.EOF
	}
	whole := n
	switch {
	case form == records.Bin:
		whole -= n % records.BinSize
	case form == records.Binpack:
		if size, ok := records.BlockSize(in.buf); ok && size <= n {
			whole = size
		}
	case n < len(in.buf) || !in.eof:
		whole = 1 + bytes.LastIndex(in.buf[:n], []byte("\nfen "))
	}
	if whole == 0 {
		whole = n
	}
	return Chunk{Text: in.take(whole), Piece: true}, nil
}
