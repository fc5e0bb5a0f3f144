/*
 * option.h - the options of murmel.
 *
 * One table (option.c) drives the command line, the environment (each option
 * has a variable), murmel.json (option_file.h) and --help.  The command line
 * wins over the environment, and that over the file.
 */
#ifndef MURMEL_OPTION_H
#define MURMEL_OPTION_H

#include "model.h"
#include "rule.h"

#include <stdbool.h>
#include <stdio.h>

enum option_flavour {
    FLAVOUR_UNKNOWN, /* look at the application */
    FLAVOUR_MPICH,
    FLAVOUR_OPENMPI,
    FLAVOUR_ABI
};

enum option_on_deadlock {
    ON_DEADLOCK_ABORT,
    ON_DEADLOCK_WAIT,
    ON_DEADLOCK_ATTACH
};

enum option_on_finding { ON_FINDING_GO, ON_FINDING_STOP };

enum option_format { FORMAT_TEXT, FORMAT_GITHUB, FORMAT_JSON };

/* The last of these for which an option says something. */
enum option_use {
    USE_RUN,    /* a job that runs */
    USE_REPLAY, /* one that was recorded, whose report is written */
    USE_JUDGE,  /* ... is printed */
    USE_PRINT   /* a report that is printed */
};

/* Values of all options; strings are owned. */
struct options {
    int np;                      /* 0: not given */
    char *launcher;              /* NULL: the one that fits the MPI */
    enum option_flavour flavour; /* of the application */
    char *report;                /* directory; never NULL */
    int fail_on; /* enum severity: from here on status 1; above all: never */
    enum option_format format;
    enum option_on_deadlock on_deadlock;
    enum option_on_finding on_finding;
    char *attach;       /* debugger's command; NULL: none */
    int no_progress;    /* seconds; 0: never */
    enum strict strict; /* what potential deadlocks assume */
    int timeout;        /* seconds; 0: none */
    int delay;          /* seed; 0: none */
    bool separate;      /* the memory model of windows */
    int element_types;  /* of variables are compared with datatypes: some,
                         * each, none */
    bool notes;         /* report notes, too */
    bool portability;   /* ... and what other MPI libraries need not allow */
    char *suppressions; /* file of the user's; NULL: none */
    bool gen_suppressions;
    bool no_source;
    char *baseline;  /* earlier report; NULL: none */
    char *record;    /* file for a recording; NULL: none */
    char *root;      /* where other nodes' checkers find this one; NULL: none */
    char *root_file; /* ... what they need to know for that; NULL: none */
    int status_line; /* after so many seconds; 0: never */
    bool quiet;      /* no findings on the terminal */
    bool help, version;
};

/* Fills in defaults.  options_free frees what is in it. */
void options_init(struct options *options);
void options_free(struct options *options);

/*
 * Reads the environment.  Returns 0; or -1 where a variable has a value that
 * makes no sense, with a line for the user in *trouble (malloc'd); the others
 * are set all the same.
 */
int options_from_environment(struct options *options, char **trouble);

/*
 * Sets one by its name; of a path that begins elsewhere, in this folder.
 * 0; or -1 and a line for the user in *trouble (malloc'd).
 */
int options_set(struct options *options, const char *folder, const char *name,
                const char *value, char **trouble);

/*
 * Reads words[0..] up to the first one that is not an option, or behind
 * "--".  Returns how many words were read; or -1 as above, also for an option
 * that says nothing of that.
 */
int options_from_words(struct options *options, enum option_use use,
                       char **words, char **trouble);

/* The value of the option of that name as text, malloc'd; NULL: it has none. */
char *options_value(const struct options *options, const char *name);

/* A line for the user, malloc'd, where an option holds processes of one node
 * and the job is to have several; NULL: none does. */
char *options_for_one_node(const struct options *options);

/* Sets the MURMEL_* variables, so that a checker which a rank starts has the
 * same options. */
void options_to_environment(const struct options *options);

/* The table as text: a line each, whole, as a part of a man page, and as the
 * words that a shell completes for that use. */
void options_brief(FILE *out);
void options_help(FILE *out);
void options_man(FILE *out);
void options_completion(FILE *out, enum option_use use);

/* "mpich", "openmpi", "abi". */
const char *flavour_name(enum option_flavour flavour);

#endif
