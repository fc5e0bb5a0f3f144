/*
 * life.c - beginning and end of MPI, and of processes.
 */
#include "call_text.h"
#include "calls.h"
#include "families.h"
#include "finding.h"
#include "memory.h"
#include "model_event.h"
#include "neutral.h"
#include "stack.h"

#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>

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

/* ---------------------------------------------------- ends of processes */

static void last_call(struct finding *finding, const struct model_event *event)
{
    size_t i;

    finding_call(finding, event->ended.inside ? "inside" : "last call",
                 event->ended.last);
    for (i = 0; i < event->ended.beside_count; i++)
        finding_call(finding, "inside", event->ended.beside[i]);
    finding_process(finding, event->process);
    finding_submit(finding);
}

/* Ended from outside, with the whole job: no crash is that. */
static bool interrupted(const struct process *process)
{
    return process->interrupted && process->end != PROCESS_CRASHED;
}

/*
 * An MPI library that is used wrongly may end the process, in the call that
 * is wrong or, where it finds out later, in another one; then the wrong use
 * has been reported.  A signal is explained only by the very call, or by one
 * that has overwritten the process's memory; nothing by a warning.
 */
static bool given_up(const struct model_event *event,
                     const struct findings *findings)
{
    const struct process *process = event->process;
    bool misled = event->ended.misled &&
                  findings_count(findings, SEVERITY_ERROR) +
                          findings_count(findings, SEVERITY_POTENTIAL) >
                      0;
    const struct call *last = event->ended.last;
    bool signal = process->end == PROCESS_CRASHED;

    if (signal && event->ended.overran &&
        findings_explain(findings, process, NULL, SEVERITY_ERROR, NULL))
        return true;
    if (!event->ended.inside)
        return misled && !signal;
    if (signal)
        return findings_explain(findings, process, last, SEVERITY_POTENTIAL,
                                NULL);
    return misled || findings_explain(findings, process, NULL,
                                      SEVERITY_POTENTIAL, NULL);
}

/* Another process was ended by its MPI library, for what was reported. */
static bool is_after_other(const struct model_event *event,
                           const struct findings *findings)
{
    bool explained = event->ended.other_misled;
    size_t i;

    for (i = 0; i < event->ended.inside_count && !explained; i++)
        explained = event->ended.inside_all[i] != event->process &&
                    findings_explain(findings, event->ended.inside_all[i], NULL,
                                     SEVERITY_POTENTIAL, NULL);
    return explained;
}

/* Of MPI libraries that give up some crash in the other processes (MPICH 4.2 in
 * MPI_Finalize): nothing of the program's is above the call then. */
static bool crashed_with_other(const struct model_event *event,
                               const struct findings *findings)
{
    return event->ended.inside &&
           event->process->crash_stack == event->ended.last->stack &&
           is_after_other(event, findings);
}

/* ... and has its launcher end all others. */
static bool ended_with_other(const struct model_event *event,
                             const struct findings *findings)
{
    return (process_end_signal(event->process) != 0 ||
            process_end_untold(event->process)) &&
           is_after_other(event, findings);
}

/* Whether it crashed in a Fortran function whose call of the MPI had returned:
 * as it stored the error code. */
static bool stores_ierror(const struct model_event *event)
{
    const struct call *last = event->ended.last;

    return !event->ended.inside && last != NULL && last->stack != NULL &&
           (last->flags & RECORD_FORTRAN) != 0 &&
           event->process->crash_stack == last->stack;
}

static void check_crashed(const struct rule *rule,
                          const struct model_event *event,
                          struct findings *findings)
{
    const struct process *process = event->process;
    bool ierror = stores_ierror(event);
    struct finding *finding;

    if (process->end != PROCESS_CRASHED || given_up(event, findings) ||
        crashed_with_other(event, findings))
        return;
    finding = finding_new(findings, rule);
    finding_message(finding, "%s was ended by signal %d (%s) %s%s%s.",
                    process_who(process).text, process->signal,
                    strsignal(process->signal),
                    event->ended.inside ? "inside an MPI call"
                    : ierror            ? "in "
                                        : "outside MPI",
                    ierror ? event->ended.last->info->name : "",
                    ierror ? "'s Fortran function, after the call itself: an "
                             "argument may be missing, mostly the last, ierror"
                           : "");
    finding_crash(finding, process);
    last_call(finding, event);
}

/* " with MPI_ERR_ARG", as far as the status says so: that of a process that the
 * reference MPI ends is the error's class.  malloc'd. */
static char *error_text(const struct process *process)
{
    const char *error = process_has_reference_mpi(process)
                            ? call_text_error(WEXITSTATUS(process->wait_status))
                            : NULL;

    if (error == NULL)
        return xstrdup("");
    return xasprintf(" with %s%s", error,
                     strcmp(error, "MPI_ERR_UNSUPPORTED_OPERATION") == 0
                         ? ", as the reference MPI does not have what it is "
                           "for (another MPI may)"
                         : "");
}

static void describe_end_inside(struct finding *finding,
                                const struct process *process,
                                const char *where)
{
    bool fails = strstr(where, "_call_errhandler") == NULL;
    char *error = error_text(process);

    finding_message(
        finding,
        "%s ended with status %d inside %s: %s%s%sits error handler ends the "
        "process%s; or a thread or a signal handler of the program called "
        "_exit.",
        process_who(process).text, WEXITSTATUS(process->wait_status), where,
        fails ? "the call failed" : "", fails ? error : "",
        fails ? ", and " : "",
        fails ? " (the MPI then says why on the standard error)" : "");
    free(error);
}

/* As exactly as the system tells how it ended. */
static void describe_loss(struct finding *finding,
                          const struct model_event *event)
{
    const struct process *process = event->process;
    const char *where = event->ended.beside_count > 0
                            ? "one of the calls that its threads were in"
                        : event->ended.inside ? event->ended.last->info->name
                                              : "MPI";
    const char *side = event->ended.inside ? "inside" : "outside";
    int signal = process_end_signal(process);

    if (process->end == PROCESS_REPLACED)
        finding_message(finding,
                        "%s became another program (exec) and had not called "
                        "MPI_Finalize; what that program does is not "
                        "observed.",
                        process_who(process).text);
    else if (signal == SIGKILL && event->ended.inside)
        finding_message(finding,
                        "%s was ended by signal %d (%s) inside %s: by its "
                        "launcher, if the MPI library gave up there (it then "
                        "says why on the standard error), or by somebody "
                        "else.",
                        process_who(process).text, signal, strsignal(signal),
                        where);
    else if (signal != 0)
        finding_message(finding, "%s was ended by signal %d (%s) %s %s.",
                        process_who(process).text, signal, strsignal(signal),
                        side, where);
    else if (process->end == PROCESS_EXITED)
        finding_message(finding,
                        "%s exited with status %d inside %s: the MPI library "
                        "gave up (it then says why on the standard error), or "
                        "a function that was called meanwhile has exited.",
                        process_who(process).text, process->exit_status, where);
    else if (process->wait_status >= 0 && event->ended.inside)
        describe_end_inside(finding, process, where);
    else if (process->wait_status >= 0)
        finding_message(finding,
                        "%s ended with status %d %s %s, without its exit "
                        "handlers, as by _exit or exec.",
                        process_who(process).text,
                        WEXITSTATUS(process->wait_status), side, where);
    else if (event->ended.inside)
        finding_message(finding,
                        "%s ended inside %s, without a signal that it could "
                        "tell of: the MPI library gave up (it then says why "
                        "on the standard error), or it was killed.",
                        process_who(process).text, where);
    else
        finding_message(finding,
                        "%s is gone without a word outside MPI: it was "
                        "killed, or called _exit or exec.",
                        process_who(process).text);
}

/*
 * It may have been its own error handler that has exited; or, of several
 * processes, an MPI library that another one has used wrongly, and that has
 * the launcher end them: hardly ever while this one is in a local call.
 */
static bool exited_inside(const struct model_event *event)
{
    return event->process->end == PROCESS_EXITED && event->ended.inside &&
           (event->ended.alone ||
            (event->ended.last->info->classes & CLASS_LOCAL) != 0) &&
           event->process->exit_status != 0 && !event->ended.own_handler &&
           !event->ended.after_abort;
}

/* MPI was not there before it. */
static bool is_first_session(const struct model_event *event)
{
    return event->ended.inside &&
           event->ended.last->info->base == CALL_MPI_Session_init;
}

static void check_killed(const struct rule *rule,
                         const struct model_event *event,
                         struct findings *findings)
{
    const struct process *process = event->process;
    struct finding *finding;

    if ((process->end != PROCESS_LOST && process->end != PROCESS_REPLACED &&
         !exited_inside(event)) ||
        event->ended.after_other || interrupted(process) ||
        given_up(event, findings) || ended_with_other(event, findings) ||
        (process->mpi != PROCESS_INITIALIZED &&
         process->mpi != PROCESS_IN_SESSION && !is_first_session(event)))
        return;
    finding = finding_new(findings, rule);
    describe_loss(finding, event);
    last_call(finding, event);
}

static void check_not_finalized(const struct rule *rule,
                                const struct model_event *event,
                                struct findings *findings)
{
    const struct process *process = event->process;
    struct finding *finding;

    /* One that ends inside an MPI call was ended by its MPI library. */
    if (process->end != PROCESS_EXITED || event->ended.inside ||
        interrupted(process) || event->ended.after_abort ||
        process->mpi != PROCESS_INITIALIZED)
        return;
    finding = finding_new(findings, rule);
    finding_message(finding,
                    "%s exited with status %d and had not called "
                    "MPI_Finalize.",
                    process_who(process).text, process->exit_status);
    finding_call(finding, "exit", process->quit);
    last_call(finding, event);
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
    {"PROCESS-CRASHED", SEVERITY_ERROR, "A process was ended by a signal",
     "MPI-4.1 2.8",
     "A fatal signal ended the process, mostly after a wrong memory access; "
     "the others cannot go on without it.",
     "Look at the stack of the crash; build with -g, and run under a memory "
     "checker.",
     EVENT_BIT(EVENT_ENDED), check_crashed},
    {"PROCESS-KILLED", SEVERITY_ERROR, "A process is gone without a word",
     "MPI-4.1 2.8, 11.2.2",
     "The process ended and neither called MPI_Finalize nor ran its exit "
     "handlers: the MPI ended it, as a call had failed; it was killed (out of "
     "memory, a batch system) or met another signal that it had no handler "
     "for; or it called _exit or exec.",
     "Where it ended inside a call of MPI, read what the MPI has printed, and "
     "look at each argument of the call: a handle that no call has made, a "
     "count, a rank. After SIGKILL look into the system's log for the reason; "
     "after another signal find who sends it (kill, alarm, a time limit). Call "
     "MPI_Finalize before _exit and exec.",
     EVENT_BIT(EVENT_ENDED), check_killed},
    {"CALL-NO-FINALIZE", SEVERITY_ERROR,
     "A process exited without MPI_Finalize", "MPI-4.1 11.2.2",
     "Each process that has initialized MPI must call MPI_Finalize before it "
     "exits; otherwise messages may be lost, and the launcher may take it "
     "for a failure and end the others.",
     "Call MPI_Finalize on every way out of the program, or MPI_Abort where "
     "it fails.",
     EVENT_BIT(EVENT_ENDED), check_not_finalized},
};

const struct rule_family life_family = RULE_FAMILY("life", rules);
