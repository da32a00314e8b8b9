package attack

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"

	"github.com/chesszip/chesszip/internal/model/container"
	"github.com/chesszip/chesszip/internal/test/attack/ordinary"
	"github.com/chesszip/chesszip/internal/test/attack/table"
	"github.com/chesszip/chesszip/movelist/learned"
)

// AlterBytes makes a case of bytes that have no checksum: one or two changes.
func AlterBytes(kind table.Kind, program []byte) (c Case, err error) {
	a := &alteration{choices: &choices{program}}
	if kind == table.Models {
		return a.alterModel()
	}
	blobs, err := blobsOf(kind)
	if err != nil {
		return c, err
	}
	i := a.below(len(blobs))
	c = Case{Seed: fmt.Sprintf("%v, number %d", kind, i), Bytes: blobs[i]}
	for range 1 + a.below(2) {
		var did string
		c.Bytes, did = a.alterText(c.Bytes)
		c.Steps = append(c.Steps, did)
	}
	c.Bytes = c.Bytes[:min(len(c.Bytes), maxCase)]
	return c, nil
}

// blobsOf returns ordinary inputs of a kind, one of each form.
func blobsOf(kind table.Kind) (blobs [][]byte, err error) {
	switch kind {
	case table.Texts:
		blobs = [][]byte{[]byte(ordinary.Annotated), ordinary.Positions(20), ordinary.Table(20), []byte(ordinary.Prose())}
		for _, form := range []string{"plain", "bin", "binpack"} {
			b, e := ordinary.Records(form, 20)
			err = errors.Join(err, e)
			blobs = append(blobs, b)
		}
	case table.Positions:
		return ordinary.PositionCodes()
	case table.Games:
		return ordinary.GameCodes()
	}
	return blobs, err
}

// alterModel changes a part of a model, and repairs its checksum.
func (a *alteration) alterModel() (c Case, err error) {
	src, name := learned.V1.Bytes(), "model of moves"
	if a.byte()&1 != 0 {
		src, name = learned.V1Max.Bytes(), "model of moves -9"
	}
	c = Case{Seed: name}
	f := container.Format{Magic: string(src[:magicSize]), Err: learned.ErrModel, MaxSize: 1 << 30}
	_, all, err := f.Open(src)
	if err != nil {
		return c, err
	}
	var parts []container.Part
	for p, err := range all {
		if err != nil {
			return c, err
		}
		parts = append(parts, p)
	}
	if len(parts) == 0 {
		return c, errors.New("attack: a model without parts")
	}
	p := &parts[a.below(len(parts))]
	var did string
	switch a.below(5) {
	case 0:
		if text, ok := unpack(p.Data); ok {
			text, did = a.alterText(text)
			p.Data = pack(text)
			break
		}
		fallthrough
	case 1:
		p.Data, did = a.alterText(bytes.Clone(p.Data))
	case 2:
		p.Kind, did = a.byte(), "kind"
	case 3:
		parts, did = append(parts, *p), "repeated"
	case 4:
		p.Data, did = binary.AppendUvarint(nil, a.limit()), "a number"
	}
	c.Steps = []string{did}
	c.Bytes = f.Append(nil, parts...)
	return c, nil
}

// magicSize is the length of a model's magic number.
const magicSize = 4
