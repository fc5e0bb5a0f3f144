/*
 * The twin of plain_load.c: after the completion, beside what is to come, and of
 * what is sent.
 *
 * np: 2
 * verdict: clean
 */
#include <mpi.h>

struct pair {
    int first;
    double second;
};

int main(int argc, char **argv)
{
    int rank, other, in[2] = {0, 0}, out = 1, seen, flag = 0, *base;
    double parts[3] = {1, 2, 3}, sums[3] = {0, 0, 0}, total = 0;
    struct pair pair = {0, 0}, copy;
    MPI_Request request;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    other = 1 - rank;
    MPI_Irecv(&in[1], 1, MPI_INT, other, 0, MPI_COMM_WORLD, &request);
    MPI_Send(&out, 1, MPI_INT, other, 0, MPI_COMM_WORLD);
    seen = in[0] + 5;
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    seen += in[1];
    MPI_Iallreduce(parts, sums, 3, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD,
                   &request);
    total += parts[2];
    while (!flag)
        MPI_Test(&request, &flag, MPI_STATUS_IGNORE);
    total += sums[2];
    MPI_Win_allocate(64, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &base, &win);
    base[0] = rank;
    MPI_Win_fence(0, win);
    MPI_Get(&pair.first, 1, MPI_INT, other, 0, 1, MPI_INT, win);
    total += pair.second;
    MPI_Win_fence(0, win);
    copy = pair;
    MPI_Win_free(&win);
    MPI_Finalize();
    return total < 0 || seen < 5 || copy.first != other;
}
