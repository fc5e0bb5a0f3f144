#include "place.h"

#include "memory.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

char *place_self(void)
{
    char path[PATH_MAX];
    ssize_t length = readlink("/proc/self/exe", path, sizeof path);

    if (length < 0 || length == (ssize_t)sizeof path)
        return NULL;
    return xstrndup(path, (size_t)length);
}

/* self's folder + between + name, when there is such a file. */
static char *beside(const char *between, const char *name)
{
    char *self = place_self();
    char *path;

    if (self == NULL)
        return NULL;
    path = xasprintf("%.*s/%s%s", (int)(strrchr(self, '/') - self), self,
                     between, name);
    free(self);
    if (access(path, R_OK) == 0)
        return path;
    free(path);
    return NULL;
}

char *place_program(const char *name)
{
    return beside("", name);
}

/*
 * The way from one installed folder to another ("../lib/murmel/"), so that
 * the whole tree can stand elsewhere than it was configured for.
 */
static char *way(const char *from, const char *to)
{
    struct text path = {0};
    size_t common = 0, i;

    for (i = 0; from[i] == to[i] && from[i] != '\0'; i++)
        if (from[i] == '/')
            common = i;
    if ((from[i] == '\0' && to[i] == '/') || (to[i] == '\0' && from[i] == '/'))
        common = i;
    for (i = common; from[i] != '\0'; i++)
        if (from[i] == '/' && from[i + 1] != '\0')
            text_append(&path, "../", 3);
    text_append(&path, to + common + 1, strlen(to + common + 1));
    text_append(&path, "/", 1);
    return path.bytes;
}

static char *elsewhere(const char *folder, const char *name)
{
    char *between = way(BINDIR, folder);
    char *path = beside(between, name);
    char *real = path != NULL ? realpath(path, NULL) : NULL;

    free(between);
    free(path);
    return real;
}

char *place_library(const char *name)
{
    return elsewhere(PKGLIBDIR, name);
}

char *place_data(const char *name)
{
    return elsewhere(PKGDATADIR, name);
}
