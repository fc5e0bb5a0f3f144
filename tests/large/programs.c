#include "programs.h"

#include "neutral.h"

#include <string.h>

#define OP_MAX UINT64_C(0x23)
#define OP_SUM UINT64_C(0x21)
#define ROW    UINT64_C(0x8001) /* the communicator of a row */
#define WINDOW UINT64_C(0x8002)
#define SLOTS  16 /* of DOUBLE, in the window */
#define HALO   100
/* Where buffers lie does not matter. */
#define BUFFER(number)                                                         \
    (UINT64_C(0x10000000) + UINT64_C(0x10000) * (unsigned)(number))
#define REQUEST(number) (UINT64_C(0x100000) + (number))
#define REDUCE_EACH     10 /* rounds of the stencil */

#define CALL(made, name, at, ...)                                              \
    ((made)->id = CALL_##name, (made)->line = (at),                            \
     memcpy((made)->words, &(struct call_##name){__VA_ARGS__},                 \
            sizeof(struct call_##name)))

static bool is_faulty(const struct made_program *program, const char *fault,
                      int rank, uint64_t round)
{
    return rank == program->victim && round == program->when &&
           strcmp(program->fault, fault) == 0;
}

static void need(struct made_call *made, int rank, uint64_t step)
{
    made->needs[made->need_count].rank = rank;
    made->needs[made->need_count++].step = step;
}

/* --------------------------------------------------------------- a stencil */

/* Ranks are in a square grid, periodic in both directions. */
static int side_of(int size)
{
    int side = 1;

    while ((side + 1) * (side + 1) <= size)
        side++;
    return side;
}

static int neighbor(int side, int rank, int direction)
{
    static const int across[] = {1, -1, 0, 0};
    static const int down[] = {0, 0, 1, -1};
    int x = (rank % side + across[direction] + side) % side;
    int y = (rank / side + down[direction] + side) % side;

    return y * side + x;
}

/* From its round on: a later message would be taken for the one that is
 * missed. */
static bool has_other_tag(const struct made_program *program, int rank,
                          uint64_t round)
{
    return rank == program->victim && round >= program->when &&
           strcmp(program->fault, "tag") == 0;
}

static void stencil_wait(const struct made_program *program, int rank,
                         uint64_t step, uint64_t round, struct made_call *made)
{
    int side = side_of(program->size), direction;
    size_t i;

    CALL(made, MPI_Waitall, 14, .count = 8, .array_of_requests = {.count = 8},
         .array_of_statuses = {.special = ARRAY_STATUSES_IGNORE});
    made->request_count = 8;
    for (i = 0; i < 8; i++)
        made->requests[i] = REQUEST(i);
    for (direction = 0; direction < 4; direction++) {
        int from = neighbor(side, rank, direction);

        need(made, from, step);
        /* what it sends to the right, who is there takes from the left */
        if (direction == 1 && has_other_tag(program, from, round))
            made->never = true;
    }
}

static void stencil_call(const struct made_program *program, int rank,
                         uint64_t step, uint64_t round, uint64_t position,
                         struct made_call *made)
{
    int direction = (int)(position % 4);
    int other = neighbor(side_of(program->size), rank, direction);
    bool is_last = direction == 0;

    if (position < 4)
        CALL(made, MPI_Irecv, 11,
             .buf = BUFFER(is_faulty(program, "buffer", rank, round) &&
                                   direction == 1
                               ? 0
                               : direction),
             .count = HALO, .datatype = PROGRAMS_DOUBLE, .source = other,
             .tag = direction ^ 1, .comm = NEUTRAL_COMM_WORLD,
             .request = REQUEST(position));
    else if (position < 8)
        CALL(made, MPI_Isend, 12, .buf = BUFFER(4 + direction),
             .count = is_last && is_faulty(program, "type", rank, round)
                          ? 2 * HALO
                          : HALO,
             .datatype = is_last && is_faulty(program, "type", rank, round)
                             ? PROGRAMS_FLOAT
                             : PROGRAMS_DOUBLE,
             .dest = other,
             .tag = is_last && has_other_tag(program, rank, round) ? 99
                                                                   : direction,
             .comm = NEUTRAL_COMM_WORLD, .request = REQUEST(position));
    else
        stencil_wait(program, rank, step, round, made);
}

static void stencil(const struct made_program *program, int rank, uint64_t step,
                    struct made_call *made)
{
    uint64_t span = 9 * REDUCE_EACH + 1, at = step - 1;
    uint64_t round = at / span * REDUCE_EACH + at % span / 9;

    if (round >= program->rounds) {
        CALL(made, MPI_Finalize, 20, .result = 0);
        made->meeting = program->rounds / REDUCE_EACH + 2;
    } else if (at % span < 9 * REDUCE_EACH) {
        stencil_call(program, rank, step, round, at % span % 9, made);
    } else {
        CALL(made, MPI_Allreduce, 16, .sendbuf = BUFFER(8),
             .recvbuf = BUFFER(9), .count = 1, .datatype = PROGRAMS_DOUBLE,
             .op = at < span && rank == program->victim &&
                           strcmp(program->fault, "op") == 0
                       ? OP_MAX
                       : OP_SUM,
             .comm = NEUTRAL_COMM_WORLD);
        made->meeting = at / span + 2;
    }
}

/* -------------------------------------------- all to all, in rows of a grid */

static void alltoall_round(const struct made_program *program, int rank,
                           uint64_t round, bool second, struct made_call *made)
{
    int side = side_of(program->size);
    int root = (int)(round % (uint64_t)side);

    if (second)
        CALL(made, MPI_Bcast, 14, .buffer = BUFFER(0), .count = HALO,
             .datatype = PROGRAMS_DOUBLE,
             .root = is_faulty(program, "root", rank, round) ? (root + 1) % side
                                                             : root,
             .comm = ROW);
    else if (is_faulty(program, "kind", rank, round))
        CALL(made, MPI_Allgather, 13, .sendbuf = BUFFER(0), .sendcount = 1,
             .sendtype = PROGRAMS_DOUBLE, .recvbuf = BUFFER(1), .recvcount = 1,
             .recvtype = PROGRAMS_DOUBLE, .comm = ROW);
    else
        CALL(made, MPI_Alltoall, 12, .sendbuf = BUFFER(0),
             .sendcount = is_faulty(program, "count", rank, round) ? 2 : 1,
             .sendtype = PROGRAMS_DOUBLE, .recvbuf = BUFFER(1),
             .recvcount = is_faulty(program, "count", rank, round) ? 2 : 1,
             .recvtype = PROGRAMS_DOUBLE, .comm = ROW);
}

static void alltoall(const struct made_program *program, int rank,
                     uint64_t step, struct made_call *made)
{
    int side = side_of(program->size);

    made->meeting = step + 1;
    if (step == 1)
        CALL(made, MPI_Comm_split, 10, .comm = NEUTRAL_COMM_WORLD,
             .color = rank / side, .key = rank % side,
             .newcomm = {.comm = ROW, .rank = rank % side, .size = side});
    else if (step < 2 + 2 * program->rounds)
        alltoall_round(program, rank, (step - 2) / 2, step % 2 != 0, made);
    else if (step == 2 + 2 * program->rounds)
        CALL(made, MPI_Comm_free, 17, .comm = ROW);
    else
        CALL(made, MPI_Finalize, 20, .result = 0);
}

/* ------------------------------------------------------------ a task farm */

static void farm_master(const struct made_program *program, uint64_t step,
                        struct made_call *made)
{
    uint64_t workers = (uint64_t)program->size - 1, task = (step - 1) / 2;
    int worker = 1 + (int)(task % workers), to = worker;
    uint64_t round = task / workers;

    if (round >= program->rounds) {
        CALL(made, MPI_Finalize, 20, .result = 0);
        made->meeting = 2;
    } else if (step % 2 != 0) {
        CALL(made, MPI_Recv, 11, .buf = BUFFER(0), .count = 1,
             .datatype = PROGRAMS_DOUBLE, .source = NEUTRAL_ANY_SOURCE,
             .tag = 1, .comm = NEUTRAL_COMM_WORLD,
             .status = {.source = worker, .tag = 1, .bytes = 8});
        need(made, worker, 1 + 2 * round);
    } else {
        if (round == program->rounds - 1 && worker == program->victim &&
            strcmp(program->fault, "starved") == 0)
            to = worker > 1 ? worker - 1 : worker + 1;
        CALL(made, MPI_Send, 12, .buf = BUFFER(1), .count = 1,
             .datatype = PROGRAMS_DOUBLE, .dest = to, .tag = 2,
             .comm = NEUTRAL_COMM_WORLD);
    }
}

static void farm_worker(const struct made_program *program, int rank,
                        uint64_t step, struct made_call *made)
{
    uint64_t round = (step - 1) / 2;
    bool is_victim = rank == program->victim && round == program->rounds - 1;

    if (round >= program->rounds ||
        (step % 2 == 0 && is_victim && strcmp(program->fault, "lost") == 0)) {
        CALL(made, MPI_Finalize, 20, .result = 0);
        made->meeting = 2;
    } else if (step % 2 != 0) {
        CALL(made, MPI_Send, 15, .buf = BUFFER(0), .count = 1,
             .datatype = PROGRAMS_DOUBLE, .dest = 0, .tag = 1,
             .comm = NEUTRAL_COMM_WORLD);
    } else {
        CALL(made, MPI_Recv, 16, .buf = BUFFER(1), .count = 1,
             .datatype = PROGRAMS_DOUBLE, .source = 0, .tag = 2,
             .comm = NEUTRAL_COMM_WORLD,
             .status = {.source = 0, .tag = 2, .bytes = 8});
        made->never = is_victim && strcmp(program->fault, "starved") == 0;
        need(made, 0,
             2 + 2 * (round * (uint64_t)(program->size - 1) + (uint64_t)rank -
                      1));
    }
}

static void farm(const struct made_program *program, int rank, uint64_t step,
                 struct made_call *made)
{
    if (rank == 0)
        farm_master(program, step, made);
    else
        farm_worker(program, rank, step, made);
}

/* ---------------------------------------------------- a ring of windows */

static void ring(const struct made_program *program, int rank, uint64_t step,
                 struct made_call *made)
{
    uint64_t round = (step - 3) / 2;

    if (step == 1) {
        CALL(made, MPI_Win_create, 10, .base = BUFFER(0), .size = SLOTS * 8,
             .disp_unit = 8, .info = NEUTRAL_INFO_NULL,
             .comm = NEUTRAL_COMM_WORLD, .win = WINDOW);
    } else if (step >= 3 && round < program->rounds && step % 2 != 0) {
        int after = is_faulty(program, "conflict", rank, round) ? 2 : 1;

        CALL(made, MPI_Put, 12, .origin_addr = BUFFER(1), .origin_count = 1,
             .origin_datatype = PROGRAMS_DOUBLE,
             .target_rank = (rank + after) % program->size,
             .target_disp = is_faulty(program, "beyond", rank, round)
                                ? SLOTS
                                : (int64_t)(round % SLOTS),
             .target_count = 1, .target_datatype = PROGRAMS_DOUBLE,
             .win = WINDOW);
        return;
    } else if (step == 2 || (step >= 3 && round < program->rounds)) {
        CALL(made, MPI_Win_fence, 13, .assert = 0, .win = WINDOW);
    } else if (step == 3 + 2 * program->rounds) {
        CALL(made, MPI_Win_free, 15, .win = WINDOW);
    } else {
        CALL(made, MPI_Finalize, 20, .result = 0);
    }
    made->meeting = step + 1;
}

/* ---------------------------------------------------------------- table */

static const struct {
    const char *name;
    const char *faults[5];
    void (*call)(const struct made_program *, int, uint64_t,
                 struct made_call *);
} programs[] = {
    {"stencil", {"", "buffer", "type", "op", "tag"}, stencil},
    {"alltoall", {"", "count", "root", "kind"}, alltoall},
    {"farm", {"", "lost", "starved"}, farm},
    {"ring", {"", "conflict", "beyond"}, ring},
};

bool programs_fit(int size)
{
    return size >= 4 && side_of(size) * side_of(size) == size;
}

bool programs_find(const char *name, const char *fault,
                   struct made_program *program)
{
    size_t i, k;

    for (i = 0; i < sizeof programs / sizeof programs[0]; i++)
        for (k = 0; k < 5 && programs[i].faults[k] != NULL; k++)
            if (strcmp(name, programs[i].name) == 0 &&
                strcmp(fault, programs[i].faults[k]) == 0) {
                program->name = programs[i].name;
                program->fault = programs[i].faults[k];
                program->call = programs[i].call;
                return true;
            }
    return false;
}

void programs_call(const struct made_program *program, int rank, uint64_t step,
                   struct made_call *made)
{
    memset(made, 0, sizeof *made);
    if (step > 0) {
        program->call(program, rank, step, made);
        return;
    }
    CALL(made, MPI_Init, 8, .result = 0);
    made->meeting = 1;
}
