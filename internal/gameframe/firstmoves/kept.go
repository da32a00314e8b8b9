package firstmoves

import (
	"slices"
	"sync"

	"github.com/chesszip/chesszip/internal/gameframe/openings"
)

// Kept holds what the columns of openings of an archive have said, by the number of
// their frame: to read one takes longer than all else that a single game needs, and what
// it says is small. What was put in last stays. Its methods may be called from several
// goroutines.
type Kept struct {
	mu   sync.Mutex
	list []keptColumn // the last one first
	size int          // of all
	room int          // in bytes
}

// keptColumn is the column of a frame, as far as it was read.
type keptColumn struct {
	number int
	column *openings.Column
}

// Keep gives k room for so many bytes; without it k keeps nothing.
func (k *Kept) Keep(bytes int) {
	k.mu.Lock()
	defer k.mu.Unlock()
	k.room = bytes
	k.drop()
}

// of returns what is kept of a frame, nil for nothing.
func (k *Kept) of(number int) *openings.Column {
	if k == nil {
		return nil
	}
	k.mu.Lock()
	defer k.mu.Unlock()
	if i := k.find(number); i >= 0 {
		return k.list[i].column
	}
	return nil
}

func (k *Kept) find(number int) int {
	return slices.IndexFunc(k.list, func(c keptColumn) bool { return c.number == number })
}

// put keeps what r has read of a frame, unless as many games of it are kept.
func (k *Kept) put(number int, r *openings.Reader) {
	if k == nil {
		return
	}
	k.mu.Lock()
	defer k.mu.Unlock()
	i := k.find(number)
	if k.room == 0 || i >= 0 && k.list[i].column.Games() >= r.Games() {
		return
	}
	if i >= 0 {
		k.size -= k.list[i].column.Size()
		k.list = slices.Delete(k.list, i, i+1)
	}
	column := r.Column()
	k.list = slices.Insert(k.list, 0, keptColumn{number, column})
	k.size += column.Size()
	k.drop()
}

// drop drops what there is no room for.
func (k *Kept) drop() {
	for k.size > k.room {
		last := len(k.list) - 1
		k.size -= k.list[last].column.Size()
		k.list = slices.Delete(k.list, last, last+1)
	}
}
