/*
 * Who is whose neighbour: what neighbours send each other must be what they
 * expect of each other.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "model_job.h"

#define MADE  UINT64_C(0x9000)
#define PART  UINT64_C(0x9001)
#define SMALL UINT64_C(0x9002)

static void end(int rank)
{
    CALL(rank, MPI_Comm_free, .comm = MADE);
    CALL(rank, MPI_Finalize, .result = 0);
}

static void adjacent(int rank, int64_t source, int64_t next, int64_t new_rank)
{
    CALL(rank, MPI_Dist_graph_create_adjacent, .comm_old = WORLD, .indegree = 1,
         .sources = NUMBERS(source), .outdegree = 1,
         .destinations = NUMBERS(next), .reorder = 1,
         .comm_dist_graph = {MADE, new_rank, 3, 0});
}

static void gather(int rank, int64_t sent, int64_t expected)
{
    CALL(rank, MPI_Neighbor_allgatherv, .sendcount = sent, .sendtype = INT,
         .recvcounts = NUMBERS(expected), .recvtype = INT, .comm = MADE);
}

/* A ring, whose ranks the MPI has given anew, backwards: who is rank 1 now has
 * the edges that the old rank 1 gave.  Rank r expects r + 1 of the one before
 * it. */
static void reordered(int64_t of_last)
{
    int rank;

    job_begin(3);
    for (rank = 0; rank < 3; rank++) {
        int64_t now = 2 - rank;

        adjacent(rank, (rank + 2) % 3, (rank + 1) % 3, now);
        gather(rank, (now + 1) % 3 + 1, now == 2 ? of_last : now + 1);
        end(rank);
    }
}

static void test_reordered(void **state)
{
    (void)state;
    reordered(3);
    job_expect("");
    reordered(4);
    job_expect("COLL-COUNT-MISMATCH send@1 receive@0\n");
}

/* One tells of a ring; nobody knows in which order each has its edges: only
 * who sends the same to all and expects the same of all is judged. */
static void distributed(int64_t first, int64_t second, int64_t expected)
{
    int rank;

    job_begin(2);
    for (rank = 0; rank < 2; rank++) {
        if (rank == 0)
            CALL(0, MPI_Dist_graph_create, .comm_old = WORLD, .n = 2,
                 .sources = NUMBERS(0, 1), .degrees = NUMBERS(2, 2),
                 .destinations = NUMBERS(0, 1, 0, 1),
                 .comm_dist_graph = {MADE, 0, 2, 0});
        else
            CALL(1, MPI_Dist_graph_create, .comm_old = WORLD,
                 .sources = {.special = ARRAY_PRESENT},
                 .degrees = {.special = ARRAY_PRESENT},
                 .destinations = {.special = ARRAY_PRESENT},
                 .comm_dist_graph = {MADE, 1, 2, 0});
        CALL(rank, MPI_Neighbor_alltoallv, .sendcounts = NUMBERS(first, second),
             .sendtype = INT, .recvcounts = NUMBERS(expected, expected),
             .recvtype = INT, .comm = MADE);
        end(rank);
    }
}

static void test_distributed(void **state)
{
    (void)state;
    distributed(2, 2, 2);
    job_expect("");
    distributed(1, 2, 2);
    job_expect("");
    distributed(1, 1, 2);
    job_expect("COLL-COUNT-MISMATCH send@0 receive@0\n");
}

/* A row of a grid of 2 times 2, periodic; then each process of the row is a
 * part by itself. */
static void part_of_grid(int64_t sent)
{
    int rank;

    job_begin(4);
    for (rank = 0; rank < 4; rank++) {
        CALL(rank, MPI_Cart_create, .comm_old = WORLD, .ndims = 2,
             .dims = NUMBERS(2, 2), .periods = NUMBERS(0, 1),
             .comm_cart = {MADE, rank, 4, 0});
        CALL(rank, MPI_Cart_sub, .comm = MADE, .remain_dims = NUMBERS(0, 1),
             .newcomm = {PART, rank % 2, 2, 0});
        CALL(rank, MPI_Neighbor_alltoallv,
             .sendcounts = NUMBERS(rank % 2 == 0 ? 1 : 3, sent),
             .sendtype = INT, .recvcounts = NUMBERS(2, rank % 2 == 0 ? 3 : 1),
             .recvtype = INT, .comm = PART);
        CALL(rank, MPI_Cart_sub, .comm = PART, .remain_dims = NUMBERS(0),
             .newcomm = {SMALL, 0, 1, 0});
        CALL(rank, MPI_Bcast, .count = rank, .datatype = INT, .comm = SMALL);
        CALL(rank, MPI_Comm_free, .comm = SMALL);
        CALL(rank, MPI_Comm_free, .comm = PART);
        end(rank);
    }
}

static void test_part_of_grid(void **state)
{
    (void)state;
    part_of_grid(2);
    job_expect("");
    part_of_grid(5);
    job_expect("COLL-COUNT-MISMATCH send@0 receive@1\n"
               "COLL-COUNT-MISMATCH send@2 receive@3\n");
}

/* A part of a part: its rows have roots of their own. */
static void test_part_of_part(void **state)
{
    int rank;

    (void)state;
    job_begin(4);
    for (rank = 0; rank < 4; rank++) {
        CALL(rank, MPI_Cart_create, .comm_old = WORLD, .ndims = 3,
             .dims = NUMBERS(1, 2, 2), .periods = NUMBERS(0, 0, 0),
             .comm_cart = {MADE, rank, 4, 0});
        CALL(rank, MPI_Cart_sub, .comm = MADE, .remain_dims = NUMBERS(0, 1, 1),
             .newcomm = {PART, rank, 4, 0});
        CALL(rank, MPI_Cart_sub, .comm = PART, .remain_dims = NUMBERS(0, 1),
             .newcomm = {SMALL, rank % 2, 2, 0});
        CALL(rank, MPI_Bcast, .count = 1, .datatype = INT, .root = rank / 2,
             .comm = SMALL);
        CALL(rank, MPI_Comm_free, .comm = SMALL);
        CALL(rank, MPI_Comm_free, .comm = PART);
        end(rank);
    }
    job_expect("");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_reordered),
        cmocka_unit_test(test_distributed),
        cmocka_unit_test(test_part_of_grid),
        cmocka_unit_test(test_part_of_part),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
