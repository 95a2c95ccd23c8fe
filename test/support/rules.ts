/** Every rule of the service's documentation, broken once, and the path that the refusal has to name, empty for the whole. */
interface BrokenRule {
  readonly operationId: string
  readonly rule: string
  readonly body: unknown
  readonly path: string
}

const address = { crypto_network: 'ETHEREUM', address: '0x1' }
const travelling = (travelrule_metadata: unknown) => ({ id: 'a', travelrule_metadata })
const conversion = { profile_id: 'p', amount: '1', source_asset: 'A', target_asset: 'B' }
const quote = { profile_id: 'p', market: 'PAXGUSD', side: 'BUY', base_amount: '1' }

function without(body: Record<string, unknown>, field: string): Record<string, unknown> {
  return Object.fromEntries(Object.entries(body).filter(([name]) => name !== field))
}

function broken(operationId: string, rows: [string, unknown, string][]): BrokenRule[] {
  return rows.map(([rule, body, path]) => ({ operationId, rule, body, path }))
}

function missing(body: Record<string, unknown>, fields: string[]): [string, unknown, string][] {
  return fields.map((field) => [`${field} is required`, without(body, field), field])
}

function notStrings(body: Record<string, unknown>, fields: string[]): [string, unknown, string][] {
  return fields.map((field) => [`${field} is a string`, { ...body, [field]: 7 }, field])
}

export const brokenRules: readonly BrokenRule[] = [
  ...broken('putCryptoDestinationAddress', [
    ['neither id nor network and address', {}, ''],
    ['id with address', { id: 'a', address: '0x1' }, ''],
    ['id with crypto_network', { id: 'a', crypto_network: 'BASE' }, ''],
    ['crypto_network alone', { crypto_network: 'BASE' }, 'address'],
    ['address alone', { address: '0x1' }, 'crypto_network'],
    ['id with network and address', { id: 'a', ...address }, ''],
    ['crypto_network is listed', { ...address, crypto_network: 'DOGECOIN' }, 'crypto_network'],
    ['id is a string', { id: 7 }, 'id'],
    ...notStrings(address, ['address', 'nickname']),
    ['bookmarked_status is boolean', { id: 'a', bookmarked_status: 'yes' }, 'bookmarked_status'],
    ['bookmarked is the response name', { id: 'a', bookmarked: true }, 'bookmarked'],
    ['travel rule is an object', travelling('x'), 'travelrule_metadata'],
    [
      'beneficiary is an object',
      travelling({ beneficiary: 'x' }),
      'travelrule_metadata.beneficiary',
    ],
    ['vasp is an object', travelling({ vasp: 'x' }), 'travelrule_metadata.vasp'],
    ['vasp.id is a string', travelling({ vasp: { id: 7 } }), 'travelrule_metadata.vasp.id'],
    ['the body is an object', ['a'], ''],
  ]),
  ...broken('createStablecoinConversion', [
    ...missing(conversion, Object.keys(conversion)),
    ...notStrings(conversion, [
      ...Object.keys(conversion),
      ...['ref_id', 'identity_id', 'account_id', 'recipient_profile_id'],
    ]),
    ['metadata is an object', { ...conversion, metadata: 'x' }, 'metadata'],
    ['a field is listed', { ...conversion, refid: 'x' }, 'refid'],
    ...['', '-1', '+1', '1e3', '1.', '.', '1,5', ' 1', '1\n', '0x1', '1.2.3'].map(
      (amount): [string, unknown, string] => [
        `amount is not ${JSON.stringify(amount)}`,
        { ...conversion, amount },
        'amount',
      ],
    ),
    ['the body is an object', null, ''],
  ]),
  ...broken('createIssuerQuote', [
    ...missing(quote, Object.keys(quote)),
    ...notStrings(quote, ['profile_id', 'market', 'side', 'base_amount']),
    ['market is PAXGUSD', { ...quote, market: 'BTCUSD' }, 'market'],
    ['side is BUY or SELL', { ...quote, side: 'HOLD' }, 'side'],
    ['a field is listed', { ...quote, amount: '1' }, 'amount'],
    ['the body is an object', 'x', ''],
  ]),
]
