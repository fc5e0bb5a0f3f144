#!/bin/sh
# launch.sh MPICC MPIEXEC - what the launcher does: exit statuses, signals,
# standard input, several programs, and that nothing outlives a job.
set -u
mpicc=$1 mpiexec=$2
work=$(mktemp -d) || exit 2
trap 'rm -rf "$work"' EXIT
trap 'exit 2' INT TERM HUP
cd "$work" || exit 2
passed=0 failed=0

# Does what its first argument says.
cat >rank.c <<'END'
#include <mpi.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static volatile sig_atomic_t has[65];

static void note(int number)
{
    has[number] = 1;
}

static void say_interrupted(int number)
{
    (void)!write(STDERR_FILENO, "interrupted\n", 12);
    _exit(number);
}

int main(int argc, char **argv)
{
    int rank, size, number = argc > 2 ? atoi(argv[2]) : 0;
    const char *what = argc > 1 ? argv[1] : "";
    if (strcmp(what, "plain") == 0)
        return number;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    if (rank == number % size && strcmp(what, "abort") == 0)
        MPI_Abort(MPI_COMM_WORLD, 42);
    if (rank == number % size && strcmp(what, "abort0") == 0)
        MPI_Abort(MPI_COMM_WORLD, 0);
    if (strcmp(what, "wrong") == 0 &&
        MPI_Send(NULL, 0, MPI_INT, size, 0, MPI_COMM_WORLD) == MPI_SUCCESS)
        return 1;
    if (strcmp(what, "files") == 0)
        for (int i = 0; i < 3; i++) {
            MPI_File file;
            if (MPI_File_open(MPI_COMM_WORLD, "none", MPI_MODE_RDONLY,
                              MPI_INFO_NULL, &file) == MPI_SUCCESS)
                return 1;
        }
    if (rank == number && strcmp(what, "exit") == 0)
        exit(7);
    if (rank == number && strcmp(what, "vanish") == 0)
        exit(0);
    if (rank == number && strcmp(what, "crash") == 0)
        raise(SIGSEGV);
    if (rank == number && strcmp(what, "kill") == 0)
        raise(SIGKILL);
    if (strcmp(what, "hang") == 0) {
        printf("%d\n", (int)getpid());
        fflush(stdout);
        if (rank != 0) /* it waits for who is not in MPI: no deadlock */
            MPI_Recv(NULL, 0, MPI_INT, 0, 3, MPI_COMM_WORLD,
                     MPI_STATUS_IGNORE);
        pause();
    }
    if (strcmp(what, "gone") == 0) { /* the others go on to put to it */
        static char data[64];
        MPI_Win win;
        MPI_Win_create(data, sizeof data, 1, MPI_INFO_NULL, MPI_COMM_WORLD,
                       &win);
        MPI_Win_lock_all(0, win);
        MPI_Barrier(MPI_COMM_WORLD);
        if (rank == number) { /* mpiexec sees it later than they do */
            kill(getppid(), SIGSTOP);
            pid_t launcher = getppid();
            if (fork() == 0) {
                usleep(300000);
                kill(launcher, SIGCONT);
                _exit(0);
            }
            raise(SIGKILL);
        }
        for (;;) {
            MPI_Put(data, 32, MPI_BYTE, number, 0, 32, MPI_BYTE, win);
            MPI_Win_flush(number, win);
        }
    }
    if (strcmp(what, "busy") == 0) { /* until somebody is killed */
        enum { MOST = 1 << 20 };
        static char data[2 * MOST];
        char *base;
        MPI_Win win;
        MPI_Win_allocate(MOST, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &base, &win);
        printf("%d\n", (int)getpid());
        fflush(stdout);
        for (int bytes = 40000;; bytes = bytes < MOST ? 2 * bytes : 40000) {
            int next = (rank + 1) % size, count = bytes < MOST ? bytes : MOST;
            MPI_Request requests[3];
            MPI_Bcast(data, count, MPI_BYTE, 0, MPI_COMM_WORLD);
            MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 0, 0, win);
            MPI_Put(data, 8, MPI_BYTE, 0, 0, 8, MPI_BYTE, win);
            MPI_Win_unlock(0, win);
            MPI_Sendrecv_replace(data, count, MPI_BYTE, next, 0,
                                 (rank + size - 1) % size, 0, MPI_COMM_WORLD,
                                 MPI_STATUS_IGNORE);
            MPI_Isend(data, count, MPI_BYTE, next, 1, MPI_COMM_WORLD,
                      &requests[0]);
            MPI_Irecv(data + MOST, count, MPI_BYTE, MPI_ANY_SOURCE, 1,
                      MPI_COMM_WORLD, &requests[1]);
            MPI_Ibarrier(MPI_COMM_WORLD, &requests[2]);
            MPI_Waitall(3, requests, MPI_STATUSES_IGNORE);
            MPI_Win_fence(0, win);
            MPI_Put(data, count, MPI_BYTE, next, 0, count, MPI_BYTE, win);
            MPI_Win_fence(0, win);
            MPI_Allreduce(data, data + MOST, count, MPI_BYTE, MPI_BOR,
                          MPI_COMM_WORLD);
        }
    }
    if (strcmp(what, "signals") == 0) {
        signal(SIGUSR1, note);
        signal(SIGUSR2, note);
        signal(SIGINT, say_interrupted);
        printf("%d\n", (int)getpid());
        fflush(stdout);
        while (!has[SIGUSR1] || !has[SIGUSR2])
            usleep(1000);
    }
    if (strcmp(what, "cycle") == 0)
        MPI_Recv(NULL, 0, MPI_INT, (rank + 1) % size, 0, MPI_COMM_WORLD,
                 MPI_STATUS_IGNORE);
    /* A process that outlives its rank and has the last word, or none. */
    if (rank == number && (strcmp(what, "heir") == 0 ||
                           strcmp(what, "holder") == 0) && fork() == 0) {
        setsid();
        printf("%d\n", (int)getpid());
        fclose(stdout);
        if (strcmp(what, "holder") == 0)
            sleep(60);
        usleep(300000);
        fprintf(stderr, "the last word\n");
        _exit(0);
    }
    if (strcmp(what, "flood") == 0)
        for (int i = 0; i < 20000; i++)
            fprintf(stderr, "line %d of rank %d\n", i, rank);
    if (strcmp(what, "cat") == 0) {
        int c, n = 0;
        while ((c = getchar()) != EOF)
            n++;
        printf("%d:%d\n", rank, n);
    }
    if (strcmp(what, "who") == 0) {
        int *appnum, flag;
        char where[1000];
        MPI_Comm_get_attr(MPI_COMM_WORLD, MPI_APPNUM, &appnum, &flag);
        printf("%d/%d %d %s %s\n", rank, size, *appnum,
               getenv("MARMOT") ? getenv("MARMOT") : "-",
               getcwd(where, sizeof where));
    }
    /* A session ends well in all but one, who waits for another. */
    if (strcmp(what, "left") == 0) {
        MPI_Session session;
        MPI_Group group;
        MPI_Comm comm;
        MPI_Finalize();
        MPI_Session_init(MPI_INFO_NULL, MPI_ERRORS_ARE_FATAL, &session);
        MPI_Group_from_session_pset(session, "mpi://WORLD", &group);
        if (rank == 1) /* for rank 0 */
            MPI_Comm_create_from_group(group, "left", MPI_INFO_NULL,
                                       MPI_ERRORS_ARE_FATAL, &comm);
        MPI_Group_free(&group);
        MPI_Session_finalize(&session);
        return 0;
    }
    int pid = (int)getpid();
    MPI_Bcast(&pid, 1, MPI_INT, number % size, MPI_COMM_WORLD);
    MPI_Finalize();
    if (strcmp(what, "late") != 0)
        return 0;
    if (rank == number)
        return 5;
    /* A rank goes on after another has failed. */
    while (kill(pid, 0) == 0)
        usleep(1000);
    usleep(200000);
    printf("%d\n", rank);
    return 6;
}
END
if ! $mpicc -o rank rank.c; then
    echo "0 passed, 1 failed"
    exit 1
fi

# expect NAME STATUS ARGUMENT...: runs mpiexec, compares its exit status.
expect()
{
    name=$1 wanted=$2
    shift 2
    timeout -k 2 60 "$mpiexec" "$@" >out 2>err <in
    got=$?
    if [ "$got" != "$wanted" ]; then
        failed=$((failed + 1))
        echo "FAILED $name: exit status $got, not $wanted"
        sed 's/^/    /' err
    else
        passed=$((passed + 1))
    fi
}

# same NAME FILE LINE...: what lines the file must hold, in any order.
same()
{
    name=$1 file=$2
    shift 2
    sort "$file" >sorted
    if printf '%s\n' "$@" | sort | cmp -s - sorted; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
        echo "FAILED $name:"
        sed 's/^/    /' "$file"
    fi
}

says()
{
    if grep -qF -e "$2" err; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
        echo "FAILED $1: does not say: $2"
        sed 's/^/    /' err
    fi
}

printf 'eight ch' >in
expect good 0 -n 3 ./rank
expect one 0 ./rank
expect many 0 -np 32 ./rank
expect abort 42 -n 3 ./rank abort 1
says abort 'rank 1: MPI_Abort with code 42'
expect abort0 1 -n 3 ./rank abort0 2
expect exit 7 -n 3 ./rank exit 2
expect late 5 -n 3 ./rank late 1
same late out 0 2
expect heir 0 -n 3 ./rank heir 1
says heir 'the last word'
expect holder 0 -n 2 ./rank holder 0
xargs kill <out
expect flood 0 -n 2 ./rank flood
if [ "$(wc -l <err)" = 40000 ] && ! grep -v '^line [0-9]* of rank [01]$' err; then
    passed=$((passed + 1))
else
    failed=$((failed + 1))
    echo "FAILED flood: $(wc -l <err) lines"
fi
expect files 0 -n 3 ./rank files
says files 'this MPI has no files: all calls that open, read or write one fail'
if [ "$(wc -l <err)" = 1 ]; then
    passed=$((passed + 1))
else
    failed=$((failed + 1))
    echo "FAILED files: $(wc -l <err) lines"
fi
expect vanish 1 -n 3 ./rank vanish 1
says vanish 'rank 1: ended without MPI_Finalize'
expect crash 139 -n 3 ./rank crash 2
says crash 'rank 2: killed by signal 11'
expect kill 137 -n 3 ./rank kill 0
says kill 'rank 0: killed by signal 9'
says kill 'rank 1: '
expect gone 137 -n 3 ./rank gone 1
says gone 'rank 1: killed by signal 9'
says gone 'rank 2: '
expect timeout 124 --timeout 1 -n 2 ./rank hang
says timeout 'rank 0: waits for nothing'
says timeout 'rank 1: waits in MPI_Recv from rank 0, tag 3 on MPI_COMM_WORLD'
expect cycle 35 -n 3 ./rank cycle
says cycle 'rank 2: waits in MPI_Recv from rank 0, tag 0 on MPI_COMM_WORLD'
expect absent 35 -n 2 ./rank cycle : -n 1 ./rank plain 0
says absent 'rank 2: has not initialized MPI'
expect alone 35 ./rank cycle
expect left 35 -n 3 ./rank left
says left 'rank 0: has finalized MPI'
expect plain 3 -n 1 ./rank plain 3
expect plain0 0 -n 2 ./rank plain 0
expect missing 127 -n 2 ./nothing
says missing 'cannot run ./nothing'
expect usage 2 -n 0 ./rank
(
    ulimit -f 1
    timeout -k 2 60 "$mpiexec" -n 2 ./rank 2>small
    echo $? >status
) >/dev/null
if [ "$(cat status)" = 126 ] && grep -q 'no shared memory: File too large' small; then
    passed=$((passed + 1))
else
    failed=$((failed + 1))
    echo "FAILED small files: $(cat status small)"
fi
expect usage2 2 -n 2
expect usage3 2 -what ./rank
expect help 0 --help
expect cat 0 -n 3 ./rank cat
same stdin out 0:8 1:0 2:0
mkdir burrow
here=$(pwd -P)
expect mpmd 0 -n 1 -env MARMOT alp ./rank who : -wdir burrow -n 2 ../rank who
same mpmd out "0/3 0 alp $here" "1/3 1 - $here/burrow" "2/3 1 - $here/burrow"

expect returns 0 -initial-errhandler MPI_ERRORS_RETURN -n 2 ./rank wrong
expect fatal 6 --initial-errhandler mpi_errors_are_fatal -n 2 ./rank wrong
expect handler 2 -initial-errhandler marmot ./rank wrong
says handler "not 'marmot'"

expect tags 0 --tag-output -n 3 ./rank cat
same tags out '[0] 0:8' '[1] 1:0' '[2] 2:0'
expect tagged 139 --tag-output -n 3 ./rank crash 2
says tagged 'rank 2: killed by signal 11'
expect tagged_flood 0 --tag-output -n 2 ./rank flood
if [ "$(grep -c '^\[0\] line [0-9]* of rank 0$' err)" = 20000 ] &&
    [ "$(grep -c '^\[1\] line [0-9]* of rank 1$' err)" = 20000 ]; then
    passed=$((passed + 1))
else
    failed=$((failed + 1))
    echo "FAILED tagged_flood: $(wc -l <err) lines"
fi

# Where nobody reads what they say the ranks go on.
if "$mpiexec" -n 2 ./rank flood 2>&- && {
    "$mpiexec" -n 2 ./rank flood 2>&1 >/dev/null
    echo $? >status
} | head -n 1 >/dev/null && [ "$(cat status)" = 0 ]; then
    passed=$((passed + 1))
else
    failed=$((failed + 1))
    echo "FAILED unread"
fi

# A program alone is a job of one.
if ./rank && [ "$(./rank who | cut -d' ' -f1)" = 0/1 ]; then
    passed=$((passed + 1))
else
    failed=$((failed + 1))
    echo "FAILED singleton"
fi

# alive: how many of the ranks in the file "out" still live.
alive()
{
    n=0
    while read -r pid; do
        # shellcheck disable=SC2039 # a zombie is no more
        state=$(sed 's/.*) \(.\).*/\1/' "/proc/$pid/stat" 2>/dev/null)
        case ${state:-Z} in
        Z | X) ;;
        *) n=$((n + 1)) ;;
        esac
    done <out
    echo $n
}

# begin WHAT: starts a job of 3 that says when its ranks are ready; its mpiexec
# is $job.
begin()
{
    : >out # what the job before has said must not count
    "$mpiexec" -n 3 ./rank "$1" >out 2>err </dev/null &
    job=$!
    tries=0
    while [ "$(wc -l <out)" -lt 3 ] && [ $tries -lt 1200 ]; do
        sleep 0.05
        tries=$((tries + 1))
    done
}

# status NAME STATUS: what the begun job ends with.
status()
{
    wait $job
    got=$?
    if [ $got = "$2" ]; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
        echo "FAILED $1: status $got, not $2"
    fi
}

# ended SIGNAL: starts a job that hangs and sends its mpiexec the signal; all
# its ranks are gone soon after.
ended()
{
    begin hang
    kill "-$1" $job
    wait $job 2>/dev/null
    got=$?
    tries=0
    while [ "$(alive)" != 0 ] && [ $tries -lt 1200 ]; do
        sleep 0.05
        tries=$((tries + 1))
    done
    if [ "$(alive)" = 0 ] && [ $got = "$2" ]; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
        echo "FAILED signal $1: status $got, $(alive) ranks alive"
    fi
}

begin signals
kill -USR1 $job
kill -USR2 $job
status 'signals passed on' 0
# stopped WANTED: waits until mpiexec and its ranks stand still (4), or run (0).
stopped()
{
    tries=0
    while [ "$(sed 's/.*) //' "/proc/$job/stat" \
        $(sed 's|.*|/proc/&/stat|' out) | grep -c '^[tT]')" != "$1" ]; do
        tries=$((tries + 1))
        if [ $tries -gt 1200 ]; then
            failed=$((failed + 1))
            echo "FAILED stopped: not $1 of mpiexec and its 3 ranks"
            return
        fi
        sleep 0.05
    done
    passed=$((passed + 1))
}

# In a process group of its own: in one without a parent in its session, as a
# test's may be, SIGTSTP stops nobody.
own_mpiexec=$mpiexec
cat >own_group <<EOF
#!/usr/bin/env python3
import os, sys
os.setpgid(0, 0)
os.execv('$own_mpiexec', ['$own_mpiexec', '--timeout', '60'] + sys.argv[1:])
EOF
chmod +x own_group
mpiexec=./own_group
begin signals
mpiexec=$own_mpiexec
kill -TSTP $job
stopped 4
kill -CONT $job
stopped 0
kill -USR1 $job
kill -USR2 $job
status 'stopped and continued' 0
begin signals
kill -INT $job
status 'interrupted' 130
says 'interrupted' interrupted
# Whichever rank is killed, wherever it is: the others' states are told, and they
# are ended.
for pause in 0 0.01 0.03 0.05 0.08 0.1; do
    begin busy
    sleep $pause
    kill -KILL "$(shuf -n 1 out)"
    status "kill after $pause s" 137
    if [ "$(grep -c '^murmel-mpiexec:   rank [012]: ' err)" = 2 ] &&
        [ "$(alive)" = 0 ]; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
        echo "FAILED kill after $pause s: $(alive) ranks alive; $(cat err)"
    fi
done
ended TERM 143
ended HUP 129
ended KILL 137

echo "$passed passed, $failed failed"
[ "$failed" = 0 ]
