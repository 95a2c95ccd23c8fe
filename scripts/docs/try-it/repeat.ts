/** Sends again whatever fails, at most twice. */
export async function sendUntilAnswered(send: () => Promise<Response>): Promise<unknown> {
  for (let attempt = 1; ; attempt++) {
    try {
      const response = await send()
      if (response.ok) return await response.json()
      throw new Error(`the service answered ${response.status}`)
    } catch (error) {
      if (attempt === 3) throw error
      await new Promise((resolve) => setTimeout(resolve, 100 * attempt))
    }
  }
}
