#include "zmq_table.h"

#include "memory.h"

#include <dlfcn.h>
#include <stdbool.h>
#include <string.h>

#define LIBRARY "libzmq.so.5"

static struct zmq_table table;

static bool find(void *library, const char *name, void *function)
{
    void *found = dlsym(library, name);

    memcpy(function, &found, sizeof found);
    return found != NULL;
}

const struct zmq_table *zmq_table_load(char **trouble)
{
    static bool loaded;
    void *library;

    if (loaded)
        return &table;
    library = dlopen(LIBRARY, RTLD_NOW | RTLD_LOCAL);
    if (library == NULL) {
        *trouble = xasprintf("several nodes need ZeroMQ (Debian's libzmq5): %s",
                             dlerror());
        return NULL;
    }
    loaded = true;
#define FIND(name) loaded &= find(library, "zmq_" #name, &table.name);
    ZMQ_TABLE(FIND)
    if (loaded)
        return &table;
    *trouble = xasprintf("%s: it lacks functions of ZeroMQ 4", LIBRARY);
    dlclose(library);
    return NULL;
}
