"""``python -m cadogan`` is the command ``cadogan``."""

from cadogan.cli import main

if __name__ == "__main__":  # a worker process imports this module, too
    main()
