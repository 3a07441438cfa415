"""Web page: a server on 127.0.0.1, and its static files under ``static/``."""
