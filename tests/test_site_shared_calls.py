"""Modules for the site whose indirect calls share one instruction (`cadogan.site.shared_calls`)."""

from __future__ import annotations

import pytest

from cadogan.site.shared_calls import UnknownModuleError, share_calls

wasmtime = pytest.importorskip("wasmtime")

# every kind of operand stands before an indirect call, often with the bytes of one
MODULE = """
(module
  (type $of_two (func (param i32 i32) (result i32)))
  (type $of_none (func (result i64)))
  (import "host" "add" (func $add (type $of_two)))
  (import "host" "table" (table $second 1 4 funcref))
  (import "host" "number" (global $number (mut i32)))
  (import "host" "wrong" (tag $wrong (param i32)))
  (memory 1)
  (table $first 4 funcref)
  (elem (table $first) (i32.const 0) func $add $subtract $constant)
  (elem (table $second) (i32.const 0) func $subtract)
  (func $subtract (type $of_two) (i32.sub (local.get 0) (local.get 1)))
  (func $constant (type $of_none) (i64.const 0x110000))
  (func (export "call") (param $which i32) (result i32)
    (call_indirect $first (type $of_two) (i32.const 30) (i32.const 12) (local.get $which)))
  (func (export "all") (param $which i32) (result i32) (local $sum i32) (local v128)
    (block $done (block $one (block $two
      (br_table $one $two $done (local.get $which)))
      (local.set $sum (i32.const 0x1100)))
      (local.set $sum (i32.wrap_i64 (call_indirect $first (type $of_none) (i32.const 2)))))
    (i32.store offset=17 (i32.const 0) (local.get $sum))
    (f64.store (i32.const 64) (f64.const 0x1.11p0))
    (f32.store (i32.const 72) (f32.const 0x1.11p0))
    (memory.fill (i32.const 80) (i32.const 17) (i32.const 17))
    (memory.copy (i32.const 100) (i32.const 80) (i32.const 8))
    (local.set 2 (i8x16.shuffle 17 0 0 17 0 0 17 0 0 17 0 0 17 0 0 17
      (v128.const i8x16 17 0 0 17 0 0 17 0 0 17 0 0 17 0 0 17)
      (v128.load8_lane offset=17 1 (i32.const 0) (v128.load (i32.const 80)))))
    (i32.store (i32.const 120) (i32x4.extract_lane 0 (local.get 2)))
    (block $caught (result i32)
      (try_table (catch $wrong $caught)
        (throw $wrong (select (result i32) (i32.const 17) (i32.const 0) (local.get $which))))
      (unreachable))
    (i32.add (i32.load offset=17 (i32.const 0)))
    (i32.add (i32.load (i32.const 64)))
    (i32.add (i32.load (i32.const 72)))
    (i32.add (i32.load (i32.const 100)))
    (i32.add (i32.load (i32.const 120)))
    (i32.add (global.get $number))
    (i32.add (i32.trunc_sat_f64_s (f64.const 17)))
    (i32.add (call_indirect $first (type $of_two) (i32.const 9) (i32.const 2) (i32.const 1)))
    (i32.add (call_indirect $second (type $of_two) (i32.const 9) (i32.const 2) (i32.const 0)))
    (i32.add (call $add (i32.const 1) (i32.const 2)))))
"""
CALL = b"\x11\x00\x01"  # an indirect call of a function of two, in the module's own table


def results(module: bytes) -> list[int]:
    """Return what the functions of a module return."""
    config = wasmtime.Config()
    config.wasm_exceptions = True
    store = wasmtime.Store(wasmtime.Engine(config))
    i32 = wasmtime.ValType.i32()
    add = wasmtime.Func(store, wasmtime.FuncType([i32, i32], [i32]), lambda a, b: a + b)
    limits = wasmtime.TableType(wasmtime.ValType.funcref(), wasmtime.Limits(1, 4))
    table = wasmtime.Table(store, limits, None)
    number = wasmtime.Global(store, wasmtime.GlobalType(i32, True), wasmtime.Val.i32(17))
    wrong = wasmtime.Tag(store, wasmtime.TagType(wasmtime.FuncType([i32], [])))
    compiled = wasmtime.Module(store.engine, module)
    exports = wasmtime.Instance(store, compiled, [add, table, number, wrong]).exports(store)
    assert (exports["call"](store, 0), exports["call"](store, 1)) == (42, 18)
    with pytest.raises(wasmtime.Trap, match="indirect call type mismatch"):
        exports["call"](store, 2)
    with pytest.raises(wasmtime.Trap, match="uninitialized element"):
        exports["call"](store, 3)
    return [exports["all"](store, which) for which in range(3)]


def test_a_module_whose_calls_share_instructions_behaves_as_before() -> None:
    module = bytes(wasmtime.wat2wasm(MODULE))
    changed = share_calls(module)
    assert results(changed) == results(module)
    assert len(set(results(module))) == 3
    assert [one.count(CALL) for one in (module, changed)] == [2, 1]


def test_a_shared_instruction_can_be_shared_again() -> None:
    once = share_calls(bytes(wasmtime.wat2wasm(MODULE)))
    assert results(share_calls(once)) == results(once)


def test_a_module_without_indirect_calls_does_not_change() -> None:
    for text in ("(module)", "(module (func (nop)))", '(module (import "a" "b" (func)))'):
        module = bytes(wasmtime.wat2wasm(text))
        assert share_calls(module) == module


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("(module (type (struct)) (func))", "types other than those of functions"),
        ("(module (func (param (ref 0))) (type (func)))", "a reference to a type of the module"),
        ("(module (func (unreachable) (ref.as_non_null) (drop)))", "unknown instruction 0xd4"),
    ],
)
def test_a_module_that_cannot_be_read_is_refused(text: str, words: str) -> None:
    with pytest.raises(UnknownModuleError, match=words):
        share_calls(bytes(wasmtime.wat2wasm(text)))


def test_other_files_are_refused() -> None:
    with pytest.raises(UnknownModuleError, match="not a WebAssembly module"):
        share_calls(b"<!doctype html>")
