// A program of its own: the same with a journal, and a provider's document.

// README: once
