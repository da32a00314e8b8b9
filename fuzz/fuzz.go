// Package fuzz holds the fuzz targets and seed corpora that cross packages: whole files
// through compression and back, and games through every method that stores or spells
// them. Fuzz targets of one package are in that package.
//
// It has tests only, and nothing imports it.
package fuzz
