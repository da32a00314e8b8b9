package boardmodel

import (
	"github.com/chesszip/chesszip/internal/column/blob"
	"github.com/chesszip/chesszip/internal/model/boards/embedded"
)

// V1 is the scheme for most purposes. It never changes: a better one will have
// another name, and positions that V1 has stored stay readable. A blob begins with
// the byte 0x64. The first use unpacks its model, which takes some 30 ms and 6 MiB.
//
// It is a static value without initialization, so that the linker can leave it and
// its weights out.
var V1 = &Scheme{name: "learned", method: blob.PositionV1, data: boards.Data, embedded: boards.V1}
