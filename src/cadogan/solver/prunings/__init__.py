"""Proofs that a position is lost, one file each; compiled as part of the kernels."""
