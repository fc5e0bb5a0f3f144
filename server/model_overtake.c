/*
 * model_overtake.c - receives that are over while one that was posted before
 * them is not, and may have taken what they seem to have (MPI-4.1 3.5).
 *
 * The status tells the sender and the tag, and not which of that sender's
 * messages it was: the first, unless the other receive takes one of them, too;
 * that one has the first claim then.  Until that is known the two are kept
 * here, and nothing is made of them.
 */
#include "model_match.h"

/* Of one endpoint; of what is more nothing is judged. */
#define KEPT 64

static bool is_behind(const struct endpoint *endpoint,
                      const struct receive *receive,
                      const struct message *message)
{
    const struct receive *other;

    DL_FOREACH(endpoint->receives, other) {
        if (other->number >= receive->number)
            return false;
        if (receive_fits(other, message))
            return true;
    }
    return false;
}

static bool is_rival(const struct receive *one, const struct receive *other)
{
    return one->took->sender == other->took->sender &&
           one->took->tag == other->took->tag;
}

static int by_number(const struct receive *left, const struct receive *right)
{
    return (left->number > right->number) - (left->number < right->number);
}

/* Of those that took messages of one sender and tag each takes the first that
 * is left, in the order in which they were posted. */
static void put_in_order(struct endpoint *endpoint, struct receive *added)
{
    struct receive *receive, *later;
    struct message *message;

    DL_FOREACH(endpoint->overtakers, receive)
        for (later = receive->next; later != NULL && is_rival(receive, added);
             later = later->next)
            if (is_rival(receive, later) &&
                later->took->number < receive->took->number) {
                message = receive->took;
                receive->took = later->took;
                later->took = message;
            }
}

static void conclude(struct endpoint *endpoint, struct receive *receive)
{
    struct message *message = receive->took;

    DL_DELETE(endpoint->overtakers, receive);
    endpoint->overtaker_count--;
    receive->overtakes = message->overtaken = false;
    receive->took = NULL;
    receive_conclude(receive, message);
    receive_drop(receive);
    message_drop(message);
}

void overtakers_look(struct endpoint *endpoint)
{
    struct receive *receive, *next;

    DL_FOREACH_SAFE(endpoint->overtakers, receive, next)
        if (!is_behind(endpoint, receive, receive->took))
            conclude(endpoint, receive);
}

void overtakers_end(struct endpoint *endpoint)
{
    struct receive *receive;

    while ((receive = endpoint->overtakers) != NULL) {
        receive->lost |= is_behind(endpoint, receive, receive->took);
        receive->unsure |= receive->lost;
        conclude(endpoint, receive);
    }
}

void overtakers_free(struct endpoint *endpoint)
{
    struct receive *receive, *next;

    DL_FOREACH_SAFE(endpoint->overtakers, receive, next) {
        DL_DELETE(endpoint->overtakers, receive);
        message_drop(receive->took);
        receive->took = NULL;
        receive_drop(receive);
    }
}

/* Whether one that was posted later may have what is this one's. */
static bool is_overtaken(const struct endpoint *endpoint,
                         const struct message *message)
{
    const struct receive *other;

    DL_FOREACH(endpoint->overtakers, other)
        if (other->took->sender == message->sender &&
            other->took->tag == message->tag)
            return true;
    return false;
}

bool receive_overtakes(struct receive *receive, struct message *message)
{
    struct endpoint *endpoint = message->endpoint;

    if (!is_behind(endpoint, receive, message) &&
        !is_overtaken(endpoint, message))
        return false;
    receive->references++;
    message->references++;
    receive->took = message;
    receive->overtakes = message->overtaken = true;
    DL_INSERT_INORDER(endpoint->overtakers, receive, by_number);
    put_in_order(endpoint, receive);
    if (++endpoint->overtaker_count > KEPT) {
        endpoint->overtakers->unsure = endpoint->overtakers->lost = true;
        conclude(endpoint, endpoint->overtakers);
    }
    return true;
}
