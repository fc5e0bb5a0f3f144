/* np: 1 */
/* only: refmpi */
/* What the ABI leaves open can be asked for, also before MPI is initialized;
 * what is known of Fortran cannot be set (MPI-5.0 21.2, 21.4.1). */
#include "check.h"
#include <stdbool.h>
#include <string.h>

static const char *value_of(MPI_Info info, const char *key)
{
    static char value[32];
    int flag, length = sizeof value;
    MPI_Info_get_string(info, key, &length, value, &flag);
    return flag ? value : "none";
}

static void sizes(void)
{
    MPI_Info info;
    int major, minor;
    if (MPI_Abi_get_version(&major, &minor) || major != MPI_ABI_VERSION ||
        minor != MPI_ABI_SUBVERSION || MPI_Abi_get_info(&info) ||
        atoi(value_of(info, "mpi_aint_size")) != sizeof(MPI_Aint) ||
        atoi(value_of(info, "mpi_count_size")) != sizeof(MPI_Count) ||
        atoi(value_of(info, "mpi_offset_size")) != sizeof(MPI_Offset)) {
        fprintf(stderr, "sizes of the ABI\n");
        exit(98);
    }
    MPI_Info_free(&info);
}

/* MPI_Type_size says MPI_UNDEFINED of a type that is not supported. */
static bool is_supported(MPI_Datatype type)
{
    int size;
    return MPI_Type_size(type, &size) == MPI_SUCCESS && size != MPI_UNDEFINED;
}

static void fortran(void)
{
    MPI_Info info;
    int size;
    MPI_Abi_get_fortran_info(&info);
    MPI_Type_size(MPI_DOUBLE_PRECISION, &size);
    CHECK(atoi(value_of(info, "mpi_double_precision_size")) == size);
    MPI_Type_size(MPI_LOGICAL, &size);
    CHECK(atoi(value_of(info, "mpi_logical_size")) == size);
    struct {
        const char *key;
        MPI_Datatype type;
    } some[] = {{"mpi_logical16_supported", MPI_LOGICAL16},
                {"mpi_integer8_supported", MPI_INTEGER8},
                {"mpi_integer16_supported", MPI_INTEGER16},
                {"mpi_real2_supported", MPI_REAL2},
                {"mpi_real16_supported", MPI_REAL16},
                {"mpi_complex32_supported", MPI_COMPLEX32},
                {"mpi_double_complex_supported", MPI_DOUBLE_COMPLEX}};
    for (size_t i = 0; i < sizeof some / sizeof *some; i++)
        CHECK(strcmp(value_of(info, some[i].key),
                     is_supported(some[i].type) ? "true" : "false") == 0);
    CHECK(MPI_Abi_set_fortran_info(info) == MPI_ERR_ABI);
    MPI_Info_free(&info);
}

static void booleans(void)
{
    int is_true = 7, is_false = 7, is_set;
    long long is_long_true = 7;
    MPI_Abi_get_fortran_booleans(sizeof is_true, &is_true, &is_false, &is_set);
    CHECK(is_set && is_true == 1 && is_false == 0);
    MPI_Abi_get_fortran_booleans(sizeof is_long_true, &is_long_true, NULL,
                                 &is_set);
    CHECK(is_set && is_long_true == 1);
    MPI_Abi_get_fortran_booleans(3, &is_true, &is_false, &is_set);
    CHECK(!is_set);
    CHECK(MPI_Abi_set_fortran_booleans(sizeof is_true, &is_true, &is_false) ==
          MPI_ERR_ABI);
    CHECK(MPI_Abi_set_fortran_booleans(3, &is_true, &is_false) == MPI_ERR_ARG);
}

int main(int argc, char **argv)
{
    sizes();
    MPI_Init(&argc, &argv);
    MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_RETURN);
    fortran();
    booleans();
    MPI_Finalize();
    sizes();
    return 0;
}
