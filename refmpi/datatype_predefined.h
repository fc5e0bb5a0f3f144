/* The predefined datatypes of the MPI 5.0 ABI. */
#ifndef REFMPI_DATATYPE_PREDEFINED_H
#define REFMPI_DATATYPE_PREDEFINED_H

#include "datatype.h"

/* What an element of a predefined type is to the machine. */
enum refmpi_native {
    REFMPI_NATIVE_OPAQUE, /* moved, never computed with */
    REFMPI_NATIVE_BYTE,
    REFMPI_NATIVE_INT8,
    REFMPI_NATIVE_INT16,
    REFMPI_NATIVE_INT32,
    REFMPI_NATIVE_INT64,
    REFMPI_NATIVE_INT128,
    REFMPI_NATIVE_UINT8,
    REFMPI_NATIVE_UINT16,
    REFMPI_NATIVE_UINT32,
    REFMPI_NATIVE_UINT64,
    REFMPI_NATIVE_FLOAT,
    REFMPI_NATIVE_DOUBLE,
    REFMPI_NATIVE_LONG_DOUBLE,
    REFMPI_NATIVE_QUAD,
    REFMPI_NATIVE_FLOAT_COMPLEX,
    REFMPI_NATIVE_DOUBLE_COMPLEX,
    REFMPI_NATIVE_LONG_DOUBLE_COMPLEX,
    REFMPI_NATIVE_QUAD_COMPLEX,
    REFMPI_NATIVE_LOGICAL8,
    REFMPI_NATIVE_LOGICAL16,
    REFMPI_NATIVE_LOGICAL32,
    REFMPI_NATIVE_LOGICAL64,
    REFMPI_NATIVE_LOGICAL128,
    REFMPI_NATIVE_FLOAT_INT,
    REFMPI_NATIVE_DOUBLE_INT,
    REFMPI_NATIVE_LONG_INT,
    REFMPI_NATIVE_SHORT_INT,
    REFMPI_NATIVE_LONG_DOUBLE_INT,
    REFMPI_NATIVE_INT_INT,
    REFMPI_NATIVE_FLOAT_FLOAT,
    REFMPI_NATIVE_DOUBLE_DOUBLE,
    REFMPI_NATIVES
};

/* The groups in which the standard allows reduction operations on a type. */
enum refmpi_type_class {
    REFMPI_CLASS_NONE,
    REFMPI_CLASS_C_INTEGER,
    REFMPI_CLASS_FORTRAN_INTEGER,
    REFMPI_CLASS_FLOATING,
    REFMPI_CLASS_LOGICAL,
    REFMPI_CLASS_COMPLEX,
    REFMPI_CLASS_BYTE,
    REFMPI_CLASS_MULTI_LANGUAGE,
    REFMPI_CLASS_PAIR
};

#define REFMPI_PREDEFINED_FIRST 0x200u
#define REFMPI_PREDEFINED_COUNT 0x100u

/* The object of a predefined handle value, NULL if there is no such type. */
struct refmpi_datatype *refmpi_datatype_predefined(uintptr_t value);

/* NONE and OPAQUE for handles that are not predefined. */
enum refmpi_native refmpi_datatype_native(MPI_Datatype handle);
enum refmpi_type_class refmpi_datatype_class(MPI_Datatype handle);

#endif
