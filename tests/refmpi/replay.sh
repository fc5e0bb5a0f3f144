#!/bin/sh
# replay.sh MPICC MPIEXEC - what receives and probes from any source took is
# recorded, and taken again however long the ranks pause; what is written in
# the list by hand is taken, too.
set -u
mpicc=$1 mpiexec=$2
work=$(mktemp -d) || exit 2
trap 'rm -rf "$work"' EXIT
trap 'exit 2' INT TERM HUP
cd "$work" || exit 2
passed=0 failed=0

cat >take.c <<'END'
#include <mpi.h>
#include <stdio.h>
#include <time.h>
#include <unistd.h>

enum { EACH = 2, ALL = 2 * EACH, ROUNDS = 5 };

static void send_all(int round)
{
    for (int i = 0; i < EACH; i++) {
        struct timespec now;
        clock_gettime(CLOCK_REALTIME, &now);
        usleep((unsigned)now.tv_nsec / 1000 % 1500);
        MPI_Send(&i, 1, MPI_INT, 0, round, MPI_COMM_WORLD);
    }
}

/* In a way of its own in each round; prints the sources. */
static void take_all(int round)
{
    MPI_Request requests[ALL];
    MPI_Status statuses[ALL];
    int values[ALL], flag = 0;
    for (int i = 0; i < ALL; i++) {
        if (round == 0) {
            MPI_Recv(&values[i], 1, MPI_INT, MPI_ANY_SOURCE, round,
                     MPI_COMM_WORLD, &statuses[i]);
        } else if (round == 1) {
            MPI_Irecv(&values[i], 1, MPI_INT, MPI_ANY_SOURCE, round,
                      MPI_COMM_WORLD, &requests[i]);
        } else if (round == 2) {
            if (i == 0)
                MPI_Recv_init(values, 1, MPI_INT, MPI_ANY_SOURCE, round,
                              MPI_COMM_WORLD, requests);
            MPI_Start(requests);
            MPI_Wait(requests, &statuses[i]);
        } else if (round == 3) {
            MPI_Message message;
            MPI_Mprobe(MPI_ANY_SOURCE, round, MPI_COMM_WORLD, &message,
                       &statuses[i]);
            MPI_Mrecv(&values[i], 1, MPI_INT, &message, &statuses[i]);
        } else {
            for (flag = 0; !flag;)
                MPI_Iprobe(MPI_ANY_SOURCE, round, MPI_COMM_WORLD, &flag,
                           &statuses[i]);
            MPI_Recv(&values[i], 1, MPI_INT, statuses[i].MPI_SOURCE, round,
                     MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        }
    }
    if (round == 1)
        MPI_Waitall(ALL, requests, statuses);
    if (round == 2)
        MPI_Request_free(requests);
    for (int i = 0; i < ALL; i++)
        printf("%d", statuses[i].MPI_SOURCE);
}

int main(int argc, char **argv)
{
    int rank;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    for (int round = 0; round < ROUNDS; round++) {
        if (rank == 0)
            take_all(round);
        else
            send_all(round);
        MPI_Barrier(MPI_COMM_WORLD);
    }
    MPI_Finalize();
    return 0;
}
END
if ! $mpicc -Wall -Wextra -o take take.c; then
    echo "0 passed, 1 failed"
    exit 1
fi

# take BEHAVIOUR STATUS: runs it; what it printed is in out and err.
take()
{
    MURMEL_MPI=$1 timeout -k 2 60 "$mpiexec" -n 3 ./take >out 2>err </dev/null
    status=$?
    [ "$status" = "$2" ] || bad "$1" "exit status $status, not $2"
}

bad()
{
    failed=$((failed + 1))
    echo "FAILED $1: $2"
    sed 's/^/    /' err
}

# same NAME TEXT: the last run printed that.
same()
{
    if [ "$(cat out)" = "$2" ]; then
        passed=$((passed + 1))
    else
        bad "$1" "took $(cat out), not $2"
    fi
}

# says NAME TEXT: on standard error.
says()
{
    if grep -qF -e "$2" err; then
        passed=$((passed + 1))
    else
        bad "$1" "does not say: $2"
    fi
}

for run in 1 2 3; do
    take record=choices 0
    recorded=$(cat out)
    take wildcard=file:choices 0
    same "replay $run" "$recorded"
done
awk 'BEGIN {for (i = 0; i < 20; i++) print i, 2 - i % 2}' >choices.0
: >choices.1
: >choices.2
take wildcard=file:choices,record=again 0
same "by hand" 21212121212121212121
# in the order in which the messages came
if [ "$(sort -n again.0)" = "$(cat choices.0)" ]; then
    passed=$((passed + 1))
else
    bad "by hand" "records something else than it took"
fi
take wildcard=file:nowhere 1
says missing 'No such file or directory'
echo marmot >choices.1
take wildcard=file:choices 1
says spoilt 'choices.1: no list of choices'
echo "$passed passed, $failed failed"
[ "$failed" = 0 ]
