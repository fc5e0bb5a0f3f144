! Sections of arrays with gaps go to nonblocking calls: the compiler makes a
! copy for the call, which is gone when it returns.
!
! np: 2
! verdict: error
! finding: BUFFER-GONE begin=*@send free=*@send ranks=0,1 count=2
! finding: BUFFER-GONE begin=*@receive free=*@receive ranks=0,1 count=2
! says: a copy of the argument that the compiler has made for the call
! twin: sections_clean.f90
program sections
use mpi
implicit none
integer rank, ierror, i
integer requests(2)
integer out(200), in(200)
integer, volatile :: last = 200 ! the copies are on the heap

do i = 1, 200
  out(i) = i
  in(i) = 0
end do
call MPI_Init(ierror)
call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierror)
call MPI_Isend(out(1:last:2), 100, MPI_INTEGER, 1 - rank, 0, MPI_COMM_WORLD, requests(1), ierror) ! @send
call MPI_Irecv(in(1:last:2), 100, MPI_INTEGER, 1 - rank, 0, MPI_COMM_WORLD, requests(2), ierror) ! @receive
call MPI_Waitall(2, requests, MPI_STATUSES_IGNORE, ierror)
call MPI_Finalize(ierror)
end program
