"""Families of games that need code of their own: each has a room of its own here.

A family's folder holds what it owes, and nothing outside it knows how it works:

    ========== =====================================================================
    tables     what its keys mean in integers, and which of them contradict each other
    code       its moves: which there are, why others are refused, how they are made
    texts      what its moves are called, why they are refused, its clauses of the rules page
    ========== =====================================================================

The modules of the same names in this folder are the doors through which the rest of the program
comes: :mod:`~cadogan.mechanics.compile` for the tables, :mod:`~cadogan.mechanics.moves` for the
engine, :mod:`~cadogan.mechanics.text` for notation, reasons and prose. A family is added by a line
in each of the three, by its keys in :mod:`cadogan.rules.definition` and by its fields in
:class:`cadogan.state.compiled.CompiledRules`.
"""
