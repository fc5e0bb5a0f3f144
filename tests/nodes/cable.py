"""A connection that can be made worse than this machine has any: what netem
does where the kernel has it, and what it does not."""

import collections
import os
import random
import select
import socket
import struct
import threading
import time

# Hands the root's file on as one that leads to the cable.
THROUGH = """#!/bin/sh
umask 077
sed "s/127.0.0.1:[0-9]*/127.0.0.1:%d/" "$MURMEL_ROOT_FILE" \\
    >"$MURMEL_ROOT_FILE.$$"
MURMEL_ROOT_FILE=$MURMEL_ROOT_FILE.$$ exec "$@"
"""


class Weather:
    """What becomes of what goes through a cable; each is a range from which it
    is drawn by lot.  None: never.  From one break or stall to the next it is
    twice as far each time, so that little feels it, and much comes through."""

    def __init__(self, seed, delay=(0, 0), piece=(65536, 65536), stall=None,
                 cut=None, ways=("fin", "rst"), drops=(0, 0), most=20):
        self.random = random.Random(seed)
        self.delay = delay  # s, of what comes at once
        self.piece = piece  # bytes, that are handed on at once
        self.stall = stall  # bytes, after which all waits for STALL
        self.cut = cut      # bytes, after which the connection breaks
        self.ways = ways    # in which it does
        self.drops = drops  # of connections that come then, at their begin
        self.most = most    # stalls, or breaks

    def draw(self, what):
        low, high = what
        draw = self.random.randint if isinstance(low, int) else \
            self.random.uniform
        return draw(low, high)


STALL = (2.5, 4.0)     # s; a connection is taken for broken after 3
DROP_AFTER = (0, 400)  # bytes; after some more the ends know each other


def calm():
    return Weather(0)


def slow(seed):
    """It takes its time, and all comes in crumbs."""
    return Weather(seed, delay=(0.05, 0.2), piece=(1, 40))


def stalling(seed):
    """Now and then nothing comes for a time."""
    return Weather(seed, delay=(0.0, 0.02), stall=(1500, 3500),
                   most=3)


def breaking(seed):
    """It breaks again and again: each way, and in the middle of a message."""
    return Weather(seed, delay=(0.0, 0.01), piece=(1, 2000),
                   cut=(500, 1500), ways=("fin", "rst"))


def silent(seed):
    """It breaks, and no end is told."""
    return Weather(seed, delay=(0.0, 0.01), cut=(1500, 3500), ways=("hole",),
                   most=3)


def dropping(seed):
    """It breaks, and is not there again at once: what comes next is dropped,
    while the ends do not know each other yet."""
    return Weather(seed, delay=(0.01, 0.05), piece=(1, 300),
                   cut=(1500, 3500), drops=(0, 3))


WEATHERS = (slow, stalling, breaking, silent, dropping)


def of_seed(seed):
    return WEATHERS[seed % len(WEATHERS)](seed)


class End:
    """One end of a connection, and what is on its way to it."""

    def __init__(self, sock):
        sock.setblocking(False)
        sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self.socket = sock
        self.other = None
        self.coming = collections.deque()  # (when, bytes); b"": its end
        self.bytes = 0                     # that are coming
        self.last = 0                      # when the last of them come
        self.over = False                  # the other end says no more

    def fileno(self):
        return self.socket.fileno()

    def add(self, when, some):
        self.last = when
        self.bytes += len(some)
        self.coming.append((when, some))
        self.over = not some

    def close(self, way):
        """fin: in order, as far as that is to be had; rst: not."""
        if way == "rst":
            self.socket.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER,
                                   struct.pack("ii", 1, 0))
        else:
            try:
                self.socket.shutdown(socket.SHUT_WR)
            except OSError:
                pass
        self.socket.close()


class Link:
    """A connection; `left`: so many bytes up to its end, None: it is not to
    end."""

    def __init__(self, one, other):
        one.other, other.other = other, one
        one.link = other.link = self
        self.ends = [one, other]
        self.hole = False  # what goes into it comes nowhere
        self.left = None


class Cable:
    """Hands on what comes at a port of its own to the root whose file is
    `file`, and lets programs that `through` runs find it there.  Can be cut;
    all depends on the weather."""

    most = 1 << 20  # bytes, on their way to an end

    def __init__(self, folder, weather=None):
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.port = self.listener.getsockname()[1]
        self.file = os.path.join(folder, "keys-%d" % self.port)
        self.through = os.path.join(folder, "through-cable-%d" % self.port)
        with open(self.through, "w") as f:
            f.write(THROUGH % self.port)
        os.chmod(self.through, 0o755)
        self.cut = False
        self.bytes = self.breaks = self.stalls = self.dropped = 0
        self.over = False
        self.ends = []
        self.change(weather or calm())
        self.thread = threading.Thread(target=self.run, daemon=True)
        self.thread.start()

    def change(self, weather):
        self.stalled = 0
        self.drops = 0
        self.weather = weather
        self.next_cut = self.next(weather.cut, 0)
        self.next_stall = self.next(weather.stall, 0)

    def next(self, bytes_between, count):
        """After so many bytes in all it happens again, which it did so often;
        None: it does not."""
        if bytes_between is None or count >= self.weather.most:
            return None
        return self.bytes + self.weather.draw(bytes_between) * 2 ** count

    def is_felt(self):
        """Whether anything became of the weather yet."""
        return self.bytes > 0 and (not self.weather.cut or self.breaks > 0) \
            and (not self.weather.stall or self.stalls > 0)

    def story(self):
        return "%d bytes, %d breaks, %d connections dropped, %d stalls" % (
            self.bytes, self.breaks, self.dropped, self.stalls)

    # ------------------------------------------------------------ connections

    def target(self):
        with open(self.file) as f:
            host, port = f.read().split("tcp://")[1].split('"')[0].split(":")
        return host, int(port)

    def accept(self):
        one, _ = self.listener.accept()
        one = End(one)
        try:
            other = End(socket.create_connection(self.target()))
        except OSError:
            one.close("fin")
            return
        link = Link(one, other)
        self.ends += link.ends
        if self.drops > 0:
            self.drops -= 1
            self.dropped += 1
            link.left = self.weather.draw(DROP_AFTER)

    def close(self, end, way):
        """Both ends, where the other hears of it."""
        for one in [end] if end.link.hole else end.link.ends:
            if one in self.ends:
                self.ends.remove(one)
                one.close(way)

    def break_off(self, end):
        weather = self.weather
        way = weather.random.choice(weather.ways)
        if end.link.left is None:
            self.breaks += 1
            self.next_cut = self.next(weather.cut, self.breaks)
            self.drops = weather.draw(weather.drops)
        if way == "hole":
            end.link.hole = True
            for one in end.link.ends:
                one.coming.clear()
        else:
            self.close(end, way)

    # ------------------------------------------------------------------ bytes

    def take(self, end):
        """What comes of an end is on its way to the other."""
        try:
            some = end.socket.recv(65536)
        except BlockingIOError:
            return
        except OSError:
            some = b""
        if end.link.hole:
            if not some:
                self.close(end, "fin")
            return
        when = max(end.other.last, time.monotonic() +
                   self.weather.draw(self.weather.delay))
        at = 0
        while at < len(some):
            length = self.weather.draw(self.weather.piece)
            end.other.add(when, some[at:at + length])
            at += length
        if not some:
            end.other.add(when, b"")

    def limit(self, link):
        """How many bytes it may hand on before it breaks, or None."""
        if link.left is not None:
            return link.left
        return self.next_cut and max(self.next_cut - self.bytes, 0)

    def hand_on(self, end):
        """One piece, or what there is before the connection breaks; whether it
        went."""
        when, piece = end.coming[0]
        limit = self.limit(end.link)
        if not piece:
            self.close(end, "fin")
            return False
        try:
            sent = end.socket.send(piece[:limit]) if limit != 0 else 0
        except BlockingIOError:
            return False
        except OSError:
            self.close(end, "rst")
            return False
        self.bytes += sent
        end.bytes -= sent
        if end.link.left is not None:
            end.link.left -= sent
        if sent == limit:
            self.break_off(end)
            return False
        end.coming.popleft()
        if sent < len(piece):
            end.coming.appendleft((when, piece[sent:]))
        return True

    def is_stalled(self, now):
        if self.next_stall and self.bytes >= self.next_stall:
            self.stalls += 1
            self.next_stall = self.next(self.weather.stall, self.stalls)
            self.stalled = now + self.weather.draw(STALL)
        return now < self.stalled

    def hand_all_on(self):
        for end in list(self.ends):
            while end in self.ends and end.coming:
                now = time.monotonic()
                if end.coming[0][0] > now or self.is_stalled(now) or \
                        not self.hand_on(end):
                    break

    # ---------------------------------------------------------------- running

    def sleep(self):
        """How long nothing is due."""
        now = time.monotonic()
        due = [max(end.coming[0][0], self.stalled) for end in self.ends
               if end.coming]
        return min(max(min(due, default=now + 0.05) - now, 0.001), 0.05)

    def turn(self):
        ends = [end for end in self.ends if end.link.hole or
                (end.other.bytes < self.most and not end.other.over)]
        ready, _, _ = select.select([self.listener, *ends], [], [],
                                    self.sleep())
        for end in ready:
            if end is self.listener:
                self.accept()
            elif end in self.ends:
                self.take(end)
        self.hand_all_on()

    def run(self):
        while not self.over:
            if self.cut:
                self.drop()
                time.sleep(0.01)
            else:
                self.turn()
        self.drop()
        self.listener.close()

    def drop(self):
        for end in list(self.ends):
            self.close(end, "fin")

    def end(self):
        self.over = True
        self.thread.join()
