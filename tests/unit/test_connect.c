/*
 * How a process finds or starts the checker.  This program is the checker,
 * too: connect.c starts what MURMEL_BIN names, with `server` as its first
 * argument; it writes what it sees into the file $TEST_LOG.
 */
#include "libcheck/connect.h"
#include "libcheck/observe.h"

#include "calls.h"
#include "wire.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include <cmocka.h>

static char log_folder[PATH_MAX / 2], log_path[PATH_MAX], self_path[PATH_MAX];
static _Atomic bool stopped;

/* In the place of the C library's, as the kernel tells nobody what was set. */
static unsigned long tracer;

int prctl(int option, ...)
{
    va_list arguments;

    va_start(arguments, option);
    if (option == PR_SET_PTRACER)
        tracer = va_arg(arguments, unsigned long);
    va_end(arguments);
    return 0;
}

void observe_stop(const char *why)
{
    (void)why;
}

void observe_stop_all(const char *why)
{
    (void)why;
    atomic_store(&stopped, true);
}

/* --------------------------------------------- the stand-in checker */

static void note(const char *text, int number)
{
    int fd = open(getenv("TEST_LOG"), O_WRONLY | O_CREAT | O_APPEND, 0600);

    dprintf(fd, "%s %d\n", text, number);
    close(fd);
}

static int open_descriptors(void)
{
    DIR *directory = opendir("/proc/self/fd");
    int count = 0;

    while (readdir(directory) != NULL)
        count++;
    closedir(directory);
    return count - 3; /* ".", "..", and the directory itself */
}

static int receive(int fd, char *packet, int *passed)
{
    union {
        struct cmsghdr header;
        char space[CMSG_SPACE(sizeof(int))];
    } control;
    struct iovec part = {packet, WIRE_MAX_PACKET};
    struct msghdr message = {.msg_iov = &part,
                             .msg_iovlen = 1,
                             .msg_control = control.space,
                             .msg_controllen = sizeof control.space};
    int length = (int)recvmsg(fd, &message, 0);
    struct cmsghdr *header = CMSG_FIRSTHDR(&message);

    *passed = -1;
    if (header != NULL)
        memcpy(passed, CMSG_DATA(header), sizeof *passed);
    return length;
}

/* Serves one process until it hangs up. */
static void serve(int fd, const char *mode)
{
    static char packet[WIRE_MAX_PACKET];
    struct wire_packet *head = (struct wire_packet *)packet;
    struct wire_hello *hello = (struct wire_hello *)packet;
    int passed;

    while (receive(fd, packet, &passed) > 0) {
        if (head->kind == WIRE_HELLO) {
            const struct wire_welcome welcome = {
                .packet = {WIRE_WELCOME, sizeof welcome},
                .relayed = strncmp(mode, "relay", 5) == 0,
                .pid = getpid()};
            struct wire_packet no;
            char refused[sizeof no + 4] = "";

            note("hello", hello->pid);
            note("checker", getpid());
            note(hello->flavour, hello->version);
            note(hello->strings, hello->schema == CALLS_SCHEMA_HASH);
            note("stderr", passed >= 0);
            if (strcmp(mode, "refuse") == 0) {
                no = (struct wire_packet){WIRE_REFUSED, sizeof refused};
                memcpy(refused, &no, sizeof no);
                memcpy(refused + sizeof no, "none", 4);
                send(fd, refused, sizeof refused, 0);
                return;
            }
            send(fd, &welcome, sizeof welcome, 0);
            if (strcmp(mode, "die") == 0)
                return;
        } else if (head->kind == WIRE_RING) {
            note("ring", (int)((struct wire_ring *)packet)->number);
            note("memfd", passed >= 0);
        } else if (head->kind == WIRE_GOODBYE) {
            note("goodbye", ((struct wire_goodbye *)packet)->exit_status);
        }
        if (head->kind == WIRE_LEAVE || head->kind == WIRE_GOODBYE) {
            const struct wire_packet kept = {WIRE_KEPT, sizeof kept};

            usleep(50000);
            note("kept", (int)head->kind);
            if (strcmp(mode, "relay and die") == 0)
                return;
            send(fd, &kept, sizeof kept, 0);
        }
        if (passed >= 0)
            close(passed);
    }
    close(fd);
}

static int be_checker(int argument_count, char **arguments)
{
    char null[PATH_MAX] = "";
    int processes = atoi(getenv("TEST_PROCESSES"));

    note("descriptors", open_descriptors());
    note("group of its starter",
         getpgid(0) == atoi(getenv("TEST_GROUP")));
    note(argument_count == 4 ? arguments[3] : "?", argument_count);
    note("preload", getenv("LD_PRELOAD") != NULL);
    if (readlink("/proc/self/fd/2", null, sizeof null - 1) > 0)
        note(null, 2);
    for (int i = 0; i < processes; i++)
        serve(accept(3, NULL, NULL), getenv("TEST_MODE"));
    note("end", 0);
    return 0;
}

/* ------------------------------------------------------------ tests */

static int prepare(void **state)
{
    static int number;
    char job[64], group[16];

    (void)state;
    snprintf(job, sizeof job, "unit%d.%d", (int)getpid(), ++number);
    setenv("MURMEL_JOB", job, 1);
    setenv("MURMEL_BIN", self_path, 1);
    setenv("TEST_LOG", log_path, 1);
    snprintf(group, sizeof group, "%d", (int)getpgid(0));
    setenv("TEST_GROUP", group, 1);
    setenv("TEST_MODE", "welcome", 1);
    setenv("TEST_PROCESSES", "1", 1);
    setenv("LD_PRELOAD", "", 1);
    unlink(log_path);
    atomic_store(&stopped, false);
    return 0;
}

static int clean(void **state)
{
    (void)state;
    connect_close();
    unlink(log_path);
    return 0;
}

/* A checker that has not ended yet may write a new one until the folder is
 * gone. */
static int remove_log(void **state)
{
    (void)state;
    while (rmdir(log_folder) != 0 && unlink(log_path) == 0)
        ;
    return 0;
}

/* What the checker noted so far. */
static const char *read_log(void)
{
    static char text[8192];
    int fd = open(log_path, O_RDONLY);
    ssize_t length = fd < 0 ? 0 : read(fd, text, sizeof text - 1);

    text[length < 0 ? 0 : length] = '\0';
    if (fd >= 0)
        close(fd);
    return text;
}

/* Waits, but not for ever, until it has noted that line. */
static bool noted(const char *line)
{
    for (int i = 0; i < 2000; i++) {
        const char *found = strstr(read_log(), line);

        if (found != NULL && found[strlen(line)] == '\n')
            return true;
        usleep(5000);
    }
    fprintf(stderr, "not noted: %s, but:\n%s", line, read_log());
    return false;
}

static void the_checker_is_started_apart(void **state)
{
    char line[128];

    (void)state;
    assert_int_equal(connect_checker("mpich", "Version 1\nmore"), 0);
    connect_hang_up();
    assert_true(noted("end 0"));
    assert_true(noted("descriptors 4"));
    assert_true(noted("group of its starter 0"));
    assert_true(noted("/dev/null 2"));
    assert_true(noted("preload 0"));
    snprintf(line, sizeof line, "--job=%s 4", getenv("MURMEL_JOB"));
    assert_true(noted(line));
    /* it is not our child */
    assert_int_equal(waitpid(-1, NULL, __WALL | WNOHANG), -1);
    assert_int_equal(errno, ECHILD);
}

static void a_process_makes_itself_known(void **state)
{
    char line[64];
    int fd = open("/dev/null", O_RDONLY);

    (void)state;
    assert_int_equal(connect_checker("openmpi", "Version 1\nmore"), 0);
    assert_int_equal(connect_send_ring(5, 3, fd), 0);
    close(fd);
    connect_send_goodbye(17);
    connect_hang_up();
    assert_true(noted("end 0"));
    snprintf(line, sizeof line, "hello %d", (int)getpid());
    assert_true(noted(line));
    snprintf(line, sizeof line, "openmpi %u", (unsigned)WIRE_VERSION);
    assert_true(noted(line));
    assert_true(noted("Version 1 1"));
    assert_true(noted("stderr 1"));
    assert_true(noted("ring 3"));
    assert_true(noted("memfd 1"));
    assert_true(noted("goodbye 17"));
}

static void the_checker_may_look_at_threads(void **state)
{
    char line[64];

    (void)state;
    assert_int_equal(connect_checker("abi", "Version 1"), 0);
    connect_hang_up();
    snprintf(line, sizeof line, "checker %lu", tracer);
    assert_true(noted(line));
    assert_true(noted("end 0"));
}

static void a_relayed_process_waits_until_all_is_kept(void **state)
{
    char line[64];

    (void)state;
    setenv("TEST_MODE", "relay", 1);
    assert_int_equal(connect_checker("abi", "Version 1"), 0);
    assert_true(connect_is_relayed());
    connect_leave();
    snprintf(line, sizeof line, "kept %d", (int)WIRE_LEAVE);
    assert_non_null(strstr(read_log(), line));
    connect_send_goodbye(0);
    snprintf(line, sizeof line, "kept %d", (int)WIRE_GOODBYE);
    assert_non_null(strstr(read_log(), line));
    connect_hang_up();
    assert_true(noted("end 0"));
}

static void a_relay_that_dies_is_not_waited_for(void **state)
{
    time_t began = time(NULL);

    (void)state;
    setenv("TEST_MODE", "relay and die", 1);
    assert_int_equal(connect_checker("abi", "Version 1"), 0);
    connect_leave();
    assert_true(time(NULL) - began < 8);
    assert_true(noted("end 0"));
}

static void processes_of_a_job_share_a_checker(void **state)
{
    const char *text;
    unsigned checkers = 0;

    (void)state;
    setenv("TEST_PROCESSES", "6", 1);
    for (int i = 0; i < 6; i++)
        if (fork() == 0) {
            int result = connect_checker("abi", "Version 1");

            _exit(result == 0 ? 0 : 1);
        }
    for (int i = 0; i < 6; i++) {
        int status;

        assert_true(wait(&status) > 0);
        assert_int_equal(status, 0);
    }
    assert_true(noted("end 0"));
    text = read_log();
    while ((text = strstr(text, "group of its starter")) != NULL) {
        checkers++;
        text++;
    }
    assert_int_equal(checkers, 1);
}

static void a_refusal_is_an_error(void **state)
{
    (void)state;
    setenv("TEST_MODE", "refuse", 1);
    assert_int_equal(connect_checker("abi", "Version 1"), -1);
    assert_false(atomic_load(&stopped));
    assert_true(noted("end 0"));
}

static void a_missing_checker_is_an_error(void **state)
{
    (void)state;
    setenv("MURMEL_BIN", "/no/such/program", 1);
    assert_int_equal(connect_checker("abi", "Version 1"), -1);
}

static void the_death_of_the_checker_is_seen(void **state)
{
    (void)state;
    setenv("TEST_MODE", "die", 1);
    assert_int_equal(connect_checker("abi", "Version 1"), 0);
    for (int i = 0; i < 2000 && !atomic_load(&stopped); i++)
        usleep(5000);
    assert_true(atomic_load(&stopped));
    /* and what is said then raises no SIGPIPE */
    connect_send_goodbye(0);
}

/* Programs close all descriptors to be sure, and open others. */
static void a_closed_connection_is_not_used(void **state)
{
    int ends[2], connection = -1;
    char byte;

    (void)state;
    assert_int_equal(connect_checker("abi", "Version 1"), 0);
    for (int fd = 3; fd < 1024; fd++) {
        struct stat status;

        if (fstat(fd, &status) == 0 && S_ISSOCK(status.st_mode)) {
            connection = fd;
            close(fd);
        }
    }
    assert_true(connection > 0);
    assert_int_equal(socketpair(AF_UNIX, SOCK_SEQPACKET, 0, ends), 0);
    assert_int_equal(dup2(ends[0], connection), connection);
    assert_int_equal(connect_send_ring(5, 0, -1), -1);
    connect_hang_up();
    connect_close();
    assert_int_equal(recv(ends[1], &byte, 1, MSG_DONTWAIT), -1);
    assert_int_equal(errno, EAGAIN);
    close(connection);
    close(ends[0]);
    close(ends[1]);
}

#define TEST(function) cmocka_unit_test_setup_teardown(function, prepare, clean)

int main(int argument_count, char **arguments)
{
    const struct CMUnitTest tests[] = {
        TEST(the_checker_is_started_apart),
        TEST(a_process_makes_itself_known),
        TEST(the_checker_may_look_at_threads),
        TEST(a_relayed_process_waits_until_all_is_kept),
        TEST(a_relay_that_dies_is_not_waited_for),
        TEST(processes_of_a_job_share_a_checker),
        TEST(a_refusal_is_an_error),
        TEST(a_missing_checker_is_an_error),
        TEST(the_death_of_the_checker_is_seen),
        TEST(a_closed_connection_is_not_used),
    };
    const char *directory = getenv("TMPDIR");

    if (argument_count > 1 && strcmp(arguments[1], "server") == 0)
        return be_checker(argument_count, arguments);
    if (readlink("/proc/self/exe", self_path, sizeof self_path - 1) <= 0)
        return 1;
    snprintf(log_folder, sizeof log_folder, "%s/murmel-test-connect-XXXXXX",
             directory == NULL ? "/tmp" : directory);
    if (mkdtemp(log_folder) == NULL)
        return 1;
    snprintf(log_path, sizeof log_path, "%s/log", log_folder);
    return cmocka_run_group_tests(tests, NULL, remove_log);
}
