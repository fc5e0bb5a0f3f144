/*
 * rma_argument.c - what RMA calls are given.
 */
#include "families.h"
#include "finding.h"
#include "model_event.h"
#include "neutral.h"
#include "reduction.h"
#include "rma_arguments.h"

#include <string.h>

static struct finding *begin(const struct rule *rule,
                             const struct model_event *event,
                             struct findings *findings,
                             const struct window *window)
{
    struct finding *finding = finding_new(findings, rule);

    finding_call(finding, event->kind == EVENT_SYNC ? "call" : "access",
                 event->call);
    finding_object(finding, "window", window_name(window), window->made_by);
    return finding;
}

/* --------------------------------------------------- ranks and numbers */

/* The rank that the call is given; false: it is given none. */
static bool given_rank(const struct model_event *event, int64_t *rank)
{
    if (event->kind == EVENT_RMA) {
        *rank = event->rma.arguments->target_rank;
        return true;
    }
    switch (event->call->info->base) {
    case CALL_MPI_Win_lock:
        *rank = CALL_VIEW(event->call, MPI_Win_lock)->rank;
        return true;
    case CALL_MPI_Win_unlock:
    case CALL_MPI_Win_flush:
    case CALL_MPI_Win_flush_local:
        *rank = CALL_VIEW(event->call, MPI_Win_unlock)->rank;
        return true;
    }
    return false;
}

static void check_rank(const struct rule *rule, const struct model_event *event,
                       struct findings *findings)
{
    const struct window *window =
        event->kind == EVENT_RMA ? event->rma.window : event->sync.window;
    struct finding *finding;
    int64_t rank;

    if (!given_rank(event, &rank) || rank == NEUTRAL_PROC_NULL ||
        (rank >= 0 && rank < window->size))
        return;
    finding = begin(rule, event, findings, window);
    if (rank >= NEUTRAL_SPECIAL)
        finding_message(finding,
                        "%s calls %s on %s with a special value that is no "
                        "rank of it.",
                        process_who(event->process).text,
                        event->call->info->name, window_name(window));
    else
        finding_message(finding,
                        "%s calls %s on %s to rank %lld, but its ranks are 0 "
                        "to %u.",
                        process_who(event->process).text,
                        event->call->info->name, window_name(window),
                        (long long)rank, window->size - 1);
    finding_submit(finding);
}

static bool is_dynamic(const struct window *window)
{
    return window->flavor == WINDOW_DYNAMIC;
}

static void check_negative(const struct rule *rule,
                           const struct model_event *event,
                           struct findings *findings)
{
    const struct rma_arguments *arguments = event->rma.arguments;
    const struct {
        const char *name;
        int64_t value;
    } numbers[] = {
        {"origin_count", arguments->origin.count},
        {"result_count", arguments->result.count},
        {"target_count", arguments->target.count},
        {"target_disp",
         is_dynamic(event->rma.window) ? 0 : arguments->target_disp},
    };
    struct finding *finding;
    size_t i;

    for (i = 0; i < sizeof numbers / sizeof numbers[0]; i++) {
        if (numbers[i].value >= 0)
            continue;
        finding = begin(rule, event, findings, event->rma.window);
        finding_message(finding, "%s calls %s on %s with %s=%lld.",
                        process_who(event->process).text,
                        event->call->info->name, window_name(event->rma.window),
                        numbers[i].name, (long long)numbers[i].value);
        finding_submit(finding);
        return;
    }
}

/* ---------------------------------------------------------------- memory */

static void check_bounds(const struct rule *rule,
                         const struct model_event *event,
                         struct findings *findings)
{
    const struct window *window = event->rma.window;
    const struct rma_arguments *arguments = event->rma.arguments;
    const struct window_rank *target;
    struct finding *finding;
    int64_t low, high;

    if (event->rma.target < 0 || is_dynamic(window) ||
        arguments->target_disp < 0)
        return;
    target = &window->ranks[event->rma.target];
    if (target->made_by == NULL || target->disp_unit <= 0 ||
        !rma_bounds(arguments, target, &low, &high) ||
        (low >= 0 && high <= target->size))
        return;
    finding = begin(rule, event, findings, window);
    finding_message(finding,
                    "%s calls %s on bytes %lld to %lld of the part of %s that "
                    "belongs to %s, which has %lld bytes (disp_unit %lld).",
                    process_who(event->process).text, event->call->info->name,
                    (long long)low, (long long)high - 1, window_name(window),
                    window_target(window, event->rma.target).text,
                    (long long)target->size, (long long)target->disp_unit);
    finding_call(finding, "target's window", target->made_by);
    finding_submit(finding);
}

static void check_unattached(const struct rule *rule,
                             const struct model_event *event,
                             struct findings *findings)
{
    const struct window *window = event->unattached.window;
    struct finding *finding = begin(rule, event, findings, window);

    finding_message(
        finding,
        "%s calls %s on %lld bytes at address 0x%llx of %s, where %s has no "
        "memory%s.",
        process_who(event->process).text, event->call->info->name,
        (long long)(event->unattached.high - event->unattached.low),
        (unsigned long long)event->unattached.low,
        window_target(window, event->unattached.target).text,
        window_name(window),
        event->unattached.detached != NULL ? " any more" : "");
    finding_call(finding, "detach", event->unattached.detached);
    finding_submit(finding);
}

static void check_attach(const struct rule *rule,
                         const struct model_event *event,
                         struct findings *findings)
{
    const struct window *window = event->attach.window;
    struct finding *finding;

    if (event->call->info->base != CALL_MPI_Win_attach ||
        (is_dynamic(window) && event->attach.attached == NULL))
        return;
    finding = finding_new(findings, rule);
    if (is_dynamic(window))
        finding_message(finding,
                        "%s attaches memory to %s that is attached to it "
                        "already, at least in part.",
                        process_who(event->process).text, window_name(window));
    else
        finding_message(finding,
                        "%s attaches memory to %s, which is no dynamic window.",
                        process_who(event->process).text, window_name(window));
    finding_call(finding, "attach", event->call);
    finding_call(finding, "attached", event->attach.attached);
    finding_object(finding, "window", window_name(window), window->made_by);
    finding_submit(finding);
}

static void check_detach(const struct rule *rule,
                         const struct model_event *event,
                         struct findings *findings)
{
    const struct window *window = event->attach.window;
    struct finding *finding;

    if (event->call->info->base != CALL_MPI_Win_detach ||
        event->attach.attached != NULL || event->attach.gone)
        return;
    finding = finding_new(findings, rule);
    finding_message(finding,
                    "%s detaches memory from %s, but none that is attached to "
                    "it begins there.",
                    process_who(event->process).text, window_name(window));
    finding_call(finding, "detach", event->call);
    finding_object(finding, "window", window_name(window), window->made_by);
    finding_submit(finding);
}

/* By MPI_Free_mem, or by itself; or, as the call begins, it is found that a
 * function has returned. */
static void report_freed(const struct rule *rule,
                         const struct model_event *event,
                         struct findings *findings, const char *how,
                         const char *lacks)
{
    const struct window *window = event->attach.window;
    struct finding *finding;

    if (!event->attach.gone)
        return;
    finding = finding_new(findings, rule);
    if (event->attach.returned)
        finding_message(finding,
                        "%s calls %s, but memory of %s is gone: it was a "
                        "variable of a function that has returned.",
                        process_who(event->process).text,
                        event->call->info->name, window_name(window));
    else
        finding_message(finding, "%s frees memory that is still %s %s: %s.",
                        process_who(event->process).text, how,
                        window_name(window), lacks);
    finding_call(finding, event->attach.returned ? "then" : "free",
                 event->call);
    finding_call(finding, "allocated", event->attach.attached);
    finding_object(finding, "window", window_name(window), window->made_by);
    finding_submit(finding);
}

static void check_freed(const struct rule *rule,
                        const struct model_event *event,
                        struct findings *findings)
{
    if (!is_dynamic(event->attach.window))
        report_freed(rule, event, findings, "in",
                     "MPI_Win_free has not been called yet");
}

static void check_attached_freed(const struct rule *rule,
                                 const struct model_event *event,
                                 struct findings *findings)
{
    if (is_dynamic(event->attach.window))
        report_freed(rule, event, findings, "attached to",
                     "neither MPI_Win_detach nor MPI_Win_free has been called");
}

/* ------------------------------------------------------ types and ops */

/* The call's payloads, and what they are called. */
struct named {
    const char *name;
    const struct type *type;
};

static void name_types(const struct rma_arguments *arguments,
                       struct named named[3])
{
    named[0] = (struct named){"target", arguments->target.type};
    named[1] = (struct named){"origin", arguments->origin.type};
    named[2] = (struct named){"result", arguments->result.type};
}

static void check_committed(const struct rule *rule,
                            const struct model_event *event,
                            struct findings *findings)
{
    struct finding *finding;
    struct named named[3];
    int i;

    name_types(event->rma.arguments, named);
    for (i = 0; i < 3; i++) {
        if (named[i].type == NULL || named[i].type->committed ||
            named[i].type->by_binding || !named[i].type->known)
            continue;
        finding = begin(rule, event, findings, event->rma.window);
        finding_message(finding,
                        "%s calls %s on %s with %s as the %s's datatype, "
                        "which is not committed.",
                        process_who(event->process).text,
                        event->call->info->name, window_name(event->rma.window),
                        named[i].type->name, named[i].name);
        finding_object(finding, "datatype", named[i].type->name,
                       named[i].type->made_by);
        finding_submit(finding);
        return;
    }
}

static bool is_swap_type(const struct type *type)
{
    enum basic_class class = signature_class(type->handle);

    return class == BASIC_SIGNED || class == BASIC_UNSIGNED ||
           class == BASIC_LOGICAL || strcmp(type->name, "MPI_BYTE") == 0;
}

/* What is wrong with one of the types, or NULL. */
static const char *type_fault(const struct rma_arguments *arguments,
                              const struct type *type)
{
    bool atomic = arguments->kind == RMA_FETCH_AND_OP ||
                  arguments->kind == RMA_COMPARE_AND_SWAP;

    if (type == NULL || !type->known)
        return NULL;
    if (atomic && type->maker != TYPE_PREDEFINED)
        return "which is not predefined";
    if (arguments->kind == RMA_COMPARE_AND_SWAP && !is_swap_type(type))
        return "which is no integer, logical or byte";
    if (type->made_of == 0 && type->signature.count > 0)
        return "which consists of several predefined types";
    if (type->made_of != 0 && arguments->target.type != NULL &&
        arguments->target.type->made_of != 0 &&
        type->made_of != arguments->target.type->made_of)
        return "which is made of another predefined type than the target's";
    return NULL;
}

static void check_accumulate_type(const struct rule *rule,
                                  const struct model_event *event,
                                  struct findings *findings)
{
    const struct rma_arguments *arguments = event->rma.arguments;
    const char *fault = NULL;
    struct finding *finding;
    struct named named[3];
    int i;

    if (arguments->kind < RMA_ACCUMULATE)
        return;
    name_types(arguments, named);
    for (i = 0; i < 3 && fault == NULL; i++)
        fault = type_fault(arguments, named[i].type);
    if (fault == NULL)
        return;
    i--;
    finding = begin(rule, event, findings, event->rma.window);
    finding_message(finding,
                    "%s calls %s on %s with %s as the %s's datatype, %s.",
                    process_who(event->process).text, event->call->info->name,
                    window_name(event->rma.window), named[i].type->name,
                    named[i].name, fault);
    if (named[i].type->made_by != NULL)
        finding_object(finding, "datatype", named[i].type->name,
                       named[i].type->made_by);
    finding_submit(finding);
}

static void report_op(const struct rule *rule, const struct model_event *event,
                      struct findings *findings, const char *what,
                      const char *fault)
{
    struct finding *finding = begin(rule, event, findings, event->rma.window);

    finding_message(finding, "%s calls %s on %s with %s, which %s.",
                    process_who(event->process).text, event->call->info->name,
                    window_name(event->rma.window), what, fault);
    finding_submit(finding);
}

static void check_op(const struct rule *rule, const struct model_event *event,
                     struct findings *findings)
{
    const struct rma_arguments *arguments = event->rma.arguments;
    const struct type *type = arguments->target.type;
    const char *name = reduction_name(arguments->op);
    uint64_t basic = type == NULL       ? 0
                     : type->alike != 0 ? type->alike
                                        : type->made_of;

    if (arguments->kind < RMA_ACCUMULATE ||
        arguments->kind == RMA_COMPARE_AND_SWAP)
        return;
    if (arguments->op >= NEUTRAL_HANDLE_PREDEFINED_END)
        report_op(rule, event, findings, "an op of MPI_Op_create",
                  "only collective reductions take");
    else if (arguments->op == NEUTRAL_OP_NULL)
        report_op(rule, event, findings, "MPI_OP_NULL", "is no operation");
    else if (arguments->op == NEUTRAL_OP_NO_OP &&
             arguments->kind == RMA_ACCUMULATE)
        report_op(rule, event, findings, "MPI_NO_OP",
                  "only calls that fetch take");
    else if (name != NULL && basic != 0 &&
             signature_basic_name(basic) != NULL &&
             !reduction_takes(arguments->op, basic))
        report_op(rule, event, findings, name,
                  "is not defined for the target's datatype");
}

/* ------------------------------------------------------------- requests */

static void check_requested(const struct rule *rule,
                            const struct model_event *event,
                            struct findings *findings)
{
    const struct window_rank *member = event->rma.member;
    int target = event->rma.target;
    struct finding *finding;
    struct call *opened;

    if (!event->rma.arguments->requested || target < 0 ||
        member->lock_all != NULL || window_held_lock(member, target) != NULL ||
        window_wrongly_locked(member, target))
        return;
    opened = window_started(member, target) ? member->start : member->fence;
    if (opened == NULL)
        return;
    finding = begin(rule, event, findings, event->rma.window);
    finding_message(finding,
                    "%s calls %s on %s in an epoch that %s opened, not under "
                    "a lock.",
                    process_who(event->process).text, event->call->info->name,
                    window_name(event->rma.window), opened->info->name);
    finding_call(finding, "opened", opened);
    finding_submit(finding);
}

static const struct rule rules[] = {
    {"RMA-RANK", SEVERITY_ERROR, "A target that is no rank of the window",
     "MPI-4.1 12.3, 12.5.3",
     "The target of an RMA call is a rank in the group of the window, from 0 "
     "on; RMA communication calls take MPI_PROC_NULL, too, and do nothing "
     "then.",
     "Give the rank in the communicator of which the window was made.",
     EVENT_BIT(EVENT_RMA) | EVENT_BIT(EVENT_SYNC), check_rank},
    {"RMA-NEGATIVE-ARGUMENT", SEVERITY_ERROR,
     "An RMA call with a negative count or displacement",
     "MPI-4.1 12.3.1, 12.2.4",
     "Counts and the target's displacement must not be negative; only in "
     "dynamic windows, where it is an address, the displacement may be.",
     "Count displacements from the beginning of the target's window, in its "
     "disp_unit.",
     EVENT_BIT(EVENT_RMA), check_negative},
    {"RMA-BEYOND-WINDOW", SEVERITY_ERROR,
     "An RMA call reaches beyond the target's window", "MPI-4.1 12.3.1",
     "The target buffer must fit in the window of the target: it begins at "
     "target_disp times the disp_unit that the target gave when the window "
     "was made, and no byte of it may lie beyond the size that the target "
     "gave then. What is written there is lost or destroys other data.",
     "Compare the displacement, count and datatype with the size and "
     "disp_unit that this target gave. They may differ from rank to rank.",
     EVENT_BIT(EVENT_RMA), check_bounds},
    {"RMA-NOT-ATTACHED", SEVERITY_ERROR,
     "An RMA call reaches memory that is not attached to the window",
     "MPI-4.1 12.2.4",
     "Memory of a dynamic window can be reached by RMA calls only after the "
     "target has attached it, and before it is detached.",
     "Attach the memory before its address is sent to others, give that "
     "address (MPI_Get_address) as target_disp, and detach it after the last "
     "access, in an order that is made sure of.",
     EVENT_BIT(EVENT_UNATTACHED), check_unattached},
    {"RMA-ATTACH", SEVERITY_ERROR,
     "Memory is attached to a window that cannot take it", "MPI-4.1 12.2.4",
     "Memory can be attached only to a window of MPI_Win_create_dynamic, and "
     "none that is attached to it already, not even in part.",
     "Detach the memory first, or attach it once only.",
     EVENT_BIT(EVENT_ATTACH), check_attach},
    {"RMA-DETACH", SEVERITY_ERROR, "Memory is detached that is not attached",
     "MPI-4.1 12.2.4",
     "MPI_Win_detach takes the window and base of an earlier MPI_Win_attach.",
     "Give the address that MPI_Win_attach was given, once for each attach.",
     EVENT_BIT(EVENT_ATTACH), check_detach},
    {"RMA-MEMORY-FREED", SEVERITY_ERROR,
     "Memory is freed that is in a window yet", "MPI-4.1 12.2.5",
     "The memory of a window that MPI_Win_create has made may be freed after "
     "MPI_Win_free has returned. Until then other processes may access it, "
     "and an MPI library may have it registered with the network. A "
     "variable of a function is gone when this returns.",
     "Call MPI_Win_free first; or let the memory be a static variable, or on "
     "the heap, or belong to the caller.",
     EVENT_BIT(EVENT_ATTACH), check_freed},
    {"RMA-ATTACHED-FREED", SEVERITY_WARNING,
     "Memory is freed that is attached to a window", "MPI-4.1 12.2.4",
     "Memory should be detached before it is freed: until then other processes "
     "may access it, and what is allocated there next; and an MPI library may "
     "have it registered with the network.",
     "Call MPI_Win_detach first.", EVENT_BIT(EVENT_ATTACH),
     check_attached_freed},
    {"RMA-TYPE-NOT-COMMITTED", SEVERITY_ERROR,
     "An RMA call with a datatype that is not committed", "MPI-4.1 12.5.6",
     "Datatypes must be committed before they are used in communication.",
     "Call MPI_Type_commit first.", EVENT_BIT(EVENT_RMA), check_committed},
    {"RMA-ACCUMULATE-TYPE", SEVERITY_ERROR,
     "An accumulating RMA call with datatypes that it does not take",
     "MPI-4.1 12.3.4",
     "Accumulate calls work on elements of one predefined datatype: each of "
     "the call's datatypes must be that, or derived from nothing else. "
     "MPI_Fetch_and_op takes predefined datatypes only, and "
     "MPI_Compare_and_swap only integers, logicals and MPI_BYTE.",
     "Make one call for each predefined datatype.", EVENT_BIT(EVENT_RMA),
     check_accumulate_type},
    {"RMA-ACCUMULATE-OP", SEVERITY_ERROR,
     "An accumulating RMA call with an op that it does not take",
     "MPI-4.1 12.3.4, 6.9.2",
     "Accumulate calls take the predefined operations of MPI_Reduce, for the "
     "datatypes they are defined for (MPI_CHAR is a character, and none of "
     "them), and MPI_REPLACE; those that fetch take MPI_NO_OP, too. None "
     "takes an operation of MPI_Op_create.",
     "Use a predefined operation, and MPI_SIGNED_CHAR or MPI_INT8_T for small "
     "integers; or get, compute and put under an exclusive "
     "lock.",
     EVENT_BIT(EVENT_RMA), check_op},
    {"RMA-REQUEST-EPOCH", SEVERITY_ERROR,
     "A request-based RMA call outside of a passive target epoch",
     "MPI-4.1 12.3.5",
     "MPI_Rput, MPI_Rget, MPI_Raccumulate and MPI_Rget_accumulate are valid "
     "only within epochs of MPI_Win_lock or MPI_Win_lock_all.",
     "Lock the target, or use MPI_Put, MPI_Get and the like, which the end of "
     "the epoch completes.",
     EVENT_BIT(EVENT_RMA), check_requested},
};

const struct rule_family rma_argument_family =
    RULE_FAMILY("rma-argument", rules);
