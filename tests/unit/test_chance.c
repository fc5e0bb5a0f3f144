/*
 * Whether the threads of processes had the time to go on.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>

#include <cmocka.h>

#include "chance.h"

#include <signal.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static void sleep_millisecond(void)
{
    nanosleep(&(struct timespec){.tv_nsec = 1000000}, NULL);
}

/* A child that sleeps, or is on a processor, for ever. */
static struct process child(bool sleeps)
{
    struct process process = {.pid = fork()};

    assert_true(process.pid >= 0);
    process.looked_at = process.pid;
    while (process.pid == 0)
        if (sleeps)
            pause();
    return process;
}

static void end(const struct process *process)
{
    assert_int_equal(kill(process->pid, SIGKILL), 0);
    assert_int_equal(waitpid(process->pid, NULL, 0), process->pid);
}

/* Until it had its chance: a minute at most. */
static bool had_chance(struct chance *chance, const struct process *process)
{
    int i;

    for (i = 0; i < 60000; i++) {
        if (chance_look(chance, &process, 1))
            return true;
        sleep_millisecond();
    }
    return false;
}

static void look_at(bool sleeps)
{
    struct process process = child(sleeps);
    const struct process *processes = &process;
    struct chance *chance = chance_new();

    assert_false(chance_look(chance, &processes, 1));
    assert_true(had_chance(chance, &process));
    chance_begin(chance);
    assert_false(chance_look(chance, &processes, 1));
    end(&process);
    chance_free(chance);
}

static void test_sleeps(void **state)
{
    (void)state;
    look_at(true);
}

static void test_polls(void **state)
{
    (void)state;
    look_at(false);
}

/* Who is stopped has none, however long it takes. */
static void test_stopped(void **state)
{
    struct process process = child(true);
    const struct process *processes = &process;
    struct chance *chance = chance_new();
    int status, i;

    (void)state;
    assert_true(had_chance(chance, &process));
    assert_int_equal(kill(process.pid, SIGSTOP), 0);
    assert_int_equal(waitpid(process.pid, &status, WUNTRACED), process.pid);
    chance_begin(chance);
    for (i = 0; i < 50; i++) {
        assert_false(chance_look(chance, &processes, 1));
        sleep_millisecond();
    }
    assert_int_equal(kill(process.pid, SIGCONT), 0);
    assert_true(had_chance(chance, &process));
    end(&process);
    chance_free(chance);
}

/* All of several; who is gone has none, and of nobody nothing is proved. */
static void test_several(void **state)
{
    struct process first = child(true), second = child(true);
    const struct process *processes[] = {&first, &second};
    struct chance *chance = chance_new();

    (void)state;
    assert_true(had_chance(chance, &first));
    assert_true(had_chance(chance, &second));
    assert_true(chance_look(chance, processes, 2));
    end(&second);
    assert_false(chance_look(chance, processes, 2));
    assert_false(chance_look(chance, processes, 0));
    assert_false(chance_look(chance, processes, 0));
    end(&first);
    chance_free(chance);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_sleeps),
        cmocka_unit_test(test_polls),
        cmocka_unit_test(test_stopped),
        cmocka_unit_test(test_several),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
