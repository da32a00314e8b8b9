package scid

import (
	"encoding/binary"
	"fmt"
	"strconv"

	"github.com/chesszip/chesszip/pgn"
)

// entry is the index entry of a game.
type entry struct {
	offset, length uint32
	deleted        bool
	names          [5]uint32 // White, Black, event, site, round
	result         uint8
	eco            uint16
	date           uint32    // the game's in the low 20 bits, the event's above
	ratings        [2]uint16 // White's, Black's: kind in the high 4 bits
}

const deletedFlag = 1 << 3

func entryOf(raw *[entrySize]byte) entry {
	be := binary.BigEndian
	playersHigh, othersHigh := uint32(raw[9]), uint32(raw[14])
	return entry{
		offset:  be.Uint32(raw[0:]),
		length:  uint32(be.Uint16(raw[4:])) | uint32(raw[6]>>7)<<16,
		deleted: be.Uint16(raw[7:])&deletedFlag != 0,
		names: [5]uint32{
			playersHigh>>4<<16 | uint32(be.Uint16(raw[10:])),
			playersHigh&15<<16 | uint32(be.Uint16(raw[12:])),
			othersHigh>>5<<16 | uint32(be.Uint16(raw[15:])),
			othersHigh>>2&7<<16 | uint32(be.Uint16(raw[17:])),
			othersHigh&3<<16 | uint32(be.Uint16(raw[19:])),
		},
		result:  raw[21] >> 4 & 3,
		eco:     be.Uint16(raw[23:]),
		date:    be.Uint32(raw[25:]),
		ratings: [2]uint16{be.Uint16(raw[29:]), be.Uint16(raw[31:])},
	}
}

var results = [4]string{"*", "1-0", "0-1", "1/2-1/2"}

// ratingNames are the suffixes of the names of rating tags, by kind.
var ratingNames = [8]string{"Elo", "Rating", "Rapid", "ICCF", "USCF", "DWZ", "ECF", "Elo"}

// tags returns the tags of the index entry, in SCID's order.
func (b *Base) tags(e *entry) (tags []pgn.Tag, err error) {
	value := func(kind int, number uint32) (text string) {
		if err == nil {
			text, err = b.names[kind].name(int(number))
		}
		return text
	}
	tags = []pgn.Tag{
		{Name: "Event", Value: value(events, e.names[2])},
		{Name: "Site", Value: value(sites, e.names[3])},
		{Name: "Date", Value: dateText(int(e.date>>9&2047), e.date)},
		{Name: "Round", Value: value(rounds, e.names[4])},
		{Name: "White", Value: value(players, e.names[0])},
		{Name: "Black", Value: value(players, e.names[1])},
		{Name: "Result", Value: results[e.result]},
	}
	for i, side := range []string{"White", "Black"} {
		if rating := e.ratings[i] & 4095; rating > 0 {
			tags = append(tags, pgn.Tag{Name: side + ratingNames[e.ratings[i]>>12&7], Value: strconv.Itoa(int(rating))})
		}
	}
	if eco := ecoText(e.eco); eco != "" {
		tags = append(tags, pgn.Tag{Name: "ECO", Value: eco})
	}
	// The year of the event's date is relative to that of the game.
	const sameYear = 4
	event := e.date >> 20
	if year := int(e.date>>9&2047) + int(event>>9) - sameYear; event>>9 != 0 && year > 0 {
		tags = append(tags, pgn.Tag{Name: "EventDate", Value: dateText(year, event)})
	}
	return tags, err
}

// dateText returns a date from a year and the low 9 bits of date, month and day; 0
// means unknown.
func dateText(year int, date uint32) string {
	text := func(n, width int) string {
		if n <= 0 {
			return "????"[:width]
		}
		return fmt.Sprintf("%0*d", width, n)
	}
	return text(year, 4) + "." + text(int(date>>5&15), 2) + "." + text(int(date&31), 2)
}

// ecoText returns an ECO code, perhaps with SCID's letter and digit: A00, B90a or
// B90a1. 0 means none.
func ecoText(code uint16) string {
	const (
		codes   = 500
		each    = 131 // a code alone, and 26 letters, alone and with 4 digits
		aLetter = 5
	)
	n, more := (int(code)-1)/each, (int(code)-1)%each
	if code == 0 || n >= codes {
		return ""
	}
	text := fmt.Sprintf("%c%02d", 'A'+n/100, n%100)
	if more == 0 {
		return text
	}
	text += string(rune('a' + (more-1)/aLetter))
	if digit := (more - 1) % aLetter; digit > 0 {
		text += strconv.Itoa(digit)
	}
	return text
}
