/* To which job a process belongs, and which programs start jobs. */
#include "libcheck/launch.h"

#include <fcntl.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

static int clear(void **state)
{
    static const char *const names[] = {
        "MURMEL_JOB", "PMIX_NAMESPACE",       "SLURM_JOBID", "SLURM_STEP_ID",
        "PMI_JOBID",  "OMPI_COMM_WORLD_RANK", "PMI_RANK",    "PMIX_RANK",
        "PMI_SIZE",   "OMPI_COMM_WORLD_SIZE", "SLURM_PROCID"};

    (void)state;
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
        unsetenv(names[i]);
    return 0;
}

static void launchers_are_known_by_name(void **state)
{
    (void)state;
    assert_true(launch_is_launcher("mpiexec"));
    assert_true(launch_is_launcher("mpiexec.hydra"));
    assert_true(launch_is_launcher("mpirun.openmpi"));
    assert_true(launch_is_launcher("orterun"));
    assert_true(launch_is_launcher("srun"));
    assert_false(launch_is_launcher("mpiexecutor"));
    assert_false(launch_is_launcher("sh"));
    assert_false(launch_is_launcher(""));
}

static void own_key_comes_first(void **state)
{
    char key[LAUNCH_KEY_SIZE];

    (void)state;
    setenv("PMIX_NAMESPACE", "other", 1);
    setenv("MURMEL_JOB", "mine", 1);
    launch_job_key(key);
    assert_string_equal(key, "mine");
}

static void launchers_tell_the_job(void **state)
{
    char key[LAUNCH_KEY_SIZE];

    (void)state;
    setenv("PMI_JOBID", "7", 1);
    launch_job_key(key);
    assert_string_equal(key, "j7");
    setenv("SLURM_JOBID", "12", 1);
    launch_job_key(key);
    assert_string_equal(key, "j7"); /* a job without a step is no launch */
    setenv("SLURM_STEP_ID", "3", 1);
    launch_job_key(key);
    assert_string_equal(key, "s12.3");
    setenv("PMIX_NAMESPACE", "prte-4@1", 1);
    launch_job_key(key);
    assert_string_equal(key, "xprte-4@1");
}

/* The job that a launcher knows, whatever key the user gave. */
static void launches_are_told_apart(void **state)
{
    char key[LAUNCH_KEY_SIZE];

    (void)state;
    setenv("MURMEL_JOB", "mine", 1);
    launch_key(key);
    assert_true(key[0] == '\0' || key[0] == 'l');
    setenv("PMI_JOBID", "7", 1);
    launch_key(key);
    assert_string_equal(key, "j7");
}

static void strange_keys_are_replaced(void **state)
{
    char key[LAUNCH_KEY_SIZE], other[LAUNCH_KEY_SIZE], text[200];

    (void)state;
    setenv("MURMEL_JOB", "a b/c", 1);
    launch_job_key(key);
    assert_null(strpbrk(key, " /"));
    memset(text, 'a', sizeof text);
    text[sizeof text - 1] = '\0';
    setenv("MURMEL_JOB", text, 1);
    launch_job_key(key);
    text[sizeof text - 2] = 'b';
    setenv("MURMEL_JOB", text, 1);
    launch_job_key(other);
    assert_true(strlen(key) < LAUNCH_KEY_SIZE);
    assert_string_not_equal(key, other);
}

/* In a process below one of that name; the key comes through a pipe. */
static void key_below(const char *name, char keys[2][LAUNCH_KEY_SIZE])
{
    int ends[2];
    pid_t child;

    assert_int_equal(pipe(ends), 0);
    child = fork();
    if (child == 0) {
        prctl(PR_SET_NAME, name);
        for (int i = 0; i < 2; i++) {
            pid_t rank = fork();

            if (rank == 0) {
                char key[LAUNCH_KEY_SIZE] = "";

                launch_job_key(key);
                _exit(write(ends[1], key, sizeof key) != sizeof key);
            }
            waitpid(rank, NULL, 0);
        }
        _exit(0);
    }
    waitpid(child, NULL, 0);
    for (int i = 0; i < 2; i++)
        assert_int_equal(read(ends[0], keys[i], LAUNCH_KEY_SIZE),
                         LAUNCH_KEY_SIZE);
    close(ends[0]);
    close(ends[1]);
}

static void ranks_below_a_launcher_share_a_key(void **state)
{
    char keys[2][LAUNCH_KEY_SIZE], later[2][LAUNCH_KEY_SIZE];

    (void)state;
    key_below("hydra_pmi_proxy", keys);
    assert_int_equal(keys[0][0], 'l');
    assert_string_equal(keys[0], keys[1]);
    key_below("hydra_pmi_proxy", later);
    assert_string_not_equal(keys[0], later[0]);
}

/* What a rank below a launcher says with launch_error_output comes out of the
 * launcher's standard error, if its own is a pipe; 0: it has none. */
static size_t said_below(int own_is_pipe, char *text, size_t size)
{
    int launchers[2], own[2];
    ssize_t length;
    pid_t child;

    assert_int_equal(pipe(launchers) | pipe(own), 0);
    child = fork();
    if (child == 0) {
        prctl(PR_SET_NAME, "mpiexec.hydra");
        dup2(launchers[1], STDERR_FILENO);
        child = fork();
        if (child == 0) {
            int null = open("/dev/null", O_WRONLY), fd;

            dup2(own_is_pipe ? own[1] : null, STDERR_FILENO);
            fd = launch_error_output();
            _exit(fd >= 0 && write(fd, "said", 4) != 4);
        }
        waitpid(child, NULL, 0);
        _exit(0);
    }
    waitpid(child, NULL, 0);
    close(launchers[1]);
    length = read(launchers[0], text, size);
    assert_true(length >= 0);
    close(launchers[0]);
    close(own[0]);
    close(own[1]);
    return (size_t)length;
}

static void a_pipe_to_the_launcher_is_passed_by(void **state)
{
    char text[8];

    (void)state;
    assert_int_equal(said_below(1, text, sizeof text), 4);
    assert_memory_equal(text, "said", 4);
    assert_int_equal(said_below(0, text, sizeof text), 0);
}

static void rank_and_size_are_read(void **state)
{
    (void)state;
    assert_int_equal(launch_rank(), -1);
    assert_int_equal(launch_size(), -1);
    setenv("PMI_RANK", "2", 1);
    setenv("PMI_SIZE", "4", 1);
    assert_int_equal(launch_rank(), 2);
    assert_int_equal(launch_size(), 4);
    setenv("PMI_RANK", "2x", 1);
    assert_int_equal(launch_rank(), -1);
    setenv("PMI_RANK", "-1", 1);
    assert_int_equal(launch_rank(), -1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(launchers_are_known_by_name, clear),
        cmocka_unit_test_setup(own_key_comes_first, clear),
        cmocka_unit_test_setup(launchers_tell_the_job, clear),
        cmocka_unit_test_setup(launches_are_told_apart, clear),
        cmocka_unit_test_setup(strange_keys_are_replaced, clear),
        cmocka_unit_test_setup(ranks_below_a_launcher_share_a_key, clear),
        cmocka_unit_test_setup(a_pipe_to_the_launcher_is_passed_by, clear),
        cmocka_unit_test_setup(rank_and_size_are_read, clear),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
