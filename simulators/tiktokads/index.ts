// A simulated TikTok for Business over a single set of events: portal, tokens, accounts, reports, entities and every known
// failure, so that the connector can be tested without an account. Must not know the connector, or be known by it.

import { randomBytes } from 'node:crypto'
import { openServer } from '../web/server.ts'
import { pixelOf } from './conversions.ts'
import type { FakeFaults } from './faults.ts'
import type { AccountState, PlatformState, TikTokAdsFakeOptions, TikTokApp } from './options.ts'
import { type LoggedRequest, serve } from './server.ts'
import { makeWorld, type World } from './world.ts'

export type { Fault } from './faults.ts'
export type { AccountState, PlatformState, TikTokAdsFakeOptions, TikTokApp } from './options.ts'
export type { LoggedRequest } from './server.ts'

/** A running simulated platform. */
export interface TikTokAdsFake {
  /** The address of portal and API, without a trailing slash. */
  readonly url: string
  readonly port: number
  readonly app: TikTokApp
  readonly faults: FakeFaults
  /** Switches of the whole platform; tests may change them while it runs. */
  readonly platform: PlatformState
  /** The requests so far, oldest first. */
  readonly requests: readonly LoggedRequest[]
  /** An access token for these accounts, or all of them, without showing the portal. */
  grant(advertiserIds?: readonly string[]): string
  /** Ends a token, or all of them. */
  revoke(token?: string): void
  /** Changes the accounts that a token gives access to. */
  share(token: string, advertiserIds: readonly string[]): void
  /** Orders that pixels received. */
  readonly conversions: World['conversions']
  /** The pixel of an account, and its token from Events Manager. */
  pixel(accountId: string): { readonly code: string; readonly token: string }
  /** Switches of one account; tests may change them while it runs. */
  account(id: string): AccountState
  stop(): Promise<void>
}

/** Starts a platform on a port of its own. */
export async function startTikTokAdsFake(options: TikTokAdsFakeOptions): Promise<TikTokAdsFake> {
  const requests: LoggedRequest[] = []
  const server = await openServer(options)
  const world = makeWorld(options, server.url)
  server.serve((message, response) => serve(world, requests, { message, response }))
  const all = options.source.accounts.map(({ id }) => id)
  return {
    url: world.url,
    port: server.port,
    app: world.app,
    faults: world.faults,
    platform: world.state,
    requests,
    grant: (ids = all) => world.grants.grant(ids, world.state.tokenSeconds).token,
    revoke: (token) => world.grants.revoke(token),
    share: (token, ids) => world.grants.share(token, ids),
    conversions: world.conversions,
    pixel: (accountId) => {
      const code = pixelOf(accountId)
      const token = randomBytes(20).toString('hex')
      world.pixelTokens.set(token, code)
      return { code, token }
    },
    account: (id) => world.stateOf(id),
    stop: () => server.close(),
  }
}
