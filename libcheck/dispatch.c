#include "dispatch.h"

#include "calls.h"
#include "client.h"
#include "connect.h"
#include "delay.h"
#include "frames.h"
#include "message.h"
#include "modules.h"
#include "mpi_fault.h"
#include "observe.h"
#include "other_tool.h"
#include "process.h"
#include "python.h"
#include "stack.h"
#include "step.h"

#include <dlfcn.h>
#include <errno.h>
#include <limits.h>
#include <link.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define VERSION_SIZE 16384 /* no MPI_MAX_LIBRARY_VERSION_STRING is larger */

/* Names by enum call_id; not pointers, which would have to be relocated in
 * every program the preload gets into. */
static const char names[CALL_COUNT][48] = {
#include "call_names.inc"
};

murmel_function murmel_real[CALL_COUNT];
void *murmel_mpi_handle;

/* What wraps MPI_X between the program and the MPI; NULL: nothing. */
static murmel_function tool[CALL_COUNT];

static bool conversion[CALL_COUNT];

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static bool resolved; /* under `lock` */

/* This thread is in resolve() already, and the MPI calls itself. */
static __thread bool resolving __attribute__((tls_model("initial-exec")));

typedef int version_function(char *version, int *length);

static murmel_function function_named(void *library, const char *name)
{
    void *address = dlsym(library, name);
    murmel_function function;

    memcpy(&function, &address, sizeof function);
    return function;
}

/* Of a function that another tool wraps, what that calls by its PMPI_ name is
 * what is observed. */
static void set_jump(unsigned id, murmel_function function)
{
    __atomic_store_n(&murmel_jump[CALL_COUNT + id], function, __ATOMIC_RELEASE);
    __atomic_store_n(&murmel_jump[id], tool[id] != NULL ? tool[id] : function,
                     __ATOMIC_RELEASE);
}

void dispatch_straight(void)
{
    for (unsigned id = 0; id < CALL_COUNT; id++)
        if (murmel_real[id] != NULL)
            set_jump(id, murmel_real[id]);
}

bool dispatch_is_conversion(unsigned id)
{
    return conversion[id];
}

static bool ends_with(const char *text, const char *end)
{
    size_t length = strlen(text), end_length = strlen(end);

    return length >= end_length && strcmp(text + length - end_length, end) == 0;
}

bool dispatch_is_from_fortran(unsigned id)
{
    return ends_with(names[id], "_f2c");
}

static void find_conversions(void)
{
    static const char *const ends[] = {"_c2f",   "_f2c",   "_toint", "_fromint",
                                       "_c2f08", "_f082c", "_f2f08", "_f082f"};

    for (unsigned id = 0; id < CALL_COUNT; id++)
        for (size_t i = 0; i < sizeof ends / sizeof ends[0]; i++)
            if (ends_with(names[id], ends[i]))
                conversion[id] = true;
}

/* Is the address in libmurmel.so itself? */
static bool is_ours(const void *address)
{
    Dl_info self, other;

    return dladdr(&murmel_real, &self) != 0 && dladdr(address, &other) != 0 &&
           self.dli_fbase == other.dli_fbase;
}

/* Looks for a function in one loaded object and what it was linked with. */
static void *look_in(const char *path, const char *name)
{
    void *library = dlopen(path, RTLD_LAZY | RTLD_NOLOAD), *address;

    if (library == NULL)
        return NULL;
    address = dlsym(library, name);
    dlclose(library);
    return address != NULL && !is_ours(address) ? address : NULL;
}

/*
 * A function that we export, too, as the application would find it without
 * us.  RTLD_NEXT finds those in libraries that the program is linked with,
 * but not those that a plugin of it (a Python module) brought along with
 * RTLD_LOCAL.
 */
static void *find_behind_us(const char *name)
{
    void *address = dlsym(RTLD_NEXT, name);
    const struct module_list *list;

    if (address != NULL)
        return address;
    modules_refresh(true);
    list = modules_current();
    for (size_t i = 0; list != NULL && address == NULL && i < list->count; i++)
        address = look_in(list->modules[i]->path, name);
    return address;
}

/* The handle of the MPI that is loaded; NULL: none. */
static void *find_mpi(void)
{
    void *address = find_behind_us("PMPI_Get_library_version");
    Dl_info object;

    if (address == NULL || dladdr(address, &object) == 0)
        return NULL;
    modules_refresh(true);
    modules_set_mpi(address);
    return dlopen(object.dli_fname, RTLD_LAZY | RTLD_NOLOAD);
}

murmel_function dispatch_find_fortran(const char *name)
{
    void *address = find_behind_us(name);
    murmel_function function;

    if (address == NULL) {
        message_say("%s was called, but no loaded MPI library has it", name);
        _exit(127);
    }
    memcpy(&function, &address, sizeof function);
    return function;
}

static void find_functions(void)
{
    char profiling_name[1 + sizeof names[0]] = "P";

    for (unsigned id = 0; id < CALL_COUNT; id++) {
        memcpy(profiling_name + 1, names[id], sizeof names[id]);
        murmel_real[id] = function_named(murmel_mpi_handle, profiling_name);
        if (murmel_real[id] == NULL)
            murmel_real[id] = function_named(murmel_mpi_handle, names[id]);
    }
}

static bool is_of_mpi(const void *address)
{
    Dl_info mpi, other;

    return dladdr(__extension__(void *)
                      murmel_real[CALL_MPI_Get_library_version],
                  &mpi) != 0 &&
           dladdr(address, &other) != 0 && mpi.dli_fbase == other.dli_fbase;
}

static void find_tools(void)
{
    char profiled[1 + sizeof names[0]] = "P";

    for (unsigned id = 0; id < CALL_COUNT; id++) {
        void *address = dlsym(RTLD_NEXT, names[id]), *real;

        memcpy(&real, &murmel_real[id], sizeof real);
        memcpy(profiled + 1, names[id], sizeof names[id]);
        if (address != NULL && address != real && !is_of_mpi(address) &&
            other_tool_wraps(address, profiled))
            memcpy(&tool[id], &address, sizeof address);
    }
}

/* The flavour whose mpi.h the loaded MPI follows; NULL: none of ours. */
static const char *flavour_of(const char *version)
{
    Dl_info object;

    if (dladdr(__extension__(void *) murmel_real[CALL_MPI_Get_library_version],
               &object) != 0 &&
        strncmp(modules_file_name(object.dli_fname), "libmpi_abi.so", 13) == 0)
        return "abi";
    if (strstr(version, "Open MPI") != NULL)
        return "openmpi";
    /* all of these keep to the common ABI of MPICH */
    if (strstr(version, "MPICH") != NULL ||
        strstr(version, "MVAPICH") != NULL ||
        strstr(version, "Intel(R) MPI") != NULL)
        return "mpich";
    return NULL;
}

/* Fills `table` with the wrappers of the flavour.  0, or -1 and a line. */
static int load_flavour(const char *flavour, murmel_function *table)
{
    murmel_flavour_init_function *init;
    murmel_function function;
    char path[PATH_MAX];
    void *library = NULL;
    Dl_info self;
    char *slash;

    if (dladdr(&murmel_real, &self) == 0 ||
        strlen(self.dli_fname) + 64 > sizeof path)
        return -1;
    strcpy(path, self.dli_fname);
    slash = strrchr(path, '/');
    snprintf(slash == NULL ? path : slash + 1, 64, "libmurmel-%s.so", flavour);
    library = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    if (library == NULL) {
        message_say_once("no support for this MPI: %s; the application runs "
                         "unobserved",
                         dlerror());
        return -1;
    }
    function = function_named(library, "murmel_flavour_init");
    init = (murmel_flavour_init_function *)function;
    if (init == NULL || init(CALLS_SCHEMA_HASH, table) != 0) {
        message_say_once("%s does not fit this MPI or this libmurmel.so; the "
                         "application runs unobserved",
                         path);
        return -1;
    }
    connect_on_abort(function_named(library, "murmel_flavour_abort"));
    return 0;
}

/* Tries to have the process observed; fills `table`. */
static bool prepare(murmel_function *table)
{
    char *version = calloc(1, VERSION_SIZE);
    version_function *get_version =
        (version_function *)murmel_real[CALL_MPI_Get_library_version];
    const char *flavour;
    int length;
    bool ready = false;

    if (version == NULL)
        return false;
    get_version(version, &length);
    flavour = flavour_of(version);
    if (flavour == NULL) {
        version[strcspn(version, "\n")] = '\0';
        message_say_once("no support for this MPI (%.200s); the application "
                         "runs unobserved",
                         version);
    } else if (load_flavour(flavour, table) == 0) {
        mpi_fault_find(version);
        ready = connect_checker(flavour, version) == 0;
    }
    free(version);
    return ready;
}

static bool is_disabled(void)
{
    const char *text = getenv("MURMEL_DISABLE");

    return text != NULL && *text != '\0' && strcmp(text, "0") != 0;
}

/* Under `lock`.  False: there is no MPI (yet). */
static bool resolve(void)
{
    static murmel_function table[CALL_COUNT];

    murmel_mpi_handle = find_mpi();
    if (murmel_mpi_handle == NULL)
        return false;
    find_functions();
    find_tools();
    find_conversions();
    memcpy(table, murmel_real, sizeof table);
    if (is_disabled() || !prepare(table)) {
        dispatch_straight();
        return true;
    }
    stack_init();
    python_look();
    modules_refresh(true);
    process_watch_end();
    delay_init();
    step_init();
    frames_init();
    observe_start();
    for (unsigned id = 0; id < CALL_COUNT; id++)
        if (table[id] != NULL)
            set_jump(id, table[id]);
    return true;
}

/* For programs that find these two names with dlsym, only to learn that
 * there is no MPI. */
static int flag_without_mpi(unsigned id, int *flag)
{
    typedef int flag_function(int *flag);

    murmel_resolve(id);
    if (murmel_real[id] != NULL)
        return ((flag_function *)murmel_real[id])(flag);
    *flag = 0;
    return 0;
}

static int initialized_without_mpi(int *flag)
{
    return flag_without_mpi(CALL_MPI_Initialized, flag);
}

static int finalized_without_mpi(int *flag)
{
    return flag_without_mpi(CALL_MPI_Finalized, flag);
}

/* A function was called that there is not.  Without Murmel the program would
 * not have been started, or would end here in the same way. */
static void resolve_missing(unsigned id)
{
    if (murmel_mpi_handle == NULL && id == CALL_MPI_Initialized) {
        set_jump(id, (murmel_function)initialized_without_mpi);
    } else if (murmel_mpi_handle == NULL && id == CALL_MPI_Finalized) {
        set_jump(id, (murmel_function)finalized_without_mpi);
    } else {
        message_say("%s was called, but %s", names[id],
                    murmel_mpi_handle == NULL
                        ? "no MPI library is loaded"
                        : "this MPI library does not have it");
        _exit(127); /* as the dynamic linker does */
    }
}

void murmel_resolve(unsigned entry)
{
    unsigned id = entry % CALL_COUNT;
    int saved = errno, cancel;

    if (resolving) {
        if (murmel_real[id] == NULL)
            resolve_missing(id);
        else
            set_jump(id, murmel_real[id]);
        return;
    }
    pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &cancel);
    pthread_mutex_lock(&lock);
    resolving = true;
    if (!resolved)
        resolved = resolve();
    resolving = false;
    pthread_mutex_unlock(&lock);
    pthread_setcancelstate(cancel, NULL);
    if (murmel_real[id] == NULL)
        resolve_missing(id);
    errno = saved;
}
