/*
 * As dlopen_local.c, with the datatype freed.
 *
 * np: 2
 * verdict: clean
 * ways: all
 * calls: 0=6 1=6
 * plugin: yes
 */
#ifdef PLUGIN

#include <mpi.h>

void work(int *argc, char ***argv);

void work(int *argc, char ***argv)
{
    int rank;
    MPI_Datatype type;

    MPI_Init(argc, argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Type_contiguous(2, MPI_INT, &type);
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Type_free(&type);
    MPI_Finalize();
}

#else

#include <dlfcn.h>
#include <stdio.h>

int main(int argc, char **argv)
{
    char path[4096];
    void *plugin;
    void (*work)(int *, char ***);

    snprintf(path, sizeof path, "%s.so", argv[0]);
    plugin = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    if (plugin == NULL) {
        fprintf(stderr, "%s\n", dlerror());
        return 9;
    }
    *(void **)&work = dlsym(plugin, "work");
    work(&argc, &argv);
    return 0;
}

#endif
