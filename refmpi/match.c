/* match.c - what is posted and what has arrived, by context. */
#include "match.h"
#include <stdlib.h>
#include <string.h>

#define BUCKETS 256
static struct match_queue *buckets[BUCKETS];
static struct match_queue *latest; /* asked for, most often the next one, too */

static struct match_queue *find_queue(uint32_t context)
{
    struct match_queue **bucket = &buckets[context % BUCKETS];
    for (struct match_queue *q = *bucket; q; q = q->next)
        if (q->context == context)
            return q;
    struct match_queue *q = calloc(1, sizeof *q);
    if (!q)
        refmpi_fatal(NULL, "out of memory for a matching queue");
    q->context = context;
    q->posted_end = &q->posted;
    q->arrived_end = &q->arrived;
    q->next = *bucket;
    *bucket = q;
    return q;
}

struct match_queue *refmpi_match_queue(uint32_t context)
{
    if (!latest || latest->context != context)
        latest = find_queue(context);
    return latest;
}

void refmpi_match_forget(uint32_t context)
{
    struct match_queue **link = &buckets[context % BUCKETS];
    while (*link && (*link)->context != context)
        link = &(*link)->next;
    struct match_queue *q = *link;
    if (!q || q->posted)
        return;
    *link = q->next;
    if (latest == q)
        latest = NULL;
    for (struct unexpected *u = q->arrived, *after; u; u = after) {
        after = u->next;
        free(u);
    }
    free(q);
}

struct match_queue *refmpi_match_after(const struct match_queue *queue)
{
    if (queue && queue->next)
        return queue->next;
    for (unsigned i = queue ? queue->context % BUCKETS + 1 : 0; i < BUCKETS;
         i++)
        if (buckets[i])
            return buckets[i];
    return NULL;
}

static bool matches(int wanted_source, int wanted_tag, int source, int tag)
{
    return (wanted_source == MPI_ANY_SOURCE || wanted_source == source) &&
           (wanted_tag == MPI_ANY_TAG || wanted_tag == tag);
}

bool refmpi_match_fits(const struct p2p *p, const struct unexpected *message)
{
    return matches(p->peer, p->tag, message->head.source, message->head.tag);
}

void refmpi_match_post(struct p2p *p)
{
    struct match_queue *q = refmpi_match_queue(p->context);
    p->next = NULL;
    *q->posted_end = p;
    q->posted_end = &p->next;
    q->open += p->peer == MPI_ANY_SOURCE;
    p->is_posted = true;
}

void refmpi_match_unpost(struct match_queue *q, struct p2p **link)
{
    struct p2p *p = *link;
    *link = p->next;
    if (!p->next)
        q->posted_end = link;
    q->open -= p->peer == MPI_ANY_SOURCE;
    p->is_posted = false;
}

struct p2p *refmpi_match_posted(const struct record *record)
{
    struct match_queue *q = refmpi_match_queue(record->context);
    for (struct p2p **link = &q->posted; *link; link = &(*link)->next) {
        struct p2p *p = *link;
        if (matches(p->peer, p->tag, record->source, record->tag)) {
            refmpi_match_unpost(q, link);
            return p;
        }
    }
    return NULL;
}

void refmpi_match_take(struct match_queue *q, struct unexpected **link)
{
    struct unexpected *u = *link;
    *link = u->next;
    if (!u->next)
        q->arrived_end = link;
}

struct unexpected *refmpi_match_kept(uint32_t context, int source, int tag,
                                     bool takes_out)
{
    struct match_queue *q = refmpi_match_queue(context);
    struct unexpected **link = &q->arrived;
    for (; *link; link = &(*link)->next) {
        struct unexpected *u = *link;
        if (!matches(source, tag, u->head.source, u->head.tag))
            continue;
        if (takes_out)
            refmpi_match_take(q, link);
        return u;
    }
    return NULL;
}

void refmpi_match_keep(const struct record *record)
{
    struct match_queue *q = refmpi_match_queue(record->context);
    size_t payload = record->length - sizeof *record;
    struct unexpected *u = malloc(sizeof *u + payload);
    if (!u)
        refmpi_fatal(NULL, "out of memory for an unexpected message");
    u->next = NULL;
    memcpy(&u->head, record, sizeof *record);
    memcpy(u->data, record + 1, payload);
    *q->arrived_end = u;
    q->arrived_end = &u->next;
}

bool refmpi_match_drop(const struct record *record)
{
    struct match_queue *q = refmpi_match_queue(record->context);
    struct unexpected **link = &q->arrived;
    while (*link && ((*link)->head.id != record->id ||
                     (*link)->head.origin != record->origin))
        link = &(*link)->next;
    struct unexpected *u = *link;
    if (!u)
        return false;
    refmpi_match_take(q, link);
    free(u);
    return true;
}

void refmpi_match_withdraw(struct p2p *p)
{
    struct match_queue *q = refmpi_match_queue(p->context);
    struct p2p **link = &q->posted;
    while (*link != p)
        link = &(*link)->next;
    refmpi_match_unpost(q, link);
}
