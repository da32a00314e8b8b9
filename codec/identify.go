package codec

import "github.com/chesszip/chesszip/internal/column/blob"

// Identify returns what a blob holds, by its first byte, and the call that decodes
// it, such as "a game by movelist.Fast" and "codec.StoredGame". It fails with
// ErrMethod for bytes that begin no blob of this version, or io.ErrUnexpectedEOF if there are none.
// Blobs are the results of AppendPosition, AppendGame and AppendState, of Append of
// the levels of movelist and of the schemes of boardmodel, their checked forms, and
// columns of StoredPosition and StoredGame. Keys and packed positions are not blobs.
func Identify(src []byte) (what, call string, err error) {
	m, checked, err := blob.Of(src)
	if err != nil {
		return "", "", headError(err)
	}
	what = m.String()
	if checked {
		what += ", checked"
	}
	return what, m.Call(), nil
}
