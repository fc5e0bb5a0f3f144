#!/usr/bin/python3
# As python_lines.py, with the communicators freed.
#
# np: 2
# verdict: clean
# ways: all
# flavours: openmpi  (the one that Debian's mpi4py is built for)

import ctypes
import threading

from mpi4py import MPI

comm = MPI.COMM_WORLD
made = []


def two_lines():
    made.append(comm.Dup())
    made.append(comm.Dup())


def generate():
    yield comm.Dup()


async def coroutine():
    return comm.Dup()


class Solver:
    def step(self):
        def inner():
            return comm.Dup(
                None
            )

        return inner()


def in_thread():
    made.append(comm.Dup())
    made.append(comm.Dup())


def deep(depth):
    if depth > 0:
        deep(depth - 1)
    else:
        made.append(comm.Dup())


@ctypes.CFUNCTYPE(None)
def from_c():
    made.append(comm.Dup())


two_lines()
for _ in range(3):
    made.append(comm.Dup())
made.extend(generate())
try:
    coroutine().send(None)
except StopIteration as end:
    made.append(end.value)
made.extend(map(lambda one: one.Dup(), [comm]))
made.append(Solver().step())
thread = threading.Thread(target=in_thread)
thread.start()
thread.join()
try:
    raise ValueError
except ValueError:
    made.append(comm.Dup())
from_c()
deep(200)
for one in made:
    one.Free()
