! As statuses_short.f90; there are two statuses, of each kind of memory, or none
! are asked for.
!
! np: 2
! verdict: clean
program main
  implicit none
  include 'mpif.h'
  integer :: rank, ierror, form, indices(2), count
  logical :: done
  integer :: requests(2), got, given
  integer, allocatable :: statuses(:, :)
  integer :: on_the_stack(MPI_STATUS_SIZE, 2)
  call MPI_Init(ierror)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierror)
  given = rank
  allocate (statuses(MPI_STATUS_SIZE, 2))
  do form = 1, 6
    call MPI_Irecv(got, 1, MPI_INTEGER, 1 - rank, 0, MPI_COMM_WORLD, requests(1), ierror)
    call MPI_Isend(given, 1, MPI_INTEGER, 1 - rank, 0, MPI_COMM_WORLD, requests(2), ierror)
    if (form == 1) call MPI_Waitall(2, requests, statuses, ierror)
    if (form == 2) call MPI_Waitall(2, requests, on_the_stack, ierror)
    if (form == 3) call MPI_Waitall(2, requests, MPI_STATUSES_IGNORE, ierror)
    if (form == 4) then
      call MPI_Waitsome(2, requests, count, indices, statuses, ierror)
      call MPI_Waitsome(2, requests, count, indices, MPI_STATUSES_IGNORE, ierror)
    end if
    if (form == 5) then
      done = .false.
      do while (.not. done)
        call MPI_Testall(2, requests, done, MPI_STATUSES_IGNORE, ierror)
      end do
    end if
    call MPI_Waitall(2, requests, statuses, ierror)
  end do
  call MPI_Finalize(ierror)
end program main
