#include "departure.h"

#include "task_stat.h"

#include <dirent.h>
#include <fcntl.h>
#include <poll.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/syscall.h>
#include <unistd.h>

/* How long a process that is dying has to be gone: long on a busy machine. */
#define DYING_MS 10000

/* How long one is looked at that does not seem to. */
#define PARTING_MS 200

/* Linux 6.15 tells the status of a process that was waited for, by a pidfd
 * that was opened before; older headers (linux/pidfd.h) do not know this. */
struct exit_info {
    uint64_t mask, cgroup;
    uint32_t ids[11];
    int32_t exit_code;
};
#define GET_INFO  _IOWR(0xFF, 11, struct exit_info)
#define INFO_EXIT (UINT64_C(1) << 3)

/* Fills `bytes` from /proc/<pid>/auxv; how many there are, 0: none. */
static size_t read_auxv(int pid, char *bytes, size_t size)
{
    char path[64];
    ssize_t length;
    int fd;

    snprintf(path, sizeof path, "/proc/%d/auxv", pid);
    fd = open(path, O_RDONLY | O_CLOEXEC);
    length = fd >= 0 ? read(fd, bytes, size) : 0;
    if (fd >= 0)
        close(fd);
    return length > 0 ? (size_t)length : 0;
}

/* When the process was started, and how it ends if it does
 * (DEPARTURE_NO_STATUS: it does not, or that is not told).  The kernel knows
 * that before the files are closed, and forgets it when the launcher has heard
 * of it. */
struct end_seen {
    uint64_t start;
    int status;
};

static struct end_seen see_end(int pid)
{
    struct end_seen seen = {0, DEPARTURE_NO_STATUS};
    struct task_stat stat;

    if (task_stat_read(pid, 0, &stat) != 0)
        return seen;
    seen.start = stat.start;
    if (stat.state == 'Z' || stat.exiting)
        seen.status = stat.exit_code;
    return seen;
}

/* The auxiliary vector has addresses that differ in each program that is
 * started, and never change. */
void departure_mark(int pid, struct program_mark *mark)
{
    mark->start = see_end(pid).start;
    mark->length = read_auxv(pid, mark->bytes, sizeof mark->bytes);
}

static bool is_replaced(int pid, const struct program_mark *mark)
{
    struct program_mark now;

    departure_mark(pid, &now);
    return mark->length != 0 && now.length != 0 &&
           (mark->length != now.length ||
            memcmp(mark->bytes, now.bytes, now.length) != 0);
}

static bool is_exiting(int pid, int id)
{
    struct task_stat stat;

    return task_stat_read(pid, id, &stat) != 0 || stat.exiting;
}

/* Whether it hung up since it ends: then all its threads do. */
static bool is_dying(int pid)
{
    const struct dirent *entry;
    char path[64];
    DIR *tasks;
    bool dying = true;

    snprintf(path, sizeof path, "/proc/%d/task", pid);
    tasks = opendir(path);
    if (tasks == NULL)
        return true;
    while (dying && (entry = readdir(tasks)) != NULL)
        dying =
            atoi(entry->d_name) <= 0 || is_exiting(pid, atoi(entry->d_name));
    closedir(tasks);
    return dying;
}

/* How it ended: that was seen before, is still told, or is told by a pidfd. */
static int dead_status(int pid, int pid_fd, const struct program_mark *mark,
                       struct end_seen before)
{
    struct exit_info info = {.mask = INFO_EXIT};
    struct end_seen now = see_end(pid);

    if (now.status != DEPARTURE_NO_STATUS && now.start == mark->start)
        return now.status;
    if (ioctl(pid_fd, GET_INFO, &info) == 0 && (info.mask & INFO_EXIT) != 0)
        return info.exit_code;
    return before.start == mark->start ? before.status : DEPARTURE_NO_STATUS;
}

enum departure departure_look(int pid, int pid_fd,
                              const struct program_mark *mark, int *wait_status)
{
    struct pollfd wait = {.fd = pid_fd, .events = POLLIN};
    struct end_seen before = see_end(pid);

    *wait_status = DEPARTURE_NO_STATUS;
    if (pid_fd < 0)
        return DEPARTURE_DEAD;
    if (poll(&wait, 1, 0) == 0) {
        if (is_replaced(pid, mark))
            return DEPARTURE_REPLACED;
        if (poll(&wait, 1, is_dying(pid) ? DYING_MS : PARTING_MS) == 0 &&
            !is_dying(pid))
            return DEPARTURE_ALIVE;
    }
    *wait_status = dead_status(pid, pid_fd, mark, before);
    return DEPARTURE_DEAD;
}
