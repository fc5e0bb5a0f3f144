#include "checker.h"

#include "baseline.h"
#include "memory.h"
#include "place.h"
#include "program.h"
#include "report.h"
#include "stack.h"
#include "suppression.h"
#include "terminal.h"

#include <stdlib.h>
#include <string.h>

/* Says a line that was made for the user, and frees it. */
static void say(char *trouble)
{
    terminal_line("%s", trouble);
    free(trouble);
}

/* Writes text, and frees it. */
static void put(char *text)
{
    terminal_write(text, strlen(text));
    free(text);
}

/* A finding goes to the terminal at once. */
static void show(const struct checker *checker, const struct finding *finding)
{
    const struct report_style style = {checker->source, terminal_has_colour(),
                                       terminal_width()};
    enum shown_how how;
    bool last = false;

    if (checker->options->format == FORMAT_JSON) {
        put(report_json_finding(checker->findings, finding));
    } else {
        how = shown_next(checker->shown, finding, &last);
        if (how == SHOWN_IN_FULL)
            put(report_text_finding(finding, &style));
        else if (how != SHOWN_NOT)
            put(report_text_brief(finding, &style, how == SHOWN_ALIKE, last));
    }
    if (checker->options->format == FORMAT_GITHUB)
        put(report_github_finding(finding));
}

/* A finding is new. */
static void found(void *context, const struct finding *finding)
{
    const struct checker *checker = context;

    if (finding->known)
        return;
    if (!checker->options->quiet)
        show(checker, finding);
    if (checker->found != NULL)
        checker->found(checker->context, finding, true);
}

static void found_elsewhere(void *context, const struct finding *finding)
{
    const struct checker *checker = context;

    if (!finding->known && checker->found != NULL)
        checker->found(checker->context, finding, false);
}

/* The user's own come first: they have the better reasons. */
static void load_known(struct findings_options *keep,
                       const struct options *options)
{
    char *shipped = place_data("suppressions.json"), *trouble;

    keep->suppressions = suppressions_new();
    if (options->suppressions != NULL &&
        suppressions_add(keep->suppressions, options->suppressions, false,
                         &trouble) != 0)
        say(trouble);
    if (shipped != NULL &&
        suppressions_add(keep->suppressions, shipped, true, &trouble) != 0)
        say(trouble);
    if (options->baseline != NULL) {
        keep->baseline = baseline_load(options->baseline, &trouble);
        if (keep->baseline == NULL)
            say(trouble);
    }
    free(shipped);
}

void checker_open(struct checker *checker, const struct options *options,
                  const struct job_origin *origin)
{
    checker->options = options;
    checker->keep =
        (struct findings_options){.notes = options->notes,
                                  .portability = options->portability,
                                  .found = found,
                                  .found_elsewhere = found_elsewhere,
                                  .context = checker};
    load_known(&checker->keep, options);
    checker->findings = findings_new(&checker->keep);
    checker->shown = shown_new();
    checker->source = options->no_source ? NULL : source_files_new();
    checker->judge = judge_new(checker->findings);
    checker->model = model_new(judge_listener(checker->judge), options->strict);
    if (options->separate)
        model_separate(checker->model);
    findings_set_model(checker->findings, checker->model);
    checker->intake = intake_new(checker->model);
    checker->roster = roster_new();
    checker->report = job_report_new(&(struct job_report_sources){
        options, origin, checker->findings, checker->model, checker->intake,
        checker->roster});
}

void checker_close(struct checker *checker)
{
    intake_free(checker->intake);
    model_free(checker->model);
    judge_free(checker->judge);
    findings_free(checker->findings);
    shown_free(checker->shown);
    source_files_free(checker->source);
    suppressions_free(checker->keep.suppressions);
    baseline_free(checker->keep.baseline);
    job_report_free(checker->report);
    roster_free(checker->roster);
    program_end();
}

int checker_status(const struct checker *checker)
{
    return findings_count_from(checker->findings, checker->options->fail_on) >
           0;
}
