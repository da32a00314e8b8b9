package extsort

import (
	"fmt"
	"os"
)

// This file stores bytes for later: the first in memory, more in a temporary file.
// The file is in the system's folder for such files, and Close removes it.

// memory is the number of bytes stored without a file.
const memory = 16 << 20

// Spill stores pieces of bytes. The zero Spill is empty and ready to use. Only one
// goroutine at a time may call Append; several may call Read after the last Append.
type Spill struct {
	pieces  [][]byte
	held    int
	places  []place // of the pieces in the file, after those in memory
	size    int64
	file    *os.File
	removed bool
}

type place struct {
	at     int64
	length int
}

// Append stores a copy of p. The error is that of the file.
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
		// If an open file can be removed, nothing is left of it whatever happens.
		s.file, s.removed = f, os.Remove(f.Name()) == nil
	}
	if _, err := s.file.WriteAt(p, s.size); err != nil {
		return fmt.Errorf("chesszip: temporary file for the opening table: %w", err)
	}
	s.places = append(s.places, place{s.size, len(p)})
	s.size += int64(len(p))
	return nil
}

// Read returns the i-th appended piece, from 0. The caller must not change it.
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

// Close removes everything. Closing twice does nothing.
func (s *Spill) Close() {
	if s.file != nil {
		_ = s.file.Close()
		if !s.removed {
			_ = os.Remove(s.file.Name())
		}
	}
	*s = Spill{}
}
