package door

import (
	"context"
	"strings"

	"github.com/chesszip/chesszip/remote"
)

// remoteFile is a remote file. Closing it ends its requests.
type remoteFile struct {
	*remote.Reader
	cancel context.CancelFunc
}

func (f remoteFile) Close() error {
	defer f.cancel()
	return f.Reader.Close()
}

// isAddress reports whether a name is an http or https address.
func isAddress(name string) bool {
	low := strings.ToLower(name)
	return strings.HasPrefix(low, "http://") || strings.HasPrefix(low, "https://")
}

// openRemote opens an address. Ctx ends only the opening.
func openRemote(ctx context.Context, address string) (source, int64, error) {
	life, cancel := context.WithCancel(context.WithoutCancel(ctx))
	stop := context.AfterFunc(ctx, cancel)
	defer stop()
	r, err := remote.Open(life, address, nil)
	if err != nil {
		cancel()
		return nil, 0, err
	}
	return remoteFile{r, cancel}, r.Size(), nil
}
