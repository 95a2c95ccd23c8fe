/** Says what a command does next, before it does it. On stderr: other programs read what a command prints on stdout. */
export const step = (what: string): void => console.error(`${what} …`)
