"""The rules in action: legal moves, refusals, making and unmaking, compiled as kernels."""
