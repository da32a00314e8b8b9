package vectors_test

import (
	"encoding/binary"
	"slices"

	"github.com/cespare/xxhash/v2"

	"github.com/chesszip/chesszip"
	"github.com/chesszip/chesszip/internal/archive"
	"github.com/chesszip/chesszip/internal/base/binfmt"
)

// parameters returns the header's parameters of archives without a model: the version of
// the contents of frames, and the checksum of the tables.
func parameters() []byte {
	b, err := chesszip.Encode(nil, nil, nil)
	if err != nil {
		return nil
	}
	h, _, err := archive.DecodeHeader(b, nil)
	if err != nil {
		return nil
	}
	return h.Params
}

// changed returns parameters with d added to one byte.
func changed(at int, d byte) []byte {
	p := parameters()
	p[at] += d
	return p
}

// stream is a stream of a frame.
type stream struct {
	kind  uint64
	data  []byte
	front int // bytes of a stream of blocks that the checksum of the frame covers
}

// blocks returns a stream of blocks in a frame of so many games.
func blocks(kind uint16, games int64, head []byte, blocks ...[]byte) stream {
	data := archive.AppendBlocks(nil, kind, games, head, blocks)
	front := len(data)
	for _, b := range blocks {
		front -= len(b)
	}
	return stream{uint64(kind), data, front}
}

// frame is a frame that is built by hand.
type frame struct {
	games, input uint64
	check        uint32
	streams      []stream
}

// kept is a frame that stores a text unchanged.
func kept(games uint64, text string) frame {
	return frame{games, uint64(len(text)), uint32(xxhash.Sum64String(text)), []stream{{kind: 1, data: []byte(text)}}}
}

func uv(dst []byte, v ...uint64) []byte {
	for _, v := range v {
		dst = binfmt.AppendUvarint(dst, v)
	}
	return dst
}

func sum32(parts ...[]byte) []byte {
	return binary.LittleEndian.AppendUint32(nil, uint32(xxhash.Sum64(slices.Concat(parts...))))
}

// header returns a header; valid ones have version 3.
func header(v byte, mandatory, optional uint64, params []byte) []byte {
	b := uv([]byte{0xc7, 'C', 'Z', 0x1a, v}, mandatory, optional, uint64(len(params)))
	b = append(b, params...)
	return append(b, sum32(b)...)
}

// usual is the header of the archives below.
func usual() []byte { return header(3, 0, 0, parameters()) }

func (f *frame) bytes() []byte {
	b := uv([]byte{0xc7, 'F', 'R', 0xe1}, f.games, f.input, uint64(len(f.streams)))
	for _, s := range f.streams {
		b = uv(b, s.kind, uint64(len(s.data)))
	}
	covered := slices.Clone(b)
	for _, s := range f.streams {
		b = append(b, s.data...)
		if s.front > 0 {
			s.data = s.data[:s.front]
		}
		covered = append(covered, s.data...)
	}
	c := binary.LittleEndian.AppendUint32(nil, f.check)
	return append(append(b, sum32(covered, c)...), c...)
}

// sealed appends the checksum and the check to a frame.
func sealed(b []byte, check uint32) []byte {
	c := binary.LittleEndian.AppendUint32(nil, check)
	return append(append(b, sum32(b, c)...), c...)
}

// footer is the contents of an index.
type footer struct {
	reach, frames uint64
	entries       []byte
	note          []byte
	short         bool   // there is no note, not even an empty one
	distance      uint32 // error of the distance
	flip          byte   // of the checksum
}

// entry appends the entry of a frame to an index of several.
func entry(dst []byte, skip uint64, f *frame, b []byte, meta string) []byte {
	dst = uv(dst, skip, uint64(len(b)), f.games, f.input)
	dst = append(dst, b[len(b)-8:len(b)-4]...)
	return append(uv(dst, uint64(len(meta))), meta...)
}

// bytes returns the footer after a header; one is the frame if there is only one.
func (f *footer) bytes(head, one []byte) []byte {
	body := append(uv(nil, f.reach, f.frames), f.entries...)
	if !f.short {
		body = binfmt.AppendBytes(body, f.note)
	}
	b := append(uv([]byte{0xc7, 'I', 'X', 0xe2}, uint64(len(body))), body...)
	b = binary.LittleEndian.AppendUint32(b, uint32(len(b))+f.distance)
	covered := binary.LittleEndian.AppendUint64(nil, xxhash.Sum64(head[:len(head)-4]))
	if one != nil {
		covered = append(covered, one[len(one)-8:]...)
	}
	sum := sum32(covered, b)
	sum[0] ^= f.flip
	return append(b, sum...)
}

// archived returns an archive of frames; change alters its index before it is written.
func archived(head []byte, change func(*footer), frames ...frame) []byte {
	b := slices.Clone(head)
	foot := footer{frames: uint64(len(frames))}
	var one []byte
	for i := range frames {
		f := frames[i].bytes()
		b = append(b, f...)
		if len(frames) == 1 {
			foot.entries, one = uv(nil, 0, 0), f
			continue
		}
		foot.entries = entry(foot.entries, 0, &frames[i], f, "")
	}
	foot.reach = uint64(len(b))
	if change != nil {
		change(&foot)
	}
	return append(b, foot.bytes(head, one)...)
}
