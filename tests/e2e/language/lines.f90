! The lines of calls whose arguments are all variables: gfortran gives those to
! procedures with an argument of INTENT(OUT), as ierror, the line of the
! statement that begins the program or procedure.  Each communicator is one that
! is never freed.
!
! np: 1
! verdict: warning
! finding: LEAK-COMM made=0@first
! finding: LEAK-COMM made=0@second
! finding: LEAK-COMM made=0@constant
! finding: LEAK-COMM made=0@behind
! finding: LEAK-COMM made=0@if
! finding: LEAK-COMM made=0@then
! finding: LEAK-COMM made=0@loop count=3
! finding: LEAK-COMM made=0@block
! finding: LEAK-COMM made=0@case
! finding: LEAK-COMM made=0@continued
! finding: LEAK-COMM made=0@last
! finding: LEAK-COMM made=0@external
! finding: LEAK-COMM made=0@inner
! finding: LEAK-COMM made=0@function
! twin: lines_clean.f90
program lines
  use mpi
  implicit none
  integer :: comm, made(20), one, ierror, i, n

  call MPI_Init(ierror)
  comm = MPI_COMM_WORLD
  n = 0
  ! call MPI_Comm_dup(comm, made(20), ierror)
  call MPI_Comm_dup(comm, made(1), ierror) ! @first
  call MPI_Comm_dup(comm, made(2), ierror) ! @second
  call MPI_Comm_dup(MPI_COMM_WORLD, made(3), ierror) ! @constant
  call MPI_Comm_dup(comm, made(4), ierror) ! @behind
  if (comm == MPI_COMM_WORLD) call MPI_Comm_dup(comm, made(5), ierror) ! @if
  if (n > 0) then
    call MPI_Comm_dup(comm, made(20), ierror)
  else if (comm == MPI_COMM_WORLD) then
    CALL mpi_comm_dup (comm, made(6), ierror) ! @then
  else
    call MPI_Comm_dup(comm, made(20), ierror)
  end if
  do i = 7, 9
    call MPI_Comm_dup(comm, made(i), ierror) ! @loop
  end do
  block
    integer :: inside

    call MPI_Comm_dup(comm, inside, ierror) ! @block
    made(10) = inside
  end block
  select case (n)
  case (0)
    call MPI_Comm_dup(comm, made(11), ierror) ! @case
  case default
    call MPI_Comm_dup(comm, made(20), ierror)
  end select
  call MPI_Comm_dup(comm, &
    one, ierror) ! @continued
  call MPI_Comm_dup(MPI_COMM_WORLD, &
    made(16), ierror) ! @last
  call make(comm, made(12))
  call within(comm, made(13))
  made(14) = of_function(comm)
  call MPI_Barrier(comm, ierror)
  call MPI_Finalize(ierror)
contains
  subroutine within(from, to)
    integer, intent(in) :: from
    integer, intent(out) :: to

    call MPI_Barrier(from, ierror)
    call MPI_Comm_dup(from, to, ierror) ! @inner
    call MPI_Barrier(from, ierror)
  end subroutine

  integer function of_function(from)
    integer, intent(in) :: from

    call MPI_Comm_dup(from, of_function, ierror) ! @function
  end function
end program

subroutine make(comm, made)
  use mpi
  implicit none
  integer, intent(in) :: comm
  integer, intent(out) :: made
  integer :: ierror

  call MPI_Comm_dup(comm, made, ierror) ! @external
end subroutine
