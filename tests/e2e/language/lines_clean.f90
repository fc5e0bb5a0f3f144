! The lines of calls whose arguments are all variables: gfortran gives those to
! procedures with an argument of INTENT(OUT), as ierror, the line of the
! statement that begins the program or procedure.  All are freed.
!
! np: 1
! verdict: clean
program lines_clean
  use mpi
  implicit none
  integer :: comm, made(20), one, ierror, i, n

  call MPI_Init(ierror)
  comm = MPI_COMM_WORLD
  n = 0
  ! call MPI_Comm_dup(comm, made(20), ierror)
  call MPI_Comm_dup(comm, made(1), ierror)
  call MPI_Comm_dup(comm, made(2), ierror)
  call MPI_Comm_dup(MPI_COMM_WORLD, made(3), ierror)
  call MPI_Comm_dup(comm, made(4), ierror)
  if (comm == MPI_COMM_WORLD) call MPI_Comm_dup(comm, made(5), ierror)
  if (n > 0) then
    call MPI_Comm_dup(comm, made(20), ierror)
  else if (comm == MPI_COMM_WORLD) then
    CALL mpi_comm_dup (comm, made(6), ierror)
  else
    call MPI_Comm_dup(comm, made(20), ierror)
  end if
  do i = 7, 9
    call MPI_Comm_dup(comm, made(i), ierror)
  end do
  block
    integer :: inside

    call MPI_Comm_dup(comm, inside, ierror)
    made(10) = inside
  end block
  select case (n)
  case (0)
    call MPI_Comm_dup(comm, made(11), ierror)
  case default
    call MPI_Comm_dup(comm, made(20), ierror)
  end select
  call MPI_Comm_dup(comm, &
    one, ierror)
  call MPI_Comm_dup(MPI_COMM_WORLD, &
    made(16), ierror)
  call make(comm, made(12))
  call within(comm, made(13))
  made(14) = of_function(comm)
  made(15) = one
  do i = 1, 16
    call MPI_Comm_free(made(i), ierror)
  end do
  call MPI_Finalize(ierror)
contains
  subroutine within(from, to)
    integer, intent(in) :: from
    integer, intent(out) :: to

    call MPI_Barrier(from, ierror)
    call MPI_Comm_dup(from, to, ierror)
    call MPI_Barrier(from, ierror)
  end subroutine

  integer function of_function(from)
    integer, intent(in) :: from

    call MPI_Comm_dup(from, of_function, ierror)
  end function
end program

subroutine make(comm, made)
  use mpi
  implicit none
  integer, intent(in) :: comm
  integer, intent(out) :: made
  integer :: ierror

  call MPI_Comm_dup(comm, made, ierror)
end subroutine
