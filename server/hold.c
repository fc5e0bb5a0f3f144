#include "hold.h"

#include "debugger.h"
#include "memory.h"
#include "terminal.h"

#include <signal.h>
#include <stdlib.h>
#include <time.h>

/* The processes of the finding's calls that are there, each once. */
static size_t add_processes(const struct finding *finding,
                            struct process **processes)
{
    size_t count = 0;

    for (size_t i = 0; i < finding->call_count; i++) {
        struct process *process = finding->calls[i].call->process;
        size_t k = 0;

        while (k < count && processes[k] != process)
            k++;
        if (k == count && process != NULL && process->end == PROCESS_RUNNING)
            processes[count++] = process;
    }
    return count;
}

void hold_finding(const struct options *options,
                  struct connections *connections,
                  const struct finding *finding, bool is_new)
{
    struct process **processes =
        xcalloc(finding->call_count + 1, sizeof(struct process *));
    size_t count = add_processes(finding, processes);
    struct text pids = {0};
    struct timespec now;

    clock_gettime(CLOCK_MONOTONIC, &now);
    for (size_t i = 0; i < count; i++) {
        connections_signal(connections, processes[i], SIGSTOP);
        processes[i]->held_time =
            (uint64_t)now.tv_sec * UINT64_C(1000000000) + (uint64_t)now.tv_nsec;
        text_printf(&pids, " %d", processes[i]->pid);
    }
    if (count > 0) {
        if (is_new)
            terminal_line("%zu process%s held (--on-finding=stop); to go on: "
                          "kill -CONT%s",
                          count, count == 1 ? " is" : "es are", pids.bytes);
        else
            terminal_line("%zu more for the same %s; to go on: kill -CONT%s",
                          count, finding->rule->id, pids.bytes);
        debugger_show(options, (const struct process *const *)processes, count);
    }
    free(pids.bytes);
    free(processes);
}
