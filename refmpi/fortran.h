/*
 * fortran.h - what the generated part of the Fortran binding (fortran.awk) and
 * the one by hand (fortran.c) share. The binding is a library of its own, which
 * calls MPI as a program does. A Fortran INTEGER is an int, a LOGICAL .TRUE. a
 * 1; a routine's name is in lower case with an underscore at its end, and the
 * lengths of CHARACTER arguments follow the others, as gfortran has it.
 */
#ifndef REFMPI_FORTRAN_H
#define REFMPI_FORTRAN_H

#include "mpi.h"
#include <stdint.h>
#include <stdlib.h>

typedef int MPI_Fint; /* the standard ABI has none */

/* A routine under a second name; under that which profilers call. */
#define FORTRAN_ALIAS(alias_name, name)                                        \
    extern __typeof__(name) alias_name __attribute__((alias(#name)));
#define FORTRAN_TWIN(name) FORTRAN_ALIAS(p##name, name)

/* A routine of the binding: C has no header of them. */
#define ROUTINE(name, ...)                                                     \
    void mpi_##name##_(__VA_ARGS__, MPI_Fint *ierror);                         \
    FORTRAN_TWIN(mpi_##name##_)                                                \
    void mpi_##name##_(__VA_ARGS__, MPI_Fint *ierror)

/* What a Fortran argument stands for in C. */
void *fortran_address(void *address); /* MPI_BOTTOM, MPI_IN_PLACE ... */
MPI_Status *fortran_status(MPI_Fint *status);
MPI_Status *fortran_statuses(MPI_Fint *statuses);
int *fortran_weights(MPI_Fint *weights);

/* A C string of a text without the blanks at both its ends; for free. */
char *fortran_string(const char *text, size_t length);
/* Room for what a call writes; and that text with blanks behind it, after
 * which the room is freed. */
char *fortran_room(size_t length);
void fortran_text(char *room, char *text, size_t length);

/* Fortran counts from 1; what is no index stays as it is. */
void fortran_from_one(MPI_Fint *indices, int count);

/* As many items have the arrays that collective operations take. */
int fortran_group_size(MPI_Comm comm);
int fortran_neighbors_in(MPI_Comm comm);
int fortran_neighbors_out(MPI_Comm comm);

/* Arrays of handles, for free; the other way round as far as they are set. */
#define FORTRAN_ARRAYS(kind, type)                                             \
    static inline type *fortran_##kind##_handles(const MPI_Fint *numbers,      \
                                                 int count)                    \
    {                                                                          \
        size_t room = count > 0 ? (size_t)count : 0;                           \
        type *handles = calloc(room + 1, sizeof *handles);                     \
        for (size_t i = 0; handles && i < room; i++)                           \
            handles[i] = MPI_##kind##_fromint(numbers[i]);                     \
        return handles;                                                        \
    }                                                                          \
    static inline void fortran_##kind##_numbers(const type *handles,           \
                                                MPI_Fint *numbers, int count)  \
    {                                                                          \
        for (int i = 0; handles && i < count; i++)                             \
            numbers[i] = MPI_##kind##_toint(handles[i]);                       \
    }

FORTRAN_ARRAYS(Request, MPI_Request)
FORTRAN_ARRAYS(Type, MPI_Datatype)

#endif
