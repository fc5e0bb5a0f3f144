/*
 * rules.c - all families.
 */
#include "families.h"

#include <string.h>

const struct rule_family rule_families[] = {
    {"argument", argument_rules, ARGUMENT_RULE_COUNT},
    {"buffer", buffer_rules, BUFFER_RULE_COUNT},
    {"collective", collective_rules, COLLECTIVE_RULE_COUNT},
    {"deadlock", deadlock_rules, DEADLOCK_RULE_COUNT},
    {"rma-argument", rma_argument_rules, RMA_ARGUMENT_RULE_COUNT},
    {"rma-conflict", rma_conflict_rules, RMA_CONFLICT_RULE_COUNT},
    {"rma-assert", rma_assert_rules, RMA_ASSERT_RULE_COUNT},
    {"rma-epoch", rma_epoch_rules, RMA_EPOCH_RULE_COUNT},
    {"rma-step", rma_step_rules, RMA_STEP_RULE_COUNT},
    {"leak", leak_rules, LEAK_RULE_COUNT},
    {"life", life_rules, LIFE_RULE_COUNT},
    {"message", message_rules, MESSAGE_RULE_COUNT},
    {"partition", partition_rules, PARTITION_RULE_COUNT},
    {"portability", portability_rules, PORTABILITY_RULE_COUNT},
    {"race", race_rules, RACE_RULE_COUNT},
    {"thread", thread_rules, THREAD_RULE_COUNT},
    {"type", type_rules, TYPE_RULE_COUNT},
    {NULL, NULL, 0},
};

const struct rule *rule_find(const char *id)
{
    const struct rule_family *family;
    size_t i;

    for (family = rule_families; family->name != NULL; family++)
        for (i = 0; i < family->rule_count; i++)
            if (strcmp(family->rules[i].id, id) == 0)
                return &family->rules[i];
    return NULL;
}

bool rule_of_portability(const struct rule *rule)
{
    size_t i;

    for (i = 0; i < PORTABILITY_RULE_COUNT; i++)
        if (rule == &portability_rules[i])
            return true;
    return false;
}

const char *severity_name(enum severity severity)
{
    static const char *const names[] = {"note", "warning", "potential",
                                        "error"};

    return names[severity];
}
