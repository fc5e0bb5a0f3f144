#!/usr/bin/python3
# As python.py, with the communicator freed.
#
# np: 2
# verdict: clean
# ways: all
# flavours: openmpi  (the one that Debian's mpi4py is built for)

from mpi4py import MPI

comm = MPI.COMM_WORLD
other = comm.Dup()
if comm.rank == 0:
    other.send({"numbers": list(range(1000))}, dest=1)
else:
    message = other.recv(source=0)
    assert message["numbers"][-1] == 999
assert comm.allreduce(comm.rank) == 1
other.Free()
