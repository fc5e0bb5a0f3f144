#include "finding_order.h"

#include "findings_private.h"
#include "process.h"

#include <limits.h>
#include <string.h>

int rule_compare(const struct rule *left, const struct rule *right)
{
    if (left->severity != right->severity)
        return left->severity > right->severity ? -1 : 1;
    return strcmp(left->id, right->id);
}

/* A rank that is not known comes last. */
static int compare_process(const struct process *left,
                           const struct process *right)
{
    unsigned int a = left != NULL ? (unsigned int)left->rank : UINT_MAX;
    unsigned int b = right != NULL ? (unsigned int)right->rank : UINT_MAX;

    return (a > b) - (a < b);
}

static const struct process *first_process(const struct finding *finding)
{
    const struct process *first = NULL;

    for (size_t i = 0; i < finding->processes.word_count * 64; i++) {
        const struct process *process = process_set_member(
            findings_processes(finding->findings), &finding->processes, i);

        if (process != NULL && compare_process(process, first) < 0)
            first = process;
    }
    return first;
}

int finding_compare_places(const struct finding *left,
                           const struct finding *right)
{
    int order = 0;

    for (size_t i = 0; i < left->call_count && i < right->call_count; i++) {
        const struct call *a = left->calls[i].call, *b = right->calls[i].call;

        order = compare_process(a->process, b->process);
        if (order == 0)
            order = (a->number > b->number) - (a->number < b->number);
        if (order != 0)
            return order;
    }
    order = compare_process(first_process(left), first_process(right));
    if (order == 0)
        order = (left->call_count > right->call_count) -
                (left->call_count < right->call_count);
    return order != 0 ? order : strcmp(left->message, right->message);
}

int finding_compare(const void *left, const void *right)
{
    const struct finding *a = *(const struct finding *const *)left;
    const struct finding *b = *(const struct finding *const *)right;
    int order = rule_compare(a->rule, b->rule);

    return order != 0 ? order : finding_compare_places(a, b);
}
