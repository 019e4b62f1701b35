import type { Clock } from '@tillsight/core'
import {
  type AdAccount,
  type ConnectionSettings,
  type Connector,
  type ConnectorContext,
  type InstantText,
  type Renew,
  withPatience,
} from '@tillsight/platforms/connectors'
import { appOf, type ConnectionServices, whileOthersWait } from './services.ts'

/** Long enough for a slow store, short enough for a person who waits. */
const usualPatienceMs = 60_000

/** Which account is asked, and how long for. */
export interface PlatformCall {
  readonly account: PlatformAccount
  readonly clock: Clock
  readonly signal?: AbortSignal
  readonly since?: InstantText
  readonly patienceMs?: number
}

/** An account as a connector sees it, stored or about to be. */
export interface PlatformAccount {
  readonly connector: Connector
  readonly settings: ConnectionSettings
  readonly renew: Renew
  /** Of an ad platform: the accounts that are read. */
  readonly accounts?: readonly AdAccount[]
}

/**
 * Runs one exchange with a platform on a client of its own. Without a signal it is given up after a minute, as a failure
 * of the platform that may pass.
 */
export async function callPlatform<T>(
  services: Pick<ConnectionServices, 'openHttp' | 'pausesOf' | 'apps'>,
  input: PlatformCall,
  call: (ctx: ConnectorContext) => Promise<T>,
): Promise<T> {
  const http = services.openHttp(input.account.connector, whileOthersWait)
  const { account, clock } = input
  const { settings, renew, accounts } = account
  const since = input.since ?? clock.now().toISOString()
  const app = appOf(services, account.connector)
  const pauses = services.pausesOf(account.connector)
  const usual = { settings, app, renew, http, pauses, clock, since, ...(accounts ? { accounts } : {}) }
  try {
    if (input.signal) return await call({ ...usual, signal: input.signal })
    return await withPatience(input.patienceMs ?? usualPatienceMs, (signal) => call({ ...usual, signal }))
  } finally {
    http.close()
  }
}
