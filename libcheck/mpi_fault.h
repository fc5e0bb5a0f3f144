/*
 * mpi_fault.h - faults of MPI libraries by which correct programs go wrong, and
 * look wrong to a checker.
 */
#ifndef MURMEL_MPI_FAULT_H
#define MURMEL_MPI_FAULT_H

#include <stdbool.h>

/*
 * MPICH before 4.0.3 on UCX from 1.13 on: a window that does not begin at a
 * multiple of 16 bytes is taken to begin at the one before, so that RMA calls
 * access the wrong bytes of it, or of what lies before it (mended by
 * a56a78c89b, "ch4/ucx: Only set window base pointer when allocating").
 */
#define MPI_FAULT_ALIGNMENT 16
extern bool mpi_fault_moves_windows;

/* Finds out by what MPI_Get_library_version tells. */
void mpi_fault_find(const char *version);

#endif
