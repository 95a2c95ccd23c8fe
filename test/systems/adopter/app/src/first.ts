// A program of its own: the first thing that the README shows.

// README: first
