#include "compile.h"

#include "help.h"
#include "memory.h"
#include "place.h"
#include "terminal.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

/* Older ones do not tell volatile loads from others. */
#define GCC_MAJOR   11
#define CLANG_MAJOR 11

struct language {
    const char *command;
    const char *variable;
    const char *wrappers[2]; /* looked for in PATH, in this order */
    const char *own;         /* the reference MPI's; NULL: it has none */
    bool fortran;
};

static const struct language languages[] = {
    {"cc", "MURMEL_MPICC", {"mpicc", "mpicc"}, "murmel-mpicc", false},
    {"c++", "MURMEL_MPICXX", {"mpicxx", "mpic++"}, NULL, false},
    {"fc", "MURMEL_MPIFC", {"mpifort", "mpif90"}, NULL, true},
};

/* A growing list of words, with NULL behind. */
struct words {
    char **items;
    size_t count;
};

static void add(struct words *words, const char *word)
{
    words->items =
        xrealloc(words->items, words->count + 2, sizeof words->items[0]);
    words->items[words->count++] = xstrdup(word);
    words->items[words->count] = NULL;
}

static void add_all(struct words *words, const char *const *more)
{
    for (; *more != NULL; more++)
        add(words, *more);
}

/* ------------------------------------------------------- which compiler */

static bool is_in_path(const char *name)
{
    const char *path = getenv("PATH");
    bool found = false;

    while (path != NULL && !found) {
        size_t length = strcspn(path, ":");
        char *file = xasprintf("%.*s/%s", (int)length, path, name);

        found = length > 0 && access(file, X_OK) == 0;
        free(file);
        path = path[length] == ':' ? path + length + 1 : NULL;
    }
    return found;
}

/* The wrapper's words: one, or as many as the variable has. */
static struct words wrapper_of(const struct language *language)
{
    const char *given = getenv(language->variable);
    struct words words = {0};
    char *own;
    int i;

    while (given != NULL && *(given += strspn(given, " ")) != '\0') {
        char *word = xstrndup(given, strcspn(given, " "));

        add(&words, word);
        given += strlen(word);
        free(word);
    }
    for (i = 0; words.count == 0 && i < 2; i++)
        if (is_in_path(language->wrappers[i]))
            add(&words, language->wrappers[i]);
    if (words.count == 0 && language->own != NULL) {
        own = place_program(language->own);
        if (own != NULL)
            add(&words, own);
        free(own);
    }
    if (words.count == 0)
        add(&words, language->wrappers[0]);
    return words;
}

static int major_of(const char *macros, const char *name)
{
    char *line = xasprintf("#define %s ", name);
    const char *found = strstr(macros, line);
    int major = found == NULL ? 0 : atoi(found + strlen(line));

    free(line);
    return major;
}

/* What the command prints; NULL: it fails. */
static char *output_of(const struct words *command)
{
    struct text text = {0};
    char bytes[4096];
    ssize_t got;
    int ends[2], status;
    pid_t child;

    if (pipe2(ends, O_CLOEXEC) != 0)
        return NULL;
    child = fork();
    if (child == 0) {
        int null = open("/dev/null", O_RDWR);

        dup2(null, STDIN_FILENO);
        dup2(ends[1], STDOUT_FILENO);
        dup2(null, STDERR_FILENO);
        execvp(command->items[0], command->items);
        _exit(127);
    }
    close(ends[1]);
    while ((got = read(ends[0], bytes, sizeof bytes)) > 0)
        text_append(&text, bytes, (size_t)got);
    close(ends[0]);
    if (child < 0 || waitpid(child, &status, 0) != child || status != 0) {
        free(text.bytes);
        return NULL;
    }
    return text.bytes;
}

enum compiler { COMPILER_OTHER, COMPILER_GCC, COMPILER_CLANG };

static enum compiler compiler_of(const struct words *wrapper)
{
    static const char *const probe[] = {
        "-fsanitize=thread", "-E", "-dM", "-x", "c", "/dev/null", NULL};
    enum compiler compiler = COMPILER_OTHER;
    struct words command = {0};
    char *macros;

    add_all(&command, (const char *const *)wrapper->items);
    add_all(&command, probe);
    macros = output_of(&command);
    if (macros == NULL)
        return COMPILER_OTHER;
    if (major_of(macros, "__clang_major__") >= CLANG_MAJOR)
        compiler = COMPILER_CLANG;
    else if (major_of(macros, "__clang_major__") == 0 &&
             major_of(macros, "__GNUC__") >= GCC_MAJOR)
        compiler = COMPILER_GCC;
    free(macros);
    return compiler;
}

/* ------------------------------------------------------------- arguments */

/* Whether the compiler will call the linker, to make what can be run. */
static bool links(char *const *arguments)
{
    static const char *const not_linking[] = {
        "-c", "-S", "-E", "-M", "-MM", "-fsyntax-only", "-r", NULL};
    bool any = false; /* to link; not so with "-v" */
    int i;

    for (; *arguments != NULL; arguments++) {
        any = any || **arguments != '-' || (*arguments)[1] == '\0';
        for (i = 0; not_linking[i] != NULL; i++)
            if (strcmp(*arguments, not_linking[i]) == 0)
                return false;
    }
    return any;
}

/*
 * Instrumentation of all that the source says, and no more: functions are not
 * followed, and copies by the C library stay calls, which the linker then
 * leads to the runtime.
 */
static void add_compiling(struct words *words, enum compiler compiler,
                          bool fortran, const char *folder)
{
    static const char *const gcc[] = {
        "-g1",
        "-fsanitize=thread",
        "--param=tsan-instrument-func-entry-exit=0",
        "--param=tsan-distinguish-volatile=1",
        "-fno-tree-loop-distribute-patterns",
        NULL};
    /* gfortran takes a variable whose address a call was given not to be
     * reached after that: gcc would leave its loads and stores out */
    static const char *const gcc_fortran[] = {"-fno-tree-pta", NULL};
    static const char *const gcc_c[] = {
        "-U__SANITIZE_THREAD__", "-fno-builtin-memcpy", "-fno-builtin-memmove",
        "-fno-builtin-memset", NULL};
    /* the lines are found by -gdwarf-aranges; it warns about what it has no
     * use for, as when it only links */
    static const char *const clang[] = {"-g",
                                        "-gdwarf-aranges",
                                        "-fsanitize=thread",
                                        "-Qunused-arguments",
                                        "-mllvm",
                                        "-tsan-instrument-func-entry-exit=0",
                                        "-mllvm",
                                        "-tsan-distinguish-volatile=1",
                                        NULL};

    char *assembler;

    add_all(words, compiler == COMPILER_GCC ? gcc : clang);
    if (compiler == COMPILER_GCC && fortran)
        add_all(words, gcc_fortran);
    if (compiler != COMPILER_GCC || fortran)
        return;
    add_all(words, gcc_c);
    assembler = xasprintf("-B%s/", folder);
    add(words, assembler);
    free(assembler);
}

#define RUNTIME           "libtsan.a"
#define WRAP_SHARED(type) "-Wl,--wrap=pthread_" type "_setpshared"

/* The runtime in the place of the compiler's own: gcc finds it by the name
 * libtsan in our folder, clang is told to add none. */
static void add_linking(struct words *before, struct words *after,
                        enum compiler compiler, const char *folder)
{
    static const char *const wraps[] = {"-Wl,--wrap=memcpy",
                                        "-Wl,--wrap=memmove",
                                        "-Wl,--wrap=memset",
                                        "-Wl,--wrap=__memcpy_chk",
                                        "-Wl,--wrap=__memmove_chk",
                                        "-Wl,--wrap=__memset_chk",
                                        "-Wl,--wrap=write",
                                        "-Wl,--wrap=fwrite",
                                        WRAP_SHARED("mutexattr"),
                                        WRAP_SHARED("rwlockattr"),
                                        WRAP_SHARED("barrierattr"),
                                        WRAP_SHARED("condattr"),
                                        "-Wl,--wrap=sem_init",
                                        "-Wl,--wrap=sem_open",
                                        "-x",
                                        "none",
                                        NULL};
    char *search = xasprintf("-L%s", folder);
    char *runtime = xasprintf("%s/" RUNTIME, folder);

    add(before,
        compiler == COMPILER_GCC ? search : "-fno-sanitize-link-runtime");
    add_all(after, wraps);
    add(after, runtime);
    add(after, "-ldl");
    free(runtime);
    free(search);
}

/* ------------------------------------------------------------ the command */

static const struct language *language_of(const char *word)
{
    size_t i;

    for (i = 0; i < sizeof languages / sizeof languages[0]; i++)
        if (strcmp(word, languages[i].command) == 0)
            return &languages[i];
    return NULL;
}

bool compile_is_command(const char *word)
{
    return language_of(word) != NULL;
}

static int become(const struct language *language, const struct words *command)
{
    execvp(command->items[0], command->items);
    terminal_line("%s: %s; %s names the MPI's compiler wrapper",
                  command->items[0], strerror(errno), language->variable);
    return 2;
}

int compile_command(char **words)
{
    const struct language *language = language_of(words[0]);
    struct words command, last = {0};
    enum compiler compiler;
    char *folder;

    if (words[1] != NULL && strcmp(words[1], "--help") == 0) {
        (void)help_print("compile");
        return help_flush();
    }
    command = wrapper_of(language);
    folder = place_library("native/" RUNTIME);
    if (folder != NULL)
        *strrchr(folder, '/') = '\0';
    compiler = folder == NULL ? COMPILER_OTHER : compiler_of(&command);
    if (compiler == COMPILER_OTHER && words[1] != NULL)
        terminal_line("loads and stores will not be seen: %s%s",
                      folder == NULL ? RUNTIME " is missing beside Murmel's "
                                               "libraries"
                                     : command.items[0],
                      folder == NULL
                          ? ""
                          : " is no GCC or Clang of version 11 or newer that "
                            "knows -fsanitize=thread");
    if (compiler != COMPILER_OTHER) {
        add_compiling(&command, compiler, language->fortran, folder);
        if (links(words + 1))
            add_linking(&command, &last, compiler, folder);
    }
    add_all(&command, (const char *const *)words + 1);
    if (last.count > 0)
        add_all(&command, (const char *const *)last.items);
    return become(language, &command);
}
