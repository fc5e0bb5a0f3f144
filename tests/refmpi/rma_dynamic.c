/* np: 1 2 4 */
/* only: refmpi */
/*
 * Dynamic windows: RMA reaches what is attached, in as many pieces as the
 * target's type has, and nothing else; attaching and detaching what must not
 * be fails.
 */
#include "check.h"

#include <string.h>

enum { WORDS = 12, MANY = 1000 };

static int next;

static MPI_Aint address_at_next(void *mine)
{
    MPI_Aint here, there;
    int before = (world_rank() + world_size() - 1) % world_size();

    MPI_Get_address(mine, &here);
    MPI_Sendrecv(&here, 1, MPI_AINT, before, 0, &there, 1, MPI_AINT, next, 0,
                 MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    return there;
}

static int class_of_put(MPI_Aint address, MPI_Win win)
{
    static int value = 5; /* until the epoch ends */

    return class_of(
        MPI_Put(&value, 1, MPI_INT, next, address, 1, MPI_INT, win));
}

/* What goes nowhere, by each kind of call. */
static void refused(MPI_Aint address, MPI_Win win)
{
    int value = 5, result;

    CHECK(class_of_put(address, win) == MPI_ERR_RMA_RANGE);
    CHECK(class_of(MPI_Get(&value, 1, MPI_INT, next, address, 1, MPI_INT,
                           win)) == MPI_ERR_RMA_RANGE);
    CHECK(class_of(MPI_Accumulate(&value, 1, MPI_INT, next, address, 1, MPI_INT,
                                  MPI_SUM, win)) == MPI_ERR_RMA_RANGE);
    CHECK(class_of(MPI_Fetch_and_op(&value, &result, MPI_INT, next, address,
                                    MPI_SUM, win)) == MPI_ERR_RMA_RANGE);
    CHECK(class_of(MPI_Compare_and_swap(&value, &value, &result, MPI_INT, next,
                                        address, win)) == MPI_ERR_RMA_RANGE);
}

static void attaching(MPI_Win win)
{
    int memory[WORDS];

    CHECK(MPI_Win_attach(win, memory, sizeof memory) == MPI_SUCCESS);
    CHECK(class_of(MPI_Win_attach(win, memory, sizeof memory)) ==
          MPI_ERR_RMA_ATTACH);
    CHECK(class_of(MPI_Win_attach(win, memory + WORDS - 1, sizeof(int))) ==
          MPI_ERR_RMA_ATTACH);
    CHECK(class_of(MPI_Win_detach(win, memory + 1)) == MPI_ERR_ARG);
    CHECK(MPI_Win_detach(win, memory) == MPI_SUCCESS);
    CHECK(class_of(MPI_Win_detach(win, memory)) == MPI_ERR_ARG);
    for (int i = 0; i < MANY; i++) {
        CHECK(MPI_Win_attach(win, memory, 0) == MPI_SUCCESS);
        CHECK(MPI_Win_detach(win, memory) == MPI_SUCCESS);
        CHECK(MPI_Win_attach(win, NULL, 0) == MPI_SUCCESS);
        CHECK(MPI_Win_detach(win, NULL) == MPI_SUCCESS);
    }
}

/* Three pieces, the latter two side by side, by one type of addresses. */
static void pieces(MPI_Win win)
{
    int memory[WORDS], values[4] = {1, 2, 3, 4}, back[4], sum[4] = {0};
    int lengths[2] = {1, 3};
    MPI_Aint there = address_at_next(memory), at[2];
    MPI_Datatype type;

    memset(memory, 0, sizeof memory);
    at[0] = there;
    at[1] = there + 7 * (MPI_Aint)sizeof(int);
    MPI_Type_create_hindexed(2, lengths, at, MPI_INT, &type);
    MPI_Type_commit(&type);
    MPI_Win_attach(win, memory, sizeof(int));
    MPI_Win_attach(win, memory + 6, 2 * sizeof(int));
    MPI_Win_attach(win, memory + 8, 2 * sizeof(int));
    MPI_Win_fence(0, win);
    CHECK(MPI_Put(values, 4, MPI_INT, next, 0, 1, type, win) == MPI_SUCCESS);
    MPI_Win_fence(0, win);
    CHECK(memory[0] == 1 && memory[7] == 2 && memory[8] == 3 && memory[9] == 4);
    CHECK(memory[1] == 0 && memory[6] == 0 && memory[10] == 0);
    MPI_Win_fence(0, win);
    CHECK(MPI_Get_accumulate(values, 4, MPI_INT, sum, 4, MPI_INT, next, 0, 1,
                             type, MPI_SUM, win) == MPI_SUCCESS);
    MPI_Win_fence(0, win);
    CHECK(MPI_Get(back, 4, MPI_INT, next, 0, 1, type, win) == MPI_SUCCESS);
    refused(there + 1 * (MPI_Aint)sizeof(int), win);
    refused(there + 10 * (MPI_Aint)sizeof(int), win);
    refused(there + 38, win); /* two bytes of it are beyond */
    MPI_Win_fence(0, win);
    for (int i = 0; i < 4; i++)
        CHECK(sum[i] == values[i] && back[i] == 2 * values[i]);
    MPI_Win_detach(win, memory + 8);
    MPI_Win_fence(0, win);
    CHECK(class_of(MPI_Put(values, 4, MPI_INT, next, 0, 1, type, win)) ==
          MPI_ERR_RMA_RANGE);
    CHECK(class_of_put(there + 6 * (MPI_Aint)sizeof(int), win) == MPI_SUCCESS);
    MPI_Win_fence(0, win);
    CHECK(memory[6] == 5 && memory[7] == 4);
    MPI_Win_detach(win, memory);
    MPI_Win_detach(win, memory + 6);
    MPI_Type_free(&type);
}

/* Such a window need not have room for so many, but then it says so. */
static void many(MPI_Win win)
{
    static int memory[MANY][2];
    MPI_Aint there = address_at_next(memory);
    int attached = 0, least;

    while (attached < MANY &&
           MPI_Win_attach(win, memory[attached], sizeof(int)) == MPI_SUCCESS)
        attached++;
    CHECK(attached > 100);
    MPI_Allreduce(&attached, &least, 1, MPI_INT, MPI_MIN, MPI_COMM_WORLD);
    MPI_Win_fence(0, win);
    for (int i = 0; i < least; i++)
        CHECK(class_of_put(there + i * (MPI_Aint)sizeof memory[0], win) ==
              MPI_SUCCESS);
    MPI_Win_fence(0, win);
    for (int i = 0; i < least; i++)
        CHECK(memory[i][0] == 5 && memory[i][1] == 0);
    for (int i = 0; i < attached; i++)
        CHECK(MPI_Win_detach(win, memory[i]) == MPI_SUCCESS);
    MPI_Win_fence(0, win);
    refused(there, win);
    MPI_Win_fence(0, win);
}

int main(int argc, char **argv)
{
    MPI_Win win;

    MPI_Init(&argc, &argv);
    next = (world_rank() + 1) % world_size();
    MPI_Win_create_dynamic(MPI_INFO_NULL, MPI_COMM_WORLD, &win);
    MPI_Win_set_errhandler(win, MPI_ERRORS_RETURN);
    attaching(win);
    pieces(win);
    many(win);
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
