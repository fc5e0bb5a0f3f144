#include "help.h"

#include "man.h"
#include "option.h"
#include "terminal.h"
#include "word.h"

#include <stdio.h>
#include <string.h>

#define COMMANDS                                                               \
    "run cc c++ fc explain rules status dump report merge diff replay trace "  \
    "help"
#define TOPICS                                                                 \
    "options ways compile rules status running ci suppressions debugger "      \
    "record report config man completion"

static const char usage[] =
    "Checks an MPI program while it runs.\n"
    "\n"
    "  murmel run [options] [-n N] ./app ...       with the mpiexec that fits\n"
    "  mpiexec -n N murmel [options] ./app ...     under one of your own\n"
    "  murmel cc|c++|fc ...     compiles so that loads and stores are seen, "
    "too\n"
    "  murmel rules|explain RULE   all rules; what one is about, how to mend "
    "it\n"
    "  murmel status|dump       what a running job does; its report, now\n"
    "  murmel replay|trace      a recorded run (--record) judged again; its "
    "calls\n"
    "  murmel report|diff|merge a report once more; two compared; one of "
    "several\n"
    "  murmel help TOPIC        options, ways, compile, rules, status, "
    "running, "
    "ci,\n"
    "                           suppressions, debugger, record, report, "
    "config\n"
    "\n";

static const char ways[] =
    "  murmel run -n 4 ./app            finds the mpiexec that fits the "
    "program\n"
    "  mpiexec -n 4 murmel ./app        as a prefix, like valgrind\n"
    "  LD_PRELOAD=PREFIX/lib/murmel/libmurmel.so mpiexec -n 4 ./app\n"
    "\n"
    "All find the same. The first has the exit status of the findings (murmel\n"
    "help status) and shows all text; the others leave the status to mpiexec.\n"
    "--launcher='srun -n 4' is the first with another launcher. The checker "
    "is\n"
    "one process on the host of the lowest rank.\n";

static const char compile[] =
    "Compiles and links MPI programs so that Murmel sees their loads and\n"
    "stores, too.\n"
    "\n"
    "  murmel cc [arguments]     C: mpicc, or what MURMEL_MPICC names\n"
    "  murmel c++ [arguments]    C++: mpicxx, or MURMEL_MPICXX\n"
    "  murmel fc [arguments]     Fortran: mpifort, or MURMEL_MPIFC\n"
    "\n"
    "All arguments are the compiler's. Compile and link with it:\n"
    "\n"
    "  murmel cc -O2 -o app app.c\n"
    "  make CC='murmel cc'\n"
    "  MURMEL_MPICC=mpicc.mpich murmel cc -c part.c\n"
    "\n"
    "The program runs as ever without Murmel, and is checked by murmel run\n"
    "or its like. Parts that are compiled otherwise are not seen. The\n"
    "compiler must be GCC or Clang, 11 or newer.\n";

static const char rules[] =
    "  murmel rules               all rules, with their severity, a line each\n"
    "  murmel explain RULE...     what a rule is about, why it matters, how "
    "to\n"
    "                             mend it, and where the standard says so\n"
    "\n"
    "An error is wrong in every run. What is potential is as wrong, but this\n"
    "run happened to survive it. A warning is for what is left behind or will\n"
    "not work elsewhere; a note, with --notes or --portability, for what is\n"
    "allowed but worth knowing. --fail-on says what counts for the exit\n"
    "status (murmel help status), murmel help suppressions how to leave out\n"
    "what is known.\n";

static const char status[] =
    "The exit status of murmel run is\n"
    "\n"
    "  2  when Murmel could not do its work: the report is missing or\n"
    "     incomplete, an option is wrong, --timeout was reached;\n"
    "  1  when there are findings of --fail-on or above (potential, when not\n"
    "     given), other than those of --baseline;\n"
    "  else  that of the application (128 + N where signal N ended it).\n"
    "\n"
    "What murmel status shows: murmel help running.\n";

static const char running[] =
    "While a job runs, in another terminal, in the directory where it was "
    "started:\n"
    "\n"
    "  murmel status                      what each process does, since when, "
    "and\n"
    "                                     whom it waits for\n"
    "  murmel status --rank=2             that one, its pending requests and "
    "open\n"
    "                                     epochs (or --pid=PID)\n"
    "  murmel dump                        writes the report as it is now; the "
    "job\n"
    "                                     goes on\n"
    "\n"
    "Elsewhere, give the report's folder: murmel status FOLDER, or\n"
    "--report=FOLDER, as of the run; MURMEL_REPORT and murmel.json say it, "
    "too.\n"
    "Ask on the host where the checker is, that of the lowest rank.\n";

static const char ci[] =
    "In the report's folder (--report) there are\n"
    "\n"
    "  report.html        for people\n"
    "  report.json        for programs (share/murmel/report.schema.json)\n"
    "  report.sarif       SARIF 2.1.0, for code hosts and editors\n"
    "  report.junit.xml   each rule as a test, for CI systems\n"
    "  wait-graph-N.dot   who waits for whom, for Graphviz\n"
    "\n"
    "  murmel run -n 4 --timeout=600 --format=github --baseline=OLD ./app\n"
    "\n"
    "ends a job that takes longer than ten minutes, annotates the source "
    "lines\n"
    "of a change, and fails only for findings that OLD (an earlier report) "
    "has\n"
    "not. --fail-on says from which severity on.\n";

static const char suppressions[] =
    "--suppressions=FILE keeps findings from the report and the exit status:\n"
    "\n"
    "  {\"suppressions\": [\n"
    "    {\"reason\": \"freed by the library\", \"rule\": \"LEAK-*\",\n"
    "     \"function\": \"lib_init\"}\n"
    "  ]}\n"
    "\n"
    "Members besides the reason are patterns as of the shell: rule; call (an "
    "MPI\n"
    "function of the finding); function, file, module (of one frame of that\n"
    "call's stack); object (its name, as in the report). rule and reason are\n"
    "needed. --gen-suppressions writes suppressions.json beside the report, "
    "to\n"
    "be copied from. The end of a run tells what was suppressed, and which\n"
    "entries fitted nothing.\n";

static const char debugger[] =
    "  murmel run -n 4 --on-finding=stop ./app\n"
    "\n"
    "holds the processes whose calls an error is about (--fail-on says from\n"
    "which severity on), and prints for each the line that starts gdb. A call\n"
    "waits until it is judged: if it is wrong by itself, its process is held\n"
    "before MPI has seen the call; if other processes' calls show that it is\n"
    "wrong, as soon as these are known. Each process is held once for a\n"
    "finding, at its first such call. kill -CONT lets a process go on, or\n"
    "continue or detach in gdb.\n"
    "\n"
    "The line has -x share/murmel/murmel-gdb.py: in gdb, then,\n"
    "\n"
    "  murmel          what the process does and whom it waits for, its "
    "pending\n"
    "                  requests and open epochs, and where they began\n"
    "  murmel all      all processes of the job\n"
    "\n"
    "as murmel status --pid=PID and murmel status do outside.\n"
    "\n"
    "--on-deadlock=attach leaves a job that hangs, and prints those lines.\n"
    "--attach='xterm -e gdb -p {pid}' starts a command for each, too.\n";

static const char record[] =
    "  murmel run -n 4 --record=run.murmel ./app\n"
    "\n"
    "writes what the processes do to a file, compressed, up to the end of the\n"
    "job, or to that of the checker.\n"
    "\n"
    "  murmel replay run.murmel           judges it again, and writes the "
    "report\n"
    "  murmel replay --notes run.murmel   ... with other options\n"
    "  murmel trace run.murmel            the calls of each process, a line "
    "each:\n"
    "                                     seconds, process, call, how long, "
    "where\n"
    "                                     (| sort -n: all by time)\n"
    "  murmel trace --json run.murmel     the same as lines of JSON\n"
    "  murmel trace --chrome run.murmel   for Perfetto and chrome://tracing\n"
    "\n"
    "A replay takes what the run was judged by (--strict, --separate, "
    "--notes,\n"
    "--portability, --fail-on) where nothing else is given, and has its "
    "findings.\n"
    "The program need not be there; its sources are, if they are to be shown,\n"
    "and what a run has found by the types of its variables (--element-types)\n"
    "is found again if it is.\n"
    "A recording is read by the version of Murmel that wrote it.\n";

static const char again[] =
    "  murmel report run.murmel            what murmel run said of a recorded "
    "run\n"
    "  murmel report --html run.murmel     ... as --html, --json, --sarif, "
    "--junit\n"
    "\n"
    "judges a recording (murmel help record) and prints one report to the "
    "standard\n"
    "output; nothing is written. --strict, --separate, --notes, "
    "--portability,\n"
    "--suppressions, --baseline, --fail-on and --no-source are as of murmel "
    "replay,\n"
    "and so is the exit status (murmel help status).\n"
    "\n"
    "  murmel report murmel-report         a report.json, or its folder\n"
    "\n"
    "prints what stands there, and judges nothing: as --text, --html, --json,\n"
    "--sarif or --junit, as the run wrote it. Source lines are those that the "
    "files\n"
    "have now. --fail-on and --no-source change the exit status, and what is "
    "shown.\n"
    "\n"
    "  murmel diff OLD NEW                 two report.json, or their folders\n"
    "\n"
    "prints what only one of them has, + before what is new; the exit status "
    "is "
    "1\n"
    "where something is. Findings are the same if the rule, the MPI functions "
    "and\n"
    "the functions that call them are: --baseline sees it so, too.\n"
    "\n"
    "  murmel merge all.json REPORT...     one report.json of several\n"
    "\n"
    "tells a finding that several runs have, of a CI's matrix or of the nodes "
    "of a\n"
    "job, once, with how often it was found in all and in which. murmel report "
    "and\n"
    "murmel diff read it. It judges nothing: what only the processes of two "
    "nodes\n"
    "together would show is not found.\n";

static const char config[] =
    "Each option can stand in murmel.json, which is looked for in the working\n"
    "directory and those above it:\n"
    "\n"
    "  {\"fail-on\": \"warning\", \"notes\": true, \"suppressions\": "
    "\"known.json\"}\n"
    "\n"
    "Paths begin where the file is. A variable (MURMEL_FAIL_ON) wins over the\n"
    "file, and the command line over both. A file of another user is not "
    "read.\n";

static const char man_head[] =
    ".TH MURMEL 1 \"2026-11-25\" \"Murmel " PACKAGE_VERSION "\" \"Murmel\"\n"
    ".SH NAME\n"
    "murmel \\- checks an MPI program while it runs\n"
    ".SH SYNOPSIS\n"
    ".nf\n"
    "\\fBmurmel run\\fR [option...] [\\-n N] program [argument...]\n"
    "\\fBmpiexec\\fR \\-n N \\fBmurmel\\fR [option...] program [argument...]\n"
    "\\fBmurmel cc\\fR|\\fBc++\\fR|\\fBfc\\fR argument...\n"
    "\\fBmurmel explain\\fR RULE\n"
    "\\fBmurmel rules\\fR\n"
    "\\fBmurmel status\\fR [\\-\\-rank=N|\\-\\-pid=N] [FOLDER]\n"
    "\\fBmurmel dump\\fR [FOLDER]\n"
    "\\fBmurmel diff\\fR OLD NEW\n"
    "\\fBmurmel merge\\fR OUT REPORT...\n"
    "\\fBmurmel replay\\fR [option...] RECORDING\n"
    "\\fBmurmel report\\fR [\\-\\-text|\\-\\-html|\\-\\-json|\\-\\-sarif|"
    "\\-\\-junit]\n"
    "       [option...] RECORDING|REPORT\n"
    "\\fBmurmel trace\\fR [\\-\\-json|\\-\\-chrome] RECORDING\n"
    "\\fBmurmel help\\fR [TOPIC]\n"
    ".fi\n"
    ".SH DESCRIPTION\n"
    "Nothing need be recompiled: a preloaded library sees every MPI call and\n"
    "tells a checker process, which judges it by the MPI standard and reports\n"
    "what is wrong, where, and why.\n"
    ".SH OPTIONS\n"
    "Each can be given by the environment variable in brackets, and in\n"
    "\\fBmurmel.json\\fR.\n";

static void print_options(void)
{
    fputs("Each option can be given by an environment variable, too: "
          "[NAME].\n\n",
          stdout);
    options_help(stdout);
}

static void print_man(void);

static void print_completion(void)
{
    fputs("_murmel()\n"
          "{\n"
          "    local word=${COMP_LINE:0:COMP_POINT}\n"
          "    word=${word##* }\n"
          "    local words=\n"
          "    [[ $COMP_CWORD != 1 ]] || words='" COMMANDS "'\n"
          "    case ${COMP_WORDS[1]} in\n"
          "    explain) words=$(murmel rules | awk '/^  / {print $1}') ;;\n"
          "    help) words='" TOPICS "' ;;\n"
          "    esac\n"
          "    case ${COMP_WORDS[1]}:$word in\n"
          "    status:-*) words='--rank= --pid= --report=' ;;\n"
          "    dump:-*) words=--report= ;;\n"
          "    trace:-*) words='--json --chrome' ;;\n"
          "    cc:*|c++:*|fc:*|explain:*|rules:*|diff:*|merge:*|help:*) ;;\n"
          "    report:-*) words='--text --html --json --sarif --junit ",
          stdout);
    options_completion(stdout, USE_JUDGE);
    fputs("' ;;\n"
          "    replay:-*) words='",
          stdout);
    options_completion(stdout, USE_REPLAY);
    fputs("' ;;\n"
          "    *:-*) words='",
          stdout);
    options_completion(stdout, USE_RUN);
    fputs("' ;;\n"
          "    esac\n"
          "    COMPREPLY=($(compgen -W \"$words\" -- \"$word\"))\n"
          "    # what stands before '=' is a word of its own for bash\n"
          "    case $word in\n"
          "    *=*) COMPREPLY=(\"${COMPREPLY[@]#\"${word%%=*}\"=}\") ;;\n"
          "    esac\n"
          "    case ${COMPREPLY[0]} in\n"
          "    *=) compopt -o nospace ;;\n"
          "    esac\n"
          "}\n"
          "complete -o default -F _murmel murmel\n",
          stdout);
}

static const struct {
    const char *name;
    const char *title, *text; /* of a plain topic */
    void (*print)(void);      /* of another */
} topics[] = {{"options", NULL, NULL, print_options},
              {"ways", "WAYS TO START", ways, NULL},
              {"compile", "COMPILING", compile, NULL},
              {"rules", "RULES", rules, NULL},
              {"status", "EXIT STATUS", status, NULL},
              {"running", "A JOB THAT RUNS", running, NULL},
              {"ci", "CONTINUOUS INTEGRATION", ci, NULL},
              {"suppressions", "SUPPRESSIONS", suppressions, NULL},
              {"debugger", "DEBUGGER", debugger, NULL},
              {"record", "RECORDINGS", record, NULL},
              {"report", "REPORTS AGAIN", again, NULL},
              {"config", "CONFIGURATION", config, NULL},
              {"man", NULL, NULL, print_man},
              {"completion", NULL, NULL, print_completion}};
#define TOPIC_COUNT (sizeof topics / sizeof topics[0])

/* Where a command is told of, that has not the name of a topic of its own. */
static const struct {
    const char *command, *topic;
} told[] = {{"status", "running"}, {"dump", "running"},  {"run", "ways"},
            {"explain", "rules"},  {"cc", "compile"},    {"c++", "compile"},
            {"fc", "compile"},     {"replay", "record"}, {"trace", "record"},
            {"diff", "report"},    {"merge", "report"},  {"help", NULL}};
#define TOLD_COUNT (sizeof told / sizeof told[0])

static void print_man(void)
{
    size_t i;

    fputs(man_head, stdout);
    options_man(stdout);
    for (i = 0; i < TOPIC_COUNT; i++) {
        if (topics[i].text != NULL)
            man_section(stdout, topics[i].title, topics[i].text);
    }
    fputs(".SH SEE ALSO\n.BR murmel\\-mpi (7)\n", stdout);
}

/* 0; -1: that is no command. */
static int print_command(const char *command)
{
    for (size_t i = 0; i < TOLD_COUNT; i++)
        if (strcmp(command, told[i].command) == 0)
            return help_print(told[i].topic);
    return -1;
}

bool help_is_wanted(int argc, char **argv, int *exit_status)
{
    int i = 1;

    while (i < argc && strcmp(argv[i], "--help") != 0 &&
           strcmp(argv[i], "-h") != 0)
        i++;
    if (i == argc)
        return false;
    if (print_command(argv[0]) != 0)
        (void)help_print(argv[0]);
    *exit_status = help_flush();
    return true;
}

int help_print(const char *topic)
{
    size_t i = 0;

    if (topic == NULL) {
        fputs(usage, stdout);
        options_brief(stdout);
        fputs("  murmel help options has them all, and what they do.\n",
              stdout);
        return 0;
    }
    while (i < TOPIC_COUNT && strcmp(topic, topics[i].name) != 0)
        i++;
    if (i == TOPIC_COUNT)
        return print_command(topic);
    if (topics[i].text != NULL)
        fputs(topics[i].text, stdout);
    else
        topics[i].print();
    return 0;
}

int help_flush(void)
{
    if (fflush(stdout) == 0 && !ferror(stdout))
        return 0;
    terminal_line("cannot write to the standard output");
    return 2;
}

int help_about(const struct options *options, const char *topic)
{
    if (options->help)
        (void)help_print(topic);
    else
        printf("murmel %s\n", PACKAGE_VERSION);
    return help_flush();
}

int help_command(int argc, char **argv)
{
    const char *near = NULL;
    size_t length, least, i;

    if (argc > 2) {
        terminal_line("murmel help takes one topic");
        return 2;
    }
    if (help_print(argv[1]) == 0)
        return help_flush();
    length = strlen(argv[1]);
    least = length / 3 + 1; /* more than a third is no mistyped word */
    for (i = 0; i < TOPIC_COUNT; i++) {
        size_t apart = word_distance(argv[1], length, topics[i].name);

        if (apart < least) {
            least = apart;
            near = topics[i].name;
        }
    }
    terminal_line("there is no topic %s; %s%s (murmel explain RULE explains a "
                  "rule)",
                  argv[1], near != NULL ? "the nearest is " : "",
                  near != NULL ? near : "murmel help shows them");
    return 2;
}
