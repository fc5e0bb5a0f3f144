/*
 * opened.h - which file MPI_File_open opens.
 */
#ifndef MURMEL_OPENED_H
#define MURMEL_OPENED_H

#include "comm_cache.h"

/* Before the call is told: writes RECORD_FILENAME, if that can be a file of the
 * system. */
void opened_name(struct murmel_call *call, const char *filename);

/* After the file was opened: writes RECORD_FILE, if it is one. */
void opened_file(struct murmel_call *call, const char *filename);

#endif
