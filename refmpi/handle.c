/*
 * handle.c - handles as integers, for Fortran. A predefined handle is its own
 * number; other objects get numbers above those, which they keep.
 */
#include "internal.h"
#include <stdlib.h>

static void **objects;
static int object_count;

static int to_int(void *handle)
{
    if ((uintptr_t)handle < REFMPI_FIRST_POINTER)
        return (int)(uintptr_t)handle;
    /* The newest is the most likely one. */
    for (int i = object_count - 1; i >= 0; i--)
        if (objects[i] == handle)
            return REFMPI_FIRST_POINTER + i;
    void **grown =
        realloc(objects, ((size_t)object_count + 1) * sizeof *objects);
    if (!grown)
        refmpi_fatal(NULL, "out of memory for handles as integers");
    objects = grown;
    objects[object_count] = handle;
    return REFMPI_FIRST_POINTER + object_count++;
}

static void *from_int(int number)
{
    int i = number - REFMPI_FIRST_POINTER;
    if (i >= 0 && i < object_count)
        return objects[i];
    return (void *)(intptr_t)number;
}

#define CONVERT(Kind, type)                                                    \
    int PMPI_##Kind##_toint(type handle)                                       \
    {                                                                          \
        refmpi_enter_any("MPI_" #Kind "_toint");                               \
        int number = to_int((void *)handle);                                   \
        refmpi_leave();                                                        \
        return number;                                                         \
    }                                                                          \
    type PMPI_##Kind##_fromint(int number)                                     \
    {                                                                          \
        refmpi_enter_any("MPI_" #Kind "_fromint");                             \
        type handle = (type)from_int(number);                                  \
        refmpi_leave();                                                        \
        return handle;                                                         \
    }

CONVERT(Comm, MPI_Comm)
REFMPI_ALIAS(Comm_toint)
REFMPI_ALIAS(Comm_fromint)
CONVERT(Errhandler, MPI_Errhandler)
REFMPI_ALIAS(Errhandler_toint)
REFMPI_ALIAS(Errhandler_fromint)
CONVERT(File, MPI_File)
REFMPI_ALIAS(File_toint)
REFMPI_ALIAS(File_fromint)
CONVERT(Group, MPI_Group)
REFMPI_ALIAS(Group_toint)
REFMPI_ALIAS(Group_fromint)
CONVERT(Info, MPI_Info)
REFMPI_ALIAS(Info_toint)
REFMPI_ALIAS(Info_fromint)
CONVERT(Message, MPI_Message)
REFMPI_ALIAS(Message_toint)
REFMPI_ALIAS(Message_fromint)
CONVERT(Op, MPI_Op)
REFMPI_ALIAS(Op_toint)
REFMPI_ALIAS(Op_fromint)
CONVERT(Request, MPI_Request)
REFMPI_ALIAS(Request_toint)
REFMPI_ALIAS(Request_fromint)
CONVERT(Session, MPI_Session)
REFMPI_ALIAS(Session_toint)
REFMPI_ALIAS(Session_fromint)
CONVERT(Type, MPI_Datatype)
REFMPI_ALIAS(Type_toint)
REFMPI_ALIAS(Type_fromint)
CONVERT(Win, MPI_Win)
REFMPI_ALIAS(Win_toint)
REFMPI_ALIAS(Win_fromint)
