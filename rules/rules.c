/*
 * rules.c - all families.
 */
#include "families.h"

#include <strings.h>

const struct rule_family *const rule_families[] = {
    &argument_family,
    &argument_memory_family,
    &argument_together_family,
    &attached_family,
    &buffer_family,
    &collective_family,
    &deadlock_family,
    &deprecated_family,
    &ended_family,
    &fortran_family,
    &info_family,
    &io_family,
    &leak_family,
    &life_family,
    &message_family,
    &partition_family,
    &portability_family,
    &race_family,
    &request_family,
    &rma_argument_family,
    &rma_assert_family,
    &rma_conflict_family,
    &rma_epoch_family,
    &rma_step_family,
    &thread_family,
    &type_family,
    NULL,
};

const struct rule *rule_find(const char *id)
{
    const struct rule_family *const *family;
    size_t i;

    for (family = rule_families; *family != NULL; family++)
        for (i = 0; i < (*family)->rule_count; i++)
            if (strcasecmp((*family)->rules[i].id, id) == 0)
                return &(*family)->rules[i];
    return NULL;
}

bool rule_of_portability(const struct rule *rule)
{
    size_t i;

    for (i = 0; i < portability_family.rule_count; i++)
        if (rule == &portability_family.rules[i])
            return true;
    return false;
}

const char *severity_name(enum severity severity)
{
    static const char *const names[] = {"note", "warning", "potential",
                                        "error"};

    return names[severity];
}
