"""The wetopi-memory plugin for Hermes: forwards a turn's events to the daemon and puts its recall into the request.

A general plugin (kind: standalone in plugin.yaml); it never replaces the host's own memory. All judgement is the
daemon's. Nothing connects here: register() also runs for commands that never speak to a model.
"""
from .hooks import Plugin


def register(ctx):
    """Called once a process by Hermes, on its main thread."""
    Plugin(ctx).register()
