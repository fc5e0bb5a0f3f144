/*
 * Objects of two sessions, and of the World Model, each among themselves. The
 * handles of those that are freed stand for other sessions' afterwards.
 *
 * np: 1
 * verdict: clean
 * flavours: abi
 */
#include <mpi.h>

static void use(MPI_Comm comm)
{
    MPI_Group group, of_window, both;
    MPI_Comm part, copy;
    MPI_Win window;
    int rank = 0, other, result, memory = 0;

    MPI_Comm_group(comm, &group);
    MPI_Win_create(&memory, sizeof memory, 1, MPI_INFO_NULL, comm, &window);
    MPI_Win_get_group(window, &of_window);
    MPI_Group_union(of_window, group, &both);
    MPI_Group_translate_ranks(both, 1, &rank, MPI_GROUP_EMPTY, &other);
    MPI_Group_translate_ranks(both, 1, &rank, group, &other);
    MPI_Comm_create_group(comm, both, 0, &part);
    MPI_Comm_dup(part, &copy);
    MPI_Comm_compare(copy, comm, &result);
    MPI_Win_post(both, 0, window);
    MPI_Win_start(of_window, 0, window);
    MPI_Win_complete(window);
    MPI_Win_wait(window);

    MPI_Win_free(&window);
    MPI_Group_free(&both);
    MPI_Group_free(&of_window);
    MPI_Group_free(&group);
    MPI_Comm_free(&copy);
    MPI_Comm_free(&part);
}

int main(int argc, char **argv)
{
    MPI_Session sessions[2];
    MPI_Group groups[2], union_of_one;
    MPI_Comm comms[2];
    int i;

    MPI_Init(&argc, &argv);
    use(MPI_COMM_SELF);
    MPI_Session_init(MPI_INFO_NULL, MPI_ERRORS_ARE_FATAL, &sessions[0]);
    MPI_Session_init(MPI_INFO_NULL, MPI_ERRORS_ARE_FATAL, &sessions[1]);
    for (i = 0; i < 2; i++) {
        MPI_Group_from_session_pset(sessions[i], "mpi://SELF", &groups[i]);
        MPI_Comm_create_from_group(groups[i], "apart", MPI_INFO_NULL,
                                   MPI_ERRORS_ARE_FATAL, &comms[i]);
    }
    for (i = 0; i < 2; i++) {
        use(comms[i]);
        use(MPI_COMM_SELF);
        MPI_Group_union(groups[i], MPI_GROUP_EMPTY, &union_of_one);
        MPI_Group_free(&union_of_one);
    }
    for (i = 0; i < 2; i++) {
        MPI_Group_free(&groups[i]);
        MPI_Comm_free(&comms[i]);
        MPI_Session_finalize(&sessions[i]);
    }
    MPI_Finalize();
    return 0;
}
