/*
 * extended.c - whether the program calls functions that only its MPI has, of
 * those that make requests: persistent collectives before MPI-4.0, generalized
 * requests with more functions.  No call tells of these requests.
 */
#include "client.h"
#include "imports.h"

#include <ctype.h>
#include <string.h>

static bool makes_request(const char *name, const void *context)
{
    (void)context;
    if (strncasecmp(name, "MPIX_", 5) != 0)
        return false;
    return (toupper(name[5]) == 'I' && islower((unsigned char)name[6])) ||
           strstr(name, "_init") != NULL || strstr(name, "request") != NULL ||
           strstr(name, "_enqueue") != NULL;
}

bool murmel_is_extended(void)
{
    return imports_by_application(makes_request, NULL);
}
