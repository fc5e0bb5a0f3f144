! Two small sends, of which the second is over when it is tested, before the
! first is waited for: the message that is received last is not waited for.
! Open MPI gives both one handle, as MUMPS met it.
!
! np: 2
! verdict: clean
program request_tested
  use mpi
  implicit none
  integer :: rank, ierr, first, second
  integer :: one, two, three
  logical :: over

  call MPI_Init(ierr)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierr)
  one = 1
  two = 2
  three = 3
  if (rank == 0) then
    call MPI_Isend(one, 1, MPI_INTEGER, 1, 1, MPI_COMM_WORLD, first, ierr)
    call MPI_Isend(two, 1, MPI_INTEGER, 1, 2, MPI_COMM_WORLD, second, ierr)
    call MPI_Test(second, over, MPI_STATUS_IGNORE, ierr)
    call MPI_Wait(first, MPI_STATUS_IGNORE, ierr)
    call MPI_Recv(three, 1, MPI_INTEGER, 1, 3, MPI_COMM_WORLD, MPI_STATUS_IGNORE, ierr)
    if (.not. over) call MPI_Wait(second, MPI_STATUS_IGNORE, ierr)
  else
    call MPI_Recv(one, 1, MPI_INTEGER, 0, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE, ierr)
    call MPI_Send(three, 1, MPI_INTEGER, 0, 3, MPI_COMM_WORLD, ierr)
    call MPI_Recv(two, 1, MPI_INTEGER, 0, 2, MPI_COMM_WORLD, MPI_STATUS_IGNORE, ierr)
  end if
  call MPI_Finalize(ierr)
end program request_tested
