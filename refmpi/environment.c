/* environment.c - versions, clocks, memory, addresses, control levels. */
#include "internal.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/utsname.h>
#include <time.h>

#ifndef REFMPI_VERSION
#define REFMPI_VERSION "0"
#endif

int PMPI_Get_version(int *version, int *subversion)
{
    if (!version || !subversion)
        return MPI_ERR_ARG;
    *version = MPI_VERSION;
    *subversion = MPI_SUBVERSION;
    return MPI_SUCCESS;
}
REFMPI_ALIAS(Get_version)

int PMPI_Get_library_version(char *version, int *resultlen)
{
    if (!version || !resultlen)
        return MPI_ERR_ARG;
    strcpy(version, "Murmel reference MPI " REFMPI_VERSION " (MPI 5.0 ABI)");
    *resultlen = (int)strlen(version);
    return MPI_SUCCESS;
}
REFMPI_ALIAS(Get_library_version)

int PMPI_Get_processor_name(char *name, int *resultlen)
{
    refmpi_enter("MPI_Get_processor_name");
    struct utsname system;
    if (!name || !resultlen)
        return refmpi_leave_comm(NULL, MPI_ERR_ARG);
    if (uname(&system) != 0)
        return refmpi_leave_comm(NULL, MPI_ERR_OTHER);
    snprintf(name, MPI_MAX_PROCESSOR_NAME, "%s", system.nodename);
    *resultlen = (int)strlen(name);
    return refmpi_leave_comm(NULL, MPI_SUCCESS);
}
REFMPI_ALIAS(Get_processor_name)

int PMPI_Get_hw_resource_info(MPI_Info *hw_info)
{
    refmpi_enter_any("MPI_Get_hw_resource_info");
    struct info *none = hw_info ? refmpi_info_copy(NULL) : NULL;
    if (!none)
        return refmpi_leave_comm(NULL, hw_info ? MPI_ERR_NO_MEM : MPI_ERR_ARG);
    *hw_info = refmpi_info_handle(none);
    return refmpi_leave_comm(NULL, MPI_SUCCESS);
}
REFMPI_ALIAS(Get_hw_resource_info)

double PMPI_Wtime(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}
REFMPI_ALIAS(Wtime)

double PMPI_Wtick(void)
{
    struct timespec step;
    clock_getres(CLOCK_MONOTONIC, &step);
    return (double)step.tv_sec + 1e-9 * (double)step.tv_nsec;
}
REFMPI_ALIAS(Wtick)

int PMPI_Pcontrol(const int level, ...)
{
    (void)level; /* for tools, which interpose it */
    return MPI_SUCCESS;
}
REFMPI_ALIAS(Pcontrol)

int PMPI_Alloc_mem(MPI_Aint size, MPI_Info info, void *baseptr)
{
    refmpi_enter("MPI_Alloc_mem");
    void *memory = NULL;
    int rc = MPI_SUCCESS;
    if (size < 0 || !baseptr)
        rc = MPI_ERR_ARG;
    else if (refmpi_info_check(info) != MPI_SUCCESS)
        rc = MPI_ERR_INFO;
    else if (posix_memalign(&memory, REFMPI_CACHE_LINE,
                            size > 0 ? (size_t)size : 1) != 0)
        rc = MPI_ERR_NO_MEM;
    else
        memcpy(baseptr, &memory, sizeof memory);
    return refmpi_leave_comm(NULL, rc);
}
REFMPI_ALIAS(Alloc_mem)

int PMPI_Free_mem(void *base)
{
    refmpi_enter("MPI_Free_mem");
    free(base);
    return refmpi_leave_comm(NULL, MPI_SUCCESS);
}
REFMPI_ALIAS(Free_mem)

int PMPI_Get_address(const void *location, MPI_Aint *address)
{
    refmpi_enter_any("MPI_Get_address");
    if (!address)
        return refmpi_leave_comm(NULL, MPI_ERR_ARG);
    *address = (MPI_Aint)location;
    return refmpi_leave_comm(NULL, MPI_SUCCESS);
}
REFMPI_ALIAS(Get_address)

MPI_Aint PMPI_Aint_add(MPI_Aint base, MPI_Aint disp)
{
    return (MPI_Aint)((uintptr_t)base + (uintptr_t)disp);
}
REFMPI_ALIAS(Aint_add)

MPI_Aint PMPI_Aint_diff(MPI_Aint addr1, MPI_Aint addr2)
{
    return (MPI_Aint)((uintptr_t)addr1 - (uintptr_t)addr2);
}
REFMPI_ALIAS(Aint_diff)
