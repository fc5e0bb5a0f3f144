/*
 * scale.c - how fast the checker follows many ranks.
 *
 *   scale [--exchanges=N] [--ring] WxH ...
 *
 * Ranks in a WxH grid, periodic in both directions, exchange halos with their
 * four neighbours (MPI_Irecv, MPI_Isend, MPI_Waitall) and every tenth time
 * make an MPI_Allreduce.  Their records, made up here, go the way of the
 * intake from there on: call_view, model, rules; each process is read in
 * turn for as long as the model takes its records.  One line a grid: records
 * a second of CPU time, and the most memory the process had so far (so give
 * the smallest first).
 *
 * With --ring each sends to the next and then receives from the one before
 * it, by blocking calls: a potential deadlock of all ranks, each time.
 */
#include "call_view.h"
#include "calls.h"
#include "findings.h"
#include "memory.h"
#include "model.h"
#include "neutral.h"
#include "process.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <time.h>

#define NEIGHBORS     4
#define REQUESTS      (2 * NEIGHBORS)
#define HALO          1000
#define FIRST_REQUEST UINT64_C(0x100000)
#define ALLREDUCE     10 /* an MPI_Allreduce after so many exchanges */
#define TURN          64 /* records of a process in its turn */
#define DOUBLE        UINT64_C(0x214)
#define SUM           UINT64_C(0x21)
/* The buffers of a rank: where they lie does not matter. */
#define HALO_IN(direction)                                                     \
    (UINT64_C(0x10000000) + UINT64_C(0x10000) * (unsigned)(direction))
#define HALO_OUT(direction)                                                    \
    (UINT64_C(0x20000000) + UINT64_C(0x10000) * (unsigned)(direction))

struct rank {
    struct process process;
    struct call *call; /* that has not returned */
    uint64_t step;     /* which call of its program it is at */
    bool done;
};

struct job {
    struct model *model;
    struct rank *ranks;
    int width, height;
    bool ring;
    uint64_t exchanges;
    uint64_t records, time;
};

/* A record as it lies in a ring. */
union written {
    struct record header;
    char room[sizeof(struct record) +
              (CALL_VIEW_WORDS + REQUESTS) * sizeof(uint64_t)];
};

static int neighbor(const struct job *job, int rank, int direction)
{
    static const int across[NEIGHBORS] = {1, -1, 0, 0};
    static const int down[NEIGHBORS] = {0, 0, 1, -1};
    int x = rank % job->width, y = rank / job->width;

    x = (x + across[direction] + job->width) % job->width;
    y = (y + down[direction] + job->height) % job->height;
    return y * job->width + x;
}

/* The calls of one exchange: receives, sends, one MPI_Waitall and, the last
 * time before it, an MPI_Allreduce. */
static enum call_id call_at(const struct job *job, uint64_t step,
                            uint64_t *position)
{
    uint64_t round = ALLREDUCE * (REQUESTS + 1) + 1;
    uint64_t rounds = job->exchanges / ALLREDUCE;

    if (step == 0)
        return CALL_MPI_Init;
    if (job->ring)
        return step > 2 * job->exchanges ? CALL_MPI_Finalize
               : step % 2 != 0           ? CALL_MPI_Send
                                         : CALL_MPI_Recv;
    if (step > rounds * round)
        return CALL_MPI_Finalize;
    *position = (step - 1) % round;
    if (*position == round - 1)
        return CALL_MPI_Allreduce;
    *position %= REQUESTS + 1;
    return *position < NEIGHBORS  ? CALL_MPI_Irecv
           : *position < REQUESTS ? CALL_MPI_Isend
                                  : CALL_MPI_Waitall;
}

static void fill(const struct job *job, int rank, enum call_id id,
                 uint64_t position, uint64_t *words)
{
    int direction = (int)(position % NEIGHBORS);
    int size = job->width * job->height;
    struct array_handle array = {.offset = 0};

    switch (id) {
    case CALL_MPI_Irecv:
        memcpy(words,
               &(struct call_MPI_Irecv){
                   .buf = HALO_IN(direction),
                   .count = HALO,
                   .datatype = DOUBLE,
                   .source = neighbor(job, rank, direction),
                   .tag = direction ^ 1, /* as its sender calls it */
                   .comm = NEUTRAL_COMM_WORLD,
                   .request = FIRST_REQUEST + position},
               sizeof(struct call_MPI_Irecv));
        break;
    case CALL_MPI_Isend:
        memcpy(words,
               &(struct call_MPI_Isend){.buf = HALO_OUT(direction),
                                        .count = HALO,
                                        .datatype = DOUBLE,
                                        .dest = neighbor(job, rank, direction),
                                        .tag = direction,
                                        .comm = NEUTRAL_COMM_WORLD,
                                        .request = FIRST_REQUEST + position},
               sizeof(struct call_MPI_Isend));
        break;
    case CALL_MPI_Send:
        memcpy(words,
               &(struct call_MPI_Send){.buf = HALO_OUT(0),
                                       .count = HALO,
                                       .datatype = DOUBLE,
                                       .dest = (rank + 1) % size,
                                       .comm = NEUTRAL_COMM_WORLD},
               sizeof(struct call_MPI_Send));
        break;
    case CALL_MPI_Recv:
        memcpy(words,
               &(struct call_MPI_Recv){
                   .buf = HALO_IN(0),
                   .count = HALO,
                   .datatype = DOUBLE,
                   .source = (rank + size - 1) % size,
                   .comm = NEUTRAL_COMM_WORLD,
                   .status = {.source = (rank + size - 1) % size,
                              .bytes = HALO * 8}},
               sizeof(struct call_MPI_Recv));
        break;
    case CALL_MPI_Waitall:
        array.count = REQUESTS;
        memcpy(words,
               &(struct call_MPI_Waitall){
                   .count = REQUESTS,
                   .array_of_requests = array,
                   .array_of_statuses = {.special = ARRAY_STATUSES_IGNORE}},
               sizeof(struct call_MPI_Waitall));
        break;
    case CALL_MPI_Allreduce:
        memcpy(words,
               &(struct call_MPI_Allreduce){.sendbuf = HALO_OUT(0),
                                            .recvbuf = HALO_IN(0),
                                            .count = 1,
                                            .datatype = DOUBLE,
                                            .op = SUM,
                                            .comm = NEUTRAL_COMM_WORLD},
               sizeof(struct call_MPI_Allreduce));
        break;
    default:
        break;
    }
}

/* The next record of the rank: of the call's begin or of its end. */
static void write_record(struct job *job, int rank, bool exit,
                         union written *record)
{
    const struct rank *from = &job->ranks[rank];
    uint64_t words[CALL_VIEW_WORDS] = {0}, position = 0;
    enum call_id id = call_at(job, from->step, &position);
    const struct call_info *info = &call_table[id];
    size_t count = exit ? info->out_words : info->in_words, i;

    fill(job, rank, id, position, words);
    memset(&record->header, 0, sizeof record->header);
    record->header.kind = exit ? RECORD_EXIT : RECORD_ENTER;
    record->header.call = (uint16_t)id;
    record->header.time = ++job->time;
    memcpy(record->header.words, words + (exit ? info->in_words : 0),
           count * sizeof words[0]);
    if (id == CALL_MPI_Waitall && !exit) {
        uint64_t offset = sizeof record->header + count * sizeof words[0];

        memcpy(record->header.words + 1, &offset, sizeof offset);
        for (i = 0; i < REQUESTS; i++)
            record->header.words[count + i] = FIRST_REQUEST + i;
        count += REQUESTS;
    }
    record->header.size =
        (uint32_t)(sizeof record->header + count * sizeof words[0]);
}

static void tell_world(struct job *job, int rank)
{
    union {
        struct record_world world;
        char room[sizeof(struct record_world) + 4 * sizeof(uint64_t)];
    } told = {.world = {.rank = rank,
                        .size = job->width * job->height,
                        .tag_ub = INT32_MAX,
                        .type_count = 1}};

    told.world.types[0].datatype = DOUBLE;
    told.world.types[0].size = told.world.types[0].extent = 8;
    model_world(job->model, &job->ranks[rank].process, &told.world);
}

/* As the intake does. */
static void remember(struct process *process, struct call *call)
{
    size_t slot = process->call_count++ % PROCESS_LAST_CALLS;

    call->number = process->call_count;
    call_drop(process->last_calls[slot]);
    process->last_calls[slot] = call_hold(call);
}

static void begin_call(struct job *job, int rank, const struct record *record)
{
    struct rank *from = &job->ranks[rank];
    const char *trouble;

    from->call = call_view_enter(record, &from->process, &trouble);
    if (from->call == NULL)
        abort();
    remember(&from->process, from->call);
    model_enter(job->model, from->call);
}

static bool end_call(struct job *job, int rank, const struct record *record)
{
    struct rank *from = &job->ranks[rank];
    const char *trouble;
    bool last;

    if (!from->call->returned &&
        call_view_exit(from->call, record, &trouble) != 0)
        abort();
    if (model_exit(job->model, from->call) == MODEL_WAIT)
        return false;
    last = from->call->info->id == CALL_MPI_Finalize;
    call_drop(from->call);
    from->call = NULL;
    if (from->step++ == 0)
        tell_world(job, rank);
    if (last) {
        from->process.end = PROCESS_EXITED;
        model_process_ended(job->model, &from->process);
        from->done = true;
    }
    return true;
}

/* Returns how many records were taken. */
static int take_turn(struct job *job, int rank)
{
    struct rank *from = &job->ranks[rank];
    union written record;
    int taken = 0;

    while (taken < TURN && !from->done) {
        write_record(job, rank, from->call != NULL, &record);
        if (from->call == NULL)
            begin_call(job, rank, &record.header);
        else if (!end_call(job, rank, &record.header))
            break;
        taken++;
    }
    return taken;
}

/* The program is correct, but for the ring. */
static void found(void *context, const struct finding *finding)
{
    const struct job *job = context;

    if (job->ring)
        return;
    fprintf(stderr, "scale: a finding: %s\n", finding->message);
    exit(1);
}

static double cpu_seconds(void)
{
    struct timespec now;

    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return (double)now.tv_sec + (double)now.tv_nsec / 1e9;
}

static void run(struct job *job)
{
    struct findings *findings = findings_new(&(struct findings_options){
        .found = found, .context = job, .limit_per_rule = 100});
    int size = job->width * job->height, rank, taken, i;
    double begin, seconds;
    struct rusage usage;

    job->model = model_new(findings, STRICT_STANDARD);
    job->ranks = xcalloc((size_t)size, sizeof job->ranks[0]);
    for (rank = 0; rank < size; rank++) {
        job->ranks[rank].process.index = (uint32_t)rank;
        job->ranks[rank].process.rank = job->ranks[rank].process.size = -1;
        model_process_joined(job->model, &job->ranks[rank].process);
    }
    begin = cpu_seconds();
    do {
        taken = 0;
        for (rank = 0; rank < size; rank++)
            taken += take_turn(job, rank);
        job->records += (uint64_t)taken;
    } while (taken > 0);
    seconds = cpu_seconds() - begin;
    model_finish(job->model);
    model_free(job->model);
    for (rank = 0; rank < size; rank++) {
        if (!job->ranks[rank].done)
            abort();
        for (i = 0; i < PROCESS_LAST_CALLS; i++)
            call_drop(job->ranks[rank].process.last_calls[i]);
    }
    free(job->ranks);
    findings_free(findings);
    getrusage(RUSAGE_SELF, &usage);
    printf("%6d ranks %12llu records %7.3f s %7.2f M records/s %6ld MiB\n",
           size, (unsigned long long)job->records, seconds,
           (double)job->records / seconds / 1e6, usage.ru_maxrss / 1024);
}

int main(int argc, char **argv)
{
    uint64_t exchanges = 100;
    bool ring = false;
    int i;

    for (i = 1; i < argc; i++) {
        struct job job = {.exchanges = exchanges, .ring = ring};

        if (sscanf(argv[i], "--exchanges=%lu", &exchanges) == 1)
            continue;
        ring = ring || strcmp(argv[i], "--ring") == 0;
        if (ring && !job.ring)
            continue;
        if (sscanf(argv[i], "%dx%d", &job.width, &job.height) != 2 ||
            job.width < 3 || job.height < 3) {
            fprintf(stderr, "usage: scale [--exchanges=N] [--ring] WxH ...\n");
            return 2;
        }
        run(&job);
    }
    return 0;
}
