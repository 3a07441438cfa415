"""Peers: other programs that solve patience games, one module for each program.

A peer is a :class:`~bench.peers.peer.Peer`. It knows which of our games the program plays, how to
write a board for it, its settings, and how to read its answer. ``process`` runs the programs with
limits. To add a peer, write a module and add its class to :data:`PEERS`.
"""

from __future__ import annotations

from bench.peers.freecell_solver import FreecellSolver
from bench.peers.klondike_solver import KlondikeSolver
from bench.peers.peer import Peer
from bench.peers.solvitaire import Solvitaire

__all__ = ["PEERS"]

PEERS: tuple[type[Peer], ...] = (FreecellSolver, Solvitaire, KlondikeSolver)
