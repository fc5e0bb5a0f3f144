#include "tasks.h"

#include "connect.h"

#include <dirent.h>
#include <errno.h>
#include <stdatomic.h>
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
