#!/bin/sh
# host.sh NAME, started by unshare --net --uts: is a host of that name until its
# input ends, as it does when the test that holds the other end has ended, in
# whatever way.  Then it ends all that is on the host, and with the last
# process the namespaces are gone; they have no name that could be left.
here=$(readlink /proc/self/ns/net)
hostname "$1" && ip link set lo up && echo up || exit
read -r _

found=1
while [ "$found" = 1 ]; do
    found=0
    for process in /proc/[0-9]*; do
        pid=${process#/proc/}
        if [ "$pid" != $$ ] &&
            [ "$(readlink "$process/ns/net")" = "$here" ] &&
            kill -KILL "$pid"; then
            found=1
        fi
    done
done 2>/dev/null
