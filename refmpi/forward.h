/*
 * forward.h - the ranks' standard error passes through mpiexec, so that it
 * knows when the last who may write there is gone: a checker that a rank has
 * started may still have its report to tell after all ranks have ended.
 */
#ifndef REFMPI_FORWARD_H
#define REFMPI_FORWARD_H

#include <poll.h>
#include <stdbool.h>
#include <stddef.h>

#define FORWARD_TEXT (64 * 1024)
#define FORWARD_LINE 512 /* mpiexec's own lines are no longer */

struct forward {
    int from;          /* read end of the ranks' pipe; -1 once all closed it */
    bool is_unread;    /* nobody reads our standard error: drop the text */
    size_t begin, end; /* text on its way */
    char text[FORWARD_TEXT];
};

/* Makes the pipe. Its write end, for the ranks, is the caller's to close. 0,
 * or -1 with errno. */
int forward_open(struct forward *forward, int *write_end);

/* True while someone may write, or text is on its way. */
bool forward_is_busy(const struct forward *forward);

/* What to wait for before the next forward_move. */
void forward_poll(const struct forward *forward, struct pollfd fds[2]);

/* Moves what can be moved now; never blocks. */
void forward_move(struct forward *forward);

/* A line of mpiexec's own, after all that the ranks have said before. */
__attribute__((format(printf, 2, 3))) void forward_say(struct forward *forward,
                                                       const char *format, ...);

#endif
