//go:build !race

package boardmodel_test

const race = false
