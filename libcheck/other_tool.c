#include "other_tool.h"

#include "imports.h"

#include <dlfcn.h>
#include <stddef.h>
#include <string.h>

static bool is_same(const char *name, const void *wanted)
{
    return strcmp(name, wanted) == 0;
}

bool other_tool_wraps(const void *function, const char *profiled)
{
    struct link_map *map = NULL;
    Dl_info object;

    return dladdr1(function, &object, (void **)&map, RTLD_DL_LINKMAP) != 0 &&
           map != NULL && imports_any(map, is_same, profiled);
}
