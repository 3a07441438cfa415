"""Nested records of integers: functions that build, change and list them by dotted names.

A record is a named tuple whose fields are integers, flat lists of integers or other records. A
dotted name such as ``redeal.times`` denotes a field of a nested record.
"""

from __future__ import annotations

import functools
from collections.abc import Iterator, Mapping
from typing import Any, TypeVar, get_type_hints

_R = TypeVar("_R", bound=tuple[Any, ...])


@functools.cache
def _kinds(kind: Any) -> tuple[tuple[str, Any], ...]:
    """Return the fields of a record type, with their own types."""
    hints = get_type_hints(kind)
    fields: tuple[str, ...] = kind._fields
    return tuple((name, hints[name]) for name in fields)


@functools.cache
def fields_of(kind: Any) -> tuple[tuple[str, bool], ...]:
    """Return the dotted names of all integers and lists in a record type, and which are lists.

    >>> from cadogan.state.compiled import CompiledRules
    >>> ("redeal.times", False) in fields_of(CompiledRules)
    True
    """
    found: list[tuple[str, bool]] = []
    for name, inner in _kinds(kind):
        if hasattr(inner, "_fields"):
            found += [(f"{name}.{rest}", is_list) for rest, is_list in fields_of(inner)]
        else:
            found.append((name, inner is not int))
    return tuple(found)


def build_record(kind: type[_R], values: Mapping[str, Any]) -> _R:
    """Build a record from values with dotted names.

    Raises:
        KeyError: if a field has no value.
        TypeError: if a value has no field.
    """
    if unknown := values.keys() - {name for name, _ in fields_of(kind)}:
        raise TypeError(f"{kind.__name__} has no fields {', '.join(sorted(unknown))}")
    record: _R = _built(kind, values, "")
    return record


def _built(kind: Any, values: Mapping[str, Any], prefix: str) -> Any:
    return kind(
        *(
            _built(inner, values, f"{prefix}{name}.")
            if hasattr(inner, "_fields")
            else values[prefix + name]
            for name, inner in _kinds(kind)
        )
    )


def flattened(record: Any) -> Iterator[tuple[str, Any]]:
    """Yield the dotted names and the values of all integers and lists in a record."""
    for name, value in zip(record._fields, record, strict=True):
        if hasattr(value, "_fields"):
            yield from ((f"{name}.{rest}", each) for rest, each in flattened(value))
        else:
            yield name, value


def changed(record: _R, values: Mapping[str, Any]) -> _R:
    """Return a copy of a record with new values for some dotted names.

    Raises:
        TypeError: if a value has no field.
    """
    return build_record(type(record), {**dict(flattened(record)), **values})
