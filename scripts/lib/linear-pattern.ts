/** `X*Y?X+` as a whole, where `X` and `Y` are a class or a character. */
const slow = /^\^(\[[^\]]+\]|\\?[^[\]])\*(\[[^\]]+\]|\\?[^[\]])\?\1\+\$$/

/**
 * The pattern that matches the same strings in linear time, where it is `^X*Y?X+$`: the two repeats can share a text in as
 * many ways as it has characters, so that `^[0-9]*\.?[0-9]+$` takes 9 s to refuse 100,000 digits and a letter.
 */
export const linearPattern = (pattern: string): string =>
  pattern.replace(slow, '^(?:$1+|$1*$2$1+)$')
