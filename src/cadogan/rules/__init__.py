"""Rules language: the keys and phrases of a definition, and its strict loading.

A definition is one TOML file. Its groups of piles are tables named by their kind (``[tableau]``)
or, where a kind has several groups, by kind and name (``[foundation.kings]``); cards are dealt to
the groups in the order in which they are written. ``[variants.ID]`` changes a few keys and makes a
game of its own, ``[options.NAME]`` leaves a choice, ``[combinations.ID]`` gives answers a name.

    ============= ==================================================================
    search        what games are called, compared as people type it
    phrases       the closed vocabulary: every phrase and its explanation
    vocabulary    what a phrase means; conditions, objects and deals of the stock
    builds        what may be laid on what, and orders of ranks
    types         kinds of value: the range or the vocabulary of a key
    parts         advanced parts of the language, apart from its core
    group         a group of piles: each key with its kind of value, meaning and part
    definition    the other structs of a definition
    phases        how the rules of a group change while conditions hold
    location      a place in a file, for the one sentence of an error
    options       the values that a player chooses before the deal
    house_rules   what the answers to choices lay over, and mean together
    checks        what a definition must hold to beyond keys and types
    loading       from a file's text to definitions
    user_games    the definitions in a person's own folder
    catalogue     all games that are known, found by id and by name
    json_schema   the same as a JSON Schema, for editors
    ============= ==================================================================
"""
