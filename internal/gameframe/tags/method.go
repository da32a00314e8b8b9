package tags

// method is a way of storing a column.
type method struct {
	number byte // begins the column
	name   string
	// encode returns what follows the number, nil if the method does not fit the
	// column; settled says that it is stored so whatever others take.
	encode func(e *encoder) (body []byte, settled bool)
	// decode sets the values of the column.
	decode func(d *decoder) error
}

// Numbers of methods; those below numTextMethods are package column's.
const (
	methodTexts       = 0
	methodDictionary  = 16
	methodNumbers     = 17
	methodIdentifiers = 18
	methodCopies      = 19
	methodRatings     = 20
	methodElsewhere   = 21
	methodPlayers     = 22
	methodPositions   = 23
)

// methods are tried in this order; of those that fit, the shortest is taken, the
// first of equal ones.
var methods = [...]method{
	{methodRatings, "ratings", encodeRatings, decodeRatings},
	{methodPlayers, "players", encodePlayers, decodePlayers},
	{methodElsewhere, "elsewhere", encodeElsewhere, decodeElsewhere},
	{methodTexts, "texts", encodeTexts, decodeTexts},
	{methodPositions, "positions", encodePositions, decodePositions},
	{methodCopies, "copies", encodeCopies, decodeCopies},
	{methodNumbers, "numbers", encodeNumbers, decodeNumbers},
	{methodIdentifiers, "identifiers", encodeIdentifiers, decodeIdentifiers},
	{methodDictionary, "dictionary", encodeDictionary, decodeDictionary},
}

// encode appends the column by the method that takes the fewest bytes.
func (e *encoder) encode(dst []byte) []byte {
	var best []byte
	for i := range methods {
		m := &methods[i]
		body, settled := m.encode(e)
		if body == nil {
			continue
		}
		if m.number != methodTexts { // whose bodies begin with a number of their own
			body = append([]byte{m.number}, body...)
		}
		if best == nil || len(body) < len(best) {
			best = body
		}
		if settled {
			break
		}
	}
	if best[0] == methodNumbers {
		e.column.format = e.format
	}
	return append(dst, best...)
}

// methodOf returns the method of a number, nil if there is none.
func methodOf(number byte) *method {
	if number < numTextMethods {
		number = methodTexts
	}
	for i := range methods {
		if methods[i].number == number {
			return &methods[i]
		}
	}
	return nil
}
