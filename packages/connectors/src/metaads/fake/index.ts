// A simulated Meta: sign-in, ad accounts, insights of one set of events, runs, creatives with pictures, limits, and every known
// failure, behind the Graph API's real paths. Must not know the connector, nor it this.
import { once } from 'node:events'
import { datasetOf } from './conversions.ts'
import { Facts } from './facts.ts'
import { FakeFaults } from './faults.ts'
import { type FakeMetaApp, type MetaAdsFakeOptions, toSettings } from './options.ts'
import { Conversions } from './received-conversions.ts'
import { Results } from './results.ts'
import { Runs } from './runs.ts'
import { type LoggedRequest, makeServer } from './server.ts'
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
  readonly conversions: Conversions
  /** The dataset of an account, and a token that Events Manager made for it. */
  dataset(accountId: string): { readonly id: string; readonly token: string }
  /** A campaign, ad set or ad was changed just now. */
  edit(id: string): void
  stop(): Promise<void>
}

/** Starts a Meta on its own port. */
export async function startMetaAdsFake(options: MetaAdsFakeOptions): Promise<MetaAdsFake> {
  const settings = toSettings(options)
  const ready: World[] = []
  const log: LoggedRequest[] = []
  const server = makeServer(() => {
    const [world] = ready
    if (!world) throw new Error('The sandbox was called before it had started')
    return world
  }, log)
  const host = options.host ?? '127.0.0.1'
  server.listen(options.port ?? 0, host)
  await once(server, 'listening')
  const bound = server.address()
  const port = typeof bound === 'object' && bound ? bound.port : 0
  const world: World = {
    settings,
    url: `http://${host}:${port}`,
    tokens: new Tokens(settings),
    faults: new FakeFaults(),
    usage: new Usage(settings),
    facts: new Facts(settings),
    results: new Results(),
    runs: new Runs(),
    conversions: new Conversions(),
    withdrawn: new Set(),
    edited: new Map(),
  }
  ready.push(world)
  return {
    graphUrl: world.url,
    dialogUrl: world.url,
    port,
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
    stop: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
