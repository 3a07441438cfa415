"""Cases written as text: positions, definitions, and what must hold of them."""
