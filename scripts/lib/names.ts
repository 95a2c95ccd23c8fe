/** What follows the project's name in those of its packages. */
const parts = ['api', 'mock', 'overlay']

/** The names of the packages. */
export const packagesOf = (name: string): string[] => parts.map((part) => `${name}-${part}`)

/** Everything that is made of a project's name, in the same order for each. */
function formsOf(name: string): string[] {
  const words = name.split('-')
  const title = words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join(' ')
  return [...packagesOf(name), `${name}-*.tgz`, `${words.join('_')}_calls`, `${title} API`]
}

/** What stands for what, from one name to another. */
export function renamed(from: string, to: string): Map<string, string> {
  const forms = formsOf(to)
  return new Map(formsOf(from).map((form, index) => [form, forms[index] ?? form]))
}

/** Replaces whole words, the longer ones first, so that nothing is replaced twice. */
export function replaceWords(text: string, words: ReadonlyMap<string, string>): string {
  const longestFirst = [...words.keys()].sort((one, other) => other.length - one.length)
  const either = longestFirst.map((word) => word.replaceAll(/[.*]/g, '\\$&')).join('|')
  // In code, a word also begins after a line break in quotes, which is written as `\n`.
  const pattern = new RegExp(`(?<!(?<!\\\\)[\\w-])(?:${either})(?!\\w)`, 'g')
  return text.replaceAll(pattern, (word) => words.get(word) ?? word)
}

/** Why a name cannot be the project's. npm allows more, but a table, a command and a title are made of it too. */
export function problemOf(name: string): string | undefined {
  if (!/^[a-z][a-z\d]*(?:-[a-z\d]+)*$/.test(name))
    return 'a name has small letters and digits, in words with one hyphen between them, and begins with a letter'
  return name.length > 30 ? 'a name has at most 30 characters' : undefined
}
