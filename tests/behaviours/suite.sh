#!/bin/sh
# The programs of the acceptance rows give their verdicts under the legal
# behaviours of the reference MPI, too: here under two sets of them, which hold
# each kind; with BEHAVIOURS=all every program, under each.
MURMEL=${prefix:?}/bin/murmel
export MURMEL
what="--row A --row B --row C --row D --row E"
sets="send=sync,coll=barrier,rma=late,progress=weak,wildcard=lowest
    memory-model=separate,send=seed,coll=seed,rma=seed,wildcard=seed,seed=3"
if [ "${BEHAVIOURS-}" = all ]; then
    what=
    sets="send=eager send=sync send=seed coll=barrier coll=seed,seed=2 rma=late
        rma=seed progress=weak memory-model=separate
        wildcard=lowest wildcard=highest wildcard=seed wildcard=seed,seed=2
        memory-model=separate,rma=late $sets"
fi
. "${top_srcdir:?}/tests/sum.sh"

# What is left out, and why, is known.
shown()
{
    sed 's/ # SKIP another verdict/ # another verdict/'
}

for set in $sets; do
    echo "$set:"
    # shellcheck disable=SC2086 # words, on purpose
    add /usr/bin/python3 "$top_srcdir/tests/e2e/run.py" --jobs 2 \
        --flavour abi --mode run --behaviour "$set" $what
done
total
