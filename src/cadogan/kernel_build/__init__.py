"""Build of the kernels, for developers: from Python to libraries and WebAssembly.

:mod:`~cadogan.kernel_build.modules` hands the functions to Numba,
:mod:`~cadogan.kernel_build.emit` takes LLVM's text from it, and
:mod:`~cadogan.kernel_build.build` makes of that one library for each platform. docs/kernels.md
says more.
"""
