package walk

import (
	"context"

	"github.com/chesszip/chesszip/internal/base/budget"
	"github.com/chesszip/chesszip/internal/index"
	"github.com/chesszip/chesszip/internal/read/view"
)

// NameList is a list of the names in a member of a file with their numbers of games.
type NameList struct {
	*index.NameList
	Games  int64 // number after that of the last game that is counted
	frames *view.File
	first  int // number of the frame of the first block
}

// Names returns a list of a member, nil if it has none. The error is damage, or that of
// the reader.
func Names(ctx context.Context, f *view.File, member int, of index.Listing) (*NameList, error) {
	note := f.Directory(member).Note()
	if note.Covers == 0 {
		return nil, nil
	}
	front := f.Starts(member) + note.Lists[of].Front
	data, err := Index(ctx, f, front, index.KindFront)
	if err != nil {
		return nil, err
	}
	l, err := index.ParseNameList(data, budget.New(len(data)).Until(ctx))
	if err != nil {
		return nil, view.Damaged(front, err)
	}
	return &NameList{l, f.FirstGame(f.Starts(member) + note.Covers), f, front + 1}, nil
}

// Block returns the names of a block. The error is damage, or that of the reader.
func (l *NameList) Block(ctx context.Context, block int) ([]index.Named, error) {
	data, err := Index(ctx, l.frames, l.first+block, index.KindNames)
	if err != nil {
		return nil, err
	}
	names, err := index.ParseNames(data, budget.New(len(data)).Until(ctx))
	if err != nil {
		return nil, view.Damaged(l.first+block, err)
	}
	return names, nil
}
