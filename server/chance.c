#include "chance.h"

#include "memory.h"
#include "nodes.h"
#include "task.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>

/* A thread that polls has had its chance after so much processor time, in
 * nanoseconds. */
#define POLLED INT64_C(10000000)

/* A thread of a process that is looked at. */
struct task {
    const struct process *process;
    int id;
    int64_t time; /* on a processor, when it was seen first */
    bool had_chance;
    bool seen;
};

struct chance {
    struct task *tasks;
    size_t count, next;
    bool all;       /* had their chance at the last look */
    uint64_t asked; /* other nodes' checkers, by this question; 0: not */
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
    chance->asked = 0;
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
static struct task *task_of(struct chance *chance,
                            const struct process *process, int id)
{
    size_t i;

    for (i = 0; i < chance->count; i++) {
        struct task *task = &chance->tasks[chance->next++ % chance->count];

        if (task->process == process && task->id == id)
            return task;
    }
    return NULL;
}

static void seen(struct chance *chance, const struct process *process, int id,
                 int64_t time, bool sleeps)
{
    struct task *task = task_of(chance, process, id);

    if (task == NULL) {
        chance->tasks =
            xrealloc(chance->tasks, chance->count + 1, sizeof chance->tasks[0]);
        task = &chance->tasks[chance->count++];
        *task = (struct task){.process = process, .id = id, .time = time};
    }
    task->seen = true;
    task->had_chance = sleeps || time - task->time >= POLLED;
}

static void look_at_task(struct chance *chance, const struct process *process,
                         int id)
{
    int64_t time;
    bool sleeps;

    if (look_at(process->looked_at, id, &time, &sleeps) == 0)
        seen(chance, process, id, time, sleeps);
}

/* On another node: what its checker saw. */
static bool look_at_remote(struct chance *chance, const struct process *process)
{
    const struct remote *remote = process->remote;
    size_t i;

    for (i = 0; i < remote->task_count; i++)
        seen(chance, process, remote->tasks[i].id, remote->tasks[i].time,
             remote->tasks[i].state == 'S');
    return remote->task_count > 0;
}

/* False: /proc tells nothing. */
static bool look_at_process(struct chance *chance,
                            const struct process *process)
{
    const struct dirent *entry;
    char path[64];
    DIR *tasks;
    int count = 0;

    if (process->remote != NULL)
        return look_at_remote(chance, process);
    snprintf(path, sizeof path, "/proc/%d/task", process->looked_at);
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

/* Whether the nodes of those that are on others have looked since the last
 * look, or the beginning; asks them to. */
static bool nodes_looked(struct chance *chance,
                         const struct process **processes, size_t count)
{
    size_t i = 0;

    while (i < count && processes[i]->remote == NULL)
        i++;
    if (i == count)
        return true;
    if (chance->asked == 0)
        chance->asked = nodes_ask(processes[i]->remote->nodes, true);
    if (!nodes_answered(processes[i]->remote->nodes, chance->asked))
        return false;
    chance->asked = 0;
    return true;
}

bool chance_look(struct chance *chance, const struct process **processes,
                 size_t count)
{
    bool all = count > 0, before = chance->all;
    size_t i;

    if (!nodes_looked(chance, processes, count))
        return false;
    for (i = 0; i < chance->count; i++)
        chance->tasks[i].seen = false;
    for (i = 0; i < count; i++)
        all = look_at_process(chance, processes[i]) && all;
    for (i = 0; i < chance->count; i++)
        all = all && (!chance->tasks[i].seen || chance->tasks[i].had_chance);
    chance->all = all;
    return all && before;
}
