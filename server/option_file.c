#include "option_file.h"

#include "memory.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <jansson.h>

#define NAME "murmel.json"

/* The nearest folder with such a file; malloc'd.  NULL: none. */
static char *find_folder(struct stat *status)
{
    char folder[PATH_MAX];

    if (getcwd(folder, sizeof folder) == NULL || folder[0] != '/')
        return NULL;
    for (;;) {
        char *file = xasprintf("%s/" NAME, folder);
        bool there = stat(file, status) == 0 && S_ISREG(status->st_mode);

        free(file);
        if (there)
            return xstrdup(folder);
        if (folder[0] == '\0')
            return NULL;
        *strrchr(folder, '/') = '\0';
    }
}

/* A value as on the command line; malloc'd.  NULL: it is of no such type. */
static char *text_of(const json_t *value)
{
    switch (json_typeof(value)) {
    case JSON_STRING:
        return xstrdup(json_string_value(value));
    case JSON_INTEGER:
        return xasprintf("%lld", (long long)json_integer_value(value));
    case JSON_TRUE:
        return xstrdup("1");
    case JSON_FALSE:
        return xstrdup("0");
    default:
        return NULL;
    }
}

/* What is wrong (malloc'd), or NULL. */
static char *read_options(struct options *options, const char *folder,
                          json_t *root)
{
    const char *name;
    json_t *value;

    json_object_foreach(root, name, value)
    {
        char *text = text_of(value), *wrong = NULL;

        if (text == NULL)
            return xasprintf("%s: that must be a string, a number, true or "
                             "false",
                             name);
        (void)options_set(options, folder, name, text, &wrong);
        free(text);
        if (wrong != NULL)
            return wrong;
    }
    return NULL;
}

int options_from_file(struct options *options, char **trouble)
{
    struct stat status;
    char *folder = find_folder(&status), *file, *wrong = NULL;
    json_error_t error;
    json_t *root = NULL;

    *trouble = NULL;
    if (folder == NULL)
        return 0;
    file = xasprintf("%s/" NAME, folder);
    if (status.st_uid != geteuid() && status.st_uid != 0)
        wrong = xstrdup("it belongs to another user, and is not read");
    else if ((root = json_load_file(file, JSON_REJECT_DUPLICATES, &error)) ==
             NULL)
        wrong = error.line > 0
                    ? xasprintf("line %d: %s", error.line, error.text)
                    : xstrdup("it cannot be read");
    else if (!json_is_object(root))
        wrong = xstrdup("it must be an object: {\"option\": value, ...}");
    else
        wrong = read_options(options, folder, root);
    json_decref(root);
    if (wrong != NULL)
        *trouble = xasprintf("%s: %s", file, wrong);
    free(wrong);
    free(file);
    free(folder);
    return *trouble == NULL ? 0 : -1;
}
