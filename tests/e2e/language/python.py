#!/usr/bin/python3
# mpi4py, whose MPI is loaded in a local scope, in its own way; with a
# communicator that is never freed.
#
# np: 2
# verdict: warning
# ways: all launcher
# finding: LEAK-COMM ranks=0,1 count=2 ...
# flavours: openmpi  (the one that Debian's mpi4py is built for)
# twin: python_clean.py

from mpi4py import MPI

comm = MPI.COMM_WORLD
other = comm.Dup()
if comm.rank == 0:
    other.send({"numbers": list(range(1000))}, dest=1)
else:
    message = other.recv(source=0)
    assert message["numbers"][-1] == 999
assert comm.allreduce(comm.rank) == 1
