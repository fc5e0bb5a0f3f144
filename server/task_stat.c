#include "task_stat.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* PF_EXITING: set before the files are closed. */
#define EXITING 0x4

static int parse(const char *text, struct task_stat *stat)
{
    /* the name before may have any characters */
    const char *rest = strrchr(text, ')'), *last = strrchr(text, ' ');
    uint64_t user, system;
    unsigned long flags;

    if (rest == NULL ||
        sscanf(rest,
               ") %c %*d %d %*d %*d %d %lu %*u %*u %*u %*u %" SCNu64 " %" SCNu64
               " %*d %*d %*d %*d %*d %*d %" SCNu64,
               &stat->state, &stat->group, &stat->foreground, &flags, &user,
               &system, &stat->start) != 7)
        return 1;
    stat->exiting = (flags & EXITING) != 0;
    stat->time = user + system;
    stat->exit_code = atoi(last);
    return 0;
}

int task_stat_read(int process, int thread, struct task_stat *stat)
{
    char path[64], text[1024];
    size_t length;
    FILE *file;

    if (thread == 0)
        snprintf(path, sizeof path, "/proc/%d/stat", process);
    else
        snprintf(path, sizeof path, "/proc/%d/task/%d/stat", process, thread);
    file = fopen(path, "re");
    if (file == NULL)
        return -1;
    length = fread(text, 1, sizeof text - 1, file);
    text[length] = '\0';
    fclose(file);
    /* nothing is in it when the thread ended after it was opened */
    return length == 0 ? -1 : parse(text, stat);
}
