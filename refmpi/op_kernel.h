/* The arithmetic of the predefined operations. */
#ifndef REFMPI_OP_KERNEL_H
#define REFMPI_OP_KERNEL_H

#include "datatype_predefined.h"

typedef void refmpi_kernel(const void *in, void *inout, MPI_Count count);

/*
 * The function that computes inout = in op inout on elements of that kind,
 * NULL if there is none. op is the handle of a predefined operation.
 */
refmpi_kernel *refmpi_op_kernel(MPI_Op op, enum refmpi_native native);

#endif
