// A simulated Google Ads: sign-in, manager trees and the query language over one set of events, so that connecting,
// reading and every known failure can be tried without an account. Must not know the connector, nor it this.
import { openServer } from '../web/server.ts'
import type { Granted } from './grants.ts'
import { type GoogleAdsFakeOptions, toWorld, type World } from './options.ts'
import { serve } from './server.ts'

export type { Fault } from './faults.ts'
export type { GoogleAdsFakeOptions, World } from './options.ts'

/** Every scope that the product asks for. */
const usualScopes = [
  'openid',
  'https://www.googleapis.com/auth/userinfo.email',
  'https://www.googleapis.com/auth/adwords',
]

/**
 * A running simulated platform. Figures of a day are the source's: purchases after a click count from `knownAt` on; those
 * after a view only in `all_conversions`; until a day after its end a day shows `invalidShare` more cost and clicks.
 */
export interface GoogleAdsFake {
  /** For GOOGLE_ADS_URL; without a trailing slash. */
  readonly url: string
  /** For GOOGLE_OAUTH_URL. */
  readonly oauthUrl: string
  readonly app: World['app']
  readonly world: World
  readonly faults: World['faults']
  /** What was asked so far, oldest first. */
  readonly requests: World['log']
  readonly conversions: World['conversions']
  /** A grant as if somebody had just agreed; the first login's without an e-mail address. */
  grant(email?: string, scopes?: readonly string[]): Granted
  stop(): Promise<void>
}

/** Starts a simulated Google Ads. */
export async function startGoogleAdsFake(options: GoogleAdsFakeOptions): Promise<GoogleAdsFake> {
  // A client that computes for a while between two questions finds its connection still open.
  const server = await openServer({ ...options, keepAliveMs: 120_000 })
  const world = toWorld(options, server.url)
  server.serve((message, response) => serve(world, message, response))
  return {
    url: world.url,
    oauthUrl: world.url,
    app: world.app,
    world,
    faults: world.faults,
    requests: world.log,
    conversions: world.conversions,
    grant: (email = world.logins[0]?.email ?? '', scopes = usualScopes) => world.grants.grant(email, scopes),
    stop: () => server.close(),
  }
}
