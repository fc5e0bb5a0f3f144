/*
 * model_rma.c - RMA communication calls (MPI-4.1 12.3).
 */
#include "model_request.h"
#include "model_window_lock.h"
#include "model_window_memory.h"
#include "model_window_order.h"
#include "model_window_promise.h"
#include "rma_arguments.h"
#include "stack.h"
#include "traffic.h"

static struct payload payload_of(struct agent *agent, int64_t count,
                                 uint64_t datatype)
{
    return (struct payload){agent_type(agent, datatype), count};
}

/* MPI_Get_accumulate and MPI_Fetch_and_op: MPI_NO_OP ignores the origin. */
static void set_op(struct rma_arguments *arguments, uint64_t op)
{
    arguments->op = op;
    arguments->writes = op != NEUTRAL_OP_NO_OP;
    if (op == NEUTRAL_OP_NO_OP)
        arguments->origin = (struct payload){NULL, 0};
}

static void set_fetch(struct agent *agent, const struct call *call,
                      struct rma_arguments *arguments)
{
    const struct call_MPI_Get_accumulate *get =
        CALL_VIEW(call, MPI_Get_accumulate);

    arguments->kind = RMA_GET_ACCUMULATE;
    arguments->reads = true;
    arguments->target_rank = get->target_rank;
    arguments->target_disp = get->target_disp;
    arguments->target =
        payload_of(agent, get->target_count, get->target_datatype);
    arguments->origin =
        payload_of(agent, get->origin_count, get->origin_datatype);
    arguments->result =
        payload_of(agent, get->result_count, get->result_datatype);
    set_op(arguments, get->op);
}

static void set_atomic(struct agent *agent, const struct call *call,
                       struct rma_arguments *arguments)
{
    const struct call_MPI_Fetch_and_op *fetch =
        CALL_VIEW(call, MPI_Fetch_and_op);
    const struct call_MPI_Compare_and_swap *swap =
        CALL_VIEW(call, MPI_Compare_and_swap);
    bool swaps = call->info->base == CALL_MPI_Compare_and_swap;

    arguments->kind = swaps ? RMA_COMPARE_AND_SWAP : RMA_FETCH_AND_OP;
    arguments->reads = arguments->writes = true;
    arguments->target_rank = swaps ? swap->target_rank : fetch->target_rank;
    arguments->target_disp = swaps ? swap->target_disp : fetch->target_disp;
    arguments->target =
        payload_of(agent, 1, swaps ? swap->datatype : fetch->datatype);
    arguments->origin = arguments->result = arguments->target;
    if (!swaps)
        set_op(arguments, fetch->op);
}

/* Put and get have the same parameters, and accumulate behind them the op. */
static void set_plain(struct agent *agent, const struct call *call,
                      struct rma_arguments *arguments)
{
    const struct call_MPI_Put *put = CALL_VIEW(call, MPI_Put);

    arguments->target_rank = put->target_rank;
    arguments->target_disp = put->target_disp;
    arguments->target =
        payload_of(agent, put->target_count, put->target_datatype);
    arguments->origin =
        payload_of(agent, put->origin_count, put->origin_datatype);
    switch (call->info->base) {
    case CALL_MPI_Get:
    case CALL_MPI_Rget:
        arguments->kind = RMA_GET;
        arguments->reads = true;
        break;
    case CALL_MPI_Accumulate:
    case CALL_MPI_Raccumulate:
        arguments->kind = RMA_ACCUMULATE;
        arguments->writes = true;
        arguments->op = CALL_VIEW(call, MPI_Accumulate)->op;
        break;
    default:
        arguments->kind = RMA_PUT;
        arguments->writes = true;
    }
}

static struct rma_arguments describe(struct agent *agent,
                                     const struct call *call)
{
    struct rma_arguments arguments = {
        .op = NEUTRAL_OP_NULL,
        .requested = (call->info->classes & CLASS_STARTS) != 0};

    switch (call->info->base) {
    case CALL_MPI_Get_accumulate:
    case CALL_MPI_Rget_accumulate:
        set_fetch(agent, call, &arguments);
        break;
    case CALL_MPI_Fetch_and_op:
    case CALL_MPI_Compare_and_swap:
        set_atomic(agent, call, &arguments);
        break;
    default:
        set_plain(agent, call, &arguments);
    }
    return arguments;
}

/* Of under- and overflow it is known where it leads. */
static int64_t add(int64_t left, int64_t right)
{
    int64_t sum;

    if (!__builtin_add_overflow(left, right, &sum))
        return sum;
    return left < 0 ? INT64_MIN : INT64_MAX;
}

static int64_t multiply(int64_t left, int64_t right)
{
    int64_t product;

    if (!__builtin_mul_overflow(left, right, &product))
        return product;
    return (left < 0) == (right < 0) ? INT64_MAX : INT64_MIN;
}

bool rma_bounds(const struct rma_arguments *arguments,
                const struct window_rank *target, int64_t *low, int64_t *high)
{
    const struct type *type = arguments->target.type;
    int64_t begin = multiply(arguments->target_disp, target->disp_unit), last;

    if (arguments->target.count <= 0 || type == NULL || !type->known ||
        type->size == 0 || type->doubt == TYPE_PLACES_UNSURE ||
        (arguments->target.count > 1 && type->doubt != TYPE_SURE))
        return false;
    last = multiply(arguments->target.count - 1, type->ub - type->lb);
    *low = add(begin, add(type->true_lb, last < 0 ? last : 0));
    *high = add(begin, add(type->true_ub, last > 0 ? last : 0));
    return true;
}

/* What is put may be less than there is room for (MPI-4.1 12.3.1). */
static int64_t touched_count(const struct rma_arguments *arguments)
{
    const struct payload *target = &arguments->target;
    int64_t bytes = arguments->reads ? -1 : payload_bytes(&arguments->origin);
    int64_t count;

    if (bytes < 0 || target->type == NULL || !target->type->known ||
        target->type->size <= 0)
        return target->count;
    count = bytes / target->type->size + (bytes % target->type->size != 0);
    return count < target->count ? count : target->count;
}

/* Bytes of the target's window from the first to the last that is touched. */
static void add_access(const struct window *window, struct window_rank *member,
                       const struct rma_arguments *arguments,
                       const struct call *call)
{
    int target = (int)arguments->target_rank;
    const struct held_lock *held = window_held_lock(member, target);
    bool excludes = held != NULL && lock_is_exclusive(held->lock);
    int64_t low = INT64_MIN, high = INT64_MAX;
    struct rma_arguments touched = *arguments;

    touched.target.count = touched_count(arguments);
    if (touched.target.count == 0)
        return;
    rma_bounds(&touched, &window->ranks[target], &low, &high);
    passive_add(member,
                &(struct passive_access){
                    .target = target,
                    .low = low,
                    .high = high,
                    .reads = arguments->reads,
                    .writes = arguments->writes,
                    .gets = !arguments->reads || arguments->kind == RMA_GET,
                    .got_at = arguments->reads ? stack_place(call->stack) : 0,
                    .shared = !excludes,
                    .excludes = arguments->reads && excludes});
}

static void raise_rma(struct agent *agent, const struct window *window,
                      uint32_t origin, const struct rma_arguments *arguments,
                      int target, struct call *call)
{
    struct model_event event = model_event_new(agent, EVENT_RMA, call);

    event.rma.window = window;
    event.rma.member = &window->ranks[origin];
    event.rma.origin = (int)origin;
    event.rma.target = target;
    event.rma.arguments = arguments;
    model_raise(agent->model, &event);
}

static void compare(struct agent *agent, const struct window *window,
                    const struct rma_arguments *arguments, struct call *call,
                    const struct payload *sent, const struct payload *expected)
{
    struct model_event event = model_event_new(agent, EVENT_RMA_DATA, call);
    struct payload_difference difference;

    if (sent->type == NULL || expected->type == NULL ||
        !payload_compare(sent, expected, &difference) ||
        (difference.relation == RELATION_EQUAL &&
         difference.bytes[0] <= difference.bytes[1]))
        return;
    event.rma_data.window = window;
    event.rma_data.arguments = arguments;
    event.rma_data.sent = sent;
    event.rma_data.expected = expected;
    event.rma_data.differs = &difference;
    model_raise(agent->model, &event);
}

/* An RMA call moves data as a message would (MPI-4.1 12.3.1). */
static void compare_data(struct agent *agent, const struct window *window,
                         const struct rma_arguments *arguments,
                         struct call *call)
{
    if (arguments->writes)
        compare(agent, window, arguments, call, &arguments->origin,
                &arguments->target);
    if (arguments->reads)
        compare(agent, window, arguments, call, &arguments->target,
                arguments->kind == RMA_GET ? &arguments->origin
                                           : &arguments->result);
}

/* An RMA call to a member of the window. */
static void access_target(struct agent *agent, struct open_call *open,
                          struct window *window,
                          const struct rma_arguments *arguments)
{
    struct window_rank *member = &window->ranks[open->member];
    int target = (int)arguments->target_rank;
    bool passive =
        member->lock_all != NULL || window_held_lock(member, target) != NULL;

    if (passive)
        add_access(window, member, arguments, open->call);
    if (passive && open->operation != NULL) {
        open->operation->window = window_hold(window);
        open->operation->member = open->member;
        open->operation->target = target;
        open->operation->reads = arguments->reads;
    }
    if (!passive && arguments->writes && arguments->target.count > 0)
        promise_write(agent, window, open->member, target, open->call,
                      window_started(member, target));
    if (window->flavor == WINDOW_DYNAMIC)
        memory_accessed(agent, window, arguments, open->call);
    if (member->fence == NULL)
        return;
    if (passive)
        member->fence_lock_used = true;
    else if (window_started(member, target))
        member->fence_start_used = true;
    else if (member->fence_rma == NULL && window_fenced(member))
        member->fence_rma = call_hold(open->call);
}

enum model_step rma_enter(struct agent *agent, struct open_call *open)
{
    struct call *call = open->call;
    struct rma_arguments arguments = describe(agent, call);
    struct window *window =
        agent_window(agent, call_word(call, call->info->win_word));
    int target = -1;

    if (arguments.requested) {
        open->operation = operation_new(OPERATION_RMA, call);
        open->operation->active = true;
    }
    if (window == NULL || !comm_member(window->comm, agent, &open->member))
        return MODEL_DONE;
    if (arguments.target_rank >= 0 && arguments.target_rank < window->size)
        target = (int)arguments.target_rank;
    raise_rma(agent, window, open->member, &arguments, target, call);
    if (target < 0)
        return MODEL_DONE;
    traffic_access(traffic_between(agent->model->traffic, agent->seat,
                                   comm_seat(window->comm, (uint32_t)target)),
                   payload_bytes(&arguments.target));
    compare_data(agent, window, &arguments, call);
    access_target(agent, open, window, &arguments);
    return MODEL_DONE;
}

void rma_complete(struct agent *agent, const struct operation *operation)
{
    const struct window *window = operation->window;

    if (window == NULL || !operation->reads)
        return;
    passive_learn(agent, operation->window, operation->member,
                  operation->target);
    window_lock_answered(agent, window, &window->ranks[operation->member],
                         operation->target, operation->made_by);
}
