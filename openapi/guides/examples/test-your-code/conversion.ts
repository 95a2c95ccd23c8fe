export const conversion = {
  profile_id: 'treasury',
  ref_id: 'order-1',
  amount: '12.50',
  source_asset: 'USDC',
  target_asset: 'USDG',
}
