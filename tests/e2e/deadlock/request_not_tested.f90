! Two small sends, of which the second is waited for before what the receiver
! sends first is received.
!
! np: 2
! verdict: potential
! finding: POTENTIAL-DEADLOCK waits=0@wait waits=1@send ...
! hangs: maybe
! twin: request_tested.f90
program request_not_tested
  use mpi
  implicit none
  integer :: rank, ierr, first, second
  integer :: one, two, three

  call MPI_Init(ierr)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierr)
  one = 1
  two = 2
  three = 3
  if (rank == 0) then
    call MPI_Isend(one, 1, MPI_INTEGER, 1, 1, MPI_COMM_WORLD, first, ierr)
    call MPI_Isend(two, 1, MPI_INTEGER, 1, 2, MPI_COMM_WORLD, second, ierr)
    call MPI_Wait(first, MPI_STATUS_IGNORE, ierr)
  else
    call MPI_Recv(one, 1, MPI_INTEGER, 0, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE, ierr)
  end if
  ! On a line of its own: gfortran gives a call in a block the line of the block.
  if (rank == 0) call MPI_Wait(second, MPI_STATUS_IGNORE, ierr) ! @wait
  if (rank == 0) then
    call MPI_Recv(three, 1, MPI_INTEGER, 1, 3, MPI_COMM_WORLD, MPI_STATUS_IGNORE, ierr)
  else
    call MPI_Send(three, 1, MPI_INTEGER, 0, 3, MPI_COMM_WORLD, ierr) ! @send
    call MPI_Recv(two, 1, MPI_INTEGER, 0, 2, MPI_COMM_WORLD, MPI_STATUS_IGNORE, ierr)
  end if
  call MPI_Finalize(ierr)
end program request_not_tested
