/*
 * test_connection.c - processes that say hello and die before the checker has
 * read it.
 */
#include "calls.h"
#include "connection.h"
#include "memory.h"
#include "wire.h"

#include <poll.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include <cmocka.h>

#define PROCESSES 3

static int64_t now(void)
{
    struct timespec time;

    clock_gettime(CLOCK_MONOTONIC, &time);
    return time.tv_sec * INT64_C(1000000000) + time.tv_nsec;
}

static int listen_at(struct sockaddr_un *address, socklen_t length)
{
    int fd = socket(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);

    assert_true(fd >= 0);
    assert_int_equal(bind(fd, (struct sockaddr *)address, length), 0);
    assert_int_equal(listen(fd, PROCESSES), 0);
    return fd;
}

/* A process that joins as that rank and dies at once. */
static void join_and_die(const struct sockaddr_un *address, socklen_t length,
                         int rank)
{
    union {
        struct wire_hello hello;
        char bytes[sizeof(struct wire_hello) + 4]; /* four empty strings */
    } packet = {.hello = {.packet = {WIRE_HELLO, sizeof packet},
                          .version = WIRE_VERSION,
                          .schema = CALLS_SCHEMA_HASH,
                          .rank = rank,
                          .size = PROCESSES}};
    pid_t pid = fork();
    int fd;

    assert_true(pid >= 0);
    if (pid == 0) {
        packet.hello.pid = getpid();
        fd = socket(AF_UNIX, SOCK_SEQPACKET, 0);
        if (connect(fd, (const struct sockaddr *)address, length) != 0 ||
            send(fd, &packet, sizeof packet, 0) != (ssize_t)sizeof packet)
            _exit(1);
        _exit(0);
    }
    assert_int_equal(waitpid(pid, NULL, 0), pid);
}

/* Their ends are in their order, and none is waited for that was seen when
 * the one before was read. */
static void dead_before_hello(void **state)
{
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    socklen_t length;
    struct roster *roster = roster_new();
    struct intake *intake = intake_new(NULL);
    struct connections *connections;
    struct process *const *processes;
    size_t count, i;
    int64_t began;
    int fd;

    (void)state;
    length = (socklen_t)(offsetof(struct sockaddr_un, sun_path) + 1 +
                         (size_t)snprintf(address.sun_path + 1, 60,
                                          "murmel-test-%d", (int)getpid()));
    fd = listen_at(&address, length);
    connections = connections_new(fd, intake, roster, false);
    for (i = 0; i < PROCESSES; i++)
        join_and_die(&address, length, (int)i);
    began = now();
    connections_handle(connections);
    assert_true(now() - began < INT64_C(2000000000));
    processes = roster_processes(roster, &count);
    assert_int_equal(count, PROCESSES);
    for (i = 0; i < count; i++)
        assert_int_equal(processes[i]->hang_up, i + 1);
    assert_int_equal(connections_open(connections), 0);
    connections_free(connections);
    intake_free(intake);
    roster_free(roster);
    close(fd);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(dead_before_hello)};

    return cmocka_run_group_tests(tests, NULL, NULL);
}
