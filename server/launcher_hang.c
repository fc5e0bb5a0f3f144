#include "launcher_hang.h"

#include "task.h"
#include "task_stat.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define PATIENCE INT64_C(10000000000)

/* Whether it sleeps; *time: of a processor that it has had. */
static bool is_asleep(pid_t pid, uint64_t *time)
{
    struct task_stat stat;

    if (task_stat_read(pid, pid, &stat) != 0)
        return false;
    *time = stat.time;
    return stat.state == 'S';
}

/* Counts the children of one of its threads that have ended; -1: one has not,
 * or it is not known. */
static int ended_children(pid_t pid, int thread)
{
    char text[4096], *at = text, *end;
    int count = 0;

    if (task_read(pid, thread, "children", text, sizeof text) != 0 ||
        strlen(text) == sizeof text - 1)
        return -1;
    for (;;) {
        int child = (int)strtol(at, &end, 10);

        if (end == at)
            return count;
        if (task_state(child, child) != 'Z')
            return -1;
        count++;
        at = end;
    }
}

static bool has_only_ended_children(pid_t pid)
{
    const struct dirent *entry;
    char path[64];
    int ended = 0, all = 0;
    DIR *threads;

    snprintf(path, sizeof path, "/proc/%d/task", (int)pid);
    threads = opendir(path);
    if (threads == NULL)
        return false;
    while (ended >= 0 && (entry = readdir(threads)) != NULL)
        if (atoi(entry->d_name) > 0) {
            ended = ended_children(pid, atoi(entry->d_name));
            all += ended;
        }
    closedir(threads);
    return ended >= 0 && all > 0;
}

bool launcher_hangs(struct launcher_watch *watch, pid_t launcher, int64_t now)
{
    uint64_t before = watch->time;

    if (!is_asleep(launcher, &watch->time) || watch->time != before ||
        !has_only_ended_children(launcher)) {
        watch->since = now;
        return false;
    }
    return now - watch->since >= PATIENCE;
}
