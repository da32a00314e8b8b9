package extsort

import (
	"fmt"
	"os"
)

// This file keeps bytes for later: some in memory, and in a temporary file where
// they are many. The file is in the folder that the system has for such files and is
// removed by Close.

// memory is how many bytes are kept without a file.
const memory = 16 << 20

// Spill keeps pieces of bytes. The zero Spill is empty and ready to use. Append is for
// one goroutine at a time, and Read for several once nothing is appended any more.
type Spill struct {
	pieces  [][]byte
	held    int
	places  []place // of the pieces in the file, behind those in memory
	size    int64
	file    *os.File
	removed bool
}

type place struct {
	at     int64
	length int
}

// Append keeps p. The error is that of the file.
func (s *Spill) Append(p []byte) error {
	if s.file == nil && s.held+len(p) <= memory {
		s.pieces = append(s.pieces, append([]byte(nil), p...))
		s.held += len(p)
		return nil
	}
	if s.file == nil {
		f, err := os.CreateTemp("", "chesszip-*")
		if err != nil {
			return fmt.Errorf("chesszip: temporary file for the opening table: %w", err)
		}
		// Where a file that is open can be removed, nothing is left of it whatever happens.
		s.file, s.removed = f, os.Remove(f.Name()) == nil
	}
	if _, err := s.file.WriteAt(p, s.size); err != nil {
		return fmt.Errorf("chesszip: temporary file for the opening table: %w", err)
	}
	s.places = append(s.places, place{s.size, len(p)})
	s.size += int64(len(p))
	return nil
}

// Read returns the piece of number i, which was appended as the i-th, from 0. It must
// not be altered.
func (s *Spill) Read(i int) ([]byte, error) {
	if i < len(s.pieces) {
		return s.pieces[i], nil
	}
	at := s.places[i-len(s.pieces)]
	p := make([]byte, at.length)
	if _, err := s.file.ReadAt(p, at.at); err != nil {
		return nil, fmt.Errorf("chesszip: temporary file for the opening table: %w", err)
	}
	return p, nil
}

// Close forgets all. Closing twice does nothing.
func (s *Spill) Close() {
	if s.file != nil {
		_ = s.file.Close()
		if !s.removed {
			_ = os.Remove(s.file.Name())
		}
	}
	*s = Spill{}
}
