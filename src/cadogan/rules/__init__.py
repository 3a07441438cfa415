"""Rules language: the keys and phrases of a definition, and its strict loading.

A definition is one TOML file. Its groups of piles are tables named by their kind (``[tableau]``).
If a game has several groups of one kind, each table has the kind and a name
(``[foundation.kings]``). Cards are dealt to the groups in the order of the file. ``[variants.ID]``
defines another game by changing a few keys. ``[options.NAME]`` offers a choice to the player.
``[combinations.ID]`` names a set of answers to choices.

    ============= ==================================================================
    search        comparison of what people type with the names of games
    phrases       the closed vocabulary: every phrase and its explanation
    vocabulary    meanings of phrases; conditions, goals and deals from the stock
    builds        building rules and rank orders
    types         types of values: the range or the vocabulary of a key
    parts         advanced parts of the language, beyond its core
    group         a group of piles: each key with its type, meaning and part
    definition    the other structs of a definition
    phases        changes in the rules of a group while a condition holds
    location      a location in a file, for error messages
    options       values that a player chooses before the deal
    house_rules   changes to the rules through answers to choices
    checks        constraints on a definition beyond keys and types
    loading       conversion of a file's text to definitions
    user_games    the definitions in the user's own folder
    catalogue     all known games, found by id and by name
    json_schema   the language as a JSON Schema, for editors
    ============= ==================================================================
"""
