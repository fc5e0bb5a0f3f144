! Sections with gaps in nonblocking calls, where the binding takes them: it makes
! datatypes for them, which the program cannot free.
!
! np: 2
! verdict: clean
! flavours: mpich (whose mpi_f08 takes them)
program sections
use mpi_f08
implicit none
integer :: rank, i
integer, asynchronous :: out(20), in(20)
type(MPI_Request) :: requests(2)

call MPI_Init()
call MPI_Comm_rank(MPI_COMM_WORLD, rank)
out = [(i, i = 1, 20)]
in = 0
call MPI_Isend(out(1:20:2), 10, MPI_INTEGER, 1 - rank, 0, MPI_COMM_WORLD, requests(1))
call MPI_Irecv(in(1:20:2), 10, MPI_INTEGER, 1 - rank, 0, MPI_COMM_WORLD, requests(2))
call MPI_Waitall(2, requests, MPI_STATUSES_IGNORE)
if (.not. MPI_SUBARRAYS_SUPPORTED) stop 1
if (any(in(1:20:2) /= out(1:20:2))) stop 1
call MPI_Finalize()
end program sections
