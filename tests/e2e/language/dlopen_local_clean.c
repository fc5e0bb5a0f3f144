/*
 * As dlopen_local.c, with the datatype freed.
 *
 * np: 2
 * verdict: clean
 * ways: all
 * calls: 0=6 1=6
 * link: -Wl,--as-needed
 */
#include <dlfcn.h>
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

#if defined MPICH_VERSION
#define LIBRARY "libmpich.so.12"
#elif defined OMPI_MAJOR_VERSION
#define LIBRARY "libmpi.so.40"
#else
#define LIBRARY "libmpi_abi.so.1"
#endif

static void *library;

static void *look_up(const char *name)
{
    void *address = dlsym(library, name);

    if (address == NULL) {
        fprintf(stderr, "%s\n", dlerror());
        exit(9);
    }
    return address;
}

int main(int argc, char **argv)
{
    int (*init)(int *, char ***), (*rank_of)(MPI_Comm, int *);
    int (*contiguous)(int, MPI_Datatype, MPI_Datatype *);
    int (*barrier)(MPI_Comm), (*finalize)(void), rank;
    int (*type_free)(MPI_Datatype *);
    MPI_Comm world;
    MPI_Datatype basic, type;

    library = dlopen(LIBRARY, RTLD_NOW | RTLD_LOCAL);
    if (library == NULL) {
        fprintf(stderr, "%s\n", dlerror());
        return 9;
    }
#if defined OMPI_MAJOR_VERSION
    world = look_up("ompi_mpi_comm_world");
    basic = look_up("ompi_mpi_int");
#else
    world = MPI_COMM_WORLD;
    basic = MPI_INT;
#endif
    *(void **)&init = look_up("MPI_Init");
    *(void **)&rank_of = look_up("MPI_Comm_rank");
    *(void **)&contiguous = look_up("MPI_Type_contiguous");
    *(void **)&barrier = look_up("MPI_Barrier");
    *(void **)&finalize = look_up("MPI_Finalize");
    *(void **)&type_free = look_up("MPI_Type_free");
    init(&argc, &argv);
    rank_of(world, &rank);
    contiguous(2, basic, &type);
    barrier(world);
    type_free(&type);
    finalize();
    return 0;
}
