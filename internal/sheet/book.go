package sheet

import "bytes"

// book numbers texts. Writer and reader of a frame share the texts that have
// been coded, in that order: a number one past the last shared one stands for
// a new text, which follows among the spelled ones. The writer may look at a
// text long before it is coded, if ever, so it has numbers of its own.
type book struct {
	texts  [][]byte
	ids    map[string]int // nil in a reader
	shared []int          // the shared number of each text of a writer, -1 for none
	count  int            // of shared numbers
}

func newBook(writer bool, texts ...string) *book {
	b := &book{}
	if writer {
		b.ids = make(map[string]int)
	}
	for _, t := range texts {
		id := b.add([]byte(t))
		if writer {
			b.share(id)
		}
	}
	return b
}

// add appends a text that is not in the book. A reader's book refers to t.
func (b *book) add(t []byte) int {
	n := len(b.texts)
	if b.ids != nil {
		t = bytes.Clone(t) // of an input that will be reused
		b.ids[string(t)] = n
		b.shared = append(b.shared, -1)
	}
	b.texts = append(b.texts, t)
	return n
}

// id returns the writer's number of t, entering it if it is new.
func (b *book) id(t []byte) int {
	if n, ok := b.ids[string(t)]; ok {
		return n
	}
	return b.add(t)
}

// share returns the shared number of the writer's text id, and whether it is
// new, in which case the text must follow.
func (b *book) share(id int) (shared int, fresh bool) {
	if b.shared[id] < 0 {
		b.shared[id] = b.count
		b.count++
		fresh = true
	}
	return b.shared[id], fresh
}

// read returns the number of the text that a reader read, taking it from the
// spelled ones if it is new.
func (b *book) read(id int, spelled *texts) (int, error) {
	switch n := len(b.texts); {
	case id < n:
		return id, nil
	case id > n:
		return 0, corrupt("a text's number is beyond the last one")
	}
	t, err := spelled.take()
	if err != nil {
		return 0, err
	}
	return b.add(t), nil
}
