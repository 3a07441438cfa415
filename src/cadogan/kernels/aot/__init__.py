"""How kernels are built, for developers: from Python to libraries and WebAssembly.

:mod:`~cadogan.kernels.aot.modules` hands the functions to Numba,
:mod:`~cadogan.kernels.aot.emit` takes LLVM's text from it, and
:mod:`~cadogan.kernels.aot.build` makes of that one library for each platform. docs/kernels.md
says more.
"""
