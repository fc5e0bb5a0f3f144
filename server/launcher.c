#include "launcher.h"

#include "capture.h"
#include "memory.h"
#include "place.h"

#include <ctype.h>
#include <sched.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Words in a row, NULL at the end. */
struct words {
    char **items;
    size_t count;
};

static void add(struct words *words, char *word)
{
    words->items = xrealloc(words->items, words->count + 2, sizeof(char *));
    words->items[words->count++] = word;
    words->items[words->count] = NULL;
}

void launcher_free(char **words)
{
    size_t i;

    for (i = 0; words != NULL && words[i] != NULL; i++)
        free(words[i]);
    free(words);
}

/* Appends the word at *at without its quotes, and moves behind it; -1: a
 * quote is not closed. */
static int read_word(const char **at, struct text *word)
{
    const char *c = *at;
    char quote = '\0';

    text_append(word, "", 0);
    for (; *c != '\0' && (quote != '\0' || !isspace((unsigned char)*c)); c++) {
        if (quote != '\0' && *c == quote)
            quote = '\0';
        else if (quote == '\0' && (*c == '\'' || *c == '"'))
            quote = *c;
        else if (*c == '\\' && quote != '\'' && c[1] != '\0')
            text_append(word, ++c, 1);
        else
            text_append(word, c, 1);
    }
    *at = c;
    return quote == '\0' ? 0 : -1;
}

char **launcher_split(const char *command)
{
    struct words words = {0};

    for (;;) {
        struct text word = {0};

        while (isspace((unsigned char)*command))
            command++;
        if (*command == '\0')
            return words.items;
        if (read_word(&command, &word) != 0) {
            free(word.bytes);
            launcher_free(words.items);
            return NULL;
        }
        add(&words, word.bytes);
    }
}

static bool begins(const char *word, const char *prefix)
{
    return strncmp(word, prefix, strlen(prefix)) == 0;
}

bool launcher_is_cancelled_elsewhere(const char *command)
{
    char **words = launcher_split(command);
    bool srun = false, ends_others = false;

    for (size_t i = 0; words != NULL && words[i] != NULL; i++) {
        const char *name = strrchr(words[i], '/');

        name = name != NULL ? name + 1 : words[i];
        srun |= strcmp(name, "srun") == 0;
        ends_others |= srun && (begins(words[i], "-K") ||
                                begins(words[i], "--kill-on-bad-exit"));
    }
    launcher_free(words);
    return srun && !ends_others;
}

/* Names of launchers, best first, and what they print as their version. */
static const struct {
    enum option_flavour flavour;
    const char *names[5];
    const char *versions[3];
    const char *called;
} launchers[] = {
    {FLAVOUR_MPICH,
     {"mpiexec.mpich", "mpiexec.hydra", "mpiexec", "mpirun"},
     {"HYDRA"},
     "MPICH (mpiexec.mpich, mpiexec.hydra or mpiexec)"},
    {FLAVOUR_OPENMPI,
     {"mpiexec.openmpi", "mpirun.openmpi", "mpirun", "orterun", "mpiexec"},
     {"OpenRTE", "Open MPI"},
     "Open MPI (mpiexec.openmpi, mpirun or orterun)"},
};

/* Is the program, found in PATH or by its path, one of that MPI?  A name
 * like mpiexec.mpich says so; mpiexec must be asked. */
static bool fits(const char *program, const char *const *versions)
{
    const char *name = strrchr(program, '/');
    char *words[] = {(char *)(uintptr_t)program,
                     (char *)(uintptr_t) "--version", NULL};
    bool found = false;
    char *text, *path, *why;

    if (strchr(name != NULL ? name : program, '.') != NULL) {
        found = application_find(program, &path, &why) == 0;
        free(found ? path : why);
        return found;
    }
    text = capture(words, NULL);
    for (; text != NULL && *versions != NULL && !found; versions++)
        found = strstr(text, *versions) != NULL;
    free(text);
    return found;
}

/* The program in the bin folder beside an MPI library's lib folder: with
 * several MPIs of one kind, that one fits. */
static char *beside_library(const char *library, const char *name)
{
    char *path = library != NULL ? realpath(library, NULL) : NULL;
    char *found = NULL;
    int up;

    for (up = 0; path != NULL && up < 2; up++) {
        char *slash = strrchr(path, '/');

        if (slash == NULL)
            break;
        *slash = '\0';
    }
    if (path != NULL)
        found = xasprintf("%s/bin/%s", path, name);
    free(path);
    if (found != NULL && access(found, X_OK) == 0)
        return found;
    free(found);
    return NULL;
}

/* A launcher of that MPI; malloc'd, or NULL. */
static char *find(const struct application *application, const char **called)
{
    size_t i, n;

    for (i = 0; i < sizeof launchers / sizeof launchers[0]; i++)
        if (launchers[i].flavour == application->flavour)
            break;
    *called = launchers[i].called;
    for (n = 0; n < 5 && launchers[i].names[n] != NULL; n++) {
        const char *name = launchers[i].names[n];
        char *path = beside_library(application->library, name);

        if (path != NULL && fits(path, launchers[i].versions))
            return path;
        free(path);
    }
    for (n = 0; n < 5 && launchers[i].names[n] != NULL; n++)
        if (fits(launchers[i].names[n], launchers[i].versions))
            return xstrdup(launchers[i].names[n]);
    return NULL;
}

static int processors(void)
{
    cpu_set_t set;

    return sched_getaffinity(0, sizeof set, &set) == 0 ? CPU_COUNT(&set) : 1;
}

/* The launcher that fits the application's MPI; -1 and *trouble. */
static int add_fitting(struct words *launcher, const struct options *options,
                       const struct application *application, char **trouble)
{
    int np = options->np > 0 ? options->np : 1;
    char *program;
    const char *called;

    if (application->flavour == FLAVOUR_ABI) {
        program = place_program("murmel-mpiexec");
        called = "the reference MPI (murmel-mpiexec)";
    } else {
        program = find(application, &called);
    }
    if (program == NULL) {
        *trouble = xasprintf("there is no launcher of %s; --launcher gives "
                             "another one",
                             called);
        return -1;
    }
    add(launcher, program);
    if (application->flavour == FLAVOUR_OPENMPI) {
        if (np > processors())
            add(launcher, xstrdup("--oversubscribe"));
        if (geteuid() == 0) {
            setenv("OMPI_ALLOW_RUN_AS_ROOT", "1", 1);
            setenv("OMPI_ALLOW_RUN_AS_ROOT_CONFIRM", "1", 1);
        }
    }
    add(launcher, xstrdup("-n"));
    add(launcher, xasprintf("%d", np));
    return 0;
}

static int add_given(struct words *launcher, const struct options *options,
                     char **trouble)
{
    launcher->items = launcher_split(options->launcher);
    if (launcher->items == NULL) {
        *trouble = xasprintf("--launcher %s: that is not a command",
                             options->launcher);
        return -1;
    }
    while (launcher->items[launcher->count] != NULL)
        launcher->count++;
    if (options->np > 0) {
        add(launcher, xstrdup("-n"));
        add(launcher, xasprintf("%d", options->np));
    }
    return 0;
}

char **launcher_words(const struct options *options,
                      const struct application *application, char **words,
                      char **trouble)
{
    struct words launcher = {0};
    int result = options->launcher != NULL
                     ? add_given(&launcher, options, trouble)
                     : add_fitting(&launcher, options, application, trouble);

    if (result != 0)
        return NULL;
    add(&launcher, xstrdup(application->path));
    for (words++; *words != NULL; words++)
        add(&launcher, xstrdup(*words));
    return launcher.items;
}
