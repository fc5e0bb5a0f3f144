/*
 * wire.h - how a process of the application and the checker meet.
 *
 * They talk over a SOCK_SEQPACKET socket in the abstract namespace (nothing
 * is left in the file system), named WIRE_SOCKET_FORMAT with the user's id
 * and the job key.  Each packet begins with struct wire_packet.  The checker
 * looks at SO_PEERCRED and refuses other users.
 */
#ifndef MURMEL_WIRE_H
#define MURMEL_WIRE_H

#include <stdint.h>

#define WIRE_VERSION       UINT32_C(43)
#define WIRE_SOCKET_FORMAT "murmel-%u-%s" /* uid, job key */
#define WIRE_MAX_PACKET    32768
#define WIRE_LAUNCH_SIZE   80

enum wire_kind {
    WIRE_HELLO = 1, /* process -> checker: struct wire_hello, fd: stderr */
    WIRE_WELCOME,   /* checker -> process: struct wire_welcome */
    WIRE_REFUSED,   /* checker -> process: text: why; then it hangs up */
    WIRE_RING,      /* process -> checker: struct wire_ring, fd: memfd */
    WIRE_GOODBYE,   /* process -> checker: struct wire_goodbye */
    WIRE_ABORT,     /* checker -> process: struct wire_packet alone: end the
                     * job by MPI_Abort */
    WIRE_OUTPUT,    /* process -> checker: struct wire_packet alone, fd: the
                     * launcher's stderr */
    WIRE_LEAVE,     /* process -> checker: struct wire_packet alone: it is in
                     * MPI_Finalize or MPI_Abort, or has crashed, and goes on
                     * when it was told: */
    WIRE_KEPT,      /* checker -> process: struct wire_packet alone: all that
                     * it did before WIRE_LEAVE, or WIRE_GOODBYE, has come to
                     * where it is judged */
    WIRE_STOPPED    /* process -> checker: struct wire_packet alone: it goes on
                     * and tells nothing more; then it hangs up */
};

struct wire_packet {
    uint32_t kind;
    uint32_t size; /* of the whole packet */
};

struct wire_hello {
    struct wire_packet packet;
    uint32_t version; /* WIRE_VERSION */
    int32_t pid;
    uint64_t schema;  /* CALLS_SCHEMA_HASH */
    int32_t rank;     /* what the launcher's environment says, or -1 */
    int32_t size;     /* likewise */
    char flavour[16]; /* "mpich", "openmpi", "abi" */
    /* The same text in all processes that were started together, another in
     * those of other jobs; "": not known. */
    char launch[WIRE_LAUNCH_SIZE];
    /* Zero-terminated, one after another: the MPI's library version, path
     * of the executable, working directory, command line (by spaces). */
    char strings[];
};

struct wire_welcome {
    struct wire_packet packet;
    /* 1: what the process does is judged on another node, and it says
     * WIRE_LEAVE, and waits for WIRE_KEPT then and before it exits: its
     * launcher may end the checker here with its last process. */
    uint32_t relayed;
    int32_t pid; /* the checker's, in its own namespace */
};

struct wire_ring {
    struct wire_packet packet;
    uint32_t thread; /* tid */
    uint32_t number; /* of this thread's rings: 0, 1, ... */
};

struct wire_goodbye {
    struct wire_packet packet;
    int32_t exit_status; /* as given to exit() */
    int32_t unused;
};

#endif
