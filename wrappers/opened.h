/*
 * opened.h - which file MPI_File_open opens.
 */
#ifndef MURMEL_OPENED_H
#define MURMEL_OPENED_H

#include "comm_cache.h"

/* Before the call is told: writes RECORD_FILENAME, if that can be a file of the
 * system.  Of a call through MPICH's mpi_file_open_ sets the handle, which is a
 * variable of that: it converts it even if the MPI has not set it, so that what
 * Murmel left on the stack there would matter. */
void opened_name(struct murmel_call *call, const char *filename, MPI_File *fh);

/* After the file was opened: writes RECORD_FILE, if it is one. */
void opened_file(struct murmel_call *call, const char *filename);

#endif
