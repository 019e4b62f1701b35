import type { ConnectEmbedded, ConnectionSettings } from '../contract.ts'
import { ConnectorError } from '../failures.ts'
import { toSettings } from './access.ts'
import { readSessionToken } from './session-token.ts'
import { baseUrlOf } from './shop-domain.ts'
import { requestToken } from './token-answers.ts'

const exchanged = {
  grant_type: 'urn:ietf:params:oauth:grant-type:token-exchange',
  subject_token_type: 'urn:ietf:params:oauth:token-type:id_token',
  requested_token_type: 'urn:shopify:params:oauth:token-type:offline-access-token',
  expiring: '1',
} as const

/** The app opened inside Shopify's admin: the session token of whoever is signed in there becomes a token of ours. */
export const embedded: ConnectEmbedded = {
  isPresented: ({ embedded: inside, id_token: token }) => inside === '1' && token !== undefined,

  verify(query, app, now) {
    return { url: shopOf(query, app, now) }
  },

  async exchange({ query, app, http, clock }) {
    const shop = shopOf(query, app, clock.now())
    const client = { client_id: app.apiKey ?? '', client_secret: app.apiSecret ?? '' }
    const body = { ...client, ...exchanged, subject_token: query.id_token ?? '' }
    try {
      const answer = await requestToken(http, { shop, base: baseUrlOf(app, shop), body, repeatable: true })
      return { url: shop, ...toSettings(answer, { clock }) }
    } catch (error) {
      if (error instanceof ConnectorError && error.failure.platformCode === 'token') throw stale()
      throw error
    }
  },

  retryHeader: { name: 'X-Shopify-Retry-Invalid-Session-Request', value: '1' },
}

function shopOf(query: Readonly<Record<string, string>>, app: ConnectionSettings, now: Date): string {
  const shop = readSessionToken(query.id_token ?? '', { app, now })
  if (shop === undefined || (query.shop !== undefined && query.shop !== shop)) throw stale()
  return shop
}

/** Says nothing about what was wrong: whoever made the token up would learn from it. */
function stale(): ConnectorError {
  return new ConnectorError({
    kind: 'bad_request',
    message: 'The sign-in that Shopify sent along is not valid any more. Open the app in your Shopify admin again.',
    platformCode: 'invalid_session',
  })
}
