"""A name server for tests: answers real packets on a port of its own, with what it is told; nobody else is asked."""

from __future__ import annotations

import socketserver
import threading
from collections.abc import Iterator
from contextlib import contextmanager

import dns.flags
import dns.message
import dns.rcode
import dns.rrset
from dns.resolver import Resolver


class NameServer(socketserver.UDPServer):
    """Records by name, as a zone file has them: `{"club.example.": ["MX 10 mx.club.example."]}`; no others."""

    def __init__(self, zone: dict[str, list[str]], *, broken: bool = False) -> None:
        super().__init__(("127.0.0.1", 0), _Question)
        self.zone, self.broken = zone, broken

    @property
    def port(self) -> int:
        return int(self.server_address[1])

    def answer(self, packet: bytes) -> bytes:
        """The answer to one question."""
        query = dns.message.from_wire(packet)
        (asked,) = query.question
        reply = dns.message.make_response(query)
        reply.flags |= dns.flags.RA
        known = self.zone.get(asked.name.to_text())
        kind = asked.rdtype.name
        records = [line.partition(" ")[2] for line in known or [] if line.startswith(f"{kind} ")]
        if self.broken:
            reply.set_rcode(dns.rcode.SERVFAIL)
        elif known is None:
            reply.set_rcode(dns.rcode.NXDOMAIN)
        elif records:
            reply.answer.append(dns.rrset.from_text(asked.name, 60, "IN", kind, *records))
        return bytes(reply.to_wire())


class _Question(socketserver.BaseRequestHandler):
    server: NameServer

    def handle(self) -> None:
        packet, socket = self.request
        socket.sendto(self.server.answer(packet), self.client_address)


@contextmanager
def name_server(zone: dict[str, list[str]], *, broken: bool = False) -> Iterator[Resolver]:
    """A running one, and who asks it. `broken`: it says that it cannot answer."""
    with NameServer(zone, broken=broken) as server:
        thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.05}, daemon=True)
        thread.start()
        yield asking("127.0.0.1", server.port)
        server.shutdown()
        thread.join()


def asking(host: str, port: int) -> Resolver:
    """Who asks the server at this port and no other."""
    resolver = Resolver(configure=False)
    resolver.nameservers, resolver.port = [host], port
    return resolver
