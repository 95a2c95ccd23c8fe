const address = { baseUrl: '', token: '' }

/** Sets where the next call goes, and with which token. */
export function aim(baseUrl: string, token: string): void {
  Object.assign(address, { baseUrl, token })
}

/** What orval's functions send through: it writes paths without an address into them. */
export async function send<Result>(path: string, options: RequestInit): Promise<Result> {
  const { baseUrl, token } = address
  const headers = { ...options.headers, Authorization: `Bearer ${token}` }
  const response = await fetch(baseUrl + path, { ...options, headers })
  const data: unknown = response.ok ? await response.json() : await response.text()
  return { data, status: response.status, headers: response.headers } as Result
}
