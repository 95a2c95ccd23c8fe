/** Lets nothing of this process run, as a stop of the process does, or a machine that swaps. */
export function standStill(milliseconds: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, milliseconds)
}
