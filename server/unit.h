/*
 * unit.h - how a unit of the program was compiled, by what its debugging
 * information says (elfutils).
 */
#ifndef MURMEL_UNIT_H
#define MURMEL_UNIT_H

#include <elfutils/libdw.h>
#include <stdbool.h>

/* By GCC, by Clang. */
bool unit_is_gccs(Dwarf_Die *unit);
bool unit_is_clangs(Dwarf_Die *unit);
/* Whether it is of C. */
bool unit_is_c(Dwarf_Die *unit);
/* Whether it is of Fortran, whose names may be in capitals or not. */
bool unit_is_fortran(Dwarf_Die *unit);
/* Of Fortran: whether a default INTEGER is longer than usual there. */
bool unit_has_long_integers(Dwarf_Die *unit);
/* Whether it was, or may have been, compiled with optimization, as far as it
 * says. */
bool unit_is_optimized(Dwarf_Die *unit);
/* What a compiler without optimization still puts into one place: whether
 * variables, as the unit was compiled, have places of their own only from where
 * they are first used, and something else may be there before. */
bool unit_shares_place(Dwarf_Die *unit);

#endif
