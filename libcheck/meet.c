#include "meet.h"

#include "calls.h"
#include "client.h"
#include "neutral.h"
#include "tasks.h"
#include "thread.h"

#include <errno.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

/* In nanoseconds: what a thread of the program that runs may need to come, on a
 * processor; looks at it; and what a call, and all of a process, may wait. */
#define NEEDED    2000000
#define LOOK      1000000
#define PAUSE     100000000
#define PAUSE_ALL 300000000

/* Calls of one thread from one place that wait. */
#define TIMES 2

unsigned char meet_wants[CALL_COUNT];
static _Atomic uint32_t paused;

/* Whether it makes a communicator of a group, not of all that have another one:
 * calls of two threads at once a tag must tell apart (MPI-4.1 7.4.2, 7.6.2). */
static bool makes_of_group(const struct call_info *info)
{
    return info->base == CALL_MPI_Comm_create_group ||
           info->base == CALL_MPI_Comm_create_from_group ||
           info->base == CALL_MPI_Intercomm_create_from_groups;
}

/* With MPI_THREAD_MULTIPLE two threads may do most at once: but not call
 * collective operations on one communicator, complete one request, end MPI, or
 * both receive what both have probed (MPI-4.1 11.6.2). */
static enum meet_wants wants(const struct call_info *info, int32_t level)
{
    unsigned alone = CLASS_COLLECTIVE | CLASS_COMPLETES | CLASS_RMA_SYNC;

    if ((info->classes & (CLASS_QUERY | CLASS_ANYTIME | CLASS_TOOL)) != 0)
        return MEET_NEVER;
    if (level == NEUTRAL_THREAD_MULTIPLE && info->base == CALL_MPI_Probe)
        return MEET_BEHIND;
    return level == NEUTRAL_THREAD_SERIALIZED ||
                   (level == NEUTRAL_THREAD_MULTIPLE &&
                    ((info->classes & alone) != 0 || makes_of_group(info) ||
                     info->base == CALL_MPI_Finalize))
               ? MEET_BEFORE
               : MEET_NEVER;
}

void meet_begin(const struct record_world *world)
{
    unsigned i;

    for (i = 0; i < CALL_COUNT; i++)
        meet_wants[i] =
            (unsigned char)wants(&call_table[i], world->thread_level);
}

/* Until no other thread of the program runs, as those that wait here, too, for
 * two looks, as it may sleep for a moment; or they have had the time to come.
 */
static void pause_some(void)
{
    const struct timespec look = {.tv_nsec = LOOK};
    uint64_t began, used;
    bool run = tasks_others_run(&began), ran = true;
    uint32_t waited = 0;

    while ((run || (ran && waited > 0)) && waited < PAUSE) {
        /* not nanosleep(), where a thread could be cancelled */
        syscall(SYS_nanosleep, &look, NULL);
        waited += LOOK;
        ran = run;
        run = tasks_others_run(&used);
        if (run && used - began >= NEEDED)
            break;
    }
    atomic_fetch_add_explicit(&paused, waited, memory_order_relaxed);
}

void meet_pause(const struct murmel_call *call)
{
    uint8_t *times = &call->thread->meets[call->site % MEET_PLACES];
    int saved = errno;

    if (*times == TIMES ||
        atomic_load_explicit(&paused, memory_order_relaxed) >= PAUSE_ALL)
        return;
    ++*times;
    pause_some();
    errno = saved;
}
