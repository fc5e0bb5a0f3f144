#!/usr/bin/python3
# Arrays of NumPy that are as long as the count and datatype that are given with
# them.
#
# np: 2
# verdict: clean
# flavours: openmpi  (the one that Debian's mpi4py is built for)

import numpy
from mpi4py import MPI

comm = MPI.COMM_WORLD
numbers = numpy.ones(1000, dtype="f4")
matrix = numpy.ones((40, 40))
column = MPI.DOUBLE.Create_vector(40, 1, 40).Commit()

if comm.rank == 0:
    comm.Send([numbers, 1000, MPI.FLOAT], 1)
    comm.Send([matrix, 1, column], 1)
else:
    comm.Recv(numpy.zeros(1000, dtype="f4"), 0)
    comm.Recv(numpy.zeros(40), 0)
column.Free()
