"""The rules language: what a definition of a game may say, and its strict loading.

A definition is one TOML file. Its groups of piles are tables named by their kind (``[tableau]``)
or, where a kind has several groups, by kind and name (``[foundation.kings]``); cards are dealt to
the groups in the order in which they are written. ``[variants.ID]`` changes a few keys and makes a
game of its own, ``[options.NAME]`` leaves a choice, ``[combinations.ID]`` gives answers a name.

    ========== =====================================================================
    names      what games are called, compared as people type it
    words      the closed vocabulary: every phrase, its explanation, its meaning
    builds     what may be laid on what, and orders of ranks
    values     kinds of value: the range or the vocabulary of a key
    definition the structs: each key with its kind of value, its meaning, and where
    changes    how the rules of a group change while conditions hold
    where      a place in a file, for the one sentence of an error
    options    the values that a player chooses before the deal
    choices    house rules: what the answers to choices lay over, and mean together
    checks     what a definition must hold to beyond keys and types
    loading    from a file's text to definitions
    own        the definitions in a person's own folder
    catalogue  all games that are known, found by id and by name
    schema     the same as a JSON Schema, for editors
    ========== =====================================================================
"""
