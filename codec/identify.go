package codec

import "github.com/chesszip/chesszip/internal/column/blob"

// Method is a kind of blob: what it holds and how.
type Method struct {
	// Plain and Checked are the first bytes of its two forms.
	Plain   byte `json:"plain"`
	Checked byte `json:"checked"`
	// Holds describes it, such as "a game by movelist.Fast". Call decodes it, such as
	// "codec.StoredGame".
	Holds string `json:"holds"`
	Call  string `json:"call"`
}

// Methods returns the table of all methods, in the order of their first bytes: what
// Identify looks a blob up in. A method never changes; later versions may add some.
func Methods() (all []Method) {
	for first := range 256 {
		if m := blob.Method(first); m.Known() {
			all = append(all, Method{byte(m), m.Checked(), m.String(), m.Call()})
		}
	}
	return all
}

// Identify returns what a blob holds, by its first byte, and the call that decodes
// it, such as "a game by movelist.Fast" and "codec.StoredGame". It fails with
// ErrMethod for bytes that begin no blob of this version, or io.ErrUnexpectedEOF if
// there are none. Methods has the table. Blobs are the results of AppendPosition,
// AppendGame, of Append of the levels of movelist and of the schemes
// of boardmodel, their checked forms, and columns of StoredPosition and StoredGame.
// Keys and packed positions are not blobs.
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
