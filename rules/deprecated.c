/*
 * deprecated.c - functions that the standard advises against, or has no more.
 */
#include "calls.h"
#include "families.h"
#include "finding.h"
#include "model_event.h"

/* What the standard gives in their place. */
static const char *const successors[CALL_COUNT] = {
    [CALL_MPI_Attr_delete] = "MPI_Comm_delete_attr",
    [CALL_MPI_Attr_get] = "MPI_Comm_get_attr",
    [CALL_MPI_Attr_put] = "MPI_Comm_set_attr",
    [CALL_MPI_Keyval_create] = "MPI_Comm_create_keyval",
    [CALL_MPI_Keyval_free] = "MPI_Comm_free_keyval",
    [CALL_MPI_Info_get] = "MPI_Info_get_string",
    [CALL_MPI_Info_get_valuelen] = "MPI_Info_get_string",
    [CALL_MPI_Get_elements_x] = "MPI_Get_elements_c",
    [CALL_MPI_Status_set_elements_x] = "MPI_Status_set_elements_c",
    [CALL_MPI_Type_get_extent_x] = "MPI_Type_get_extent_c",
    [CALL_MPI_Type_get_true_extent_x] = "MPI_Type_get_true_extent_c",
    [CALL_MPI_Type_size_x] = "MPI_Type_size_c",
    [CALL_MPI_Address] = "MPI_Get_address",
    [CALL_MPI_Errhandler_create] = "MPI_Comm_create_errhandler",
    [CALL_MPI_Errhandler_get] = "MPI_Comm_get_errhandler",
    [CALL_MPI_Errhandler_set] = "MPI_Comm_set_errhandler",
    [CALL_MPI_Type_extent] = "MPI_Type_get_extent",
    [CALL_MPI_Type_hindexed] = "MPI_Type_create_hindexed",
    [CALL_MPI_Type_hvector] = "MPI_Type_create_hvector",
    [CALL_MPI_Type_lb] = "MPI_Type_get_extent",
    [CALL_MPI_Type_struct] = "MPI_Type_create_struct",
    [CALL_MPI_Type_ub] = "MPI_Type_get_extent",
};

static void report(const struct rule *rule, const struct model_event *event,
                   struct findings *findings, const char *what)
{
    const struct call_info *info = event->call->info;
    struct finding *finding = finding_new(findings, rule);

    finding_message(finding, "%s calls %s, which %s; %s is there in its place.",
                    process_who(event->process).text, info->name, what,
                    successors[info->base]);
    finding_call(finding, "call", event->call);
    finding_submit(finding);
}

static void check_deprecated(const struct rule *rule,
                             const struct model_event *event,
                             struct findings *findings)
{
    if ((event->call->info->classes & CLASS_DEPRECATED) != 0)
        report(rule, event, findings, "is deprecated");
}

static void check_removed(const struct rule *rule,
                          const struct model_event *event,
                          struct findings *findings)
{
    if ((event->call->info->classes & CLASS_REMOVED) != 0)
        report(rule, event, findings, "MPI has no more since MPI-3");
}

static const struct rule rules[] = {
    {"CALL-DEPRECATED", SEVERITY_NOTE, "A function that is deprecated",
     "MPI-4.1 16.1, 16.3, 16.4",
     "It may be removed in a future version of the standard, and has a "
     "successor that does more, or does it better.",
     "Call its successor.", EVENT_BIT(EVENT_CALL), check_deprecated},
    {"CALL-REMOVED", SEVERITY_NOTE, "A function that was removed from MPI",
     "MPI-4.1 17.1",
     "An MPI library need not have it: a program that calls it may not link, "
     "or not start, elsewhere.",
     "Call its successor.", EVENT_BIT(EVENT_CALL), check_removed},
};

const struct rule_family deprecated_family = RULE_FAMILY("deprecated", rules);
