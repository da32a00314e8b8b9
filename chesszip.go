// Package chesszip compresses files of chess games, and searches the archives without
// unpacking them. The input is PGN or any other bytes; Decompress returns exactly the
// bytes that were compressed.
//
//	stats, err := chesszip.Compress(ctx, archive, games, nil)
//	_, err = chesszip.Decompress(ctx, file, archive, nil)
//
// The default level is the fastest. A learned level makes archives a tenth smaller and
// takes longer. It is a Go value, so a program links the weights of the levels that it
// names, and no others. To read the archive, the program needs the same level:
//
//	stats, err := chesszip.Compress(ctx, archive, games, &chesszip.WriterOptions{Level: learned.V1})
//	_, err = chesszip.Decompress(ctx, file, archive, &chesszip.ReaderOptions{Levels: []movelist.Level{learned.V1}})
//
// Writer and Reader do the same for streams, Encode and Decode for byte slices:
//
//	z := chesszip.NewWriter(ctx, archive, nil)
//	err := z.Add(game)                       // or z.Write(text)
//	err = z.Close()
//
// Open gives random access to an archive, and OpenPGN to a PGN file:
//
//	a, err := chesszip.OpenFile(ctx, "games.czip", nil)           // or Open
//	defer a.Close()
//	g, err := a.Game(ctx, 16, chesszip.FieldText)                // game 17
//	q, err := chesszip.ParseQuery("white:carlsen date:2013+ -event:blitz")
//	for g, err := range a.Games().Where(q).Texts(ctx) { ... }
//	p, err := chesszip.ParsePattern(`moves:"1. e4 c5" then check`)
//	for g, err := range a.Games().Where(q).With(p).Lines(ctx) { ... }
//
// Append adds games to an archive, Merge joins archives, and Archive.Split cuts one.
// Archive.Verify lists all damage, and Recover saves the undamaged frames.
//
// Packages codec and movelist store single positions and single games, for example in a
// database column.
//
// # Contexts
//
// When its context is done, a call soon returns the error of the context, with its
// cause. What it has written by then is a prefix of its full output. It leaves no
// goroutine running, except one that has been inside the caller's Read, ReadAt or Write
// for more than a tenth of a second: the call does not wait for that. A panic in one of
// these methods becomes a panic of the call. A nil reader or writer is an error.
//
// # Format
//
//	| header | frame | frame | ... | footer |        docs/spec/container.md
//	frame  = the columns of at most 4,000 games      docs/spec/games.md
//	         or an index of the frame before it
//	footer = statistics of each frame; a search uses them to skip frames
//
// Concatenated archives are an archive of all their games.
//
// The parameters in the header are:
//
//	1 byte   version of the contents of frames, 12
//	2 bytes  checksum of the tables that the contents depend on
//	1 byte   which columns are open, and whether there is an opening table, or no prediction
//	4 bytes  lower half of the model's number, little-endian; only with a learned level
//
// Equal input gives equal bytes on every platform and with any number of threads.
package chesszip

import (
	"errors"

	"github.com/chesszip/chesszip/internal/archive"
	"github.com/chesszip/chesszip/internal/base/corrupt"
	"github.com/chesszip/chesszip/internal/frame/chunk"
	"github.com/chesszip/chesszip/internal/frame/header"
	"github.com/chesszip/chesszip/internal/query"
	"github.com/chesszip/chesszip/internal/read/walk"
	"github.com/chesszip/chesszip/internal/write"
)

const (
	// ArchiveVersion is the version of archives around their frames.
	ArchiveVersion = archive.Version
	// FrameVersion is the version of the content of frames.
	FrameVersion = header.FormatVersion
)

// IsArchive reports whether head begins like an archive of any version. Four bytes are
// enough.
func IsArchive(head []byte) bool { return archive.IsArchive(head) }

var (
	// ErrCorrupt reports that an archive is damaged, or that a file is not an archive.
	ErrCorrupt = archive.ErrCorrupt
	// ErrFormat reports that a file does not begin like an archive. Such an error is also
	// ErrCorrupt.
	ErrFormat = corrupt.ErrForeign
	// ErrVersion reports that an archive was written by a version of chesszip that this
	// one cannot read.
	ErrVersion = archive.ErrVersion
	// ErrLimit reports that an archive needs more memory than is allowed.
	ErrLimit = archive.ErrLimit
	// ErrLevel is wrapped by every *LevelError: an archive needs a level that was not
	// given.
	ErrLevel = corrupt.ErrLevel
	// ErrRepack reports that Merge was given archives of different levels, or PGN,
	// without MergeOptions.Repack.
	ErrRepack = write.ErrRepack
	// ErrOption reports that an option is out of range.
	ErrOption = errors.New("chesszip: option out of range")
	// ErrNoGame reports that the archive has no game with the requested number.
	ErrNoGame = walk.ErrNoGame
	// ErrNoList reports that an input to be sorted is not a list of positions, or that
	// its positions take several lines each.
	ErrNoList = chunk.ErrNoList
	// ErrQuery is wrapped by every *QueryError.
	ErrQuery = query.ErrQuery
)
