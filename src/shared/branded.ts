/** Whether a value has a registered symbol, as what another copy of this package made has too. */
export function isBranded(value: unknown, brand: symbol): boolean {
  return typeof value === 'object' && value !== null && brand in value
}
