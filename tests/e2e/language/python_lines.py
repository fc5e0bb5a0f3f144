#!/usr/bin/python3
# The lines of Python that made the calls: in functions and at two lines of
# one, where the stack of C is the same; in what Python calls from C, in
# generators, coroutines, lambdas, threads, code without a file.  Each
# communicator is one that is never freed.
#
# np: 2
# verdict: warning
# ways: all
# finding: LEAK-COMM made=*@first ranks=0,1 count=2
# finding: LEAK-COMM made=*@second ranks=0,1 count=2
# finding: LEAK-COMM made=*@loop ranks=0,1 count=6
# finding: LEAK-COMM made=*@generator ranks=0,1 count=2
# finding: LEAK-COMM made=*@coroutine ranks=0,1 count=2
# finding: LEAK-COMM made=*@lambda ranks=0,1 count=2
# finding: LEAK-COMM made=*@method ranks=0,1 count=2
# finding: LEAK-COMM made=*@thread ranks=0,1 count=2
# finding: LEAK-COMM made=*@another-thread ranks=0,1 count=2
# finding: LEAK-COMM made=*@handler ranks=0,1 count=2
# finding: LEAK-COMM made=*@from-c ranks=0,1 count=2
# finding: LEAK-COMM made=*@deep ranks=0,1 count=2
# flavours: openmpi  (the one that Debian's mpi4py is built for)
# twin: python_lines_clean.py

import ctypes
import threading

from mpi4py import MPI

comm = MPI.COMM_WORLD
made = []


def two_lines():
    made.append(comm.Dup())  # @first
    made.append(comm.Dup())  # @second


def generate():
    yield comm.Dup()  # @generator


async def coroutine():
    return comm.Dup()  # @coroutine


class Solver:
    def step(self):
        def inner():
            return comm.Dup(  # @method
                None
            )

        return inner()


def in_thread():
    made.append(comm.Dup())  # @thread
    made.append(comm.Dup())  # @another-thread


def deep(depth):
    if depth > 0:
        deep(depth - 1)
    else:
        made.append(comm.Dup())  # @deep


@ctypes.CFUNCTYPE(None)
def from_c():
    made.append(comm.Dup())  # @from-c


two_lines()
for _ in range(3):
    made.append(comm.Dup())  # @loop
made.extend(generate())
try:
    coroutine().send(None)
except StopIteration as end:
    made.append(end.value)
made.extend(map(lambda one: one.Dup(), [comm]))  # @lambda
made.append(Solver().step())
thread = threading.Thread(target=in_thread)
thread.start()
thread.join()
try:
    raise ValueError
except ValueError:
    made.append(comm.Dup())  # @handler
from_c()
deep(200)
