package vectors_test

import (
	"encoding/binary"
	"slices"

	"github.com/cespare/xxhash/v2"
)

// seal is the contents of the seal of an append, relative to the right ones; the zero
// seal is right.
type seal struct {
	distance, sum uint32   // added to the right ones
	metas         []string // of all appended frames, or nil
	behind        []byte   // after the metas
}

// appended is an archive of one frame and two appended ones, the last with the seal s.
func (s seal) appended() []byte {
	head := usual()
	b := archived(head, nil, twoFrames[0])
	footAt := len(head) + len(twoFrames[0].bytes())
	covered := binary.LittleEndian.AppendUint64(nil, xxhash.Sum64(head[:len(head)-4]))
	covered = append(covered, b[len(b)-4:]...)
	first := twoFrames[1]
	own := first.bytes()
	covered = uv(covered, uint64(len(b)-footAt), uint64(len(own)), first.games, first.input)
	covered = append(covered, own[len(own)-8:len(own)-4]...)
	b = append(b, own...)

	var data []byte
	for _, m := range s.metas {
		data = append(uv(data, uint64(len(m))), m...)
	}
	data = append(data, s.behind...)
	last := kept(1, "1. c4 *\n")
	last.streams = append(last.streams, stream{kind: 16383, data: append(data, make([]byte, 8)...)})
	distance := uv32(uint32(len(b)+len(last.bytes())-16-footAt) + s.distance)
	sum := binary.LittleEndian.Uint32(sum32(covered, distance)) + s.sum
	last.streams[1].data = slices.Concat(data, distance, uv32(sum))
	return append(b, last.bytes()...)
}

func badSeals() []bad {
	whole := seal{}.appended()
	flipped := slices.Clone(whole)
	flipped[len(flipped)-20] ^= 1
	return []bad{
		{"a seal that leads too far", seal{distance: 1}.appended()},
		{"a seal of other frames", seal{sum: 1}.appended()},
		{"a seal with one meta too few", seal{metas: []string{"", "\x08\x01"}[1:]}.appended()},
		{"a seal with one meta too many", seal{metas: []string{"\x08\x01", "", ""}}.appended()},
		{"a seal with a byte behind its metas", seal{metas: []string{"\x08\x01", ""}, behind: []byte{9}}.appended()},
		{"a seal with empty metas", seal{metas: []string{"", ""}}.appended()},
		{"an appended archive without its last byte", whole[:len(whole)-1]},
		{"an appended archive without the sealed frame", whole[:len(whole)-len(seal{}.last())]},
		{"a flipped bit in a sealed frame", flipped},
		{"a second footer that does not skip the first", appendedFooter(^uint64(len(archived(usual(), nil, twoFrames[0]))-len(usual())-len(twoFrames[0].bytes())) + 1)},
		{"a second footer that skips too much", appendedFooter(1)},
		{"a sealed frame twice", slices.Concat(whole, seal{}.last())},
	}
}

// last returns the sealed frame of appended.
func (s seal) last() []byte {
	b := s.appended()
	n := len(archived(usual(), nil, twoFrames[0])) + len(twoFrames[1].bytes())
	return b[n:]
}

// appendedFooter is the result of appended with another footer after it, in which more
// further bytes are skipped before the second frame.
func appendedFooter(more uint64) []byte {
	b, head := seal{}.appended(), usual()
	one, two, three := twoFrames[0].bytes(), twoFrames[1].bytes(), seal{}.last()
	old := len(b) - len(head) - len(one) - len(two) - len(three)
	third := kept(1, "1. c4 *\n")
	foot := footer{reach: uint64(len(b)), frames: 3}
	foot.entries = entry(foot.entries, 0, &twoFrames[0], one, "")
	foot.entries = entry(foot.entries, uint64(old)+more, &twoFrames[1], two, "")
	foot.entries = entry(foot.entries, 0, &third, three, "")
	return append(b, foot.bytes(head, nil)...)
}
