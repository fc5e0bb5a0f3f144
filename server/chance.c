#include "chance.h"

#include "memory.h"
#include "task.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>

/* A thread that polls has had its chance after so much processor time, in
 * nanoseconds. */
#define POLLED INT64_C(10000000)

/* A thread of a process that is looked at. */
struct task {
    int process, id;
    int64_t time; /* on a processor, when it was seen first */
    bool had_chance;
    bool seen;
};

struct chance {
    struct task *tasks;
    size_t count, next;
    bool all; /* had their chance at the last look */
};

struct chance *chance_new(void)
{
    return xcalloc(1, sizeof(struct chance));
}

void chance_free(struct chance *chance)
{
    free(chance->tasks);
    free(chance);
}

void chance_begin(struct chance *chance)
{
    chance->count = 0;
    chance->all = false;
}

/* How long the thread was on a processor, and whether it sleeps now. */
static int look_at(int process, int id, int64_t *time, bool *sleeps)
{
    char text[512];

    if (task_read(process, id, "schedstat", text, sizeof text) != 0)
        return -1;
    *time = strtoll(text, NULL, 10);
    *sleeps = task_state(process, id) == 'S';
    return 0;
}

/* They are looked at in one order each time: from where the last was found. */
static struct task *task_of(struct chance *chance, int process, int id)
{
    size_t i;

    for (i = 0; i < chance->count; i++) {
        struct task *task = &chance->tasks[chance->next++ % chance->count];

        if (task->process == process && task->id == id)
            return task;
    }
    return NULL;
}

static void look_at_task(struct chance *chance, int process, int id)
{
    struct task *task = task_of(chance, process, id);
    int64_t time;
    bool sleeps;

    if (look_at(process, id, &time, &sleeps) != 0)
        return;
    if (task == NULL) {
        chance->tasks =
            xrealloc(chance->tasks, chance->count + 1, sizeof chance->tasks[0]);
        task = &chance->tasks[chance->count++];
        *task = (struct task){.process = process, .id = id, .time = time};
    }
    task->seen = true;
    task->had_chance = sleeps || time - task->time >= POLLED;
}

/* False: /proc tells nothing. */
static bool look_at_process(struct chance *chance, int process)
{
    const struct dirent *entry;
    char path[64];
    DIR *tasks;
    int count = 0;

    snprintf(path, sizeof path, "/proc/%d/task", process);
    tasks = opendir(path);
    if (tasks == NULL)
        return false;
    while ((entry = readdir(tasks)) != NULL) {
        int id = atoi(entry->d_name);

        if (id > 0) {
            look_at_task(chance, process, id);
            count++;
        }
    }
    closedir(tasks);
    return count > 0;
}

bool chance_look(struct chance *chance, const struct process **processes,
                 size_t count)
{
    bool all = count > 0, before = chance->all;
    size_t i;

    for (i = 0; i < chance->count; i++)
        chance->tasks[i].seen = false;
    for (i = 0; i < count; i++)
        all = look_at_process(chance, processes[i]->pid) && all;
    for (i = 0; i < chance->count; i++)
        all = all && (!chance->tasks[i].seen || chance->tasks[i].had_chance);
    chance->all = all;
    return all && before;
}
