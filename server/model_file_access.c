/*
 * model_file_access.c - which bytes of a file its processes access between two
 * synchronizations (MPI-4.1 14.6.1, case 2), and one of them while its own
 * operations are under way (case 1).
 *
 * The calls of MPI_File_sync, which all make in the same order, part the
 * accesses of each process.  What two processes access between the same two
 * of them is concurrent whatever else puts the calls in order.  What lies
 * between others of them may be in order, and is not judged.
 */
#include "model_file.h"

#include <stdlib.h>

/* More accesses of a file are not kept between two synchronizations, and no
 * more of a process's own nonblocking ones. */
#define ACCESSES_KEPT 2048
#define OWN_KEPT      64

struct file_access {
    uint32_t member, epoch;
    uint32_t order; /* as in file_member; 0: no collective one */
    bool writes;
    struct access_ranges ranges;
    struct call *call; /* held */
    struct file_access *next, *prev;
};

struct file_accesses {
    uint32_t count;
    struct file_access *list;
    struct file_member {
        uint32_t epoch; /* how often it has synchronized */
        uint32_t order; /* of its newest collective access: 1, 2, ... */
    } members[];
};

static void access_drop(struct file_access *access)
{
    access_ranges_free(&access->ranges);
    call_drop(access->call);
    free(access);
}

void file_accesses_free(struct file_accesses *accesses)
{
    struct file_access *access, *next;

    if (accesses == NULL)
        return;
    LL_FOREACH_SAFE(accesses->list, access, next)
        access_drop(access);
    free(accesses);
}

/* --------------------------------------------------------- which bytes */

/* Leaves out the first bytes. */
static void skip(struct access_ranges *ranges, uint64_t bytes)
{
    size_t i, kept = 0;

    for (i = 0; i < ranges->count; i++) {
        struct access_range range = ranges->items[i];
        uint64_t length = range.high - range.low;
        uint64_t gone = length < bytes ? length : bytes;

        bytes -= gone;
        range.low += gone;
        if (range.low < range.high)
            ranges->items[kept++] = range;
    }
    ranges->count = kept;
}

/* So many bytes of data from that many bytes of the view on. */
static void add_bytes(struct access_ranges *ranges, const struct file *file,
                      int64_t from, int64_t bytes)
{
    const struct type *filetype = file->filetype;
    int64_t tiles, first;

    if (filetype == NULL) {
        access_ranges_add_bytes(ranges, (uint64_t)(file->displacement + from),
                                (uint64_t)bytes);
        return;
    }
    if (filetype->size <= 0)
        return;
    tiles = from / filetype->size;
    first = from % filetype->size;
    access_ranges_add(
        ranges,
        (uint64_t)(file->displacement + tiles * (filetype->ub - filetype->lb)),
        (first + bytes) / filetype->size + 1, filetype, first + bytes);
    skip(ranges, (uint64_t)first);
}

/* Where it begins, in etypes; -1: not known. */
static int64_t offset_of(const struct file *file, const struct call *call)
{
    const struct file_role *role = file_role(call->info);

    if (role->shared)
        return -1;
    /* All of them have the file and the offset first. */
    return role->at ? CALL_VIEW(call, MPI_File_write_at)->offset
                    : file->position;
}

static struct access_ranges
ranges_of(struct agent *agent, const struct file *file, struct call *call)
{
    struct access_ranges ranges = {.items = NULL};
    struct transfer moved = transfer_of(agent, call, 0);
    int64_t offset = offset_of(file, call), from, bytes = 0;
    int64_t etype = file->etype == NULL ? 1 : file->etype->size;

    if (moved.payload.type != NULL && moved.payload.type->known)
        bytes = payload_bytes(&moved.payload);
    if (file->view_known && bytes > 0 && offset >= 0 &&
        !__builtin_mul_overflow(offset, etype, &from) && from < INT64_MAX / 4 &&
        bytes < INT64_MAX / 4)
        add_bytes(&ranges, file, from, bytes);
    transfer_drop(&moved);
    return ranges;
}

/* -------------------------------------------------------------- who meets */

bool file_ranges_overlap(const struct access_ranges *one,
                         const struct access_ranges *other, uint64_t *low,
                         uint64_t *high)
{
    size_t i, j;

    for (i = 0; i < one->count; i++)
        for (j = 0; j < other->count; j++) {
            const struct access_range *left = &one->items[i];
            const struct access_range *right = &other->items[j];

            if (left->low >= right->high || right->low >= left->high)
                continue;
            *low = left->low > right->low ? left->low : right->low;
            *high = left->high < right->high ? left->high : right->high;
            return true;
        }
    return false;
}

/* pending: whose operation was not complete; NULL: of two processes. */
static void raise_conflict(struct agent *agent, const struct file *file,
                           const struct file_access *one,
                           const struct file_access *other,
                           const struct call *pending, uint64_t low,
                           uint64_t high)
{
    const struct file_access *both[2] = {
        one->member < other->member ? one : other,
        one->member < other->member ? other : one};
    struct model_event event =
        model_event_new(agent, EVENT_FILE_CONFLICT, both[0]->call);
    int i;

    event.process = both[0]->call->process;
    for (i = 0; i < 2; i++) {
        event.shared_file.names[i] = comm_name(file->comm);
        event.shared_file.made_by[i] = file->comm->made_by;
        event.shared_file.calls[i] = both[i]->call;
        event.shared_file.writes[i] = both[i]->writes;
    }
    event.shared_file.pending = pending;
    event.shared_file.low = low;
    event.shared_file.high = high;
    model_raise(agent->model, &event);
}

/* One finding of collective calls that do not match each other is enough. */
static bool is_mismatch(const struct file_access *one,
                        const struct file_access *other)
{
    return one->order != 0 && one->order == other->order &&
           one->call->info->base != other->call->info->base;
}

/* With one of each other process at most. */
static void judge(struct agent *agent, const struct file *file,
                  const struct file_accesses *accesses,
                  const struct file_access *access)
{
    const struct file_access *other;
    uint64_t low, high;

    LL_FOREACH(accesses->list, other)
        if (other->member != access->member && other->epoch == access->epoch &&
            (other->writes || access->writes) && !is_mismatch(other, access) &&
            file_ranges_overlap(&other->ranges, &access->ranges, &low, &high)) {
            raise_conflict(agent, file, access, other, NULL, low, high);
            return;
        }
}

/* ------------------------------------------------ of one process's own */

static void own_drop(struct file *file, struct file_access *access)
{
    DL_DELETE(file->own, access);
    access_drop(access);
    file->own_count--;
}

void file_own_forget(struct file *file)
{
    while (file->own != NULL)
        own_drop(file, file->own);
}

/* One split operation, and a collective one that may not stand within it. */
static bool are_split(const struct call *begin, const struct call *other)
{
    return file_role(begin->info)->begins &&
           (other->info->classes & CLASS_COLLECTIVE) != 0;
}

/* What it accesses while the access of an operation that it has not completed
 * is of the same bytes, and one of the two writes. */
static void judge_own(struct agent *agent, struct file *file,
                      const struct file_access *access)
{
    struct file_access *other, *next;
    uint64_t low, high;

    DL_FOREACH_SAFE(file->own, other, next) {
        if ((!other->writes && !access->writes) ||
            are_split(other->call, access->call) ||
            !file_ranges_overlap(&other->ranges, &access->ranges, &low, &high))
            continue;
        if (file_is_outstanding(agent, file, other->call)) {
            raise_conflict(agent, file, access, other, other->call, low, high);
            return;
        }
        own_drop(file, other);
    }
}

static void own_add(struct file *file, const struct file_access *like)
{
    struct file_access *access = xmalloc(sizeof *access);
    size_t bytes = like->ranges.count * sizeof like->ranges.items[0];

    *access = *like;
    access->ranges.items = xmalloc(bytes);
    access->ranges.room = like->ranges.count;
    memcpy(access->ranges.items, like->ranges.items, bytes);
    call_hold(access->call);
    DL_APPEND(file->own, access);
    if (++file->own_count > OWN_KEPT)
        own_drop(file, file->own);
}

static void own_accessed(struct agent *agent, struct file *file,
                         struct call *call, const struct access_ranges *ranges)
{
    const struct file_role *role = file_role(call->info);
    struct file_access access = {
        .ranges = *ranges, .writes = role->writes, .call = call};

    if (file->comm == NULL || file->atomic ||
        (file->amode & NEUTRAL_MODE_RDONLY) != 0)
        return;
    judge_own(agent, file, &access);
    if (role->begins || (call->info->classes & CLASS_STARTS) != 0)
        own_add(file, &access);
}

static struct file_accesses *accesses_of(struct comm *comm)
{
    if (comm->accesses == NULL)
        comm->accesses =
            xcalloc(1, sizeof *comm->accesses +
                           comm_size(comm) * sizeof comm->accesses->members[0]);
    return comm->accesses;
}

/* Among those of its own open. */
static void access_add(struct agent *agent, const struct file *file,
                       struct call *call, struct access_ranges *ranges)
{
    bool collective = (call->info->classes & CLASS_COLLECTIVE) != 0;
    struct file_accesses *accesses;
    struct file_access *access;
    uint32_t member;

    if (file->comm == NULL || comm_size(file->comm) < 2 ||
        !comm_member(file->comm, agent, &member))
        return;
    accesses = accesses_of(file->comm);
    accesses->members[member].order += collective;
    if (ranges->count == 0 || file->atomic ||
        (file->amode & NEUTRAL_MODE_RDONLY) != 0 ||
        accesses->count >= ACCESSES_KEPT)
        return;
    access = xcalloc(1, sizeof *access);
    access->ranges = *ranges;
    *ranges = (struct access_ranges){.items = NULL};
    access->member = member;
    access->epoch = file->epoch;
    access->order = collective ? accesses->members[member].order : 0;
    access->writes = file_role(call->info)->writes;
    access->call = call_hold(call);
    judge(agent, file, accesses, access);
    LL_PREPEND(accesses->list, access);
    accesses->count++;
}

void file_accessed(struct agent *agent, struct file *file, struct call *call)
{
    struct access_ranges ranges = ranges_of(agent, file, call);

    if (ranges.count > 0) {
        file_opens_accessed(file, call, &ranges);
        own_accessed(agent, file, call, &ranges);
    }
    access_add(agent, file, call, &ranges);
    access_ranges_free(&ranges);
}

void file_synchronized(struct agent *agent, const struct file *file)
{
    struct file_accesses *accesses;
    struct file_access *access, *next;
    uint32_t member, i, oldest;

    if (file->comm == NULL || !comm_member(file->comm, agent, &member))
        return;
    accesses = accesses_of(file->comm);
    accesses->members[member].epoch = oldest = file->epoch;
    for (i = 0; i < comm_size(file->comm); i++)
        if (accesses->members[i].epoch < oldest)
            oldest = accesses->members[i].epoch;
    LL_FOREACH_SAFE(accesses->list, access, next)
        if (access->epoch < oldest) {
            LL_DELETE(accesses->list, access);
            access_drop(access);
            accesses->count--;
        }
}
