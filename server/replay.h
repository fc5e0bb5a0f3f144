/*
 * replay.h - judges a recorded run again (recording.h).
 */
#ifndef MURMEL_REPLAY_H
#define MURMEL_REPLAY_H

#include "checker.h"
#include "option.h"

struct replay;

/* Opens a recording and sets the options by which the run was judged; NULL and
 * a line for the user in *trouble (malloc'd): it cannot be read. */
struct replay *replay_open(const char *path, struct options *options,
                           char **trouble);
/* Where the job came from; the replay's. */
const struct job_origin *replay_origin(const struct replay *replay);
/* Makes what judges it, by options that must live as long; the replay's. */
struct checker *replay_begin(struct replay *replay,
                             const struct options *options);
/* Plays all of it.  What is wrong with it (a constant), or NULL. */
const char *replay_play(struct replay *replay);
/* Writes the report and says what there is to say, or prints that (NULL: it
 * does not) to the standard output instead; the exit status, as of murmel run,
 * 2 where the recording is not whole. */
int replay_finish(struct replay *replay, report_writer *print);
void replay_close(struct replay *replay);

/* Reads options of that use, and the path of the one recording among them:
 * NULL where --help or --version is.  0; or -1 and *trouble as above. */
int replay_words(struct options *options, enum option_use use, char **words,
                 const char **path, char **trouble);
/* Opens it with the options of the run, under those given now (in the words,
 * too).  As replay_open. */
struct replay *replay_open_with(const char *path, struct options *options,
                                enum option_use use, char **words,
                                char **trouble);

/* `murmel replay`; argv[0] is that word.  Returns the exit status. */
int replay_command(int argc, char **argv);

#endif
