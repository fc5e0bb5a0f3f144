/*
 * finding.h - the one entry for everything that is reported.
 *
 *     struct finding *f = finding_new(findings, rule);
 *     finding_message(f, "rank %d unlocks ...", ...);
 *     finding_call(f, "unlock", call);
 *     finding_object(f, "window", name, made_by);
 *     finding_submit(f);
 *
 * Equal findings (same rule, same stacks of the calls in the same roles, loads
 * and stores of the same line, same objects by creation stack) are counted,
 * across ranks too; only the first of them keeps its message and calls and is
 * paid for in symbolization.  The first call given is "where it happened".
 */
#ifndef MURMEL_FINDING_H
#define MURMEL_FINDING_H

#include "observed.h"
#include "rule.h"

struct finding;
struct timeline;
struct wait_graph;

/* Begin one; owned by the findings, ended by finding_submit. */
struct finding *finding_new(struct findings *findings, const struct rule *rule);
/* One or two plain sentences, for a reader who does not know Murmel. */
void finding_message(struct finding *finding, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
/* Where the standard says it, "MPI-4.1 3.5", if not all that the rule names. */
void finding_standard(struct finding *finding, const char *standard);
/* A call that forms the finding and what it is in it ("lock", "post"); up
 * to 16.  Holds the call.  NULL is ignored. */
void finding_call(struct finding *finding, const char *role, struct call *call);
/* A call that stands for those of several ranks, which are its role ("ranks
 * 0 and 2"): that role does not tell findings apart. */
void finding_call_of(struct finding *finding, const char *ranks,
                     struct call *call);
/* As finding_call, but findings that differ in this call alone are one. */
void finding_call_aside(struct finding *finding, const char *role,
                        struct call *call);
/* Its calls form others of its rule, too: once each of them stands in one that
 * is kept, a finding that only combines them anew is counted with the first of
 * those. */
void finding_combines(struct finding *finding);
/* A process that is concerned but has no call in it. */
void finding_process(struct finding *finding, const struct process *process);
/* A process whose crash it is: its stack then is shown. */
void finding_crash(struct finding *finding, const struct process *process);
/* An object it is about: kind ("communicator"), name as in model_*_name, and
 * the call that made it (NULL for a predefined one). */
void finding_object(struct finding *finding, const char *kind, const char *name,
                    struct call *made_by);
/* Of the object that was added last: its processes in its order, in words, by
 * their ranks in MPI_COMM_WORLD; NULL: it is not told.  Is copied. */
void finding_members(struct finding *finding, const char *members);
/* Who waits for whom (server/wait_graph.h).  Holds the graph. */
void finding_graph(struct finding *finding, struct wait_graph *graph);
/* What the processes did around it (server/timeline.h).  Holds the timeline. */
void finding_timeline(struct finding *finding, struct timeline *timeline);
void finding_submit(struct finding *finding);

/* What is submitted is kept back for that call, whose error the program may
 * deal with; NULL: no more is. */
void findings_keep_back(struct findings *findings, const struct call *call);
/* Whether something is kept back for it. */
bool findings_kept_back(const struct findings *findings,
                        const struct call *call);
/* What is kept back for it becomes of that rule, and its message goes on with
 * `more`, a sentence, and the rule that it was of. */
void findings_turn(struct findings *findings, const struct call *call,
                   const struct rule *rule, const char *more);
/* Submits what is kept back for it. */
void findings_release(struct findings *findings, const struct call *call);

/* Different findings of that severity that were kept. */
size_t findings_count(const struct findings *findings, enum severity severity);
/*
 * Whether a finding of at least that severity is about this process and, where
 * a call is given, has it in its evidence, or one like it (from the same
 * stack): then what comes of it needs no finding of its own.  but: of that rule
 * (or NULL) none counts.
 */
bool findings_explain(const struct findings *findings,
                      const struct process *process, const struct call *call,
                      enum severity least, const struct rule *but);

#endif
