/** How many random cases a test tries: few after each edit, and all with `FULL=1`. */
export function cases(full: number, few: number): number {
  return process.env['FULL'] === '1' ? full : few
}
