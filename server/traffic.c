/* traffic.c - see traffic.h. */
#include "traffic.h"

#include "memory.h"
#include "model_object.h"

#include <stdlib.h>

struct traffic {
    struct traffic_pair *pairs;
};

struct traffic *traffic_new(void)
{
    return xcalloc(1, sizeof(struct traffic));
}

void traffic_free(struct traffic *traffic)
{
    struct traffic_pair *pair, *next;

    HASH_ITER(hh, traffic->pairs, pair, next) {
        HASH_DEL(traffic->pairs, pair);
        free(pair);
    }
    free(traffic);
}

struct traffic_pair *traffic_between(struct traffic *traffic,
                                     const struct seat *from,
                                     const struct seat *to)
{
    struct traffic_key key = {from, to};
    struct traffic_pair *pair;

    if (from == NULL || to == NULL)
        return NULL;
    HASH_FIND(hh, traffic->pairs, &key, sizeof key, pair);
    if (pair != NULL)
        return pair;
    pair = xcalloc(1, sizeof *pair);
    pair->key = key;
    pair->from = from->rank;
    pair->to = to->rank;
    HASH_ADD(hh, traffic->pairs, key, sizeof pair->key, pair);
    return pair;
}

void traffic_message(struct traffic_pair *pair, int64_t bytes)
{
    if (pair == NULL)
        return;
    pair->messages++;
    pair->message_bytes += bytes > 0 ? (uint64_t)bytes : 0;
}

void traffic_access(struct traffic_pair *pair, int64_t bytes)
{
    if (pair == NULL)
        return;
    pair->accesses++;
    pair->access_bytes += bytes > 0 ? (uint64_t)bytes : 0;
}

uint64_t traffic_bytes(const struct traffic_pair *pair)
{
    return pair->message_bytes + pair->access_bytes;
}

static int compare(const void *left, const void *right)
{
    const struct traffic_pair *a = *(const struct traffic_pair *const *)left;
    const struct traffic_pair *b = *(const struct traffic_pair *const *)right;

    if (traffic_bytes(a) != traffic_bytes(b))
        return traffic_bytes(a) > traffic_bytes(b) ? -1 : 1;
    if (a->from != b->from)
        return a->from < b->from ? -1 : 1;
    return a->to < b->to ? -1 : a->to > b->to;
}

size_t traffic_sorted(const struct traffic *traffic,
                      const struct traffic_pair ***pairs)
{
    size_t count = 0;
    struct traffic_pair *pair, *next;

    *pairs = xcalloc(HASH_COUNT(traffic->pairs) + 1, sizeof **pairs);
    HASH_ITER(hh, traffic->pairs, pair, next)
        (*pairs)[count++] = pair;
    qsort(*pairs, count, sizeof **pairs, compare);
    return count;
}
