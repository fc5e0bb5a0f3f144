/* np: 1 2 5 6 */
/* Communicators: dup, idup, split, create, create_group, intercommunicators and
 * their parts; messages in one do not match in another. */
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

#ifdef MPI_ABI_VERSION /* others know it not at all, or not in both */
/* The value that MPI-4.1, 7.4.2 reserves; what it has not, nobody knows. */
static void guided(int split_type)
{
    static const char *kinds[] = {"mpi_shared_memory", "marmot"};
    MPI_Comm part;
    MPI_Info info;

    MPI_Info_create(&info);
    for (int i = 0; i < 2; i++) {
        MPI_Info_set(info, "mpi_hw_resource_type", kinds[i]);
        MPI_Comm_split_type(MPI_COMM_WORLD, split_type, 0, info, &part);
        CHECK((part == MPI_COMM_NULL) == i);
        if (part == MPI_COMM_NULL)
            continue;
        CHECK(sum(part, 1) == world_size());
        MPI_Comm_free(&part);
    }
    MPI_Info_free(&info);
    MPI_Comm_split_type(MPI_COMM_WORLD, split_type, 0, MPI_INFO_NULL, &part);
    CHECK(part == MPI_COMM_NULL);
}
#endif

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

/* Pairs of the same place on both sides, those without a partner alone; then
 * the first two of each side. */
static void inter_parts(MPI_Comm between, int rank, int size)
{
    MPI_Comm pair, made;
    MPI_Group group, two;
    int local, remote, place, members;
    MPI_Comm_split(between, rank / 2, 0, &pair);
    CHECK((pair == MPI_COMM_NULL) == (rank / 2 >= size / 2));
    if (pair != MPI_COMM_NULL) {
        MPI_Comm_size(pair, &local);
        MPI_Comm_remote_size(pair, &remote);
        CHECK(local == 1 && remote == 1);
        CHECK(sum(pair, rank) == (rank ^ 1));
        MPI_Comm_free(&pair);
    }
    /* Keys turn the order round; one side's color is nobody's on the other. */
    MPI_Comm_split(between, rank == 0 ? 7 : 1, -rank, &made);
    CHECK((made == MPI_COMM_NULL) == (rank == 0 || size == 2));
    if (made != MPI_COMM_NULL) {
        MPI_Comm_rank(made, &place);
        MPI_Comm_size(made, &local);
        CHECK(place == (rank % 2 ? local - 1 - rank / 2 : local - rank / 2));
        MPI_Comm_free(&made);
    }
    MPI_Comm_group(between, &group);
    MPI_Group_size(group, &members);
    MPI_Group_incl(group, members < 2 ? 1 : 2,
                   members < 2 ? (int[]){0} : (int[]){1, 0}, &two);
    MPI_Comm_create(between, two, &made);
    CHECK((made == MPI_COMM_NULL) == (rank / 2 > 1));
    if (made != MPI_COMM_NULL) {
        MPI_Comm_rank(made, &place);
        CHECK(place == (members < 2 ? 0 : 1 - rank / 2));
        MPI_Comm_free(&made);
    }
    MPI_Comm_create(between, MPI_GROUP_EMPTY, &made);
    CHECK(made == MPI_COMM_NULL);
    MPI_Group_free(&two);
    MPI_Group_free(&group);
}

/* Two duplicates under way at once. */
static void inter_duplicate(MPI_Comm between, int rank, int size)
{
    MPI_Comm twin[2];
    MPI_Request requests[2];
    int result, others = rank % 2 ? (size + 1) / 2 : size / 2;
    MPI_Comm_idup(between, &twin[0], &requests[0]);
    MPI_Comm_idup(between, &twin[1], &requests[1]);
    MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
    MPI_Comm_compare(between, twin[0], &result);
    CHECK(result == MPI_CONGRUENT);
    CHECK(sum(twin[1], 1) == others && sum(twin[0], 2) == 2 * others);
    /* What happens in one at the same time is nothing to the other. */
    int many[8] = {1, 1, 1, 1, 1, 1, 1, 1}, sums[8], one = 1, total,
        mine = rank / 2;
    for (int i = 0; i < 2; i++) {
        if ((mine + i) % 2 == 0)
            MPI_Iallreduce(many, sums, 8, MPI_INT, MPI_SUM, twin[0],
                           &requests[0]);
        else
            MPI_Iallreduce(&one, &total, 1, MPI_INT, MPI_SUM, twin[1],
                           &requests[1]);
    }
    MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
    CHECK(sums[7] == others && total == others);
    MPI_Comm_free(&twin[0]);
    MPI_Comm_free(&twin[1]);
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
    inter_parts(between, rank, size);
    inter_duplicate(between, rank, size);
    MPI_Comm_free(&between);
    MPI_Comm_free(&half);
}

#ifdef MPI_ABI_VERSION
/* The remote leader is one of the local group: all members are told. */
static void inter_with_itself(int rank)
{
    MPI_Comm half, between = MPI_COMM_NULL;
    MPI_Comm_split(MPI_COMM_WORLD, rank % 2, rank, &half);
    MPI_Comm_set_errhandler(half, MPI_ERRORS_RETURN);
    int rc =
        MPI_Intercomm_create(half, 0, MPI_COMM_WORLD, rank % 2, 5, &between);
    CHECK(class_of(rc) == MPI_ERR_RANK && between == MPI_COMM_NULL);
    CHECK(sum(half, 1) > 0);
    MPI_Comm_free(&half);
}
#endif

/* The two halves again, told from each other by groups alone. */
static void inter_from_groups(int rank, int size)
{
    MPI_Session session;
    MPI_Group world, mine, theirs;
    MPI_Comm between;
    int remote;
    int(*range)[3] = (int[1][3]){{rank % 2, size - 1, 2}};
    MPI_Session_init(MPI_INFO_NULL, MPI_ERRORS_ARE_FATAL, &session);
    MPI_Group_from_session_pset(session, "mpi://WORLD", &world);
    MPI_Group_range_incl(world, 1, range, &mine);
    MPI_Group_difference(world, mine, &theirs);
    /* The other group and its leader count at the leader only. */
    int leads = rank / 2 == 0;
    MPI_Intercomm_create_from_groups(mine, 0, leads ? theirs : MPI_GROUP_NULL,
                                     0, "halves", MPI_INFO_NULL,
                                     MPI_ERRORS_ARE_FATAL, &between);
    MPI_Comm_remote_size(between, &remote);
    CHECK(remote == (rank % 2 ? (size + 1) / 2 : size / 2));
    CHECK(sum(between, 1) == remote);
    MPI_Comm_free(&between);
    MPI_Group_free(&world);
    MPI_Group_free(&mine);
    MPI_Group_free(&theirs);
    MPI_Session_finalize(&session);
}

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    int rank = world_rank(), size = world_size();
    for (int i = 0; i < 3; i++) {
        split(rank, size);
        duplicates(rank, size);
        from_groups(rank, size);
        if (size > 1) {
            inter(rank, size);
            inter_from_groups(rank, size);
        }
    }
#ifdef MPI_ABI_VERSION
    inter_with_itself(rank);
    guided(MPI_COMM_TYPE_HW_GUIDED);
    guided(MPI_COMM_TYPE_RESOURCE_GUIDED);
#endif
    MPI_Finalize();
    return 0;
}
