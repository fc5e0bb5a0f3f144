/*
 * scale.c - how fast the checker follows many ranks.
 *
 *   scale [--exchanges=N] [--scan | --ring | --pending |
 *         --puts [--separate] | --hang=PROGRAM] WxH ...
 *
 * Ranks in a WxH grid, periodic in both directions, exchange halos with their
 * four neighbours (MPI_Irecv, MPI_Isend, MPI_Waitall) and every tenth time
 * make an MPI_Allreduce.  Their records, made up here, go the way of the
 * intake from there on: call_view, model, rules; each process is read in
 * turn for as long as the model takes its records.  One line a grid: records
 * a second of CPU time, and the most memory the process had so far (so give
 * the smallest first).
 *
 * With --scan it is an MPI_Scan, of which each member waits for others.
 *
 * With --ring each sends to the next and then receives from the one before
 * it, by blocking calls: a potential deadlock of all ranks, each time.
 *
 * With --pending each posts N receives, of which none ends before all are
 * there: what an operation that is under way takes of memory.
 *
 * With --puts each puts N times into the next one's window in one epoch, each
 * time elsewhere, so that nothing of it can be taken together; --separate: by
 * the separate memory model.
 *
 * With --hang all wait for ever: --hang=cycle, for a message from the one
 * before; any, for a message from any source; barrier, in a barrier to which
 * one does not come; halves, every other one in a barrier and for a message
 * from any source.  One line a grid: how long it takes to see that they do, to
 * find and tell of it, and to write the reports.
 */
#include "call_view.h"
#include "calls.h"
#include "findings.h"
#include "judge.h"
#include "memory.h"
#include "model.h"
#include "neutral.h"
#include "process.h"
#include "report.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define NEIGHBORS     4
#define REQUESTS      (2 * NEIGHBORS)
#define HALO          1000
#define FIRST_REQUEST UINT64_C(0x100000)
#define ALLREDUCE     10 /* an MPI_Allreduce after so many exchanges */
#define TURN          64 /* records of a process in its turn */
#define DOUBLE        UINT64_C(0x214)
#define SUM           UINT64_C(0x21)
#define WINDOW        UINT64_C(0x8000)
#define SCATTER       UINT64_C(1000003) /* a prime */
/* The buffers of a rank: where they lie does not matter. */
#define HALO_IN(direction)                                                     \
    (UINT64_C(0x10000000) + UINT64_C(0x10000) * (unsigned)(direction))
#define HALO_OUT(direction)                                                    \
    (UINT64_C(0x20000000) + UINT64_C(0x10000) * (unsigned)(direction))

enum program {
    STENCIL,
    SCAN,
    RING,
    PENDING,
    PUTS,
    CYCLE,
    ANY,
    BARRIER,
    HALVES
};

static const char *const hangs[] = {[CYCLE] = "cycle",
                                    [ANY] = "any",
                                    [BARRIER] = "barrier",
                                    [HALVES] = "halves"};

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
    enum program program;
    bool separate;
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

/* The call in which the rank stays. */
static enum call_id last_call(const struct job *job, int rank)
{
    bool comes = job->program == BARRIER  ? rank != job->width
                 : job->program == HALVES ? rank % 2 == 0
                                          : false;

    return comes ? CALL_MPI_Barrier : CALL_MPI_Recv;
}

/* The calls of one exchange: receives, sends, one MPI_Waitall and, the last
 * time before it, an MPI_Allreduce. */
static enum call_id call_at(const struct job *job, int rank, uint64_t step,
                            uint64_t *position)
{
    uint64_t round = ALLREDUCE * (REQUESTS + 1) + 1;
    uint64_t rounds = job->exchanges / ALLREDUCE;

    if (step == 0)
        return CALL_MPI_Init;
    if (job->program == PUTS)
        return step == 1                    ? CALL_MPI_Win_create
               : step == 2                  ? CALL_MPI_Win_fence
               : step < 3 + job->exchanges  ? CALL_MPI_Put
               : step == 3 + job->exchanges ? CALL_MPI_Win_fence
               : step == 4 + job->exchanges ? CALL_MPI_Win_free
                                            : CALL_MPI_Finalize;
    if (job->program > PUTS)
        return last_call(job, rank);
    if (job->program == RING)
        return step > 2 * job->exchanges ? CALL_MPI_Finalize
               : step % 2 != 0           ? CALL_MPI_Send
                                         : CALL_MPI_Recv;
    if (job->program == PENDING) {
        *position = (step - 1) % job->exchanges;
        return step > 3 * job->exchanges   ? CALL_MPI_Finalize
               : step > 2 * job->exchanges ? CALL_MPI_Wait
               : step > job->exchanges     ? CALL_MPI_Send
                                           : CALL_MPI_Irecv;
    }
    if (step > rounds * round)
        return CALL_MPI_Finalize;
    *position = (step - 1) % round;
    if (*position == round - 1)
        return job->program == SCAN ? CALL_MPI_Scan : CALL_MPI_Allreduce;
    *position %= REQUESTS + 1;
    return *position < NEIGHBORS  ? CALL_MPI_Irecv
           : *position < REQUESTS ? CALL_MPI_Isend
                                  : CALL_MPI_Waitall;
}

static void fill(const struct job *job, int rank, enum call_id id,
                 uint64_t position, uint64_t *words)
{
    int direction = job->program == PENDING ? 0 : (int)(position % NEIGHBORS);
    int size = job->width * job->height;
    struct array_handle array = {.offset = 0};

    switch (id) {
    case CALL_MPI_Win_create:
        memcpy(
            words,
            &(struct call_MPI_Win_create){.base = HALO_IN(0),
                                          .size = (int64_t)job->exchanges * 16,
                                          .disp_unit = 16,
                                          .info = NEUTRAL_INFO_NULL,
                                          .comm = NEUTRAL_COMM_WORLD,
                                          .win = WINDOW},
            sizeof(struct call_MPI_Win_create));
        break;
    case CALL_MPI_Win_free:
        memcpy(words, &(struct call_MPI_Win_free){.win = WINDOW},
               sizeof(struct call_MPI_Win_free));
        break;
    case CALL_MPI_Win_fence:
        memcpy(words, &(struct call_MPI_Win_fence){.win = WINDOW},
               sizeof(struct call_MPI_Win_fence));
        break;
    case CALL_MPI_Put:
        memcpy(words,
               &(struct call_MPI_Put){.origin_addr = 4096,
                                      .origin_count = 1,
                                      .origin_datatype = DOUBLE,
                                      .target_rank = (rank + 1) % size,
                                      .target_disp =
                                          (int64_t)(job->ranks[rank].step *
                                                    SCATTER % job->exchanges),
                                      .target_count = 1,
                                      .target_datatype = DOUBLE,
                                      .win = WINDOW},
               sizeof(struct call_MPI_Put));
        break;
    case CALL_MPI_Irecv:
        memcpy(words,
               &(struct call_MPI_Irecv){
                   .buf = job->program == PENDING
                              ? UINT64_C(0x100000000) + 16 * position
                              : HALO_IN(direction),
                   .count = job->program == PENDING ? 1 : HALO,
                   .datatype = DOUBLE,
                   .source = job->program == PENDING
                                 ? (rank + size - 1) % size
                                 : neighbor(job, rank, direction),
                   /* as its sender calls it */
                   .tag = job->program == PENDING ? 0 : direction ^ 1,
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
        memcpy(
            words,
            &(struct call_MPI_Send){.buf = HALO_OUT(0),
                                    .count = job->program == PENDING ? 1 : HALO,
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
                   .source = job->program == ANY || job->program == HALVES
                                 ? NEUTRAL_ANY_SOURCE
                                 : (rank + size - 1) % size,
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
    case CALL_MPI_Wait:
        memcpy(words,
               &(struct call_MPI_Wait){
                   .request = FIRST_REQUEST + position,
                   .status = {.source = (rank + size - 1) % size, .bytes = 8}},
               sizeof(struct call_MPI_Wait));
        break;
    case CALL_MPI_Barrier:
        memcpy(words, &(struct call_MPI_Barrier){.comm = NEUTRAL_COMM_WORLD},
               sizeof(struct call_MPI_Barrier));
        break;
    case CALL_MPI_Scan: /* has the same parameters */
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
    uint64_t words[CALL_VIEW_WORDS], position = 0;
    enum call_id id = call_at(job, rank, from->step, &position);
    const struct call_info *info = &call_table[id];
    size_t count = exit ? info->out_words : info->in_words, i;

    memset(words, 0,
           (size_t)(info->in_words + info->out_words) * sizeof words[0]);
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

#define TYPES 80 /* some more than MPIs have */

static void tell_world(struct job *job, int rank)
{
    union {
        struct record_world world;
        char room[sizeof(struct record_world) + TYPES * 4 * sizeof(uint64_t)];
    } told = {.world = {.rank = rank,
                        .size = job->width * job->height,
                        .tag_ub = INT32_MAX,
                        .type_count = TYPES}};

    for (uint64_t i = 0; i < TYPES; i++) {
        told.world.types[i].datatype = NEUTRAL_DATATYPE_NULL + 1 + i;
        told.world.types[i].size = told.world.types[i].extent = 8;
    }
    model_world(job->model, &job->ranks[rank].process, &told.world);
}

/* As the intake does. */
static void remember(struct process *process, struct call *call)
{
    size_t slot = process->call_count++ % PROCESS_LAST_CALLS;

    call->number = process->call_count;
    call_drop(process->last_calls[slot]);
    process->last_calls[slot] = call_hold(call);
    __builtin_prefetch(
        process->last_calls[process->call_count % PROCESS_LAST_CALLS], 1);
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
        if (job->program > PUTS && from->step > 0 && from->call != NULL)
            break;
        write_record(job, rank, from->call != NULL, &record);
        if (from->call == NULL)
            begin_call(job, rank, &record.header);
        else if (!end_call(job, rank, &record.header))
            break;
        taken++;
    }
    return taken;
}

/* The others are not correct. */
static void found(void *context, const struct finding *finding)
{
    const struct job *job = context;

    if (job->program != STENCIL && job->program != PENDING &&
        job->program != PUTS)
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

static double since(double *last)
{
    double now = cpu_seconds(), span = now - *last;

    *last = now;
    return span;
}

/* Of this program alone: getrusage counts who has started it, too. */
static long most_kibibytes(void)
{
    FILE *status = fopen("/proc/self/status", "r");
    char line[256];
    long most = 0;

    while (status != NULL && fgets(line, sizeof line, status) != NULL)
        if (sscanf(line, "VmHWM: %ld", &most) == 1)
            break;
    if (status != NULL)
        fclose(status);
    return most;
}

/* Returns how many bytes the reports have. */
static size_t write_reports(const struct job *job,
                            const struct findings *findings)
{
    int size = job->width * job->height, i;
    const struct process **processes = xcalloc((size_t)size, sizeof *processes);
    const struct report_job about = {.version = "0",
                                     .key = "scale",
                                     .command = "scale",
                                     .processes = processes,
                                     .process_count = (size_t)size};
    const struct report report = {.job = &about,
                                  .findings = findings,
                                  .model = job->model,
                                  .complete = true};
    size_t length;
    char *bytes;
    FILE *stream = open_memstream(&bytes, &length);

    for (i = 0; i < size; i++)
        processes[i] = &job->ranks[i].process;
    report_json(&report, stream);
    report_html(&report, stream);
    fclose(stream);
    free(bytes);
    free(processes);
    return length;
}

/* All wait: finds it out as hang.c does. */
static void end_by_deadlock(struct job *job, const struct findings *findings)
{
    const struct process **processes;
    double clock = cpu_seconds(), stuck, told, reports;
    size_t count, members, bytes;
    char *text;

    count = model_stuck(job->model, &processes);
    free(processes);
    stuck = since(&clock);
    members = model_deadlock(job->model, false, &processes);
    free(processes);
    if (findings_total(findings) != 1 || members == 0)
        abort();
    text = report_text_finding(findings_at(findings, 0),
                               &(struct report_style){0});
    told = since(&clock);
    bytes = write_reports(job, findings);
    reports = since(&clock);
    printf("%6d ranks %6zu wait %6zu in the knot: seen %.3f s, told %.3f s, "
           "reports %.3f s %zu KiB, %ld KiB\n%s",
           job->width * job->height, count, members, stuck, told, reports,
           bytes / 1024, most_kibibytes(), text);
    free(text);
}

static void run(struct job *job)
{
    struct findings *findings = findings_new(&(struct findings_options){
        .found = found, .context = job, .limit_per_rule = 100});
    struct judge *judge;
    int size = job->width * job->height, rank, taken, i;
    double begin, seconds;

    judge = judge_new(findings);
    job->model = model_new(judge_listener(judge), STRICT_STANDARD);
    if (job->separate)
        model_separate(job->model);
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
    if (job->program > PUTS)
        end_by_deadlock(job, findings);
    model_finish(job->model);
    model_free(job->model);
    judge_free(judge);
    for (rank = 0; rank < size; rank++) {
        if (job->ranks[rank].done != (job->program <= PUTS))
            abort();
        call_drop(job->ranks[rank].call);
        for (i = 0; i < PROCESS_LAST_CALLS; i++)
            call_drop(job->ranks[rank].process.last_calls[i]);
    }
    free(job->ranks);
    findings_free(findings);
    if (job->program <= PUTS)
        printf("%6d ranks %12llu records %7.3f s %7.2f M records/s %7ld KiB\n",
               size, (unsigned long long)job->records, seconds,
               (double)job->records / seconds / 1e6, most_kibibytes());
}

/* False: it is no option, or not one of them. */
static bool take_option(const char *argument, struct job *options)
{
    int i;

    if (sscanf(argument, "--exchanges=%lu", &options->exchanges) == 1)
        return true;
    if (strcmp(argument, "--separate") == 0)
        return options->separate = true;
    if (strcmp(argument, "--ring") == 0) {
        options->program = RING;
        return true;
    }
    if (strcmp(argument, "--puts") == 0) {
        options->program = PUTS;
        return true;
    }
    if (strcmp(argument, "--pending") == 0) {
        options->program = PENDING;
        return true;
    }
    if (strcmp(argument, "--scan") == 0) {
        options->program = SCAN;
        return true;
    }
    for (i = CYCLE; i <= HALVES && strncmp(argument, "--hang=", 7) == 0; i++)
        if (strcmp(argument + 7, hangs[i]) == 0) {
            options->program = (enum program)i;
            return true;
        }
    return false;
}

int main(int argc, char **argv)
{
    struct job options = {.exchanges = 100};
    int i;

    for (i = 1; i < argc; i++) {
        struct job job;

        if (take_option(argv[i], &options))
            continue;
        job = options;
        if (sscanf(argv[i], "%dx%d", &job.width, &job.height) != 2 ||
            job.width < 2 || job.height < 2) {
            fprintf(stderr, "usage: scale [--exchanges=N] [--scan | --ring | "
                            "--pending | --puts [--separate] | "
                            "--hang=cycle|any|barrier|halves] WxH ...\n");
            return 2;
        }
        run(&job);
    }
    return 0;
}
