"""``python -m cadogan`` is the command ``cadogan``."""

from cadogan.cli import main

main()
