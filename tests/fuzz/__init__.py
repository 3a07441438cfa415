"""A sparring partner: definitions drawn at random over the whole language, and all that must hold.

``python -m tests.fuzz`` draws and tries for as long as one likes, and shrinks what it finds.
"""
