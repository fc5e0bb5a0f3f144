# parts of server/
