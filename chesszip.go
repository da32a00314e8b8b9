// Package chesszip stores files of chess games in as few bits as the rules of
// chess and the habits of players allow, and gives every byte back.
//
// Compress takes PGN, or any other bytes, and Decompress gives them back:
//
//	stats, err := chesszip.Compress(ctx, archive, games, nil)
//	_, err = chesszip.Decompress(ctx, file, archive, nil)
//
// A learned level makes the archive a tenth smaller and takes longer; it is a value,
// so that a program carries the weights of the levels that it names, and no others:
//
//	stats, err := chesszip.Compress(ctx, archive, games, &chesszip.WriterOptions{Level: learned.V1})
//	_, err = chesszip.Decompress(ctx, file, archive, &chesszip.ReaderOptions{Levels: []*learned.Level{learned.V1}})
//
// Writer and Reader do the same for streams, Encode and Decode for bytes:
//
//	z := chesszip.NewWriter(archive, nil)
//	err := z.Add(game)                       // or z.Write(text)
//	err = z.Close()
//
// A call whose context is done returns the error of the context soon, and its cause.
// No goroutine of it runs then, but one that is inside the Read, ReadAt or Write of
// the caller for longer than a tenth of a second: the call does not wait for that.
// What it has written until then is the beginning of what it would have written.
// A panic of these methods is one of the call, a nil reader or writer is an error.
//
// Open looks into an archive without unpacking it, OpenPGN into a PGN file:
//
//	a, err := chesszip.Open(ctx, file, size, nil)
//	text, err := a.Game(ctx, 16)                                 // of game 17
//	q, err := chesszip.ParseQuery("white:carlsen date:2013- -event:blitz")
//	for g, err := range a.FilterGames(ctx, q) { ... }
//	p, err := chesszip.ParsePattern(`moves:"1. e4 c5" then check`)
//	for h, err := range a.Find(ctx, p, nil) { ... }
//
// Append adds games to an archive, Merge joins archives, Archive.Parts cuts
// one, Archive.Verify names all damage, and Recover saves what is whole.
//
// Single positions and games, as a database column would hold them, are the
// business of packages codec and movelist.
//
// # Format
//
//	| header | frame | frame | ... | footer |        package archive
//	frame  = the columns of at most 4,000 games      docs/spec/games.md
//	         or an index of the frame before it
//	footer = for each frame, its statistics, to pass over it
//
// Archives laid end to end are an archive of all their games.
//
// The header's parameters are the version of what is inside the frames, one
// byte, 11, a checksum of the tables that their bytes depend on, 2 bytes, and,
// where moves were coded by a learned level, the lower half of its model's
// number, 4 bytes, little-endian. Equal input gives equal bytes on
// every platform and with any number of threads.
package chesszip

import (
	"errors"

	"github.com/chesszip/chesszip/archive"
	"github.com/chesszip/chesszip/internal/base/corrupt"
	"github.com/chesszip/chesszip/internal/frame/chunk"
	"github.com/chesszip/chesszip/internal/query"
	"github.com/chesszip/chesszip/internal/read/walk"
	"github.com/chesszip/chesszip/internal/write"
)

var (
	// ErrCorrupt says that an archive is damaged, or that a file is not an archive.
	ErrCorrupt = archive.ErrCorrupt
	// ErrVersion says that an archive was written by a version of chesszip
	// that this one cannot read.
	ErrVersion = archive.ErrVersion
	// ErrLimit says that an archive asks for more memory than is allowed.
	ErrLimit = archive.ErrLimit
	// ErrLevel is what every *LevelError wraps: an archive needs a level that was not
	// given.
	ErrLevel = corrupt.ErrLevel
	// ErrRepack says that archives of different levels, or PGN, are to be merged, and
	// MergeOptions.Repack does not say how.
	ErrRepack = write.ErrRepack
	// ErrOption says that an option is out of range.
	ErrOption = errors.New("chesszip: option out of range")
	// ErrNoGame says that an archive has no game of the number asked for.
	ErrNoGame = walk.ErrNoGame
	// ErrNoList says that an input that is to be sorted is not a list of
	// positions, or one whose positions take several lines each.
	ErrNoList = chunk.ErrNoList
	// ErrQuery is what every *QueryError wraps.
	ErrQuery = query.ErrQuery
)
