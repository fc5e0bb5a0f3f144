/*
 * generate.c - a recording of a run that never was (programs.h), by more ranks
 * than any machine here has.
 *
 *   generate --ranks=N [--rounds=N] [--seed=N] PROGRAM[:FAULT] FILE
 *
 * The records are in an order in which they could have come.  The seed says
 * which rank has the fault, and when; the rank is printed.
 */
#include "memory.h"
#include "process.h"
#include "programs.h"
#include "recorder.h"
#include "stack_json.h"
#include "wire.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define BASE      UINT64_C(0x400000) /* where the program was loaded */
#define LINE_SIZE 16                 /* bytes of a line's code */
#define MICRO     1000               /* a record comes after so many ns */
#define MEETINGS  4096               /* of which the count is kept */

struct rank {
    uint64_t begun; /* calls */
    uint64_t order; /* of the next record */
    bool inside;    /* of the one that began last */
    bool over;
};

struct job {
    struct made_program program;
    struct recorder *recorder;
    struct rank *ranks;
    int *met; /* by number of the meeting: how many ranks are there */
    uint64_t time;
};

union written {
    struct record header;
    char room[sizeof(struct record) +
              (CALL_VIEW_WORDS + PROGRAMS_REQUESTS + 32) * sizeof(uint64_t)];
};

static void add(const struct job *job, enum recording_kind kind, int rank,
                const void *payload, size_t length)
{
    struct process process = {.index = (uint32_t)rank};

    recorder_add(job->recorder, kind, &process, 0, payload, length);
}

static void add_record(struct job *job, int rank, enum record_kind kind,
                       union written *record, size_t word_count)
{
    record->header.kind = (uint8_t)kind;
    record->header.order = job->ranks[rank].order++;
    record->header.time = job->time += MICRO;
    record->header.size =
        (uint32_t)(sizeof record->header + word_count * sizeof(uint64_t));
    add(job, EVENT_RECORD, rank, record, record->header.size);
}

/* ----------------------------------------------------------------- begin */

static char *source_path(const struct job *job)
{
    return xasprintf("/never/written/%s.c", job->program.name);
}

static char *module_path(const struct job *job)
{
    return xasprintf("/never/written/%s", job->program.name);
}

static void join(const struct job *job, int rank)
{
    static const char strings[] = "a generator\0/never/written\0/\0generated";
    union {
        struct wire_hello hello;
        char bytes[sizeof(struct wire_hello) + sizeof strings];
    } packet = {.hello = {.packet = {WIRE_HELLO, sizeof packet},
                          .version = WIRE_VERSION,
                          .pid = 1 + rank,
                          .schema = CALLS_SCHEMA_HASH,
                          .rank = rank,
                          .size = job->program.size,
                          .flavour = "abi"}};
    struct recording_ring thread = {1 + (uint32_t)rank, 0};

    memcpy(packet.hello.strings, strings, sizeof strings);
    add(job, EVENT_HELLO, rank, &packet, sizeof packet);
    add(job, EVENT_RING, rank, &thread, sizeof thread);
}

static void tell_module(struct job *job, int rank)
{
    char *path = module_path(job);
    size_t length = strlen(path);
    struct record_module module = {.base = BASE,
                                   .start = BASE,
                                   .end = BASE + PROGRAMS_LINES * LINE_SIZE,
                                   .path_length = (uint32_t)length};
    union written record = {0};

    memcpy(record.header.words, &module, sizeof module);
    memcpy((char *)record.header.words + sizeof module, path, length);
    add_record(job, rank, RECORD_MODULE, &record,
               (sizeof module + length + sizeof(uint64_t) - 1) /
                   sizeof(uint64_t));
    free(path);
}

/* The site of a line has its number. */
static void tell_sites(struct job *job, int rank)
{
    int line;

    for (line = 1; line < PROGRAMS_LINES; line++) {
        union written record = {0};
        struct record_site site = {.site = (uint32_t)line, .frame_count = 1};
        size_t words = sizeof site / sizeof(uint64_t);

        memcpy(record.header.words, &site, sizeof site);
        record.header.words[words] = BASE + (uint64_t)line * LINE_SIZE + 1;
        add_record(job, rank, RECORD_SITE, &record, words + 1);
    }
}

static void tell_world(struct job *job, int rank)
{
    static const uint64_t types[] = {PROGRAMS_FLOAT, PROGRAMS_DOUBLE};
    static const int64_t sizes[] = {4, 8};
    union {
        struct record_world world;
        uint64_t words[sizeof(struct record_world) / sizeof(uint64_t) + 8];
    } told = {.world = {.rank = rank,
                        .size = job->program.size,
                        .tag_ub = INT32_MAX,
                        .type_count = 2}};
    union written record = {0};
    int i;

    for (i = 0; i < 2; i++) {
        told.world.types[i].datatype = types[i];
        told.world.types[i].size = told.world.types[i].extent = sizes[i];
    }
    memcpy(record.header.words, &told, sizeof told);
    add_record(job, rank, RECORD_WORLD, &record,
               sizeof told / sizeof(uint64_t));
}

/* Where the sites are in the program: the recorder writes what is known of
 * stacks. */
static void tell_sources(const struct job *job)
{
    char *module = module_path(job), *source = source_path(job);
    int line;

    for (line = 1; line < PROGRAMS_LINES; line++) {
        json_int_t address = (json_int_t)line * LINE_SIZE;
        json_t *stack = json_pack(
            "{s:[{s:s, s:I}], s:i, s:[{s:s, s:s, s:i, s:b, s:s, s:I}]}",
            "frames", "module", module, "address", address, "function", 0,
            "source", "function", "main", "file", source, "line", line,
            "inlined", 0, "module", module, "address", address);

        stack_from_json(stack);
        json_decref(stack);
    }
    free(source);
    free(module);
}

/* ----------------------------------------------------------------- calls */

static void write_call(struct job *job, int rank, bool exit,
                       const struct made_call *made)
{
    const struct call_info *info = &call_table[made->id];
    size_t count = exit ? info->out_words : info->in_words;
    union written record = {
        .header = {.call = (uint16_t)made->id,
                   .site = exit ? 0 : (uint32_t)made->line}};

    memcpy(record.header.words, made->words + (exit ? info->in_words : 0),
           count * sizeof(uint64_t));
    if (made->request_count > 0 && !exit) {
        /* the array lies behind the words: its offset is in the second */
        record.header.words[1] =
            sizeof record.header + count * sizeof(uint64_t);
        memcpy(record.header.words + count, made->requests,
               made->request_count * sizeof(uint64_t));
        count += made->request_count;
    }
    add_record(job, rank, exit ? RECORD_EXIT : RECORD_ENTER, &record, count);
}

static bool may_return(const struct job *job, const struct made_call *made)
{
    size_t i;

    if (made->never)
        return false;
    if (made->meeting > 0 &&
        job->met[made->meeting % MEETINGS] < job->program.size)
        return false;
    for (i = 0; i < made->need_count; i++)
        if (job->ranks[made->needs[i].rank].begun <= made->needs[i].step)
            return false;
    return true;
}

/* All have met: the place is another meeting's. */
static void leave_meeting(struct job *job, uint64_t meeting)
{
    job->met[(meeting + MEETINGS / 2) % MEETINGS] = 0;
}

static void end_rank(struct job *job, int rank)
{
    struct recording_goodbye goodbye = {0, 0};
    struct recording_hung_up hung_up = {.end_time = job->time};

    add(job, EVENT_GOODBYE, rank, &goodbye, sizeof goodbye);
    add(job, EVENT_HUNG_UP, rank, &hung_up, sizeof hung_up);
    add(job, EVENT_ENDED, rank, NULL, 0);
    job->ranks[rank].over = true;
}

/* One call further, if it goes on; whether it does. */
static bool step_rank(struct job *job, int rank)
{
    struct rank *at = &job->ranks[rank];
    struct made_call made;

    if (at->over)
        return false;
    if (at->inside) {
        programs_call(&job->program, rank, at->begun - 1, &made);
        if (!may_return(job, &made))
            return false;
        write_call(job, rank, true, &made);
        at->inside = false;
        if (made.meeting > 0)
            leave_meeting(job, made.meeting);
        if (made.id == CALL_MPI_Init)
            tell_world(job, rank);
        if (made.id == CALL_MPI_Finalize) {
            end_rank(job, rank);
            return true;
        }
    }
    programs_call(&job->program, rank, at->begun, &made);
    write_call(job, rank, false, &made);
    at->begun++;
    at->inside = true;
    if (made.meeting > 0)
        job->met[made.meeting % MEETINGS]++;
    return true;
}

/* As the checker ends a job that hangs. */
static void end_hang(struct job *job)
{
    struct recording_state state = {.time = job->time};
    int rank;

    recorder_add(job->recorder, EVENT_DEADLOCK, NULL, 0,
                 &(struct recording_deadlock){0, 0},
                 sizeof(struct recording_deadlock));
    recorder_add(job->recorder, EVENT_END_JOB, NULL, 0, &state, sizeof state);
    for (rank = 0; rank < job->program.size; rank++) {
        struct recording_hung_up hung_up = {.end_time = job->time,
                                            .wait_status = 9};

        add(job, EVENT_HUNG_UP, rank, &hung_up, sizeof hung_up);
        add(job, EVENT_ENDED, rank, NULL, 0);
    }
}

static void write_job(struct job *job)
{
    bool moved, hangs = false;
    int rank;

    recorder_add_json(job->recorder, EVENT_START,
                      json_pack("{s:s, s:s, s:s, s:s, s:[i, i], s:i, s:{}}",
                                "version", PACKAGE_VERSION, "key", "generated",
                                "command", job->program.name, "directory",
                                "/never/written", "began", 0, 0, "clock", 0,
                                "options"));
    for (rank = 0; rank < job->program.size; rank++) {
        join(job, rank);
        tell_module(job, rank);
        tell_sites(job, rank);
    }
    do {
        moved = false;
        for (rank = 0; rank < job->program.size; rank++)
            moved |= step_rank(job, rank);
    } while (moved);
    for (rank = 0; rank < job->program.size; rank++)
        hangs |= !job->ranks[rank].over;
    if (hangs)
        end_hang(job);
    recorder_add_json(job->recorder, EVENT_FINISH,
                      json_pack("{s:[i, i], s:b, s:i}", "time", 1, 0,
                                "launcher_ended", 1, "launcher_status", 0));
    tell_sources(job);
}

/* ------------------------------------------------------------------- use */

static int usage(void)
{
    fprintf(stderr, "usage: generate --ranks=N [--rounds=N] [--seed=N] "
                    "PROGRAM[:FAULT] FILE\n");
    return 2;
}

/* Which rank, and when, by the seed. */
static void choose(struct made_program *program, uint64_t seed)
{
    uint64_t number =
        seed * UINT64_C(6364136223846793005) + 1442695040888963407;

    program->victim = 1 + (int)((number >> 33) % (uint64_t)(program->size - 1));
    program->when = (number >> 20) % program->rounds;
}

int main(int argc, char **argv)
{
    struct job job = {.program = {.size = 16, .rounds = 20}};
    char *fault, *trouble;
    uint64_t seed = 1;
    int i;

    for (i = 1; i < argc && strncmp(argv[i], "--", 2) == 0; i++)
        if (sscanf(argv[i], "--ranks=%d", &job.program.size) != 1 &&
            sscanf(argv[i], "--rounds=%lu", &job.program.rounds) != 1 &&
            sscanf(argv[i], "--seed=%lu", &seed) != 1)
            return usage();
    if (argc - i != 2 || !programs_fit(job.program.size) ||
        job.program.rounds < 1)
        return usage();
    fault = strchr(argv[i], ':');
    if (fault != NULL)
        *fault++ = '\0';
    if (!programs_find(argv[i], fault != NULL ? fault : "", &job.program))
        return usage();
    choose(&job.program, seed);
    job.recorder = recorder_open(argv[i + 1], &trouble);
    if (job.recorder == NULL) {
        fprintf(stderr, "generate: %s\n", trouble);
        free(trouble);
        return 2;
    }
    job.ranks = xcalloc((size_t)job.program.size, sizeof *job.ranks);
    job.met = xcalloc(MEETINGS, sizeof *job.met);
    write_job(&job);
    free(job.met);
    free(job.ranks);
    printf("%d\n", job.program.victim);
    return recorder_close(job.recorder) != 0 ? 2 : 0;
}
