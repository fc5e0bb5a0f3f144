/*
 * Two processes use one shared window by loads and stores, and nothing of MPI
 * or the language puts them in order: a file lock does, which is not seen, but
 * that the program has such means is.
 *
 * np: 2
 * verdict: note
 * options: --notes
 * compiler: murmel
 * finding: RMA-SHARED-ELSEWHERE store=0@both store=1@both
 * twin: shared_stores_ordered.c
 */
#include <fcntl.h>
#include <mpi.h>
#include <sys/file.h>
#include <unistd.h>

int main(int argc, char **argv)
{
    int rank, unit, file, *base, *sum;
    MPI_Aint size;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Win_allocate_shared(64, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD,
                            &base, &win);
    MPI_Win_shared_query(win, 1, &size, &unit, &sum);
    MPI_Win_lock_all(0, win);
    file = open("/proc/self/exe", O_RDONLY);
    flock(file, LOCK_EX);
    *sum = rank; /* @both */
    flock(file, LOCK_UN);
    close(file);
    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
