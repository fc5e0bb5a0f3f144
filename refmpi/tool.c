/* tool.c - the tool information interface: there is nothing to see here, and
 * it says so. */
#include "internal.h"

static int openings;

int PMPI_T_init_thread(int required, int *provided)
{
    if (!provided)
        return MPI_T_ERR_INVALID;
    openings++;
    *provided = required;
    return MPI_SUCCESS;
}
REFMPI_ALIAS(T_init_thread)

int PMPI_T_finalize(void)
{
    if (openings == 0)
        return MPI_T_ERR_NOT_INITIALIZED;
    openings--;
    return MPI_SUCCESS;
}
REFMPI_ALIAS(T_finalize)

static int none(int *number)
{
    if (openings == 0)
        return MPI_T_ERR_NOT_INITIALIZED;
    if (!number)
        return MPI_T_ERR_INVALID;
    *number = 0;
    return MPI_SUCCESS;
}

int PMPI_T_cvar_get_num(int *num_cvar)
{
    return none(num_cvar);
}
REFMPI_ALIAS(T_cvar_get_num)

int PMPI_T_pvar_get_num(int *num_pvar)
{
    return none(num_pvar);
}
REFMPI_ALIAS(T_pvar_get_num)

int PMPI_T_category_get_num(int *num_cat)
{
    return none(num_cat);
}
REFMPI_ALIAS(T_category_get_num)

int PMPI_T_event_get_num(int *num_events)
{
    return none(num_events);
}
REFMPI_ALIAS(T_event_get_num)

int PMPI_T_source_get_num(int *num_sources)
{
    return none(num_sources);
}
REFMPI_ALIAS(T_source_get_num)
