/*
 * replay.h - record=FILE and wildcard=file:FILE. Each receive and each probe
 * from any source has a number: how many of them the rank has started before.
 * What it took is written to FILE.RANK; read from there it takes that again,
 * as if it had asked for that source alone.
 */
#ifndef REFMPI_REPLAY_H
#define REFMPI_REPLAY_H

#include "p2p.h"

/* Opens, and reads, this rank's files; ends the program if that fails. */
void refmpi_replay_open(const char *function);

/* A receive begins: where it is one from any source it gets its number, and
 * the source that is in the file. */
void refmpi_replay_begin(struct p2p *p);

/* It takes a message from there (rank in its communicator). */
void refmpi_replay_took(const struct p2p *p, int source);

/* A probe from any source asks: the one in the file, or MPI_ANY_SOURCE; it has
 * its number once it has found something. */
int refmpi_replay_probe(void);
void refmpi_replay_found(int source);

#endif
