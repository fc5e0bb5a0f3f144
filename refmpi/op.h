/* Reduction operations. */
#ifndef REFMPI_OP_H
#define REFMPI_OP_H

#include "datatype.h"

struct operation {
    struct object object; /* first, as in every object */
    bool predefined;
    bool commutative;
    MPI_User_function *function;     /* of MPI_Op_create, else NULL */
    MPI_User_function_c *function_c; /* of MPI_Op_create_c, else NULL */
};

/* NULL for a null or invalid handle. */
struct operation *refmpi_operation_from(MPI_Op op);
MPI_Op refmpi_operation_handle(struct operation *operation);
void refmpi_operation_retain(struct operation *operation);
void refmpi_operation_release(struct operation *operation);

/*
 * MPI_SUCCESS if the operation may reduce elements of the type in a
 * collective: user functions take any type, predefined operations the
 * predefined types of their classes. Else MPI_ERR_OP. MPI_REPLACE and
 * MPI_NO_OP are for RMA only.
 */
int refmpi_operation_check(const struct operation *operation,
                           const struct refmpi_datatype *type);

/*
 * The same for MPI_Accumulate and its kin: predefined operations only, on any
 * type made of one predefined type.
 */
int refmpi_operation_check_rma(const struct operation *operation,
                               const struct refmpi_datatype *type);

/*
 * inout[i] = in[i] op inout[i] for count elements. The type must have passed
 * a check; for predefined operations it must be a predefined type.
 */
void refmpi_operation_apply(const struct operation *operation, const void *in,
                            void *inout, MPI_Count count,
                            struct refmpi_datatype *type);

#endif
