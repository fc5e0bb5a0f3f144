/*
 * model_align.c - where the members of a channel agree again after calls that
 * differ (MPI-4.1 6.14: all call the same operations in the same order).
 *
 * Of each member the next ALIGN_WINDOW calls are looked at, from those that
 * differ on.  Members whose calls are alike make a line.  Each line is edited
 * into the one that most members have, by calls left out, made in addition,
 * exchanged with the next or given other arguments, as cheaply as possible.
 * Judging goes on at the first call from which on that leaves, up to the end
 * of the window, much more that agrees than what does not.
 */
#include "model_contribution.h"

#include <stdlib.h>

/* More lines than that are not looked at. */
#define LINES_MAX 64

/* What an edit costs; a call that agrees but is made at another place in the
 * program costs ELSEWHERE. */
enum {
    ELSEWHERE = 1,
    ARGUMENT = 4,
    MANNER = 5,
    GAP = 5,
    SWAP = 5,
    OTHER = 9,
    ENDLESS = 1000000
};

enum edit { EDIT_NONE, EDIT_PAIR, EDIT_SWAP, EDIT_LEFT, EDIT_RIGHT };

/* The calls of members that are alike. */
struct line {
    uint32_t member; /* the first of them */
    uint32_t members, count;
    bool over; /* no more will come */
    struct part calls[ALIGN_WINDOW];
};

/* A node of the table: so many calls of either line are edited. */
struct node {
    int cost;
    enum edit edit; /* that led here */
};

struct step {
    uint32_t left, right; /* calls before it */
    enum edit edit;
    int cost;
};

struct table {
    const struct line *left, *right;
    const struct meeting *like; /* says whether there are two groups */
    struct node nodes[ALIGN_WINDOW + 1][ALIGN_WINDOW + 1];
    struct step path[2 * ALIGN_WINDOW];
    uint32_t length;
};

/* ---------------------------------------------------------------- lines */

static const struct contribution *contribution_at(const struct channel *channel,
                                                  uint64_t position,
                                                  uint32_t member)
{
    const struct meeting *meeting =
        channel->open[channel->gone + (position - channel->first)];

    return meeting->contributions == NULL ||
                   meeting->contributions[member].call == NULL
               ? NULL
               : &meeting->contributions[member];
}

/* False: a call is not known. */
static bool fill_line(const struct channel *channel, uint64_t from,
                      uint32_t first_side, uint32_t member, struct line *line)
{
    uint64_t next = channel->next[member],
             count = next > from ? next - from : 0;
    uint32_t i;

    *line = (struct line){.member = member,
                          .members = 1,
                          .over = count < ALIGN_WINDOW,
                          .count = count < ALIGN_WINDOW ? (uint32_t)count
                                                        : ALIGN_WINDOW};
    for (i = 0; i < line->count; i++) {
        const struct contribution *one =
            contribution_at(channel, from + i, member);

        if (one == NULL)
            return false;
        line->calls[i].call = one->call;
        line->calls[i].extent = one->extent;
        line->calls[i].second_side = member >= first_side;
        line->calls[i].place =
            member >= first_side ? member - first_side : member;
    }
    return true;
}

static bool same_lines(const struct meeting *like, const struct line *left,
                       const struct line *right)
{
    uint32_t i;

    if (left->count != right->count ||
        left->calls[0].second_side != right->calls[0].second_side)
        return false;
    for (i = 0; i < left->count; i++)
        if (left->calls[i].call->stack != right->calls[i].call->stack ||
            part_difference(like, &left->calls[i], &right->calls[i]) !=
                MEETING_SAME)
            return false;
    return true;
}

/* Sorts the members into lines; line_of is by member.  0: too many, or not
 * all known. */
static uint32_t find_lines(const struct channel *channel, uint64_t from,
                           uint32_t first_side, struct line *lines,
                           uint32_t *line_of)
{
    const struct meeting like = {.size = channel->size,
                                 .inter = channel->inter};
    uint32_t count = 0, i, k;

    for (i = 0; i < channel->size; i++) {
        if (count == LINES_MAX ||
            !fill_line(channel, from, first_side, i, &lines[count]))
            return 0;
        for (k = 0; k < count; k++)
            if (same_lines(&like, &lines[k], &lines[count]))
                break;
        if (k == count)
            count++;
        else
            lines[k].members++;
        line_of[i] = k;
    }
    return count;
}

/* ----------------------------------------------------------------- table */

static int pair_cost(const struct table *table, uint32_t left, uint32_t right)
{
    const struct part *one = &table->left->calls[left];
    const struct part *other = &table->right->calls[right];
    int elsewhere = one->call->stack == other->call->stack ? 0 : ELSEWHERE;

    switch (part_difference(table->like, one, other)) {
    case MEETING_SAME:
        return elsewhere;
    case MEETING_FUNCTION:
        return OTHER + elsewhere;
    case MEETING_BLOCKING:
        return MANNER + elsewhere;
    case MEETING_ROOT:
    case MEETING_OP:
    case MEETING_ARGUMENT:
        break;
    }
    return ARGUMENT + elsewhere;
}

static bool agrees(const struct table *table, uint32_t left, uint32_t right)
{
    return pair_cost(table, left, right) <= ELSEWHERE;
}

static void offer(struct table *table, uint32_t left, uint32_t right, int cost,
                  enum edit edit)
{
    struct node *node = &table->nodes[left][right];

    if (cost < node->cost)
        *node = (struct node){cost, edit};
}

static void fill_table(struct table *table)
{
    uint32_t i, k;

    for (i = 0; i <= table->left->count; i++)
        for (k = 0; k <= table->right->count; k++)
            table->nodes[i][k] =
                (struct node){i + k == 0 ? 0 : ENDLESS, EDIT_NONE};
    for (i = 0; i <= table->left->count; i++)
        for (k = 0; k <= table->right->count; k++) {
            int cost = table->nodes[i][k].cost;
            bool left = i < table->left->count, right = k < table->right->count;

            if (left && right)
                offer(table, i + 1, k + 1, cost + pair_cost(table, i, k),
                      EDIT_PAIR);
            if (i + 1 < table->left->count && k + 1 < table->right->count &&
                agrees(table, i, k + 1) && agrees(table, i + 1, k))
                offer(table, i + 2, k + 2, cost + SWAP, EDIT_SWAP);
            if (left)
                offer(table, i + 1, k, cost + GAP, EDIT_LEFT);
            if (right)
                offer(table, i, k + 1, cost + GAP, EDIT_RIGHT);
        }
}

/* What follows in one line may meet what is yet to come in the other. */
static void find_end(const struct table *table, uint32_t *left, uint32_t *right)
{
    uint32_t i;

    *left = table->left->count;
    *right = table->right->count;
    for (i = table->left->count; !table->right->over && i > 0; i--)
        if (table->nodes[i - 1][table->right->count].cost <
            table->nodes[*left][*right].cost)
            *left = i - 1;
    for (i = table->right->count; !table->left->over && i > 0; i--)
        if (table->nodes[table->left->count][i - 1].cost <
            table->nodes[*left][*right].cost) {
            *left = table->left->count;
            *right = i - 1;
        }
}

static void find_path(struct table *table)
{
    uint32_t left, right, i;

    fill_table(table);
    find_end(table, &left, &right);
    table->length = 0;
    while (left + right > 0) {
        const struct node *node = &table->nodes[left][right];
        uint32_t step = node->edit == EDIT_SWAP ? 2 : 1;

        if (node->edit != EDIT_RIGHT)
            left -= step;
        if (node->edit != EDIT_LEFT)
            right -= step;
        table->path[table->length++] =
            (struct step){left, right, node->edit,
                          node->cost - table->nodes[left][right].cost};
    }
    for (i = 0; i < table->length / 2; i++) {
        struct step step = table->path[i];

        table->path[i] = table->path[table->length - 1 - i];
        table->path[table->length - 1 - i] = step;
    }
}

/* --------------------------------------------------- where they agree */

/* Whether what one line has in addition before that edit the other one has
 * behind it: then it was moved, and is no fault of its own there. */
static bool is_moved(const struct table *table, uint32_t at)
{
    uint32_t i, k;

    for (i = 0; i < at; i++)
        for (k = at; k < table->length; k++)
            if ((table->path[i].edit == EDIT_LEFT &&
                 table->path[k].edit == EDIT_RIGHT &&
                 agrees(table, table->path[i].left, table->path[k].right)) ||
                (table->path[i].edit == EDIT_RIGHT &&
                 table->path[k].edit == EDIT_LEFT &&
                 agrees(table, table->path[k].left, table->path[i].right)))
                return true;
    return false;
}

/* Whether enough agrees from that edit on for what does not, and for what it
 * takes to come there.  Calls of one place in the program that agree tell more
 * than others, and if no call is left out or added before, less is needed. */
static bool is_convincing(const struct table *table, uint32_t at, bool argument)
{
    int agreeing = 0, before = 0, rest = 0;
    bool straight = table->path[at].left == table->path[at].right;
    uint32_t i;

    for (i = 0; i < at; i++) {
        straight = straight && table->path[i].left == table->path[i].right;
        before += table->path[i].cost;
    }
    if (straight && argument && at == 1)
        return true;
    for (i = at; i < table->length; i++) {
        const struct step *step = &table->path[i];

        if (step->edit != EDIT_PAIR || step->cost > ELSEWHERE)
            rest += step->cost;
        else
            agreeing += step->cost == 0 ? 2 : 1;
    }
    return before + 2 * rest <= agreeing * (straight ? 16 : 8);
}

/* The number of the edit that brings the left line's call together with one
 * of the right line that agrees; the length: there is none. */
static uint32_t edit_at(const struct table *table, uint32_t left)
{
    uint32_t i;

    for (i = 0; i < table->length; i++)
        if (table->path[i].left == left && table->path[i].edit == EDIT_PAIR)
            return table->path[i].cost <= ELSEWHERE ? i : table->length;
    return table->length;
}

/* Whether all go on together with the first line's call `left`; skips: how
 * many calls each line leaves behind. */
static bool meet_at(const struct table *tables, uint32_t count, uint32_t left,
                    bool argument, uint32_t *skips)
{
    bool all_first = left == 0;
    uint32_t i;

    for (i = 0; i < count; i++) {
        uint32_t at = edit_at(&tables[i], left);

        if (at == tables[i].length || is_moved(&tables[i], at) ||
            !is_convincing(&tables[i], at, argument))
            return false;
        skips[i] = tables[i].path[at].right;
        all_first = all_first && skips[i] == 0;
    }
    return !all_first;
}

/* Nobody calls more than what is in the window. */
static bool all_over(const struct table *tables, uint32_t count)
{
    uint32_t i;

    for (i = 0; i < count; i++)
        if (!tables[i].right->over)
            return false;
    return true;
}

static bool find_skips(struct table *tables, uint32_t count, bool argument,
                       uint32_t *skips)
{
    uint32_t left, i;

    for (i = 0; i < count; i++)
        find_path(&tables[i]);
    for (left = 0; left < tables[0].left->count; left++)
        if (meet_at(tables, count, left, argument, skips))
            return true;
    if (!all_over(tables, count))
        return false;
    for (i = 0; i < count; i++)
        skips[i] = tables[i].right->count;
    return true;
}

bool channel_align(const struct channel *channel, uint64_t from,
                   uint32_t first_side, bool argument, uint32_t *skips)
{
    struct line *lines = xcalloc(LINES_MAX, sizeof lines[0]);
    struct table *tables = xcalloc(LINES_MAX, sizeof tables[0]);
    const struct meeting like = {.size = channel->size,
                                 .inter = channel->inter};
    uint32_t line_skips[LINES_MAX], most = 0, count, i;
    bool found;

    count = find_lines(channel, from, first_side, lines, skips);
    for (i = 1; i < count; i++)
        if (lines[i].members > lines[most].members)
            most = i;
    for (i = 0; i < count; i++) {
        tables[i].left = &lines[most];
        tables[i].right = &lines[i];
        tables[i].like = &like;
    }
    found = count > 0 && find_skips(tables, count, argument, line_skips);
    for (i = 0; i < channel->size && found; i++)
        skips[i] = line_skips[skips[i]];
    free(tables);
    free(lines);
    return found;
}
