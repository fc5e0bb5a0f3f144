/*
 * model_channel.h - collective operations: who has come to which, and whether
 * their calls go together.
 */
#ifndef MURMEL_MODEL_CHANNEL_H
#define MURMEL_MODEL_CHANNEL_H

#include "model_private.h"

/* From whom data flows to whom: who waits for whom, and learns of him. */
enum flow {
    FLOW_NONE,
    FLOW_ALL,
    FLOW_FROM_ROOT,
    FLOW_TO_ROOT,
    FLOW_PREFIX, /* from lower to higher ranks */
    FLOW_UNSURE, /* among neighbours, through files: from who had begun
                  * before, and nobody need have */
    FLOW_FENCE   /* FLOW_ALL, or nothing with MPI_MODE_NOPRECEDE */
};

/* Something that members make together: found by function and colour. */
struct child {
    int64_t colour;
    struct comm *comm;           /* held */
    struct window *window;       /* held */
    struct intercomm *intercomm; /* held */
    UT_hash_handle hh;
};

/* Members that came to a meeting with calls that are alike. */
struct part {
    struct call *call;   /* held: that of the lowest rank */
    bool second_side;    /* of an intercommunicator */
    uint32_t place;      /* in its group; of one that gives MPI_ROOT */
    struct group *group; /* MPI_Comm_create: what it gives; held, or NULL */
    int64_t extent; /* MPI_File_set_view: of etype in the file; 0: not known */
    struct info *info; /* that it is given; held; NULL: none, or not known */
};

/* One collective operation, from its first caller on. */
struct meeting {
    uint32_t references;
    uint64_t position;
    uint64_t number; /* of all meetings: 1, 2, ... */
    enum flow flow;
    bool inter;   /* on an intercommunicator */
    bool in_knot; /* in the machine its members waited for each other */
    uint32_t size, arrived;
    uint32_t acted;  /* how many have come in the machine, ... */
    bool *has_acted; /* ... by member; NULL: none, or all of them */
    uint32_t prefix; /* FLOW_PREFIX: all members below have arrived */
    bool root_arrived;
    bool rootless; /* all have come; one side names a root, and nobody is it */
    struct part *parts; /* how the members came; mostly one */
    uint32_t part_count;
    uint32_t *part_of;        /* by member: part + 1; NULL while there is one */
    struct group *members;    /* MPI_Comm_create: of comm; held, or NULL */
    struct clock *all, *root; /* what the callers, the root knew */
    struct board board;       /* FLOW_UNSURE: the same, for the others */
    struct clock **each;      /* FLOW_PREFIX: by member; NULL: no clocks */
    struct clock **sums;      /* ... of those below n times PREFIX_BLOCK */
    struct arrival *arrivals; /* constructors with colours: by member */
    struct child *children;
    struct contribution *contributions; /* by member; NULL: none */
    struct channel *rounds;             /* persistent: the starts */
};

struct arrival {
    bool here;
    struct call *call; /* constructors; held */
    int64_t colour, key;
};

/* A difference of data that a channel keeps in mind. */
struct told {
    const struct stack *sites[2];
    uint64_t keys[2]; /* of the two payloads */
};
#define CHANNEL_TOLD 8

/* The last blocking operation that a member has left. */
struct passed {
    uint64_t count;    /* its position + 1 */
    struct call *call; /* held */
};

/* The collective operations of one set of members, in order. */
struct channel {
    uint32_t size;
    bool inter;              /* of an intercommunicator */
    bool broken;             /* a difference was seen: wait no more */
    uint64_t sound;          /* ... from there on they are in step again */
    bool judged;             /* and told */
    bool misled;             /* its members are */
    uint64_t unequal;        /* position + 1 of the last operation in which more
                              * is sent than expected, or less; 0: none */
    struct channel *aligned; /* behind it: by that the calls are judged; NULL:
                              * not yet, or never */
    bool shifted;            /* aligned: not by the same position everywhere */
    bool *refused;           /* by member: one of its calls failed; whether it
                              * counts nobody knows; NULL: none did */
    struct dispute *dispute; /* seen, and not told yet */
    uint64_t first;
    struct meeting **open; /* from open[gone]: positions from `first` on */
    size_t gone, open_count, open_room;
    uint64_t *next; /* by member: position of its next operation */
    struct told told[CHANNEL_TOLD];
    uint32_t told_count;
    struct passed *passed; /* by member; NULL: all 0 */
};

struct contribution;

struct meeting *meeting_new(uint32_t size, enum flow flow);
struct meeting *meeting_hold(struct meeting *meeting);
/* A member comes to it. */
void meeting_arrive(struct meeting *meeting, struct agent *agent,
                    uint32_t member, struct call *call);
/* Keeps its call for the constructor's sake. */
struct arrival *meeting_arrival(struct meeting *meeting, uint32_t member,
                                struct call *call);
/* The member's next meeting, held by the caller; made where it is the first
 * to come. */
struct meeting *channel_at(struct channel *channel, uint32_t member,
                           enum flow flow);
/* Whether the member has come to it. */
static inline bool channel_came(const struct channel *channel,
                                const struct meeting *meeting, uint32_t member)
{
    return channel->next[member] > meeting->position;
}
/* That to which it has not come, though another one has; NULL: none. */
const struct meeting *channel_missing(const struct channel *channel,
                                      uint32_t member, uint32_t other);
/* Lets go of meetings to which all have come. */
void channel_clean(struct channel *channel);
/* Lets go of all, at the end: a window that was never made by all holds the
 * communicator whose meeting holds the window. */
void channel_clear(struct channel *channel);
struct channel *channel_new(uint32_t size);
/* One whose positions begin there. */
struct channel *channel_new_at(uint32_t size, uint64_t first);
void channel_free(struct channel *channel);
/* The member has left its blocking operation. */
void channel_passed(struct channel *channel, const struct meeting *meeting,
                    uint32_t member, struct call *call);
void meeting_drop(struct meeting *meeting);
/*
 * The member comes to its next operation.  Returns the meeting, held by the
 * caller.  comm or window is where (for events); neither: no event.
 */
struct meeting *channel_arrive(struct channel *channel, struct agent *agent,
                               uint32_t member, struct call *call,
                               struct comm *comm, struct window *window);
/* The same on main->aligned, where the call is judged; takes over what it
 * brings, and returns in what it differs from others. */
enum meeting_difference
channel_arrive_aligned(struct model *model, struct channel *main,
                       uint32_t member, struct contribution *one,
                       struct comm *comm, struct window *window);
/* The channel by which the calls on it are judged. */
static inline struct channel *channel_judging(struct channel *channel)
{
    return channel->aligned != NULL ? channel->aligned : channel;
}
/* Whether nothing is known against it that the members mean the same
 * operation. */
static inline bool channel_sound(const struct channel *channel,
                                 const struct meeting *meeting)
{
    return !channel->broken || meeting->position >= channel->sound;
}
/* Whether the MPI may leave members in that operation, to which all have come,
 * for ever: they have told each other of unequal amounts of data. */
static inline bool channel_is_unequal(const struct channel *channel,
                                      const struct meeting *meeting)
{
    return channel->unequal == meeting->position + 1 ||
           (channel->aligned != NULL && !channel->aligned->shifted &&
            channel->aligned->unequal == meeting->position + 1);
}
/* Its members, who are those of comm, may have met the wrong call, or data:
 * what the MPI library makes of that, at any of them, has this one cause. */
void channel_mislead(struct channel *channel, const struct comm *members);
/* Nothing is known to be in step from that position on: what its members, who
 * are those of comm, learn of each other there, and at what comes behind it, is
 * not known. */
void channel_break(struct model *model, struct channel *channel,
                   const struct comm *members, uint64_t from);
/* Whether the member's part may be over. */
bool meeting_ready(const struct agent *agent, const struct meeting *meeting,
                   uint32_t member, const struct call *call, uint64_t time);
/* Whether the member needs data of the other one (FLOW_UNSURE: of
 * nobody); comm NULL: that of a window. */
bool meeting_needs(const struct meeting *meeting, const struct comm *comm,
                   const struct call *call, uint32_t member, uint32_t other);
/* Whether the call says that the process is the root. */
bool meeting_is_root(const struct meeting *meeting, const struct call *call,
                     uint32_t member);
/* The member's part is over: it learns what it must have learnt. */
void meeting_leave(struct agent *agent, struct meeting *meeting,
                   uint32_t member, const struct call *call);
struct child *meeting_child(struct meeting *meeting, int64_t colour);

/* In what the calls of two parts of the meeting differ. */
enum meeting_difference part_difference(const struct meeting *meeting,
                                        const struct part *left,
                                        const struct part *right);
/* Whether any two of them do. */
bool parts_differ(const struct meeting *meeting);

/* From model_same.c: an argument that must be the same in the calls of both
 * parts, and is not; NULL: there is none. */
const struct call_parameter *same_difference(const struct meeting *meeting,
                                             const struct part *left,
                                             const struct part *right);
/* The tag of MPI_Comm_create_group, or its kin, if it differs; or NULL. */
const struct call_parameter *same_tag(const struct call *left,
                                      const struct call *right);
/* All have come: raises EVENT_MEETING for an edge of
 * MPI_Dist_graph_create_adjacent that its two ends do not both give. */
void same_edges(const struct open_call *open);
/* Whether the group that the one part gives to MPI_Comm_create binds the
 * member of comm: he is in it. */
bool same_binds(const struct meeting *meeting, const struct part *part,
                uint32_t member);

/* On which communicator, or file, the call is collective; or NULL. */
struct comm *collective_comm(const struct agent *agent,
                             const struct call *call);
enum model_step collective_enter(struct agent *agent, struct open_call *open);
enum model_step collective_exit(struct agent *agent, struct open_call *open);
/* MPI_Start of a persistent one. */
void collective_start(struct agent *agent, struct operation *operation);

/* ------------------------------------------------- model_exchange.c */

/* Between whom data flows in a collective operation, and what must agree. */
enum exchange_pattern {
    EXCHANGE_NONE,      /* no data */
    EXCHANGE_BCAST,     /* all describe the same data */
    EXCHANGE_REDUCE,    /* all give the same count and type; with a root */
    EXCHANGE_ALLREDUCE, /* the same, without */
    EXCHANGE_SCAN,      /* the same, in place as each likes */
    EXCHANGE_GATHER,    /* each to the root */
    EXCHANGE_SCATTER,   /* the root to each */
    EXCHANGE_ALL,       /* each to each, always as much */
    EXCHANGE_PAIRS,     /* each to each, as the two agree */
    EXCHANGE_NEIGHBORS  /* among neighbours, as each two agree */
};

/* Who may give MPI_IN_PLACE in place of a buffer; not on an intercommunicator
 * (MPI-4.1 6.2.3). */
enum in_place {
    IN_PLACE_NOBODY,
    IN_PLACE_ROOT,
    IN_PLACE_ANYBODY,
    IN_PLACE_ALL /* all or none */
};
enum in_place exchange_in_place(const struct call_info *info, bool receives);
/* From model_collective.c. */
enum exchange_pattern collective_pattern(const struct call_info *info);
/* Compares the data of those who have come.  True: an error was told, of calls
 * of which none was told before. */
bool exchange_judge(struct model *model, const struct comm *comm,
                    struct channel *channel, struct meeting *meeting);

/* ------------------------------------------------- model_contribution.c */

/* What the meeting keeps of its members' calls. */
void contributions_drop(struct meeting *meeting);

/* ------------------------------------------------- model_align.c */

/* Of each member so many calls are looked at. */
#define ALIGN_WINDOW 16

/*
 * After a difference in the calls at position `from`: sets skips, by member,
 * to the number of calls from there on behind which all members agree again.
 * first_side: members of the first group.  argument: they differ in no more
 * than an argument, or data.  False: there is no such place within the window.
 */
bool channel_align(const struct channel *channel, uint64_t from,
                   uint32_t first_side, bool argument, uint32_t *skips);

/* ------------------------------------------------- model_difference.c */

/* The gravest difference between any two parts of the meeting. */
enum meeting_difference difference_gravest(const struct meeting *meeting);
/* Tells of it, with those who differ in classes of the same; one of comm and
 * window is NULL. */
void difference_tell(struct model *model, const struct meeting *meeting,
                     struct comm *comm, struct window *window,
                     enum meeting_difference differs);

/* ------------------------------------------------- model_dispute.c */

/* Whether members differ in more than data at that meeting, or before. */
bool dispute_before(const struct channel *channel,
                    const struct meeting *meeting);

/* A member has come to the meeting with a call that differs from another's;
 * channel: where they are judged, main or main->aligned; one of comm and window
 * is NULL. */
void dispute_begin(struct model *model, struct channel *main,
                   struct channel *channel, struct meeting *meeting,
                   struct comm *comm, struct window *window);
/* All have come to the meeting, and differ in their data only, which was told:
 * behind it they may not agree either. */
void dispute_data(struct model *model, struct channel *main,
                  struct channel *channel, struct meeting *meeting,
                  struct comm *comm);
/* Nothing says in which order a process calls its operations: nothing is
 * judged there any more. */
void channel_give_up(struct model *model, struct channel *channel,
                     const struct comm *members);
/* A collective call has ended: if it failed, the MPI may have taken part or
 * not. */
void channel_exit(const struct open_call *open);
/* Whether it is known which operation the member comes to. */
bool channel_knows(const struct channel *channel, uint32_t member);
/* The job is over, and well: raises EVENT_ABSENT for the first operation to
 * which not all have come; one of comm and window is NULL. */
void channel_left(struct model *model, struct channel *on,
                  const struct comm *comm, const struct window *window);
/* ... for the first round that not all have started of the persistent operation
 * that was made at `initial`; by `started` one of them has. */
void channel_round_left(struct model *model, const struct meeting *initial,
                        const struct comm *comm, struct call *started);
/* The job is over: judges the data among those who have come. */
void exchanges_end(struct model *model);
/* Judges those to which no more members will come. */
void disputes_look(struct model *model);
/* ... all of them, but judges nothing if `silent`. */
void disputes_end(struct model *model, bool silent);

#endif
