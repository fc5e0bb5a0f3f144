/*
 * task_stat.h - what /proc/<pid>/stat tells of a process, or of a thread
 * (proc(5)).
 */
#ifndef MURMEL_TASK_STAT_H
#define MURMEL_TASK_STAT_H

#include <stdbool.h>
#include <stdint.h>

struct task_stat {
    char state;            /* 'S': it sleeps, 'Z': it is gone, ... */
    int group, foreground; /* process groups: its own, and the one that its
                            * terminal belongs to, or -1 */
    bool exiting;          /* it ends, and its files may be open yet */
    uint64_t time;         /* of a processor that it has had, clock ticks */
    uint64_t start;        /* clock ticks since the machine was started */
    int exit_code;         /* as of wait(2), if it ends; else 0 */
};

/* thread 0: of the process as a whole.  0; -1: it is gone; 1: what stands there
 * makes no sense. */
int task_stat_read(int process, int thread, struct task_stat *stat);

#endif
