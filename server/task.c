#include "task.h"

#include "intake.h"
#include "memory.h"
#include "nodes.h"
#include "remote.h"
#include "task_stat.h"

#include <dirent.h>
#include <linux/futex.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <sys/uio.h>

/* Linux numbers no more (PID_MAX_LIMIT). */
#define MOST_TASKS (1 << 22)
/* Of what the C library keeps of a thread, so much before the word that is
 * waited for. */
#define KEPT_BYTES 2048
/* Any other thread of the process, as long as that is all that is known. */
#define ANY_THREAD (-1)

/* Their handlers may wake a thread (sem_post): SIGUSR2, SIGALRM, SIGVTALRM,
 * SIGPROF, SIGIO, and those of real time.  MPICH has handlers of its own for
 * SIGHUP and SIGUSR1. */
#define WAKING_SIGNALS UINT64_C(0xfffffffe16002800)

int task_read(int process, int id, const char *name, char *text, size_t size)
{
    char path[64];
    FILE *file;
    size_t length;

    snprintf(path, sizeof path, "/proc/%d/task/%d/%s", process, id, name);
    file = fopen(path, "re");
    if (file == NULL)
        return -1;
    length = fread(text, 1, size - 1, file);
    text[length] = '\0';
    fclose(file);
    return 0;
}

char task_state(int process, int id)
{
    struct task_stat stat;
    int trouble = task_stat_read(process, id, &stat);

    return trouble < 0 ? 'Z' : trouble > 0 ? '?' : stat.state;
}

static bool is_over(char state)
{
    return state == 'Z' || state == 'X';
}

/* The MPI's, or Murmel's. */
static bool is_foreign(const struct process *process, int id)
{
    uint32_t i;

    for (i = 0; i < process->task_count; i++)
        if (process->tasks[i] == (uint32_t)id)
            return true;
    return false;
}

static bool lives(int process, long id)
{
    return id > 0 && id <= MOST_TASKS && !is_over(task_state(process, (int)id));
}

/* Another thread whose number stands in what the C library keeps of it, before
 * that word; 0: there is none. */
static int thread_around(int process, int id, unsigned long address)
{
    int words[KEPT_BYTES / sizeof(int)];
    struct iovec here = {words, sizeof words},
                 there = {(void *)(address - sizeof words), sizeof words};
    size_t i = sizeof words / sizeof words[0];

    if (process_vm_readv(process, &here, 1, &there, 1, 0) !=
        (ssize_t)sizeof words)
        return 0;
    while (i-- > 0)
        if (words[i] != id && lives(process, words[i]))
            return words[i];
    return 0;
}

/* Whether a signal may wake a thread of it; so it is if that is not known. */
static bool is_woken_by_signals(int process)
{
    char text[4096];
    const char *caught;

    if (task_read(process, process, "status", text, sizeof text) != 0)
        return true;
    caught = strstr(text, "\nSigCgt:");
    return caught == NULL || (strtoull(caught + strlen("\nSigCgt:"), NULL, 16) &
                              WAKING_SIGNALS) != 0;
}

/*
 * pthread_join waits, without a time limit, for the word that the kernel
 * clears when the other thread ends, and which holds that thread's number
 * until then; from glibc 2.43 on it is another word of what is kept of the
 * thread.  No lock's word is waited for so: those are private to the
 * process, or hold more than a number.  What is private (locks, conditions,
 * OpenMP's barriers and its threads that have nothing to do) only threads of
 * the process wake.  0: it waits for none that lives.
 */
static int waited_for(int process, int id)
{
    unsigned long address, operation, value, timeout;
    char text[256];
    long number;

    if (task_read(process, id, "syscall", text, sizeof text) != 0 ||
        sscanf(text, "%ld %lx %lx %lx %lx", &number, &address, &operation,
               &value, &timeout) != 5 ||
        number != SYS_futex || timeout != 0)
        return 0;
    operation &= ~(unsigned long)FUTEX_CLOCK_REALTIME;
    if (operation == FUTEX_WAIT_PRIVATE ||
        operation == FUTEX_WAIT_BITSET_PRIVATE)
        return is_woken_by_signals(process) ? 0 : ANY_THREAD;
    if (operation != FUTEX_WAIT && operation != FUTEX_WAIT_BITSET)
        return 0;
    if (value != (unsigned long)id && value <= MOST_TASKS &&
        lives(process, (long)value))
        return (int)value;
    return operation == FUTEX_WAIT_BITSET ? thread_around(process, id, address)
                                          : 0;
}

static bool waits_for(const struct process *process, int other)
{
    return other != 0 && !is_foreign(process, other);
}

static int look(int process, int id, struct remote_task *task)
{
    char text[512];

    if (task_read(process, id, "schedstat", text, sizeof text) != 0)
        return -1;
    *task = (struct remote_task){.time = strtoll(text, NULL, 10),
                                 .id = id,
                                 .joins = waited_for(process, id),
                                 .state = task_state(process, id)};
    return 0;
}

/* Whether it goes on by itself; those that wait for any other add to *idle. */
static bool goes_on(const struct process *process,
                    const struct remote_task *task, int64_t *idle)
{
    if (is_foreign(process, task->id) || intake_is_inside(process, task->id) ||
        is_over((char)task->state))
        return false;
    if (task->joins == ANY_THREAD)
        *idle += task->time;
    return !waits_for(process, task->joins);
}

/* As its node's checker saw them, if that is still how they are. */
static bool remote_goes_on(const struct process *process, int64_t *idle)
{
    const struct remote *remote = process->remote;
    bool any = remote->task_count == 0 || !nodes_have_seen(process);
    size_t i;

    for (i = 0; i < remote->task_count && !any; i++)
        any = goes_on(process, &remote->tasks[i], idle);
    return any;
}

static bool local_goes_on(const struct process *process, int64_t *idle)
{
    const struct dirent *entry;
    struct remote_task task;
    char path[64];
    bool any = false;
    DIR *folder;

    snprintf(path, sizeof path, "/proc/%d/task", process->looked_at);
    folder = opendir(path);
    if (folder == NULL)
        return true;
    while (!any && (entry = readdir(folder)) != NULL) {
        int id = atoi(entry->d_name);

        any = id > 0 && look(process->looked_at, id, &task) == 0 &&
              goes_on(process, &task, idle);
    }
    closedir(folder);
    return any;
}

bool task_may_go_on(const struct process *process, int64_t *idle)
{
    int64_t before = *idle;
    bool any;

    *idle = 0;
    any = process->remote != NULL ? remote_goes_on(process, idle)
                                  : local_goes_on(process, idle);
    /* They have woken each other since the last look. */
    return any || *idle != before;
}

size_t task_look_all(int process, struct remote_task **tasks)
{
    const struct dirent *entry;
    char path[64];
    size_t count = 0;
    DIR *folder;

    *tasks = NULL;
    snprintf(path, sizeof path, "/proc/%d/task", process);
    folder = opendir(path);
    if (folder == NULL)
        return 0;
    while ((entry = readdir(folder)) != NULL) {
        int id = atoi(entry->d_name);

        *tasks = xrealloc(*tasks, count + 1, sizeof **tasks);
        if (id > 0 && look(process, id, *tasks + count) == 0)
            count++;
    }
    closedir(folder);
    return count;
}
