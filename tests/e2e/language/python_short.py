#!/usr/bin/python3
# Arrays of NumPy that are shorter than the count and datatype that are given with
# them, which mpi4py takes as they are: a datatype of C's double for numbers of
# half the size, and a column of a matrix with fewer rows.  Python takes malloc's
# address and is no position-independent executable.
#
# np: 2
# verdict: error
# finding: ARG-TOO-SHORT call=0@floats
# finding: ARG-TOO-SHORT call=0@column
# flavours: openmpi  (the one that Debian's mpi4py is built for)
# twin: python_short_clean.py

import numpy
from mpi4py import MPI

comm = MPI.COMM_WORLD
numbers = numpy.ones(1000, dtype="f4")
matrix = numpy.ones((30, 40))
column = MPI.DOUBLE.Create_vector(40, 1, 40).Commit()

if comm.rank == 0:
    comm.Send([numbers, 1000, MPI.DOUBLE], 1)  # @floats
    comm.Send([matrix, 1, column], 1)  # @column
else:
    comm.Recv(numpy.zeros(1000), 0)
    comm.Recv(numpy.zeros(40), 0)
column.Free()
