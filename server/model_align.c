/*
 * model_align.c - where the members of a channel agree again after calls that
 * differ (MPI-4.1 6.14: all call the same operations in the same order).
 *
 * Of each member the next ALIGN_WINDOW calls are looked at, from those that
 * differ on.  Members whose calls are alike make a line.  Each line is edited
 * into the one that most members have, by calls left out, made in addition,
 * exchanged with the next or given other arguments or data, as cheaply as
 * possible.  Behind calls of one operation that differ in no more than that
 * judging goes on at once; else at the first call from which on it leaves, up
 * to the end of the window, much more that agrees than what does not.  What
 * differs directly behind the first difference, in the same members, is of its
 * cause.
 */
#include "model_contribution.h"

#include <stdlib.h>

/* More lines than that are not looked at. */
#define LINES_MAX 64

/* What an edit costs; a call that agrees but is made at another place in the
 * program costs ELSEWHERE. */
enum {
    ELSEWHERE = 1,
    DATA = 3,
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
    struct payload data[ALIGN_WINDOW]; /* without a type: of no account */
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
        line->calls[i].info = one->info;
        line->calls[i].second_side = member >= first_side;
        line->calls[i].place =
            member >= first_side ? member - first_side : member;
        line->data[i] = channel->inter ? (struct payload){.type = NULL}
                                       : contribution_data(one);
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
                MEETING_SAME ||
            payloads_clash(&left->data[i], &right->data[i]))
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

static enum meeting_difference difference(const struct table *table,
                                          uint32_t left, uint32_t right)
{
    return part_difference(table->like, &table->left->calls[left],
                           &table->right->calls[right]);
}

static int pair_cost(const struct table *table, uint32_t left, uint32_t right)
{
    const struct call *one = table->left->calls[left].call;
    const struct call *other = table->right->calls[right].call;
    int elsewhere = one->stack == other->stack ? 0 : ELSEWHERE;

    switch (difference(table, left, right)) {
    case MEETING_SAME:
        return elsewhere + (payloads_clash(&table->left->data[left],
                                           &table->right->data[right])
                                ? DATA
                                : 0);
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

/* Whether the lines are the same operations of the same places in the program,
 * one by one, that differ in arguments and not in data: then they are taken as
 * that, however well they agreed with calls left out. */
static bool is_straight(const struct table *table)
{
    uint32_t i;

    for (i = 0; i < table->left->count && i < table->right->count; i++)
        switch (difference(table, i, i)) {
        case MEETING_SAME:
        case MEETING_OP:
        case MEETING_ARGUMENT:
            if (payloads_clash(&table->left->data[i], &table->right->data[i]) ||
                table->left->calls[i].call->stack !=
                    table->right->calls[i].call->stack)
                return false;
            break;
        default:
            return false;
        }
    return true;
}

static void go_straight(struct table *table)
{
    uint32_t i;

    table->length = 0;
    for (i = 0; i < table->left->count && i < table->right->count; i++)
        table->path[table->length++] =
            (struct step){i, i, EDIT_PAIR, pair_cost(table, i, i)};
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
 * takes to come there.  Calls of one place in the program that agree, also in
 * their data, tell more than others, and if no call is left out or added
 * before, less is needed. */
static bool is_convincing(const struct table *table, uint32_t at)
{
    int agreeing = 0, before = 0, rest = 0;
    bool straight = table->path[at].left == table->path[at].right;
    uint32_t i;

    for (i = 0; i < at; i++) {
        straight = straight && table->path[i].left == table->path[i].right;
        before += table->path[i].cost;
    }
    for (i = at; i < table->length; i++) {
        const struct step *step = &table->path[i];

        if (step->edit != EDIT_PAIR ||
            difference(table, step->left, step->right) != MEETING_SAME)
            rest += step->cost;
        else
            agreeing += step->cost == 0 ? 2 : 1;
    }
    return before + 2 * rest <= agreeing * (straight ? 16 : 8);
}

/* The number of the edit that brings the left line's call together with one
 * of the same operation; the length: there is none. */
static uint32_t edit_at(const struct table *table, uint32_t left)
{
    uint32_t i;

    for (i = 0; i < table->length; i++)
        if (table->path[i].left == left && table->path[i].edit == EDIT_PAIR)
            return difference(table, left, table->path[i].right) ==
                           MEETING_FUNCTION
                       ? table->length
                       : i;
    return table->length;
}

/* In what the right line's call differs from the left line's; of one that was
 * left out, or has another before it, MEETING_FUNCTION. */
static enum meeting_difference differs_at(const struct table *table,
                                          uint32_t left)
{
    uint32_t at = edit_at(table, left);

    if (at == table->length ||
        (at > 0 && table->path[at - 1].edit == EDIT_RIGHT))
        return MEETING_FUNCTION;
    return difference(table, left, table->path[at].right);
}

/* Whether calls differ there, in the members in which the first ones did: in
 * the same, or in more than one of two arguments would. */
static bool is_first_cause(const struct table *tables, uint32_t count,
                           uint32_t left)
{
    bool same = true, any = false, kind = false;
    uint32_t i;

    for (i = 0; i < count; i++) {
        enum meeting_difference first = differs_at(&tables[i], 0);
        enum meeting_difference here = differs_at(&tables[i], left);

        if ((first == MEETING_SAME) != (here == MEETING_SAME))
            return false;
        any = any || here != MEETING_SAME;
        same = same && first == here;
        kind = kind || first == MEETING_FUNCTION || here == MEETING_FUNCTION;
    }
    return any && (same || kind);
}

/* Whether all go on together with the first line's call `left`; skips: how
 * many calls each line leaves behind. */
static bool meet_at(const struct table *tables, uint32_t count, uint32_t left,
                    uint32_t *skips)
{
    bool all_first = left == 0, differ = false;
    uint32_t i;

    for (i = 0; i < count; i++) {
        uint32_t at = edit_at(&tables[i], left);

        if (at == tables[i].length || is_moved(&tables[i], at) ||
            !is_convincing(&tables[i], at))
            return false;
        skips[i] = tables[i].path[at].right;
        all_first = all_first && skips[i] == 0;
        differ =
            differ || difference(&tables[i], left, skips[i]) != MEETING_SAME;
    }
    return !all_first && !(differ && is_first_cause(tables, count, left));
}

/* Whether so many calls of each line are brought together, one by one. */
static bool are_paired(const struct table *tables, uint32_t count,
                       uint32_t length)
{
    uint32_t i, k;

    for (i = 0; i < count; i++)
        for (k = 0; k < length; k++)
            if (k >= tables[i].length || tables[i].path[k].edit != EDIT_PAIR)
                return false;
    return true;
}

/* Calls that differ in an argument: how many of each line are of that cause;
 * 0: not known. */
static uint32_t find_next(const struct table *tables, uint32_t count)
{
    uint32_t left;

    for (left = 1; left < ALIGN_WINDOW && are_paired(tables, count, left);
         left++)
        if (!is_first_cause(tables, count, left))
            return left;
    return 0;
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
    uint32_t left, next, i;
    bool found = false, over = all_over(tables, count);

    for (i = 0; i < count; i++)
        if (argument && is_straight(&tables[i]))
            go_straight(&tables[i]);
        else
            find_path(&tables[i]);
    next = argument ? find_next(tables, count) : 0;
    for (left = 0; next == 0 && !found && left < tables[0].left->count; left++)
        found = meet_at(tables, count, left, skips);
    for (i = 0; !found && i < count; i++)
        skips[i] = next > 0 ? next : tables[i].right->count;
    return found || next > 0 || over;
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
