/** The examples of the document. */
export const bodies = {
  address: {
    crypto_network: 'ETHEREUM',
    address: '0x52908400098527886E0F7030069857D2E4169EE7',
    nickname: 'Treasury vault',
    travelrule_metadata: {
      vasp: { id: 'vasp-4410' },
    },
  },
  conversion: {
    profile_id: '0b9e1d62-8f0e-4c0f-8a1c-6a1a5a0c2d77',
    amount: '10005.25',
    source_asset: 'USDC',
    target_asset: 'USDG',
    ref_id: 'treasury-2026-03-02-0001',
  },
  quote: {
    profile_id: '0b9e1d62-8f0e-4c0f-8a1c-6a1a5a0c2d77',
    market: 'PAXGUSD',
    side: 'BUY',
    base_amount: '2.5',
  },
} as const

const { conversion, quote } = bodies
const { profile_id: _, ...profileless } = conversion
const { ref_id: reference, ...unreferenced } = conversion

/** A body for each rule that it breaks. */
export const broken: Record<string, ['put' | 'convert' | 'quote', object]> = {
  neither: ['put', {}],
  both: ['put', { id: 'a', crypto_network: 'BASE', address: '0x1' }],
  half: ['put', { crypto_network: 'BASE' }],
  network: ['put', { crypto_network: 'DOGECOIN', address: '0x1' }],
  missing: ['convert', profileless],
  number: ['convert', { ...conversion, amount: 1 }],
  pattern: ['convert', { ...conversion, amount: '1.' }],
  unlisted: ['convert', { ...unreferenced, refid: reference }],
  metadata: ['convert', { ...conversion, metadata: 'x' }],
  market: ['quote', { ...quote, market: 'BTCUSD' }],
  side: ['quote', { ...quote, side: 'HOLD' }],
}
