/*
 * judge.c - each event of the model is shown to the rules that ask for it.
 */
#include "judge.h"

#include "finding.h"
#include "memory.h"
#include "model_event.h"

#include <stdlib.h>

struct rule_list {
    const struct rule **rules;
    size_t count;
};

struct judge {
    struct findings *findings;
    struct rule_list rules[EVENT_KIND_COUNT];
};

static void list_rule(struct judge *judge, const struct rule *rule)
{
    struct rule_list *list;
    int kind;

    for (kind = 0; kind < EVENT_KIND_COUNT; kind++) {
        if ((rule->events & EVENT_BIT(kind)) == 0)
            continue;
        list = &judge->rules[kind];
        list->rules =
            xrealloc(list->rules, list->count + 1, sizeof list->rules[0]);
        list->rules[list->count++] = rule;
    }
}

struct judge *judge_new(struct findings *findings)
{
    struct judge *judge = xcalloc(1, sizeof *judge);
    const struct rule_family *const *family;
    size_t i;

    judge->findings = findings;
    for (family = rule_families; *family != NULL; family++)
        for (i = 0; i < (*family)->rule_count; i++)
            list_rule(judge, &(*family)->rules[i]);
    return judge;
}

void judge_free(struct judge *judge)
{
    int kind;

    for (kind = 0; kind < EVENT_KIND_COUNT; kind++)
        free(judge->rules[kind].rules);
    free(judge);
}

static bool told(void *context, const struct model_event *event, bool keep_back)
{
    const struct judge *judge = context;
    const struct rule_list *list = &judge->rules[event->kind];
    size_t i;

    if (keep_back)
        findings_keep_back(judge->findings, event->call);
    for (i = 0; i < list->count; i++)
        list->rules[i]->check(list->rules[i], event, judge->findings);
    if (!keep_back)
        return false;
    findings_keep_back(judge->findings, NULL);
    return findings_kept_back(judge->findings, event->call);
}

static void confirm(void *context, const struct call *call)
{
    const struct judge *judge = context;

    findings_release(judge->findings, call);
}

struct model_listener judge_listener(struct judge *judge)
{
    return (struct model_listener){judge, told, confirm};
}
