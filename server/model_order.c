/*
 * model_order.c - see model_order.h.
 */
#include "model_guard.h"
#include "model_private.h"

#include <stdlib.h>

#define CHANCES_KEPT 32 /* of a process; then the oldest are taken together */
#define MOMENTS_KEPT 16 /* of one look, in the same way */
#define RANGES_KEPT  32 /* of a process on a board; then it is all of it */

/* -------------------------------------------------------------- chances */

static void looked(struct agent *agent)
{
    struct chances *chances = &agent->chances;

    chances->last = agent->clock.now;
    if (chances->first == 0)
        chances->first = chances->last;
}

/* Whether `clock` is as good as the other: the same process's, or the same,
 * and not older. */
static bool covers(const struct clock *clock, const struct clock *other)
{
    struct clock_moment mine, theirs;

    return clock == other ||
           (clock_owner(clock, &mine) && clock_owner(other, &theirs) &&
            mine.process == theirs.process && mine.at >= theirs.at);
}

const struct race no_race;

/* Whether what the one excludes the other does, too. */
static bool race_within(const struct race *one, const struct race *other)
{
    return (one->board == 0 ||
            (one->board == other->board && one->low >= other->low &&
             one->high <= other->high)) &&
           (one->got_at == 0 || one->got_at == other->got_at);
}

/* How little is lost if the two are taken together: races of one get on one
 * board, of one get, on one board; the last two are those of no race, too. */
static int likeness(const struct race *one, const struct race *other)
{
    bool board = one->board == other->board;
    bool get = one->got_at == other->got_at && (board || one->got_at != 0);

    return (get ? 2 : 0) + (board ? 1 : 0);
}

/* Two that are most alike, the oldest of them; *other: the later one. */
static size_t oldest_alike(const struct chances *chances, size_t *other)
{
    size_t oldest = 0, i, k;
    int most = -1;

    for (i = 0; i < chances->count && most < 3; i++)
        for (k = i + 1; k < chances->count && most < 3; k++) {
            int like =
                likeness(&chances->items[i].race, &chances->items[k].race);

            if (like <= most)
                continue;
            most = like;
            oldest = i;
            *other = k;
        }
    return oldest;
}

/* Of races on one board the bytes of both, and what lies between, are excluded:
 * too many, but only where the two have met already. */
static struct race race_of_both(const struct race *one,
                                const struct race *other)
{
    struct race both = *other;

    if (one->got_at != other->got_at)
        both.got_at = 0;
    if (one->board != other->board)
        both.board = 0;
    if (both.board == 0)
        both.low = both.high = 0;
    else {
        both.low = one->low < other->low ? one->low : other->low;
        both.high = one->high > other->high ? one->high : other->high;
    }
    return both;
}

static void merge_oldest(struct chances *chances)
{
    size_t to = 1, from = oldest_alike(chances, &to), i;
    struct chance *one = &chances->items[from], *other = &chances->items[to];
    struct clock *sum = NULL;

    clock_add(&sum, one->clock);
    clock_add(&sum, other->clock);
    other->at = one->at < other->at ? one->at : other->at;
    other->race = race_of_both(&one->race, &other->race);
    clock_drop(one->clock);
    clock_drop(other->clock);
    other->clock = sum;
    for (i = from + 1; i < chances->count; i++)
        chances->items[i - 1] = chances->items[i];
    chances->count--;
}

static void chance_add(struct agent *agent, uint64_t at, struct clock *clock,
                       struct race race)
{
    struct chances *chances = &agent->chances;
    struct clock_moment owner;
    size_t i, kept = 0;

    if (!agent->model->chances_run ||
        clock_sure(clock, agent->clock.index) >= at)
        return; /* it came after, in every run */
    if (at == agent->clock.now && clock_owner(clock, &owner) &&
        clock_process_sure(&agent->clock, owner.process) >= owner.at)
        return;
    for (i = 0; i < chances->count; i++)
        if (chances->items[i].at <= at &&
            race_within(&chances->items[i].race, &race) &&
            covers(chances->items[i].clock, clock))
            return;
    for (i = 0; i < chances->count; i++)
        if (at <= chances->items[i].at &&
            race_within(&race, &chances->items[i].race) &&
            covers(clock, chances->items[i].clock))
            clock_drop(chances->items[i].clock);
        else
            chances->items[kept++] = chances->items[i];
    chances->count = kept;
    if (chances->items == NULL)
        chances->items = xcalloc(CHANCES_KEPT, sizeof chances->items[0]);
    if (chances->count == CHANCES_KEPT)
        merge_oldest(chances);
    chances->items[chances->count++] =
        (struct chance){at, clock_hold(clock), race};
}

void chances_free(struct chances *chances)
{
    while (chances->count > 0)
        clock_drop(chances->items[--chances->count].clock);
    free(chances->items);
}

void order_test(struct agent *agent, struct tested *tested)
{
    clock_chance(&agent->clock);
    if (!agent->model->chances_run)
        return;
    tested->last = agent->clock.now;
    if (tested->first == 0) {
        tested->first = tested->last;
        agent->chances.tests++;
    }
    looked(agent);
}

void order_learns(struct agent *agent, struct tested *tested, bool unsure)
{
    agent->chances.unsure = unsure;
    agent->chances.heard = 0;
    agent->chances.tested = *tested;
    if (tested->first != 0)
        agent->chances.tests--;
    *tested = (struct tested){0, 0};
}

void order_learnt(struct agent *agent)
{
    agent->chances.unsure = false;
    agent->chances.tested = (struct tested){0, 0};
}

void agent_learn(struct agent *agent, struct clock *clock)
{
    const struct tested *tested = &agent->chances.tested;
    uint64_t heard;

    if (clock == NULL)
        return;
    heard = clock_sure(clock, agent->clock.index);
    if (agent->chances.heard < heard)
        agent->chances.heard = heard;
    if (tested->first != 0)
        chance_add(agent, heard < tested->first ? tested->first : tested->last,
                   clock, no_race);
    if (agent->chances.unsure)
        agent_learn_unsure(agent, clock);
    else
        clock_join(&agent->clock, clock);
}

void agent_learn_unsure(struct agent *agent, struct clock *clock)
{
    clock_chance(&agent->clock);
    if (clock == NULL)
        return;
    chance_add(agent, agent->clock.now, clock, no_race);
    clock_join_unsure(&agent->clock, clock);
}

/* --------------------------------------------------------------- boards */

/* What a process left in a range last; it knows what it left before. */
struct notice {
    struct {
        uint64_t process;
        int64_t low, high;
    } key;
    uint64_t sequence;
    struct clock *clock;
    bool updates; /* under shared locks, each of them */
    UT_hash_handle hh;
    struct notice *next, *prev;
};

/* That a process looked at a range, and when. */
struct look {
    struct agent *agent;
    const struct agent *source;
    int64_t low, high;
    bool gets;                           /* under shared locks, nothing else */
    uint64_t got_at;                     /* of these, as in struct race */
    uint64_t sequence;                   /* notices up to it were seen */
    struct tested moments[MOMENTS_KEPT]; /* ascending */
    size_t count;
    struct look *next, *prev;
};

static bool sees(const struct look *look, const struct notice *notice)
{
    return notice->key.process != look->agent->clock.index &&
           (look->source == NULL ||
            look->source->clock.index == notice->key.process) &&
           look->low < notice->key.high && notice->key.low < look->high;
}

/* The one that the other is learnt by. */
static struct race race_of(const struct board *board, const struct look *look,
                           const struct notice *notice)
{
    int64_t low = notice->key.low, high = notice->key.high;

    if (!look->gets || !notice->updates)
        return no_race;
    return (struct race){board->number, look->low > low ? look->low : low,
                         look->high < high ? look->high : high, look->got_at};
}

static void board_begin(struct board *board, struct model *model)
{
    if (board->number == 0)
        board->number = ++model->boards;
}

static struct notice *notice_of(struct board *board, const struct agent *agent,
                                int64_t low, int64_t high)
{
    struct notice key = {.key = {agent->clock.index, low, high}}, *notice;

    board_begin(board, agent->model);
    HASH_FIND(hh, board->notices, &key.key, sizeof key.key, notice);
    if (notice == NULL && HASH_COUNT(board->notices) >=
                              RANGES_KEPT * (size_t)agent->model->agent_count) {
        key.key.low = INT64_MIN;
        key.key.high = INT64_MAX;
        HASH_FIND(hh, board->notices, &key.key, sizeof key.key, notice);
    }
    if (notice == NULL) {
        notice = xcalloc(1, sizeof *notice);
        notice->key = key.key;
        notice->updates = true;
        HASH_ADD(hh, board->notices, key, sizeof notice->key, notice);
        DL_APPEND(board->oldest, notice);
    }
    return notice;
}

static void leave(struct board *board, struct notice *notice,
                  struct clock *clock)
{
    struct look *look;
    size_t i;

    clock_drop(notice->clock);
    notice->clock = clock_hold(clock);
    notice->sequence = ++board->sequence;
    DL_DELETE(board->oldest, notice);
    DL_APPEND(board->oldest, notice);
    DL_FOREACH(board->looks, look) {
        uint64_t known = clock_sure(clock, look->agent->clock.index);

        for (i = 0; i < look->count && look->moments[i].last <= known; i++)
            continue;
        if (i < look->count && sees(look, notice))
            chance_add(look->agent,
                       look->moments[i].first > known ? look->moments[i].first
                                                      : known + 1,
                       clock, race_of(board, look, notice));
    }
}

void board_leave(struct board *board, const struct agent *agent, int64_t low,
                 int64_t high, struct clock *clock)
{
    struct notice *notice = notice_of(board, agent, low, high);

    notice->updates = false;
    leave(board, notice, clock);
}

void board_update(struct board *board, const struct agent *agent, int64_t low,
                  int64_t high, struct clock *clock)
{
    leave(board, notice_of(board, agent, low, high), clock);
}

static struct look *look_of(struct board *board, struct agent *agent,
                            const struct agent *source, int64_t low,
                            int64_t high, bool gets, uint64_t got_at)
{
    struct look *look, *last = NULL;
    size_t count = 0;

    board_begin(board, agent->model);
    DL_FOREACH(board->looks, look) {
        if (look->agent != agent || look->gets != gets)
            continue;
        if (look->source == source && look->low == low && look->high == high &&
            look->got_at == got_at)
            return look;
        if (last == NULL || last->got_at != got_at || look->got_at == got_at)
            last = look;
        count++;
    }
    look = last;
    if (count < RANGES_KEPT) {
        look = xcalloc(1, sizeof *look);
        look->agent = agent;
        look->source = source;
        look->low = low;
        look->high = high;
        look->gets = gets;
        look->got_at = got_at;
        DL_APPEND(board->looks, look);
        return look;
    }
    look->source = look->source == source ? source : NULL;
    look->got_at = look->got_at == got_at ? got_at : 0;
    look->low = low < look->low ? low : look->low;
    look->high = high > look->high ? high : look->high;
    look->sequence = 0;
    return look;
}

static void look_now(struct look *look, uint64_t now)
{
    size_t i;

    if (look->count > 0 && look->moments[look->count - 1].last == now)
        return;
    if (look->count == MOMENTS_KEPT) {
        look->moments[1].first = look->moments[0].first;
        for (i = 1; i < look->count; i++)
            look->moments[i - 1] = look->moments[i];
        look->count--;
    }
    look->moments[look->count++] = (struct tested){now, now};
}

/* From the newest notice to the last that this look has seen. */
static void look_at_board(struct board *board, struct look *look)
{
    struct agent *agent = look->agent;
    struct notice *notice;

    looked(agent);
    look_now(look, agent->clock.now);
    for (notice = board->oldest == NULL ? NULL : board->oldest->prev;
         notice != NULL && notice->sequence > look->sequence;
         notice = notice == board->oldest ? NULL : notice->prev)
        if (sees(look, notice))
            chance_add(agent, agent->clock.now, notice->clock,
                       race_of(board, look, notice));
    look->sequence = board->sequence;
}

void board_look(struct board *board, struct agent *agent,
                const struct agent *source, int64_t low, int64_t high)
{
    if (agent->model->chances_run)
        look_at_board(board,
                      look_of(board, agent, source, low, high, false, 0));
}

void board_get(struct board *board, struct agent *agent, int64_t low,
               int64_t high, uint64_t got_at)
{
    if (agent->model->chances_run)
        look_at_board(board,
                      look_of(board, agent, NULL, low, high, true, got_at));
}

void board_clear(struct board *board)
{
    struct notice *notice, *next;
    struct look *look, *other;

    HASH_ITER(hh, board->notices, notice, next) {
        HASH_DEL(board->notices, notice);
        clock_drop(notice->clock);
        free(notice);
    }
    DL_FOREACH_SAFE(board->looks, look, other)
        free(look);
    *board = (struct board){.sequence = 0};
}

/* -------------------------------------------------------------- periods */

struct period *period_begin(struct agent *agent, struct call *opened,
                            uint32_t rank)
{
    struct period *period = xcalloc(1, sizeof *period);

    period->references = 1;
    period->opened = call_hold(opened);
    period->rank = rank;
    period->begin = clock_take(&agent->clock);
    period->guards = guards_hold(agent->guards);
    return period;
}

void period_end(struct agent *agent, struct period *period, struct call *closed)
{
    if (period == NULL || period->closed != NULL)
        return;
    period->closed = call_hold(closed);
    period->end = clock_moment(&agent->clock);
}

bool period_sooner(const struct period *period, const struct period *other)
{
    struct clock_moment begin;

    return clock_owner(period->begin, &begin) &&
           clock_sure(other->begin, begin.process) >= begin.at;
}

void period_drop(struct period *period)
{
    if (period == NULL || --period->references > 0)
        return;
    call_drop(period->opened);
    call_drop(period->closed);
    clock_drop(period->begin);
    guards_drop(period->guards);
    free(period);
}

static bool is_same_race(const struct race *one, const struct race *other)
{
    return (one->board != 0 && one->board == other->board &&
            one->low < other->high && other->low < one->high) ||
           (one->got_at != 0 && one->got_at == other->got_at);
}

struct clock *order_all_before(struct model *model, const struct clock *clock,
                               const struct race *but)
{
    struct clock *sum = NULL;
    struct agent *agent;
    bool more = true;
    size_t i;

    clock_add(&sum, clock);
    DL_FOREACH(model->agents, agent)
        agent->chances.round = 0;
    while (more) {
        more = false;
        DL_FOREACH(model->agents, agent) {
            uint64_t known = clock_sure(sum, agent->clock.index);

            if (known <= agent->chances.round)
                continue;
            for (i = 0; i < agent->chances.count; i++)
                if (agent->chances.items[i].at <= known &&
                    agent->chances.items[i].at > agent->chances.round &&
                    !is_same_race(&agent->chances.items[i].race, but))
                    clock_add(&sum, agent->chances.items[i].clock);
            agent->chances.round = known;
            more = true;
        }
    }
    return sum;
}

uint64_t order_known_by_all(const struct model *model, uint32_t process)
{
    const struct agent *other;
    uint64_t known = UINT64_MAX;

    DL_FOREACH(model->agents, other) {
        uint64_t moment = clock_process_sure(&other->clock, process);

        if (other->clock.index != process && !other->gone && moment < known)
            known = moment;
    }
    return known;
}

bool order_is_open(struct model *model, const struct clock *before)
{
    struct agent *agent;

    DL_FOREACH(model->agents, agent) {
        struct chances *chances = &agent->chances;

        if (chances->first == 0 ||
            chances->first > clock_sure(before, agent->clock.index))
            continue;
        if (chances->tests > 0 ||
            chances->last > order_known_by_all(model, agent->clock.index))
            return true;
        chances->first = 0;
    }
    return false;
}

static bool is_past(const struct agent *agent, uint64_t time)
{
    return agent->gone || agent->seen_time > time ||
           (agent->waits && agent->waiting_time > time);
}

bool model_all_past(const struct agent *agent, uint64_t time)
{
    struct model *model = agent->model;
    struct agent *other = model->laggard;

    /* Whoever was not last time is asked first: all ask in turn. */
    if (other != NULL && other != agent && !is_past(other, time))
        return false;
    DL_FOREACH(model->agents, other)
        if (other != agent && !is_past(other, time)) {
            model->laggard = other;
            return false;
        }
    return true;
}

struct clock *agent_clock(struct agent *agent)
{
    return agent->model->clocks_run ? clock_take(&agent->clock) : NULL;
}
