"""``python -m cadogan`` is the command ``cadogan``."""

from cadogan.cli import main

if __name__ == "__main__":  # worker processes also import this module
    main()
