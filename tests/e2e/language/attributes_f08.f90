! As attributes_mpif.f, with use mpi_f08.
!
! flavours: mpich openmpi
! np: 2
! verdict: clean
! calls: 0=11 1=11
module handlers
contains
  subroutine handle(comm, error)
    use mpi_f08
    type(MPI_Comm) :: comm
    integer :: error
  end subroutine
end module

program attributes
  use mpi_f08
  use handlers
  implicit none
  integer :: keyval
  integer(kind=MPI_ADDRESS_KIND) :: address, extra
  logical :: flag
  type(MPI_Errhandler) :: handler

  call MPI_Init()
  extra = 0
  address = 7
  call MPI_Comm_create_keyval(MPI_COMM_NULL_COPY_FN, MPI_COMM_NULL_DELETE_FN, &
                              keyval, extra)
  call MPI_Comm_set_attr(MPI_COMM_SELF, keyval, address)
  call MPI_Comm_get_attr(MPI_COMM_SELF, keyval, address, flag)
  if (.not. flag .or. address /= 7) stop 9
  call MPI_Comm_delete_attr(MPI_COMM_SELF, keyval)
  call MPI_Comm_free_keyval(keyval)
  call MPI_Comm_create_errhandler(handle, handler)
  call MPI_Comm_set_errhandler(MPI_COMM_SELF, handler)
  call MPI_Errhandler_free(handler)
  call MPI_Barrier(MPI_COMM_WORLD)
  call MPI_Finalize()
end program
