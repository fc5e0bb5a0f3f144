/* np: 1 */
/* only: refmpi */
/* Partitions that are not there, marked twice or too soon; requests that are
 * of another kind; whose handler they go to; nobody at the other end
 * (MPICH 4.0.2 crashes on that). */
#include "check.h"

static void with_nobody(void)
{
    int data[2] = {1, 2}, flag = 0;
    MPI_Request requests[2];
    MPI_Status status;
    MPI_Psend_init(data, 2, 1, MPI_INT, MPI_PROC_NULL, 0, MPI_COMM_WORLD,
                   MPI_INFO_NULL, &requests[0]);
    MPI_Precv_init(data, 2, 1, MPI_INT, MPI_PROC_NULL, 0, MPI_COMM_WORLD,
                   MPI_INFO_NULL, &requests[1]);
    MPI_Parrived(requests[1], 0, &flag);
    CHECK(flag);
    MPI_Startall(2, requests);
    MPI_Pready_range(0, 1, requests[0]);
    MPI_Wait(&requests[0], MPI_STATUS_IGNORE);
    MPI_Wait(&requests[1], &status);
    CHECK(status.MPI_SOURCE == MPI_PROC_NULL);
    MPI_Request_free(&requests[0]);
    MPI_Request_free(&requests[1]);
    flag = 0;
    MPI_Parrived(MPI_REQUEST_NULL, 0, &flag);
    CHECK(flag);
}

/* An error is one of the request's communicator. */
static void by_its_handler(void)
{
    int data = 0, flag;
    MPI_Comm comm;
    MPI_Request send, receive;
    MPI_Comm_dup(MPI_COMM_SELF, &comm);
    MPI_Comm_set_errhandler(comm, MPI_ERRORS_RETURN);
    MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_ARE_FATAL);
    MPI_Psend_init(&data, 1, 1, MPI_INT, MPI_PROC_NULL, 0, comm, MPI_INFO_NULL,
                   &send);
    MPI_Precv_init(&data, 1, 1, MPI_INT, MPI_PROC_NULL, 0, comm, MPI_INFO_NULL,
                   &receive);
    MPI_Start(&send);
    CHECK(class_of(MPI_Pready(1, send)) == MPI_ERR_ARG);
    CHECK(class_of(MPI_Pready_range(1, 1, send)) == MPI_ERR_ARG);
    CHECK(class_of(MPI_Pready_list(-1, NULL, send)) == MPI_ERR_ARG);
    CHECK(class_of(MPI_Parrived(receive, 0, NULL)) == MPI_ERR_ARG);
    CHECK(class_of(MPI_Parrived(send, 0, &flag)) == MPI_ERR_REQUEST);
    CHECK(class_of(MPI_Start(&send)) == MPI_ERR_REQUEST);
    CHECK(class_of(MPI_Startall(1, &send)) == MPI_ERR_REQUEST);
    CHECK(class_of(MPI_Cancel(&receive)) == MPI_ERR_REQUEST);
    MPI_Pready(0, send);
    MPI_Wait(&send, MPI_STATUS_IGNORE);
    MPI_Request_free(&send);
    MPI_Request_free(&receive);
    MPI_Comm_free(&comm);
}

int main(int argc, char **argv)
{
    int out[4] = {1, 2, 3, 4}, in[4] = {0}, flag, list[2] = {1, 1};
    MPI_Request send, receive, other = MPI_REQUEST_NULL;
    MPI_Status status;
    MPI_Init(&argc, &argv);
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_RETURN);
    CHECK(class_of(MPI_Psend_init(out, 0, 1, MPI_INT, 0, 0, MPI_COMM_SELF,
                                  MPI_INFO_NULL, &send)) == MPI_ERR_ARG);
    CHECK(class_of(MPI_Precv_init(in, 2, 1, MPI_INT, MPI_ANY_SOURCE, 0,
                                  MPI_COMM_SELF, MPI_INFO_NULL, &receive)) ==
          MPI_ERR_RANK);
    CHECK(class_of(MPI_Precv_init(in, 2, 1, MPI_INT, 0, MPI_ANY_TAG,
                                  MPI_COMM_SELF, MPI_INFO_NULL, &receive)) ==
          MPI_ERR_TAG);
    MPI_Psend_init(out, 2, 2, MPI_INT, 0, 0, MPI_COMM_SELF, MPI_INFO_NULL,
                   &send);
    MPI_Precv_init(in, 4, 1, MPI_INT, 0, 0, MPI_COMM_SELF, MPI_INFO_NULL,
                   &receive);
    MPI_Send_init(out, 1, MPI_INT, 0, 0, MPI_COMM_SELF, &other);
    CHECK(class_of(MPI_Pready(0, send)) == MPI_ERR_REQUEST);
    CHECK(class_of(MPI_Pready(0, MPI_REQUEST_NULL)) == MPI_ERR_REQUEST);
    MPI_Start(&send);
    MPI_Start(&receive);
    CHECK(class_of(MPI_Pready(2, send)) == MPI_ERR_ARG);
    CHECK(class_of(MPI_Pready(-1, send)) == MPI_ERR_ARG);
    CHECK(class_of(MPI_Pready(0, receive)) == MPI_ERR_REQUEST);
    CHECK(class_of(MPI_Pready(0, other)) == MPI_ERR_REQUEST);
    CHECK(class_of(MPI_Parrived(send, 0, &flag)) == MPI_ERR_REQUEST);
    CHECK(class_of(MPI_Parrived(receive, 4, &flag)) == MPI_ERR_ARG);
    CHECK(class_of(MPI_Pready_list(2, list, send)) == MPI_ERR_ARG);
    MPI_Parrived(receive, 0, &flag);
    CHECK(!flag);
    MPI_Pready_range(0, 0, send);
    MPI_Wait(&send, MPI_STATUS_IGNORE);
    MPI_Wait(&receive, &status);
    CHECK(status.MPI_SOURCE == 0 && status.MPI_TAG == 0);
    MPI_Get_count(&status, MPI_INT, &flag);
    CHECK(flag == 4 && in[0] == 1 && in[3] == 4);
    MPI_Request_free(&send);
    MPI_Request_free(&receive);
    MPI_Request_free(&other);
    /* More than there is room for. */
    MPI_Psend_init(out, 2, 2, MPI_INT, 0, 0, MPI_COMM_SELF, MPI_INFO_NULL,
                   &send);
    MPI_Precv_init(in, 1, 3, MPI_INT, 0, 0, MPI_COMM_SELF, MPI_INFO_NULL,
                   &receive);
    MPI_Start(&send);
    MPI_Start(&receive);
    MPI_Pready_range(0, 1, send);
    MPI_Wait(&send, MPI_STATUS_IGNORE);
    CHECK(class_of(MPI_Wait(&receive, MPI_STATUS_IGNORE)) == MPI_ERR_TRUNCATE);
    MPI_Request_free(&send);
    MPI_Request_free(&receive);
    with_nobody();
    by_its_handler();
    MPI_Finalize();
    return 0;
}
