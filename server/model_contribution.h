/*
 * model_contribution.h - what a member brings to a collective operation.
 */
#ifndef MURMEL_MODEL_CONTRIBUTION_H
#define MURMEL_MODEL_CONTRIBUTION_H

#include "model_channel.h"

/* The two sides of an exchange of data. */
enum { SENDS, EXPECTS };

struct contribution {
    struct call *call;      /* held; NULL: has not come */
    struct group *group;    /* MPI_Comm_create: what it gives; held, or NULL */
    int64_t extent;         /* MPI_File_set_view: of etype; 0: not known */
    struct info *info;      /* held; NULL: none, or not known */
    struct type *types[2];  /* held: of its one or two buffers */
    struct type **lists[2]; /* the same where each block has its own; held */
    uint32_t list_count[2];
};

/* Of a call that begins: handles may stand for something else later. */
struct contribution contribution_new(struct agent *agent, struct call *call);
void contribution_drop(struct contribution *one);
/* The meeting takes it over. */
void contribution_keep(struct meeting *meeting, uint32_t member,
                       const struct contribution *one);

bool gives_in_place(const struct call *call, int side);
/* Whether one count says it for all blocks of that side. */
bool has_one_count(const struct call *call, int side);
/* The data of a buffer that are for, or from, the index-th member of a group.
 * False: there are none, or the call does not say. */
bool block_at(const struct contribution *one, int side, uint32_t index,
              struct payload *payload);
/* The data that all members of an intracommunicator must give alike; no type:
 * they need not, or it is not known. */
struct payload contribution_data(const struct contribution *one);

/* From model_exchange.c: whether they are so unlike that it is an error where
 * they must be alike; not where one of them is not known. */
bool payloads_clash(const struct payload *left, const struct payload *right);

#endif
