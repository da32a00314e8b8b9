package scid

import (
	"encoding/binary"
	"fmt"
	"strconv"

	"github.com/chesszip/chesszip/pgn"
)

// entry is the index entry of a game, alike in both layouts.
type entry struct {
	offset          uint64
	length          uint32
	flags           uint32
	chess960        bool
	names           [5]uint32 // White, Black, event, site, round
	result          uint8
	eco             uint16
	date, eventDate uint32 // day in the low 5 bits, month in 4, year in 11; 0 for no date
	ratings         [2]rating

	// What a Writer sets for SCID's searches, and nothing reads here: the numbers of
	// variations, comments and glyphs, 4 bits each; half-moves; the material at the end;
	// the pawns in the order in which they leave their first squares.
	counts    uint16
	plies     uint16
	material  uint32
	homePawns []byte
}

type rating struct {
	kind  uint8 // see ratingNames
	value uint16
}

func entryOf4(raw []byte) entry {
	be := binary.BigEndian
	playersHigh, othersHigh, dates := uint32(raw[9]), uint32(raw[14]), be.Uint32(raw[25:])
	ratingOf := func(n uint16) rating { return rating{uint8(n >> 12), n & 4095} }
	const customFlags = 63
	return entry{
		offset: uint64(be.Uint32(raw[0:])),
		length: uint32(be.Uint16(raw[4:])) | uint32(raw[6]>>7)<<16,
		flags:  uint32(be.Uint16(raw[7:])) | uint32(raw[6]&customFlags)<<16,
		names: [5]uint32{
			playersHigh>>4<<16 | uint32(be.Uint16(raw[10:])),
			playersHigh&15<<16 | uint32(be.Uint16(raw[12:])),
			othersHigh>>5<<16 | uint32(be.Uint16(raw[15:])),
			othersHigh>>2&7<<16 | uint32(be.Uint16(raw[17:])),
			othersHigh&3<<16 | uint32(be.Uint16(raw[19:])),
		},
		result:    raw[21] >> 4 & 3,
		eco:       be.Uint16(raw[23:]),
		date:      dates & dateMask,
		eventDate: eventDateOf(dates&dateMask, dates>>dateBits),
		ratings:   [2]rating{ratingOf(be.Uint16(raw[29:])), ratingOf(be.Uint16(raw[31:]))},
	}
}

const (
	dateBits  = 20
	dateMask  = 1<<dateBits - 1
	yearAt    = 9 // the lowest bit of the year in a date
	dayMonths = 1<<yearAt - 1
	// sameYear is the year of the event's date in SCID 4 if it is that of the game. It
	// has 3 bits; 0 means that there is no such date.
	sameYear = 4
)

// eventDateOf returns the event's date of SCID 4: its year counts from the game's.
func eventDateOf(date, event uint32) uint32 {
	if event>>yearAt == 0 {
		return 0
	}
	return max(date>>yearAt+event>>yearAt, sameYear)<<yearAt - sameYear<<yearAt | event&dayMonths
}

func entryOf5(raw []byte) entry {
	field := func(i int) uint32 { return binary.LittleEndian.Uint32(raw[4*i:]) }
	const idBits = 1<<28 - 1
	kinds := field(11) >> 16
	return entry{
		offset:   uint64(field(8)&(1<<15-1))<<32 | uint64(field(9)),
		length:   field(8) >> 15,
		flags:    field(7) & (1<<22 - 1),
		chess960: field(4)>>31 != 0,
		names: [5]uint32{
			field(0) & idBits,
			field(1) & idBits,
			field(2) & idBits,
			field(3),
			field(4) & (1<<31 - 1),
		},
		result:    uint8(kinds & 3),
		eco:       uint16(field(11)),
		date:      field(5) & dateMask,
		eventDate: field(6) & dateMask,
		ratings: [2]rating{
			{uint8(kinds >> 5 & 7), uint16(field(5) >> dateBits)},
			{uint8(kinds >> 2 & 7), uint16(field(6) >> dateBits)},
		},
	}
}

// flagLetters are the letters of Base.Flags, from bit firstFlag of the flags on. Lower bits
// say that a game has a start position of its own, and promotions.
const (
	flagLetters = "DWBMENPTKQ!?U123456"
	firstFlag   = 3
	deletedFlag = 1 << firstFlag
)

func (e *entry) flagText() string {
	var text []byte
	for i := range len(flagLetters) {
		if e.flags>>(firstFlag+i)&1 != 0 {
			text = append(text, flagLetters[i])
		}
	}
	return string(text)
}

var results = [4]string{"*", "1-0", "0-1", "1/2-1/2"}

// ratingNames are the suffixes of the names of rating tags, by kind.
var ratingNames = [8]string{"Elo", "Rating", "Rapid", "ICCF", "USCF", "DWZ", "ECF", "Elo"}

// tags returns the tags of the index entry, in SCID's order.
func (b *Base) tags(e *entry) (tags []pgn.Tag, err error) {
	add := func(name, value string) { tags = append(tags, pgn.Tag{Name: name, Value: value}) }
	named := func(name string, kind int, number uint32) {
		value, ok := b.names[kind].name(number)
		if !ok && err == nil {
			err = damagedFile(indexFile, 0, "%s is name %d of %d", name, number, len(b.names[kind].at))
		}
		add(name, value)
	}
	named("Event", events, e.names[2])
	named("Site", sites, e.names[3])
	add("Date", dateText(e.date))
	named("Round", rounds, e.names[4])
	named("White", players, e.names[0])
	named("Black", players, e.names[1])
	add("Result", results[e.result])
	for i, side := range []string{"White", "Black"} {
		if r := e.ratings[i]; r.value > 0 {
			add(side+ratingNames[r.kind&7], strconv.Itoa(int(r.value)))
		}
	}
	if eco := ecoText(e.eco); eco != "" {
		add("ECO", eco)
	}
	if e.eventDate != 0 {
		add("EventDate", dateText(e.eventDate))
	}
	if e.chess960 {
		add("Variant", "Chess960")
	}
	return tags, err
}

// dateText returns a date; what is 0 in it is not known.
func dateText(date uint32) string {
	text := func(n uint32, width int) string {
		if n == 0 {
			return "????"[:width]
		}
		return fmt.Sprintf("%0*d", width, n)
	}
	return text(date>>yearAt, 4) + "." + text(date>>5&15, 2) + "." + text(date&31, 2)
}

const (
	ecoEach   = 131 // a code alone, and 26 letters, alone and with 4 digits
	ecoLetter = 5
)

// ecoText returns an ECO code, perhaps with SCID's letter and digit: A00, B90a or
// B90a1. 0 means none.
func ecoText(code uint16) string {
	const codes = 500
	n, more := (int(code)-1)/ecoEach, (int(code)-1)%ecoEach
	if code == 0 || n >= codes {
		return ""
	}
	text := fmt.Sprintf("%c%02d", 'A'+n/100, n%100)
	if more == 0 {
		return text
	}
	text += string(rune('a' + (more-1)/ecoLetter))
	if digit := (more - 1) % ecoLetter; digit > 0 {
		text += strconv.Itoa(digit)
	}
	return text
}
