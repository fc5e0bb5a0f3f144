"""A connection that can be made worse than this machine has any."""

import select
import socket
import threading
import time


class Cable:
    """Hands on what comes at a port of its own to the root; can be cut.  With
    `bad` it takes its time, and every so many bytes the connection breaks,
    and what is on its way is lost."""

    delay = 0.005
    between_breaks = 5000

    def __init__(self):
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.port = self.listener.getsockname()[1]
        self.target = None
        self.cut = False
        self.bad = False
        self.bytes = self.breaks = self.next_break = 0
        self.over = False
        self.pairs = {}
        self.thread = threading.Thread(target=self.run, daemon=True)
        self.thread.start()

    def drop(self):
        for end in list(self.pairs):
            end.close()
        self.pairs.clear()

    def accept(self):
        one, _ = self.listener.accept()
        try:
            other = socket.create_connection(("127.0.0.1", self.target))
        except OSError:
            one.close()
            return
        self.pairs[one], self.pairs[other] = other, one

    def is_breaking(self):
        time.sleep(self.delay)
        if self.bytes < self.next_break:
            return False
        self.breaks += 1
        self.next_break = self.bytes + self.between_breaks
        return True

    def hand_on(self, end):
        try:
            some = end.recv(4096 if self.bad else 65536)
            if self.bad and self.is_breaking():
                some = b""
            if some:
                self.pairs[end].sendall(some)
                self.bytes += len(some)
                return
        except OSError:
            pass
        other = self.pairs.pop(end)
        self.pairs.pop(other)
        end.close()
        other.close()

    def run(self):
        while not self.over:
            if self.cut:
                self.drop()
                time.sleep(0.01)
                continue
            ready, _, _ = select.select([self.listener, *self.pairs], [], [],
                                        0.05)
            for end in ready:
                if end is self.listener:
                    self.accept()
                elif end in self.pairs:
                    self.hand_on(end)
        self.drop()
        self.listener.close()

    def end(self):
        self.over = True
        self.thread.join()
