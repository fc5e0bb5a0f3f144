! Nonblocking sends of what has no place of its own: elements by a list of
! subscripts, the value of an expression.
!
! np: 2
! verdict: error
! finding: BUFFER-GONE begin=0@listed count=1
! finding: BUFFER-GONE begin=0@expression count=1
! says: calls MPI_Isend, whose buf is a copy of the argument that the compiler has made for the call
! twin: copy_kept.f90
subroutine exchange(rank)
  use mpi
  implicit none
  integer, intent(in) :: rank
  integer :: values(8), chosen(4), requests(2), ierr

  values = rank
  chosen = [1, 4, 6, 7]
  if (rank == 0) then
    call MPI_Isend(values(chosen), 4, MPI_INTEGER, 1, 0, MPI_COMM_WORLD, requests(1), ierr) ! @listed
    call MPI_Isend(values + 1, 8, MPI_INTEGER, 1, 1, MPI_COMM_WORLD, requests(2), ierr) ! @expression
  else
    call MPI_Irecv(chosen, 4, MPI_INTEGER, 0, 0, MPI_COMM_WORLD, requests(1), ierr)
    call MPI_Irecv(values, 8, MPI_INTEGER, 0, 1, MPI_COMM_WORLD, requests(2), ierr)
  end if
  call MPI_Waitall(2, requests, MPI_STATUSES_IGNORE, ierr)
end subroutine exchange

program copy_passed
  use mpi
  implicit none
  integer :: rank, ierr

  call MPI_Init(ierr)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierr)
  call exchange(rank)
  call MPI_Finalize(ierr)
end program copy_passed
