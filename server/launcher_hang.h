/*
 * launcher_hang.h - whether a launcher hangs when its processes have ended, as
 * mpiexec of Open MPI 4.1 does now and then where one has crashed.
 */
#ifndef MURMEL_LAUNCHER_HANG_H
#define MURMEL_LAUNCHER_HANG_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

/* What was seen of it; zero at first. */
struct launcher_watch {
    uint64_t time; /* of a processor, by its clock ticks */
    int64_t since; /* nanoseconds: it looked hung from then on */
};

/* To be asked every few seconds: whether it has slept for ten seconds, and all
 * its children have ended, of which it has not heard.  Where /proc does not
 * tell: no. */
bool launcher_hangs(struct launcher_watch *watch, pid_t launcher, int64_t now);

#endif
