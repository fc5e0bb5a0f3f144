/*
 * status.h - murmel status and murmel dump: what a running job does.
 */
#ifndef MURMEL_STATUS_H
#define MURMEL_STATUS_H

/* A line where a job that runs on this machine writes its report into the
 * folder. */
void status_say_shared(const char *folder);

/* `murmel status [FOLDER]` prints what each process of the job does whose
 * report is there, with --rank=N or --pid=N what that one does, and what of it
 * is pending; `murmel dump [FOLDER]` only has the report written.  The folder
 * is also that of --report=FOLDER, of MURMEL_REPORT and of murmel.json.  The
 * exit status. */
int status_command(int argc, char **argv);

#endif
