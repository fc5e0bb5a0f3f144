! The twin of arguments_count.f90 and arguments_kind.f90: as the routines want
! them, in many ways of writing.
!
! np: 2
! verdict: clean
program main
  implicit none
  include 'mpif.h'
  integer, parameter :: width = 4
  integer(kind=MPI_ADDRESS_KIND), parameter :: origin = 0
  integer :: ierror, rank, x(10), y(10), window, request, info(4), row, keyval, comm, provided
  logical :: flag, periods(1)
  integer(kind=MPI_ADDRESS_KIND) :: extent, places(2), answer

  call MPI_Init_thread(MPI_THREAD_FUNNELED, provided, ierror)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierror)
  x = rank
  y = 5
  extent = 40
  places = [0, 2]
  info = 0
  call MPI_Win_create(x, extent, width, MPI_INFO_NULL, MPI_COMM_WORLD, &
                      window, & ! the window
                      ierror)
  call MPI_Win_fence(0, window, info(1))
  if (rank == 0) call MPI_Put(y, 1, MPI_INTEGER, 1, places(2), 1, MPI_INTEGER, window, ierror)
  if (rank == 0) call MPI_Put(y, 1, MPI_INTEGER, 1, origin, 1, MPI_INTEGER, window, ierror)
  if (rank == 0) call MPI_Put(y(2), 1, MPI_INTEGER, mod(rank + 1, 2), 4_MPI_ADDRESS_KIND, 1, MPI_INTEGER, window, ierror)
  if (rank == 0) call MPI_Put(y(2), 1, MPI_INTEGER, 1, 5_8, 1, MPI_INTEGER, window, ierror)
  if (rank == 0) call MPI_Put(y(3), 1, MPI_INTEGER, 1, places(1) + 3, 1, MPI_INTEGER, window, ierror)
  call MPI_Win_fence(0, window, ierror)
  call MPI_Win_free(window, ierror)
  call MPI_Ibarrier(MPI_COMM_WORLD, request, ierror)
  call MPI_Test(request, flag, MPI_STATUS_IGNORE, ierror)
  call MPI_Wait(request, MPI_STATUS_IGNORE, ierror)
  call MPI_Bcast(y, 10, MPI_INTEGER, 0, MPI_COMM_WORLD, ierror); x(1) = 1
  call MPI_Type_create_hvector(2, 1, extent / 2, MPI_INTEGER, row, ierror)
  call MPI_Type_free(row, ierror)
  call MPI_Comm_get_attr(MPI_COMM_WORLD, MPI_TAG_UB, answer, flag, ierror)
  call MPI_Comm_create_keyval(MPI_COMM_NULL_COPY_FN, MPI_COMM_NULL_DELETE_FN, keyval, extent, ierror)
  call MPI_Comm_free_keyval(keyval, ierror)
  periods = .false.
  call MPI_Cart_create(MPI_COMM_WORLD, 1, [2], periods, .false., comm, ierror)
  call MPI_Comm_free(comm, ierror)
  if (MPI_Wtime() < 0 .or. MPI_Wtick() > 1) print *, 'a slow clock', extent
  call MPI_Pcontrol(1)
  call MPI_Finalize(ierror)
end program
