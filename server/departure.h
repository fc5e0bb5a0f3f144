/*
 * departure.h - how a process left that hung up without a word.
 */
#ifndef MURMEL_DEPARTURE_H
#define MURMEL_DEPARTURE_H

#include <stddef.h>
#include <stdint.h>

/* What tells one program of a process from the next one. */
struct program_mark {
    uint64_t start; /* of the process, by the kernel's clock */
    size_t length;  /* 0: not known */
    char bytes[1024];
};

enum departure {
    DEPARTURE_DEAD,     /* or dying */
    DEPARTURE_REPLACED, /* it lives, but runs another program (exec) */
    DEPARTURE_ALIVE     /* it goes on, and does not tell us any more */
};

#define DEPARTURE_NO_STATUS (-1)

/* Of the program that the process runs now. */
void departure_mark(int pid, struct program_mark *mark);

/*
 * Looks at a process whose program had that mark; waits for one that is
 * dying.  pid_fd was opened while it lived; -1: none, then it counts as
 * dead.  *wait_status is that of waitpid where the system still tells it,
 * though the process is not our child; else DEPARTURE_NO_STATUS.
 */
enum departure departure_look(int pid, int pid_fd,
                              const struct program_mark *mark,
                              int *wait_status);

#endif
