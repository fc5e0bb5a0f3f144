#!/usr/bin/python3
# Arrays of counts that mpi4py makes for nonblocking collective operations: the
# request keeps them until it is complete; of Iallgatherv, by a fault of mpi4py
# 3.1.4 that rules/suppressions.json names, it does not.
#
# np: 2
# verdict: clean
# flavours: openmpi  (the one that Debian's mpi4py is built for)

import array

from mpi4py import MPI

comm = MPI.COMM_WORLD
ones, places = [1] * comm.size, list(range(comm.size))
sent = array.array("i", places)
received = array.array("i", places)


def wait(request):
    others = [bytearray(4 * comm.size) for _ in range(100)]
    request.Wait()
    return others


for _ in range(3):
    parts = (ones, places), MPI.INT
    wait(comm.Ialltoallv([sent, *parts], [received, *parts]))
    wait(comm.Igatherv([sent, 1, MPI.INT], [received, *parts], root=0))
    wait(comm.Iscatterv([sent, *parts], [received, 1, MPI.INT], root=0))
    wait(comm.Iallgatherv([sent, 1, MPI.INT], [received, *parts]))
