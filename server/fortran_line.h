/*
 * fortran_line.h - the line of a call, where gfortran tells another one.
 *
 * An argument of INTENT(OUT), as the ierror of all MPI procedures, has no value
 * when a call begins.  gfortran (12) marks it so by a statement that has the
 * place where it happens to be itself: the statement that begins the procedure,
 * or the last one, or the last of a branch.  Unless an argument before needs
 * code of its own, as a constant does, the call has its place from there:
 * MPI_Barrier(comm, ierror) is in the line of "program".  So it is looked what
 * is called there, by the code, and where in the source that is called.
 */
#ifndef MURMEL_FORTRAN_LINE_H
#define MURMEL_FORTRAN_LINE_H

#include <elfutils/libdwfl.h>
#include <stdint.h>

/* A call, as symbol_append sees it. */
struct fortran_call {
    const char *module; /* path */
    uint64_t address;   /* in the file: the call instruction's last byte */
    Dwarf_Die *unit;
    Dwarf_Addr place; /* the address, for the unit */
    const char *file; /* of the source, as it can be opened */
};

/* The call's line; `line`, which the debugging information says, where that is
 * as good as known. */
int fortran_line(const struct fortran_call *call, int line);

/* Forgets the sources. */
void fortran_line_end(void);

#endif
