/* Whose code is at an address. */
#include "libcheck/modules.h"

#include <dlfcn.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

static enum module_role role(const char *path)
{
    bool fortran;

    return modules_role_of_name(path, &fortran);
}

static bool is_fortran(const char *path)
{
    bool fortran;

    modules_role_of_name(path, &fortran);
    return fortran;
}

static void names_tell_the_role(void **state)
{
    (void)state;
    assert_int_equal(role("/usr/lib/libmpich.so.12"), MODULE_MPI);
    assert_int_equal(role("/usr/lib/libmpi.so.40"), MODULE_MPI);
    assert_int_equal(role("libmpi_abi.so.0"), MODULE_MPI);
    assert_int_equal(role("/usr/lib/libopen-pal.so.40"), MODULE_MPI);
    assert_int_equal(role("/x/openmpi3/mca_io_romio321.so"), MODULE_MPI);
    assert_int_equal(role("/usr/lib/libmpi_mpifh.so.40"), MODULE_BINDING);
    assert_int_equal(role("/usr/lib/libmpichfort.so.12"), MODULE_BINDING);
    assert_int_equal(role("/usr/lib/libmpi_cxx.so.40"), MODULE_BINDING);
    assert_int_equal(role("/x/murmel/libmurmel-mpich.so"), MODULE_MURMEL);
    assert_int_equal(role("/home/u/mca_solver/a.out"), MODULE_APPLICATION);
    assert_int_equal(role("/x/libmpiP.so"), MODULE_APPLICATION);
    assert_int_equal(role("/usr/lib/libhdf5_openmpi.so"), MODULE_APPLICATION);
    assert_int_equal(role(""), MODULE_APPLICATION);
}

static void fortran_bindings_are_told_from_others(void **state)
{
    (void)state;
    assert_true(is_fortran("/usr/lib/libmpi_usempif08.so.40"));
    assert_true(is_fortran("/usr/lib/libmpichfort.so.12"));
    assert_false(is_fortran("/usr/lib/libmpi_cxx.so.40"));
    assert_false(is_fortran("/usr/lib/libmpi.so.40"));
}

static void own_program_is_found(void **state)
{
    const struct module *module;
    char path[4096];
    ssize_t length = readlink("/proc/self/exe", path, sizeof path - 1);

    (void)state;
    assert_true(length > 0);
    path[length] = '\0';
    modules_refresh(true);
    module = modules_find(modules_current(), (uintptr_t)&names_tell_the_role);
    assert_non_null(module);
    assert_string_equal(module->path, path);
    assert_true(module->start <= (uintptr_t)&names_tell_the_role);
    assert_null(modules_find(modules_current(), 1));
    assert_null(modules_find(modules_current(), UINT64_MAX));
}

static void list_changes_only_with_the_objects(void **state)
{
    const struct module_list *before, *with, *after;
    unsigned unloads;
    void *library;

    (void)state;
    modules_refresh(true);
    before = modules_current();
    unloads = modules_unloads();
    modules_refresh(true);
    assert_ptr_equal(modules_current(), before);
    library = dlopen("libunwind.so.8", RTLD_NOW | RTLD_LOCAL);
    assert_non_null(library);
    modules_refresh(true);
    with = modules_current();
    assert_true(with->count > before->count);
    assert_int_equal(modules_unloads(), unloads);
    dlclose(library);
    /* known at once: nobody may look before others are at its addresses */
    assert_true(modules_unloads() > unloads);
    modules_refresh(true);
    after = modules_current();
    assert_int_equal(after->count, before->count);
}

static void mpi_is_what_was_said(void **state)
{
    uint64_t address = (uintptr_t)dlsym(RTLD_DEFAULT, "zzz_no_such_name");

    (void)state;
    assert_int_equal(address, 0);
    address = (uintptr_t)dlsym(RTLD_DEFAULT, "_cmocka_run_group_tests");
    modules_refresh(true);
    assert_int_equal(modules_find(modules_current(), address)->role,
                     MODULE_APPLICATION);
    modules_set_mpi((void *)(uintptr_t)address);
    assert_int_equal(modules_find(modules_current(), address)->role,
                     MODULE_MPI);
}

static int count(void *context, const struct module *module)
{
    (void)module;
    ++*(unsigned *)context;
    return 0;
}

static void each_is_recorded_once(void **state)
{
    unsigned first = 0, again = 0;

    (void)state;
    modules_refresh(true);
    modules_record(count, &first, true);
    assert_int_equal(first, modules_current()->count);
    modules_record(count, &again, true);
    assert_int_equal(again, 0);
}

static int count_gone(void *context, const struct module *module)
{
    if (module->role == MODULE_GONE) {
        assert_true(module->start < module->end);
        ++*(unsigned *)context;
    }
    return 0;
}

static void what_has_gone_is_recorded_once(void **state)
{
    void *library = dlopen("libunwind.so.8", RTLD_NOW | RTLD_LOCAL);
    unsigned first = 0, then = 0, again = 0;

    (void)state;
    assert_non_null(library);
    modules_refresh(true);
    modules_record(count_gone, &first, true);
    assert_int_equal(first, 0);
    dlclose(library);
    modules_refresh(true);
    modules_record(count_gone, &then, true);
    assert_true(then > 0);
    modules_record(count_gone, &again, true);
    assert_int_equal(again, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(names_tell_the_role),
        cmocka_unit_test(fortran_bindings_are_told_from_others),
        cmocka_unit_test(own_program_is_found),
        cmocka_unit_test(list_changes_only_with_the_objects),
        cmocka_unit_test(mpi_is_what_was_said),
        cmocka_unit_test(each_is_recorded_once),
        cmocka_unit_test(what_has_gone_is_recorded_once),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
