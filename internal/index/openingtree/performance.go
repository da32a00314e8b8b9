package openingtree

// differences are the rating differences of FIDE's table, section 8.1a of its rating
// regulations, for scores from 50 % up, percent by percent. For a score below 50 % the
// difference is that of 100 % less the score, negated.
var differences = [51]int{
	0, 7, 14, 21, 29, 36, 43, 50, 57, 65,
	72, 80, 87, 95, 102, 110, 117, 125, 133, 141,
	149, 158, 166, 175, 184, 193, 202, 211, 220, 230,
	240, 251, 262, 273, 284, 296, 309, 322, 336, 351,
	366, 383, 401, 422, 444, 470, 501, 538, 589, 677,
	800,
}

// Performance returns the performance rating for games won, drawn and lost against
// opponents of a mean rating: the mean plus FIDE's difference for the score, rounded to
// a whole percent. It is 0 without a rating or a game.
func Performance(won, drawn, lost int64, opponents int) int {
	games := won + drawn + lost
	if games == 0 || opponents == 0 {
		return 0
	}
	percent := (100*(2*won+drawn) + games) / (2 * games)
	if percent < 50 {
		return opponents - differences[50-percent]
	}
	return opponents + differences[percent-50]
}
