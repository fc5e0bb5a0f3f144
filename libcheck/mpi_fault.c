#include "mpi_fault.h"

#include "client.h"

#include <dlfcn.h>
#include <stdio.h>
#include <string.h>

bool mpi_fault_moves_windows;

/* "name: value" there, after any white space; "": no such line. */
static const char *value_of(const char *version, const char *name)
{
    const char *line = strstr(version, name);

    return line == NULL
               ? ""
               : line + strlen(name) + strspn(line + strlen(name), " \t");
}

static bool ucx_rounds(void)
{
    typedef void get_version(unsigned *, unsigned *, unsigned *);
    void *address = dlsym(murmel_mpi_handle, "ucp_get_version");
    unsigned major, minor, release;
    get_version *function;

    if (address == NULL)
        return false;
    memcpy(&function, &address, sizeof function);
    function(&major, &minor, &release);
    return major > 1 || (major == 1 && minor >= 13);
}

void mpi_fault_find(const char *version)
{
    unsigned major, minor, patch = 0;

    mpi_fault_moves_windows =
        sscanf(value_of(version, "MPICH Version:"), "%u.%u.%u", &major, &minor,
               &patch) >= 2 &&
        (major < 4 || (major == 4 && minor == 0 && patch < 3)) &&
        strncmp(value_of(version, "MPICH Device:"), "ch4:ucx", 7) == 0 &&
        ucx_rounds();
}
