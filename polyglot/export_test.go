package polyglot

import "github.com/chesszip/chesszip/board"

const EntrySize = entrySize

func AppendEntry(dst []byte, e *Entry) []byte                  { return appendEntry(dst, e) }
func DecodeEntry(src []byte) (e Entry, rest []byte, err error) { return decodeEntry(src) }
func CodeOf(m board.Move) uint16                               { return codeOf(m) }

// SetMost sets how many moves wait in memory.
func (b *Builder) SetMost(n int) { b.most = n }

// Runs returns how many times moves were spilled.
func (b *Builder) Runs() int { return len(b.runs) }
