/*
 * model_file.h - open files as one process sees them, and what all that have
 * opened one access of it.
 */
#ifndef MURMEL_MODEL_FILE_H
#define MURMEL_MODEL_FILE_H

#include "access_range.h"
#include "model_private.h"

/* What a function does with a file: by its name. */
struct file_role {
    bool known;
    bool reads, writes; /* data */
    bool at;            /* with an explicit offset */
    bool shared;        /* with the shared file pointer */
    bool begins, ends;  /* a split collective operation */
    signed char buffer; /* word of the data's */
};

const struct file_role *file_role(const struct call_info *info);

/* One that a process has open. */
struct file {
    uint64_t handle;
    int64_t amode;       /* NEUTRAL_... */
    struct call *opened; /* held */
    struct call *split;  /* the begin of the active split operation, held; or
                          * NULL */
    struct operation *using; /* its buffers, held; or NULL */
    struct comm *comm;       /* its members; held; NULL: not followed */
    bool atomic;
    /* The view; types NULL: bytes. */
    struct call *viewed; /* MPI_File_set_view; held; NULL: none yet */
    uint32_t views;      /* how often it was called */
    bool view_known;
    int64_t displacement;
    struct type *etype, *filetype; /* held */
    int64_t position;  /* individual file pointer, in etypes; -1: not known */
    uint32_t epoch;    /* how often it was synchronized */
    uint64_t identity; /* which file it is; 0: not known */
    struct file_sequence *sequence; /* since that; NULL: not followed */
    struct file_access *own;        /* the newest, oldest first */
    unsigned own_count;
    struct file *next;
};

/* That the call is on; NULL: none that is known. */
struct file *file_of(const struct agent *agent, const struct call *call);
/* A call on files begins: raises EVENT_FILE. */
void file_enter(struct agent *agent, struct call *call);
/* It has ended: raises EVENT_FILE_CONFLICT. */
void file_exit(struct agent *agent, struct open_call *open);
/* All files of the process are as good as closed. */
void files_end(struct agent *agent);

/* Whether the operation that the call has begun on the file is not complete. */
bool file_is_outstanding(const struct agent *agent, const struct file *file,
                         const struct call *begun);

/* ------------------------------------------- model_file_access.c */

/* The call has read or written; the file's view and position are those before
 * it. */
void file_accessed(struct agent *agent, struct file *file, struct call *call);
/* What the process has accessed itself matters no more. */
void file_own_forget(struct file *file);
/* Whether they have bytes in common: the first of these, and one past them. */
bool file_ranges_overlap(const struct access_ranges *one,
                         const struct access_ranges *other, uint64_t *low,
                         uint64_t *high);
/* The process has synchronized, or closed the file. */
void file_synchronized(struct agent *agent, const struct file *file);
/* Of a communicator that goes; NULL is ignored. */
void file_accesses_free(struct file_accesses *accesses);

/* ------------------------------------------- model_file_shared.c */

/* The process has set the file's view by that call. */
void file_view_set(struct agent *agent, struct file *file, struct call *call);
/* A call uses the shared file pointer. */
void file_shared_used(struct agent *agent, const struct file *file,
                      struct call *call);
/* Of a communicator that goes. */
void file_rounds_free(struct view_round *rounds);

/* -------------------------------------------- model_file_opens.c */

/* The process has opened or synchronized the file. */
void file_opens_begin(struct agent *agent, struct file *file);
/* It has read or written these bytes. */
void file_opens_accessed(struct file *file, struct call *call,
                         const struct access_ranges *ranges);
/* It is about to synchronize or close it, and has. */
void file_opens_end(struct agent *agent, struct file *file);
void file_opens_ended(struct agent *agent, struct file *file);
/* It has it no more. */
void file_opens_forget(struct file *file);
void file_opens_free(struct model *model);

#endif
