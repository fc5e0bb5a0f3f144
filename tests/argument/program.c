/*
 * program.c - what generate.py puts its calls into: each has one argument that
 * it may not have, on a line of its own.
 */
#include "frame.h"

static MPI_Comm cart, graph, dist_graph;
static MPI_Group group, freed_group;
static MPI_Win win, freed_win;
static MPI_File file = MPI_FILE_NULL;
static MPI_Session session, freed_session;
static MPI_Op freed_op;
static MPI_Info info;
static MPI_Request psend;
static int keyval, type_keyval, win_keyval, freed_keyval;

static void add(void *in, void *inout, int *count, MPI_Datatype *of)
{
    (void)in, (void)inout, (void)count, (void)of;
}

static void handle(MPI_Comm *of, int *code, ...)
{
    (void)of, (void)code;
}

static MPI_Request persistent(void)
{
    MPI_Request request;

    MPI_Send_init(buffers[2], 1, MPI_INT, MPI_PROC_NULL, 0, comm, &request);
    return request;
}

static MPI_Request started(void)
{
    MPI_Request request = persistent();

    MPI_Start(&request);
    return request;
}

static MPI_Request freed(void)
{
    MPI_Request request = persistent(), copy = request;

    MPI_Request_free(&copy);
    return request;
}

static MPI_Request pending(void)
{
    MPI_Request request;

    MPI_Issend(buffers[2], 1, MPI_INT, 0, 7, MPI_COMM_SELF, &request);
    return request;
}

static MPI_Request receiving(void)
{
    MPI_Request request;

    MPI_Irecv(buffers[3], 1, MPI_INT, 0, 8, MPI_COMM_SELF, &request);
    return request;
}

/* One of MPI_MESSAGE_NO_PROC needs no buffer. */
static MPI_Message matched(void)
{
    MPI_Request sent;
    MPI_Message message;

    MPI_Isend(buffers[1], 1, MPI_INT, 0, 0, comm, &sent);
    MPI_Mprobe(0, 0, comm, &message, MPI_STATUS_IGNORE);
    return message;
}

static void make_comms(void)
{
    MPI_Cart_create(comm, 1, (int[]){1}, (int[]){1}, 0, &cart);
    MPI_Graph_create(comm, 1, (int[]){1}, (int[]){0}, 0, &graph);
    MPI_Dist_graph_create_adjacent(comm, 1, (int[]){0}, MPI_UNWEIGHTED, 1,
                                   (int[]){0}, MPI_UNWEIGHTED, MPI_INFO_NULL, 0,
                                   &dist_graph);
    MPI_Comm_create_keyval(MPI_COMM_NULL_COPY_FN, MPI_COMM_NULL_DELETE_FN,
                           &keyval, NULL);
    MPI_Type_create_keyval(MPI_TYPE_NULL_COPY_FN, MPI_TYPE_NULL_DELETE_FN,
                           &type_keyval, NULL);
    MPI_Win_create_keyval(MPI_WIN_NULL_COPY_FN, MPI_WIN_NULL_DELETE_FN,
                          &win_keyval, NULL);
}

static void make_freed_keyval(void)
{
    int copy;

    MPI_Comm_create_keyval(MPI_COMM_NULL_COPY_FN, MPI_COMM_NULL_DELETE_FN,
                           &freed_keyval, NULL);
    copy = freed_keyval;
    MPI_Comm_free_keyval(&copy);
}

static void make_windows(void)
{
    MPI_Win copy;
    void *base;

    MPI_Win_allocate(4096, 1, MPI_INFO_NULL, comm, &base, &freed_win);
    copy = freed_win;
    MPI_Win_free(&copy);
    MPI_Win_allocate(4096, 1, MPI_INFO_NULL, comm, &base, &win);
    MPI_Win_set_errhandler(win, MPI_ERRORS_RETURN);
    MPI_Win_lock_all(0, win);
}

static void make_others(void)
{
    MPI_Group group_copy;
    MPI_Session session_copy;
    MPI_Op op_copy;

    MPI_Comm_group(comm, &group);
    MPI_Group_incl(group, 1, (int[]){0}, &freed_group);
    group_copy = freed_group;
    MPI_Group_free(&group_copy);
    MPI_Session_init(MPI_INFO_NULL, MPI_ERRORS_RETURN, &session);
    MPI_Session_init(MPI_INFO_NULL, MPI_ERRORS_RETURN, &freed_session);
    session_copy = freed_session;
    MPI_Session_finalize(&session_copy);
    MPI_Op_create(add, 1, &freed_op);
    op_copy = freed_op;
    MPI_Op_free(&op_copy);
    MPI_Info_create(&info);
    MPI_Info_set(info, "text", "text");
    MPI_Comm_create_errhandler(handle, &freed_errhandler);
    MPI_Psend_init(buffers[0], 2, 1, MPI_INT, MPI_PROC_NULL, 0, comm,
                   MPI_INFO_NULL, &psend);
}

int main(int argc, char **argv)
{
    begin(argc, argv);
    make_comms();
    make_freed_keyval();
    make_windows();
    make_others();
    free_some();
