// A simulated Meta: sign-in, ad accounts, insights of one set of events, runs, creatives with pictures, limits, and every known
// failure, behind the Graph API's real paths. Must not know the connector, nor it this.

import { Conversions } from '../ads/conversions.ts'
import { AdWorld } from '../ads/world.ts'
import { Faults } from '../web/faults.ts'
import { openServer } from '../web/server.ts'
import { datasetOf } from './conversions.ts'
import { Facts } from './facts.ts'
import { type FakeFaults, isAbout } from './faults.ts'
import { type FakeMetaApp, type MetaAdsFakeOptions, toSettings } from './options.ts'
import { Results, Runs } from './runs.ts'
import { type LoggedRequest, serve } from './server.ts'
import { type FakeToken, type GrantOptions, Tokens } from './tokens.ts'
import { Usage } from './usage.ts'
import type { World } from './world.ts'

export type { Fault } from './faults.ts'
export type { FakeMetaApp, MetaAdsFakeOptions } from './options.ts'
export type { LoggedRequest } from './server.ts'
export type { FakeToken, GrantOptions } from './tokens.ts'

/** Tokens of datasets belong to an app of Meta’s own. */
const eventsManager = { appId: '1990000000000001', appSecret: 'known-to-meta-alone' }

/** A running simulated Meta. */
export interface MetaAdsFake {
  /** Without a trailing slash; for META_GRAPH_URL. */
  readonly graphUrl: string
  /** For META_DIALOG_URL. */
  readonly dialogUrl: string
  readonly port: number
  readonly app: FakeMetaApp
  readonly faults: FakeFaults
  /** What was asked so far, oldest first. */
  readonly requests: readonly LoggedRequest[]
  /** A token that works, as if somebody had agreed; a long one unless said otherwise. */
  grant(options?: GrantOptions): string
  /** What Meta knows of a token. */
  inspect(token: string): FakeToken | undefined
  /** Ends one token, or all, for the reason of a subcode of 190. */
  kill(subcode: number, token?: string): void
  /** Takes an account away from the person; `give` brings it back. */
  withdraw(accountId: string): void
  give(accountId: string): void
  /** Orders that datasets were told of. */
  readonly conversions: World['conversions']
  /** The dataset of an account, and a token that Events Manager made for it. */
  dataset(accountId: string): { readonly id: string; readonly token: string }
  /** A campaign, ad set or ad was changed just now. */
  edit(id: string): void
  stop(): Promise<void>
}

/** Starts a Meta on its own port. */
export async function startMetaAdsFake(options: MetaAdsFakeOptions): Promise<MetaAdsFake> {
  const settings = toSettings(options)
  const log: LoggedRequest[] = []
  const server = await openServer(options)
  const ads = new AdWorld(settings)
  const world: World = {
    ads,
    settings,
    url: server.url,
    tokens: new Tokens(settings),
    faults: new Faults(isAbout, settings.now),
    usage: new Usage(settings),
    facts: new Facts(ads, settings),
    results: new Results(),
    runs: new Runs(),
    conversions: new Conversions(),
    withdrawn: new Set(),
    edited: new Map(),
  }
  server.serve((message, response) => serve(world, log, { message, response }))
  return {
    graphUrl: world.url,
    dialogUrl: world.url,
    port: server.port,
    app: settings.app,
    faults: world.faults,
    requests: log,
    grant: (grant = {}) => world.tokens.make(grant).token,
    inspect: (token) => world.tokens.find(token),
    kill: (subcode, token) => world.tokens.kill(subcode, token),
    withdraw: (accountId) => {
      world.withdrawn.add(accountId)
    },
    give: (accountId) => {
      world.withdrawn.delete(accountId)
    },
    conversions: world.conversions,
    dataset: (accountId) => ({
      id: datasetOf(accountId),
      token: world.tokens.make({ kind: 'system', scopes: ['ads_management'], foreignApp: eventsManager }).token,
    }),
    edit: (id) => {
      world.edited.set(id, settings.now())
    },
    stop: () => server.close(),
  }
}
