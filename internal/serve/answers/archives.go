package answers

import (
	"context"
	"strings"

	"github.com/chesszip/chesszip"
	"github.com/chesszip/chesszip/internal/serve/gamelist"
	"github.com/chesszip/chesszip/movelist/learned"
	"github.com/chesszip/chesszip/pgn"
)

type archivesJSON struct {
	Archives []archiveJSON `json:"archives"`
	Games    int64         `json:"games"` // of all
}

type archiveJSON struct {
	Archive int      `json:"archive"` // from 1
	Name    string   `json:"name"`
	Bytes   int64    `json:"bytes"` // of the file
	Input   int64    `json:"input"` // of the decompressed PGN
	Games   int64    `json:"games"`
	Frames  int      `json:"frames"`
	Level   string   `json:"level"` // name of the level of the moves
	Intact  bool     `json:"intact"`
	Sorts   []string `json:"sorts"` // keys for sorting games
}

// archives answers with the list of files.
func (s *Site) archives(a *Answer) error {
	out := archivesJSON{Archives: []archiveJSON{}}
	for i, f := range s.files {
		out.Games += f.Archive.NumGames()
		numbers, names := s.sorts(i)
		out.Archives = append(out.Archives, archiveJSON{
			Archive: i + 1, Name: pgn.UTF8(f.Name), Bytes: f.Archive.Size(), Input: f.Archive.Input(), Games: f.Archive.NumGames(),
			Frames: len(f.Archive.Frames()), Level: levelOf(f.Archive), Intact: len(f.Archive.Gaps()) == 0,
			Sorts: gamelist.Keys(numbers, names),
		})
	}
	return a.JSON(out)
}

// levelOf returns the name of an archive's level, "text" for PGN.
func levelOf(a *chesszip.Archive) string {
	if l := a.Level(); l != nil {
		return nameOf(l)
	}
	if len(a.Members()) == 0 {
		return "text"
	}
	return "fast"
}

// nameOf returns the name of a level: one that was read from a file is recognized by its
// number.
func nameOf(l *learned.Level) string {
	switch (&chesszip.LevelError{Number: uint32(l.ID())}).Variable() {
	case "learned.V1":
		return "default"
	case "learned.V1Max":
		return "max"
	}
	return l.Name()
}

type columnsJSON struct {
	Archive int          `json:"archive"`
	Bytes   int64        `json:"bytes"` // of all columns
	Columns []columnJSON `json:"columns"`
}

type columnJSON struct {
	Name  string `json:"name"` // tags in brackets
	Bytes int64  `json:"bytes"`
}

// columns answers with the sizes of an archive's columns.
func (s *Site) columns(a *Answer) error {
	i, err := s.fileOf(a.Request.ID)
	if err != nil {
		return err
	}
	out := columnsJSON{Archive: i + 1, Columns: []columnJSON{}}
	if levelOf(s.files[i].Archive) == "text" {
		return a.JSON(out)
	}
	streams, err := s.streams(a.Context, i)
	if err != nil {
		return err
	}
	for _, x := range streams {
		out.Bytes += x.Bytes
		out.Columns = append(out.Columns, columnJSON{pgn.UTF8(x.Name), x.Bytes})
	}
	return a.JSON(out)
}

// streams returns the sizes of a file's streams.
func (s *Site) streams(ctx context.Context, file int) ([]chesszip.StreamInfo, error) {
	return s.columnsOf.Get(ctx, Place{File: file}.ID(), func(ctx context.Context) ([]chesszip.StreamInfo, error) {
		return inTurn(ctx, s.searches, func() ([]chesszip.StreamInfo, error) {
			streams, err := s.files[file].Archive.Streams(ctx)
			return streams, s.in(file, err)
		})
	})
}

// HasTag reports whether games of a file may have a tag.
func (s *Site) HasTag(ctx context.Context, file int, tag string) (bool, error) {
	if levelOf(s.files[file].Archive) == "text" {
		return true, nil
	}
	streams, err := s.streams(ctx, file)
	for _, x := range streams {
		if strings.Contains(x.Name, tag) {
			return true, err
		}
	}
	return false, err
}
