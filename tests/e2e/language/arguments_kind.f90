! With mpif.h no compiler asks of which kind the arguments are.
!
! np: 2
! needs: x86-64
! verdict: error
! finding: ARG-KIND call=*@window ranks=0,1 count=2
! says: MPI_Win_create with small, of type integer(kind=4), as its argument 2, size, which is INTEGER(KIND=MPI_ADDRESS_KIND) there; there are 4 bytes where it takes 8.
! finding: ARG-KIND call=0@put
! says: with at(2), of type integer(kind=4), as its argument 5, target_disp
! finding: ARG-KIND call=*@number ranks=0,1 count=2
! says: with 0, of type default INTEGER, as its argument 2, lb
! finding: ARG-KIND call=*@flag ranks=0,1 count=2
! says: with flag, of type integer(kind=4), as its argument 2, flag, which is LOGICAL there.
! finding: ARG-KIND call=*@count ranks=0,1 count=2
! says: with long, of type integer(kind=8), as its argument 2, count, which is INTEGER there.
! finding: ARG-KIND call=*@error ranks=0,1 count=2
! says: as its argument 2, ierror
! twin: arguments_fit.f90
program main
  implicit none
  include 'mpif.h'
  integer :: ierror, rank, x(10), y(10), window, flag, request, wide
  integer :: small(2), at(3)
  integer(kind=8) :: long, error
  integer(kind=MPI_ADDRESS_KIND) :: extent

  call MPI_Init(ierror)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierror)
  x = rank
  y = 5
  small = [40, 0]
  at = [0, 2, 0]
  long = 10
  extent = 8
  call MPI_Win_create(x, small, 4, MPI_INFO_NULL, MPI_COMM_WORLD, window, ierror) ! @window
  call MPI_Win_fence(0, window, ierror)
  if (rank == 0) then
    call MPI_Put(y, 1, MPI_INTEGER, 1, at(2), 1, MPI_INTEGER, window, ierror) ! @put
  end if
  call MPI_Win_fence(0, window, ierror)
  call MPI_Win_free(window, ierror)
  call MPI_Type_create_resized(MPI_INTEGER, 0, extent, wide, ierror) ! @number
  call MPI_Type_free(wide, ierror)
  call MPI_Ibarrier(MPI_COMM_WORLD, request, ierror)
  call MPI_Test(request, flag, MPI_STATUS_IGNORE, ierror) ! @flag
  call MPI_Wait(request, MPI_STATUS_IGNORE, ierror)
  call MPI_Bcast(y, long, MPI_INTEGER, 0, MPI_COMM_WORLD, ierror) ! @count
  call MPI_Barrier(MPI_COMM_WORLD, error) ! @error
  call MPI_Finalize(ierror)
end program
