/*
 * call_text.h - calls in words.
 */
#ifndef MURMEL_CALL_TEXT_H
#define MURMEL_CALL_TEXT_H

#include "calls.h"
#include "observed.h"

struct model;

/*
 * "MPI_Bcast(buffer=0x7ffe10, count=4, datatype=MPI_INT, root=1,
 * comm=MPI_COMM_WORLD)": parameters by the standard's names, objects by name
 * where the model knows them (NULL model: predefined names, else hex).
 * malloc'd, the caller frees it.
 */
char *call_text(const struct call *call, const struct model *model);
/* The parameter's value, or all of an array of them.  malloc'd. */
char *call_argument_text(const struct call *call, const struct model *model,
                         const struct call_parameter *parameter);
/* One value of the parameter as it stands there: a number, handle or address,
 * or an item of an array of them.  malloc'd. */
char *call_value_text(const struct call *call, const struct model *model,
                      const struct call_parameter *parameter, uint64_t value);

/* The array's item (0, 1, ...) as the program's language has it: "ranks[1]", in
 * Fortran "ranks(2)".  malloc'd. */
char *call_item_text(const struct call *call, const char *name, int64_t item);

/* "MPI_LOCK_EXCLUSIVE or MPI_LOCK_SHARED": all that the standard has for such
 * parameters, of a kind that takes one of some constants; NULL: it is of none.  malloc'd. */
char *call_text_values(enum call_kind kind);
/* "MPI_ERR_RANK"; NULL: it is none of the standard's. */
const char *call_text_error(int64_t class);

#endif
