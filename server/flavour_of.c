#include "flavour_of.h"

#include "capture.h"
#include "memory.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <gelf.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/xattr.h>
#include <unistd.h>

/* What an executable file is. */
struct executable {
    bool elf;          /* else a script */
    bool dynamic;      /* has a dynamic section and a loader */
    char *loader;      /* PT_INTERP of an ELF file */
    char *interpreter; /* first word behind #! of a script */
};

static void executable_free(struct executable *executable)
{
    free(executable->loader);
    free(executable->interpreter);
}

enum option_flavour flavour_of_library(const char *soname)
{
    static const struct {
        const char *name;
        bool exact; /* else a name like it with a number behind */
        enum option_flavour flavour;
    } known[] = {
        {"libmpi_abi.so", false, FLAVOUR_ABI},
        {"libmpich.so", false, FLAVOUR_MPICH},
        /* MPICH and its kin outside Debian. */
        {"libmpi.so.12", true, FLAVOUR_MPICH},
        {"libmpi.so.40", true, FLAVOUR_OPENMPI},
    };
    size_t i;

    for (i = 0; i < sizeof known / sizeof known[0]; i++) {
        size_t length = strlen(known[i].name);

        if (strncmp(soname, known[i].name, length) == 0 &&
            (soname[length] == '\0' ||
             (soname[length] == '.' && !known[i].exact)))
            return known[i].flavour;
    }
    return FLAVOUR_UNKNOWN;
}

/* Is it some MPI, perhaps one that Murmel does not know? */
static bool is_mpi(const char *soname)
{
    static const char *const names[] = {"libmpi.so",      "libmpi_abi.so",
                                        "libmpich.so",    "libmpt.so",
                                        "libmpi_cray.so", "libmpi_ibm.so"};
    size_t i;

    for (i = 0; i < sizeof names / sizeof names[0]; i++) {
        size_t length = strlen(names[i]);

        if (strncmp(soname, names[i], length) == 0 &&
            (soname[length] == '\0' || soname[length] == '.'))
            return true;
    }
    return false;
}

/* The file a name stands for, as a launcher finds it: in PATH where it has
 * no slash, and then in the working directory. */
static char *search(const char *name)
{
    const char *path = getenv("PATH");

    if (strchr(name, '/') != NULL)
        return xstrdup(name);
    while (path != NULL && *path != '\0') {
        size_t length = strcspn(path, ":");
        char *file = xasprintf("%.*s/%s", (int)length, path, name);
        struct stat status;

        if (access(file, X_OK) == 0 && stat(file, &status) == 0 &&
            S_ISREG(status.st_mode))
            return file;
        free(file);
        path += length + (path[length] == ':');
    }
    return xasprintf("./%s", name);
}

static bool is_python_source(const char *path)
{
    size_t length = strlen(path);

    return length > 3 && strcmp(path + length - 3, ".py") == 0;
}

int application_find(const char *name, char **path, char **trouble)
{
    char *file = search(name);
    struct stat status;
    const char *why = NULL;

    if (stat(file, &status) != 0)
        why =
            errno == ENOENT ? "there is no such application" : strerror(errno);
    else if (S_ISDIR(status.st_mode))
        why = "that is a folder, not an application";
    else if (is_python_source(file) && access(file, X_OK) != 0)
        why = "that is a Python program, which python3 starts: put python3 "
              "before it";
    else if (!S_ISREG(status.st_mode) || access(file, X_OK) != 0)
        why = "that is not executable (chmod +x?)";
    else if ((status.st_mode & (S_ISUID | S_ISGID)) != 0 &&
             (status.st_uid != geteuid() || geteuid() != 0))
        why = "that runs as another user or group (set-user-ID), which "
              "Murmel cannot look into";
    else if (geteuid() != 0 &&
             getxattr(file, "security.capability", NULL, 0) > 0)
        why = "that has capabilities of its own (setcap), and such programs "
              "Murmel cannot look into";
    if (why != NULL) {
        *trouble = xasprintf("%s: %s", name, why);
        free(file);
        return -1;
    }
    *path = file;
    return 0;
}

/* The class and machine of this program's own ELF file. */
static bool runs_here(const GElf_Ehdr *header)
{
#if defined __x86_64__
    return header->e_machine == EM_X86_64 &&
           header->e_ident[EI_CLASS] == ELFCLASS64;
#elif defined __aarch64__
    return header->e_machine == EM_AARCH64 &&
           header->e_ident[EI_CLASS] == ELFCLASS64;
#endif
}

/* Reads what an ELF file says of itself; a text on trouble, else NULL. */
static const char *read_elf(Elf *elf, struct executable *executable)
{
    GElf_Ehdr header;
    GElf_Phdr segment;
    size_t count, i, size;
    const char *image = elf_rawfile(elf, &size);

    if (gelf_getehdr(elf, &header) == NULL || image == NULL ||
        elf_getphdrnum(elf, &count) != 0 || count != header.e_phnum)
        return "that is a damaged executable";
    if (header.e_type != ET_EXEC && header.e_type != ET_DYN)
        return "that is an object file, not an application";
    if (!runs_here(&header))
        return "that is for another kind of machine than this murmel";
    executable->elf = true;
    for (i = 0; i < count; i++) {
        if (gelf_getphdr(elf, (int)i, &segment) == NULL)
            return "that is a damaged executable";
        if (segment.p_type == PT_DYNAMIC)
            executable->dynamic = true;
        if (segment.p_type == PT_INTERP && segment.p_filesz > 0 &&
            segment.p_offset < size &&
            segment.p_filesz <= size - segment.p_offset) {
            free(executable->loader);
            executable->loader =
                xstrndup(image + segment.p_offset, segment.p_filesz);
        }
    }
    return NULL;
}

/* Reads the words behind #!; "/usr/bin/env python3" stands for python3. */
static void read_script(int fd, struct executable *executable)
{
    char line[PATH_MAX + 2] = "";
    ssize_t length = pread(fd, line, sizeof line - 1, 0);
    char *words, *word, *last = NULL;

    if (length < 3 || strncmp(line, "#!", 2) != 0)
        return;
    line[strcspn(line, "\n")] = '\0';
    words = line + 2;
    word = strtok_r(words, " \t\r", &last);
    if (word == NULL)
        return;
    if (strcmp(strrchr(word, '/') != NULL ? strrchr(word, '/') + 1 : word,
               "env") == 0) {
        char *next;

        while ((next = strtok_r(NULL, " \t\r", &last)) != NULL) {
            if (next[0] != '-' && strchr(next, '=') == NULL) {
                word = next;
                break;
            }
        }
    }
    executable->interpreter = xstrdup(word);
}

/* What the file is; a text on trouble, else NULL. */
static const char *inspect(const char *path, struct executable *executable)
{
    const char *why = NULL;
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    Elf *elf;

    if (fd < 0)
        /* It can be started, but not read. */
        return "that cannot be read, so its MPI is not known (--flavour=mpich, "
               "openmpi or abi tells)";
    elf_version(EV_CURRENT);
    elf = elf_begin(fd, ELF_C_READ, NULL);
    if (elf != NULL && elf_kind(elf) == ELF_K_ELF)
        why = read_elf(elf, executable);
    else
        read_script(fd, executable);
    elf_end(elf);
    close(fd);
    if (why == NULL && !executable->elf && executable->interpreter == NULL)
        why = is_python_source(path)
                  ? "that is a Python program without #!: put python3 before it"
                  : "that is neither an executable nor a script with #!";
    return why;
}

/*
 * The libraries a file loads, by its own loader: it knows about RUNPATH, the
 * cache, and LD_LIBRARY_PATH.  A line each, "libmpi.so.40 => /path (0x..)".
 */
static char *list_libraries(const char *loader, const char *path)
{
    char *absolute = realpath(path, NULL);
    char *words[] = {(char *)(uintptr_t)loader, absolute, NULL};
    char *list =
        absolute != NULL ? capture(words, "LD_TRACE_LOADED_OBJECTS=1") : NULL;

    free(absolute);
    return list;
}

/* What the loader says of an executable's libraries. */
struct libraries {
    char *mpi;        /* path of its MPI, or its name where not found */
    bool mpi_missing; /* not found */
    char *missing;    /* the first of all that were not found */
    enum option_flavour flavour;
};

/* Takes in a line of the list. */
static void read_library(const char *line, struct libraries *libraries)
{
    const char *arrow = strstr(line, " => ");
    bool missing = arrow != NULL && strstr(arrow, "not found") != NULL;
    char *name;

    line += strspn(line, " \t");
    name = xstrndup(line, strcspn(line, " \t"));
    if (missing && libraries->missing == NULL)
        libraries->missing = xstrdup(name);
    /* Of two, the one that is known. */
    if (is_mpi(name) && libraries->flavour == FLAVOUR_UNKNOWN) {
        free(libraries->mpi);
        libraries->mpi = arrow != NULL && !missing
                             ? xstrndup(arrow + 4, strcspn(arrow + 4, " "))
                             : xstrdup(name);
        libraries->mpi_missing = missing;
        libraries->flavour = flavour_of_library(name);
    }
    free(name);
}

/* The list of a file's libraries, read; free mpi and missing. */
static struct libraries read_libraries(const char *loader, const char *path)
{
    struct libraries libraries = {.flavour = FLAVOUR_UNKNOWN};
    char *list = list_libraries(loader, path), *line, *last = NULL;

    if (list != NULL)
        for (line = strtok_r(list, "\n", &last); line != NULL;
             line = strtok_r(NULL, "\n", &last))
            read_library(line, &libraries);
    free(list);
    return libraries;
}

static bool is_python(const char *path)
{
    const char *name = strrchr(path, '/');

    name = name != NULL ? name + 1 : path;
    return strncmp(name, "python", 6) == 0 &&
           strspn(name + 6, "0123456789.") == strlen(name + 6);
}

/* The loader of this program itself; malloc'd. */
static char *own_loader(void)
{
    struct executable self = {0};
    const char *why = inspect("/proc/self/exe", &self);

    free(self.interpreter);
    return why == NULL ? self.loader : NULL;
}

/* Looks at mpi4py, as this python finds it: the MPI it was built for. */
static enum option_flavour look_at_mpi4py(const char *python, char **library)
{
    static const char ask[] =
        "import importlib.util as u\n"
        "s = u.find_spec('mpi4py')\n"
        "print(s.submodule_search_locations[0] if s else '')";
    char *words[] = {(char *)(uintptr_t)python, (char *)(uintptr_t) "-c",
                     (char *)(uintptr_t)ask, NULL};
    enum option_flavour flavour = FLAVOUR_UNKNOWN;
    char *folder = capture(words, NULL), *loader = own_loader();
    struct dirent *entry;
    DIR *directory;

    if (folder != NULL)
        folder[strcspn(folder, "\n")] = '\0';
    directory = folder != NULL && folder[0] == '/' && loader != NULL
                    ? opendir(folder)
                    : NULL;
    while (directory != NULL && flavour == FLAVOUR_UNKNOWN &&
           (entry = readdir(directory)) != NULL) {
        size_t length = strlen(entry->d_name);
        struct libraries libraries;
        char *path;

        if (strncmp(entry->d_name, "MPI.", 4) != 0 || length < 7 ||
            strcmp(entry->d_name + length - 3, ".so") != 0)
            continue;
        path = xasprintf("%s/%s", folder, entry->d_name);
        libraries = read_libraries(loader, path);
        free(*library);
        *library = libraries.mpi;
        flavour = libraries.flavour;
        free(libraries.missing);
        free(path);
    }
    if (directory != NULL)
        closedir(directory);
    free(folder);
    free(loader);
    return flavour;
}

static const char statically[] =
    "that is statically linked; Murmel sees the MPI calls of dynamically "
    "linked applications only";

/* What stands against observing an executable; NULL: nothing. */
static const char *examine(const char *path, struct executable *executable)
{
    const char *why = inspect(path, executable);

    if (why == NULL && executable->elf &&
        (executable->loader == NULL || !executable->dynamic))
        why = statically;
    return why;
}

/* What is wrong with what was found; NULL: nothing.  malloc'd. */
static char *judge(const struct application *application)
{
    const char *name = application->path;

    if (application->library == NULL)
        return xasprintf("%s: that is not an MPI application: no MPI is among "
                         "its libraries (should it load one later, "
                         "--flavour=mpich, openmpi or abi tells)",
                         name);
    if (application->flavour == FLAVOUR_UNKNOWN)
        return xasprintf("%s: it uses %s, an MPI that Murmel does not know; "
                         "it knows MPICH (libmpi.so.12), Open MPI "
                         "(libmpi.so.40) and the MPI ABI (libmpi_abi.so)",
                         name, application->library);
    return NULL;
}

/* The MPI of an ELF executable; what is wrong, or NULL. */
static char *look_at_elf(const struct executable *executable,
                         struct application *application)
{
    struct libraries libraries =
        read_libraries(executable->loader, application->path);
    char *wrong = NULL;

    application->flavour = libraries.flavour;
    application->library = libraries.mpi;
    if (libraries.mpi_missing)
        wrong = xasprintf("%s: its MPI library %s is not found "
                          "(LD_LIBRARY_PATH?)",
                          application->path, libraries.mpi);
    else if (libraries.missing != NULL)
        wrong = xasprintf("%s: its library %s is not found "
                          "(LD_LIBRARY_PATH?)",
                          application->path, libraries.missing);
    else
        wrong = judge(application);
    free(libraries.missing);
    return wrong;
}

/* The MPI of a python program: that of python's mpi4py. */
static char *look_at_python(const char *python, struct application *application)
{
    application->flavour = look_at_mpi4py(python, &application->library);
    if (application->library != NULL)
        return judge(application);
    return xasprintf("%s: %s has no mpi4py that tells which MPI it uses: say "
                     "--flavour=mpich, openmpi or abi",
                     application->path,
                     strcmp(application->path, python) == 0 ? "it" : python);
}

/* Which MPI?  What is wrong, or NULL. */
static char *look(const struct executable *executable,
                  struct application *application)
{
    if (is_python(application->path))
        return look_at_python(application->path, application);
    if (executable->elf)
        return look_at_elf(executable, application);
    if (is_python(executable->interpreter))
        return look_at_python(executable->interpreter, application);
    return xasprintf("%s: a script does not tell which MPI it uses: say "
                     "--flavour=mpich, openmpi or abi",
                     application->path);
}

/* Is what the user says of an executable against what it says itself?  What
 * is wrong, or NULL. */
static char *compare(const struct executable *executable,
                     struct application *application)
{
    struct libraries libraries =
        read_libraries(executable->loader, application->path);

    application->library = libraries.mpi;
    free(libraries.missing);
    if (libraries.flavour == FLAVOUR_UNKNOWN ||
        libraries.flavour == application->flavour)
        return NULL;
    return xasprintf("%s: it uses %s (%s), but --flavour says %s",
                     application->path, libraries.mpi,
                     flavour_name(libraries.flavour),
                     flavour_name(application->flavour));
}

bool application_lacks_mpi(const char *path)
{
    struct executable executable = {0};
    struct libraries libraries = {0};
    bool lacks = false;

    if (!is_python(path) && examine(path, &executable) == NULL &&
        executable.elf) {
        libraries = read_libraries(executable.loader, path);
        lacks = libraries.mpi == NULL && libraries.missing == NULL;
    }
    free(libraries.mpi);
    free(libraries.missing);
    executable_free(&executable);
    return lacks;
}

int application_check(const char *name, char **path, char **trouble)
{
    struct executable executable = {0};
    const char *why;

    if (application_find(name, path, trouble) != 0)
        return -1;
    /* One that cannot be read can be started all the same. */
    why = access(*path, R_OK) == 0 ? examine(*path, &executable) : NULL;
    executable_free(&executable);
    if (why == NULL)
        return 0;
    *trouble = xasprintf("%s: %s", name, why);
    free(*path);
    return -1;
}

int flavour_of(char **words, enum option_flavour given,
               struct application *application, char **trouble)
{
    struct executable executable = {0};
    struct application found = {.flavour = given};
    char *wrong = NULL;
    const char *why;

    if (application_find(words[0], &found.path, trouble) != 0)
        return -1;
    why = given == FLAVOUR_UNKNOWN || access(found.path, R_OK) == 0
              ? examine(found.path, &executable)
              : NULL;
    if (why != NULL)
        wrong = xasprintf("%s: %s", words[0], why);
    else if (given == FLAVOUR_UNKNOWN)
        wrong = look(&executable, &found);
    else if (executable.elf)
        wrong = compare(&executable, &found);
    executable_free(&executable);
    if (wrong != NULL) {
        *trouble = wrong;
        application_free(&found);
        return -1;
    }
    *application = found;
    return 0;
}

void application_free(struct application *application)
{
    free(application->path);
    free(application->library);
    application->path = NULL;
    application->library = NULL;
}
