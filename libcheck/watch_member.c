/*
 * watch_member.c - this process in its communicators.
 */
#include "watch_private.h"

static struct member *members;

const struct member *watch_member_of(const struct record *enter)
{
    int comm_word = call_table[enter->call].comm_word;
    struct member *member = NULL;

    if (comm_word >= 0)
        HASH_FIND(hh, members, &enter->words[comm_word], sizeof(uint64_t),
                  member);
    return member;
}

void watch_member_add(const struct new_comm *made)
{
    struct member *member;

    if (made->comm == NEUTRAL_COMM_NULL)
        return;
    pthread_mutex_lock(&watch_lock);
    HASH_FIND(hh, members, &made->comm, sizeof made->comm, member);
    if (member == NULL && (member = arena_take(sizeof *member)) != NULL) {
        memset(member, 0, sizeof *member);
        member->comm = made->comm;
        HASH_ADD(hh, members, comm, sizeof member->comm, member);
        if (member->hh.tbl == NULL) {
            arena_give(member, sizeof *member);
            member = NULL;
        }
    }
    if (member != NULL) {
        member->rank = made->rank;
        member->size = made->size;
        if (made->remote_size > 0 || made->rank < 0) {
            HASH_DEL(members, member);
            arena_give(member, sizeof *member);
        }
    }
    pthread_mutex_unlock(&watch_lock);
}

void watch_member_world(const struct record_world *world)
{
    struct new_comm comm = {NEUTRAL_COMM_WORLD, world->rank, world->size, 0, 0};

    watch_member_add(&comm);
    comm = (struct new_comm){NEUTRAL_COMM_SELF, 0, 1, 0, 0};
    watch_member_add(&comm);
    pthread_mutex_lock(&watch_lock);
    layout_predefined(world);
    pthread_mutex_unlock(&watch_lock);
}
