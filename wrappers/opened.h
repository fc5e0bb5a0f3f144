/*
 * opened.h - which file MPI_File_open opens.
 */
#ifndef MURMEL_OPENED_H
#define MURMEL_OPENED_H

#include "comm_cache.h"

/* Before the call is told: writes RECORD_FILENAME, if that can be a file of the
 * system.  Of a call in Fortran, whose handles are integers, *fh is a variable of
 * the binding, and is set: MPICH's converts it even if the MPI has not set it,
 * so that what Murmel leaves on the stack there would matter. */
void opened_name(struct murmel_call *call, const char *filename, MPI_File *fh);

/* After the file was opened: writes RECORD_FILE, if it is one. */
void opened_file(struct murmel_call *call, const char *filename);

#endif
