package door

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/chesszip/chesszip"
	"github.com/chesszip/chesszip/levels"
	"github.com/chesszip/chesszip/movelist/learned"
)

// CompressOptions say what becomes an archive.
type CompressOptions struct {
	Name   string // of the archive
	Source string // file to compress, if Text is nil
	Text   []byte
	// Level is 0 to 9 and Index the kinds of index, as those of the command. Threads is
	// as that of Open.
	Level   int
	Index   []string
	Threads int
	// Replace allows an existing file to be replaced.
	Replace bool
}

// indexes are the open columns by the names of the command.
var indexes = map[string]chesszip.Columns{
	"players": chesszip.ColumnNames, "positions": chesszip.ColumnMoves,
	"numbers": chesszip.ColumnNumbers, "openings": chesszip.OpeningTable,
}

// writerOptions returns the options of the library.
func (o *CompressOptions) writerOptions() (*chesszip.WriterOptions, error) {
	w := &chesszip.WriterOptions{Threads: o.Threads}
	switch {
	case o.Level < 0 || o.Level > 9:
		return nil, fmt.Errorf("%w: level %d, want 0 to 9", chesszip.ErrOption, o.Level)
	case o.Level == 0:
		w.Plain, w.Open = true, chesszip.AllColumns
	case o.Level >= 7:
		w.Level = learned.V1Max
	case o.Level >= 4:
		w.Level = learned.V1
	}
	for _, name := range o.Index {
		if indexes[name] == 0 {
			return nil, fmt.Errorf("%w: no index of %q: there are players, numbers, positions and openings", chesszip.ErrOption, name)
		}
		w.Open |= indexes[name]
	}
	return w, nil
}

// written is what StartCompress and StartAppend give, as JSON.
type written struct {
	Games  int64 `json:"games"`
	Input  int64 `json:"input"`
	Output int64 `json:"output"`
}

// StartCompress starts a task that writes an archive, whose answer is JSON text: the
// number of games, of bytes read and of bytes written. The archive is renamed into place
// when it is complete.
func StartCompress(o CompressOptions) (*Task, error) {
	w, err := o.writerOptions()
	if err != nil {
		return nil, err
	}
	return Start(func(ctx context.Context, give func(any) bool) error {
		if _, err := os.Lstat(o.Name); err == nil && !o.Replace {
			return fmt.Errorf("%s: %w; replace=True replaces it", o.Name, fs.ErrExist)
		}
		return write(o.Name, o.Source, o.Text, give, func(dst io.Writer, src io.Reader) (chesszip.Stats, error) {
			return chesszip.Compress(ctx, dst, src, w)
		})
	}), nil
}

// StartAppend starts a task that adds the games of a file or a text to an archive; its
// answer is as that of StartCompress. The archive is replaced by a longer copy when that
// is complete.
func StartAppend(name, source string, text []byte, threads int) *Task {
	return Start(func(ctx context.Context, give func(any) bool) error {
		if isAddress(name) {
			return fmt.Errorf("%w: append writes to a file, not to an address", chesszip.ErrOption)
		}
		old, err := os.Open(name)
		if err != nil {
			return err
		}
		defer old.Close()
		return write(name, source, text, give, func(dst io.Writer, src io.Reader) (chesszip.Stats, error) {
			size, err := io.Copy(dst, old)
			if err != nil {
				return chesszip.Stats{}, err
			}
			stats, err := chesszip.Append(ctx, dst, old, size, src, &chesszip.AppendOptions{Levels: levels.All(), Threads: threads})
			old.Close() // Windows replaces no open file
			return stats, err
		})
	})
}

// write lets a function write the file name from a source, and gives what it has
// written.
func write(name, source string, text []byte, give func(any) bool, work func(dst io.Writer, src io.Reader) (chesszip.Stats, error)) error {
	var src io.Reader = bytes.NewReader(text)
	if text == nil {
		file, err := os.Open(source)
		if err != nil {
			return err
		}
		defer file.Close()
		src = file
	} else {
		source = "the text"
	}
	head := make([]byte, 6)
	n, err := io.ReadFull(src, head)
	if err != nil && err != io.EOF && err != io.ErrUnexpectedEOF {
		return err
	}
	if chesszip.IsArchive(head[:n]) {
		return fmt.Errorf("%w: %s is an archive; the command chesszip merges archives", chesszip.ErrOption, source)
	}
	for magic, format := range packed {
		if strings.HasPrefix(string(head[:n]), magic) {
			return fmt.Errorf("%w: %s is packed by %s; unpack it first", chesszip.ErrOption, source, format)
		}
	}
	temporary := filepath.Join(filepath.Dir(name), fmt.Sprintf(".%s.%d", filepath.Base(name), os.Getpid()))
	dst, err := os.OpenFile(temporary, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o666)
	if err != nil {
		return err
	}
	defer os.Remove(temporary)
	defer dst.Close()
	stats, err := work(dst, io.MultiReader(bytes.NewReader(head[:n]), src))
	if err != nil {
		return named(name, err)
	}
	if info, err := os.Stat(name); err == nil {
		if err := dst.Chmod(info.Mode().Perm()); err != nil && !errors.Is(err, errors.ErrUnsupported) {
			return err
		}
	}
	if err := dst.Sync(); err != nil {
		return err
	}
	if err := dst.Close(); err != nil {
		return err
	}
	if err := os.Rename(temporary, name); err != nil {
		return err
	}
	said, err := json.Marshal(written{stats.Games, stats.In, stats.Out})
	if err == nil {
		give(string(said))
	}
	return err
}
