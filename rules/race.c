/*
 * race.c - receives from any source that could have taken another message.
 */
#include "families.h"
#include "finding.h"
#include "memory.h"
#include "model_event.h"

#include <stdlib.h>

static int sender(const struct call *call)
{
    return process_rank(call->process);
}

static const char *this_run(const struct model_event *event,
                            const struct call *send)
{
    return event->race.took == send ? " (as in this run)" : "";
}

/* The beginning of the message, and the calls that all of these have. */
static struct finding *begin(const struct rule *rule,
                             const struct model_event *event,
                             struct findings *findings, struct text *text)
{
    struct finding *finding = finding_new(findings, rule);

    text_printf(text, "Rank %d's %s from any source", sender(event->call),
                event->call->info->name);
    if (event->race.comm->number > 0)
        text_printf(text, " on %s", comm_name(event->race.comm));
    if (event->race.one->process == event->race.other->process)
        text_printf(text, " may take a message of rank %d or a later one.",
                    sender(event->race.one));
    else
        text_printf(
            text, " may take the message of rank %d%s or that of rank %d%s.",
            sender(event->race.one), this_run(event, event->race.one),
            sender(event->race.other), this_run(event, event->race.other));
    finding_call(finding, "receive", event->call);
    return finding;
}

static void end(struct finding *finding, struct text *text)
{
    finding_message(finding, "%s", text->bytes);
    free(text->bytes);
    finding_submit(finding);
}

static void check_race(const struct rule *rule, const struct model_event *event,
                       struct findings *findings)
{
    struct text text = {0};
    struct finding *finding;

    if (event->race.effect != RACE_ONLY)
        return;
    finding = begin(rule, event, findings, &text);
    finding_call(finding, "send", event->race.one);
    finding_call(finding, "send", event->race.other);
    end(finding, &text);
}

static void check_collective(const struct rule *rule,
                             const struct model_event *event,
                             struct findings *findings)
{
    struct text text = {0};
    struct finding *finding;

    if (event->race.effect != RACE_COLLECTIVE)
        return;
    finding = begin(rule, event, findings, &text);
    text_printf(&text,
                " Rank %d sends its message after %s, which rank %d calls "
                "after the receive: the message of rank %d is certain to come "
                "first only where %s synchronizes, and it need not.",
                sender(event->race.other), event->race.collective->info->name,
                sender(event->call), sender(event->race.one),
                event->race.collective->info->name);
    finding_call(finding, "before", event->race.one);
    finding_call(finding, "after", event->race.other);
    finding_call(finding, "collective", event->race.collective);
    end(finding, &text);
}

/* One of the two goes wrong, here or in a later receive. */
static void report_wrong(const struct rule *rule,
                         const struct model_event *event,
                         struct findings *findings)
{
    const struct transfer *wrong = event->race.wrong;
    const struct transfer *receive = event->race.wrong_receive;
    char *what = payload_text(&wrong->payload);
    char *into = payload_text(&receive->payload);
    struct text text = {0};
    struct finding *finding = begin(rule, event, findings, &text);

    text_printf(&text,
                " That of rank %d is %s (%lld bytes), and the %s is for %s "
                "(%lld bytes).",
                sender(wrong->call), what,
                (long long)payload_bytes(&wrong->payload),
                receive->call == event->call                 ? "receive"
                : event->call->info->base == CALL_MPI_Mprobe ? "MPI_Mrecv of it"
                                                             : "one after it",
                into, (long long)payload_bytes(&receive->payload));
    if (receive->call != event->call)
        finding_call(finding, "later", receive->call);
    finding_call(finding, "fits", event->race.one);
    finding_call(finding, "wrong", event->race.other);
    end(finding, &text);
    free(what);
    free(into);
}

static void check_truncation(const struct rule *rule,
                             const struct model_event *event,
                             struct findings *findings)
{
    if (event->race.effect == RACE_TRUNCATION)
        report_wrong(rule, event, findings);
}

static void check_type(const struct rule *rule, const struct model_event *event,
                       struct findings *findings)
{
    if (event->race.effect == RACE_TYPE)
        report_wrong(rule, event, findings);
}

static void report_starvation(const struct rule *rule,
                              const struct model_event *event,
                              struct findings *findings, const char *unless)
{
    struct text text = {0};
    struct finding *finding = begin(rule, event, findings, &text);

    text_printf(&text,
                " If it takes that of rank %d, the %s behind it waits for "
                "ever%s: nothing else comes that it could take.",
                sender(event->race.one), event->race.starves->info->name,
                unless);
    finding_call(finding, "took", event->race.other);
    finding_call(finding, "other", event->race.one);
    finding_call(finding, "starves", event->race.starves);
    end(finding, &text);
}

static void check_starvation(const struct rule *rule,
                             const struct model_event *event,
                             struct findings *findings)
{
    if (event->race.effect == RACE_STARVATION)
        report_starvation(rule, event, findings, "");
}

static void check_dependence(const struct rule *rule,
                             const struct model_event *event,
                             struct findings *findings)
{
    if (event->race.effect == RACE_DEPENDENCE)
        report_starvation(rule, event, findings,
                          ", unless the program chooses its source by what "
                          "the message says");
}

static void check_budget(const struct rule *rule,
                         const struct model_event *event,
                         struct findings *findings)
{
    struct finding *finding;

    if (event->race.effect != RACE_BUDGET)
        return;
    finding = finding_new(findings, rule);
    finding_message(finding,
                    "Whether rank %d's %s from any source could have taken "
                    "another message was not looked at to the end.",
                    sender(event->call), event->call->info->name);
    finding_call(finding, "receive", event->call);
    finding_submit(finding);
}

static const struct rule rules[] = {
    {"RACE-MATCH", SEVERITY_NOTE,
     "A receive from any source may take one message or another", "MPI-4.1 3.5",
     "Which of several messages a receive with MPI_ANY_SOURCE takes is left "
     "to chance. The program is right if it is right with each.",
     "Nothing, where any order will do. Else name the source, or tell the "
     "messages apart by their tags.",
     EVENT_BIT(EVENT_RACE), check_race},
    {"RACE-COLLECTIVE", SEVERITY_POTENTIAL,
     "Which message is received depends on whether a collective operation "
     "synchronizes",
     "MPI-4.1 6.14",
     "A message that is sent after a collective operation can be received "
     "before it on another process, unless the operation happens to "
     "synchronize the two. MPI promises that of none but MPI_Barrier and "
     "those whose data needs it.",
     "Name the source, tell the messages apart by their tags, or put an "
     "MPI_Barrier between the two.",
     EVENT_BIT(EVENT_RACE), check_collective},
    {"RACE-TRUNCATION", SEVERITY_POTENTIAL,
     "A receive from any source may take a message that is too long for it",
     "MPI-4.1 3.2.4, 3.5, 3.8.1",
     "Which of several messages a receive with MPI_ANY_SOURCE takes is left "
     "to chance, and one of them is longer than its buffer, or than that of "
     "the next receive, which then gets it.",
     "Name the source (after MPI_Probe, that of its status), tell the "
     "messages apart by their tags, give room for the longest, or ask for "
     "the length with MPI_Mprobe first.",
     EVENT_BIT(EVENT_RACE), check_truncation},
    {"RACE-TYPE", SEVERITY_POTENTIAL,
     "A receive from any source may take a message of other types",
     "MPI-4.1 3.3.1, 3.5, 3.8.1",
     "Which of several messages a receive with MPI_ANY_SOURCE takes is left "
     "to chance, and one of them has other basic types than it expects, or "
     "than the next receive does, which then gets it.",
     "Name the source in each of the receives (after MPI_Probe, that of its "
     "status), or tell the messages apart by their tags.",
     EVENT_BIT(EVENT_RACE), check_type},
    {"RACE-STARVATION", SEVERITY_POTENTIAL,
     "A receive from any source may take the message that a later receive "
     "waits for",
     "MPI-4.1 3.5",
     "Which of several messages a receive with MPI_ANY_SOURCE takes is left "
     "to chance. If it takes the one that a later receive was meant to get, "
     "nothing comes for that one, and the program waits for it whatever the "
     "first one takes.",
     "Name the source in each of the receives, or tell the messages apart by "
     "their tags.",
     EVENT_BIT(EVENT_RACE), check_starvation},
    {"RACE-DEPENDENCE", SEVERITY_NOTE,
     "A later receive is right only if the program chooses its source by what "
     "was received",
     "MPI-4.1 3.5",
     "Which of several messages a receive with MPI_ANY_SOURCE takes is left "
     "to chance. A later receive names the sender of the other one: it waits "
     "for ever if it always names that one, and is right if the program reads "
     "out of the message whom to receive from. Which of these it is cannot be "
     "seen from outside.",
     "Nothing, where the source depends on the message. Else name the source "
     "in each of the receives, or tell the messages apart by their tags.",
     EVENT_BIT(EVENT_RACE), check_dependence},
    {"RACE-BUDGET", SEVERITY_NOTE,
     "A receive from any source was not judged to the end", "MPI-4.1 3.5",
     "Which messages a receive from any source could take is known only "
     "when all processes have gone past it; until then the checker keeps "
     "the receive. There were more of them, or more processes that send, "
     "than it looks at (doc/deadlock.md).",
     "Nothing need be done.", EVENT_BIT(EVENT_RACE), check_budget},
};

const struct rule_family race_family = RULE_FAMILY("race", rules);
