/*
 * Collective operations, communicators, requests.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "model_job.h"

static void finalize(int size)
{
    int rank;

    for (rank = 0; rank < size; rank++)
        CALL(rank, MPI_Finalize, .result = 0);
}

static void test_same(void **state)
{
    (void)state;
    job_begin(3);
    for (int rank = 0; rank < 3; rank++) {
        CALL(rank, MPI_Barrier, .comm = WORLD);
        CALL(rank, MPI_Bcast, .root = 1, .comm = WORLD);
        CALL(rank, MPI_Allreduce, .op = 0x21, .comm = WORLD);
        CALL(rank, MPI_Reduce, .op = 0x21, .root = 2, .comm = WORLD);
        CALL(rank, MPI_Scan, .op = 0x21, .comm = WORLD);
    }
    finalize(3);
    job_expect("");
    assert_int_equal(job_releases, 0);
}

/* E1 */
static void test_root(void **state)
{
    (void)state;
    job_begin(2);
    CALL(0, MPI_Bcast, .root = 0, .comm = WORLD);
    CALL(0, MPI_Bcast, .root = 1, .comm = WORLD);
    CALL(1, MPI_Bcast, .root = 1, .comm = WORLD);
    CALL(1, MPI_Bcast, .root = 0, .comm = WORLD);
    finalize(2);
    job_expect("COLL-ROOT-MISMATCH MPI_Bcast of rank 0@0 (0) MPI_Bcast of rank "
               "1@1 (1)\n");
}

/* Who comes late is told with the others: who computes for long, and who waits
 * for one that does. */
static void test_late(void **state)
{
    (void)state;
    for (int waits = 0; waits < 2; waits++) {
        job_begin(4);
        HANG(0, MPI_Bcast, .root = 0, .comm = WORLD);
        HANG(1, MPI_Bcast, .root = 1, .comm = WORLD);
        if (waits)
            CALL(2, MPI_Recv, .source = 3, .comm = WORLD);
        else
            job_late(2);
        HANG(2, MPI_Barrier, .comm = WORLD);
        job_late(3);
        if (waits)
            CALL(3, MPI_Send, .dest = 2, .comm = WORLD);
        HANG(3, MPI_Barrier, .comm = WORLD);
        job_expect("COLL-KIND-MISMATCH MPI_Bcast of ranks 0 and 1@0 (0) (1) "
                   "MPI_Barrier of ranks 2 and 3@2 (2) (3)\n");
    }
}

/* E7: they hang, or not; only the first difference is told. */
static void test_kind(void **state)
{
    (void)state;
    job_begin(2);
    CALL(0, MPI_Ibarrier, .comm = WORLD, .request = 0x10001);
    HANG(0, MPI_Bcast, .root = 0, .comm = WORLD);
    CALL(1, MPI_Bcast, .root = 0, .comm = WORLD);
    CALL(1, MPI_Ibarrier, .comm = WORLD, .request = 0x10001);
    HANG(1, MPI_Wait, .request = 0x10001);
    job_expect("COLL-KIND-MISMATCH MPI_Ibarrier of rank 0@0 (0) MPI_Bcast of "
               "rank 1@1 (1)\n");
}

/* E10 */
static void test_blocking(void **state)
{
    (void)state;
    job_begin(2);
    CALL(0, MPI_Ialltoall, .comm = WORLD, .request = 0x10001);
    CALL(0, MPI_Wait, .request = 0x10001);
    CALL(1, MPI_Alltoall, .comm = WORLD);
    finalize(2);
    job_expect("COLL-BLOCKING-MISMATCH MPI_Ialltoall of rank 0@0 (0) "
               "MPI_Alltoall of rank 1@1 (1)\n");
}

static void test_op(void **state)
{
    (void)state;
    job_begin(2);
    CALL(0, MPI_Allreduce, .op = 0x21, .comm = WORLD);
    CALL(1, MPI_Allreduce, .op = 0x22, .comm = WORLD);
    finalize(2);
    job_expect("COLL-OP-MISMATCH MPI_Allreduce of rank 0@0 (0) MPI_Allreduce "
               "of rank 1@1 (1)\n");
    /* Operations of the application have other handles everywhere. */
    job_begin(2);
    CALL(0, MPI_Allreduce, .op = 0x1001, .comm = WORLD);
    CALL(1, MPI_Allreduce, .op = 0x2001, .comm = WORLD);
    finalize(2);
    job_expect("");
}

/* Which groups MPI_Comm_create may be given: who is in one gives it. */
static void test_groups(void **state)
{
    static const struct {
        int64_t ranks[3][2];
        const char *expected;
    } cases[] = {
        /* -1: nobody */
        {{{0, 1}, {0, 1}, {2, -1}}, ""},
        {{{0, 1}, {0, 1}, {0, 1}}, ""},
        {{{0, 1}, {0, 1}, {-1, -1}}, ""},
        {{{0, 1}, {1, 0}, {-1, -1}},
         "COLL-ARGUMENT-MISMATCH MPI_Comm_create of rank 0@0 (0) "
         "MPI_Comm_create of rank 1@1 (1)\n"},
        {{{0, 2}, {-1, -1}, {-1, -1}},
         "COLL-ARGUMENT-MISMATCH MPI_Comm_create of rank 0@0 (0) "
         "MPI_Comm_create of rank 2@2 (2)\n"},
        {{{0, -1}, {1, 2}, {0, 2}},
         "COLL-ARGUMENT-MISMATCH MPI_Comm_create of rank 0@0 (0) "
         "MPI_Comm_create of rank 1@1 (1) MPI_Comm_create of rank 2@2 (2)\n"},
    };

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        job_begin(3);
        for (int rank = 0; rank < 3; rank++) {
            const int64_t *ranks = cases[i].ranks[rank];

            CALL(rank, MPI_Comm_group, .comm = WORLD, .group = 0x6000);
            CALL(rank, MPI_Group_incl, .group = 0x6000,
                 .ranks = {{ranks},
                           (uint32_t)((ranks[0] >= 0) + (ranks[1] >= 0)),
                           ARRAY_PRESENT},
                 .newgroup = 0x6001);
            CALL(rank, MPI_Comm_create, .comm = WORLD, .group = 0x6001,
                 .newcomm = {NEUTRAL_COMM_NULL, -1, -1, 0, 0});
        }
        finalize(3);
        job_expect(cases[i].expected);
    }
}

/* Of a grid all arguments, of MPI_Comm_split_type one are the same. */
static void test_arguments(void **state)
{
    (void)state;
    job_begin(2);
    for (int rank = 0; rank < 2; rank++)
        CALL(rank, MPI_Cart_create, .comm_old = WORLD, .ndims = 1,
             .dims = NUMBERS(2), .periods = NUMBERS(1 + rank),
             .comm_cart = {0x5001, rank, 2, 0, 0});
    CALL(0, MPI_Comm_split_type, .comm = WORLD, .split_type = NEUTRAL_UNDEFINED,
         .newcomm = {NEUTRAL_COMM_NULL, -1, -1, 0, 0});
    CALL(1, MPI_Comm_split_type, .comm = WORLD, .split_type = 1,
         .newcomm = {0x5002, 0, 1, 0, 0});
    for (int rank = 0; rank < 2; rank++)
        CALL(rank, MPI_Cart_create, .comm_old = WORLD, .ndims = 1,
             .dims = NUMBERS(2 - rank), .periods = NUMBERS(0),
             .comm_cart = {NEUTRAL_COMM_NULL, -1, -1, 0, 0});
    for (int rank = 0; rank < 2; rank++)
        CALL(rank, MPI_Comm_free, .comm = 0x5001);
    CALL(1, MPI_Comm_free, .comm = 0x5002);
    finalize(2);
    job_expect("COLL-ARGUMENT-MISMATCH MPI_Cart_create of rank 0@0 (0) "
               "MPI_Cart_create of rank 1@1 (1)\n");
}

/* E8, E6 */
static void test_dup(void **state)
{
    (void)state;
    job_begin(2);
    for (int rank = 0; rank < 2; rank++)
        CALL(rank, MPI_Comm_dup, .comm = WORLD,
             .newcomm = {0x5000u + (unsigned)rank, rank, 2, 0, 0});
    CALL(0, MPI_Ibarrier, .comm = WORLD, .request = 0x10001);
    CALL(0, MPI_Bcast, .root = 0, .comm = 0x5000);
    CALL(0, MPI_Wait, .request = 0x10001);
    CALL(1, MPI_Bcast, .root = 0, .comm = 0x5001);
    CALL(1, MPI_Ibarrier, .comm = WORLD, .request = 0x10001);
    CALL(1, MPI_Wait, .request = 0x10001);
    for (int rank = 0; rank < 2; rank++)
        CALL(rank, MPI_Comm_free, .comm = 0x5000u + (unsigned)rank);
    finalize(2);
    job_expect("");
    assert_int_equal(job_releases, 0);
}

static void split(int rank, int colour, int key, uint64_t handle, int new_rank,
                  int size)
{
    CALL(rank, MPI_Comm_split, .comm = WORLD, .color = colour, .key = key,
         .newcomm = {handle, new_rank, size, 0, 0});
}

/* Each half has its own communicator, with equal handles. */
static void test_split(void **state)
{
    (void)state;
    job_begin(4);
    for (int rank = 0; rank < 4; rank++)
        split(rank, rank % 2, -rank, 0x5000, 1 - rank / 2, 2);
    for (int rank = 0; rank < 4; rank++) {
        CALL(rank, MPI_Bcast, .root = rank % 2, .comm = 0x5000);
        if (rank % 2 == 0)
            CALL(rank, MPI_Barrier, .comm = 0x5000);
        CALL(rank, MPI_Comm_free, .comm = 0x5000);
    }
    finalize(4);
    job_expect("");
    job_begin(4);
    for (int rank = 0; rank < 4; rank++)
        split(rank, rank % 2, 0, 0x5000, rank / 2, 2);
    CALL(1, MPI_Bcast, .root = 0, .comm = 0x5000);
    CALL(3, MPI_Bcast, .root = 1, .comm = 0x5000);
    for (int rank = 0; rank < 4; rank++)
        CALL(rank, MPI_Comm_free, .comm = 0x5000);
    finalize(4);
    job_expect("COLL-ROOT-MISMATCH MPI_Bcast of rank 1@1 (1) MPI_Bcast of rank "
               "3@3 (3)\n");
}

/* Classes of ranks, whoever comes first; the gravest difference counts. */
static void test_classes(void **state)
{
    static const int64_t roots[] = {2, 1, 2, 1, 4, 1};

    (void)state;
    job_begin(6);
    for (int rank = 0; rank < 6; rank++) {
        CALL(rank, MPI_Bcast, .root = 0, .comm = WORLD);
        CALL(rank, MPI_Bcast, .root = roots[rank], .comm = WORLD);
        CALL(rank, MPI_Bcast, .root = rank, .comm = WORLD);
    }
    finalize(6);
    job_expect("COLL-ROOT-MISMATCH MPI_Bcast of rank 0@0 (0) MPI_Bcast of rank "
               "1@1 (1) MPI_Bcast of rank 2@2 (2) MPI_Bcast of rank 3@3 (3) "
               "(4) (5)\n"
               "COLL-ROOT-MISMATCH MPI_Bcast of ranks 0 and 2@0 (0) (2) "
               "MPI_Bcast of ranks 1, 3 and 5@1 (1) (3) (5) "
               "MPI_Bcast of rank 4@4 (4)\n");
    job_begin(4);
    CALL(0, MPI_Reduce, .root = 0, .op = 0x24, .comm = WORLD);
    CALL(1, MPI_Reduce, .root = 0, .op = 0x25, .comm = WORLD);
    CALL(2, MPI_Reduce, .root = 1, .op = 0x24, .comm = WORLD);
    CALL(3, MPI_Barrier, .comm = WORLD);
    finalize(4);
    job_expect("COLL-KIND-MISMATCH MPI_Reduce of ranks 0-2@0 (0) (1) (2) "
               "MPI_Barrier of rank 3@3 (3)\n");
}

/* The first operation that differs is told, even if members that have come to
 * a later one disagree there before; who has ended is not waited for. */
static void test_first(void **state)
{
    (void)state;
    job_begin(3);
    for (int rank = 0; rank < 2; rank++) {
        CALL(rank, MPI_Bcast, .root = 0, .comm = WORLD);
        CALL(rank, MPI_Bcast, .root = rank, .comm = WORLD);
    }
    CALL(2, MPI_Barrier, .comm = WORLD);
    finalize(3);
    job_expect("COLL-KIND-MISMATCH MPI_Bcast of ranks 0 and 1@0 (0) (1) "
               "MPI_Barrier of rank 2@2 (2)\n");
    job_begin(3);
    CALL(0, MPI_Bcast, .root = 0, .comm = WORLD);
    CALL(1, MPI_Bcast, .root = 1, .comm = WORLD);
    finalize(3);
    job_expect("COLL-ROOT-MISMATCH MPI_Bcast of rank 0@0 (0) "
               "MPI_Bcast of rank 1@1 (1)\n");
}

static void barrier(int rank)
{
    CALL(rank, MPI_Barrier, .comm = WORLD);
}

static void reduce(int rank, int64_t root, uint64_t op)
{
    CALL(rank, MPI_Reduce, .root = root, .op = op, .comm = WORLD);
}

static void bcast(int rank, int64_t root, int64_t count)
{
    CALL(rank, MPI_Bcast, .root = root, .count = count, .datatype = INT,
         .comm = WORLD);
}

/* Another fault directly behind the first, in other members, or of another
 * kind in the same, is told; the same again is not. */
static void test_behind(void **state)
{
    (void)state;
    job_begin(3);
    for (int rank = 0; rank < 3; rank++) {
        CALL(rank, MPI_Allreduce, .op = rank == 2 ? 0x22 : 0x21, .comm = WORLD);
        bcast(rank, rank == 0, 1);
        barrier(rank);
    }
    finalize(3);
    job_expect("COLL-OP-MISMATCH MPI_Allreduce of ranks 0 and 1@0 (0) (1) "
               "MPI_Allreduce of rank 2@2 (2)\n"
               "COLL-ROOT-MISMATCH MPI_Bcast of rank 0@0 (0) MPI_Bcast of "
               "ranks 1 and 2@1 (1) (2)\n");
    job_begin(3);
    for (int rank = 0; rank < 3; rank++) {
        bcast(rank, rank == 1, 1);
        reduce(rank, rank == 1, 0x21);
        reduce(rank, 0, rank == 1 ? 0x22 : 0x21);
        barrier(rank);
    }
    finalize(3);
    job_expect("COLL-OP-MISMATCH MPI_Reduce of ranks 0 and 2@0 (0) (2) "
               "MPI_Reduce of rank 1@1 (1)\n"
               "COLL-ROOT-MISMATCH MPI_Bcast of ranks 0 and 2@0 (0) (2) "
               "MPI_Bcast of rank 1@1 (1)\n");
}

/* A call that is left out among others of which only the data differ. */
static void test_data_tells(void **state)
{
    (void)state;
    job_begin(3);
    for (int rank = 0; rank < 3; rank++) {
        for (int count = 1; count < 25; count++)
            if (rank != 1 || count != 2)
                bcast(rank, 0, count);
        barrier(rank);
        CALL(rank, MPI_Allreduce, .op = 0x21 + (uint64_t)(rank == 2),
             .comm = WORLD);
    }
    finalize(3);
    job_expect("COLL-COUNT-MISMATCH call@0 other@1\n"
               "COLL-OP-MISMATCH MPI_Allreduce of ranks 0 and 1@0 (0) (1) "
               "MPI_Allreduce of rank 2@2 (2)\n");
    job_begin(3);
    for (int rank = 0; rank < 3; rank++) {
        bcast(rank, 0, 1 + (rank == 1));
        bcast(rank, rank == 2, 1);
        barrier(rank);
    }
    finalize(3);
    job_expect("COLL-COUNT-MISMATCH call@0 other@1\n"
               "COLL-ROOT-MISMATCH MPI_Bcast of ranks 0 and 1@0 (0) (1) "
               "MPI_Bcast of rank 2@2 (2)\n");
}

/* Arguments differ, and later others: both are told; what is the same at one
 * place is one. */
static void test_again(void **state)
{
    (void)state;
    job_begin(3);
    for (int rank = 0; rank < 3; rank++) {
        reduce(rank, rank == 1, 0x21);
        barrier(rank);
        CALL(rank, MPI_Allreduce, .op = rank == 2 ? 0x22 : 0x21, .comm = WORLD);
        barrier(rank);
        CALL(rank, MPI_Allreduce, .op = 0x21, .comm = WORLD);
    }
    finalize(3);
    job_expect("COLL-OP-MISMATCH MPI_Allreduce of ranks 0 and 1@0 (0) (1) "
               "MPI_Allreduce of rank 2@2 (2)\n"
               "COLL-ROOT-MISMATCH MPI_Reduce of ranks 0 and 2@0 (0) (2) "
               "MPI_Reduce of rank 1@1 (1)\n");
    job_begin(2);
    for (int i = 0; i < 40; i++)
        for (int rank = 0; rank < 2; rank++) {
            CALL(rank, MPI_Allreduce, .op = 0x21 + (uint64_t)rank,
                 .comm = WORLD);
            barrier(rank);
        }
    finalize(2);
    job_expect("COLL-OP-MISMATCH MPI_Allreduce of rank 0@0 (0) MPI_Allreduce "
               "of rank 1@1 (1)\n");
}

/* One leaves a call out, or has one more; the others go on, and later
 * something else is wrong, or nothing. */
static void test_left_out(void **state)
{
    (void)state;
    for (int wrong = 0; wrong < 2; wrong++)
        for (int more = 0; more < 2; more++) {
            char expected[256];

            job_begin(3);
            for (int rank = 0; rank < 3; rank++) {
                barrier(rank);
                if ((rank == 1) == more)
                    CALL(rank, MPI_Bcast, .root = 0, .comm = WORLD);
                barrier(rank);
                CALL(rank, MPI_Allreduce, .op = 0x21, .comm = WORLD);
                reduce(rank, wrong && rank == 0, 0x21);
                barrier(rank);
            }
            finalize(3);
            snprintf(expected, sizeof expected,
                     "COLL-KIND-MISMATCH MPI_%s of ranks 0 and 2@0 (0) (2) "
                     "MPI_%s of rank 1@1 (1)\n%s",
                     more ? "Barrier" : "Bcast", more ? "Bcast" : "Barrier",
                     wrong ? "COLL-ROOT-MISMATCH MPI_Reduce of rank 0@0 (0) "
                             "MPI_Reduce of ranks 1 and 2@1 (1) (2)\n"
                           : "");
            job_expect(expected);
        }
}

/* Two calls in the other order; a call that is made later; a phase of its own,
 * longer than the window. */
static void test_out_of_order(void **state)
{
    (void)state;
    job_begin(2);
    for (int rank = 0; rank < 2; rank++) {
        for (int i = 0; i < 2; i++)
            if (i == rank)
                CALL(rank, MPI_Ibarrier, .comm = WORLD, .request = 0x10001);
            else
                CALL(rank, MPI_Bcast, .root = 0, .comm = WORLD);
        CALL(rank, MPI_Wait, .request = 0x10001);
        CALL(rank, MPI_Allreduce, .op = 0x21, .count = 1 + rank,
             .datatype = INT, .comm = WORLD);
    }
    finalize(2);
    job_expect("COLL-COUNT-MISMATCH call@0 other@1\n"
               "COLL-KIND-MISMATCH MPI_Ibarrier of rank 0@0 (0) MPI_Bcast of "
               "rank 1@1 (1)\n");
    job_begin(2);
    for (int rank = 0; rank < 2; rank++) {
        if (rank == 0)
            CALL(rank, MPI_Bcast, .root = 0, .comm = WORLD);
        barrier(rank);
        barrier(rank);
        CALL(rank, MPI_Allreduce, .op = 0x21, .comm = WORLD);
        if (rank == 1)
            CALL(rank, MPI_Bcast, .root = 0, .comm = WORLD);
        barrier(rank);
        reduce(rank, 0, 0x21 + (uint64_t)rank);
        barrier(rank);
    }
    finalize(2);
    job_expect("COLL-KIND-MISMATCH MPI_Bcast of rank 0@0 (0) MPI_Barrier of "
               "rank 1@1 (1)\n"
               "COLL-OP-MISMATCH MPI_Reduce of rank 0@0 (0) MPI_Reduce of rank "
               "1@1 (1)\n");
    job_begin(2);
    for (int i = 0; i < 40; i++)
        CALL(0, MPI_Bcast, .root = 0, .comm = WORLD);
    for (int i = 0; i < 10; i++)
        for (int rank = 0; rank < 2; rank++) {
            barrier(rank);
            reduce(rank, 0, 0x21);
        }
    finalize(2);
    job_expect("COLL-KIND-MISMATCH MPI_Bcast of rank 0@0 (0) MPI_Barrier of "
               "rank 1@1 (1)\n"
               "COLL-UNALIGNED call@0\n");
}

/* Groups and MPI_Comm_create; the group of a split communicator by key. */
static void test_create(void **state)
{
    (void)state;
    job_begin(4);
    for (int rank = 0; rank < 4; rank++)
        split(rank, 0, -rank, 0x5000, 3 - rank, 4);
    for (int rank = 0; rank < 4; rank++) {
        bool in = rank >= 2;

        CALL(rank, MPI_Comm_group, .comm = 0x5000, .group = 0x6000);
        CALL(rank, MPI_Group_incl, .group = 0x6000, .n = 2,
             .ranks = NUMBERS(0, 1), .newgroup = 0x6001);
        CALL(rank, MPI_Comm_create, .comm = WORLD, .group = 0x6001,
             .newcomm = {in ? 0x5001 : NEUTRAL_COMM_NULL, in ? 3 - rank : -1,
                         in ? 2 : -1, 0, 0});
        if (in)
            CALL(rank, MPI_Comm_create_group, .comm = WORLD, .group = 0x6001,
                 .tag = 7, .newcomm = {0x5002, 3 - rank, 2, 0, 0});
    }
    CALL(2, MPI_Barrier, .comm = 0x5002);
    CALL(3, MPI_Barrier, .comm = 0x5001);
    CALL(2, MPI_Bcast, .root = 0, .comm = 0x5001);
    CALL(3, MPI_Bcast, .root = 0, .comm = 0x5002);
    for (int rank = 0; rank < 4; rank++) {
        CALL(rank, MPI_Comm_free, .comm = 0x5000);
        if (rank >= 2) {
            CALL(rank, MPI_Comm_free, .comm = 0x5001);
            CALL(rank, MPI_Comm_free, .comm = 0x5002);
        }
    }
    finalize(4);
    job_expect("COLL-KIND-MISMATCH MPI_Barrier of rank 2@2 (2) MPI_Bcast of "
               "rank 3@3 (3)\n"
               "COLL-KIND-MISMATCH MPI_Bcast of rank 2@2 (2) MPI_Barrier of "
               "rank 3@3 (3)\n");
}

/* An intercommunicator: two leaders meet, roots by side; its merge. */
static void test_intercomm(void **state)
{
    (void)state;
    job_begin(4);
    for (int rank = 0; rank < 4; rank++)
        split(rank, rank / 2, 0, 0x5000, rank % 2, 2);
    for (int rank = 0; rank < 4; rank++)
        CALL(rank, MPI_Intercomm_create, .local_comm = 0x5000,
             .local_leader = 0, .peer_comm = WORLD,
             .remote_leader = rank < 2 ? 2 : 0, .tag = 3,
             .newintercomm = {0x5001, rank % 2, 2, 2, 0});
    CALL(0, MPI_Bcast, .root = NEUTRAL_ROOT, .comm = 0x5001);
    CALL(1, MPI_Bcast, .root = NEUTRAL_PROC_NULL, .comm = 0x5001);
    CALL(2, MPI_Bcast, .root = 0, .comm = 0x5001);
    CALL(3, MPI_Bcast, .root = 0, .comm = 0x5001);
    CALL(1, MPI_Send, .dest = 0, .tag = 1, .comm = 0x5001);
    CALL(2, MPI_Recv, .source = 1, .tag = 1, .comm = 0x5001,
         .status = {1, 1, 0, 4, 0});
    for (int rank = 0; rank < 4; rank++) {
        CALL(rank, MPI_Intercomm_merge, .intercomm = 0x5001, .high = rank < 2,
             .newintracomm = {0x5002, (rank + 2) % 4, 4, 0, 0});
        CALL(rank, MPI_Barrier, .comm = 0x5002);
        CALL(rank, MPI_Comm_free, .comm = 0x5000);
        CALL(rank, MPI_Comm_free, .comm = 0x5001);
        CALL(rank, MPI_Comm_free, .comm = 0x5002);
    }
    finalize(4);
    job_expect("");
    assert_int_equal(job_releases, 0);
}

/* Two groups, of ranks 0 and 1, and of 2 and 3, whose members give these
 * roots. */
static void inter_roots(int64_t zero, int64_t one, int64_t two, int64_t three)
{
    const int64_t roots[] = {zero, one, two, three};

    job_begin(4);
    for (int rank = 0; rank < 4; rank++) {
        split(rank, rank / 2, 0, 0x5000, rank % 2, 2);
        CALL(rank, MPI_Intercomm_create, .local_comm = 0x5000,
             .peer_comm = WORLD, .remote_leader = rank < 2 ? 2 : 0,
             .newintercomm = {0x5001, rank % 2, 2, 2, 0});
        CALL(rank, MPI_Bcast, .root = roots[rank], .comm = 0x5001);
        CALL(rank, MPI_Comm_free, .comm = 0x5001);
        CALL(rank, MPI_Comm_free, .comm = 0x5000);
    }
    finalize(4);
}

static void test_intercomm_roots(void **state)
{
    const int64_t root = NEUTRAL_ROOT, null = NEUTRAL_PROC_NULL;

    (void)state;
    inter_roots(null, root, 1, 1);
    job_expect("");
    inter_roots(null, null, null, null);
    job_expect("");
    /* two of them */
    inter_roots(root, root, 0, 0);
    job_expect("COLL-ROOT-MISMATCH MPI_Bcast of rank 0@0 (0) MPI_Bcast of rank "
               "1@1 (1) "
               "MPI_Bcast of ranks 2 and 3@2 (2) (3)\n");
    /* nobody */
    inter_roots(null, null, 0, 0);
    job_expect("COLL-ROOT-MISMATCH MPI_Bcast of ranks 0 and 1@0 (0) (1) "
               "MPI_Bcast of ranks 2 and 3@2 (2) (3)\n");
    /* another one */
    inter_roots(null, root, 0, 0);
    job_expect("COLL-ROOT-MISMATCH MPI_Bcast of rank 1@1 (1) MPI_Bcast of "
               "ranks 2 and 3@2 (2) (3)\n");
    /* one of its group takes itself for one of the other */
    inter_roots(0, root, 1, 1);
    job_expect("COLL-ROOT-MISMATCH MPI_Bcast of rank 0@0 (0) MPI_Bcast of rank "
               "1@1 (1) "
               "MPI_Bcast of ranks 2 and 3@2 (2) (3)\n");
    /* one of the other group names nobody */
    inter_roots(null, root, 1, null);
    job_expect("COLL-ROOT-MISMATCH MPI_Bcast of rank 1@1 (1) MPI_Bcast of rank "
               "2@2 (2) "
               "MPI_Bcast of rank 3@3 (3)\n");
}

/* The root's own group gets nothing of it, and so may go on before the root. */
static void test_intercomm_no_data(void **state)
{
    (void)state;
    job_begin(3);
    job_strict(STRICT_COLL_MINIMAL);
    for (int rank = 0; rank < 3; rank++) {
        split(rank, rank / 2, 0, 0x5000, rank % 2, rank < 2 ? 2 : 1);
        CALL(rank, MPI_Intercomm_create, .local_comm = 0x5000,
             .peer_comm = WORLD, .remote_leader = rank < 2 ? 2 : 0,
             .newintercomm = {0x5001, rank % 2, rank < 2 ? 2 : 1,
                              rank < 2 ? 1 : 2, 0});
    }
    CALL(1, MPI_Bcast, .root = NEUTRAL_PROC_NULL, .comm = 0x5001);
    CALL(1, MPI_Send, .dest = 0, .comm = WORLD);
    CALL(0, MPI_Recv, .source = 1, .comm = WORLD, .status = {1, 0, 0, 4, 0});
    CALL(0, MPI_Bcast, .root = NEUTRAL_ROOT, .comm = 0x5001);
    CALL(2, MPI_Bcast, .root = 0, .comm = 0x5001);
    for (int rank = 0; rank < 3; rank++) {
        CALL(rank, MPI_Comm_free, .comm = 0x5001);
        CALL(rank, MPI_Comm_free, .comm = 0x5000);
    }
    finalize(3);
    job_expect("");
    assert_int_equal(job_releases, 0);
}

static void test_idup(void **state)
{
    (void)state;
    job_begin(2);
    for (int rank = 0; rank < 2; rank++) {
        CALL(rank, MPI_Comm_idup, .comm = WORLD, .request = 0x10001);
        CALL(rank, MPI_Wait, .request = 0x10001);
        job_new_comm(rank, 0x10001, 0x5000, rank, 2);
    }
    CALL(0, MPI_Barrier, .comm = 0x5000);
    CALL(1, MPI_Allreduce, .op = 0x21, .comm = 0x5000);
    for (int rank = 0; rank < 2; rank++)
        CALL(rank, MPI_Comm_free, .comm = 0x5000);
    finalize(2);
    job_expect("COLL-KIND-MISMATCH MPI_Barrier of rank 0@0 (0) MPI_Allreduce "
               "of rank 1@1 (1)\n");
}

/* Which communicator is done its request says. */
static void test_idup_crossed(void **state)
{
    (void)state;
    job_begin(2);
    for (int rank = 0; rank < 2; rank++) {
        const uint64_t requests[] = {0x10001, 0x10002};

        CALL(rank, MPI_Comm_idup, .comm = WORLD, .request = requests[0]);
        CALL(rank, MPI_Comm_idup, .comm = WORLD, .request = requests[1]);
        for (int i = 0; i < 2; i++) {
            int one = i ^ rank;

            CALL(rank, MPI_Wait, .request = requests[one]);
            job_new_comm(rank, requests[one], 0x5000 + (uint64_t)one, rank, 2);
        }
    }
    for (int rank = 0; rank < 2; rank++) {
        CALL(rank, MPI_Barrier, .comm = 0x5000);
        CALL(rank, MPI_Allreduce, .op = 0x21, .comm = 0x5001);
        CALL(rank, MPI_Comm_free, .comm = 0x5000);
        CALL(rank, MPI_Comm_free, .comm = 0x5001);
    }
    finalize(2);
    job_expect("");
}

/* Two requests of one handle; one of them is never completed. */
static void test_request_leak(void **state)
{
    (void)state;
    job_begin(2);
    for (int i = 0; i < 3; i++)
        CALL(0, MPI_Isend, .dest = 1, .comm = WORLD, .request = 0x10001);
    CALL(0, MPI_Waitall, .count = 2,
         .array_of_requests = HANDLES(0x10001, 0x10001));
    for (int i = 0; i < 3; i++)
        CALL(1, MPI_Recv, .source = 0, .comm = WORLD,
             .status = {0, 0, 0, 4, 0});
    CALL(1, MPI_Recv_init, .source = 0, .comm = WORLD, .request = 0x10002);
    CALL(1, MPI_Request_free, .request = 0x10002);
    finalize(2);
    job_expect("REQUEST-NOT-COMPLETED made@0 (0)\n");
}

static void test_leaks(void **state)
{
    (void)state;
    job_begin(2);
    for (int rank = 0; rank < 2; rank++) {
        CALL(rank, MPI_Comm_dup, .comm = WORLD,
             .newcomm = {0x5000, rank, 2, 0, 0});
        CALL(rank, MPI_Type_contiguous, .count = 2, .oldtype = INT,
             .newtype = 0x7000);
        CALL(rank, MPI_Type_commit, .datatype = 0x7000);
        CALL(rank, MPI_Win_create, .base = 0x9000, .size = 64, .disp_unit = 1,
             .comm = WORLD, .win = 0x8000);
    }
    CALL(1, MPI_Type_free, .datatype = 0x7000);
    CALL(1, MPI_Comm_free, .comm = 0x5000);
    finalize(2);
    job_expect("LEAK-COMM made@0 (0)\n"
               "LEAK-DATATYPE made@0 (0)\n"
               "LEAK-WINDOW made@0 (0)\n"
               "LEAK-WINDOW made@1 (1)\n");
}

static void test_life(void **state)
{
    (void)state;
    job_begin(2);
    CALL(0, MPI_Init, .result = 0);
    CALL(0, MPI_Finalize, .result = 0);
    CALL(0, MPI_Barrier, .comm = WORLD);
    CALL(0, MPI_Finalized, .result = 0);
    CALL(1, MPI_Barrier, .comm = WORLD);
    job_expect("CALL-AFTER-FINALIZE call@0 finalize@0\n"
               "CALL-INIT-TWICE again@0 first@0\n"
               "CALL-NO-FINALIZE last call@1 (1)\n");
}

static void test_crash(void **state)
{
    (void)state;
    job_begin(1);
    HANG(0, MPI_Barrier, .comm = WORLD);
    job_end(0, PROCESS_CRASHED, 11);
    job_expect("PROCESS-CRASHED inside@0 (0)\n");
    job_end(0, PROCESS_LOST, 0);
    job_expect("PROCESS-KILLED inside@0 (0)\n");
    job_begin(1);
    HANG(0, MPI_Abort, .comm = WORLD, .errorcode = 3);
    job_end(0, PROCESS_LOST, 0);
    job_expect("CALL-ABORT abort@0\n");
}

/* The first that is lost is told, unless it did not use MPI yet. */
static void test_lost(void **state)
{
    (void)state;
    job_begin(2);
    HANG(0, MPI_Barrier, .comm = WORLD);
    HANG(1, MPI_Barrier, .comm = WORLD);
    job_end(0, PROCESS_LOST, 0);
    job_end(1, PROCESS_LOST, 0);
    job_expect("PROCESS-KILLED inside@0 (0)\n");
    job_begin(2);
    job_before_init(0);
    HANG(1, MPI_Barrier, .comm = WORLD);
    job_end(0, PROCESS_LOST, 0);
    job_end(1, PROCESS_LOST, 0);
    job_expect("PROCESS-KILLED inside@1 (1)\n");
}

/* ------------------------------- when a mismatch is told of a job that hangs
 */

#define MILLISECOND UINT64_C(1000000)
#define NOW         (60000 * MILLISECOND)

/* Is it told so many milliseconds after the last record? */
static void settle(struct model *model, uint64_t quiet, bool told)
{
    assert_true(model_unsettled(model));
    model_settle(model, NOW, NOW - quiet * MILLISECOND);
    assert_int_equal(job_found(), told);
}

static void told_when_still(struct model *model)
{
    settle(model, 0, false);
    settle(model, 149, false);
    settle(model, 150, true);
}

static void told_at_last(struct model *model)
{
    settle(model, 150, false);
    settle(model, 9999, false);
    settle(model, 0, false);
    settle(model, 10000, true);
}

static void told_before(struct model *model)
{
    assert_int_equal(job_found(), 1);
    (void)model;
}

/* Ranks 0 and 1 differ; what rank 2 does decides how long it is waited for. */
static void begin_mismatch(void (*look)(struct model *model))
{
    job_begin(3);
    job_watch_with(look);
    HANG(0, MPI_Bcast, .root = 0, .comm = WORLD);
    HANG(1, MPI_Barrier, .comm = WORLD);
}

/* The missing one waits for one who hangs: once nothing comes from anybody it
 * is known not to come. */
static void test_missing_inside(void **state)
{
    (void)state;
    begin_mismatch(told_when_still);
    HANG(2, MPI_Recv, .source = 0, .comm = WORLD);
    job_expect("COLL-KIND-MISMATCH MPI_Bcast of rank 0@0 (0) MPI_Barrier of "
               "rank 1@1 (1)\n");
}

/* It may come yet, as it is outside of MPI. */
static void test_missing_outside(void **state)
{
    (void)state;
    begin_mismatch(told_at_last);
    job_late(2);
    CALL(2, MPI_Finalize, .result = 0);
    job_expect("COLL-KIND-MISMATCH MPI_Bcast of rank 0@0 (0) MPI_Barrier of "
               "rank 1@1 (1)\n");
}

/* It waits for one who is outside of MPI. */
static void test_missing_behind(void **state)
{
    (void)state;
    job_begin(4);
    job_watch_with(told_at_last);
    HANG(0, MPI_Bcast, .root = 0, .comm = WORLD);
    HANG(1, MPI_Barrier, .comm = WORLD);
    HANG(2, MPI_Recv, .source = 3, .comm = WORLD);
    job_late(3);
    CALL(3, MPI_Finalize, .result = 0);
    job_expect("COLL-KIND-MISMATCH MPI_Bcast of rank 0@0 (0) MPI_Barrier of "
               "rank 1@1 (1)\n");
}

/* Nobody is missing, or who is does not come any more: no time has to pass. */
static void test_missing_none(void **state)
{
    (void)state;
    begin_mismatch(told_before);
    HANG(2, MPI_Barrier, .comm = WORLD);
    job_expect("COLL-KIND-MISMATCH MPI_Bcast of rank 0@0 (0) MPI_Barrier of "
               "ranks 1 and 2@1 (1) (2)\n");
    begin_mismatch(told_before);
    CALL(2, MPI_Finalize, .result = 0);
    job_expect("COLL-KIND-MISMATCH MPI_Bcast of rank 0@0 (0) MPI_Barrier of "
               "rank 1@1 (1)\n");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_same),
        cmocka_unit_test(test_root),
        cmocka_unit_test(test_late),
        cmocka_unit_test(test_kind),
        cmocka_unit_test(test_blocking),
        cmocka_unit_test(test_op),
        cmocka_unit_test(test_dup),
        cmocka_unit_test(test_split),
        cmocka_unit_test(test_classes),
        cmocka_unit_test(test_first),
        cmocka_unit_test(test_again),
        cmocka_unit_test(test_behind),
        cmocka_unit_test(test_data_tells),
        cmocka_unit_test(test_left_out),
        cmocka_unit_test(test_out_of_order),
        cmocka_unit_test(test_create),
        cmocka_unit_test(test_intercomm),
        cmocka_unit_test(test_intercomm_roots),
        cmocka_unit_test(test_intercomm_no_data),
        cmocka_unit_test(test_idup),
        cmocka_unit_test(test_idup_crossed),
        cmocka_unit_test(test_request_leak),
        cmocka_unit_test(test_leaks),
        cmocka_unit_test(test_life),
        cmocka_unit_test(test_crash),
        cmocka_unit_test(test_lost),
        cmocka_unit_test(test_missing_inside),
        cmocka_unit_test(test_missing_outside),
        cmocka_unit_test(test_missing_behind),
        cmocka_unit_test(test_missing_none),
        cmocka_unit_test(test_groups),
        cmocka_unit_test(test_arguments),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
