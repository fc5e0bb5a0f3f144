/*
 * connect.h - the socket between this process and the checker (wire.h).
 */
#ifndef MURMEL_CONNECT_H
#define MURMEL_CONNECT_H

#include <stdbool.h>
#include <stdint.h>

/*
 * Finds the checker of this job, or starts one, and makes this process known
 * to it.  0; or -1 after a line on the standard error that says why not.
 */
int connect_checker(const char *flavour, const char *mpi_version);

/* The checker wants the job ended: `abort` is called, by a thread of ours. */
void connect_on_abort(void (*abort)(void));

/* The number of that thread. */
uint32_t connect_watch_task(void);

/* Hands a ring over; the caller keeps `fd`.  0 or -1. */
int connect_send_ring(uint32_t thread, uint32_t number, int fd);

/* Whether what this process does is judged on another node. */
bool connect_is_relayed(void);
/* The record of MPI_Finalize's or MPI_Abort's begin, or of a crash, is in its
 * ring: where it is judged on another node, waits until it has come there, as
 * what ends here may take the checker with it; but not without bound.  No
 * cancellation point; for signal handlers, too. */
void connect_leave(void);

/* MPI_Finalize has returned: that the checker goes first is not worth a word
 * from here on. */
void connect_finalized(void);
bool connect_is_finalized(void);

/* The process is about to exit; waits likewise. */
void connect_send_goodbye(int exit_status);

/* Nothing more comes from this process. */
void connect_hang_up(void);

/* In a forked child: gives up what it inherited. */
void connect_close(void);

#endif
