"""Build of the kernels, for developers: from Python to libraries and WebAssembly.

:mod:`~cadogan.kernel_build.modules` passes the functions to Numba,
:mod:`~cadogan.kernel_build.emit` takes LLVM assembly from it, and
:mod:`~cadogan.kernel_build.build` turns that into one library for each platform.
docs/explanation/kernels.md explains the steps.
"""
