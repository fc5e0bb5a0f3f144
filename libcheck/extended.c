/*
 * extended.c - whether the program calls functions that only its MPI has, of
 * those that make requests: persistent collectives before MPI-4.0, generalized
 * requests with more functions.  No call tells of these requests.
 */
#include "client.h"
#include "imports.h"
#include "modules.h"

#include <ctype.h>
#include <link.h>
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
    const struct module_list *list = modules_current();
    const struct link_map *object;
    const struct module *module;

    for (object = _r_debug.r_map; object != NULL; object = object->l_next) {
        module = modules_find(list, (uintptr_t)object->l_ld);
        if (module != NULL && module->role == MODULE_APPLICATION &&
            imports_any(object, makes_request, NULL))
            return true;
    }
    return false;
}
