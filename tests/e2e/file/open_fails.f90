! A file that is not there, where the program looks whether it was opened: that
! goes as well as without Murmel.
!
! np: 2
! verdict: clean
! flavours: mpich openmpi
program open_fails
  use mpi
  implicit none
  integer :: file, ierror, i
  call MPI_Init(ierror)
  do i = 1, 4
     call MPI_File_open(MPI_COMM_WORLD, 'missing/there', MPI_MODE_RDONLY, MPI_INFO_NULL, file, ierror)
     if (ierror == MPI_SUCCESS) call MPI_File_close(file, ierror)
  end do
  call MPI_Finalize(ierror)
end program open_fails
