package archive_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"

	"github.com/chesszip/chesszip/internal/archive"
)

// packed returns an archive of the given frames, one stream each.
func packed(data ...string) []byte {
	var buf bytes.Buffer
	w, _ := archive.NewWriter(&buf, nil, nil)
	for _, d := range data {
		_ = w.WriteFrame(&archive.Frame{Games: 1, Input: int64(len(d)), Streams: []archive.Stream{{Kind: 1, Data: []byte(d)}}}, []byte("meta"))
	}
	_ = w.Close()
	return buf.Bytes()
}

// Appended frames follow what was there, which is not changed.
func ExampleNewAppender() {
	file := packed("a", "b")
	r, err := archive.NewReader(bytes.NewReader(file), int64(len(file)), nil)
	if err != nil {
		fmt.Println(err)
		return
	}
	more := bytes.NewBuffer(bytes.Clone(file))
	w := archive.NewAppender(more, r, nil)
	_ = w.WriteFrame(&archive.Frame{Games: 1, Input: 1}, nil)
	_ = w.Close()
	fmt.Println(bytes.HasPrefix(more.Bytes(), file), w.Size() == int64(more.Len()))

	r, err = archive.NewReader(bytes.NewReader(more.Bytes()), int64(more.Len()), nil)
	fmt.Println(r.Len(), "frames,", r.Games(), "games", r.VerifyOldIndexes(), err)
	e := r.Entry(1)
	frame := more.Bytes()[e.Offset : e.Offset+e.Length]
	_, err = r.From(bytes.NewReader(more.Bytes())).Frame(context.Background(), 2) // by another reader of the same bytes
	fmt.Println(err)
	fmt.Printf("%q %d %t\n", e.Meta, r.FirstGame(2), uint32(archive.Checksum(frame)) == e.Sum)
	// Output:
	// true true
	// 3 frames, 3 games <nil> <nil>
	// <nil>
	// "meta" 2 true
}

// Concatenated archives, with something else between them.
func ExampleMembers() {
	file := append(append(packed("a"), "stray"...), packed("b", "c")...)
	members, gaps, err := archive.Members(bytes.NewReader(file), int64(len(file)), &archive.Options{MaxFrame: 1 << 20, MaxInput: 1 << 20, MaxIndex: 1 << 20})
	for _, r := range members {
		fmt.Println(r.Offset(), r.Size(), r.Len(), r.Input(), r.Header().Mandatory)
	}
	for _, g := range gaps {
		fmt.Println(g.Length, "bytes at", g.Offset, errors.Is(g.Err, archive.ErrCorrupt))
	}
	fmt.Println(err)

	s, err := archive.NewScanner(bytes.NewReader(packed("a", "b")), nil)
	if err != nil {
		fmt.Println(err)
		return
	}
	for f, err := range s.Frames() {
		fmt.Println("frame", s.Number(), "of the archive at", s.Offset(), "has", s.Entry().Length, "bytes", f.Input, s.Header().Mandatory, err)
	}
	// Output:
	// 0 52 1 1 0
	// 57 90 2 2 0
	// 5 bytes at 52 true
	// <nil>
	// frame 0 of the archive at 0 has 18 bytes 1 0 <nil>
	// frame 1 of the archive at 0 has 18 bytes 1 0 <nil>
}

// Salvage finds undamaged frames anywhere.
func ExampleSalvage() {
	file := packed("a", "b", "c")
	file[1], file[len(file)-1] = 'x', 'x' // header and footer are damaged
	for found, err := range archive.Salvage(bytes.NewReader(file), int64(len(file)), nil) {
		data, _ := found.Frame.Stream(1)
		fmt.Printf("%d bytes at %d: %s %v\n", found.Length, found.Offset, data, err)
	}
	// Output:
	// 18 bytes at 12: a <nil>
	// 18 bytes at 30: b <nil>
	// 18 bytes at 48: c <nil>
}

// Headers and frames as bytes, for formats that put them elsewhere.
func ExampleDecodeFrame() {
	data, err := archive.AppendHeader(nil, &archive.Header{Mandatory: 1, Params: []byte("p")})
	if err != nil {
		fmt.Println(err)
	}
	_, _, err = archive.DecodeHeader(data, nil)
	fmt.Println(errors.Is(err, archive.ErrFeature), data[4] == archive.Version)
	h, rest, err := archive.DecodeHeader(data, &archive.Options{Features: 1})
	fmt.Printf("%s %d %v\n", h.Params, len(rest), err)

	data, _ = archive.AppendFrame(nil, &archive.Frame{Games: 2, Input: 40})
	f, rest, err := archive.DecodeFrame(append(data, "rest"...), nil)
	fmt.Printf("%d games, check %x, %s, %v\n", f.Games, f.Check, rest, err)
	data[5] ^= 1
	_, _, err = archive.DecodeFrame(data, nil)
	var corrupt *archive.CorruptError
	fmt.Println(errors.As(err, &corrupt), corrupt.Offset, corrupt.Msg, corrupt.Err)
	// Output:
	// true true
	// p 0 <nil>
	// 2 games, check 0, rest, <nil>
	// true 0 checksum of the frame is wrong a checksum differs
}
