/*
 * findings.c - all findings: one way in, each different one kept once.
 */
#include "findings_private.h"

#include "baseline.h"
#include "call_text.h"
#include "finding_key.h"
#include "finding_order.h"
#include "history.h"
#include "memory.h"
#include "process.h"
#include "suppression.h"
#include "timeline.h"
#include "wait_graph.h"

#include <stdlib.h>
#include <string.h>

#include <uthash.h>
#include <utlist.h>

/* A finding that is kept, by what makes it equal to others. */
struct kept {
    struct finding *finding;
    struct suppression *suppression; /* it is not shown; NULL: it is */
    struct text key;
    UT_hash_handle hh;
};

/* What is kept back of a call, oldest first. */
struct kept_back {
    const struct call *call; /* the key */
    struct finding *first;
    UT_hash_handle hh;
};

struct findings {
    struct findings_options options;
    const struct model *model;
    struct kept *kept; /* hash */
    struct finding **items;
    size_t item_count, item_room;
    struct finding_rule *rules; /* a row for each rule that found something */
    size_t rule_count;
    struct process_table processes;
    const struct call *back_for; /* findings_keep_back */
    struct kept_back *back;      /* hash */
};

struct findings *findings_new(const struct findings_options *options)
{
    struct findings *findings = xcalloc(1, sizeof *findings);

    findings->options = *options;
    if (findings->options.limit_per_rule == 0)
        findings->options.limit_per_rule = FINDING_LIMIT_PER_RULE;
    return findings;
}

void findings_set_model(struct findings *findings, const struct model *model)
{
    findings->model = model;
}

struct process_table *findings_processes(struct findings *findings)
{
    return &findings->processes;
}

static struct kept_back *kept_back_find(const struct findings *findings,
                                        const struct call *call)
{
    struct kept_back *back;

    HASH_FIND_PTR(findings->back, &call, back);
    return back;
}

void findings_free(struct findings *findings)
{
    struct finding *finding, *later;
    struct kept_back *back, *next_back;
    struct kept *kept, *next;

    if (findings == NULL)
        return;
    HASH_ITER(hh, findings->back, back, next_back) {
        HASH_DEL(findings->back, back);
        LL_FOREACH_SAFE(back->first, finding, later)
            finding_free(finding);
        free(back);
    }
    HASH_ITER(hh, findings->kept, kept, next) {
        HASH_DEL(findings->kept, kept);
        finding_free(kept->finding);
        free(kept->key.bytes);
        free(kept);
    }
    for (size_t i = 0; i < findings->rule_count; i++)
        free(findings->rules[i].not_shown_processes.words);
    free(findings->rules);
    free(findings->items);
    process_table_free(&findings->processes);
    free(findings);
}

static struct finding_rule *rule_row(struct findings *findings,
                                     const struct rule *rule)
{
    struct finding_rule *row;
    size_t place = 0;

    for (size_t i = 0; i < findings->rule_count; i++) {
        if (findings->rules[i].rule == rule)
            return &findings->rules[i];
        if (rule_compare(findings->rules[i].rule, rule) < 0)
            place = i + 1;
    }
    findings->rules = xrealloc(findings->rules, findings->rule_count + 1,
                               sizeof *findings->rules);
    row = &findings->rules[place];
    memmove(row + 1, row, (findings->rule_count++ - place) * sizeof *row);
    memset(row, 0, sizeof *row);
    row->rule = rule;
    return row;
}

/* The call as it was made.  What it returned is left out: of another rank's
 * call that may be known by now or not. */
static char *text_of(const struct findings *findings, struct call *call)
{
    uint64_t exit_time = call->exit_time;
    char *text;

    call->exit_time = 0;
    text = call_text(call, findings->model);
    call->exit_time = exit_time;
    return text;
}

void findings_graph_words(const struct findings *findings,
                          struct wait_graph *graph)
{
    for (uint32_t i = 0; i < graph->class_count; i++) {
        struct wait_class *class = &graph->classes[i];

        if (class->call != NULL && class->call_text == NULL)
            class->call_text = text_of(findings, class->call);
    }
}

/* Now, as long as the objects still have the names they had; once. */
static void put_in_words(const struct findings *findings,
                         struct finding *finding)
{
    if (finding->call_count > 0 && finding->calls[0].text != NULL)
        return;
    for (size_t i = 0; i < finding->call_count; i++)
        finding->calls[i].text = text_of(findings, finding->calls[i].call);
    for (size_t i = 0; i < finding->subject_count; i++) {
        struct finding_evidence *made = &finding->subjects[i].made;

        if (made->call != NULL)
            made->text = text_of(findings, made->call);
    }
    if (finding->graph == NULL)
        return;
    findings_graph_words(findings, finding->graph);
    wait_graph_words(finding->graph);
}

/* By a key that none of the others has; it is taken. */
static void append(struct findings *findings, struct finding *finding,
                   struct finding_rule *row, struct text key)
{
    struct kept *kept = xcalloc(1, sizeof *kept);

    row->different++;
    if (findings->item_count == findings->item_room) {
        findings->item_room = findings->item_room * 2 + 16;
        findings->items = xrealloc(findings->items, findings->item_room,
                                   sizeof *findings->items);
    }
    findings->items[findings->item_count++] = finding;
    finding->number = findings->item_count;
    kept->finding = finding;
    kept->key = key;
    HASH_ADD_KEYPTR(hh, findings->kept, kept->key.bytes, kept->key.length,
                    kept);
}

static void keep(struct findings *findings, struct finding *finding,
                 struct finding_rule *row, struct text key)
{
    append(findings, finding, row, key);
    finding->last_of_rule = row->different == findings->options.limit_per_rule;
    put_in_words(findings, finding);
    finding->known = findings->options.baseline != NULL &&
                     baseline_take(findings->options.baseline, finding);
    row->known += finding->known;
    if (findings->item_count <= FINDING_HISTORIES)
        finding->history = history_new(finding);
    if (findings->options.found != NULL)
        findings->options.found(findings->options.context, finding);
}

void finding_restore(struct finding *finding)
{
    struct findings *findings = finding->findings;
    struct finding_rule *row = rule_row(findings, finding->rule);
    struct text key = {0};

    text_printf(&key, "%zu", findings->item_count);
    append(findings, finding, row, key);
    row->known += finding->known;
}

void finding_restore_not_shown(struct finding *finding)
{
    struct finding_rule *row = rule_row(finding->findings, finding->rule);

    row->not_shown += finding->count;
    process_set_join(&row->not_shown_processes, &finding->processes);
    finding_free(finding);
}

/* Known, but not shown: what it explains needs no finding either. */
static void keep_hidden(struct findings *findings, struct finding *finding,
                        struct suppression *suppression, struct text key)
{
    struct kept *kept = xcalloc(1, sizeof *kept);

    suppression->findings++;
    kept->finding = finding;
    kept->suppression = suppression;
    kept->key = key;
    HASH_ADD_KEYPTR(hh, findings->kept, kept->key.bytes, kept->key.length,
                    kept);
}

static void tell_elsewhere(const struct findings *findings,
                           const struct finding *kept, struct finding *again)
{
    again->known = kept->known;
    if (findings->options.found_elsewhere != NULL &&
        !process_set_includes(&kept->processes, &again->processes))
        findings->options.found_elsewhere(findings->options.context, again);
}

static void count_one(struct finding *kept, const struct finding *again)
{
    kept->count++;
    process_set_join(&kept->processes, &again->processes);
}

static bool has_part(const struct kept *kept, const char *sought)
{
    const struct rule *rule = kept->finding->rule;
    const char *part = NULL;

    while ((part = finding_key_part(rule, &kept->key, part)) != NULL)
        if (strcmp(part, sought) == 0)
            return true;
    return false;
}

/* The first shown one of that rule that has the part. */
static struct finding *shown_with(const struct findings *findings,
                                  const struct rule *rule, const char *part)
{
    struct kept *kept;

    for (kept = findings->kept; kept != NULL; kept = kept->hh.next)
        if (kept->finding->rule == rule && kept->suppression == NULL &&
            has_part(kept, part))
            return kept->finding;
    return NULL;
}

/* Where its parts are all told of in others (finding_combines): the
 * first of these. */
static struct finding *combined_in(const struct findings *findings,
                                   const struct finding *finding,
                                   const struct text *key)
{
    const struct rule *rule = finding->rule;
    struct finding *shown = NULL;
    const char *part = NULL;

    while (finding->combines &&
           (part = finding_key_part(rule, key, part)) != NULL) {
        struct finding *with = shown_with(findings, rule, part);

        if (with == NULL)
            return NULL;
        if (shown == NULL || with->number < shown->number)
            shown = with;
    }
    return shown;
}

/* One that equals the kept one.  Of both, what stays to be shown is that of
 * the lower ranks, whichever was found first. */
static void count(struct findings *findings, struct finding *kept,
                  struct finding *again)
{
    bool lower = finding_compare_places(again, kept) < 0;
    struct finding old;

    count_one(kept, again);
    if (!lower)
        return;
    put_in_words(findings, again);
    old = *kept;
    kept->message = again->message;
    kept->crashed = again->crashed;
    memcpy(kept->calls, again->calls, sizeof kept->calls);
    kept->call_count = again->call_count;
    kept->calls_left_out = again->calls_left_out;
    kept->subjects = again->subjects;
    kept->subject_count = again->subject_count;
    kept->graph = again->graph;
    kept->timeline = again->timeline;
    kept->history = old.history == NULL ? NULL : history_new(kept);
    again->message = old.message;
    memcpy(again->calls, old.calls, sizeof again->calls);
    again->call_count = old.call_count;
    again->subjects = old.subjects;
    again->subject_count = old.subject_count;
    again->graph = old.graph;
    again->timeline = old.timeline;
    again->history = old.history;
}

/* What keeps a finding, or an equal one that is kept, from being shown. */
static struct suppression *suppression_of(const struct findings *findings,
                                          const struct kept *kept,
                                          const struct finding *finding)
{
    if (kept != NULL)
        return kept->suppression;
    if (findings->options.suppressions == NULL)
        return NULL;
    return suppressions_match(findings->options.suppressions, finding);
}

static void take(struct findings *findings, struct finding *finding)
{
    struct suppression *suppression;
    struct finding_rule *row;
    struct finding *combined;
    struct kept *kept;
    struct text key;

    if (rule_of_portability(finding->rule)
            ? !findings->options.portability
            : finding->rule->severity == SEVERITY_NOTE &&
                  !findings->options.notes) {
        finding_free(finding);
        return;
    }
    key = finding_key(finding);
    HASH_FIND(hh, findings->kept, key.bytes, key.length, kept);
    suppression = suppression_of(findings, kept, finding);
    if (suppression != NULL)
        suppression->count++;
    row = suppression == NULL ? rule_row(findings, finding->rule) : NULL;
    if (kept == NULL && suppression != NULL) {
        keep_hidden(findings, finding, suppression, key);
        return;
    }
    combined = kept == NULL ? combined_in(findings, finding, &key) : NULL;
    if (kept == NULL && combined == NULL &&
        row->different < findings->options.limit_per_rule) {
        keep(findings, finding, row, key);
        return;
    }
    if (combined != NULL) {
        tell_elsewhere(findings, combined, finding);
        count_one(combined, finding);
    } else if (kept != NULL) {
        if (suppression == NULL)
            tell_elsewhere(findings, kept->finding, finding);
        count(findings, kept->finding, finding);
    } else {
        row->not_shown++;
        process_set_join(&row->not_shown_processes, &finding->processes);
    }
    free(key.bytes);
    finding_free(finding);
}

void finding_submit(struct finding *finding)
{
    struct findings *findings = finding->findings;
    struct kept_back *back;

    if (finding->message == NULL)
        finding->message = xstrdup(finding->rule->title);
    if (findings->back_for == NULL) {
        take(findings, finding);
        return;
    }
    put_in_words(findings, finding);
    back = kept_back_find(findings, findings->back_for);
    if (back == NULL) {
        back = xcalloc(1, sizeof *back);
        back->call = findings->back_for;
        HASH_ADD_PTR(findings->back, call, back);
    }
    LL_APPEND(back->first, finding);
}

void findings_keep_back(struct findings *findings, const struct call *call)
{
    findings->back_for = call;
}

bool findings_kept_back(const struct findings *findings,
                        const struct call *call)
{
    return kept_back_find(findings, call) != NULL;
}

void findings_turn(struct findings *findings, const struct call *call,
                   const struct rule *rule, const char *more)
{
    const struct kept_back *back = kept_back_find(findings, call);
    struct finding *finding;
    char *message;

    if (back == NULL)
        return;
    LL_FOREACH(back->first, finding) {
        finding->turned_from = finding->rule;
        finding->rule = rule;
        message = finding->message;
        finding->message = xasprintf("%s %s Elsewhere it is %s.", message, more,
                                     finding->turned_from->id);
        free(message);
    }
}

void findings_release(struct findings *findings, const struct call *call)
{
    struct kept_back *back = kept_back_find(findings, call);
    struct finding *finding, *next;

    if (back == NULL)
        return;
    HASH_DEL(findings->back, back);
    LL_FOREACH_SAFE(back->first, finding, next)
        take(findings, finding);
    free(back);
}

size_t findings_count(const struct findings *findings, enum severity severity)
{
    size_t count = 0;

    for (size_t i = 0; i < findings->rule_count; i++) {
        if (findings->rules[i].rule->severity == severity)
            count += findings->rules[i].different;
    }
    return count;
}

size_t findings_count_from(const struct findings *findings, int severity)
{
    size_t count = 0;

    for (size_t i = 0; i < findings->rule_count; i++)
        if ((int)findings->rules[i].rule->severity >= severity)
            count += findings->rules[i].different - findings->rules[i].known;
    return count;
}

static bool explains(const struct finding *finding,
                     const struct process *process, const struct call *call,
                     enum severity least)
{
    size_t i;

    if (finding->rule->severity < least ||
        !process_set_has(&finding->processes, process->index))
        return false;
    if (call == NULL)
        return true;
    for (i = 0; i < finding->call_count; i++)
        if (finding->calls[i].call == call ||
            (finding->calls[i].call->stack == call->stack &&
             finding->calls[i].call->info == call->info))
            return true;
    return false;
}

bool findings_explain(const struct findings *findings,
                      const struct process *process, const struct call *call,
                      enum severity least, const struct rule *but)
{
    const struct kept *kept;

    for (kept = findings->kept; kept != NULL; kept = kept->hh.next)
        if (kept->finding->rule != but &&
            explains(kept->finding, process, call, least))
            return true;
    return false;
}

bool findings_baseline(const struct findings *findings)
{
    return findings->options.baseline != NULL;
}

const struct suppressions *
findings_suppressions(const struct findings *findings)
{
    return findings->options.suppressions;
}

size_t findings_total(const struct findings *findings)
{
    return findings->item_count;
}

const struct finding *findings_at(const struct findings *findings, size_t index)
{
    return findings->items[index];
}

const struct finding **findings_sorted(const struct findings *findings)
{
    struct finding **sorted = xcalloc(findings->item_count + 1, sizeof *sorted);
    size_t graphs = 0;

    for (size_t i = 0; i < findings->item_count; i++)
        sorted[i] = findings->items[i];
    if (findings->item_count > 1)
        qsort(sorted, findings->item_count, sizeof *sorted, finding_compare);
    for (size_t i = 0; i < findings->item_count; i++) {
        sorted[i]->number = i + 1;
        sorted[i]->graph_number = sorted[i]->graph != NULL ? ++graphs : 0;
    }
    return (const struct finding **)sorted;
}

size_t findings_rule_total(const struct findings *findings)
{
    return findings->rule_count;
}

const struct finding_rule *findings_rule_at(const struct findings *findings,
                                            size_t index)
{
    return &findings->rules[index];
}

size_t findings_rank_ranges(const struct findings *findings,
                            const struct process_set *set,
                            struct rank_range **ranges)
{
    return process_set_ranges(&findings->processes, set, ranges);
}

char *findings_process_text(const struct findings *findings,
                            const struct process_set *set)
{
    return process_set_text(&findings->processes, set);
}
