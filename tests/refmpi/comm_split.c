/* np: 1 2 6 */
/* Communicators: dup, idup, split, create, create_group, intercommunicators;
 * messages in one do not match in another. */
#include "check.h"
#include <string.h>

static int sum(MPI_Comm comm, int value)
{
    int total;
    MPI_Allreduce(&value, &total, 1, MPI_INT, MPI_SUM, comm);
    return total;
}

static void split(int rank, int size)
{
    MPI_Comm half, none;
    int new_rank, new_size, result;
    MPI_Comm_split(MPI_COMM_WORLD, rank % 2, -rank, &half);
    MPI_Comm_rank(half, &new_rank);
    MPI_Comm_size(half, &new_size);
    CHECK(new_size == (size + 1 - rank % 2) / 2);
    CHECK(new_rank == new_size - 1 - rank / 2);
    CHECK(sum(half, 1) == new_size);
    MPI_Comm_compare(half, MPI_COMM_WORLD, &result);
    CHECK(size == 1 ? result == MPI_CONGRUENT : result == MPI_UNEQUAL);
    MPI_Comm_free(&half);
    CHECK(half == MPI_COMM_NULL);
    MPI_Comm_split(MPI_COMM_WORLD, rank ? MPI_UNDEFINED : 3, 0, &none);
    CHECK((none == MPI_COMM_NULL) == (rank != 0));
    if (none != MPI_COMM_NULL)
        MPI_Comm_free(&none);
    MPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_SHARED, rank,
                        MPI_INFO_NULL, &half);
    CHECK(sum(half, 1) == size);
    MPI_Comm_free(&half);
}

static void duplicates(int rank, int size)
{
    MPI_Comm twin, later, world = MPI_COMM_WORLD;
    MPI_Request request;
    int result;
    MPI_Comm_dup(world, &twin);
    MPI_Comm_compare(world, twin, &result);
    CHECK(result == MPI_CONGRUENT);
    MPI_Comm_idup(twin, &later, &request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    CHECK(sum(later, rank) == size * (size - 1) / 2);
    /* The same envelope in two communicators. */
    int a = 1, b = 2;
    MPI_Request requests[2];
    int next = (rank + 1) % size, previous = (rank + size - 1) % size;
    int in_twin = 0, in_world = 0;
    MPI_Irecv(&in_twin, 1, MPI_INT, previous, 0, twin, &requests[0]);
    MPI_Irecv(&in_world, 1, MPI_INT, previous, 0, world, &requests[1]);
    MPI_Send(&b, 1, MPI_INT, next, 0, world);
    MPI_Send(&a, 1, MPI_INT, next, 0, twin);
    MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
    CHECK(in_twin == 1 && in_world == 2);
    /* Freed while a message is under way. */
    MPI_Irecv(&in_twin, 1, MPI_INT, previous, 1, later, &requests[0]);
    MPI_Isend(&b, 1, MPI_INT, next, 1, later, &requests[1]);
    MPI_Comm_free(&later);
    MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
    CHECK(in_twin == 2);
    char name[MPI_MAX_OBJECT_NAME];
    int length;
    MPI_Comm_set_name(twin, "twin");
    MPI_Comm_get_name(twin, name, &length);
    CHECK(strcmp(name, "twin") == 0 && length == 4);
    MPI_Comm_free(&twin);
}

static void from_groups(int rank, int size)
{
    MPI_Group world, odd, even;
    MPI_Comm made;
    int(*range)[3] = (int[1][3]){{0, size - 1, 2}};
    MPI_Comm_group(MPI_COMM_WORLD, &world);
    MPI_Group_range_incl(world, 1, range, &even);
    MPI_Group_difference(world, even, &odd);
    MPI_Comm_create(MPI_COMM_WORLD, even, &made);
    CHECK((made == MPI_COMM_NULL) == (rank % 2 == 1));
    if (made != MPI_COMM_NULL) {
        CHECK(sum(made, 1) == (size + 1) / 2);
        MPI_Comm_free(&made);
    }
    /* Each half by itself, with the same tag. */
    MPI_Comm_create_group(MPI_COMM_WORLD, rank % 2 ? odd : even, 17, &made);
    CHECK(sum(made, 1) == (rank % 2 ? size / 2 : (size + 1) / 2));
    MPI_Comm_free(&made);
    MPI_Group_free(&world);
    MPI_Group_free(&odd);
    MPI_Group_free(&even);
}

static void inter(int rank, int size)
{
    MPI_Comm half, between, merged;
    int flag, remote, local = -1, got = -1;
    MPI_Comm_split(MPI_COMM_WORLD, rank % 2, rank, &half);
    MPI_Intercomm_create(half, 0, MPI_COMM_WORLD, 1 - rank % 2, 5, &between);
    MPI_Comm_test_inter(between, &flag);
    MPI_Comm_remote_size(between, &remote);
    MPI_Comm_rank(between, &local);
    CHECK(flag && local == rank / 2);
    CHECK(remote == (rank % 2 ? (size + 1) / 2 : size / 2));
    if (local < remote && rank / 2 < size / 2) {
        MPI_Sendrecv(&rank, 1, MPI_INT, local, 0, &got, 1, MPI_INT, local, 0,
                     between, MPI_STATUS_IGNORE);
        CHECK(got == (rank ^ 1));
    }
    MPI_Intercomm_merge(between, rank % 2 == 0, &merged);
    int order;
    MPI_Comm_rank(merged, &order);
    CHECK(order == (rank % 2 ? rank / 2 : size / 2 + rank / 2));
    CHECK(sum(merged, 1) == size);
    MPI_Comm_free(&merged);
    MPI_Comm_free(&between);
    MPI_Comm_free(&half);
}

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    int rank = world_rank(), size = world_size();
    for (int i = 0; i < 3; i++) {
        split(rank, size);
        duplicates(rank, size);
        from_groups(rank, size);
        if (size > 1)
            inter(rank, size);
    }
    MPI_Finalize();
    return 0;
}
