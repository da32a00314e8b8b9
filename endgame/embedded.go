package endgame

import _ "embed" // the bases

// The embedded bases, written by internal/tools/makeendgame. A program links only
// those that it can reach.
var (
	//go:embed data/KQK.czm
	dataKQK string
	//go:embed data/KRK.czm
	dataKRK string
	//go:embed data/KBBK.czm
	dataKBBK string
	//go:embed data/KBNK.czm
	dataKBNK string
	//go:embed data/KPK.czm
	dataKPK string
)

// embeddedCount is the number of embedded bases.
const embeddedCount = 5

// embedded returns an ending and its base by number.
func embedded(i int) (name, data string) {
	switch i {
	case 0:
		return "KQK", dataKQK
	case 1:
		return "KRK", dataKRK
	case 2:
		return "KBBK", dataKBBK
	case 3:
		return "KBNK", dataKBNK
	}
	return "KPK", dataKPK
}

// Endings returns the names of the endings that a Base answers for. A Base also
// answers for endings in which nobody can mate.
func Endings() []string {
	names := make([]string, embeddedCount)
	for i := range names {
		names[i], _ = embedded(i)
	}
	return names
}
