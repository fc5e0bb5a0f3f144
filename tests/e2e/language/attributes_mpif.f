! Attributes and error handlers in Fortran: some bindings of these reach the
! MPI library by ways of their own.  Each call is seen once.
!
! np: 2
! verdict: clean
! calls: 0=12 1=12
      program attributes
      implicit none
      include 'mpif.h'
      integer keyval, ierror, value, handler
      integer(kind=MPI_ADDRESS_KIND) address, extra
      logical flag
      external handle
      call MPI_Init(ierror)
      call MPI_Attr_get(MPI_COMM_WORLD, MPI_TAG_UB, value, flag, ierror)
      extra = 0
      address = 7
      call MPI_Comm_create_keyval(MPI_COMM_NULL_COPY_FN,
     &     MPI_COMM_NULL_DELETE_FN, keyval, extra, ierror)
      call MPI_Comm_set_attr(MPI_COMM_SELF, keyval, address, ierror)
      call MPI_Comm_get_attr(MPI_COMM_SELF, keyval, address, flag,
     &     ierror)
      if (.not. flag .or. address .ne. 7) stop 9
      call MPI_Comm_delete_attr(MPI_COMM_SELF, keyval, ierror)
      call MPI_Comm_free_keyval(keyval, ierror)
      call MPI_Comm_create_errhandler(handle, handler, ierror)
      call MPI_Comm_set_errhandler(MPI_COMM_SELF, handler, ierror)
      call MPI_Errhandler_free(handler, ierror)
      call MPI_Barrier(MPI_COMM_WORLD, ierror)
      call MPI_Finalize(ierror)
      end program

      subroutine handle(comm, error)
      integer comm, error
      end subroutine
