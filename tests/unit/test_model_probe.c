/*
 * Matched probes of several threads, in all orders of the records.
 */
#include "model_job.h"

#include <setjmp.h>
#include <stdarg.h>

#include <cmocka.h>

#define MESSAGE UINT64_C(0x2000)

static void send(int count)
{
    CALL(0, MPI_Send, .count = count, .datatype = INT, .dest = 1,
         .comm = WORLD);
}

static void probe(int found)
{
    CALL(1, MPI_Improbe, .source = NEUTRAL_ANY_SOURCE, .tag = NEUTRAL_ANY_TAG,
         .comm = WORLD, .flag = found > 0,
         .message =
             found > 0 ? MESSAGE + (uint64_t)found : NEUTRAL_MESSAGE_NULL,
         .status = {0, 0, 0, 4 * found, 0});
}

static void take(int count)
{
    probe(count);
    CALL(1, MPI_Mrecv, .count = count, .datatype = INT,
         .message = MESSAGE + (uint64_t)count,
         .status = {0, 0, 0, 4 * count, 0});
}

static void end(const char *expected)
{
    int rank;

    for (rank = 0; rank < 2; rank++)
        CALL(rank, MPI_Finalize, .result = 0);
    job_expect(expected);
}

static void begin(void)
{
    job_begin(2);
    job_threads(NEUTRAL_THREAD_MULTIPLE);
    send(1);
    send(2);
}

static void test_alone(void **state)
{
    (void)state;
    begin();
    probe(0);
    take(2);
    take(1);
    end("P2P-TRUNCATED receive@1 send@0\n");
}

/* While one thread's probe is not told of it may have taken what the other's
 * seems to take. */
static void test_untold(void **state)
{
    (void)state;
    begin();
    probe(0);
    job_thread(1, 1);
    take(2);
    job_thread(1, 0);
    take(1);
    job_join(1);
    end("");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_alone),
        cmocka_unit_test(test_untold),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
