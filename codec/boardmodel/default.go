package boardmodel

import _ "embed"

// V1 is the scheme for most purposes. Its model is unpacked when it is
// first used, which takes some 30 ms and 6 MiB.
//
// It is a static value, without work at the start of a program, so that the
// linker can leave it and its weights out.
var V1 = &Scheme{name: "learned", data: embedded}

//go:embed squares.czs
var defaultData []byte

func embedded() []byte { return defaultData }
