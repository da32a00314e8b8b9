package door

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
	"sync"

	"github.com/chesszip/chesszip"
	"github.com/chesszip/chesszip/levels"
	"github.com/chesszip/chesszip/remote"
)

// Archive is an open file. The file is closed when neither its user nor a task needs it.
type Archive struct {
	*chesszip.Archive
	Name string
	// PGN reports that the file is text, not an archive.
	PGN bool

	file io.Closer
	mu   sync.Mutex
	uses int // 1 for the user, and one for each task
}

// source is the bytes of a file or an address.
type source interface {
	io.ReaderAt
	io.Closer
}

// openSource opens a file or an address, and returns its number of bytes.
func openSource(ctx context.Context, name string) (source, int64, error) {
	if isAddress(name) {
		return openRemote(ctx, name)
	}
	f, err := os.Open(name)
	if err != nil {
		return nil, 0, err
	}
	info, err := f.Stat()
	if err == nil && info.IsDir() {
		err = fmt.Errorf("chesszip: %s is a directory; name a file in it", name)
	} else if err == nil && !info.Mode().IsRegular() {
		err = fmt.Errorf("chesszip: %s: not a file that can be read anywhere; write it to one first", name)
	}
	if err != nil {
		f.Close()
		return nil, 0, err
	}
	return f, info.Size(), nil
}

// packed are the first bytes of formats that must be unpacked first.
var packed = map[string]string{
	"\x28\xb5\x2f\xfd": "zstd", "\x1f\x8b": "gzip", "BZh": "bzip2", "\xfd7zXZ": "xz", "PK\x03\x04": "zip",
}

// Open opens an archive, a PGN file, or a database of SCID by its .si4 or .si5. Threads is the number of frames worked on at
// once, 0 for the number of processors. The errors are those of chesszip.Open and of
// reading.
func Open(ctx context.Context, name string, threads int) (*Archive, error) {
	if isSCID(name) {
		a, err := openSCID(ctx, name, threads)
		if err != nil {
			return nil, named(name, err)
		}
		return a, nil
	}
	file, size, err := openSource(ctx, name)
	if err != nil {
		return nil, err
	}
	a, err := open(ctx, file, size, name, threads)
	if err != nil {
		file.Close()
		return nil, named(name, err)
	}
	return a, nil
}

func open(ctx context.Context, file source, size int64, name string, threads int) (*Archive, error) {
	head := make([]byte, 6)
	n, err := file.ReadAt(head, 0)
	if err != nil && err != io.EOF {
		return nil, err
	}
	head = head[:n]
	o := &chesszip.ReaderOptions{Levels: levels.All(), Threads: threads}
	a := &Archive{Name: name, file: file, uses: 1}
	if chesszip.IsArchive(head) {
		a.Archive, err = chesszip.Open(ctx, file, size, o)
		return a, err
	}
	for magic, format := range packed {
		if strings.HasPrefix(string(head), magic) {
			return nil, fmt.Errorf("%w: it is packed by %s; make an archive of it first, with the command chesszip, or unpack it", chesszip.ErrCorrupt, format)
		}
	}
	a.PGN = true
	if a.Archive, err = chesszip.OpenPGN(ctx, file, size, o); err != nil || a.NumGames() > 0 || size == 0 {
		return a, err
	}
	content, err := a.Content(ctx)
	if err != nil {
		return nil, err
	}
	if content != chesszip.ContentPositions && content != chesszip.ContentTable && content != chesszip.ContentRecords {
		return nil, fmt.Errorf("%w: it holds %s, neither games nor positions", chesszip.ErrCorrupt, content)
	}
	return a, nil
}

// named adds the file to an error.
func named(name string, err error) error {
	var path *os.PathError
	if errors.As(err, &path) || errors.Is(err, chesszip.ErrQuery) || errors.Is(err, context.Canceled) {
		return err
	}
	var answer *remote.Error
	if errors.As(err, &answer) {
		return err // it has the address
	}
	if isAddress(name) {
		name = remote.Redact(name)
	}
	return fmt.Errorf("%s: %w", name, err)
}

// hold keeps the file open until release.
func (a *Archive) hold() {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.uses++
}

func (a *Archive) release() {
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.uses--; a.uses == 0 {
		a.file.Close()
	}
}

// Close ends the user's use of the file. Tasks run to their ends.
func (a *Archive) Close() { a.release() }

// start starts a call that reads the archive.
func (a *Archive) start(call func(ctx context.Context, give func(answer any) bool) error) *Task {
	a.hold()
	return Start(func(ctx context.Context, give func(any) bool) error {
		defer a.release()
		err := call(ctx, give)
		if err != nil {
			err = named(a.Name, err)
		}
		return err
	})
}
