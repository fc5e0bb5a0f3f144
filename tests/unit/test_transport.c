/*
 * test_transport.c - a root and nodes over TCP on this machine: who has not the
 * keys gets nothing through, and what breaks comes back.
 */
#include "memory.h"
#include "transport.h"

#include <arpa/inet.h>
#include <poll.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include <cmocka.h>

#define FILE_NAME "test_transport.root"
#define MESSAGES  5000
#define NODES     3
#define LIMIT     60 /* seconds, that no test comes near to */

static int64_t now(void)
{
    struct timespec time;

    clock_gettime(CLOCK_MONOTONIC, &time);
    return time.tv_sec * INT64_C(1000000000) + time.tv_nsec;
}

static struct transport *listen_at(const char *address, struct root_file *file)
{
    char *trouble = NULL;
    struct transport *root = transport_listen(address, file, &trouble);

    if (root == NULL)
        fail_msg("%s", trouble);
    file->boot = root_boot();
    return root;
}

static struct transport *connect_to(const struct root_file *file, uint64_t node)
{
    char *trouble = NULL;
    struct transport *transport = transport_connect(file, node, &trouble);

    if (transport == NULL)
        fail_msg("%s", trouble);
    return transport;
}

/* ------------------------------------------------------------ one node */

struct node {
    struct transport *transport;
    uint64_t number;
    struct stream *stream;   /* at the node, or the root's end of it */
    struct transport *other; /* what it sends by */
    uint64_t came;
};

static bool transmit(void *context, const struct stream_frame *frame,
                     const void *bytes, size_t length)
{
    struct node *node = context;

    return transport_send(node->transport, node->number, frame, bytes, length);
}

static struct node open_node(struct transport *transport, uint64_t number)
{
    return (struct node){.transport = transport, .number = number};
}

static void open_stream(struct node *node)
{
    node->stream = stream_new(1 << 20, "/tmp", transmit, node);
}

/* All that has come to one end; the messages are the numbers 0, 1, ... */
static void take_all(struct transport *transport, struct node *ends,
                     size_t count)
{
    const void *frame, *bytes;
    size_t size, length, i;
    uint64_t from;

    while ((frame = transport_receive(transport, &from, &size)) != NULL) {
        struct node *end = NULL;

        for (i = 0; i < count; i++)
            if (count == 1 || ends[i].number == from)
                end = &ends[i];
        assert_non_null(end);
        if (!stream_take(end->stream, frame, size, now(), &bytes, &length))
            continue;
        assert_int_equal(length, sizeof end->came);
        assert_memory_equal(bytes, &end->came, sizeof end->came);
        end->came++;
    }
}

static void pump(struct node *ends, size_t count)
{
    size_t i;

    for (i = 0; i < count; i++)
        assert_int_equal(stream_pump(ends[i].stream, now()), 0);
}

static void wait_for(struct transport *one, int milliseconds)
{
    struct pollfd wait = {.fd = transport_fd(one), .events = POLLIN};

    (void)poll(&wait, 1, milliseconds);
}

static void test_nodes_talk_to_root(void **state)
{
    struct root_file file = {0};
    struct transport *root = listen_at("127.0.0.1", &file);
    struct node here[NODES], there[NODES];
    int64_t end = now() + LIMIT * INT64_C(1000000000);
    uint64_t sent = 0, i;
    bool all = false;

    (void)state;
    for (i = 0; i < NODES; i++) {
        there[i] = open_node(connect_to(&file, i * 1000), i * 1000);
        here[i] = open_node(root, i * 1000);
        open_stream(&there[i]);
        open_stream(&here[i]);
    }
    while (!all && now() < end) {
        all = sent == MESSAGES;
        for (i = 0; i < NODES; i++) {
            if (sent < MESSAGES) {
                assert_int_equal(stream_send(there[i].stream, &sent, 8), 0);
                assert_int_equal(stream_send(here[i].stream, &sent, 8), 0);
            }
            pump(&there[i], 1);
            take_all(there[i].transport, &there[i], 1);
            all = all && there[i].came == MESSAGES && here[i].came == MESSAGES;
        }
        sent += sent < MESSAGES;
        take_all(root, here, NODES);
        pump(here, NODES);
        if (sent == MESSAGES)
            wait_for(root, 1);
    }
    assert_true(all);
    for (i = 0; i < NODES; i++) {
        stream_free(there[i].stream);
        stream_free(here[i].stream);
        transport_close(there[i].transport);
    }
    assert_int_equal(transport_refused(root), 0);
    transport_close(root);
    root_file_free(&file);
}

/* --------------------------------------------------------------- broken */

static int tcp_socket(int port, bool server)
{
    struct sockaddr_in address = {.sin_family = AF_INET,
                                  .sin_port = htons((uint16_t)port),
                                  .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    int fd = socket(AF_INET, SOCK_STREAM, 0), one = 1;

    setsockopt(fd, SOL_SOCKET, SO_REUSEADDR, &one, sizeof one);
    if (server ? bind(fd, (void *)&address, sizeof address) == 0 &&
                     listen(fd, 8) == 0
               : connect(fd, (void *)&address, sizeof address) == 0)
        return fd;
    close(fd);
    return -1;
}

static int port_of(int fd)
{
    struct sockaddr_in address;
    socklen_t size = sizeof address;

    assert_int_equal(getsockname(fd, (void *)&address, &size), 0);
    return ntohs(address.sin_port);
}

static bool forward(int from, int to)
{
    char bytes[4096];
    ssize_t length = read(from, bytes, sizeof bytes), done = 0;

    while (done < length) {
        ssize_t some = write(to, bytes + done, (size_t)(length - done));

        if (some <= 0)
            return false;
        done += some;
    }
    return length > 0;
}

/* Hands on what comes at `listener` to the root: a cable that can be cut. */
static pid_t start_cable(int listener, int port)
{
    pid_t pid = fork();

    assert_true(pid >= 0);
    if (pid != 0)
        return pid;
    for (;;) {
        int one = accept(listener, NULL, NULL), other = tcp_socket(port, false);
        struct pollfd both[2] = {{.fd = one, .events = POLLIN},
                                 {.fd = other, .events = POLLIN}};
        bool open = one >= 0 && other >= 0;

        while (open) {
            (void)poll(both, 2, -1);
            open = (both[0].revents == 0 || forward(one, other)) &&
                   (both[1].revents == 0 || forward(other, one));
        }
        close(one);
        close(other);
    }
}

static void cut_cable(pid_t cable)
{
    assert_int_equal(kill(cable, SIGKILL), 0);
    assert_int_equal(waitpid(cable, NULL, 0), cable);
}

/* Cut each time when so many have come; what was on its way is lost. */
static void test_link_is_cut(void **state)
{
    struct root_file file = {0}, over;
    struct transport *root = listen_at("127.0.0.1:0", &file);
    int listener = tcp_socket(0, true);
    int port = atoi(strrchr(file.endpoint, ':') + 1);
    pid_t cable = start_cable(listener, port);
    int64_t end = now() + LIMIT * INT64_C(1000000000);
    struct node there, here = open_node(root, 7);
    uint64_t sent = 0, cuts = 0;

    (void)state;
    over = file;
    over.endpoint = xasprintf("tcp://127.0.0.1:%d", port_of(listener));
    there = open_node(connect_to(&over, 7), 7);
    open_stream(&there);
    open_stream(&here);
    while ((here.came < MESSAGES || there.came < MESSAGES) && now() < end) {
        if (sent < MESSAGES) {
            assert_int_equal(stream_send(there.stream, &sent, 8), 0);
            assert_int_equal(stream_send(here.stream, &sent, 8), 0);
            sent++;
        }
        pump(&there, 1);
        take_all(there.transport, &there, 1);
        take_all(root, &here, 1);
        pump(&here, 1);
        if (here.came > (cuts + 1) * MESSAGES / 4 && cuts < 3) {
            cut_cable(cable);
            cable = start_cable(listener, port);
            cuts++;
        }
        if (sent == MESSAGES)
            wait_for(root, 1);
    }
    assert_int_equal(here.came, MESSAGES);
    assert_int_equal(there.came, MESSAGES);
    assert_int_equal(cuts, 3);
    cut_cable(cable);
    close(listener);
    stream_free(there.stream);
    stream_free(here.stream);
    transport_close(there.transport);
    transport_close(root);
    free(over.endpoint);
    root_file_free(&file);
}

/* ----------------------------------------------------------------- keys */

/* A frame of it comes to the root: waits until it has, or was refused. */
static bool gets_through(struct transport *root, struct transport *node)
{
    struct stream_frame frame = {.kind = STREAM_ACK};
    int64_t end = now() + LIMIT * INT64_C(1000000000);
    unsigned refused = transport_refused(root);
    uint64_t from;
    size_t size;

    while (now() < end && transport_refused(root) == refused) {
        (void)transport_send(node, 0, &frame, NULL, 0);
        if (transport_receive(root, &from, &size) != NULL)
            return true;
        wait_for(root, 1);
    }
    return false;
}

static void test_wrong_keys_are_refused(void **state)
{
    struct root_file file = {0}, other = {0}, wrong;
    struct transport *root = listen_at("127.0.0.1", &file);
    struct transport *stranger = listen_at("127.0.0.1", &other);
    struct transport *node;
    uint64_t from;
    size_t size;
    int i;

    (void)state;
    /* A good key of another job. */
    wrong = file;
    memcpy(wrong.client, other.client, sizeof wrong.client);
    memcpy(wrong.secret, other.secret, sizeof wrong.secret);
    node = connect_to(&wrong, 1);
    assert_false(gets_through(root, node));
    assert_int_equal(transport_refused(root), 1);
    transport_close(node);

    /* Another root's key: the node does not talk to this one. */
    wrong = file;
    memcpy(wrong.server, other.server, sizeof wrong.server);
    node = connect_to(&wrong, 2);
    for (i = 0; i < 300; i++) {
        struct stream_frame frame = {.kind = STREAM_ACK};

        (void)transport_send(node, 0, &frame, NULL, 0);
        assert_null(transport_receive(root, &from, &size));
        wait_for(root, 1);
    }
    transport_close(node);

    /* The right ones. */
    node = connect_to(&file, 3);
    assert_true(gets_through(root, node));
    transport_close(node);
    transport_close(stranger);
    transport_close(root);
    root_file_free(&file);
    root_file_free(&other);
}

static void test_bad_address(void **state)
{
    struct root_file file = {0};
    static const char *const wrong[] = {"192.0.2.1",
                                        "no.such.host.invalid:1",
                                        "127.0.0.1:65536",
                                        "127.0.0.1:",
                                        "127.0.0.1:http",
                                        "127.0.0.1:-1",
                                        "127.0.0.1:80x",
                                        "0.0.0.0:0",
                                        "[::]"};
    char *trouble = NULL;
    size_t i;

    (void)state;
    for (i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        assert_null(transport_listen(wrong[i], &file, &trouble));
        assert_non_null(strstr(trouble, wrong[i]));
        free(trouble);
    }
    root_file_free(&file);
}

static void test_file(void **state)
{
    struct root_file file = {.endpoint = xstrdup("tcp://127.0.0.1:1"),
                             .boot = root_boot(),
                             .job = xstrdup("1234.0")},
                     read;
    struct stat status;
    char *trouble;
    int fd;

    (void)state;
    memset(file.server, 's', ROOT_KEY_SIZE - 1);
    memset(file.client, '<', ROOT_KEY_SIZE - 1);
    memset(file.secret, '"', ROOT_KEY_SIZE - 1);
    umask(0);
    fd = root_file_write(FILE_NAME, &file, &trouble);
    assert_true(fd >= 0);
    assert_int_equal(close(fd), 0);
    fd = root_file_write(FILE_NAME, &file, &trouble);
    assert_true(fd >= 0);
    assert_int_equal(close(fd), 0);
    assert_int_equal(stat(FILE_NAME, &status), 0);
    assert_int_equal(status.st_mode & 07777, 0600);
    assert_int_equal(root_file_read(FILE_NAME, &read, &trouble), 0);
    assert_string_equal(read.endpoint, file.endpoint);
    assert_string_equal(read.boot, file.boot);
    assert_string_equal(read.job, file.job);
    assert_string_equal(read.server, file.server);
    assert_string_equal(read.client, file.client);
    assert_string_equal(read.secret, file.secret);
    root_file_free(&read);

    /* One that others can read is not believed. */
    assert_int_equal(chmod(FILE_NAME, 0640), 0);
    assert_int_equal(root_file_read(FILE_NAME, &read, &trouble), -1);
    assert_non_null(strstr(trouble, "0600"));
    free(trouble);
    /* Nor is one that is something else. */
    assert_int_equal(chmod(FILE_NAME, 0600), 0);
    assert_int_equal(truncate(FILE_NAME, 20), 0);
    assert_int_equal(root_file_read(FILE_NAME, &read, &trouble), -1);
    free(trouble);
    assert_int_equal(unlink(FILE_NAME), 0);
    assert_int_equal(root_file_read(FILE_NAME, &read, &trouble), -1);
    free(trouble);
    assert_int_equal(root_file_write("no/folder", &file, &trouble), -1);
    free(trouble);
    root_file_free(&file);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_nodes_talk_to_root),
        cmocka_unit_test(test_link_is_cut),
        cmocka_unit_test(test_wrong_keys_are_refused),
        cmocka_unit_test(test_bad_address),
        cmocka_unit_test(test_file),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
