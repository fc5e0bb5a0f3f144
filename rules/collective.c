/*
 * collective.c - collective operations that meet must be the same.
 */
#include "call_text.h"
#include "comm_object.h"
#include "families.h"
#include "finding.h"
#include "memory.h"
#include "model_event.h"
#include "neutral.h"
#include "neutral_constants.h"
#include "rank_list.h"

#include <stdlib.h>

/* Classes of ranks that a finding shows. */
#define CLASSES_SHOWN 4
/* Parts of a list of ranks that are named. */
#define RANGES_SHOWN 4

static const char *place_name(const struct model_event *event)
{
    return event->meeting.comm != NULL ? comm_name(event->meeting.comm)
                                       : window_name(event->meeting.window);
}

/* ----------------------------------------------------------- ranks in words */

/* The length of the run of ranks, one after the other, that begins there. */
static size_t run_length(const struct meeting_class *class, size_t first)
{
    size_t i = first + 1;

    while (i < class->member_count &&
           process_rank(class->members[i]) ==
               process_rank(class->members[i - 1]) + 1)
        i++;
    return i - first >= 3 ? i - first : 1;
}

/* "rank 3", "ranks 0 and 2", "ranks 0-3, 5 and 12 more"; malloc'd. */
static char *class_ranks(const struct meeting_class *class)
{
    size_t count = class->member_count, i, shown, length;
    struct text text = {0};

    text_printf(&text, count == 1 ? "rank " : "ranks ");
    for (i = 0, shown = 0; i < count && shown < RANGES_SHOWN; shown++) {
        int rank = process_rank(class->members[i]);

        length = run_length(class, i);
        if (i > 0)
            text_printf(&text, i + length < count ? ", " : " and ");
        if (length > 1)
            text_printf(&text, "%d-%d", rank, rank + (int)length - 1);
        else
            text_printf(&text, "%d", rank);
        i += length;
    }
    if (i < count)
        text_printf(&text, " and %zu more", count - i);
    return text.bytes;
}

/* ----------------------------------------------------------- calls in words */

static void append_op(struct text *text, uint64_t op)
{
#define ROW(name, value) {#name, value},
    static const struct {
        const char *name;
        uint64_t op;
    } ops[] = {CONSTANTS_OP(ROW){NULL, 0}};
    size_t i;

    for (i = 0; ops[i].name != NULL; i++)
        if (ops[i].op == op)
            break;
    if (ops[i].name != NULL)
        text_printf(text, " with op %s", ops[i].name);
    else
        text_printf(text, " with an op of the application's own");
}

static void append_root(struct text *text, int64_t root)
{
    if (root == NEUTRAL_ROOT)
        text_printf(text, " with root MPI_ROOT");
    else if (root == NEUTRAL_PROC_NULL)
        text_printf(text, " with root MPI_PROC_NULL");
    else
        text_printf(text, " with root %lld", (long long)root);
}

static void append_argument(struct text *text, const struct model_event *event,
                            const struct meeting_class *class)
{
    char *value;

    if (class->group != NULL) {
        text_printf(text, " with ");
        rank_list_group(text, class->group);
        return;
    }
    if (class->key != NULL) {
        if (class->value != NULL)
            text_printf(text, " with the info %s=%s", class->key, class->value);
        else
            text_printf(text, " without the info key %s", class->key);
        return;
    }
    value = call_argument_text(class->call, event->model, class->parameter);
    text_printf(text, " with %s %s", class->parameter->name, value);
    free(value);
}

static void append_call(struct text *text, const struct model_event *event,
                        const struct meeting_class *class)
{
    const struct call *call = class->call;

    text_printf(text, "%s", call->info->name);
    if (event->meeting.differs == MEETING_ROOT)
        append_root(text, (int64_t)call_word(call, call->info->root_word));
    else if (event->meeting.differs == MEETING_OP)
        append_op(text, call_word(call, call->info->op_word));
    else if (event->meeting.differs == MEETING_ARGUMENT)
        append_argument(text, event, class);
}

static void append_class(struct text *text, const struct model_event *event,
                         size_t index)
{
    const struct meeting_class *class = &event->meeting.classes[index];
    size_t last = event->meeting.class_count - 1;
    char *ranks = class_ranks(class);

    if (index > 0)
        text_printf(text, index == last ? ", but " : ", ");
    else
        ranks[0] = 'R';
    text_printf(text, "%s call%s ", ranks, class->member_count == 1 ? "s" : "");
    append_call(text, event, class);
    free(ranks);
}

static void submit_on_place(struct finding *finding,
                            const struct model_event *event)
{
    if (event->meeting.comm != NULL)
        comm_object(finding, event->meeting.comm);
    else
        finding_object(finding, "window", place_name(event),
                       event->meeting.window->made_by);
    finding_submit(finding);
}

/* Where the standard says which arguments of the function must agree. */
static const char *arguments_section(const struct call_info *info)
{
    switch (info->base) {
    case CALL_MPI_Cart_create:
    case CALL_MPI_Graph_create:
        return "MPI-4.1 8.4";
    case CALL_MPI_Dist_graph_create:
    case CALL_MPI_Dist_graph_create_adjacent:
        return "MPI-4.1 8.5.4";
    case CALL_MPI_Intercomm_create:
    case CALL_MPI_Intercomm_create_from_groups:
    case CALL_MPI_Intercomm_merge:
        return "MPI-4.1 7.6.2";
    case CALL_MPI_File_set_view:
        return "MPI-4.1 14.3";
    case CALL_MPI_File_seek_shared:
        return "MPI-4.1 14.4.4";
    case CALL_MPI_File_set_atomicity:
        return "MPI-4.1 14.6.1";
    default:
        return (info->classes & CLASS_IO) ? "MPI-4.1 14.2"
               : info->win_word >= 0 || strncmp(info->name, "MPI_Win", 7) == 0
                   ? "MPI-4.1 12.2.1"
                   : "MPI-4.1 7.4";
    }
}

/* On an intercommunicator (MPI-4.1 6.2.3): the same root on all is wrong, too.
 */
static const char *expected_roots(const struct model_event *event)
{
    const struct comm *comm = event->meeting.comm;

    if (event->meeting.differs != MEETING_ROOT || comm == NULL ||
        comm->groups[1] == NULL)
        return "";
    return ", an intercommunicator: in the group of the root that gives "
           "MPI_ROOT and the others MPI_PROC_NULL, in the other group all give "
           "its rank";
}

/* What only an info key forbids (MPI-4.1 12.2.1). */
static const char *why_the_same(const struct model_event *event)
{
    const struct meeting_class *class = &event->meeting.classes[0];

    if (event->meeting.differs != MEETING_ARGUMENT || class->key != NULL ||
        strncmp(class->call->info->name, "MPI_Win_", 8) != 0)
        return "";
    if (class->parameter != NULL && strcmp(class->parameter->name, "size") == 0)
        return "; the info key same_size=true says that it is one on all";
    if (class->parameter != NULL &&
        strcmp(class->parameter->name, "disp_unit") == 0)
        return "; the info key same_disp_unit=true says that it is one on all";
    return "";
}

static void report(const struct rule *rule, const struct model_event *event,
                   struct findings *findings)
{
    size_t count = event->meeting.class_count, rest = 0, i, k;
    struct finding *finding = finding_new(findings, rule);
    struct text text = {0};

    for (i = 0; i < count; i++) {
        const struct meeting_class *class = &event->meeting.classes[i];
        char *ranks = class_ranks(class);

        if (i < CLASSES_SHOWN) {
            append_class(&text, event, i);
            finding_call_of(finding, ranks, class->call);
        } else {
            rest += class->member_count;
        }
        for (k = 0; k < class->member_count; k++)
            finding_process(finding, class->members[k]);
        free(ranks);
    }
    if (rest > 0)
        text_printf(&text, ", and %zu more rank%s call%s it otherwise", rest,
                    rest == 1 ? "" : "s", rest == 1 ? "s" : "");
    finding_message(finding, "%s (collective operation %llu on %s%s)%s.",
                    text.bytes, (unsigned long long)event->meeting.position + 1,
                    place_name(event), expected_roots(event),
                    why_the_same(event));
    free(text.bytes);
    if (event->meeting.differs == MEETING_ARGUMENT)
        finding_standard(
            finding, arguments_section(event->meeting.classes[0].call->info));
    else if (event->kind == EVENT_ABSENT)
        finding_standard(finding, "MPI-4.1 6.14");
    submit_on_place(finding, event);
}

static void append_times(struct text *text, uint64_t times)
{
    if (times == 1)
        text_printf(text, "once");
    else
        text_printf(text, "%llu times", (unsigned long long)times);
}

/* Of a persistent operation: some have started it less often. */
static void report_starts(const struct rule *rule,
                          const struct model_event *event,
                          struct findings *findings)
{
    const struct meeting_class *more = &event->meeting.classes[0];
    const struct meeting_class *less = &event->meeting.classes[1];
    struct finding *finding = finding_new(findings, rule);
    char *starters = class_ranks(more), *others = class_ranks(less);
    struct text text = {0};
    size_t i;

    starters[0] = 'R';
    text_printf(&text, "%s start%s the operation of %s ", starters,
                more->member_count == 1 ? "s" : "",
                event->meeting.init->info->name);
    starters[0] = 'r';
    append_times(&text, event->meeting.position + 1);
    text_printf(&text, ", but %s ", others);
    if (event->meeting.position == 0)
        text_printf(&text, "never %s", less->member_count == 1 ? "does" : "do");
    else
        append_times(&text, event->meeting.position);
    finding_call_of(finding, starters, more->call);
    finding_call_of(finding, others, less->call);
    for (i = 0; i < more->member_count; i++)
        finding_process(finding, more->members[i]);
    for (i = 0; i < less->member_count; i++)
        finding_process(finding, less->members[i]);
    finding_message(finding, "%s (on %s).", text.bytes, place_name(event));
    finding_standard(finding, "MPI-4.1 6.13");
    submit_on_place(finding, event);
    free(text.bytes);
    free(starters);
    free(others);
}

static void check_absent(const struct rule *rule,
                         const struct model_event *event,
                         struct findings *findings)
{
    if (event->meeting.init != NULL)
        report_starts(rule, event, findings);
    else
        report(rule, event, findings);
}

static void check_function(const struct rule *rule,
                           const struct model_event *event,
                           struct findings *findings)
{
    if (event->meeting.differs == MEETING_FUNCTION)
        report(rule, event, findings);
}

static void check_blocking(const struct rule *rule,
                           const struct model_event *event,
                           struct findings *findings)
{
    if (event->meeting.differs == MEETING_BLOCKING)
        report(rule, event, findings);
}

static void check_root(const struct rule *rule, const struct model_event *event,
                       struct findings *findings)
{
    if (event->meeting.differs == MEETING_ROOT)
        report(rule, event, findings);
}

static void check_op(const struct rule *rule, const struct model_event *event,
                     struct findings *findings)
{
    if (event->meeting.differs == MEETING_OP)
        report(rule, event, findings);
}

static void check_argument(const struct rule *rule,
                           const struct model_event *event,
                           struct findings *findings)
{
    if (event->meeting.differs == MEETING_ARGUMENT)
        report(rule, event, findings);
}

static void check_unaligned(const struct rule *rule,
                            const struct model_event *event,
                            struct findings *findings)
{
    struct finding *finding = finding_new(findings, rule);

    finding_call(finding, "call", event->call);
    finding_message(finding,
                    "Behind the calls that differ no place is found where all "
                    "members of %s call the same again: its collective "
                    "operations are not judged after operation %llu.",
                    place_name(event),
                    (unsigned long long)event->meeting.position + 1);
    submit_on_place(finding, event);
}

static const struct rule rules[] = {
    {"COLL-KIND-MISMATCH", SEVERITY_ERROR,
     "Different collective operations meet on one communicator", "MPI-4.1 6.14",
     "All members of a communicator must call the same collective operations "
     "in the same order. The n-th call of one process meets the n-th call of "
     "the others, whatever the two functions are; they hang or mix up data.",
     "Make all processes call the operations in the same order, or give the "
     "independent sequences a communicator each (MPI_Comm_dup).",
     EVENT_BIT(EVENT_MEETING), check_function},
    {"COLL-BLOCKING-MISMATCH", SEVERITY_ERROR,
     "A blocking collective operation meets a nonblocking one",
     "MPI-4.1 6.12, 6.13",
     "Blocking, nonblocking and persistent collective operations do not match "
     "each other: an MPI library may use other algorithms and other channels "
     "for each.",
     "Call the same operations in the same order on all processes. If these "
     "two belong to one step, give both the same form; if they belong to "
     "different steps, the order is wrong.",
     EVENT_BIT(EVENT_MEETING), check_blocking},
    {"COLL-ROOT-MISMATCH", SEVERITY_ERROR,
     "Processes name different roots for one collective operation",
     "MPI-4.1 6.4, 6.5, 6.6, 6.9.1",
     "All processes must give the same root. (On an intercommunicator the root "
     "gives MPI_ROOT, the others of its group MPI_PROC_NULL, and those of the "
     "other group its rank.) With different roots each side waits for, or "
     "receives from, somebody else.",
     "Compute the root from values that are the same on all processes, and "
     "call operations with different roots in the same order everywhere.",
     EVENT_BIT(EVENT_MEETING), check_root},
    {"COLL-OP-MISMATCH", SEVERITY_ERROR,
     "Processes give different operations to one reduction", "MPI-4.1 6.9.1",
     "All processes must give the same op. The result is otherwise undefined, "
     "and may differ from process to process.",
     "Give the same op on all processes.", EVENT_BIT(EVENT_MEETING), check_op},
    {"COLL-ARGUMENT-MISMATCH", SEVERITY_ERROR,
     "Processes give different arguments where all must give the same",
     "MPI-4.1 7.4, 7.6.2, 8.4, 8.5.4, 12.2.1, 14.2, 14.3, 14.4.4, 14.6.1",
     "The processes make or use one object together, so some arguments must "
     "be the same on all of them: the grid or graph, the kind of split, the "
     "leader, reorder. MPI_Comm_create: all processes of a group give that "
     "group, in the same order, and groups that differ are disjoint. "
     "Distributed graphs: both ends of an edge name it, as often and with "
     "the same weights. Files: the name, amode, size, datarep, the extent of "
     "etype, "
     "the place of the shared pointer, atomicity. Info: some keys must have "
     "one value everywhere, as cb_nodes and others of files, "
     "mpi_accumulate_granularity, same_size and same_disp_unit (then size, "
     "or disp_unit, must be the same, too). Some MPI libraries hang "
     "otherwise, others make objects that do not fit together.",
     "Compute the argument from values that are the same on all processes. A "
     "file of its own each process opens on MPI_COMM_SELF.",
     EVENT_BIT(EVENT_MEETING), check_argument},
    {"COLL-MISSING", SEVERITY_ERROR,
     "A collective operation that not all members call", "MPI-4.1 6.13, 6.14",
     "A collective operation is called by all members of the communicator's "
     "group, also where no data come from them or go to them: this run may "
     "have ended well because the MPI library does not synchronize there. A "
     "persistent one is started by all as often.",
     "Take the call out of the branch that only some processes reach, or use "
     "a communicator of just those.",
     EVENT_BIT(EVENT_ABSENT), check_absent},
    {"COLL-UNALIGNED", SEVERITY_NOTE,
     "Collective operations are not judged any more", "MPI-4.1 6.14",
     "After calls that differ, Murmel looks among the next 16 calls of each "
     "process for the place where all call the same operations again, and "
     "goes on there. It found none, or one of the calls has failed, so that "
     "nobody knows whether it counts. What is wrong after that is not "
     "reported.",
     "Mend the finding that this note follows, and run again.",
     EVENT_BIT(EVENT_UNALIGNED), check_unaligned},
};

const struct rule_family collective_family = RULE_FAMILY("collective", rules);
