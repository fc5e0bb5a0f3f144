/*
 * thread.c - which threads may call MPI, and what two may not do at once.
 */
#include "calls.h"
#include "comm_object.h"
#include "families.h"
#include "finding.h"
#include "model_event.h"
#include "neutral.h"
#include "stack.h"

#include <string.h>

/* What any thread may call at any time (MPI-4.1 11.4.1), that with which it
 * finds out what it may do, and what touches nothing of the MPI's. */
static bool any_thread_may(const struct call *call)
{
    switch (call->info->base) {
    case CALL_MPI_Is_thread_main:
    case CALL_MPI_Query_thread:
    case CALL_MPI_Wtime:
    case CALL_MPI_Wtick:
    case CALL_MPI_Pcontrol:
    case CALL_MPI_Abort:
    case CALL_MPI_Init:
    case CALL_MPI_Init_thread:
        return true;
    default:
        return (call->info->classes & (CLASS_ANYTIME | CLASS_TOOL)) != 0;
    }
}

/* Of a process that is at this level: not the thread that has initialized
 * MPI. */
static bool is_other_thread(const struct model_event *event, int64_t level)
{
    return event->process->thread_level == level &&
           event->process->mpi == PROCESS_INITIALIZED &&
           event->state.init != NULL &&
           event->state.init->thread != event->call->thread;
}

static struct finding *other_thread(const struct rule *rule,
                                    const struct model_event *event,
                                    struct findings *findings,
                                    const char *level)
{
    struct finding *finding = finding_new(findings, rule);

    finding_message(finding,
                    "%s called %s in another thread than that which "
                    "initialized MPI, but MPI provides %s only.",
                    process_who(event->process).text, event->call->info->name,
                    level);
    finding_call(finding, "call", event->call);
    finding_call(finding, "init", event->state.init);
    return finding;
}

static void check_single(const struct rule *rule,
                         const struct model_event *event,
                         struct findings *findings)
{
    if (is_other_thread(event, NEUTRAL_THREAD_SINGLE) &&
        !any_thread_may(event->call))
        finding_submit(
            other_thread(rule, event, findings, "MPI_THREAD_SINGLE"));
}

static void check_funneled(const struct rule *rule,
                           const struct model_event *event,
                           struct findings *findings)
{
    if (is_other_thread(event, NEUTRAL_THREAD_FUNNELED) &&
        !any_thread_may(event->call))
        finding_submit(
            other_thread(rule, event, findings, "MPI_THREAD_FUNNELED"));
}

static void check_finalize(const struct rule *rule,
                           const struct model_event *event,
                           struct findings *findings)
{
    struct finding *finding;

    if (event->call->info->base != CALL_MPI_Finalize ||
        (!is_other_thread(event, NEUTRAL_THREAD_SERIALIZED) &&
         !is_other_thread(event, NEUTRAL_THREAD_MULTIPLE)))
        return;
    finding = finding_new(findings, rule);
    finding_message(finding,
                    "%s called MPI_Finalize in another thread than that which "
                    "initialized MPI.",
                    process_who(event->process).text);
    finding_call(finding, "finalize", event->call);
    finding_call(finding, "init", event->state.init);
    finding_submit(finding);
}

/* Shown in one order, whichever of the two was first. */
static void both_calls(struct finding *finding, const struct model_event *event)
{
    struct call *one = event->threads.other, *two = event->call;
    int order = strcmp(one->info->name, two->info->name);
    bool swap =
        order > 0 || (order == 0 && stack_compare(one->stack, two->stack) > 0);

    finding_call(finding, "call", swap ? two : one);
    finding_call(finding, "call", swap ? one : two);
}

static void check_serialized(const struct rule *rule,
                             const struct model_event *event,
                             struct findings *findings)
{
    struct finding *finding;

    if (event->process->thread_level != NEUTRAL_THREAD_SERIALIZED ||
        any_thread_may(event->call) || any_thread_may(event->threads.other))
        return;
    finding = finding_new(findings, rule);
    finding_message(finding,
                    "%s called MPI in two threads at once, but MPI provides "
                    "MPI_THREAD_SERIALIZED only.",
                    process_who(event->process).text);
    both_calls(finding, event);
    /* Which of the calls of two threads meet is chance. */
    finding_combines(finding);
    finding_submit(finding);
}

/* Of collective calls that do not communicate it is said only that they have to
 * be in the right order (11.6.2), and of a communicator or file of one process
 * each order is. */
static bool any_order_is_right(const struct model_event *event)
{
    const struct comm *comm = event->threads.comm;
    const char *chapter = event->call->info->chapter;
    const char *other = event->threads.other->info->chapter;

    return comm != NULL && !comm->opaque && comm->groups[1] == NULL &&
           comm->groups[0]->size == 1 &&
           (strcmp(chapter, "collective") != 0 ||
            strcmp(other, "collective") != 0);
}

static void report_makes(const struct rule *rule,
                         const struct model_event *event,
                         struct findings *findings)
{
    const char *name = event->call->info->name;
    struct finding *finding = finding_new(findings, rule);

    finding_message(finding,
                    "%s called %s in two threads at once with the same %s: "
                    "nothing says which calls of other processes belong to "
                    "which.",
                    process_who(event->process).text, name,
                    event->call->info->base == CALL_MPI_Comm_create_group
                        ? "comm and tag"
                        : "stringtag");
    both_calls(finding, event);
    finding_submit(finding);
}

static void check_collectives(const struct rule *rule,
                              const struct model_event *event,
                              struct findings *findings)
{
    const struct comm *comm = event->threads.comm;
    const struct window *window = event->threads.window;
    const char *name = comm != NULL     ? comm_name(comm)
                       : window != NULL ? window_name(window)
                                        : NULL;
    struct finding *finding;

    if (event->threads.makes)
        report_makes(rule, event, findings);
    if (name == NULL || any_order_is_right(event))
        return;
    finding = finding_new(findings, rule);
    finding_message(finding,
                    "%s called collective operations on %s in two threads at "
                    "once: nothing says which of them is the first.",
                    process_who(event->process).text, name);
    both_calls(finding, event);
    if (comm != NULL)
        comm_object(finding, comm);
    else
        finding_object(finding, "window", name, window->made_by);
    finding_submit(finding);
}

static void check_request(const struct rule *rule,
                          const struct model_event *event,
                          struct findings *findings)
{
    struct finding *finding;

    if (event->threads.request == NULL)
        return;
    finding = finding_new(findings, rule);
    finding_message(finding,
                    "%s called %s and %s in two threads at once, and both may "
                    "complete the same request.",
                    process_who(event->process).text,
                    event->threads.other->info->name, event->call->info->name);
    both_calls(finding, event);
    finding_call(finding, "made", event->threads.request->made_by);
    finding_submit(finding);
}

/* Local calls are let pass: that MPI_Finalize should come after them, too, is
 * no more than that. */
static void check_finalize_inside(const struct rule *rule,
                                  const struct model_event *event,
                                  struct findings *findings)
{
    const struct call *one = event->threads.other, *two = event->call;
    const struct call *finalize =
        one->info->base == CALL_MPI_Finalize ? one : two;
    struct call *other = finalize == one ? event->call : event->threads.other;
    struct finding *finding;

    if (finalize->info->base != CALL_MPI_Finalize ||
        event->process->thread_level != NEUTRAL_THREAD_MULTIPLE ||
        any_thread_may(other) || (other->info->classes & CLASS_LOCAL) != 0)
        return;
    finding = finding_new(findings, rule);
    finding_message(finding,
                    "%s called MPI_Finalize while another thread was in %s.",
                    process_who(event->process).text, other->info->name);
    finding_call(finding, "finalize",
                 finalize == one ? event->threads.other : event->call);
    finding_call(finding, "call", other);
    finding_submit(finding);
}

static void check_probe(const struct rule *rule,
                        const struct model_event *event,
                        struct findings *findings)
{
    struct finding *finding = finding_new(findings, rule);

    finding_message(finding,
                    "%s has two threads that have probed the same message, and "
                    "each receives by what that has told it: one of them gets "
                    "another message.",
                    process_who(event->process).text);
    finding_call(finding, "probe", event->probed.probe);
    finding_call(finding, "receive", event->call);
    finding_call(finding, "taken", event->probed.taken);
    finding_submit(finding);
}

static const struct rule rules[] = {
    {"THREAD-SINGLE", SEVERITY_ERROR,
     "A second thread calls MPI at MPI_THREAD_SINGLE", "MPI-4.1 11.2.1",
     "With MPI_THREAD_SINGLE, which is also what MPI_Init asks for, only one "
     "thread may run. The MPI library protects nothing against a second one.",
     "Call MPI_Init_thread with the level that the program needs, and look at "
     "what it provides.",
     EVENT_BIT(EVENT_CALL), check_single},
    {"THREAD-FUNNELED", SEVERITY_ERROR,
     "A thread other than the main one calls MPI at MPI_THREAD_FUNNELED",
     "MPI-4.1 11.2.1",
     "With MPI_THREAD_FUNNELED only the thread that has called "
     "MPI_Init_thread may call MPI.",
     "Let the main thread make the call (OpenMP: master, not single), or ask "
     "for MPI_THREAD_SERIALIZED or more.",
     EVENT_BIT(EVENT_CALL), check_funneled},
    {"THREAD-SERIALIZED", SEVERITY_ERROR,
     "Two threads call MPI at once at MPI_THREAD_SERIALIZED", "MPI-4.1 11.2.1",
     "With MPI_THREAD_SERIALIZED threads may call MPI only one at a time: one "
     "call must have returned before another thread makes the next.",
     "Put a mutex around the calls, or ask for MPI_THREAD_MULTIPLE.",
     EVENT_BIT(EVENT_THREADS), check_serialized},
    {"THREAD-COLLECTIVES", SEVERITY_ERROR,
     "Two threads call collective operations on one communicator at once",
     "MPI-4.1 6.14, 7.4.2, 7.6.2, 11.6.2",
     "Collective operations match in the order in which a process calls them. "
     "Where two threads call them at once there is no such order, and the "
     "other processes may meet the wrong one. What is collective over a group "
     "(MPI_Comm_create_group, MPI_Comm_create_from_group) is told apart by its "
     "tag.",
     "Give each thread a communicator of its own (MPI_Comm_dup), or a tag "
     "where the call takes one, or let one call return before the other "
     "begins.",
     EVENT_BIT(EVENT_THREADS), check_collectives},
    {"THREAD-FINALIZE", SEVERITY_WARNING,
     "A thread other than the main one calls MPI_Finalize", "MPI-4.1 11.6.2",
     "MPI_Finalize should be called by the thread that has initialized MPI. "
     "Not every MPI library can end in another one.",
     "Let the main thread call MPI_Finalize.", EVENT_BIT(EVENT_CALL),
     check_finalize},
    {"THREAD-REQUEST", SEVERITY_ERROR,
     "Two threads wait for one request at once", "MPI-4.1 11.6.2",
     "A request can be completed once only: two threads must not wait for it "
     "at once, nor have it in the arrays of two calls. The second call may use "
     "what the first has freed.",
     "Let one thread complete each request, and tell the others.",
     EVENT_BIT(EVENT_THREADS), check_request},
    {"THREAD-FINALIZE-INSIDE", SEVERITY_ERROR,
     "MPI_Finalize while another thread is in MPI", "MPI-4.1 11.2.2, 11.6.2",
     "A process must have completed its part in all communication before it "
     "calls MPI_Finalize, and all of its threads their MPI calls.",
     "Wait for the end of the other threads (pthread_join) before "
     "MPI_Finalize.",
     EVENT_BIT(EVENT_THREADS), check_finalize_inside},
    {"THREAD-PROBE", SEVERITY_WARNING,
     "Two threads probe one message before either receives it",
     "MPI-4.1 11.6.2",
     "A receive with the source and the tag that a probe has told gets the "
     "message that was probed only if no other receive that matches comes "
     "between. Of two threads that have probed the same message one gets "
     "another one, which may be longer, or of another kind.",
     "Use MPI_Mprobe and MPI_Mrecv, or put a mutex around MPI_Probe and "
     "MPI_Recv together.",
     EVENT_BIT(EVENT_PROBED), check_probe},
};

const struct rule_family thread_family = RULE_FAMILY("thread", rules);
