/* Stacks are interned by file and offset, and lead back to the source. */
#include "program.h"
#include "site.h"
#include "stack.h"
#include "stack_source.h"

#include <dlfcn.h>
#include <link.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#define BASE UINT64_C(0x700000000000)

static char self[4096];

/* This executable as if it were loaded at `base`. */
static void tell_module(struct sites *sites, uint64_t base, uint64_t size,
                        enum module_role role, const char *path)
{
    struct record *record = calloc(1, sizeof *record + 8192);
    struct record_module *module = (void *)record->words;

    module->base = base;
    module->start = base;
    module->end = base + size;
    module->role = role;
    module->path_length = (uint32_t)strlen(path);
    memcpy(module->path, path, strlen(path));
    record->size = (uint32_t)(sizeof *record + sizeof *module +
                              ((strlen(path) + 7) & ~(size_t)7));
    assert_int_equal(sites_module(sites, record), 0);
    free(record);
}

static void tell_site(struct sites *sites, uint32_t number,
                      const uint64_t *frames, uint32_t count)
{
    struct record *record = calloc(1, sizeof *record + 1024);
    struct record_site *site = (void *)record->words;

    site->site = number;
    site->frame_count = count;
    memcpy(site->frames, frames, count * sizeof *frames);
    record->size =
        (uint32_t)(sizeof *record + sizeof *site + count * sizeof *frames);
    assert_int_equal(sites_site(sites, record), 0);
    free(record);
}

static void equal_stacks_of_two_processes_are_one(void **state)
{
    struct sites *a = sites_new(), *b = sites_new();
    uint64_t frames_a[] = {BASE + 0x101, BASE + 0x201};
    uint64_t frames_b[] = {2 * BASE + 0x101, 2 * BASE + 0x201};

    (void)state;
    tell_module(a, BASE, 0x10000, MODULE_APPLICATION, "/some/app");
    tell_module(b, 2 * BASE, 0x10000, MODULE_APPLICATION, "/some/app");
    tell_site(a, 7, frames_a, 2);
    tell_site(b, 9, frames_b, 2);
    tell_site(b, 10, frames_b, 1);
    assert_non_null(sites_stack(a, 7));
    assert_ptr_equal(sites_stack(a, 7), sites_stack(b, 9));
    assert_ptr_not_equal(sites_stack(a, 7), sites_stack(b, 10));
    assert_null(sites_stack(a, 9));
    assert_int_equal(sites_stack(a, 7)->frames[0].address, 0x100);
    sites_free(a);
    sites_free(b);
    program_end();
}

static void frames_that_no_user_wrote_are_left_out(void **state)
{
    struct sites *sites = sites_new();
    uint64_t frames[] = {BASE + 0x1001, BASE + 0x11, BASE + 0x2001, BASE + 0x12,
                         BASE + 0x3001};

    (void)state;
    tell_module(sites, BASE, 0x100, MODULE_APPLICATION, "/app");
    tell_module(sites, BASE + 0x1000, 0x100, MODULE_MURMEL, "/murmel");
    tell_module(sites, BASE + 0x2000, 0x100, MODULE_MPI, "/mpi");
    tell_module(sites, BASE + 0x3000, 0x100, MODULE_BINDING, "/binding");
    tell_site(sites, 1, frames, 5);
    assert_int_equal(sites_stack(sites, 1)->frame_count, 2);
    assert_int_equal(sites_stack(sites, 1)->frames[1].address, 0x11);
    tell_site(sites, 2, frames, 1);
    assert_null(sites_stack(sites, 2));
    sites_free(sites);
    program_end();
}

/* Appends a place; where the record ends then. */
static char *put_place(char *at, uint32_t line, const char *file,
                       const char *function)
{
    struct record_place *place = (void *)at;
    size_t size = sizeof *place + strlen(file) + strlen(function);

    place->line = line;
    place->file_length = (uint16_t)strlen(file);
    place->function_length = (uint16_t)strlen(function);
    memcpy(place->text, file, strlen(file));
    memcpy(place->text + strlen(file), function, strlen(function));
    return at + ((size + 7) & ~(size_t)7);
}

/* Python's function f at that line of a.py, called by code of C, called by a
 * function named as one of the C library that is left out. */
static const struct stack *tell_python(struct sites *sites, uint32_t line,
                                       size_t cut)
{
    struct record *record = calloc(1, sizeof *record + 1024);
    struct record_site *site = (void *)record->words;
    char *end = (char *)&site->frames[3];

    site->site = line;
    site->frame_count = 3;
    site->frames[0] = site->frames[2] = RECORD_FRAME_PLACE;
    site->frames[1] = BASE + 0x11;
    end = put_place(end, line, "a.py", "f");
    end = put_place(end, 9, "/src/b.py", "clone");
    record->size = (uint32_t)((size_t)(end - (char *)record) - cut);
    assert_int_equal(sites_site(sites, record), 0);
    free(record);
    return sites_stack(sites, line);
}

static void lines_of_python_are_frames(void **state)
{
    struct sites *a = sites_new(), *b = sites_new();
    const struct stack *stack;
    const struct source_stack *source;

    (void)state;
    tell_module(a, BASE, 0x100, MODULE_APPLICATION, "/ext.so");
    tell_module(b, BASE, 0x100, MODULE_APPLICATION, "/ext.so");
    stack = tell_python(a, 7, 0);
    assert_ptr_equal(tell_python(b, 7, 0), stack);
    assert_ptr_not_equal(tell_python(a, 8, 0), stack);
    source = stack_source(stack);
    assert_int_equal(source->frame_count, 3);
    assert_string_equal(source->frames[0].file, "a.py");
    assert_string_equal(source->frames[0].function, "f");
    assert_int_equal(source->frames[0].line, 7);
    assert_string_equal(source->frames[1].module, "/ext.so");
    assert_string_equal(source->frames[2].file, "/src/b.py");
    assert_string_equal(source->frames[2].function, "clone");
    /* A record that ends too early: only what is whole. */
    assert_int_equal(tell_python(a, 10, 8)->frame_count, 2);
    assert_int_equal(tell_python(a, 11, 32)->frame_count, 1);
    sites_free(a);
    sites_free(b);
    program_end();
}

static void new_object_takes_the_place_of_an_old_one(void **state)
{
    struct sites *sites = sites_new();
    uint64_t frame = BASE + 0x11;

    (void)state;
    tell_module(sites, BASE, 0x100, MODULE_MPI, "/old");
    tell_module(sites, BASE, 0x100, MODULE_APPLICATION, "/new");
    tell_site(sites, 1, &frame, 1);
    assert_string_equal(
        stack_module_path(sites_stack(sites, 1)->frames[0].module), "/new");
    sites_free(sites);
    program_end();
}

__attribute__((noinline)) static uint64_t here(void)
{
    return (uint64_t)(uintptr_t)__builtin_extract_return_addr(
        __builtin_return_address(0));
}

static inline __attribute__((always_inline)) uint64_t inlined(void)
{
    return here() + 0;
}

/* Where this executable is loaded. */
static uint64_t load_bias(void)
{
    Dl_info info;
    struct link_map *map = NULL;

    dladdr1((void *)(uintptr_t)here, &info, (void **)&map, RTLD_DL_LINKMAP);
    return map->l_addr;
}

/* The executable's debugging information is in the file at `path`. */
static void expect_source(const char *path)
{
    struct sites *sites = sites_new();
    const struct source_stack *source;
    uint64_t bias = load_bias(), frame;
    int line;

    frame = inlined(), line = __LINE__;
    tell_module(sites, bias, 1 << 24, MODULE_APPLICATION, path);
    tell_site(sites, 1, &frame, 1);
    source = stack_source(sites_stack(sites, 1));
    assert_ptr_equal(source, stack_source(sites_stack(sites, 1)));
    assert_int_equal(source->frame_count, 2);
    assert_string_equal(source->frames[0].function, "inlined");
    assert_true(source->frames[0].inlined);
    assert_non_null(strstr(source->frames[0].file, "test_symbol.c"));
    assert_true(source->frames[0].line < line);
    assert_string_equal(source->frames[1].function, "expect_source");
    assert_false(source->frames[1].inlined);
    assert_int_equal(source->frames[1].line, line);
    assert_string_equal(source->frames[1].module, path);
    sites_free(sites);
    program_end();
}

static void source_of_an_inlined_function(void **state)
{
    (void)state;
    expect_source(self);
}

/* This file is compiled in another folder, as "../tests/unit/test_symbol.c". */
static void name_of_a_source_is_without_detours(void **state)
{
    struct sites *sites = sites_new();
    const struct source_stack *source;
    uint64_t frame = here();
    char *folder = getcwd(NULL, 0);

    (void)state;
    assert_int_equal(chdir("/"), 0);
    tell_module(sites, load_bias(), 1 << 24, MODULE_APPLICATION, self);
    tell_site(sites, 1, &frame, 1);
    source = stack_source(sites_stack(sites, 1));
    assert_int_equal(source->frames[0].file[0], '/');
    assert_null(strstr(source->frames[0].file, "/../"));
    assert_int_equal(access(source->frames[0].file, R_OK), 0);
    sites_free(sites);
    program_end();
    assert_int_equal(chdir(folder), 0);
    free(folder);
}

/* As Clang writes it. */
static void source_without_address_ranges(void **state)
{
    char path[] = "/tmp/test_symbol-XXXXXX", command[2 * sizeof self];
    int fd = mkstemp(path), status;

    (void)state;
    assert_true(fd >= 0);
    close(fd);
    (void)snprintf(command, sizeof command,
                   "objcopy --remove-section=.debug_aranges '%s' %s", self,
                   path);
    status = system(command);
    if (status == 0)
        expect_source(path);
    (void)unlink(path);
    assert_int_equal(status, 0);
}

static void runtime_below_main_is_left_out(void **state)
{
    struct sites *sites = sites_new();
    const struct source_stack *source;
    uint64_t frames[2];
    char *start = dlsym(RTLD_DEFAULT, "__libc_start_main");
    struct link_map *map = NULL;
    Dl_info info;

    (void)state;
    assert_non_null(start);
    dladdr1(start, &info, (void **)&map, RTLD_DL_LINKMAP);
    frames[0] = here();
    frames[1] = (uint64_t)(uintptr_t)start + 1;
    tell_module(sites, load_bias(), 1 << 24, MODULE_APPLICATION, self);
    tell_module(sites, map->l_addr, 1 << 24, MODULE_APPLICATION, map->l_name);
    tell_site(sites, 1, frames, 2);
    source = stack_source(sites_stack(sites, 1));
    assert_int_equal(source->frame_count, 1);
    sites_free(sites);
    program_end();
}

/* As on a machine whose C library is stripped: of the two functions between
 * _start and main, one has a name. */
static void nameless_libc_below_main_is_left_out(void **state)
{
    struct sites *sites = sites_new();
    const struct source_stack *source;
    char *start = dlsym(RTLD_DEFAULT, "__libc_start_main");
    uint64_t frames[] = {BASE + 0x101, BASE + 0x20101,
                         (uint64_t)(uintptr_t)start + 1};
    struct link_map *map = NULL;
    Dl_info info;

    (void)state;
    assert_non_null(start);
    dladdr1(start, &info, (void **)&map, RTLD_DL_LINKMAP);
    tell_module(sites, BASE, 0x10000, MODULE_APPLICATION, "/not/there");
    tell_module(sites, BASE + 0x20000, 0x20000, MODULE_APPLICATION,
                "/not/there/libc.so.6");
    tell_module(sites, map->l_addr, 1 << 24, MODULE_APPLICATION, map->l_name);
    tell_site(sites, 1, frames, 3);
    source = stack_source(sites_stack(sites, 1));
    assert_int_equal(source->frame_count, 1);
    assert_string_equal(source->frames[0].module, "/not/there");
    sites_free(sites);
    program_end();
}

static void no_such_file_is_no_harm(void **state)
{
    struct sites *sites = sites_new();
    const struct source_stack *source;
    uint64_t frames[] = {BASE + 0x101, 0x77};

    (void)state;
    tell_module(sites, BASE, 0x10000, MODULE_APPLICATION, "/not/there");
    tell_site(sites, 1, frames, 2);
    source = stack_source(sites_stack(sites, 1));
    assert_int_equal(source->frame_count, 2);
    assert_null(source->frames[0].function);
    assert_null(source->frames[0].file);
    assert_string_equal(source->frames[0].module, "/not/there");
    assert_string_equal(source->frames[1].module, "");
    sites_free(sites);
    program_end();
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(equal_stacks_of_two_processes_are_one),
        cmocka_unit_test(frames_that_no_user_wrote_are_left_out),
        cmocka_unit_test(lines_of_python_are_frames),
        cmocka_unit_test(new_object_takes_the_place_of_an_old_one),
        cmocka_unit_test(source_of_an_inlined_function),
        cmocka_unit_test(name_of_a_source_is_without_detours),
        cmocka_unit_test(source_without_address_ranges),
        cmocka_unit_test(runtime_below_main_is_left_out),
        cmocka_unit_test(nameless_libc_below_main_is_left_out),
        cmocka_unit_test(no_such_file_is_no_harm),
    };
    ssize_t length = readlink("/proc/self/exe", self, sizeof self - 1);

    if (length < 0)
        return 1;
    self[length] = '\0';
    return cmocka_run_group_tests(tests, NULL, NULL);
}
