/* np: 3 */
/* only: refmpi */
/* A session without MPI_Init, then the World Model, then a session again. */
#include "check.h"
#include <string.h>

static void use_session(void)
{
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
    MPI_Comm_free(&comm);
    MPI_Session_finalize(&session);
    if (session != MPI_SESSION_NULL)
        abort();
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
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Finalize();
    MPI_Finalized(&flag);
    if (!flag)
        abort();
    use_session();
    return 0;
}
