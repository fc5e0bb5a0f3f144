/*
 * p2p_copy.h - a long message goes from the sender's memory to the receiver's
 * through the kernel: the receiver reads it, from its begin on, and where each
 * has a processor of its own the sender writes it at the same time, from its
 * end on. Each piece is claimed, in a word that both see, before it is copied.
 */
#ifndef REFMPI_P2P_COPY_H
#define REFMPI_P2P_COPY_H

#include "p2p.h"

/* What the receiver asks of the sender: payload of a record. */
struct copy_task {
    uint64_t source, target; /* addresses, in the sender and in the receiver */
    uint64_t bytes;
    uint64_t piece; /* in bytes; the last one may be shorter */
    uint64_t send;  /* the sender's request */
    uint64_t turn;  /* of the word */
    int32_t word;   /* in the receiver's block */
};

/* Not where many pieces are at work: there is no word for one more. */
enum copy_result {
    COPY_DONE,
    COPY_FAILED, /* as a whole; nobody is at it any more */
    COPY_HELPED  /* the sender has a part of it, and will say when it is done */
};

/*
 * Receives that many bytes at address of the sender. If the sender is to help,
 * ask is called, with what to send to it.
 */
enum copy_result refmpi_copy_receive(
    struct p2p *p, int origin, uint64_t address, size_t bytes, uint64_t send,
    void (*ask)(int origin, struct p2p *p, const struct copy_task *task));
/* The sender has told that its part is done, or that it failed. */
enum copy_result refmpi_copy_helped(struct p2p *p, bool has_failed);

/* The sender's part: false if there is nothing left to do. */
bool refmpi_copy_help(int receiver, const struct copy_task *task,
                      bool *has_failed);

#endif
