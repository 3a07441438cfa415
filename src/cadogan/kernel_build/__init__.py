"""Build of the kernels, for developers: from Python to libraries and WebAssembly.

First, :mod:`~cadogan.kernel_build.modules` passes the functions to Numba. Then
:mod:`~cadogan.kernel_build.emit` takes LLVM assembly from Numba. Finally,
:mod:`~cadogan.kernel_build.build` turns it into one library for each platform.
docs/explanation/kernels.md explains the steps.
"""
