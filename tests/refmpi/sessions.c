/* np: 3 */
/* only: refmpi */
/* A session without MPI_Init, then the World Model, then a session again. */
#include "check.h"
#include <string.h>

static void use_session(void)
{
    void *attribute;
    MPI_Session session;
    MPI_Group group;
    MPI_Comm comm;
    MPI_Info info;
    int count, rank, flag, sum, length = 0;
    char name[MPI_MAX_PSET_NAME_LEN], value[16], level[32];
    MPI_Session_init(MPI_INFO_NULL, MPI_ERRORS_RETURN, &session);
    MPI_Session_get_info(session, &info);
    MPI_Info_get(info, "thread_level", 31, level, &flag);
    MPI_Info_free(&info);
    if (!flag || strcmp(level, "MPI_THREAD_SINGLE") != 0)
        abort();
    MPI_Session_get_num_psets(session, MPI_INFO_NULL, &count);
    if (count != 2)
        abort();
    MPI_Session_get_nth_pset(session, MPI_INFO_NULL, 0, &length, name);
    MPI_Session_get_nth_pset(session, MPI_INFO_NULL, 0, &length, name);
    if (strcmp(name, "mpi://WORLD") != 0)
        abort();
    MPI_Session_get_pset_info(session, name, &info);
    MPI_Info_get(info, "mpi_size", 15, value, &flag);
    MPI_Info_free(&info);
    if (!flag || strcmp(value, "3") != 0)
        abort();
    if (MPI_Group_from_session_pset(session, "mpi://nowhere", &group) ==
        MPI_SUCCESS)
        abort();
    MPI_Group_from_session_pset(session, name, &group);
    MPI_Comm_create_from_group(group, "marmot", MPI_INFO_NULL,
                               MPI_ERRORS_RETURN, &comm);
    MPI_Group_free(&group);
    MPI_Comm_rank(comm, &rank);
    MPI_Allreduce(&rank, &sum, 1, MPI_INT, MPI_SUM, comm);
    if (sum != 3)
        abort();
    MPI_Comm_get_attr(comm, MPI_IO, &attribute, &flag);
    if (flag)
        abort();
    MPI_Comm_get_attr(comm, MPI_TAG_UB, &attribute, &flag);
    if (!flag)
        abort();
    MPI_Comm_free(&comm);
    MPI_Session_finalize(&session);
    if (session != MPI_SESSION_NULL)
        abort();
}

static int told; /* by the session's error handler */

static void tell(MPI_Session *session, int *code, ...)
{
    (void)session;
    told = class_of(*code);
}

static void is_told(int code, int error_class)
{
    if (class_of(code) != error_class || told != error_class)
        abort();
    told = MPI_SUCCESS;
}

/* Calls on groups of a session have its error handler, also where they make
 * communicators; of the handler of a session that is over nothing is known. */
static void groups_of_session(void)
{
    MPI_Errhandler errhandler;
    MPI_Session session;
    MPI_Group group, part, none;
    MPI_Comm comm;
    int ranks[] = {0, 9}, range[1][3] = {{0, 9, 1}}, rank;
    MPI_Session_create_errhandler(tell, &errhandler);
    MPI_Session_init(MPI_INFO_NULL, errhandler, &session);
    MPI_Errhandler_free(&errhandler);
    MPI_Group_from_session_pset(session, "mpi://WORLD", &group);
    is_told(MPI_Group_size(group, NULL), MPI_ERR_ARG);
    is_told(MPI_Group_incl(group, 2, ranks, &part), MPI_ERR_RANK);
    is_told(MPI_Group_range_excl(group, 1, range, &part), MPI_ERR_RANK);
    is_told(MPI_Group_translate_ranks(group, 2, ranks, group, ranks),
            MPI_ERR_RANK);
    MPI_Group_incl(group, 1, ranks, &part);
    is_told(MPI_Group_union(MPI_GROUP_EMPTY, part, NULL), MPI_ERR_ARG);
    is_told(MPI_Group_compare(part, MPI_GROUP_NULL, &rank), MPI_ERR_GROUP);
    MPI_Group_rank(part, &rank);
    if (rank == MPI_UNDEFINED)
        is_told(MPI_Comm_create_from_group(part, "newt", MPI_INFO_NULL,
                                           MPI_ERRORS_RETURN, &comm),
                MPI_ERR_GROUP);
    is_told(MPI_Comm_create_from_group(group, NULL, MPI_INFO_NULL,
                                       MPI_ERRORS_RETURN, &comm),
            MPI_ERR_ARG);
    is_told(MPI_Intercomm_create_from_groups(group, 9, group, 0, "newt",
                                             MPI_INFO_NULL, MPI_ERRORS_RETURN,
                                             &comm),
            MPI_ERR_RANK);
    MPI_Group_difference(part, group, &none);
    if (none != MPI_GROUP_EMPTY)
        abort();
    MPI_Group_free(&part);
    MPI_Session_finalize(&session);
    MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_RETURN);
    CHECK(class_of(MPI_Group_size(group, NULL)) == MPI_ERR_ARG);
    CHECK(told == MPI_SUCCESS);
    MPI_Group_free(&group);
}

int main(int argc, char **argv)
{
    int flag;
    use_session();
    MPI_Initialized(&flag);
    if (flag)
        abort();
    MPI_Init(&argc, &argv);
    CHECK(world_size() == 3);
    use_session();
    groups_of_session();
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Finalize();
    MPI_Finalized(&flag);
    if (!flag)
        abort();
    use_session();
    return 0;
}
