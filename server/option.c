#include "option_table.h"

#include "memory.h"
#include "word.h"

#include <ctype.h>
#include <errno.h>
#include <limits.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* What all variables begin with. */
#define VARIABLES "MURMEL_"

#define FIELD(name) offsetof(struct options, name)

static const char *const flavour_names[] = {"", "mpich", "openmpi", "abi",
                                            NULL};
static const char *const fail_on_names[] = {"note",  "warning", "potential",
                                            "error", "never",   NULL};
static const char *const format_names[] = {"text", "github", "json", NULL};
static const char *const on_deadlock_names[] = {"abort", "wait", "attach",
                                                NULL};
static const char *const on_finding_names[] = {"go", "stop", NULL};
static const char *const element_names[] = {"some", "each", "none", NULL};
static const char *const strict_names[] = {"standard", "send-buffered",
                                           "coll-minimal", NULL};

const struct option option_table[] = {
    {"np", "MURMEL_NP", "N", "number of processes",
     "(run) number of processes to start; 1 when not given", FIELD(np),
     TYPE_NUMBER, 'n', NULL, USE_RUN},
    {"launcher", "MURMEL_LAUNCHER", "COMMAND",
     "start with this, not with mpiexec",
     "(run) start with this command, for example 'srun -n 4', and not with "
     "the mpiexec of the application's MPI",
     FIELD(launcher), TYPE_TEXT, 0, NULL, USE_RUN},
    {"flavour", "MURMEL_FLAVOUR", "NAME", NULL,
     "(run) the MPI of the application: mpich, openmpi or abi; for programs "
     "that do not tell, such as scripts",
     FIELD(flavour), TYPE_CHOICE, 0, flavour_names, USE_RUN},
    {"report", "MURMEL_REPORT", "FOLDER", "where the report goes",
     "where report.json and report.html go; ./murmel-report when not given",
     FIELD(report), TYPE_PATH, 0, NULL, USE_REPLAY},
    {"fail-on", "MURMEL_FAIL_ON", "SEVERITY",
     "exit status 1 from this severity on",
     "findings of that severity or above make the exit status 1: note, "
     "warning, potential (when not given), error, never",
     FIELD(fail_on), TYPE_CHOICE, 0, fail_on_names, USE_PRINT},
    {"on-deadlock", "MURMEL_ON_DEADLOCK", "WHAT", NULL,
     "what becomes of a job that hangs: abort (when not given) ends it, wait "
     "leaves it as it is, attach too, and says which processes to look at with "
     "gdb",
     FIELD(on_deadlock), TYPE_CHOICE, 0, on_deadlock_names, USE_RUN},
    {"on-finding", "MURMEL_ON_FINDING", "WHAT", NULL,
     "go (when not given), or stop: the processes whose calls an error is "
     "about (or what --fail-on says) are held there, for a debugger; the "
     "program runs slower, and a deadlock does not end it",
     FIELD(on_finding), TYPE_CHOICE, 0, on_finding_names, USE_RUN},
    {"attach", "MURMEL_ATTACH", "COMMAND", NULL,
     "start this for each process that --on-finding=stop holds or "
     "--on-deadlock=attach shows, {pid} and {rank} filled in: 'xterm -e gdb "
     "-p {pid}'",
     FIELD(attach), TYPE_TEXT, 0, NULL, USE_RUN},
    {"no-progress", "MURMEL_NO_PROGRESS", "SECONDS", NULL,
     "say who waits for whom when nothing goes on for so long, though no "
     "deadlock is proved; 300 when not given, 0: never; where the job is "
     "interrupted, or --timeout ends it, and all wait or poll, after 2; or "
     "are in MPI, after 5",
     FIELD(no_progress), TYPE_SECONDS, 0, NULL, USE_RUN},
    {"delay", "MURMEL_DELAY", "SEED", NULL,
     "pause at calls for random times, mostly none and at most some "
     "milliseconds, to shake the program's timing: the findings must stay the "
     "same; another number gives other pauses",
     FIELD(delay), TYPE_NUMBER, 0, NULL, USE_RUN},
    {"strict", "MURMEL_STRICT", "HOW", NULL,
     "what potential deadlocks assume: standard (when not given): sends end "
     "when they are received, collective operations synchronize; "
     "send-buffered: standard sends are buffered; coll-minimal: collective "
     "operations wait only for the data they need",
     FIELD(strict), TYPE_CHOICE, 0, strict_names, USE_JUDGE},
    {"separate", "MURMEL_SEPARATE", NULL, NULL,
     "judge RMA by the separate memory model, which another MPI may have; "
     "without it, by the one that the window has (MPI_WIN_MODEL)",
     FIELD(separate), TYPE_SWITCH, 0, NULL, USE_JUDGE},
    {"element-types", "MURMEL_ELEMENT_TYPES", "WHICH", NULL,
     "(run) compare the types of the program's variables with the datatypes "
     "that calls are given for them, where it was compiled with -g: some (when "
     "not given): at the first, second, fourth, ... time of a place in the "
     "program, the variable that is given; each: at each call, and all that "
     "is given; none",
     FIELD(element_types), TYPE_CHOICE, 0, element_names, USE_RUN},
    {"notes", "MURMEL_NOTES", NULL, "report notes, too",
     "report notes, too: what is allowed but worth knowing", FIELD(notes),
     TYPE_SWITCH, 0, NULL, USE_JUDGE},
    {"portability", "MURMEL_PORTABILITY", NULL, NULL,
     "report what the standard allows an MPI library to refuse",
     FIELD(portability), TYPE_SWITCH, 0, NULL, USE_JUDGE},
    {"suppressions", "MURMEL_SUPPRESSIONS", "FILE", "findings not to be shown",
     "findings that are known and not to be shown (murmel help "
     "suppressions)",
     FIELD(suppressions), TYPE_PATH, 0, NULL, USE_JUDGE},
    {"gen-suppressions", "MURMEL_GEN_SUPPRESSIONS", NULL, NULL,
     "write an entry for each finding, to be copied into a FILE of "
     "--suppressions, to suppressions.json beside the report",
     FIELD(gen_suppressions), TYPE_SWITCH, 0, NULL, USE_REPLAY},
    {"baseline", "MURMEL_BASELINE", "REPORT",
     "an earlier report: only new findings fail",
     "an earlier report.json, or its folder: findings that are in it are not "
     "shown on the terminal and do not make the exit status 1",
     FIELD(baseline), TYPE_PATH, 0, NULL, USE_JUDGE},
    {"format", "MURMEL_FORMAT", "FORMAT",
     "text, github or json, on the terminal",
     "findings on the terminal as text (when not given), as text and "
     "annotations of GitHub, or as lines of JSON",
     FIELD(format), TYPE_CHOICE, 0, format_names, USE_REPLAY},
    {"timeout", "MURMEL_TIMEOUT", "SECONDS", "end the job after that time",
     "end a job that takes longer, and say where each process was; 0 (when not "
     "given): never",
     FIELD(timeout), TYPE_SECONDS, 0, NULL, USE_RUN},
    {"root", "MURMEL_ROOT", "HOST[:PORT]", NULL,
     "judge a job on several nodes as one; HOST is an address of the machine "
     "where murmel run is started (without murmel run: of one of the nodes), "
     "to which the checkers of all nodes connect",
     FIELD(root), TYPE_TEXT, 0, NULL, USE_RUN},
    {"root-file", "MURMEL_ROOT_FILE", "FILE", NULL,
     "with --root: the file by which the nodes find that address and the keys "
     "of the job, in a folder that all nodes have; root.keys in the report's "
     "folder when not given",
     FIELD(root_file), TYPE_PATH, 0, NULL, USE_RUN},
    {"record", "MURMEL_RECORD", "FILE", NULL,
     "(run) write what the processes do to this file, which murmel replay "
     "judges again and murmel trace prints",
     FIELD(record), TYPE_PATH, 0, NULL, USE_RUN},
    {"no-source", "MURMEL_NO_SOURCE", NULL, NULL,
     "show no lines of the program's source, neither on the terminal nor in "
     "report.html",
     FIELD(no_source), TYPE_SWITCH, 0, NULL, USE_PRINT},
    {"status-line", "MURMEL_STATUS_LINE", "SECONDS", NULL,
     "(run) on a terminal, from that time on, show in its last row what the "
     "job does; 10 when not given, 0: never",
     FIELD(status_line), TYPE_SECONDS, 0, NULL, USE_RUN},
    {"quiet", "MURMEL_QUIET", NULL, "nothing of findings on the terminal",
     "findings go into the report and not to the terminal", FIELD(quiet),
     TYPE_SWITCH, 'q', NULL, USE_REPLAY},
    {"help", NULL, NULL, NULL, "print this and end", FIELD(help), TYPE_SWITCH,
     'h', NULL, USE_PRINT},
    {"version", NULL, NULL, NULL, "print the version and end", FIELD(version),
     TYPE_SWITCH, 'V', NULL, USE_PRINT},
};

const size_t option_count = sizeof option_table / sizeof option_table[0];

/* Long enough for a phase in which one process works and the others wait. */
#define NO_PROGRESS 300
/* Most jobs of somebody who tries Murmel are over by then. */
#define STATUS_LINE 10
static const char default_report[] = "murmel-report";

const char *flavour_name(enum option_flavour flavour)
{
    return flavour_names[flavour];
}

void options_init(struct options *options)
{
    *options = (struct options){.fail_on = SEVERITY_POTENTIAL,
                                .no_progress = NO_PROGRESS,
                                .status_line = STATUS_LINE,
                                .report = xstrdup(default_report)};
}

void options_free(struct options *options)
{
    size_t i;

    for (i = 0; i < option_count; i++) {
        char **text = (char **)((char *)options + option_table[i].field);

        if (option_table[i].type != TYPE_TEXT &&
            option_table[i].type != TYPE_PATH)
            continue;
        free(*text);
        *text = NULL;
    }
}

static int set_number(int *number, const char *value, int least)
{
    char *end;
    long parsed;

    errno = 0;
    parsed = strtol(value, &end, 10);
    if (end == value || *end != '\0' || errno != 0 || parsed < least ||
        parsed > INT_MAX)
        return -1;
    *number = (int)parsed;
    return 0;
}

static int set_switch(bool *on, const char *value)
{
    if (value == NULL || strcmp(value, "1") == 0 || strcmp(value, "yes") == 0)
        *on = true;
    else if (strcmp(value, "0") == 0 || strcmp(value, "no") == 0 ||
             value[0] == '\0')
        *on = false;
    else
        return -1;
    return 0;
}

/* The choice's number; -1: there is none of that name. */
static int find_choice(const char *const *choices, const char *value)
{
    int i;

    for (i = 0; choices[i] != NULL; i++)
        if (value[0] != '\0' && strcmp(value, choices[i]) == 0)
            return i;
    return -1;
}

static int set_choice(void *field, const char *const *choices,
                      const char *value)
{
    int choice = find_choice(choices, value);

    if (choice < 0)
        return -1;
    memcpy(field, &choice, sizeof choice);
    return 0;
}

/* Puts a value (NULL: the option stands alone) where it belongs. */
static int set(struct options *options, const struct option *option,
               const char *value)
{
    void *field = (char *)options + option->field;
    char **text = field;

    switch (option->type) {
    case TYPE_SWITCH:
        return set_switch(field, value);
    case TYPE_NUMBER:
        return set_number(field, value, 1);
    case TYPE_SECONDS:
        return set_number(field, value, 0);
    case TYPE_CHOICE:
        return set_choice(field, option->choices, value);
    case TYPE_TEXT:
    case TYPE_PATH:
        break;
    }
    if (value[0] == '\0')
        return -1;
    free(*text);
    *text = xstrdup(value);
    return 0;
}

/* What a value must be; malloc'd. */
static char *wanted(const struct option *option)
{
    static const char *const texts[] = {[TYPE_SWITCH] = "1 or 0",
                                        [TYPE_NUMBER] = "a number above 0",
                                        [TYPE_SECONDS] = "a number of seconds",
                                        [TYPE_TEXT] = "some text",
                                        [TYPE_PATH] = "a path"};
    struct text text = {0};
    size_t i;

    if (option->type != TYPE_CHOICE)
        return xstrdup(texts[option->type]);
    for (i = option->choices[0][0] == '\0'; option->choices[i] != NULL; i++)
        text_printf(&text, "%s%s",
                    text.length == 0                 ? ""
                    : option->choices[i + 1] == NULL ? " or "
                                                     : ", ",
                    option->choices[i]);
    return text.bytes;
}

/* The option that may be meant, or NULL: no more than a third is wrong. */
static const struct option *nearest(const char *word, size_t length)
{
    const struct option *best = NULL;
    size_t least = length / 3 + 1, i;

    for (i = 0; i < option_count; i++) {
        size_t apart = word_distance(word, length, option_table[i].name);

        if (apart < least) {
            least = apart;
            best = &option_table[i];
        }
    }
    return best;
}

/* Variables that are Murmel's, but no options. */
static bool is_other_variable(const char *name, size_t length)
{
    static const char *const names[] = {"MURMEL_BIN", "MURMEL_DISABLE",
                                        "MURMEL_JOB"};
    size_t i;

    for (i = 0; i < sizeof names / sizeof names[0]; i++)
        if (strlen(names[i]) == length && strncmp(name, names[i], length) == 0)
            return true;
    return false;
}

/* The option that a variable was meant for, whose name nearly is that of one;
 * else NULL. */
static const struct option *mistyped(const char *name, size_t length)
{
    const struct option *option;
    char word[64];
    size_t i;

    if (strncmp(name, VARIABLES, strlen(VARIABLES)) != 0 ||
        is_other_variable(name, length) ||
        length - strlen(VARIABLES) >= sizeof word)
        return NULL;
    for (i = 0; i < option_count; i++)
        if (option_table[i].variable != NULL &&
            strlen(option_table[i].variable) == length &&
            strncmp(option_table[i].variable, name, length) == 0)
            return NULL;
    name += strlen(VARIABLES);
    length -= strlen(VARIABLES);
    for (i = 0; i < length; i++)
        word[i] = name[i] == '_' ? '-' : (char)tolower((unsigned char)name[i]);
    option = nearest(word, length);
    return option != NULL && option->variable != NULL ? option : NULL;
}

/* What is wrong (malloc'd), or NULL. */
static char *mistyped_variable(void)
{
    char **variable;

    for (variable = environ; *variable != NULL; variable++) {
        size_t length = strcspn(*variable, "=");
        const struct option *option = mistyped(*variable, length);

        if (option != NULL)
            return xasprintf("%.*s is no option; the nearest is %s",
                             (int)length, *variable, option->variable);
    }
    return NULL;
}

int options_from_environment(struct options *options, char **trouble)
{
    char *wrong = mistyped_variable();
    size_t i;

    for (i = 0; i < option_count; i++) {
        const struct option *option = &option_table[i];
        const char *value =
            option->variable != NULL ? getenv(option->variable) : NULL;

        if (value == NULL || value[0] == '\0')
            continue;
        if (set(options, option, value) != 0 && wrong == NULL) {
            char *must = wanted(option);

            wrong = xasprintf("%s=%s: that must be %s", option->variable, value,
                              must);
            free(must);
        }
    }
    if (wrong == NULL)
        return 0;
    *trouble = wrong;
    return -1;
}

int options_set(struct options *options, const char *folder, const char *name,
                const char *value, char **trouble)
{
    size_t i = 0;
    char *path, *must;
    int result;

    while (i < option_count && (option_table[i].variable == NULL ||
                                strcmp(option_table[i].name, name) != 0))
        i++;
    if (i == option_count) {
        const struct option *near = nearest(name, strlen(name));
        bool told = near != NULL && near->variable != NULL;

        *trouble =
            xasprintf("there is no option %s%s%s", name,
                      told ? "; the nearest is " : "", told ? near->name : "");
        return -1;
    }
    path = option_table[i].type == TYPE_PATH && value[0] != '/'
               ? xasprintf("%s/%s", folder, value)
               : xstrdup(value);
    result = set(options, &option_table[i], path);
    free(path);
    if (result == 0)
        return 0;
    must = wanted(&option_table[i]);
    *trouble = xasprintf("%s: that must be %s", name, must);
    free(must);
    return -1;
}

/* The option a word names; *value is what stands behind it in the same word
 * ("--report=x", "-n4"), or NULL. */
static const struct option *find(const char *word, const char **value)
{
    size_t i, length;

    *value = NULL;
    if (word[1] != '-') {
        for (i = 0; i < option_count; i++) {
            const struct option *option = &option_table[i];

            /* mpiexec knows -np, too. */
            if (strcmp(word, "-np") == 0 && option->letter == 'n')
                return option;
            if (option->letter == 0 || word[1] != option->letter)
                continue;
            if (word[2] != '\0' && option->argument == NULL)
                continue;
            *value = word[2] != '\0' ? word + 2 : NULL;
            return option;
        }
        return NULL;
    }
    length = strcspn(word + 2, "=");
    for (i = 0; i < option_count; i++) {
        if (strlen(option_table[i].name) == length &&
            strncmp(word + 2, option_table[i].name, length) == 0) {
            if (word[2 + length] == '=')
                *value = word + 2 + length + 1;
            return &option_table[i];
        }
    }
    return NULL;
}

/* Reads the option at words[0]; returns how many words it takes, or -1. */
static int read_option(struct options *options, char **words, char **trouble)
{
    const char *word = words[0], *value, *name;
    const struct option *option = find(word, &value), *near;
    int used = 1;

    if (option == NULL) {
        name = word + strspn(word, "-");
        near = nearest(name, strcspn(name, "="));
        *trouble = xasprintf("there is no option %s%s%s (murmel help "
                             "options shows all)",
                             word, near != NULL ? "; the nearest is --" : "",
                             near != NULL ? near->name : "");
        return -1;
    }
    if (option->argument == NULL && value != NULL) {
        *trouble = xasprintf("--%s takes no value", option->name);
        return -1;
    }
    if (option->argument != NULL && value == NULL) {
        value = words[1];
        used = 2;
    }
    if (option->argument != NULL && value == NULL) {
        char *must = wanted(option);

        *trouble = xasprintf("%s needs a value: %s", word, must);
        free(must);
        return -1;
    }
    if (set(options, option, value) != 0) {
        char *must = wanted(option);

        *trouble =
            xasprintf("%s%s%s: that must be %s", word, used == 2 ? " " : "",
                      used == 2 ? value : "", must);
        free(must);
        return -1;
    }
    return used;
}

/* Refuses the option at `word` where it would do nothing: -1 and *trouble. */
static int check_use(const char *word, enum option_use use, char **trouble)
{
    const char *value;
    const struct option *option = find(word, &value);
    struct text text = {0};
    size_t i;

    if (option == NULL || option->use >= use)
        return 0;
    text_printf(&text, "--%s says nothing here; what does is", option->name);
    for (i = 0; i < option_count; i++)
        if (option_table[i].use >= use && option_table[i].variable != NULL)
            text_printf(&text, " --%s", option_table[i].name);
    *trouble = text.bytes;
    return -1;
}

int options_from_words(struct options *options, enum option_use use,
                       char **words, char **trouble)
{
    int i = 0;

    while (words[i] != NULL && words[i][0] == '-' && words[i][1] != '\0') {
        int used;

        if (strcmp(words[i], "--") == 0)
            return i + 1;
        if (check_use(words[i], use, trouble) != 0)
            return -1;
        used = read_option(options, words + i, trouble);
        if (used < 0)
            return -1;
        i += used;
    }
    return i;
}

/* The value as text, or NULL where it is the default; malloc'd. */
static char *value_text(const struct options *options,
                        const struct option *option)
{
    const void *field = (const char *)options + option->field;
    const char *text;
    int choice;

    switch (option->type) {
    case TYPE_SWITCH:
        return xstrdup(*(const bool *)field ? "1" : "0");
    case TYPE_NUMBER:
        return *(const int *)field != 0 ? xasprintf("%d", *(const int *)field)
                                        : NULL;
    case TYPE_SECONDS:
        return xasprintf("%d", *(const int *)field);
    case TYPE_CHOICE:
        memcpy(&choice, field, sizeof choice);
        return option->choices[choice][0] != '\0'
                   ? xstrdup(option->choices[choice])
                   : NULL;
    case TYPE_TEXT:
    case TYPE_PATH:
        break;
    }
    text = *(char *const *)field;
    if (text == NULL)
        return NULL;
    return xstrdup(text);
}

char *options_value(const struct options *options, const char *name)
{
    size_t i = 0;

    while (strcmp(option_table[i].name, name) != 0)
        i++;
    return value_text(options, &option_table[i]);
}

char *options_for_one_node(const struct options *options)
{
    const char *option =
        options->on_finding == ON_FINDING_STOP       ? "on-finding=stop"
        : options->on_deadlock == ON_DEADLOCK_ATTACH ? "on-deadlock=attach"
                                                     : NULL;

    if (options->root == NULL || option == NULL)
        return NULL;
    return xasprintf("--%s holds processes of one node; it does not go with "
                     "--root",
                     option);
}

void options_to_environment(const struct options *options)
{
    size_t i;

    for (i = 0; i < option_count; i++) {
        const struct option *option = &option_table[i];
        char *value;

        if (option->variable == NULL)
            continue;
        value = value_text(options, option);
        if (value != NULL)
            setenv(option->variable, value, 1);
        else
            unsetenv(option->variable);
        free(value);
    }
}
