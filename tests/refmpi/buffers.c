/* np: 2 */
/* only: refmpi */
/* Buffers of buffered sends: a communicator's is used before its session's,
 * that before the process's (MPI-4.1, 3.6). */
#include "check.h"

enum { BYTES = 1 << 17, ROOM = BYTES + MPI_BSEND_OVERHEAD };
static char own[ROOM], of_comm[2 * ROOM], of_session[ROOM];

/* How many messages fit that stay where they are until somebody receives. */
static int room(MPI_Comm comm)
{
    static char bytes[BYTES] = "marmot";
    int sent = 0;

    while (sent < 5 &&
           MPI_Bsend(bytes, BYTES, MPI_CHAR, 1, 7, comm) == MPI_SUCCESS)
        sent++;
    return sent;
}

/* Rank 0 finds just so much room; then rank 1 receives all of it. */
static void expect(MPI_Comm comm, int messages)
{
    static char bytes[BYTES];
    int rank, sent = 0;

    MPI_Comm_rank(comm, &rank);
    if (rank == 0)
        sent = room(comm);
    MPI_Bcast(&sent, 1, MPI_INT, 0, comm);
    CHECK(sent == messages);
    for (int i = 0; rank == 1 && i < sent; i++)
        MPI_Recv(bytes, BYTES, MPI_CHAR, 0, 7, comm, MPI_STATUS_IGNORE);
    MPI_Barrier(comm);
}

static void of_communicator(void)
{
    MPI_Comm comm;
    MPI_Request request;
    MPI_Count wide;
    void *given;
    int size;

    MPI_Comm_dup(MPI_COMM_WORLD, &comm);
    MPI_Comm_set_errhandler(comm, MPI_ERRORS_RETURN);
    CHECK(MPI_Comm_detach_buffer(comm, &given, &size) == MPI_ERR_BUFFER);
    MPI_Comm_attach_buffer(comm, of_comm, sizeof of_comm);
    CHECK(MPI_Comm_attach_buffer(comm, own, ROOM) == MPI_ERR_BUFFER);
    expect(comm, 2);
    MPI_Comm_flush_buffer(comm);
    MPI_Comm_iflush_buffer(comm, &request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    CHECK(MPI_Comm_detach_buffer(comm, &given, NULL) == MPI_ERR_ARG);
    MPI_Comm_detach_buffer_c(comm, &given, &wide);
    CHECK(given == of_comm && wide == sizeof of_comm);
    MPI_Comm_attach_buffer_c(comm, MPI_BUFFER_AUTOMATIC, 0);
    expect(comm, 5);
    /* Freed with the buffer attached. */
    MPI_Comm_free(&comm);
}

static void of_a_session(void)
{
    MPI_Session session;
    MPI_Group world, pair;
    MPI_Comm comm, twin;
    void *given;
    int size;

    MPI_Session_init(MPI_INFO_NULL, MPI_ERRORS_RETURN, &session);
    MPI_Group_from_session_pset(session, "mpi://WORLD", &world);
    MPI_Group_incl(world, 2, (int[]){0, 1}, &pair);
    MPI_Comm_create_from_group(pair, "buffers", MPI_INFO_NULL,
                               MPI_ERRORS_RETURN, &comm);
    MPI_Comm_dup(comm, &twin);
    /* None of the process's is attached here: what can be sent, the session's
     * buffer takes. */
    CHECK(MPI_Bsend(&size, 1, MPI_INT, 1, 0, twin) == MPI_ERR_BUFFER);
    MPI_Session_attach_buffer(session, of_session, sizeof of_session);
    CHECK(MPI_Session_attach_buffer_c(session, own, ROOM) == MPI_ERR_BUFFER);
    expect(twin, 1);
    MPI_Session_flush_buffer(session);
    MPI_Comm_attach_buffer(twin, of_comm, sizeof of_comm);
    expect(twin, 2);
    MPI_Session_detach_buffer(session, &given, &size);
    CHECK(given == of_session && size == ROOM);
    expect(twin, 2);
    CHECK(MPI_Bsend(&size, 1, MPI_INT, 1, 0, comm) == MPI_ERR_BUFFER);
    MPI_Group_free(&world);
    MPI_Group_free(&pair);
    MPI_Comm_free(&twin);
    MPI_Comm_free(&comm);
    MPI_Session_finalize(&session);
}

int main(int argc, char **argv)
{
    void *given;
    int size;

    MPI_Init(&argc, &argv);
    of_a_session();
    MPI_Buffer_attach(own, sizeof own);
    of_communicator();
    MPI_Buffer_detach(&given, &size);
    CHECK(given == own && size == ROOM);
    MPI_Finalize();
    return 0;
}
