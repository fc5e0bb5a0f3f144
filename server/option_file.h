/*
 * option_file.h - options from murmel.json.
 *
 *     {"fail-on": "warning", "notes": true, "suppressions": "mpi/known.json"}
 *
 * The file is looked for in the working directory and those above it; paths
 * in it begin where it is.
 */
#ifndef MURMEL_OPTION_FILE_H
#define MURMEL_OPTION_FILE_H

#include "option.h"

/*
 * 0, also where there is none; or -1 with a line for the user in *trouble
 * (malloc'd), where it makes no sense or belongs to neither the user nor root:
 * it can say what is started.
 */
int options_from_file(struct options *options, char **trouble);

#endif
