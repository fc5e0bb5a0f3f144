"""Jobs in Python that run.py runs: job.py KIND.  Rank 0 prints for all, so that
lines do not mix."""

import sys
import threading

if sys.argv[1] == "no-init":
    import mpi4py
    mpi4py.rc.initialize = False
from mpi4py import MPI  # noqa: E402


LINES = []


def say(*words):
    LINES.append(" ".join(map(str, words)))


def p2p(comm, rank, size):
    right, left = (rank + 1) % size, (rank - 1) % size
    got = comm.sendrecv({"from": rank}, dest=right, source=left)
    say(rank, "got", got)
    requests = [comm.isend("x" * 100000, dest=right, tag=7),
                comm.irecv(1 << 20, source=left, tag=7)]
    say(rank, len(MPI.Request.waitall(requests)[1]))
    if rank == 0:
        status = MPI.Status()
        for _ in range(1, size):
            message = comm.mprobe(tag=9, status=status)
            message.recv()
        say(rank, "heard all")
    else:
        comm.send(rank, dest=0, tag=9)
    data = bytearray(8)
    persistent = [comm.Send_init(b"12345678", dest=right),
                  comm.Recv_init(data, source=left)]
    for _ in range(3):
        MPI.Prequest.Startall(persistent)
        MPI.Request.Waitall(persistent)
    for request in persistent:
        request.Free()
    say(rank, data)


def collectives(comm, rank, size):
    say(rank, comm.bcast("hello" if rank == 1 else None, root=1))
    say(rank, comm.scatter(list(range(size)) if rank == 0 else None))
    say(rank, comm.gather(rank, root=size - 1), comm.allgather(rank))
    say(rank, comm.alltoall([rank * size + i for i in range(size)]))
    say(rank, comm.reduce(rank), comm.allreduce(rank, MPI.MAX),
          comm.scan(rank), comm.exscan(rank))
    half = comm.Split(rank % 2, -rank)
    cart = comm.Create_cart([size], periods=[True])
    say(rank, half.allreduce(rank), cart.neighbor_allgather(rank))
    request = half.Ibarrier()
    while not request.Test():
        pass
    inter = half.Create_intercomm(0, comm, (size - 1 - (rank + 1) % 2))
    say(rank, inter.allgather(rank))
    for made in (inter, cart, half):
        made.Free()


def rma(comm, rank, size):
    window = MPI.Win.Allocate(64, comm=comm)
    value = bytearray([rank] * 8)
    window.Fence()
    window.Put(value, (rank + 1) % size)
    window.Fence()
    say(rank, bytes(window.tomemory()[:8]))
    window.Fence(MPI.MODE_NOSUCCEED)
    comm.Barrier()
    window.Lock((rank + 1) % size, MPI.LOCK_SHARED)
    got = bytearray(8)
    window.Get(got, (rank + 1) % size)
    window.Unlock((rank + 1) % size)
    say(rank, bytes(got))
    comm.Barrier()
    group = comm.Get_group()
    others = group.Incl([(rank + 1) % size])
    from_ = group.Incl([(rank - 1) % size])
    window.Post(from_)
    window.Start(others)
    window.Put(value, (rank + 1) % size, target=16)
    window.Complete()
    window.Wait()
    say(rank, bytes(window.tomemory()[16:24]))
    for made in (others, from_, group, window):
        made.Free()


def errors(comm, rank, size):
    comm.Set_errhandler(MPI.ERRORS_RETURN)
    for wrong in (lambda: comm.Send(b"x", dest=size + 5),
                  lambda: comm.Recv(bytearray(1), source=-77),
                  lambda: comm.Bcast(bytearray(1), root=size)):
        try:
            wrong()
        except MPI.Exception as problem:
            say(rank, problem.Get_error_string())
    data = bytearray(2)
    if rank == 0:
        comm.Send(b"truncated", dest=1)
    elif rank == 1:
        try:
            comm.Recv(data, source=0)
        except MPI.Exception as problem:
            say(rank, problem.Get_error_string())
    comm.Barrier()


def threads(comm, rank, size):
    """Each thread has a communicator of its own."""
    assert MPI.Query_thread() == MPI.THREAD_MULTIPLE
    comms = [comm.Dup() for _ in range(3)]
    sums = [0] * len(comms)

    def work(number):
        own = comms[number]
        for turn in range(20):
            sums[number] += own.allreduce(turn)
            own.sendrecv(turn, dest=(rank + 1) % size,
                         source=(rank - 1) % size)

    workers = [threading.Thread(target=work, args=(number,))
               for number in range(len(comms))]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()
    say(rank, sums)
    for own in comms:
        own.Free()


def futures(comm, rank, size):
    from mpi4py.futures import MPICommExecutor
    with MPICommExecutor(comm, root=0) as executor:
        if executor is not None:
            say(list(executor.map(abs, range(-20, 0))))


def uncaught(comm, rank, size):
    comm.Barrier()
    if rank == 1:
        raise RuntimeError("nobody catches this")
    comm.Barrier()


def main():
    if sys.argv[1] == "no-init":
        sys.stdout.write("MPI is %s\n" %
                         ("on" if MPI.Is_initialized() else "off"))
        return
    comm = MPI.COMM_WORLD
    globals()[sys.argv[1]](comm, comm.Get_rank(), comm.Get_size())
    for lines in comm.gather(LINES) or []:
        print("\n".join(lines))


main()
