#include "task.h"

#include "intake.h"

#include <dirent.h>
#include <linux/futex.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>

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
    char text[512];
    const char *end;

    if (task_read(process, id, "stat", text, sizeof text) != 0)
        return 'Z';
    end = strrchr(text, ')');
    return end == NULL || end[1] != ' ' ? '?' : end[2];
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

/*
 * pthread_join waits, without a time limit, for the word that the kernel
 * clears when the other thread ends, and which holds that thread's number
 * until then.  No lock's word is waited for so: those are private to the
 * process, or hold more than a number.
 */
static bool joins(const struct process *process, int id)
{
    unsigned long address, operation, value, timeout;
    char text[256];
    long number;

    if (task_read(process->pid, id, "syscall", text, sizeof text) != 0 ||
        sscanf(text, "%ld %lx %lx %lx %lx", &number, &address, &operation,
               &value, &timeout) != 5 ||
        number != SYS_futex || timeout != 0)
        return false;
    operation &= ~(unsigned long)FUTEX_CLOCK_REALTIME;
    return (operation == FUTEX_WAIT || operation == FUTEX_WAIT_BITSET) &&
           value != (unsigned long)id && !is_foreign(process, (int)value) &&
           value <= INT32_MAX && !is_over(task_state(process->pid, (int)value));
}

static bool goes_on(const struct process *process, int id)
{
    return !is_foreign(process, id) && !intake_is_inside(process, id) &&
           !is_over(task_state(process->pid, id)) && !joins(process, id);
}

bool task_may_go_on(const struct process *process)
{
    const struct dirent *entry;
    char path[64];
    bool found = false;
    DIR *folder;

    snprintf(path, sizeof path, "/proc/%d/task", process->pid);
    folder = opendir(path);
    if (folder == NULL)
        return true;
    while (!found && (entry = readdir(folder)) != NULL)
        found =
            atoi(entry->d_name) > 0 && goes_on(process, atoi(entry->d_name));
    closedir(folder);
    return found;
}
