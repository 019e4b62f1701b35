import { ConnectorError, isConnectorError } from '../failures.ts'
import type { HttpClient } from '../http.ts'
import { noShop } from './token-answers.ts'

const patienceMs = 10_000

/**
 * Looks whether the shop exists before a merchant is sent to it, where Shopify would only show a page of its own. Throws
 * for a name that nobody has; anything else that goes wrong is left to the merchant's browser.
 */
export async function lookForShop(http: HttpClient, { shop, url }: { shop: string; url: string }): Promise<void> {
  try {
    const { status } = await http.request({
      method: 'GET',
      url,
      timeoutMs: patienceMs,
      retries: 0,
      judge: () => 'final',
    })
    if (status !== 404) return
  } catch (error) {
    if (isConnectorError(error)) return
    throw error
  }
  throw new ConnectorError({ kind: 'account_state', message: noShop(shop), field: 'url', platformCode: 'address' })
}
