#include "watch_private.h"

#include "follow_whole.h"
#include "mapping.h"
#include "meet.h"
#include "process.h"

unsigned char watch_wants[CALL_COUNT];
static bool makes_comm[CALL_COUNT]; /* or may */
static bool goes_on[CALL_COUNT];    /* see moves_pending */
static bool has_functions[CALL_COUNT];
pthread_mutex_t watch_lock = PTHREAD_MUTEX_INITIALIZER;

static void hand_keep(struct murmel_call *call, struct hand hand)
{
    struct hand *kept = NULL;

    if (hand.begun != NULL || hand.ending != NULL || hand.is_constructor ||
        hand.slots != NULL || hand.synchronizes || hand.makes_window ||
        hand.shows_memory)
        kept = arena_take(sizeof *kept);
    if (kept != NULL)
        *kept = hand;
    call->watch = kept;
}

/* Complete by a synchronization call alone. */
static bool is_plain_rma(const struct call_info *info)
{
    return (info->classes & (CLASS_RMA | CLASS_STARTS)) == CLASS_RMA;
}

/* For watch_left. */
static void note_begun(const struct murmel_call *call, const void *begun)
{
    if (call->depth < THREAD_DEPTH_MAX)
        call->thread->begun[call->depth] = begun;
}

void watch_left(const void *begun)
{
    watch_window_undo(begun);
}

unsigned watch_spans(uint64_t datatype, int64_t items, uint64_t address,
                     struct watch_span *spans, unsigned most)
{
    const struct layout *layout;
    int64_t bytes;
    unsigned i, count = 0;

    pthread_mutex_lock(&watch_lock);
    layout = layout_find(datatype);
    if (layout != NULL && layout_is_dense(layout)) {
        count = layout->run_count > 0 &&
                !__builtin_mul_overflow(items, layout->size, &bytes);
        if (count > 0) {
            spans->low = address + (uint64_t)layout->runs[0].offset;
            spans->high = spans->low + (uint64_t)bytes;
        }
    } else if (layout != NULL) {
        count = layout->run_count < most ? layout->run_count : most;
        for (i = 0; i < count; i++) {
            spans[i].low = address + (uint64_t)layout->runs[i].offset;
            spans[i].high = spans[i].low + (uint64_t)layout->runs[i].length;
        }
    }
    for (i = 0; i < count; i++)
        if (spans[i].low >= spans[i].high)
            count = 0;
    pthread_mutex_unlock(&watch_lock);
    return count;
}

/* Two items may be in two variables, by the distance of these, unless there is
 * no room between them for what malloc has before a block; three hardly are. */
static bool are_array(const struct layout *layout, int64_t items)
{
    int64_t extent = layout->ub - layout->lb;
    int64_t between = extent - (layout->high - layout->low);

    return layout->extent_known && extent > 0 &&
           (items > 2 || (items == 2 && between < (int64_t)sizeof(size_t)));
}

bool watch_array_end(uint64_t datatype, int64_t items, uint64_t address,
                     uint64_t *first_end, uint64_t *end)
{
    const struct layout *layout;
    int64_t low, high;
    bool known;

    pthread_mutex_lock(&watch_lock);
    layout = layout_find(datatype);
    known = layout != NULL && (layout->one_array || are_array(layout, items)) &&
            layout_span(layout, items, &low, &high) && high > 0;
    *first_end =
        known && !layout->one_array ? address + (uint64_t)layout->high : 0;
    pthread_mutex_unlock(&watch_lock);
    if (known)
        *end = address + (uint64_t)high;
    return known && *end > address;
}

bool watch_extent(uint64_t datatype, int64_t *extent)
{
    const struct layout *layout;

    pthread_mutex_lock(&watch_lock);
    layout = layout_find(datatype);
    if (layout != NULL && layout->extent_known)
        *extent = layout->ub - layout->lb;
    pthread_mutex_unlock(&watch_lock);
    return layout != NULL && layout->extent_known;
}

/* Of generalized requests a signal handler may tell that they are complete. */
static void tell_handlers(struct thread *thread, const struct call_info *info)
{
    static _Atomic bool generalized;

    if (info->base == CALL_MPI_Grequest_start)
        atomic_store_explicit(&generalized, true, memory_order_relaxed);
    else if ((info->classes & CLASS_COMPLETES) &&
             atomic_load_explicit(&generalized, memory_order_relaxed))
        process_tell_handlers(thread);
}

static void enter_window(struct thread *thread, struct hand *hand,
                         const struct record *record)
{
    const struct call_info *info = &call_table[record->call];

    if (info->classes & CLASS_RMA_SYNC) {
        watch_window_complete(thread, hand, record);
        watch_window_enter(thread, hand, record);
        return;
    }
    switch (info->base) {
    case CALL_MPI_Win_create:
        hand->makes_window = hand->shows_memory = true;
        hand->base = record->words[0];
        hand->size = (int64_t)record->words[1];
        break;
    case CALL_MPI_Win_allocate:
    case CALL_MPI_Win_allocate_shared:
        hand->makes_window = hand->shows_memory = true;
        hand->size = (int64_t)record->words[0];
        if (info->base == CALL_MPI_Win_allocate_shared) {
            pthread_mutex_lock(&watch_lock);
            hand->shares = watch_member_of(record);
            pthread_mutex_unlock(&watch_lock);
        }
        break;
    case CALL_MPI_Win_shared_query:
    case CALL_MPI_Win_attach:
        hand->shows_memory = true;
        hand->handle = record->words[0];
        if (info->base == CALL_MPI_Win_attach) {
            hand->base = record->words[1];
            hand->size = (int64_t)record->words[2];
        }
        break;
    case CALL_MPI_Win_detach:
        watch_window_detach(thread, record);
        break;
    case CALL_MPI_Buffer_attach:
    case CALL_MPI_Comm_attach_buffer:
    case CALL_MPI_Session_attach_buffer:
        freed_attached(record);
        break;
    case CALL_MPI_Buffer_detach:
    case CALL_MPI_Comm_detach_buffer:
    case CALL_MPI_Session_detach_buffer:
        freed_detached(thread);
        break;
    case CALL_MPI_Win_free:
        watch_window_complete(thread, hand, record);
        watch_window_goes(thread, record);
        break;
    }
}

static void enter(struct murmel_call *call, const struct record *record)
{
    const struct call_info *info = &call_table[record->call];
    struct hand hand = {.begun = NULL};

    if (is_plain_rma(info)) {
        call->watch = watch_operation_new(call, record);
        note_begun(call, call->watch);
        return;
    }
    call->watch = NULL;
    tell_handlers(call->thread, info);
    if (info->base == CALL_MPI_Start || info->base == CALL_MPI_Startall) {
        watch_request_start(call->thread, record);
    } else if (info->classes &
               (CLASS_STARTS | CLASS_INITS | CLASS_SPLITS | CLASS_RMA)) {
        hand.begun = watch_operation_new(call, record);
    } else if ((info->classes & (CLASS_COMPLETES | CLASS_ENDS_SPLIT)) ||
               info->base == CALL_MPI_Request_get_status) {
        watch_request_take(call->thread, &hand, record);
    } else if (layout_is_constructor(record->call)) {
        pthread_mutex_lock(&watch_lock);
        hand.is_constructor = true;
        hand.layout = layout_of_call(record);
        pthread_mutex_unlock(&watch_lock);
    } else if (info->base == CALL_MPI_Type_free) {
        pthread_mutex_lock(&watch_lock);
        layout_bind(record->words[0], NULL);
        pthread_mutex_unlock(&watch_lock);
    } else if (info->base == CALL_MPI_Request_free ||
               info->base == CALL_MPI_Request_get_status_all ||
               info->base == CALL_MPI_Request_get_status_any ||
               info->base == CALL_MPI_Request_get_status_some) {
        watch_request_give_up(call->thread, record);
    } else if (info->base == CALL_MPI_Pready ||
               info->base == CALL_MPI_Pready_range ||
               info->base == CALL_MPI_Pready_list) {
        watch_partition_ready(record);
    } else if (info->base == CALL_MPI_Parrived) {
        watch_partition_asked(record);
    } else if (info->base == CALL_MPI_Finalize) {
        watch_operation_totals(call->thread);
        freed_finalize(call->thread);
        watch_window_finalize(true);
    } else if (info->base == CALL_MPI_Session_finalize) {
        watch_window_finalize(false);
    } else {
        enter_window(call->thread, &hand, record);
    }
    hand_keep(call, hand);
}

static void exit_constructor(const struct hand *hand,
                             const struct record *record)
{
    const struct call_info *info = &call_table[record->call];
    const struct call_parameter *newtype =
        &info->parameters[info->parameter_count - 1];

    pthread_mutex_lock(&watch_lock);
    if (record->words[0] == (uint64_t)NEUTRAL_SUCCESS)
        layout_bind(record->words[newtype->word - info->in_words],
                    hand->layout);
    else
        layout_drop(hand->layout);
    pthread_mutex_unlock(&watch_lock);
}

static void leave(struct murmel_call *call, const struct record *record)
{
    const struct call_info *info = &call_table[record->call];
    struct hand *hand = call->watch;
    unsigned i;

    for (i = 0; makes_comm[record->call] && i < info->parameter_count; i++)
        if (info->parameters[i].wire == WIRE_NEW_COMM)
            watch_member_add(
                (const void *)&record
                    ->words[info->parameters[i].word - info->in_words]);
    if (call->watch != NULL && is_plain_rma(info)) {
        if (record->words[0] != (uint64_t)NEUTRAL_SUCCESS)
            watch_window_undo(call->watch);
        else if (thread_is_alone()) /* nobody has completed it since */
            watch_operation_look_again(call->thread, call->watch, WATCH_ENDED);
        call->watch = NULL;
        note_begun(call, NULL);
        return;
    }
    if (hand == NULL)
        return;
    call->watch = NULL;
    if (hand->is_constructor)
        exit_constructor(hand, record);
    if (hand->makes_window)
        watch_window_made(hand, record);
    if (hand->shows_memory)
        watch_window_memory(hand, record);
    if (hand->ending != NULL)
        watch_window_completed(call->thread, hand, record);
    if (hand->synchronizes)
        watch_window_exit(hand, record);
    if (hand->begun != NULL)
        watch_operation_pend(call->thread, hand->begun, record);
    watch_request_return(call->thread, hand, record);
    arena_give(hand, sizeof *hand);
}

void watch_record(struct murmel_call *call, const struct record *record)
{
    bool is_exit = record->kind == RECORD_EXIT;

    if (goes_on[record->call] && (is_exit || record->kind == RECORD_ENTER) &&
        atomic_load_explicit(&watch_incoming, memory_order_relaxed) > 0)
        watch_request_between(call->thread,
                              is_exit ? WATCH_ENDED : WATCH_BEGINS);
    if (watch_wants[record->call] != WATCH_ALWAYS)
        return;
    if (has_functions[record->call])
        follow_whole_never(call->return_address);
    if (record->kind == RECORD_ENTER)
        enter(call, record);
    else if (is_exit)
        leave(call, record);
    else if (record->kind == RECORD_NEW_COMM)
        watch_member_add((const void *)record->words);
    else if (record->kind == RECORD_RESTARTED)
        watch_request_restarted(record->words[0], record->words[1]);
    else if (record->kind == RECORD_WORLD) {
        watch_member_world((const void *)record->words);
        mapping_begin((const void *)record->words);
        meet_begin((const void *)record->words);
    }
}

static bool has_new_comm(const struct call_info *info)
{
    unsigned i;

    for (i = 0; i < info->parameter_count; i++)
        if (info->parameters[i].wire == WIRE_NEW_COMM)
            return true;
    return false;
}

/* Of the program, for the MPI to call: kinds.def has these kinds one after the
 * other. */
static bool has_function(const struct call_info *info)
{
    unsigned i;

    for (i = 0; i < info->parameter_count; i++)
        if (info->parameters[i].kind >= KIND_USER_FUNCTION &&
            info->parameters[i].kind <= KIND_DATAREP_CONVERSION_FUNCTION)
            return true;
    return false;
}

static bool is_wanted(const struct call_info *info)
{
    switch (info->base) {
    case CALL_MPI_Type_free:
    case CALL_MPI_Request_free:
    case CALL_MPI_Request_get_status:
    case CALL_MPI_Request_get_status_all:
    case CALL_MPI_Request_get_status_any:
    case CALL_MPI_Request_get_status_some:
    case CALL_MPI_Pready:
    case CALL_MPI_Pready_range:
    case CALL_MPI_Pready_list:
    case CALL_MPI_Parrived:
    case CALL_MPI_Win_create:
    case CALL_MPI_Win_allocate:
    case CALL_MPI_Win_allocate_shared:
    case CALL_MPI_Win_shared_query:
    case CALL_MPI_Win_attach:
    case CALL_MPI_Win_detach:
    case CALL_MPI_Win_free:
    case CALL_MPI_Buffer_attach:
    case CALL_MPI_Comm_attach_buffer:
    case CALL_MPI_Session_attach_buffer:
    case CALL_MPI_Buffer_detach:
    case CALL_MPI_Comm_detach_buffer:
    case CALL_MPI_Session_detach_buffer:
    case CALL_MPI_Finalize:
    case CALL_MPI_Session_finalize:
        return true;
    default:
        return layout_is_constructor(info->id) ||
               (info->classes &
                (CLASS_STARTS | CLASS_INITS | CLASS_COMPLETES | CLASS_SPLITS |
                 CLASS_ENDS_SPLIT | CLASS_RMA | CLASS_RMA_SYNC)) != 0;
    }
}

/* In which the MPI may store what pending operations receive; those that name
 * the requests know which. */
static bool moves_pending(const struct call_info *info)
{
    return info->base == CALL_MPI_Start || info->base == CALL_MPI_Startall ||
           (info->classes & (CLASS_BLOCKS | CLASS_COMPLETES)) == CLASS_BLOCKS;
}

void watch_begin(unsigned id)
{
    unsigned i;

    for (i = 0; i < CALL_COUNT; i++) {
        makes_comm[i] = has_new_comm(&call_table[i]);
        goes_on[i] = moves_pending(&call_table[i]);
        has_functions[i] = has_function(&call_table[i]);
        watch_wants[i] =
            makes_comm[i] || has_functions[i] || is_wanted(&call_table[i])
                ? WATCH_ALWAYS
            : goes_on[i] ? WATCH_INCOMING
                         : WATCH_NEVER;
    }
    watch_wants[id] = WATCH_ALWAYS; /* for its RECORD_WORLD */
}
