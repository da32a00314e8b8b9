package layout

import (
	"bytes"

	"github.com/chesszip/chesszip/internal/base/corrupt"
)

// Dictionary numbers texts. Writer and reader of a frame share the numbers of coded
// texts, in the order of coding: the number after the last shared one means a new
// text, which is the next of the new texts. The writer also has its own numbers,
// since it may enter a text long before it is coded, or never code it.
type Dictionary struct {
	texts  [][]byte
	ids    map[string]int // nil in a reader
	shared []int          // the shared number of each text of a writer, or -1
	count  int            // of shared numbers
}

// NewDictionary returns a Dictionary that both sides begin with.
func NewDictionary(writing bool, texts ...string) *Dictionary {
	d := &Dictionary{}
	if writing {
		d.ids = make(map[string]int)
	}
	for _, t := range texts {
		id := d.add([]byte(t))
		if writing {
			d.Share(id)
		}
	}
	return d
}

// add appends a text that is not in the dictionary. A reader keeps t itself.
func (d *Dictionary) add(t []byte) int {
	n := len(d.texts)
	if d.ids != nil {
		t = bytes.Clone(t) // the input will be reused
		d.ids[string(t)] = n
		d.shared = append(d.shared, -1)
	}
	d.texts = append(d.texts, t)
	return n
}

// Text returns the text of a number.
func (d *Dictionary) Text(id int) []byte { return d.texts[id] }

// Len returns the number of texts.
func (d *Dictionary) Len() int { return len(d.texts) }

// ID returns the writer's number of t, and enters it if it is new.
func (d *Dictionary) ID(t []byte) int {
	if n, ok := d.ids[string(t)]; ok {
		return n
	}
	return d.add(t)
}

// Other returns the writer's number of t, and whether it is another than id.
func (d *Dictionary) Other(t []byte, id int) (got int, other bool) {
	if bytes.Equal(t, d.texts[id]) { // as nearly always
		return id, false
	}
	return d.ID(t), true
}

// Share returns the shared number of the writer's text id, and whether it is new, in
// which case the caller must store the text.
func (d *Dictionary) Share(id int) (shared int, fresh bool) {
	if d.shared[id] < 0 {
		d.shared[id] = d.count
		d.count++
		fresh = true
	}
	return d.shared[id], fresh
}

// Read returns the number of a text that was read, and takes the text from the new
// texts if it is new.
func (d *Dictionary) Read(id int, spelled *Texts) (int, error) {
	switch n := len(d.texts); {
	case id < n:
		return id, nil
	case id > n:
		return 0, corrupt.New("a text's number is beyond the last one")
	}
	t, err := spelled.Take()
	if err != nil {
		return 0, err
	}
	return d.add(t), nil
}
