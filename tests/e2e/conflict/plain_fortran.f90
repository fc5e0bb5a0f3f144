! A Fortran program, compiled as usual: a window is stored to while another
! process puts there, what a get is to bring is loaded, and what a put reads is
! stored to.  Seen where it is done.
!
! np: 2
! verdict: error
! needs: x86-64
! finding: RMA-LOCAL-CONFLICT put=0@put store=1@store
! finding: BUFFER-ACCESSED-EARLY begin=*@get load=*@load count=2
! finding: BUFFER-CHANGED-EARLY begin=*@give store=*@change count=2
! twin: plain_fortran_after.f90
program plain_fortran
    use mpi
    implicit none
    integer, asynchronous, target :: memory(2) = 0
    integer, asynchronous :: given, in
    integer :: seen, rank, other, win, ierror
    integer(kind=MPI_ADDRESS_KIND) :: zero = 0, one = 1, bytes = 8

    call MPI_Init(ierror)
    call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierror)
    other = 1 - rank
    given = 5
    in = 0
    call MPI_Win_create(memory, bytes, 4, MPI_INFO_NULL, MPI_COMM_WORLD, win, ierror)
    call MPI_Win_fence(0, win, ierror)
    if (rank == 0) then
        call MPI_Put(given, 1, MPI_INTEGER, 1, zero, 1, MPI_INTEGER, win, ierror) ! @put
    else
        memory(1) = 7 ! @store
    end if
    call MPI_Win_fence(0, win, ierror)
    call MPI_Get(in, 1, MPI_INTEGER, other, zero, 1, MPI_INTEGER, win, ierror) ! @get
    seen = in + 1                                                              ! @load
    call MPI_Win_fence(0, win, ierror)
    call MPI_Put(given, 1, MPI_INTEGER, other, one, 1, MPI_INTEGER, win, ierror) ! @give
    given = 6                                                                    ! @change
    call MPI_Win_fence(0, win, ierror)
    call MPI_Win_free(win, ierror)
    call MPI_Finalize(ierror)
    if (seen == 0) stop 1
end program
