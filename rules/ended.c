/*
 * ended.c - how processes ended.
 */
#include "call_text.h"
#include "calls.h"
#include "families.h"
#include "finding.h"
#include "memory.h"
#include "model_event.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>

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
    return misled ||
           findings_explain(findings, process, NULL, SEVERITY_POTENTIAL, NULL);
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

/* ": its stack is full", or "".  malloc'd. */
static char *full_text(const struct process *process)
{
    return process->crash_full == 0
               ? xstrdup("")
               : xasprintf(": its stack, of up to %" PRIu64 " KiB, is full",
                           process->crash_full >> 10);
}

/* Where it was: "outside MPI"; malloc'd. */
static char *where_text(const struct model_event *event)
{
    const struct process *process = event->process;

    if (process->crash_reads != NULL)
        return process->crash_address == CRASH_NO_ADDRESS
                   ? xasprintf("in its call of %s, of which an argument points "
                               "to where no memory is",
                               process->crash_reads->name)
                   : xasprintf("in its call of %s, of which an argument points "
                               "to 0x%" PRIx64 ", where no memory is",
                               process->crash_reads->name,
                               process->crash_address);
    if (stores_ierror(event))
        return xasprintf("in %s's Fortran function, after the call itself: an "
                         "argument may be missing, mostly the last, ierror",
                         event->ended.last->info->name);
    return xstrdup(event->ended.inside ? "inside an MPI call" : "outside MPI");
}

static void check_crashed(const struct rule *rule,
                          const struct model_event *event,
                          struct findings *findings)
{
    const struct process *process = event->process;
    struct finding *finding;
    char *where, *full;

    if (process->end != PROCESS_CRASHED || given_up(event, findings) ||
        crashed_with_other(event, findings))
        return;
    finding = finding_new(findings, rule);
    where = where_text(event);
    full = full_text(process);
    finding_message(finding, "%s was ended by signal %d (%s) %s%s.",
                    process_who(process).text, process->signal,
                    strsignal(process->signal), where, full);
    free(full);
    free(where);
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

static const struct rule rules[] = {
    {"PROCESS-CRASHED", SEVERITY_ERROR, "A process was ended by a signal",
     "MPI-4.1 2.8",
     "A fatal signal ended the process, mostly after a wrong memory access; "
     "the others cannot go on without it.",
     "Look at the stack of the crash; build with -g, and run under a memory "
     "checker. Where the stack is full, allocate large arrays (malloc, "
     "allocatable), or end the recursion; `ulimit -s`, and OMP_STACKSIZE for "
     "the threads of OpenMP, are other limits.",
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

const struct rule_family ended_family = RULE_FAMILY("ended", rules);
