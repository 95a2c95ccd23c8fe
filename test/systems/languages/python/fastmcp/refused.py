# What a model writes has no type, so that nothing is refused before it runs.
