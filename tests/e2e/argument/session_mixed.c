/*
 * Objects of two sessions, and of a session and the World Model, in one call.
 *
 * np: 1
 * status: 0|1
 * verdict: error
 * finding: ARG-OTHER-SESSION call=0@union
 * finding: ARG-OTHER-SESSION call=0@translate
 * finding: ARG-OTHER-SESSION call=0@create
 * finding: ARG-OTHER-SESSION call=0@compare
 * finding: ARG-OTHER-SESSION call=0@post
 * flavours: abi
 * twin: session_apart.c
 */
#include <mpi.h>

static MPI_Comm comm_of(MPI_Session session, MPI_Group *group)
{
    MPI_Comm comm;

    MPI_Group_from_session_pset(session, "mpi://SELF", group);
    MPI_Comm_create_from_group(*group, "mixed", MPI_INFO_NULL,
                               MPI_ERRORS_ARE_FATAL, &comm);
    return comm;
}

int main(int argc, char **argv)
{
    MPI_Session first, second;
    MPI_Group groups[2], both, of_window, of_world;
    MPI_Comm comms[2], part;
    MPI_Win window;
    int rank = 0, other, result, memory = 0;

    MPI_Init(&argc, &argv);
    MPI_Session_init(MPI_INFO_NULL, MPI_ERRORS_ARE_FATAL, &first);
    MPI_Session_init(MPI_INFO_NULL, MPI_ERRORS_ARE_FATAL, &second);
    comms[0] = comm_of(first, &groups[0]);
    comms[1] = comm_of(second, &groups[1]);
    MPI_Win_create(&memory, sizeof memory, 1, MPI_INFO_NULL, comms[0],
                   &window);
    MPI_Win_get_group(window, &of_window);
    MPI_Comm_group(MPI_COMM_SELF, &of_world);

    MPI_Group_union(of_window, groups[1], &both);                 /* @union */
    MPI_Group_translate_ranks(groups[1], 1, &rank, of_world, &other); /* @translate */
    MPI_Comm_create_group(comms[0], groups[1], 0, &part);         /* @create */
    MPI_Comm_compare(comms[1], MPI_COMM_SELF, &result);           /* @compare */
    MPI_Win_post(of_world, 0, window);                            /* @post */
    MPI_Win_start(of_window, 0, window);
    MPI_Win_complete(window);
    MPI_Win_wait(window);

    MPI_Win_free(&window);
    MPI_Group_free(&both);
    MPI_Group_free(&of_window);
    MPI_Group_free(&of_world);
    MPI_Group_free(&groups[0]);
    MPI_Group_free(&groups[1]);
    MPI_Comm_free(&part);
    MPI_Comm_free(&comms[0]);
    MPI_Comm_free(&comms[1]);
    MPI_Session_finalize(&second);
    MPI_Session_finalize(&first);
    MPI_Finalize();
    return 0;
}
