/**
 * How many cases a test or a run tries, or which: few after each edit and at a push, and all with `FULL=1`, at night and
 * for a release. Nothing else reads that.
 */
export function cases<Count>(full: Count, few: Count): Count {
  return process.env['FULL'] === '1' ? full : few
}
