/*
 * model_rma.c - RMA communication calls (MPI-4.1 12.3).
 */
#include "model_private.h"

/* What an RMA call does to a target. */
struct rma {
    int64_t target, disp, count;
    uint64_t datatype;
    bool reads, writes;
};

/* Put and get have the same parameters up to the target's datatype, and so
 * have those that fetch. */
static struct rma describe(const struct call *call)
{
    const struct call_MPI_Put *put = CALL_VIEW(call, MPI_Put);
    const struct call_MPI_Get_accumulate *get =
        CALL_VIEW(call, MPI_Get_accumulate);
    const struct call_MPI_Fetch_and_op *fetch =
        CALL_VIEW(call, MPI_Fetch_and_op);
    const struct call_MPI_Compare_and_swap *swap =
        CALL_VIEW(call, MPI_Compare_and_swap);

    switch (call->info->base) {
    case CALL_MPI_Get:
    case CALL_MPI_Rget:
        return (struct rma){put->target_rank,
                            put->target_disp,
                            put->target_count,
                            put->target_datatype,
                            true,
                            false};
    case CALL_MPI_Get_accumulate:
    case CALL_MPI_Rget_accumulate:
        return (struct rma){get->target_rank,
                            get->target_disp,
                            get->target_count,
                            get->target_datatype,
                            true,
                            get->op != NEUTRAL_OP_NO_OP};
    case CALL_MPI_Fetch_and_op:
        return (struct rma){fetch->target_rank,
                            fetch->target_disp,
                            1,
                            fetch->datatype,
                            true,
                            fetch->op != NEUTRAL_OP_NO_OP};
    case CALL_MPI_Compare_and_swap:
        return (struct rma){swap->target_rank,
                            swap->target_disp,
                            1,
                            swap->datatype,
                            true,
                            true};
    default:
        return (struct rma){put->target_rank,
                            put->target_disp,
                            put->target_count,
                            put->target_datatype,
                            false,
                            true};
    }
}

/* Bytes of the target's window from the first to the last that is touched. */
static void add_access(struct agent *agent, const struct window *window,
                       struct window_rank *member, const struct rma *rma)
{
    const struct type *type = agent_type(agent, rma->datatype);
    int64_t low = rma->disp * window->ranks[rma->target].disp_unit, last;

    if (rma->count == 0)
        return;
    if (type == NULL || !type->known || rma->count < 0) {
        passive_add(member, (int)rma->target, INT64_MIN, INT64_MAX, rma->reads,
                    rma->writes);
        return;
    }
    last = (rma->count - 1) * (type->ub - type->lb);
    passive_add(
        member, (int)rma->target, low + type->true_lb + (last < 0 ? last : 0),
        low + type->true_ub + (last > 0 ? last : 0), rma->reads, rma->writes);
}

static void raise_rma(struct agent *agent, const struct window *window,
                      uint32_t origin, int64_t target, struct call *call)
{
    struct model_event event = model_event_new(agent, EVENT_RMA, call);

    event.rma.window = window;
    event.rma.member = &window->ranks[origin];
    event.rma.origin = (int)origin;
    event.rma.target = (int)target;
    model_raise(agent->model, &event);
}

enum model_step rma_enter(struct agent *agent, struct open_call *open)
{
    struct call *call = open->call;
    struct rma rma = describe(call);
    struct window *window =
        agent_window(agent, call_word(call, call->info->win_word));
    struct window_rank *member;
    bool passive;

    if (call->info->classes & CLASS_STARTS) {
        open->operation = operation_new(OPERATION_RMA, call);
        open->operation->active = true;
    }
    if (window == NULL || !comm_member(window->comm, agent, &open->member) ||
        rma.target < 0 || rma.target >= window->size)
        return MODEL_DONE;
    member = &window->ranks[open->member];
    raise_rma(agent, window, open->member, rma.target, call);
    passive = member->lock_all != NULL ||
              window_held_lock(member, (int)rma.target) != NULL;
    if (passive)
        add_access(agent, window, member, &rma);
    if (passive && open->operation != NULL) {
        open->operation->window = window_hold(window);
        open->operation->member = open->member;
        open->operation->target = (int)rma.target;
        open->operation->reads = rma.reads;
    }
    if (member->fence == NULL)
        return MODEL_DONE;
    if (passive)
        member->fence_lock_used = true;
    else if (member->fence_rma == NULL &&
             !window_started(member, (int)rma.target))
        member->fence_rma = call_hold(call);
    return MODEL_DONE;
}

void rma_complete(struct agent *agent, const struct operation *operation)
{
    if (operation->window != NULL && operation->reads)
        passive_learn(agent, operation->window, operation->member,
                      operation->target);
}
