package czipbeam

import (
	"cmp"
	"fmt"
	"slices"
)

// Piece is a file that a worker wrote of some items of a shard or of a text: From up to,
// not including, To of those from First up to, not including, End, all of which together
// make an output.
type Piece struct {
	File       int64
	Source     string // path of what it was made of
	Shard      int64
	First, End int64
	From, To   int64
	Path       string
}

// inOrder sorts pieces, and holds that they have each item of each shard once.
func inOrder(next func(*Piece) bool) (all []Piece, err error) {
	var p Piece
	for next(&p) {
		all = append(all, p)
	}
	slices.SortFunc(all, func(x, y Piece) int {
		return cmp.Or(cmp.Compare(x.File, y.File), cmp.Compare(x.Shard, y.Shard), cmp.Compare(x.From, y.From))
	})
	for i, p := range all {
		first := i == 0 || all[i-1].File != p.File || all[i-1].Shard != p.Shard
		last := i == len(all)-1 || all[i+1].File != p.File || all[i+1].Shard != p.Shard
		want := p.First
		if !first {
			want = all[i-1].To
		}
		if p.From != want || last && p.To != p.End {
			return nil, fmt.Errorf("%s, shard %d: pieces from %d to %d, want from %d, and %d as the end: the runner lost or doubled some", p.Source, p.Shard, p.From, p.To, want, p.End)
		}
	}
	return all, nil
}

// byShard is the key of the pieces of a shard.
func byShard(p Piece) (string, Piece) { return fmt.Sprintf("%d/%d", p.File, p.Shard), p }

// byFile is the key of the pieces of a file.
func byFile(p Piece) (string, Piece) { return fmt.Sprint(p.File), p }

// together is the key of the pieces of all files.
func together(p Piece) (string, Piece) { return "", p }
