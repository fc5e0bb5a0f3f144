#include "transport.h"

#include "memory.h"
#include "zmq_table.h"

#include <errno.h>
#include <netdb.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <unistd.h>

#define Z85_KEY_SIZE    41 /* with its zero */
#define BINARY_KEY_SIZE 32
_Static_assert(Z85_KEY_SIZE == ROOT_KEY_SIZE, "a key of ZeroMQ");

/* ms.  A connection without a sign of life for so long is made anew; */
#define HEARTBEAT         500
#define HEARTBEAT_TIMEOUT 3000
/* and one that has not come about for so long: else TCP and ZeroMQ try it for
 * longer than the other end would wait. */
#define BEGIN_TIMEOUT 3000
/* one that breaks is, after */
#define RECONNECT     50
#define RECONNECT_MAX 500
/* What has not gone yet at the end has so long. */
#define LINGER 300
/* Frames that wait for a connection; stream.c has as many on their way. */
#define HIGH_WATER 1024

/* The name by which the root knows a node; the first byte must not be 0. */
struct routing_id {
    char letter;
    unsigned char node[sizeof(uint64_t)];
};

struct transport {
    const struct zmq_table *zmq;
    void *context, *socket;
    void *door; /* who is let in is asked here (ZAP); NULL: a node has none */
    int epoll_fd;
    bool root;
    zmq_msg_t received;
    char client[Z85_KEY_SIZE]; /* whose key is let in */
    unsigned refused;
};

static void set_number(const struct transport *transport, void *socket,
                       int option, int value)
{
    (void)transport->zmq->setsockopt(socket, option, &value, sizeof value);
}

static int fd_of(const struct transport *transport, void *socket)
{
    size_t size = sizeof(int);
    int fd = -1;

    (void)transport->zmq->getsockopt(socket, ZMQ_FD, &fd, &size);
    return fd;
}

static void watch(const struct transport *transport, void *socket)
{
    struct epoll_event event = {.events = EPOLLIN};

    (void)epoll_ctl(transport->epoll_fd, EPOLL_CTL_ADD,
                    fd_of(transport, socket), &event);
}

static struct transport *transport_new(int kind, char **trouble)
{
    const struct zmq_table *zmq = zmq_table_load(trouble);
    struct transport *transport;

    if (zmq == NULL)
        return NULL;
    transport = xcalloc(1, sizeof *transport);
    transport->zmq = zmq;
    transport->epoll_fd = epoll_create1(EPOLL_CLOEXEC);
    transport->context = zmq->ctx_new();
    transport->root = kind == ZMQ_ROUTER;
    transport->socket = zmq->socket(transport->context, kind);
    (void)zmq->msg_init(&transport->received);
    set_number(transport, transport->socket, ZMQ_LINGER, LINGER);
    set_number(transport, transport->socket, ZMQ_SNDHWM, HIGH_WATER);
    set_number(transport, transport->socket, ZMQ_RCVHWM, HIGH_WATER);
    set_number(transport, transport->socket, ZMQ_HEARTBEAT_IVL, HEARTBEAT);
    set_number(transport, transport->socket, ZMQ_HEARTBEAT_TIMEOUT,
               HEARTBEAT_TIMEOUT);
    set_number(transport, transport->socket, ZMQ_HANDSHAKE_IVL, BEGIN_TIMEOUT);
    set_number(transport, transport->socket, ZMQ_CONNECT_TIMEOUT,
               BEGIN_TIMEOUT);
    watch(transport, transport->socket);
    return transport;
}

void transport_close(struct transport *transport)
{
    (void)transport->zmq->msg_close(&transport->received);
    (void)transport->zmq->close(transport->socket);
    if (transport->door != NULL)
        (void)transport->zmq->close(transport->door);
    (void)transport->zmq->ctx_term(transport->context);
    close(transport->epoll_fd);
    free(transport);
}

/* ------------------------------------------------------------------- root */

/* The part of an address that is its host, without brackets, in place; and its
 * port, "0" where it has none.  More than one colon without brackets are those
 * of an IPv6 address. */
static const char *split(char *address, const char **port)
{
    char *colon = strrchr(address, ':');
    size_t length;

    *port = "0";
    if (colon != NULL && strchr(colon, ']') == NULL &&
        (address[0] == '[' || colon == strchr(address, ':'))) {
        *colon = '\0';
        *port = colon + 1;
    }
    length = strlen(address);
    if (length < 2 || address[0] != '[' || address[length - 1] != ']')
        return address;
    address[length - 1] = '\0';
    return address + 1;
}

static bool is_port(const char *text)
{
    size_t digits = strspn(text, "0123456789");

    return digits > 0 && digits <= 5 && text[digits] == '\0' &&
           atoi(text) <= UINT16_MAX;
}

/* The address in numbers; what is wrong with it, or NULL. */
static const char *look_up(const char *name, const char *port, char *host,
                           size_t host_size, bool *six)
{
    struct addrinfo hints = {.ai_socktype = SOCK_STREAM}, *found = NULL;
    int result;

    if (!is_port(port))
        return "the port is no number up to 65535";
    result = getaddrinfo(name, port, &hints, &found);
    if (result == 0)
        result = getnameinfo(found->ai_addr, found->ai_addrlen, host,
                             (socklen_t)host_size, NULL, 0, NI_NUMERICHOST);
    *six = found != NULL && found->ai_family == AF_INET6;
    if (found != NULL)
        freeaddrinfo(found);
    if (result != 0)
        return gai_strerror(result);
    if (strcmp(host, "0.0.0.0") == 0 || strcmp(host, "::") == 0)
        return "that is any address of a machine; the nodes need one that is "
               "this one's";
    return NULL;
}

/* As ZeroMQ wants it, that knows no names where it listens: numbers.  malloc'd;
 * NULL and *trouble. */
static char *numeric(const char *address, bool *six, char **trouble)
{
    char *words = xstrdup(address), *endpoint = NULL, host[64];
    const char *port, *name = split(words, &port);
    const char *why = look_up(name, port, host, sizeof host, six);

    if (why != NULL)
        *trouble = xasprintf("--root=%s: %s", address, why);
    else
        endpoint =
            xasprintf(*six ? "tcp://[%s]:%s" : "tcp://%s:%s", host, port);
    free(words);
    return endpoint;
}

bool transport_is_here(const char *address)
{
    char *words = xstrdup(address);
    const char *service, *name = split(words, &service);
    struct addrinfo hints = {.ai_socktype = SOCK_STREAM}, *found = NULL;
    bool here = true;

    if (getaddrinfo(name, "0", &hints, &found) == 0) {
        int fd = socket(found->ai_family, SOCK_STREAM | SOCK_CLOEXEC, 0);

        here = fd < 0 || bind(fd, found->ai_addr, found->ai_addrlen) == 0 ||
               errno != EADDRNOTAVAIL;
        if (fd >= 0)
            close(fd);
        freeaddrinfo(found);
    }
    free(words);
    return here;
}

/* ... and who asks in the root's name who is let in. */
static void open_door(struct transport *transport)
{
    transport->door = transport->zmq->socket(transport->context, ZMQ_REP);
    set_number(transport, transport->door, ZMQ_LINGER, 0);
    (void)transport->zmq->bind(transport->door, "inproc://zeromq.zap.01");
    watch(transport, transport->door);
}

/* The root's own secret key is nowhere but in the socket. */
static void make_keys(struct transport *transport, struct root_file *file)
{
    char secret[ROOT_KEY_SIZE];

    (void)transport->zmq->curve_keypair(file->client, file->secret);
    (void)transport->zmq->curve_keypair(file->server, secret);
    set_number(transport, transport->socket, ZMQ_CURVE_SERVER, 1);
    (void)transport->zmq->setsockopt(transport->socket, ZMQ_CURVE_SECRETKEY,
                                     secret, sizeof secret);
    (void)transport->zmq->setsockopt(transport->socket, ZMQ_ZAP_DOMAIN,
                                     "murmel", strlen("murmel"));
    memcpy(transport->client, file->client, sizeof transport->client);
    explicit_bzero(secret, sizeof secret);
}

struct transport *transport_listen(const char *address, struct root_file *file,
                                   char **trouble)
{
    bool six = false;
    char *where = numeric(address, &six, trouble), bound[256];
    struct transport *transport =
        where != NULL ? transport_new(ZMQ_ROUTER, trouble) : NULL;
    size_t size = sizeof bound;

    if (transport == NULL) {
        free(where);
        return NULL;
    }
    open_door(transport);
    make_keys(transport, file);
    set_number(transport, transport->socket, ZMQ_IPV6, six);
    /* A node that comes back is the same node; of one that is not there we are
     * told. */
    set_number(transport, transport->socket, ZMQ_ROUTER_HANDOVER, 1);
    set_number(transport, transport->socket, ZMQ_ROUTER_MANDATORY, 1);
    if (transport->zmq->bind(transport->socket, where) != 0 ||
        transport->zmq->getsockopt(transport->socket, ZMQ_LAST_ENDPOINT, bound,
                                   &size) != 0) {
        *trouble = xasprintf("--root=%s: cannot listen there: %s", address,
                             transport->zmq->strerror(errno));
        transport_close(transport);
        transport = NULL;
    } else {
        file->endpoint = xstrdup(bound);
    }
    free(where);
    return transport;
}

/* One part of a message, as a text; whether more come. */
static bool next_part(const struct transport *transport, char *text,
                      size_t size, size_t *length)
{
    int more = 0, result;
    size_t more_size = sizeof more;

    result = transport->zmq->recv(transport->door, text, size - 1, 0);
    *length = result > 0 ? (size_t)result : 0;
    if (*length > size - 1)
        *length = 0; /* it was cut off: none that is known */
    text[*length] = '\0';
    (void)transport->zmq->getsockopt(transport->door, ZMQ_RCVMORE, &more,
                                     &more_size);
    return more != 0;
}

/* One who knocks (ZeroMQ's RFC 27): version, request, domain, address, name,
 * mechanism, and with CURVE the public key. */
enum { ZAP_VERSION, ZAP_REQUEST, ZAP_MECHANISM = 5, ZAP_KEY, ZAP_PARTS };

static void answer_door(struct transport *transport)
{
    char parts[ZAP_PARTS][256], key[Z85_KEY_SIZE] = "";
    size_t lengths[ZAP_PARTS] = {0}, length;
    const struct zmq_table *zmq = transport->zmq;
    bool more = true, good;
    size_t i;

    for (i = 0; more && i < ZAP_PARTS; i++)
        more = next_part(transport, parts[i], sizeof parts[i], &lengths[i]);
    good = i == ZAP_PARTS && !more && lengths[ZAP_KEY] == BINARY_KEY_SIZE &&
           strcmp(parts[ZAP_MECHANISM], "CURVE") == 0 &&
           zmq->z85_encode(key, (const uint8_t *)parts[ZAP_KEY],
                           BINARY_KEY_SIZE) != NULL &&
           strcmp(key, transport->client) == 0;
    while (more)
        more = next_part(transport, parts[ZAP_KEY], sizeof parts[0], &length);
    transport->refused += !good;
    (void)zmq->send(transport->door, parts[ZAP_VERSION], lengths[ZAP_VERSION],
                    ZMQ_SNDMORE);
    (void)zmq->send(transport->door, parts[ZAP_REQUEST], lengths[ZAP_REQUEST],
                    ZMQ_SNDMORE);
    (void)zmq->send(transport->door, good ? "200" : "400", 3, ZMQ_SNDMORE);
    (void)zmq->send(transport->door, "", 0, ZMQ_SNDMORE); /* text */
    (void)zmq->send(transport->door, "", 0, ZMQ_SNDMORE); /* user */
    (void)zmq->send(transport->door, "", 0, 0);           /* metadata */
}

static bool is_readable(const struct transport *transport, void *socket)
{
    int events = 0;
    size_t size = sizeof events;

    return transport->zmq->getsockopt(socket, ZMQ_EVENTS, &events, &size) ==
               0 &&
           (events & ZMQ_POLLIN) != 0;
}

static bool knocks(const struct transport *transport)
{
    return transport->door != NULL && is_readable(transport, transport->door);
}

/* ------------------------------------------------------------------- node */

struct transport *transport_connect(const struct root_file *file, uint64_t node,
                                    char **trouble)
{
    struct transport *transport = transport_new(ZMQ_DEALER, trouble);
    const struct zmq_table *zmq;
    struct routing_id id = {.letter = 'n'};
    void *socket;

    if (transport == NULL)
        return NULL;
    zmq = transport->zmq;
    socket = transport->socket;
    memcpy(id.node, &node, sizeof id.node);
    (void)zmq->setsockopt(socket, ZMQ_ROUTING_ID, &id, sizeof id);
    set_number(transport, socket, ZMQ_IPV6,
               strchr(file->endpoint, '[') != NULL);
    /* Nothing is put in a queue for a connection that is not there. */
    set_number(transport, socket, ZMQ_IMMEDIATE, 1);
    set_number(transport, socket, ZMQ_RECONNECT_IVL, RECONNECT);
    set_number(transport, socket, ZMQ_RECONNECT_IVL_MAX, RECONNECT_MAX);
    if (zmq->setsockopt(socket, ZMQ_CURVE_SERVERKEY, file->server,
                        ROOT_KEY_SIZE) == 0 &&
        zmq->setsockopt(socket, ZMQ_CURVE_PUBLICKEY, file->client,
                        ROOT_KEY_SIZE) == 0 &&
        zmq->setsockopt(socket, ZMQ_CURVE_SECRETKEY, file->secret,
                        ROOT_KEY_SIZE) == 0 &&
        zmq->connect(socket, file->endpoint) == 0)
        return transport;
    *trouble = xasprintf("%s: the root checker cannot be talked to: %s",
                         file->endpoint, zmq->strerror(errno));
    transport_close(transport);
    return NULL;
}

/* ------------------------------------------------------------------- both */

int transport_fd(const struct transport *transport)
{
    return transport->epoll_fd;
}

/* The next part of a message; false: there is none. */
static bool receive(struct transport *transport)
{
    return transport->zmq->msg_recv(&transport->received, transport->socket,
                                    ZMQ_DONTWAIT) >= 0;
}

/* Of the root's messages the first part is the node's name; false: it has
 * none of ours. */
static bool take_node(struct transport *transport, uint64_t *node)
{
    struct routing_id id = {0};
    size_t size = transport->zmq->msg_size(&transport->received);

    if (size == sizeof id)
        memcpy(&id, transport->zmq->msg_data(&transport->received), sizeof id);
    memcpy(node, id.node, sizeof *node);
    return transport->zmq->msg_more(&transport->received) &&
           receive(transport) && size == sizeof id && id.letter == 'n';
}

const void *transport_receive(struct transport *transport, uint64_t *node,
                              size_t *size)
{
    while (knocks(transport))
        answer_door(transport);
    *node = 0;
    while (receive(transport)) {
        bool known = !transport->root || take_node(transport, node);
        bool whole = !transport->zmq->msg_more(&transport->received);

        while (transport->zmq->msg_more(&transport->received) &&
               receive(transport))
            ;
        if (!known || !whole)
            continue;
        *size = transport->zmq->msg_size(&transport->received);
        return transport->zmq->msg_data(&transport->received);
    }
    return NULL;
}

bool transport_is_ready(const struct transport *transport)
{
    return knocks(transport) || is_readable(transport, transport->socket);
}

bool transport_send(struct transport *transport, uint64_t node,
                    const struct stream_frame *frame, const void *bytes,
                    size_t length)
{
    struct routing_id id = {.letter = 'n'};
    char *whole;
    bool sent;

    memcpy(id.node, &node, sizeof id.node);
    if (transport->root &&
        transport->zmq->send(transport->socket, &id, sizeof id,
                             ZMQ_SNDMORE | ZMQ_DONTWAIT) < 0)
        return false;
    whole = xmalloc(sizeof *frame + length);
    memcpy(whole, frame, sizeof *frame);
    if (length > 0)
        memcpy(whole + sizeof *frame, bytes, length);
    sent = transport->zmq->send(transport->socket, whole,
                                sizeof *frame + length, ZMQ_DONTWAIT) >= 0;
    free(whole);
    return sent;
}

unsigned transport_refused(const struct transport *transport)
{
    return transport->refused;
}
