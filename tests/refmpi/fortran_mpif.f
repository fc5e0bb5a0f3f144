! np: 2
! only: refmpi
! mpif.h in fixed form, as programs of MPI-1 have it: no interfaces, buffers of
! several types in one unit, attributes that are INTEGERs.
      program fortran_mpif
      implicit none
      include 'mpif.h'
      integer rank, ierror, whole, keyval, value, comm
      integer status(MPI_STATUS_SIZE)
      double precision began, number(2)
      logical flag
      call MPI_INIT(ierror)
      began = MPI_WTIME()
      call MPI_COMM_RANK(MPI_COMM_WORLD, rank, ierror)
      whole = 4
      number(1) = 0.5d0
      if (rank .eq. 0) then
        call MPI_SEND(whole, 1, MPI_INTEGER, 1, 0, MPI_COMM_WORLD,
     &    ierror)
        call MPI_SEND(number, 1, MPI_DOUBLE_PRECISION, 1, 1,
     &    MPI_COMM_WORLD, ierror)
      else
        whole = 0
        number(1) = 0
        call MPI_RECV(whole, 1, MPI_INTEGER, MPI_ANY_SOURCE, 0,
     &    MPI_COMM_WORLD, status, ierror)
        if (status(MPI_SOURCE) .ne. 0) call wrong(1)
        call MPI_RECV(number, 1, MPI_DOUBLE_PRECISION, 0, MPI_ANY_TAG,
     &    MPI_COMM_WORLD, MPI_STATUS_IGNORE, ierror)
        if (whole .ne. 4 .or. number(1) .ne. 0.5d0) call wrong(2)
      end if
      call MPI_ATTR_GET(MPI_COMM_WORLD, MPI_TAG_UB, value, flag, ierror)
      if (.not. flag .or. value .lt. 32767) call wrong(3)
      call MPI_KEYVAL_CREATE(MPI_DUP_FN, MPI_NULL_DELETE_FN, keyval, 0,
     &  ierror)
      call MPI_ATTR_PUT(MPI_COMM_WORLD, keyval, -5, ierror)
      call MPI_COMM_DUP(MPI_COMM_WORLD, comm, ierror)
      call MPI_ATTR_GET(comm, keyval, value, flag, ierror)
      if (.not. flag .or. value .ne. -5) call wrong(4)
      call MPI_COMM_FREE(comm, ierror)
      if (MPI_WTIME() .lt. began) call wrong(5)
      call MPI_FINALIZE(ierror)
      end

      subroutine wrong(number)
      implicit none
      include 'mpif.h'
      integer number, ierror
      write (0, *) 'fortran_mpif: check', number
      call MPI_ABORT(MPI_COMM_WORLD, 99, ierror)
      end
