/*
 * model_window_memory.c - see model_window_memory.h.
 *
 * An RMA call may reach memory only while that is attached, and nothing but
 * the program sees to it.  As the model takes in nothing before what it
 * depends on, all that surely came before an access is known when it begins:
 * memory whose detach is known and surely came before is not there.  What is
 * attached later, but not surely after the access, may be what it reaches in
 * another order, so that an access to memory that is not there waits until
 * its target attaches nothing more.
 */
#include "model_window_memory.h"
#include "access.h"
#include "model_argument.h"
#include "model_buffer.h"
#include "model_given_up.h"
#include "neutral.h"

#include <stdlib.h>

#define STRAYS_KEPT  64 /* of more nothing is told */
#define REGIONS_GONE 32 /* detached ones that a member keeps */

/* An access that reaches nothing, as far as it is known yet. */
struct stray {
    struct window *window; /* held */
    int target;
    struct clock_moment moment; /* of the origin */
    struct model_event event;   /* its calls are held */
    struct stray *next, *prev;
};

static struct agent *member_agent(const struct window *window, int rank)
{
    const struct seat *seat = comm_seat(window->comm, (uint32_t)rank);

    return seat->process == NULL ? NULL : agent_of(seat->process);
}

/* ------------------------------------------------------------ MPI_Alloc_mem */

struct allocation {
    uint64_t base;
    int64_t size;
    struct call *made_by;        /* held */
    const struct window *window; /* of MPI_Win_allocate; else NULL */
    struct allocation *next;
};

/* So many are looked at, the newest first. */
#define ALLOCATIONS_SEEN 64

static void allocation_add(struct agent *agent, struct call *call,
                           uint64_t base, int64_t size,
                           const struct window *window)
{
    struct allocation *allocation = xcalloc(1, sizeof *allocation);

    allocation->base = base;
    allocation->size = size;
    allocation->made_by = call_hold(call);
    allocation->window = window;
    LL_PREPEND(agent->allocations, allocation);
}

static void allocation_remove(struct agent *agent,
                              struct allocation *allocation)
{
    if (allocation == NULL)
        return;
    LL_DELETE(agent->allocations, allocation);
    call_drop(allocation->made_by);
    free(allocation);
}

enum model_step alloc_exit(struct agent *agent, struct open_call *open)
{
    const struct call_MPI_Alloc_mem *view =
        CALL_VIEW(open->call, MPI_Alloc_mem);

    if (succeeded(open->call, call_result(open->call)))
        allocation_add(agent, open->call, view->baseptr, view->size, NULL);
    return MODEL_DONE;
}

bool memory_is_returned(const struct call *call)
{
    return !call_is_access(call) && call->info->base != CALL_MPI_Free_mem;
}

/* What is freed lies in a window that was made over it and is there yet, or to
 * which it is attached. */
static void freed_in_window(struct agent *agent, struct call *call,
                            struct call *allocated, uint64_t low, uint64_t high)
{
    struct model_event event = model_event_new(agent, EVENT_ATTACH, call);
    const struct access_region *region;

    if (agent->accesses == NULL)
        return;
    DL_FOREACH((const struct access_region *)agent->accesses->regions, region)
        if ((region->window->flavor == WINDOW_CREATE ||
             region->window->flavor == WINDOW_DYNAMIC) &&
            region->low < high && low < region->high) {
            event.attach.window = region->window;
            event.attach.attached = allocated;
            event.attach.gone = true;
            event.attach.returned = memory_is_returned(call);
            model_raise(agent->model, &event);
            return;
        }
}

void memory_freed(struct agent *agent, struct call *call, uint64_t low,
                  uint64_t high)
{
    if (agent->process->mpi == PROCESS_FINALIZED)
        return;
    buffer_freed(agent, call, low, high);
    given_up_freed(agent, call, low, high);
    freed_in_window(agent, call, NULL, low, high);
}

enum model_step free_mem_enter(struct agent *agent, struct open_call *open)
{
    uint64_t base = CALL_VIEW(open->call, MPI_Free_mem)->base;
    struct look look = {.agent = agent, .call = open->call};
    struct allocation *allocation;

    LL_FOREACH(agent->allocations, allocation)
        if (allocation->base == base && allocation->window == NULL)
            break;
    if (allocation == NULL && base != NEUTRAL_BOTTOM)
        argument_raise(&look, ARGUMENT_NOT_ALLOCATED,
                       &open->call->info->parameters[0], -1, NULL, -1);
    if (allocation != NULL) {
        uint64_t end = base + (uint64_t)allocation->size;

        buffer_freed(agent, open->call, base, end);
        given_up_freed(agent, open->call, base, end);
        freed_in_window(agent, open->call, allocation->made_by, base, end);
    }
    allocation_remove(agent, allocation);
    return MODEL_DONE;
}

void memory_window_made(struct agent *agent, struct call *call,
                        const struct window *window)
{
    const struct call_MPI_Win_allocate *view =
        CALL_VIEW(call, MPI_Win_allocate);

    allocation_add(agent, call, view->baseptr, view->size, window);
}

void memory_window_freed(struct agent *agent, const struct window *window)
{
    struct allocation *allocation;

    LL_FOREACH(agent->allocations, allocation)
        if (allocation->window == window)
            break;
    allocation_remove(agent, allocation);
}

bool memory_block(const struct agent *agent, uint64_t address, uint64_t *end)
{
    const struct allocation *allocation;
    unsigned seen = 0;

    LL_FOREACH((const struct allocation *)agent->allocations, allocation) {
        *end = allocation->base + (uint64_t)allocation->size;
        if (address >= allocation->base && address < *end)
            return true;
        if (++seen == ALLOCATIONS_SEEN)
            break;
    }
    return false;
}

void allocations_left(struct agent *agent, struct call *call)
{
    const struct allocation *allocation;

    LL_FOREACH((const struct allocation *)agent->allocations, allocation) {
        struct model_event event = model_event_new(agent, EVENT_LEFT, call);

        if (allocation->window != NULL)
            continue;
        event.left.kind = LEFT_MEMORY;
        event.left.made_by = allocation->made_by;
        model_raise(agent->model, &event);
    }
}

bool memory_allocated(const struct agent *agent, uint64_t base, int64_t size)
{
    const struct allocation *allocation;

    LL_FOREACH((const struct allocation *)agent->allocations, allocation)
        if (base >= allocation->base &&
            base + (uint64_t)size <=
                allocation->base + (uint64_t)allocation->size)
            return true;
    return false;
}

void allocations_free(struct agent *agent)
{
    struct allocation *allocation, *next;

    LL_FOREACH_SAFE(agent->allocations, allocation, next) {
        call_drop(allocation->made_by);
        free(allocation);
    }
}

/* ------------------------------------------------------ attach and detach */

static struct region *region_new(struct call *call, int64_t low, int64_t size)
{
    struct region *region = xcalloc(1, sizeof *region);

    region->low = low;
    region->high = low + size;
    region->attached = call_hold(call);
    return region;
}

static void region_free(struct window_rank *member, struct region *region)
{
    DL_DELETE(member->regions, region);
    call_drop(region->attached);
    call_drop(region->detached);
    free(region);
}

void regions_free(struct window_rank *member)
{
    while (member->regions != NULL)
        region_free(member, member->regions);
}

static bool overlap(const struct region *region, int64_t low, int64_t high)
{
    return region->low < high && low < region->high;
}

static const struct region *attached_at(const struct window_rank *member,
                                        int64_t low, int64_t high)
{
    const struct region *region;

    DL_FOREACH((const struct region *)member->regions, region)
        if (region->detached == NULL && overlap(region, low, high))
            return region;
    return NULL;
}

/* The window, held by the open call, and the caller in it; or NULL. */
static struct window_rank *find_member(struct agent *agent,
                                       struct open_call *open)
{
    struct window *window =
        agent_window(agent, call_word(open->call, open->call->info->win_word));

    if (window == NULL || !comm_member(window->comm, agent, &open->member))
        return NULL;
    open->window = window_hold(window);
    return &window->ranks[open->member];
}

static void raise_attach(struct agent *agent, const struct open_call *open,
                         const struct region *met)
{
    struct model_event event = model_event_new(agent, EVENT_ATTACH, open->call);

    event.attach.window = open->window;
    event.attach.attached = met == NULL ? NULL : met->attached;
    model_raise(agent->model, &event);
}

static void stray_free(struct model *model, struct stray *stray)
{
    DL_DELETE(model->strays, stray);
    model->stray_count--;
    call_drop(stray->event.call);
    call_drop(stray->event.unattached.detached);
    window_drop(stray->window);
    free(stray);
}

/* Strays that may have meant it are none, in another order. */
static void memory_comes(struct agent *agent, const struct open_call *open,
                         const struct region *region)
{
    struct stray *stray, *next;

    DL_FOREACH_SAFE(agent->model->strays, stray, next)
        if (stray->window == open->window &&
            stray->target == (int)open->member &&
            overlap(region, stray->event.unattached.low,
                    stray->event.unattached.high) &&
            clock_process_sure(&agent->clock, stray->moment.process) <
                stray->moment.at)
            stray_free(agent->model, stray);
}

enum model_step attach_enter(struct agent *agent, struct open_call *open)
{
    const struct call_MPI_Win_attach *attach =
        CALL_VIEW(open->call, MPI_Win_attach);
    struct window_rank *member = find_member(agent, open);
    int64_t low = (int64_t)attach->base;
    struct region *region;

    if (member == NULL)
        return MODEL_DONE;
    raise_attach(agent, open, attached_at(member, low, low + attach->size));
    if (open->window->flavor != WINDOW_DYNAMIC || attach->size < 0)
        return MODEL_DONE;
    region = region_new(open->call, low, attach->size);
    DL_PREPEND(member->regions, region);
    memory_comes(agent, open, region);
    return MODEL_DONE;
}

enum model_step attach_exit(struct agent *agent, struct open_call *open)
{
    struct window_rank *member;
    struct region *region;

    (void)agent;
    if (open->window == NULL || succeeded(open->call, call_result(open->call)))
        return MODEL_DONE;
    member = &open->window->ranks[open->member];
    DL_FOREACH(member->regions, region)
        if (region->attached == open->call) {
            region_free(member, region);
            break;
        }
    return MODEL_DONE;
}

/* The newest that begins there. */
static struct region *attached_from(const struct window_rank *member,
                                    int64_t low)
{
    struct region *region;

    DL_FOREACH(member->regions, region)
        if (region->detached == NULL && region->low == low)
            return region;
    return NULL;
}

/* Of what was detached the newest are kept, and of one place only the newest:
 * whoever comes after that came after the others, too. */
static void forget_detached(struct window_rank *member,
                            const struct region *newest)
{
    struct region *region, *next;
    int kept = 0;

    DL_FOREACH_SAFE(member->regions, region, next)
        if (region != newest && region->detached != NULL &&
            ((region->low == newest->low && region->high == newest->high) ||
             ++kept >= REGIONS_GONE))
            region_free(member, region);
}

enum model_step detach_enter(struct agent *agent, struct open_call *open)
{
    struct window_rank *member = find_member(agent, open);
    struct region *region;

    if (member == NULL)
        return MODEL_DONE;
    region = attached_from(
        member, (int64_t)CALL_VIEW(open->call, MPI_Win_detach)->base);
    raise_attach(agent, open, region);
    if (region == NULL)
        return MODEL_DONE;
    region->detached = call_hold(open->call);
    region->removed = clock_moment(&agent->clock);
    forget_detached(member, region);
    return MODEL_DONE;
}

/* --------------------------------------------------------------- accesses */

/* Whether it may be there when the agent accesses it now. */
static bool may_be_there(const struct agent *agent, const struct region *region)
{
    return region->detached == NULL ||
           clock_process_sure(&agent->clock, region->removed.process) <
               region->removed.at;
}

/* The end of the memory from there on that may be attached; `low` itself:
 * there is none. */
static int64_t reaches(const struct agent *agent,
                       const struct window_rank *member, int64_t low)
{
    const struct region *region;
    int64_t from;

    do {
        from = low;
        DL_FOREACH((const struct region *)member->regions, region)
            if (region->low <= low && low < region->high &&
                may_be_there(agent, region))
                low = region->high;
    } while (low > from);
    return low;
}

/* Data with gaps must be there at its first and its last byte only. */
static bool is_there(const struct agent *agent,
                     const struct window_rank *member,
                     const struct rma_arguments *arguments, int64_t low,
                     int64_t high)
{
    int64_t end = reaches(agent, member, low);

    if (end >= high)
        return true;
    return end > low && high - low > payload_bytes(&arguments->target) &&
           reaches(agent, member, high - 1) >= high;
}

static struct call *last_detached(const struct window_rank *member, int64_t low,
                                  int64_t high)
{
    const struct region *region;

    DL_FOREACH((const struct region *)member->regions, region)
        if (region->detached != NULL && overlap(region, low, high))
            return region->detached;
    return NULL;
}

void memory_accessed(struct agent *agent, struct window *window,
                     const struct rma_arguments *arguments, struct call *call)
{
    int target = (int)arguments->target_rank;
    const struct window_rank *member = &window->ranks[target];
    struct model_event event = model_event_new(agent, EVENT_UNATTACHED, call);
    struct stray *stray;
    int64_t low, high;

    if (!rma_bounds(arguments, member, &low, &high) ||
        is_there(agent, member, arguments, low, high))
        return;
    event.unattached.window = window;
    event.unattached.target = target;
    event.unattached.low = low;
    event.unattached.high = high;
    event.unattached.detached = last_detached(member, low, high);
    if (member->frees) {
        model_raise(agent->model, &event);
        return;
    }
    if (agent->model->stray_count == STRAYS_KEPT || agent->clock.partial)
        return;
    stray = xcalloc(1, sizeof *stray);
    stray->window = window_hold(window);
    stray->target = target;
    call_hold(call);
    if (event.unattached.detached != NULL)
        call_hold(event.unattached.detached);
    stray->event = event;
    stray->moment = clock_moment(&agent->clock);
    DL_APPEND(agent->model->strays, stray);
    agent->model->stray_count++;
}

static void settle(struct model *model, struct stray *stray)
{
    const struct agent *target = member_agent(stray->window, stray->target);

    if (target != NULL && target->process->damage == NULL &&
        !model->order_unsure)
        model_raise(model, &stray->event);
    stray_free(model, stray);
}

void memory_final(struct model *model, struct window *window, int target)
{
    struct stray *stray, *next;

    DL_FOREACH_SAFE(model->strays, stray, next)
        if (stray->window == window && stray->target == target)
            settle(model, stray);
}

void memory_end(struct model *model)
{
    while (model->strays != NULL)
        settle(model, model->strays);
}

void memory_free(struct model *model)
{
    while (model->strays != NULL)
        stray_free(model, model->strays);
}
