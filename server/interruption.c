#include "interruption.h"

#include <signal.h>

#define MILLISECOND UINT64_C(1000000)

/* What has ended so shortly before we hear of it has been interrupted, too. */
#define INTERRUPTION (500 * MILLISECOND)
/* On a busy machine murmel run hears of it late: the launcher has ended
 * processes by then, by a signal that asks them to end. */
#define INTERRUPTION_LATE (30000 * MILLISECOND)

static bool was_interrupted(const struct process *process, uint64_t time,
                            bool late)
{
    int signal = process_end_signal(process);

    if (process->end_time == 0 || time - process->end_time < INTERRUPTION)
        return true;
    return late &&
           (signal == SIGINT || signal == SIGTERM || signal == SIGHUP) &&
           time - process->end_time < INTERRUPTION_LATE;
}

void interruption_mark(const struct roster *roster, uint64_t time, bool late)
{
    size_t count, i;
    struct process *const *processes = roster_processes(roster, &count);

    for (i = 0; i < count; i++)
        if (was_interrupted(processes[i], time, late))
            processes[i]->interrupted = true;
}

static bool was_terminated(const struct process *process)
{
    return process_end_signal(process) == SIGTERM;
}

/*
 * All that did not come to their own end were ended by SIGTERM.  So launchers
 * end a job that was interrupted; some also one of which a process was ended
 * by SIGTERM alone.  Without the launcher's word it is taken for the first.
 */
bool interruption_by_termination(const struct roster *roster)
{
    size_t count, terminated = 0, i;
    struct process *const *processes = roster_processes(roster, &count);

    for (i = 0; i < count; i++) {
        if (was_terminated(processes[i]))
            terminated++;
        else if (processes[i]->end != PROCESS_EXITED ||
                 !process_finished(processes[i]))
            return false;
    }
    if (terminated < 2)
        return false;
    for (i = 0; i < count; i++)
        processes[i]->interrupted = was_terminated(processes[i]);
    return true;
}
