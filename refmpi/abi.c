/* abi.c - what the standard ABI leaves open, as keys of infos; and what is
 * known of Fortran, which the program cannot set, since there is a binding
 * already. */
#include "datatype.h"
#include "internal.h"
#include <stdio.h>
#include <string.h>

int PMPI_Abi_get_version(int *abi_major, int *abi_minor)
{
    if (!abi_major || !abi_minor)
        return MPI_ERR_ARG;
    *abi_major = MPI_ABI_VERSION;
    *abi_minor = MPI_ABI_SUBVERSION;
    return MPI_SUCCESS;
}
REFMPI_ALIAS(Abi_get_version)

struct described {
    const char *key;
    MPI_Datatype type;
};

/* The size of each type is the value of its key. */
static int add_sizes(struct info *info, const struct described *all,
                     size_t count)
{
    int rc = MPI_SUCCESS;
    for (size_t i = 0; i < count && rc == MPI_SUCCESS; i++) {
        char size[16];
        snprintf(size, sizeof size, "%d",
                 (int)refmpi_datatype_get(all[i].type)->size);
        rc = refmpi_info_set(info, all[i].key, size);
    }
    return rc;
}

/* An optional type is there, or it is not. */
static int add_supported(struct info *info, const struct described *all,
                         size_t count)
{
    int rc = MPI_SUCCESS;
    for (size_t i = 0; i < count && rc == MPI_SUCCESS; i++)
        rc = refmpi_info_set(info, all[i].key,
                             refmpi_datatype_get(all[i].type) ? "true"
                                                              : "false");
    return rc;
}

#define COUNT(array) (sizeof(array) / sizeof *(array))

static int add_abi(struct info *info)
{
    static const struct described sizes[] = {{"mpi_aint_size", MPI_AINT},
                                             {"mpi_count_size", MPI_COUNT},
                                             {"mpi_offset_size", MPI_OFFSET}};
    return add_sizes(info, sizes, COUNT(sizes));
}

#define OPTIONAL(lower, UPPER)                                                 \
    {                                                                          \
        "mpi_" #lower "_supported", MPI_##UPPER                                \
    }

static int add_fortran(struct info *info)
{
    static const struct described sizes[] = {
        {"mpi_logical_size", MPI_LOGICAL},
        {"mpi_integer_size", MPI_INTEGER},
        {"mpi_real_size", MPI_REAL},
        {"mpi_double_precision_size", MPI_DOUBLE_PRECISION}};
    static const struct described optional[] = {
        OPTIONAL(logical1, LOGICAL1),
        OPTIONAL(logical2, LOGICAL2),
        OPTIONAL(logical4, LOGICAL4),
        OPTIONAL(logical8, LOGICAL8),
        OPTIONAL(logical16, LOGICAL16),
        OPTIONAL(integer1, INTEGER1),
        OPTIONAL(integer2, INTEGER2),
        OPTIONAL(integer4, INTEGER4),
        OPTIONAL(integer8, INTEGER8),
        OPTIONAL(integer16, INTEGER16),
        OPTIONAL(real2, REAL2),
        OPTIONAL(real4, REAL4),
        OPTIONAL(real8, REAL8),
        OPTIONAL(real16, REAL16),
        OPTIONAL(complex4, COMPLEX4),
        OPTIONAL(complex8, COMPLEX8),
        OPTIONAL(complex16, COMPLEX16),
        OPTIONAL(complex32, COMPLEX32),
        OPTIONAL(double_complex, DOUBLE_COMPLEX)};
    int rc = add_sizes(info, sizes, COUNT(sizes));
    return rc == MPI_SUCCESS ? add_supported(info, optional, COUNT(optional))
                             : rc;
}

/* A new info of what add tells. */
static int describe(int (*add)(struct info *info), MPI_Info *handle)
{
    if (!handle)
        return MPI_ERR_ARG;
    struct info *info = refmpi_info_copy(NULL);
    int rc = info ? add(info) : MPI_ERR_NO_MEM;
    if (rc == MPI_SUCCESS)
        *handle = refmpi_info_handle(info);
    else
        refmpi_info_free(info);
    return rc;
}

int PMPI_Abi_get_info(MPI_Info *info)
{
    refmpi_enter_any("MPI_Abi_get_info");
    return refmpi_leave_comm(NULL, describe(add_abi, info));
}
REFMPI_ALIAS(Abi_get_info)

int PMPI_Abi_get_fortran_info(MPI_Info *info)
{
    refmpi_enter("MPI_Abi_get_fortran_info");
    return refmpi_leave_comm(NULL, describe(add_fortran, info));
}
REFMPI_ALIAS(Abi_get_fortran_info)

/* The first to set it would be heard, but it is known from the beginning
 * (MPI-5.0 21.4.1). */
int PMPI_Abi_set_fortran_info(MPI_Info info)
{
    refmpi_enter("MPI_Abi_set_fortran_info");
    return refmpi_leave_comm(NULL, refmpi_info_from(info) ? MPI_ERR_ABI
                                                          : MPI_ERR_INFO);
}
REFMPI_ALIAS(Abi_set_fortran_info)

/* There is a LOGICAL of that size. */
static bool is_logical_size(int size)
{
    return size == 1 || size == 2 || size == 4 || size == 8 || size == 16;
}

/* A number of that size, lowest byte first or not. */
static void set_logical(void *logical, int size, int value)
{
    if (!logical)
        return;
    memset(logical, 0, (size_t)size);
#if __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
    ((char *)logical)[size - 1] = (char)value;
#else
    *(char *)logical = (char)value;
#endif
}

int PMPI_Abi_get_fortran_booleans(int logical_size, void *logical_true,
                                  void *logical_false, int *is_set)
{
    refmpi_enter("MPI_Abi_get_fortran_booleans");
    if (!is_set)
        return refmpi_leave_comm(NULL, MPI_ERR_ARG);
    *is_set = is_logical_size(logical_size);
    if (*is_set) {
        set_logical(logical_true, logical_size, 1);
        set_logical(logical_false, logical_size, 0);
    }
    return refmpi_leave_comm(NULL, MPI_SUCCESS);
}
REFMPI_ALIAS(Abi_get_fortran_booleans)

int PMPI_Abi_set_fortran_booleans(int logical_size, void *logical_true,
                                  void *logical_false)
{
    refmpi_enter("MPI_Abi_set_fortran_booleans");
    (void)logical_true, (void)logical_false;
    return refmpi_leave_comm(NULL, is_logical_size(logical_size) ? MPI_ERR_ABI
                                                                 : MPI_ERR_ARG);
}
REFMPI_ALIAS(Abi_set_fortran_booleans)
