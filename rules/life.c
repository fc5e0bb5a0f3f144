/*
 * life.c - beginning and end of MPI, and calls that fail.
 */
#include "call_text.h"
#include "calls.h"
#include "families.h"
#include "finding.h"
#include "model_event.h"
#include "neutral.h"
#include "stack.h"

#include <string.h>

/* ------------------------------------------------- order of the calls */

static bool always_allowed(const struct call *call)
{
    const uint32_t classes = call->info->classes;

    return (classes & (CLASS_ANYTIME | CLASS_TOOL)) != 0 ||
           call->info->base == CALL_MPI_Init ||
           call->info->base == CALL_MPI_Init_thread ||
           call->info->base == CALL_MPI_Session_init ||
           call->info->base == CALL_MPI_Abort;
}

/* MPI_COMM_WORLD or MPI_COMM_SELF if the call is given it, else NULL. */
static const char *world_of(const struct call *call)
{
    int i;

    for (i = 0; i < call->info->parameter_count; i++) {
        const struct call_parameter *parameter = &call->info->parameters[i];

        if (parameter->kind != KIND_COMM || parameter->wire != WIRE_HANDLE ||
            parameter->word < 0 || parameter->direction == DIRECTION_OUT)
            continue;
        if (call->words[(int)parameter->word] == NEUTRAL_COMM_WORLD)
            return "MPI_COMM_WORLD";
        if (call->words[(int)parameter->word] == NEUTRAL_COMM_SELF)
            return "MPI_COMM_SELF";
    }
    return NULL;
}

static void check_before_init(const struct rule *rule,
                              const struct model_event *event,
                              struct findings *findings)
{
    enum process_mpi mpi = event->process->mpi;
    const char *world = NULL;
    struct finding *finding;

    if (event->state.in_callback || always_allowed(event->call))
        return;
    if (mpi == PROCESS_IN_SESSION)
        world = world_of(event->call);
    if (world == NULL && (mpi != PROCESS_BEFORE_INIT || event->state.usable))
        return;
    finding = finding_new(findings, rule);
    if (world == NULL)
        finding_message(finding, "%s was called before MPI_Init.",
                        event->call->info->name);
    else
        finding_message(finding,
                        "%s called %s with %s, which there is from MPI_Init "
                        "on: a session does not give it.",
                        process_who(event->process).text,
                        event->call->info->name, world);
    finding_call(finding, "call", event->call);
    finding_submit(finding);
}

static void check_after_finalize(const struct rule *rule,
                                 const struct model_event *event,
                                 struct findings *findings)
{
    enum process_mpi mpi = event->process->mpi;
    const char *world = NULL;
    struct finding *finding;

    if (event->state.in_callback || always_allowed(event->call))
        return;
    if (mpi == PROCESS_FINALIZED && event->state.usable)
        world = world_of(event->call);
    if (world == NULL && mpi != PROCESS_SESSIONS_OVER &&
        (mpi != PROCESS_FINALIZED || event->state.usable))
        return;
    finding = finding_new(findings, rule);
    finding_message(finding, "%s called %s%s%s after %s.",
                    process_who(event->process).text, event->call->info->name,
                    world == NULL ? "" : " with ", world == NULL ? "" : world,
                    mpi == PROCESS_SESSIONS_OVER
                        ? "its last MPI_Session_finalize"
                        : "MPI_Finalize");
    finding_call(finding, "call", event->call);
    finding_call(finding, "finalize",
                 mpi == PROCESS_SESSIONS_OVER ? event->state.sessions_over
                                              : event->state.finalize);
    finding_submit(finding);
}

static void check_init_twice(const struct rule *rule,
                             const struct model_event *event,
                             struct findings *findings)
{
    struct finding *finding;

    if ((event->call->info->base != CALL_MPI_Init &&
         event->call->info->base != CALL_MPI_Init_thread) ||
        event->state.init == NULL)
        return;
    finding = finding_new(findings, rule);
    finding_message(finding,
                    "%s called %s, but MPI was initialized "
                    "before.",
                    process_who(event->process).text, event->call->info->name);
    finding_call(finding, "again", event->call);
    finding_call(finding, "first", event->state.init);
    finding_submit(finding);
}

static void check_in_handler(const struct rule *rule,
                             const struct model_event *event,
                             struct findings *findings)
{
    const struct call *call = event->call;
    struct finding *finding;

    if (call->stack == NULL || !call->stack->in_handler || always_allowed(call))
        return;
    finding = finding_new(findings, rule);
    finding_message(
        finding, "%s calls %s in a signal handler%s.",
        process_who(event->process).text, call->info->name,
        event->state.in_callback ? ", which has interrupted an MPI call" : "");
    finding_call(finding, "call", event->call);
    finding_submit(finding);
}

static void check_in_operation(const struct rule *rule,
                               const struct model_event *event,
                               struct findings *findings)
{
    struct finding *finding = finding_new(findings, rule);

    finding_message(finding,
                    "The function of a user-defined operation, called within "
                    "%s, calls %s on rank %d.",
                    event->in_operation.reduction->info->name,
                    event->call->info->name, process_rank(event->process));
    finding_call(finding, "call", event->call);
    finding_call(finding, "within", event->in_operation.reduction);
    finding_submit(finding);
}

/* What was told of already needs no note; the call that completes an operation
 * fails for what is told of another. */
static void check_failed(const struct rule *rule,
                         const struct model_event *event,
                         struct findings *findings)
{
    const struct call *call = event->call;
    struct finding *finding;
    const char *error;

    bool completes = (call->info->classes & CLASS_COMPLETES) != 0;

    if (findings_explain(findings, event->process, completes ? NULL : call,
                         completes ? SEVERITY_POTENTIAL : SEVERITY_WARNING,
                         NULL))
        return;
    finding = finding_new(findings, rule);
    error = call_text_error((int64_t)call->words[call->info->in_words]);
    finding_message(finding,
                    "%s called %s, which failed%s%s, and went on: its error "
                    "handler returns.",
                    process_who(event->process).text, call->info->name,
                    error == NULL ? "" : " with ", error == NULL ? "" : error);
    finding_call(finding, "call", event->call);
    finding_submit(finding);
}

static void check_abort(const struct rule *rule,
                        const struct model_event *event,
                        struct findings *findings)
{
    struct finding *finding;

    if (event->call->info->base != CALL_MPI_Abort)
        return;
    finding = finding_new(findings, rule);
    finding_message(finding, "%s called MPI_Abort with error code %lld.",
                    process_who(event->process).text,
                    (long long)CALL_VIEW(event->call, MPI_Abort)->errorcode);
    finding_call(finding, "abort", event->call);
    finding_submit(finding);
}

static void check_provoked(const struct rule *rule,
                           const struct model_event *event,
                           struct findings *findings)
{
    findings_turn(findings, event->call, rule,
                  event->provoked.returned
                      ? "The call fails, the program looks at the error that "
                        "is returned, and ends well."
                      : "The call fails, the program's own error handler is "
                        "told of it, and the program ends well.");
}

static const struct rule rules[] = {
    {"CALL-BEFORE-INIT", SEVERITY_ERROR, "An MPI call before MPI_Init",
     "MPI-4.1 11.2.1",
     "But for a few functions that are always available (11.4.1), MPI can be "
     "used only after it was initialized; MPI_COMM_WORLD and MPI_COMM_SELF "
     "only after MPI_Init or MPI_Init_thread, whatever sessions there are.",
     "Call MPI_Init or MPI_Init_thread first; or make a communicator of the "
     "session's processes by MPI_Comm_create_from_group.",
     EVENT_BIT(EVENT_CALL), check_before_init},
    {"CALL-AFTER-FINALIZE", SEVERITY_ERROR, "An MPI call after MPI_Finalize",
     "MPI-4.1 11.2.2, 11.3.1",
     "But for a few functions that are always available (11.4.1), no MPI "
     "function may be called after MPI_Finalize, or, without MPI_Init, after "
     "the last MPI_Session_finalize, not even to free what came of the "
     "session.",
     "Move the call before MPI_Finalize; look for destructors and exit "
     "handlers that run late.",
     EVENT_BIT(EVENT_CALL), check_after_finalize},
    {"CALL-INIT-TWICE", SEVERITY_ERROR, "MPI was initialized twice",
     "MPI-4.1 11.2.1",
     "A process may call MPI_Init or MPI_Init_thread once only, also after "
     "MPI_Finalize.",
     "Ask MPI_Initialized first, or initialize in one place only.",
     EVENT_BIT(EVENT_CALL), check_init_twice},
    {"CALL-IN-HANDLER", SEVERITY_WARNING, "A signal handler calls MPI",
     "MPI-4.1 2.10.2",
     "MPI need not be signal safe, and an MPI may prohibit calls from within "
     "signal handlers: such a call may meet the MPI, or malloc, in the middle "
     "of something and wait for ever, or break it.",
     "Set a variable in the handler, and call MPI where the program looks at "
     "it; or let a thread of its own wait for the signal (sigwait).",
     EVENT_BIT(EVENT_CALL), check_in_handler},
    {"CALL-IN-OP", SEVERITY_ERROR,
     "A user-defined reduction operation communicates", "MPI-4.1 6.9.5",
     "No function of MPI that communicates may be called by the function of a "
     "user-defined operation: the MPI calls it in the middle of a reduction, "
     "when and on whichever processes it likes. MPI_Abort may be called.",
     "Let the function compute only; communicate before or after the "
     "reduction.",
     EVENT_BIT(EVENT_IN_OPERATION), check_in_operation},
    {"CALL-FAILED", SEVERITY_NOTE, "A call failed, and the program went on",
     "MPI-4.1 9.3",
     "With MPI_ERRORS_RETURN, as by default on files, or an error handler of "
     "its own the program goes on after a call that failed. It is right if "
     "it looks at the return code; else it takes what the call did not do for "
     "done.",
     "Look at what the call returns, or leave MPI_ERRORS_ARE_FATAL.",
     EVENT_BIT(EVENT_FAILED), check_failed},
    {"CALL-PROVOKED", SEVERITY_NOTE,
     "A call is wrong, and the program itself deals with that",
     "MPI-4.1 9.3, 9.4",
     "The call failed, but the program deals with it: the error handler is "
     "one of its own, or it is MPI_ERRORS_RETURN and the program looks at "
     "what the call returns; and the process ended well. The error may be "
     "provoked, as by a test. After an error an MPI need not go on as it "
     "should.",
     "Nothing, where it is on purpose; else mend the call: with "
     "MPI_ERRORS_ARE_FATAL it is an error.",
     EVENT_BIT(EVENT_PROVOKED), check_provoked},
    {"CALL-ABORT", SEVERITY_WARNING, "A process called MPI_Abort",
     "MPI-4.1 11.4.2",
     "The application gave up. What the other processes had outstanding is "
     "lost.",
     "Look at the call: it is the application's own word that something went "
     "wrong.",
     EVENT_BIT(EVENT_CALL), check_abort},
};

const struct rule_family life_family = RULE_FAMILY("life", rules);
