/* np: 2 */
/* Waitany, waitsome, testall and their relatives; inactive and null requests;
 * request_get_status; cancel of a receive; persistent requests. */
#include "check.h"

static void null_requests(void)
{
    MPI_Request requests[2] = {MPI_REQUEST_NULL, MPI_REQUEST_NULL};
    MPI_Status status;
    int index, flag, count, indices[2], bytes;
    MPI_Wait(&requests[0], &status);
    MPI_Get_count(&status, MPI_BYTE, &bytes);
    CHECK(status.MPI_SOURCE == MPI_ANY_SOURCE && bytes == 0);
    CHECK(status.MPI_TAG == MPI_ANY_TAG);
    MPI_Waitany(2, requests, &index, &status);
    CHECK(index == MPI_UNDEFINED);
    MPI_Testany(2, requests, &index, &flag, &status);
    CHECK(flag && index == MPI_UNDEFINED);
    MPI_Waitsome(2, requests, &count, indices, MPI_STATUSES_IGNORE);
    CHECK(count == MPI_UNDEFINED);
    MPI_Testsome(2, requests, &count, indices, MPI_STATUSES_IGNORE);
    CHECK(count == MPI_UNDEFINED);
    MPI_Testall(2, requests, &flag, MPI_STATUSES_IGNORE);
    CHECK(flag);
    MPI_Waitall(0, NULL, MPI_STATUSES_IGNORE);
}

static void some_and_any(int rank)
{
    enum { N = 10 };
    int values[N], indices[N], seen = 0;
    MPI_Request requests[N];
    MPI_Status statuses[N];
    if (rank == 0) {
        for (int i = 0; i < N; i++)
            MPI_Send(&i, 1, MPI_INT, 1, N - i, MPI_COMM_WORLD);
        return;
    }
    for (int i = 0; i < N; i++)
        MPI_Irecv(&values[i], 1, MPI_INT, 0, i + 1, MPI_COMM_WORLD,
                  &requests[i]);
    int index;
    MPI_Waitany(N, requests, &index, &statuses[0]);
    CHECK(index >= 0 && requests[index] == MPI_REQUEST_NULL);
    CHECK(statuses[0].MPI_TAG == index + 1 && values[index] == N - 1 - index);
    seen = 1;
    while (seen < N) {
        int count;
        MPI_Waitsome(N, requests, &count, indices, statuses);
        CHECK(count > 0);
        for (int i = 0; i < count; i++) {
            CHECK(requests[indices[i]] == MPI_REQUEST_NULL);
            CHECK(statuses[i].MPI_TAG == indices[i] + 1);
        }
        seen += count;
    }
    for (int i = 0; i < N; i++)
        CHECK(values[i] == N - 1 - i);
}

static void persistent(int rank)
{
    int value = 0, flag;
    MPI_Request request;
    MPI_Status status;
    if (rank == 0)
        MPI_Ssend_init(&value, 1, MPI_INT, 1, 3, MPI_COMM_WORLD, &request);
    else
        MPI_Recv_init(&value, 1, MPI_INT, 0, 3, MPI_COMM_WORLD, &request);
    /* Inactive: complete with an empty status. */
    MPI_Test(&request, &flag, &status);
    CHECK(flag && status.MPI_TAG == MPI_ANY_TAG);
    for (int i = 1; i <= 100; i++) {
        if (rank == 0)
            value = i;
        MPI_Startall(1, &request);
        MPI_Waitall(1, &request, MPI_STATUSES_IGNORE);
        CHECK(value == i && request != MPI_REQUEST_NULL);
    }
    MPI_Request_free(&request);
    CHECK(request == MPI_REQUEST_NULL);
}

static void cancel(void)
{
    int value, flag;
    MPI_Request request;
    MPI_Status status;
    MPI_Irecv(&value, 1, MPI_INT, MPI_ANY_SOURCE, 77, MPI_COMM_WORLD, &request);
    MPI_Request_get_status(request, &flag, MPI_STATUS_IGNORE);
    CHECK(!flag);
    MPI_Cancel(&request);
    MPI_Wait(&request, &status);
    MPI_Test_cancelled(&status, &flag);
    CHECK(flag);
}

static void get_status(int rank)
{
    int value = rank, flag = 0, got = -1;
    MPI_Request request;
    MPI_Status status;
    MPI_Irecv(&got, 1, MPI_INT, 1 - rank, 9, MPI_COMM_WORLD, &request);
    MPI_Send(&value, 1, MPI_INT, 1 - rank, 9, MPI_COMM_WORLD);
    while (!flag)
        MPI_Request_get_status(request, &flag, &status);
    CHECK(request != MPI_REQUEST_NULL && status.MPI_SOURCE == 1 - rank);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    CHECK(got == 1 - rank);
}

static int query(void *codes, MPI_Status *status)
{
    MPI_Status_set_elements(status, MPI_BYTE, 0);
    MPI_Status_set_cancelled(status, 0);
    return ((int *)codes)[0];
}

static int release(void *codes)
{
    return ((int *)codes)[1];
}

static int stop(void *codes, int complete)
{
    (void)codes, (void)complete;
    return MPI_SUCCESS;
}

/* What the callbacks return is handed on by the call that calls them. */
static void generalized(void)
{
    int codes[3][2] = {{MPI_SUCCESS, MPI_SUCCESS},
                       {MPI_ERR_IO, MPI_SUCCESS},
                       {MPI_SUCCESS, MPI_ERR_FILE}};
    MPI_Request request;

    MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_RETURN);
    for (int i = 0; i < 3; i++) {
        MPI_Grequest_start(query, release, stop, codes[i], &request);
        MPI_Grequest_complete(request);
        CHECK(class_of(MPI_Wait(&request, MPI_STATUS_IGNORE)) ==
              (i == 0   ? MPI_SUCCESS
               : i == 1 ? MPI_ERR_IO
                        : MPI_ERR_FILE));
        CHECK(request == MPI_REQUEST_NULL);
        MPI_Grequest_start(query, release, stop, codes[i], &request);
        MPI_Grequest_complete(request);
        CHECK(class_of(MPI_Request_free(&request)) == codes[i][1]);
    }
}

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    int rank = world_rank();
    null_requests();
    some_and_any(rank);
    persistent(rank);
    cancel();
    get_status(rank);
    generalized();
    MPI_Finalize();
    return 0;
}
