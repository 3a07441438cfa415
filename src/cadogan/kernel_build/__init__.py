"""Build of the kernels: from Python sources to native libraries and WebAssembly, for developers.

First, :mod:`~cadogan.kernel_build.modules` passes the functions to Numba. Then
:mod:`~cadogan.kernel_build.emit` takes LLVM assembly from Numba. Finally,
:mod:`~cadogan.kernel_build.build` turns the assembly into one library for each platform.
docs/explanation/kernels.md explains the steps.
"""
