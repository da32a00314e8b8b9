package board

// EPD is a line of Extended Position Description: the first four fields of a
// FEN and a list of operations.
//
//	r1bqk1r1/1p1p1n2/p1n2pN1/2p1b2Q/2P1Pp2/1PN5/PB4PP/R4RK1 w q - bm Rxf4; id "ERET 001";
type EPD struct {
	// Position is the position. Its counters come from the opcodes hmvc and fmvn, or
	// else from after the fourth field; the defaults are 0 and 1.
	Position Position `json:"position"`
	// Counters is the number of a FEN's counters after the fourth field: 0 by the
	// standard, 1 or 2 in EPD files that hold FENs.
	Counters int `json:"counters"`
	// Ops are the operations, in order.
	Ops []Op `json:"ops"`
}

// Op is one operation of an EPD line.
type Op struct {
	Opcode string `json:"opcode"` // without blanks, such as "bm"
	// Operand is the text between the opcode and the semicolon, unchanged except for
	// the blanks around it, such as `"ERET 001"`.
	Operand string `json:"operand"`
}

// Op returns the operand of the first operation with the given opcode.
func (e *EPD) Op(opcode string) (operand string, ok bool) {
	for _, op := range e.Ops {
		if op.Opcode == opcode {
			return op.Operand, true
		}
	}
	return "", false
}

// ParseEPD reads a line of Extended Position Description, without its line end. It
// reads fields as ParseFEN does; counters of a FEN may follow the fourth field. The
// last semicolon may be missing and empty operations are skipped. A semicolon inside
// a string, that is, an operand between double quotes, belongs to the string. Errors
// are a *FENError.
func ParseEPD(s string) (EPD, error) {
	var e EPD
	t := fenText{s: s, epd: true}
	if err := t.position(&e.Position); err != nil {
		return EPD{}, err
	}
	var err error
	if e.Counters, err = t.counters(&e.Position); err != nil {
		return EPD{}, err
	}
	for {
		for t.skip(); t.i < len(s) && s[t.i] == ';'; t.skip() {
			t.i++
		}
		if t.i == len(s) {
			return e, nil
		}
		op, err := t.op()
		if err != nil {
			return EPD{}, err
		}
		e.Ops = append(e.Ops, op)
		switch op.Opcode {
		case "hmvc":
			setCounter(&e.Position.HalfmoveClock, op.Operand)
		case "fmvn":
			setCounter(&e.Position.FullmoveNumber, op.Operand)
		}
	}
}

// op reads one operation up to its semicolon.
func (t *fenText) op() (Op, error) {
	start := t.i
	for !t.atEnd() {
		t.i++
	}
	op := Op{Opcode: t.s[start:t.i]}
	if c := op.Opcode[0]; c >= '0' && c <= '9' {
		return Op{}, t.fail(fieldOpcode, start, start, "an opcode does not begin with a digit, which would make it a counter")
	}
	t.skip()
	from, end := t.i, t.i // end is after the last byte that is not a blank
	fresh := true         // an operand may begin here
	for ; t.i < len(t.s) && t.s[t.i] != ';'; t.i++ {
		if boardBytes[t.s[t.i]] == byteBlank {
			fresh = true
			continue
		}
		if fresh && t.s[t.i] == '"' {
			quote := t.i
			for t.i++; t.i < len(t.s) && t.s[t.i] != '"'; t.i++ {
			}
			if t.i == len(t.s) {
				return Op{}, t.fail(fieldOpcode, start, quote, "the string has no closing quote")
			}
		}
		fresh, end = false, t.i+1
	}
	op.Operand = t.s[from:end]
	return op, nil
}

// setCounter sets *dst to the number in s, if that is a number up to 65535.
func setCounter(dst *uint16, s string) {
	v := 0
	for _, c := range []byte(s) {
		if v = v*10 + int(c-'0'); c < '0' || c > '9' || v > 65535 {
			return
		}
	}
	if s != "" {
		*dst = uint16(v)
	}
}

// AppendText appends the line in its canonical form, without a line end: fields are
// separated by one blank, and each operation follows a blank and ends in a semicolon.
// ParseEPD reads it as e again. The error is always nil.
func (e *EPD) AppendText(dst []byte) ([]byte, error) {
	dst = e.Position.appendFields(dst, xfenLetter)
	if e.Counters > 0 {
		from := len(dst)
		dst = e.Position.appendCounters(dst)
		if e.Counters == 1 {
			end := len(dst) - 1
			for dst[end] != ' ' {
				end--
			}
			dst = dst[:max(from, end)]
		}
	}
	for _, op := range e.Ops {
		dst = append(append(dst, ' '), op.Opcode...)
		if op.Operand != "" {
			dst = append(append(dst, ' '), op.Operand...)
		}
		dst = append(dst, ';')
	}
	return dst, nil
}

// String returns the line as AppendText writes it.
func (e EPD) String() string {
	b, _ := e.AppendText(nil) // never an error
	return string(b)
}
