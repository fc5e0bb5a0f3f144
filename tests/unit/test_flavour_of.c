/* What an application is and which MPI it needs; small ELF files are made
 * with the C compiler. */
#include "flavour_of.h"
#include "launcher.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

static char folder[] = "/tmp/murmel-test-XXXXXX";

/* Runs a shell command in the folder; it must go well. */
static void shell(const char *format, const char *argument)
{
    const char *cc = getenv("CC") != NULL ? getenv("CC") : "cc";
    char command[1024], whole[2048];

    snprintf(command, sizeof command, format, argument);
    snprintf(whole, sizeof whole, "cd %s && CC='%s' && %s", folder, cc,
             command);
    assert_int_equal(system(whole), 0);
}

/* An executable `name` that needs a library of that soname. */
static void make_with_library(const char *soname)
{
    shell("soname=%s; echo 'int MPI_Init(void) { return 0; }' > lib.c && "
          "echo 'int MPI_Init(void); int main(void) { return MPI_Init(); }' "
          "> app.c && $CC -shared -fPIC -Wl,-soname,$soname lib.c -o $soname "
          "&& $CC app.c ./$soname -Wl,-rpath,'$ORIGIN' -o app-$soname",
          soname);
}

static int set_up(void **state)
{
    (void)state;
    if (mkdtemp(folder) == NULL)
        return -1;
    make_with_library("libmpi.so.12");
    make_with_library("libmpi.so.40");
    make_with_library("libmpi_abi.so.0");
    make_with_library("libmpich.so.12");
    make_with_library("libmpich.so.77");
    make_with_library("libmpi.so.1");
    make_with_library("libother.so.40");
    /* An MPI behind another library. */
    shell("%s; echo 'int MPI_Init(void); int f(void) { return MPI_Init(); }' "
          "> f.c && $CC -shared -fPIC -Wl,-soname,libf.so f.c ./libmpi.so.40 "
          "-Wl,-rpath,'$ORIGIN' -o libf.so && echo 'int f(void); int "
          "main(void) { return f(); }' "
          "> main.c && $CC main.c ./libf.so -Wl,-rpath,'$ORIGIN' -o behind",
          ":");
    shell("%s; echo 'int main(void) { return 0; }' > plain.c && "
          "$CC plain.c -o plain && $CC -static plain.c -o static && "
          "$CC -c plain.c -o object && chmod +x object",
          ":");
    shell("%s; echo text > text && echo text > run_text && "
          "chmod +x run_text && printf '#!/bin/sh\\n' > script && "
          "chmod +x script && cp script python3 && head -c 100 plain > torn && chmod +x torn && "
          "cp text data.py && cp run_text run.py && mkdir sub && cp "
          "app-libmpich.so.77 sub/gone && cp behind sub/behind",
          ":");
    return 0;
}

static int tear_down(void **state)
{
    char command[128];

    (void)state;
    snprintf(command, sizeof command, "rm -rf %s", folder);
    return system(command);
}

static int look(const char *name, enum option_flavour given,
                struct application *application, char **trouble)
{
    char path[256], *words[2] = {path, NULL};

    snprintf(path, sizeof path, "%s/%s", folder, name);
    *trouble = NULL;
    return flavour_of(words, given, application, trouble);
}

static void assert_flavour(const char *name, enum option_flavour flavour)
{
    struct application application;
    char *trouble;

    if (look(name, FLAVOUR_UNKNOWN, &application, &trouble) != 0)
        fail_msg("%s", trouble);
    assert_int_equal(application.flavour, flavour);
    assert_int_equal(application.library[0], '/');
    application_free(&application);
}

static void assert_refused(const char *name, const char *part)
{
    struct application application;
    char *trouble;

    assert_int_equal(look(name, FLAVOUR_UNKNOWN, &application, &trouble), -1);
    if (strstr(trouble, part) == NULL || strstr(trouble, name) == NULL)
        fail_msg("%s", trouble);
    assert_null(strchr(trouble, '\n'));
    free(trouble);
}

static void flavours(void **state)
{
    (void)state;
    assert_flavour("app-libmpi.so.12", FLAVOUR_MPICH);
    assert_flavour("app-libmpich.so.12", FLAVOUR_MPICH);
    assert_flavour("app-libmpi.so.40", FLAVOUR_OPENMPI);
    assert_flavour("app-libmpi_abi.so.0", FLAVOUR_ABI);
    assert_flavour("behind", FLAVOUR_OPENMPI);
}

static void refused(void **state)
{
    (void)state;
    assert_refused("nowhere", "no such application");
    assert_refused("sub", "folder");
    assert_refused("text", "not executable");
    assert_refused("run_text", "neither an executable nor a script");
    assert_refused("data.py", "put python3 before it");
    assert_refused("run.py", "put python3 before it");
    assert_refused("script", "--flavour=");
    assert_refused("python3", ": it has no mpi4py");
    assert_refused("plain", "not an MPI application");
    assert_refused("app-libother.so.40", "not an MPI application");
    assert_refused("static", "statically linked");
    assert_refused("object", "object file");
    assert_refused("torn", "damaged executable");
    assert_refused("app-libmpi.so.1", "does not know");
    assert_refused("sub/gone", "its MPI library libmpich.so.77 is not found");
    assert_refused("sub/behind", "its library libf.so is not found");
}

static void given_flavour_is_believed(void **state)
{
    struct application application;
    char *trouble;

    (void)state;
    assert_int_equal(look("plain", FLAVOUR_ABI, &application, &trouble), 0);
    assert_int_equal(application.flavour, FLAVOUR_ABI);
    application_free(&application);
    assert_int_equal(look("script", FLAVOUR_MPICH, &application, &trouble), 0);
    application_free(&application);
    assert_int_equal(look("static", FLAVOUR_MPICH, &application, &trouble), -1);
    free(trouble);
    assert_int_equal(look("behind", FLAVOUR_OPENMPI, &application, &trouble),
                     0);
    application_free(&application);
    assert_int_equal(
        look("app-libmpi.so.1", FLAVOUR_MPICH, &application, &trouble), 0);
    application_free(&application);
}

static void given_flavour_against_the_executable(void **state)
{
    struct application application;
    char *trouble;

    (void)state;
    assert_int_equal(look("behind", FLAVOUR_MPICH, &application, &trouble), -1);
    assert_non_null(strstr(trouble, "libmpi.so.40 (openmpi)"));
    assert_non_null(strstr(trouble, "--flavour says mpich"));
    assert_null(strchr(trouble, '\n'));
    free(trouble);
}

static void assert_lacks_mpi(const char *name, bool lacks)
{
    char path[256];

    snprintf(path, sizeof path, "%s/%s", folder, name);
    assert_int_equal(application_lacks_mpi(path), lacks);
}

static void executables_without_mpi(void **state)
{
    (void)state;
    assert_lacks_mpi("plain", true);
    assert_lacks_mpi("app-libother.so.40", true);
    assert_lacks_mpi("behind", false);
    assert_lacks_mpi("app-libmpi.so.1", false);
    assert_lacks_mpi("script", false);
    assert_lacks_mpi("sub/behind", false);
}

static void library_names(void **state)
{
    (void)state;
    assert_int_equal(flavour_of_library("libmpi.so.40"), FLAVOUR_OPENMPI);
    assert_int_equal(flavour_of_library("libmpi.so.400"), FLAVOUR_UNKNOWN);
    assert_int_equal(flavour_of_library("libmpi.so.12"), FLAVOUR_MPICH);
    assert_int_equal(flavour_of_library("libmpich.so.12"), FLAVOUR_MPICH);
    assert_int_equal(flavour_of_library("libmpi_abi.so.1"), FLAVOUR_ABI);
    assert_int_equal(flavour_of_library("libmpi_cxx.so.40"), FLAVOUR_UNKNOWN);
    assert_int_equal(flavour_of_library(""), FLAVOUR_UNKNOWN);
}

static void commands_are_split_like_a_shell_does(void **state)
{
    char **words = launcher_split("  srun -n 4 'a  b'\"c\\\"\"d\\ e '' ");

    (void)state;
    assert_non_null(words);
    assert_string_equal(words[0], "srun");
    assert_string_equal(words[1], "-n");
    assert_string_equal(words[2], "4");
    assert_string_equal(words[3], "a  bc\"d e");
    assert_string_equal(words[4], "");
    assert_null(words[5]);
    launcher_free(words);
    assert_null(launcher_split("   "));
    assert_null(launcher_split("srun 'x"));
}

static void slurm_cancels_behind_our_back(void **state)
{
    (void)state;
    assert_true(launcher_is_cancelled_elsewhere("srun -n 4"));
    assert_true(launcher_is_cancelled_elsewhere("env A=1 /usr/bin/srun"));
    assert_false(launcher_is_cancelled_elsewhere("srun -K -n 4"));
    assert_false(launcher_is_cancelled_elsewhere("srun -K1"));
    assert_false(launcher_is_cancelled_elsewhere("srun --kill-on-bad-exit=1"));
    assert_false(launcher_is_cancelled_elsewhere("mpirun -n 4"));
    assert_false(launcher_is_cancelled_elsewhere("mysrun"));
    assert_false(launcher_is_cancelled_elsewhere("srun 'x"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(flavours),
        cmocka_unit_test(refused),
        cmocka_unit_test(given_flavour_is_believed),
        cmocka_unit_test(given_flavour_against_the_executable),
        cmocka_unit_test(executables_without_mpi),
        cmocka_unit_test(library_names),
        cmocka_unit_test(commands_are_split_like_a_shell_does),
        cmocka_unit_test(slurm_cancels_behind_our_back),
    };

    return cmocka_run_group_tests(tests, set_up, tear_down);
}
