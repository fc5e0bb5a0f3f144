#include "tasks.h"

#include "connect.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

/* Of more nothing is told: then they count as the application's. */
#define TASKS_MAX 64

/* Where the application had no other thread when MPI_Init began, or another
 * call that may initialize the MPI, those that are there when it ends are the
 * MPI's. */
static bool was_alone;

/* Threads that are not the application's, as far as that is known. */
static uint32_t foreign[TASKS_MAX];
static _Atomic size_t foreign_count;

/* All threads but the calling one; returns how many, the first TASKS_MAX of
 * which are in tasks[]. */
static size_t list_tasks(uint32_t *tasks)
{
    const struct dirent *entry;
    DIR *folder = opendir("/proc/self/task");
    long own = syscall(SYS_gettid);
    size_t count = 0;

    if (folder == NULL)
        return TASKS_MAX + 1;
    while ((entry = readdir(folder)) != NULL) {
        long id = strtol(entry->d_name, NULL, 10);

        if (id <= 0 || id == own)
            continue;
        if (count < TASKS_MAX)
            tasks[count] = (uint32_t)id;
        count++;
    }
    closedir(folder);
    return count;
}

void tasks_init_begins(void)
{
    uint32_t tasks[TASKS_MAX];
    int saved = errno;
    size_t count = list_tasks(tasks), i;

    was_alone = count <= TASKS_MAX;
    for (i = 0; i < count && was_alone; i++)
        was_alone =
            tasks[i] == connect_watch_task() || tasks_is_foreign(tasks[i]);
    errno = saved;
}

void tasks_init_ends(struct thread *thread)
{
    if (was_alone)
        tasks_record(thread);
}

void tasks_record(struct thread *thread)
{
    uint32_t tasks[TASKS_MAX];
    int saved = errno;
    size_t count = list_tasks(tasks);
    struct record *record;

    errno = saved;
    if (!was_alone || count > TASKS_MAX) {
        tasks[0] = connect_watch_task();
        count = 1;
    }
    memcpy(foreign, tasks, count * sizeof tasks[0]);
    atomic_store(&foreign_count, count);
    record = thread_reserve(thread, RECORD_TASKS,
                            sizeof(uint64_t) + count * sizeof tasks[0]);
    if (record == NULL)
        return;
    record->words[0] = count;
    memcpy(&record->words[1], tasks, count * sizeof tasks[0]);
    thread_publish(thread, record);
}

bool tasks_is_foreign(uint32_t task)
{
    size_t count = atomic_load(&foreign_count), i;

    for (i = 0; i < count; i++)
        if (foreign[i] == task)
            return true;
    return false;
}

size_t tasks_foreign(void)
{
    return atomic_load(&foreign_count);
}

/* A file of a thread as text; false: there is none. */
static bool read_text(int folder, const char *task, const char *name,
                      char *text, size_t size)
{
    char path[32];
    ssize_t length;
    int file;

    snprintf(path, sizeof path, "%.10s/%s", task, name);
    file = openat(folder, path, O_RDONLY | O_CLOEXEC);
    if (file < 0)
        return false;
    length = read(file, text, size - 1);
    close(file);
    text[length > 0 ? length : 0] = '\0';
    return length > 0;
}

static bool runs(int folder, const char *task, uint64_t *used)
{
    char text[128];
    const char *state;

    if (!read_text(folder, task, "stat", text, sizeof text))
        return false;
    state = strrchr(text, ')'); /* "TID (NAME) STATE ..." */
    if (state == NULL || state[1] == '\0' ||
        (state[2] != 'R' && state[2] != 'D'))
        return false;
    if (read_text(folder, task, "schedstat", text, sizeof text))
        *used += strtoull(text, NULL, 10);
    return true;
}

bool tasks_others_run(uint64_t *used)
{
    struct entry { /* that of getdents64 */
        uint64_t inode, offset;
        unsigned short size;
        unsigned char type;
        char name[];
    };
    char buffer[4096] __attribute__((aligned(8)));
    int folder = open("/proc/self/task", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    long own = syscall(SYS_gettid), count, at;
    bool any = false;

    *used = 0;
    while (folder >= 0 &&
           (count = syscall(SYS_getdents64, folder, buffer, sizeof buffer)) > 0)
        for (at = 0; at < count;) {
            const struct entry *entry = (const void *)(buffer + at);
            long task = strtol(entry->name, NULL, 10);

            if (task > 0 && task != own && !tasks_is_foreign((uint32_t)task))
                any |= runs(folder, entry->name, used);
            at += entry->size;
        }
    if (folder >= 0)
        close(folder);
    return any;
}
