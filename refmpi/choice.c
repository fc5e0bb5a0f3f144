/* choice.c - receives from any source that do not hang on time. */
#include "choice.h"
#include "match.h"

/* So many calls that find nothing: the rank only asks. */
#define POLLS 50

static struct {
    bool probe_waits;   /* a blocking probe has a choice */
    bool probe_chooses; /* and may make it */
    bool polls;         /* counted in the segment */
    int idle;           /* progress calls that found nothing */
    uint64_t made;
} choice;

static bool is_open(const struct p2p *p)
{
    return p->peer == MPI_ANY_SOURCE;
}

/* The first receive that the message matches, or what ends the list. */
static struct p2p **receive_for(struct match_queue *q,
                                const struct unexpected *message)
{
    struct p2p **link = &q->posted;
    while (*link && !refmpi_match_fits(*link, message))
        link = &(*link)->next;
    return link;
}

/* By source, the first message from it that the receive can take, unless an
 * earlier receive is posted for that one: what there is to choose from. In one
 * pass, since very many may have arrived. */
static struct unexpected **candidates[SEGMENT_RANKS_MAX];

/* Fills candidates, as far as there are sources; how many there are. */
static int find_candidates(struct match_queue *q, const struct p2p *p,
                           int *sources)
{
    int count = 0;
    *sources = 0;
    for (struct unexpected **link = &q->arrived; *link; link = &(*link)->next) {
        int source = (*link)->head.source;
        if (!refmpi_match_fits(p, *link))
            continue;
        while (*sources <= source)
            candidates[(*sources)++] = NULL;
        if (!candidates[source])
            candidates[source] = link;
    }
    for (int source = 0; source < *sources; source++) {
        if (candidates[source] && *receive_for(q, *candidates[source]) != p)
            candidates[source] = NULL;
        count += candidates[source] != NULL;
    }
    return count;
}

/* One of the candidates of a receive, or NULL: of a receive from one source it
 * is the only one. */
static struct unexpected **any_candidate(struct match_queue *q,
                                         const struct p2p *p)
{
    int sources;
    /* The first that it can take is mostly one, and the first from its source
     * for sure. */
    for (struct unexpected **link = &q->arrived; *link; link = &(*link)->next) {
        if (!refmpi_match_fits(p, *link))
            continue;
        if (*receive_for(q, *link) == p)
            return link;
        break;
    }
    if (find_candidates(q, p, &sources) == 0)
        return NULL;
    while (!candidates[sources - 1])
        sources--;
    return candidates[sources - 1];
}

/* The one of the candidates that is chosen. */
static struct unexpected **choose(struct match_queue *q, const struct p2p *p)
{
    int sources, count = find_candidates(q, p, &sources), wanted = 0;
    if (refmpi.wildcard == REFMPI_WILDCARD_HIGHEST)
        wanted = count - 1;
    else if (refmpi.wildcard == REFMPI_WILDCARD_SEED && count > 1)
        wanted =
            (int)(refmpi_choice(REFMPI_CHOICE_WILDCARD,
                                ++choice.made * 1024 + (unsigned)refmpi.rank) %
                  (unsigned)count);
    for (int source = 0; source < sources; source++)
        if (candidates[source] && wanted-- == 0)
            return candidates[source];
    return NULL;
}

/* Both leave the queues and meet. */
static void join(struct match_queue *q, struct p2p **receive,
                 struct unexpected **link)
{
    struct p2p *p = *receive;
    struct unexpected *message = *link;
    refmpi_match_unpost(q, receive);
    refmpi_match_take(q, link);
    refmpi_p2p_receive_message(p, message);
}

/* A receive from one source takes its first message, unless a receive from
 * any source was posted before that may want it. */
static bool match_one(struct match_queue *q)
{
    const struct p2p *posted = q->posted;
    while (posted && is_open(posted))
        posted = posted->next;
    if (!posted)
        return false;
    for (struct unexpected **link = &q->arrived; *link; link = &(*link)->next) {
        struct p2p **receive = receive_for(q, *link);
        if (!*receive || is_open(*receive) ||
            any_candidate(q, *receive) != link)
            continue;
        join(q, receive, link);
        return true;
    }
    return false;
}

/* The first receive that has a choice, or NULL. */
static struct p2p **first_with_choice(struct match_queue *q)
{
    for (struct p2p **link = &q->posted; *link; link = &(*link)->next)
        if (is_open(*link) && any_candidate(q, *link))
            return link;
    return NULL;
}

bool refmpi_choice_is_open(uint32_t context)
{
    return refmpi_match_queue(context)->open > 0;
}

static void publish(void)
{
    bool has = choice.probe_waits;
    for (struct match_queue *q = refmpi_match_after(NULL); !has && q;
         q = refmpi_match_after(q))
        has = refmpi_chooses(q->context) && first_with_choice(q);
    atomic_store(&refmpi_block(refmpi.rank)->has_choice, has);
}

void refmpi_choice_match(uint32_t context)
{
    struct match_queue *q = refmpi_match_queue(context);
    while (match_one(q))
        ;
    publish();
}

/* Makes the first choice there is. */
static bool make(void)
{
    if (choice.probe_waits) {
        choice.probe_waits = false;
        choice.probe_chooses = true;
        publish();
        return true;
    }
    for (struct match_queue *q = refmpi_match_after(NULL); q;
         q = refmpi_match_after(q)) {
        struct p2p **receive =
            refmpi_chooses(q->context) ? first_with_choice(q) : NULL;
        if (!receive)
            continue;
        join(q, receive, choose(q, *receive));
        refmpi_choice_match(q->context);
        return true;
    }
    return false;
}

struct unexpected *refmpi_choice_probe(uint32_t context, int source, int tag,
                                       bool extract, bool is_blocking)
{
    struct match_queue *q = refmpi_match_queue(context);
    struct p2p probe = {.peer = source, .tag = tag};
    struct unexpected **link, *found;
    bool must_wait = is_blocking && is_open(&probe) && !choice.probe_chooses;
    /* What a posted receive may want is not the probe's: posted first. */
    struct p2p **end = q->posted_end;
    *end = &probe;
    link = must_wait ? any_candidate(q, &probe) : choose(q, &probe);
    *end = NULL;
    if (link && must_wait) {
        choice.probe_waits = true;
        publish();
    }
    if (!link || must_wait)
        return NULL;
    choice.probe_chooses = false;
    found = *link;
    if (extract) {
        refmpi_match_take(q, link);
        refmpi_choice_match(context);
    }
    return found;
}

bool refmpi_choice_progress(void)
{
    struct rank_block *own = refmpi_block(refmpi.rank);
    if (!atomic_load_explicit(&own->may_choose, memory_order_relaxed) ||
        !atomic_exchange(&own->may_choose, 0))
        return false;
    return make();
}

bool refmpi_choice_release(void)
{
    bool is_any = false;
    for (int rank = 0; rank < refmpi.size; rank++) {
        if (!atomic_load(&refmpi_block(rank)->has_choice))
            continue;
        atomic_store(&refmpi_block(rank)->may_choose, 1);
        is_any = true;
    }
    for (int rank = 0; is_any && rank < refmpi.size; rank++)
        if (atomic_load(&refmpi_block(rank)->may_choose))
            refmpi_wake(rank);
    return is_any;
}

void refmpi_choice_polled(bool moved)
{
    struct segment *segment = refmpi_segment();
    choice.idle = moved ? 0 : choice.idle + 1;
    if ((choice.idle >= POLLS) != choice.polls) {
        choice.polls = !choice.polls;
        atomic_fetch_add(&segment->polling, choice.polls ? 1 : -1);
    }
    if (choice.polls &&
        atomic_load(&segment->at_rest) + atomic_load(&segment->polling) >=
            refmpi.size)
        refmpi_choice_release();
}

bool refmpi_choice_is_due(void)
{
    return atomic_load(&refmpi_block(refmpi.rank)->has_choice);
}
