import type { ConnectionSettings } from '../contract.ts'
import { ConnectorError } from '../failures.ts'
import { countOf, textOf } from './values.ts'

/** What came with a token, as it came. */
export type TokenAnswer = Readonly<Record<string, unknown>>

/** What is stored of it. Throws `transient` where the token itself is missing. */
export function toSettings(answer: TokenAnswer, now: Date): ConnectionSettings {
  const accessToken = textOf(answer.access_token)
  if (accessToken === '') {
    throw new ConnectorError({
      kind: 'transient',
      message: 'TikTok answered without giving access. Start connecting again in a moment.',
      platformCode: 'broken',
    })
  }
  const at = (seconds: unknown) => new Date(now.getTime() + countOf(seconds) * 1_000).toISOString()
  return {
    accessToken,
    advertiserIds: advertisersOf(answer).join(','),
    grantedScopes: JSON.stringify(answer.scope ?? []),
    // Neither comes in the usual flow, whose tokens live until they are revoked.
    ...(answer.expires_in ? { accessTokenExpiresAt: at(answer.expires_in) } : {}),
    ...(answer.refresh_token ? { refreshToken: textOf(answer.refresh_token) } : {}),
    ...(answer.refresh_token_expires_in ? { refreshTokenExpiresAt: at(answer.refresh_token_expires_in) } : {}),
  }
}

/** Ids of the accounts that were ticked. */
export function advertisersOf({ advertiser_ids: ids }: TokenAnswer): string[] {
  return Array.isArray(ids) ? ids.map(textOf).filter((id) => id !== '') : []
}
