/** A token of the mock, obtained as the programs obtain theirs. */
export async function fetchToken(env: Record<string, string>): Promise<string> {
  const answer = await fetch(env['TOKEN_URL'] ?? '', {
    method: 'POST',
    body: new URLSearchParams({
      grant_type: 'client_credentials',
      client_id: env['CLIENT_ID'] ?? '',
      client_secret: env['CLIENT_SECRET'] ?? '',
      scope: env['SCOPE'] ?? '',
    }),
  })
  return ((await answer.json()) as { access_token: string }).access_token
}
