#include "modules.h"

#include "arena.h"

#include <dlfcn.h>
#include <limits.h>
#include <link.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static const struct module_list *_Atomic current;
static _Atomic unsigned unloads;
static uint64_t mpi_address;
static struct module *gone; /* under `lock` */

/* Under `lock`. */
static unsigned long long seen_adds, seen_subs;

/* What one pass over the loaded objects gathers. */
struct pass {
    const struct module_list *old;
    struct module_list *list;
    size_t room;
    size_t kept;
    unsigned long long adds, subs;
    bool failed;
};

static bool begins_with(const char *text, const char *prefix)
{
    return strncmp(text, prefix, strlen(prefix)) == 0;
}

static bool begins_with_any(const char *text, const char *const *prefixes)
{
    for (; *prefixes != NULL; prefixes++)
        if (begins_with(text, *prefixes))
            return true;
    return false;
}

const char *modules_file_name(const char *path)
{
    const char *slash = strrchr(path, '/');

    return slash == NULL ? path : slash + 1;
}

enum module_role modules_role_of_name(const char *path, bool *fortran)
{
    static const char *const fortran_names[] = {"libmpi_mpifh",
                                                "libmpi_usempi",
                                                "libmpichfort",
                                                "libmpifort",
                                                "libmpichf90",
                                                "libmpi_f",
                                                NULL};
    static const char *const other_names[] = {"libmpi_cxx", "libmpichcxx",
                                              "libmpicxx", "libmpi_java", NULL};
    /* mca_*.so: the plugins of Open MPI, its ROMIO among them */
    static const char *const mpi_names[] = {
        "libmpi.so",   "libmpich.so", "libmpi_abi.so", "libopen-pal",
        "libopen-rte", "libmca_",     "mca_",          "libmpl.so",
        "libopa.so",   NULL};
    const char *name = modules_file_name(path);

    *fortran = begins_with_any(name, fortran_names);
    if (*fortran || begins_with_any(name, other_names))
        return MODULE_BINDING;
    if (begins_with_any(name, mpi_names))
        return MODULE_MPI;
    if (begins_with(name, "libmurmel"))
        return MODULE_MURMEL;
    return MODULE_APPLICATION;
}

/* The path of a loaded object; false: it has no file (the vDSO). */
static bool path_of(const struct dl_phdr_info *info, char path[PATH_MAX])
{
    if (info->dlpi_name == NULL || info->dlpi_name[0] == '\0') {
        ssize_t length = readlink("/proc/self/exe", path, PATH_MAX - 1);

        if (length <= 0)
            return false;
        path[length] = '\0';
        return true;
    }
    if (strchr(info->dlpi_name, '/') == NULL)
        return false;
    /* the checker may have another working directory later */
    if (info->dlpi_name[0] != '/' && realpath(info->dlpi_name, path) != NULL)
        return true;
    if (strlen(info->dlpi_name) >= PATH_MAX)
        return false;
    strcpy(path, info->dlpi_name);
    return true;
}

static struct module *old_module(const struct module_list *old,
                                 const struct module *now, const char *path)
{
    const struct module *module = modules_find(old, now->start);

    if (module != NULL && module->start == now->start &&
        module->end == now->end && module->base == now->base &&
        strcmp(module->path, path) == 0)
        return (struct module *)module;
    return NULL;
}

static uint64_t modified_of(const char *path)
{
    struct stat status;

    return stat(path, &status) != 0
               ? 0
               : (uint64_t)status.st_mtim.tv_sec * UINT64_C(1000000000) +
                     (uint64_t)status.st_mtim.tv_nsec;
}

static struct module *new_module(const struct module *now, const char *path)
{
    size_t length = strlen(path);
    struct module *module = arena_alloc(sizeof *module + length + 1);

    if (module == NULL)
        return NULL;
    *module = *now;
    module->modified = modified_of(path);
    module->path_length = (uint32_t)length;
    memcpy(module->path, path, length + 1);
    module->role = modules_role_of_name(path, &module->fortran);
    if (module->start <= mpi_address && mpi_address < module->end)
        module->role = MODULE_MPI;
    return module;
}

static void insert(struct module_list *list, struct module *module)
{
    size_t i = list->count++;

    for (; i > 0 && list->modules[i - 1]->start > module->start; i--)
        list->modules[i] = list->modules[i - 1];
    list->modules[i] = module;
}

static int add_object(struct dl_phdr_info *info, size_t size, void *context)
{
    struct pass *pass = context;
    struct module now = {.base = info->dlpi_addr, .start = UINT64_MAX};
    struct module *module;
    char path[PATH_MAX];

    (void)size;
    pass->adds = info->dlpi_adds;
    pass->subs = info->dlpi_subs;
    for (unsigned i = 0; i < info->dlpi_phnum; i++) {
        const ElfW(Phdr) *header = &info->dlpi_phdr[i];
        uint64_t start = info->dlpi_addr + header->p_vaddr;

        if (header->p_type != PT_LOAD)
            continue;
        if (start < now.start)
            now.start = start;
        if (start + header->p_memsz > now.end)
            now.end = start + header->p_memsz;
    }
    if (now.end == 0 || !path_of(info, path))
        return 0;
    module = old_module(pass->old, &now, path);
    if (module != NULL)
        pass->kept++;
    else
        module = new_module(&now, path);
    pass->failed = module == NULL || pass->list->count == pass->room;
    if (pass->failed)
        return 1;
    insert(pass->list, module);
    return 0;
}

static int read_counters(struct dl_phdr_info *info, size_t size, void *context)
{
    struct pass *pass = context;

    (void)size;
    pass->adds = info->dlpi_adds;
    pass->subs = info->dlpi_subs;
    return 1; /* they are the same in every object */
}

static int count_object(struct dl_phdr_info *info, size_t size, void *context)
{
    (void)info;
    (void)size;
    ++*(size_t *)context;
    return 0;
}

static bool has(const struct module_list *list, const struct module *module)
{
    size_t i;

    for (i = 0; i < list->count; i++)
        if (list->modules[i] == module)
            return true;
    return false;
}

static void note_gone(const struct module_list *old,
                      const struct module_list *list)
{
    size_t i;

    for (i = 0; i < old->count; i++)
        if (old->modules[i]->recorded && !has(list, old->modules[i])) {
            old->modules[i]->next_gone = gone;
            gone = old->modules[i];
        }
}

/* Under `lock`. */
static void read_objects(void)
{
    struct pass pass = {.old = atomic_load(&current)};

    dl_iterate_phdr(count_object, &pass.room);
    pass.room += 4; /* another thread may be loading some just now */
    pass.list = arena_alloc(sizeof *pass.list + pass.room * sizeof(void *));
    if (pass.list == NULL)
        return;
    dl_iterate_phdr(add_object, &pass);
    if (pass.failed)
        return; /* tried again at the next chance */
    if (pass.old != NULL && pass.kept < pass.old->count) {
        note_gone(pass.old, pass.list);
        atomic_fetch_add(&unloads, 1);
    }
    atomic_store(&current, pass.list);
    seen_adds = pass.adds;
    seen_subs = pass.subs;
}

static bool take_lock(bool wait)
{
    return (wait ? pthread_mutex_lock(&lock) : pthread_mutex_trylock(&lock)) ==
           0;
}

void modules_refresh(bool wait)
{
    struct pass now = {0};

    if (!take_lock(wait))
        return;
    dl_iterate_phdr(read_counters, &now);
    if (atomic_load(&current) == NULL || now.adds != seen_adds ||
        now.subs != seen_subs)
        read_objects();
    pthread_mutex_unlock(&lock);
}

const struct module_list *modules_current(void)
{
    return atomic_load_explicit(&current, memory_order_acquire);
}

bool modules_is_program(const struct module *module)
{
    return module != NULL && module->role == MODULE_APPLICATION &&
           !begins_with(module->path, "/lib") &&
           !begins_with(module->path, "/usr/lib");
}

const struct module *modules_find(const struct module_list *list,
                                  uint64_t address)
{
    size_t low = 0, high = list == NULL ? 0 : list->count;

    while (low < high) { /* the first that starts after `address` */
        size_t middle = low + (high - low) / 2;

        if (list->modules[middle]->start <= address)
            low = middle + 1;
        else
            high = middle;
    }
    if (low == 0 || address >= list->modules[low - 1]->end)
        return NULL;
    return list->modules[low - 1];
}

void modules_set_mpi(const void *address)
{
    const struct module *module;

    pthread_mutex_lock(&lock);
    mpi_address = (uintptr_t)address;
    module = modules_find(atomic_load(&current), mpi_address);
    if (module != NULL)
        ((struct module *)module)->role = MODULE_MPI;
    pthread_mutex_unlock(&lock);
}

/*
 * dlclose for all the process: what is loaded next may come to the same
 * addresses before modules_refresh looks.  Takes no lock: this may be in a
 * destructor, within the dynamic linker's own, for which a thread may wait
 * that has ours.
 */
__attribute__((visibility("default"))) int dlclose(void *handle)
{
    int (*next)(void *);
    void *address = dlsym(RTLD_NEXT, "dlclose");
    int result;

    memcpy(&next, &address, sizeof next);
    result = next(handle);
    atomic_fetch_add(&unloads, 1);
    return result;
}

unsigned modules_unloads(void)
{
    return atomic_load_explicit(&unloads, memory_order_relaxed);
}

static int write_gone(int (*write)(void *context, const struct module *module),
                      void *context)
{
    while (gone != NULL) {
        const struct module now = {.base = gone->base,
                                   .start = gone->start,
                                   .end = gone->end,
                                   .role = MODULE_GONE};

        if (write(context, &now) != 0)
            return -1;
        gone = gone->next_gone;
    }
    return 0;
}

void modules_record(int (*write)(void *context, const struct module *module),
                    void *context, bool wait)
{
    const struct module_list *list;

    if (!take_lock(wait))
        return;
    list = write_gone(write, context) == 0 ? atomic_load(&current) : NULL;
    for (size_t i = 0; list != NULL && i < list->count; i++)
        if (!list->modules[i]->recorded &&
            write(context, list->modules[i]) == 0)
            list->modules[i]->recorded = true;
    pthread_mutex_unlock(&lock);
}
