/*
 * families.h - the tables of the families.
 */
#ifndef MURMEL_FAMILIES_H
#define MURMEL_FAMILIES_H

#include "rule.h"

/* How many each has is checked where it is defined. */
#define ARGUMENT_RULE_COUNT     8
#define BUFFER_RULE_COUNT       3
#define COLLECTIVE_RULE_COUNT   5
#define DEADLOCK_RULE_COUNT     3
#define RMA_ARGUMENT_RULE_COUNT 10
#define RMA_ASSERT_RULE_COUNT   8
#define RMA_CONFLICT_RULE_COUNT 4
#define RMA_EPOCH_RULE_COUNT    9
#define RMA_STEP_RULE_COUNT     9
#define LEAK_RULE_COUNT         4
#define LIFE_RULE_COUNT         7
#define MESSAGE_RULE_COUNT      2
#define PARTITION_RULE_COUNT    7
#define PORTABILITY_RULE_COUNT  1
#define RACE_RULE_COUNT         5
#define THREAD_RULE_COUNT       7
#define TYPE_RULE_COUNT         9

extern const struct rule argument_rules[ARGUMENT_RULE_COUNT];
extern const struct rule buffer_rules[BUFFER_RULE_COUNT];
extern const struct rule collective_rules[COLLECTIVE_RULE_COUNT];
extern const struct rule deadlock_rules[DEADLOCK_RULE_COUNT];
extern const struct rule rma_argument_rules[RMA_ARGUMENT_RULE_COUNT];
extern const struct rule rma_conflict_rules[RMA_CONFLICT_RULE_COUNT];
extern const struct rule rma_assert_rules[RMA_ASSERT_RULE_COUNT];
extern const struct rule rma_epoch_rules[RMA_EPOCH_RULE_COUNT];
extern const struct rule rma_step_rules[RMA_STEP_RULE_COUNT];
extern const struct rule leak_rules[LEAK_RULE_COUNT];
extern const struct rule life_rules[LIFE_RULE_COUNT];
extern const struct rule message_rules[MESSAGE_RULE_COUNT];
extern const struct rule partition_rules[PARTITION_RULE_COUNT];
extern const struct rule portability_rules[PORTABILITY_RULE_COUNT];
extern const struct rule race_rules[RACE_RULE_COUNT];
extern const struct rule thread_rules[THREAD_RULE_COUNT];
extern const struct rule type_rules[TYPE_RULE_COUNT];

#endif
