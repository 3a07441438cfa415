"""Run all benchmarks."""

from bench.moves import main

if __name__ == "__main__":
    main()
