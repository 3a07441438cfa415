"""Conversion of Numba's functions, in LLVM assembly, to functions that return their results.

A function that Numba compiles writes its result to memory and returns a code for exceptions. The
functions of the kernels never raise an exception: an error ends the process. So this module adds a
second version of each function, which returns the result and takes two arguments fewer. The module
redirects all calls to the second version. LLVM can then keep results in registers, which saves a
tenth of the time, and more in WebAssembly.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

_NAME = r'@(?P<name>[\w.]+|"[^"]+")'
_DEFINED = re.compile(
    rf"^(?P<define>define (?:linkonce_odr )?)i32 {_NAME}\(ptr noalias captures\(none\) %retptr,"
    r" ptr noalias captures\(none\) %excinfo(?P<rest>.*)\) \{$",
    flags=re.MULTILINE,
)
_DECLARED = re.compile(
    rf"^declare i32 {_NAME}\(ptr noalias captures\(none\), ptr noalias captures\(none\)"
    r"(?P<rest>.*)\)(?: #\d+)?$",
    flags=re.MULTILINE,
)
_CALLED = re.compile(
    rf"^  (?P<status>%\S+) = call i32 {_NAME}\(ptr (?P<result>%[^,]+), ptr %[^,)]+"
    r"(?P<rest>.*)\)(?: #\d+)?$",
    flags=re.MULTILINE,
)
_CALL = re.compile(rf"^.* call i32 {_NAME}\(.*$", flags=re.MULTILINE)
_RETURNED = re.compile(r"^  store (?P<type>.+?) [^ ]+, ptr %retptr,", flags=re.MULTILINE)
_ATTRIBUTES = re.compile(r" (?:noalias|captures\(none\))(?= )")


def value_symbol(symbol: str) -> str:
    """Return the symbol of the second version of a Numba function, which returns its result."""
    return f'{symbol[:-1]}.value"' if symbol.endswith('"') else f"{symbol}.value"


def returning(texts: Sequence[str]) -> list[str]:
    """Return the texts of a kernel, adding to each function a version that returns its result.

    Args:
        texts: all texts of the kernel, as Numba wrote them.

    Raises:
        ValueError: if a call has a form that this module does not recognise.
    """
    types = {}
    for text in texts:
        for found in _DEFINED.finditer(text):
            returned = _RETURNED.search(text, found.end(), text.index("\n}\n", found.end()))
            if returned:  # a function that stores no result always ends the process
                types[found["name"]] = returned["type"]
    return [_returning(text, types) for text in texts]


def _returning(text: str, types: dict[str, str]) -> str:
    added = ["declare void @llvm.trap()"] if "declare void @llvm.trap()" not in text else []
    added += [_beside(found, types) for found in _DEFINED.finditer(text) if found["name"] in types]

    def declare(found: re.Match[str]) -> str:
        name, rest = found["name"], found["rest"].removeprefix(", ")
        if name not in types:
            return found[0]
        return f"{found[0]}\ndeclare {types[name]} @{value_symbol(name)}({rest})"

    def call(found: re.Match[str]) -> str:
        name, rest, status = found["name"], found["rest"].removeprefix(", "), found["status"]
        if name not in types:
            return found[0]
        return (
            f"  {value_symbol(status)} = call {types[name]} @{value_symbol(name)}({rest})\n"
            f"  store {types[name]} {value_symbol(status)}, ptr {found['result']}\n"
            f"  {status} = add i32 0, 0"
        )

    text = _CALLED.sub(call, _DECLARED.sub(declare, text))
    for found in _CALL.finditer(text):
        if found["name"] in types:
            raise ValueError(f"Numba calls a function in an unknown form: {found[0]}")
    return text + "\n" + "\n".join(added) + "\n"


def _beside(found: re.Match[str], types: dict[str, str]) -> str:
    """Return the second version of a Numba function, which wraps and inlines the first."""
    name, rest = found["name"], found["rest"].removeprefix(", ")
    arguments = _ATTRIBUTES.sub("", found["rest"])
    return f"""
{found["define"]}{types[name]} @{value_symbol(name)}({rest}) {{
  %result = alloca {types[name]}
  %error = alloca ptr
  %status = call i32 @{name}(ptr %result, ptr %error{arguments}) alwaysinline
  %fine = icmp eq i32 %status, 0
  br i1 %fine, label %done, label %failed
failed:
  call void @llvm.trap()
  unreachable
done:
  %value = load {types[name]}, ptr %result
  ret {types[name]} %value
}}"""
