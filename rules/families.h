/*
 * families.h - the families of rules, each the table of its file.
 */
#ifndef MURMEL_FAMILIES_H
#define MURMEL_FAMILIES_H

#include "rule.h"

#define RULE_FAMILY(name, rules)                                               \
    {                                                                          \
        name, rules, sizeof(rules) / sizeof(rules)[0]                          \
    }

extern const struct rule_family argument_family;
extern const struct rule_family argument_memory_family;
extern const struct rule_family argument_together_family;
extern const struct rule_family attached_family;
extern const struct rule_family buffer_family;
extern const struct rule_family collective_family;
extern const struct rule_family deadlock_family;
extern const struct rule_family deprecated_family;
extern const struct rule_family ended_family;
extern const struct rule_family fortran_family;
extern const struct rule_family info_family;
extern const struct rule_family io_family;
extern const struct rule_family leak_family;
extern const struct rule_family life_family;
extern const struct rule_family message_family;
extern const struct rule_family partition_family;
extern const struct rule_family portability_family;
extern const struct rule_family race_family;
extern const struct rule_family request_family;
extern const struct rule_family rma_argument_family;
extern const struct rule_family rma_assert_family;
extern const struct rule_family rma_conflict_family;
extern const struct rule_family rma_epoch_family;
extern const struct rule_family rma_step_family;
extern const struct rule_family thread_family;
extern const struct rule_family type_family;

#endif
