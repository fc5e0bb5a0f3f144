/*
 * MPI comes with a plugin that is loaded with dlopen(RTLD_LOCAL): no MPI
 * symbol is in the global scope.
 *
 * np: 2
 * verdict: warning
 * ways: all launcher
 * finding: LEAK-DATATYPE call=*@type ranks=0,1 count=2
 * calls: 0=5 1=5
 * plugin: yes
 * twin: dlopen_local_clean.c
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
    MPI_Type_contiguous(2, MPI_INT, &type); /* @type */
    MPI_Barrier(MPI_COMM_WORLD);
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
