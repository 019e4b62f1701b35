// A simulated Meta: sign-in, ad accounts, insights over a single set of events, runs, creatives with pictures, limits, and
// every known failure, under the Graph API's real paths. Must not know the connector, or be known by it.

import type { IncomingMessage, ServerResponse } from 'node:http'
import { Conversions } from '../ads/conversions.ts'
import { AdWorld } from '../ads/world.ts'
import type { Reply } from '../web/exchange.ts'
import { deliveryOf, Faults } from '../web/faults.ts'
import { note, openServer, respond } from '../web/server.ts'
import { answerApi, callOf } from './api.ts'
import { datasetOf } from './conversions.ts'
import { servePicture } from './creatives.ts'
import { Facts } from './facts.ts'
import { type Area, type FakeFaults, isAbout } from './faults.ts'
import { accessToken, debugToken, dialog } from './oauth.ts'
import { type FakeMetaApp, type MetaAdsFakeOptions, toSettings } from './options.ts'
import { type FakeRequest, GraphError, json, readRequest } from './responses.ts'
import { Results, Runs } from './runs.ts'
import { type FakeToken, type GrantOptions, Tokens } from './tokens.ts'
import { Usage } from './usage.ts'
import { answerOf, struckBy, type World } from './world.ts'

export type { Fault } from './faults.ts'
export type { FakeMetaApp, MetaAdsFakeOptions } from './options.ts'
export type { FakeToken, GrantOptions } from './tokens.ts'

/** Tokens of datasets belong to an app of Meta’s own. */
const eventsManager = { appId: '1990000000000001', appSecret: 'known-to-meta-alone' }

/** A running simulated Meta. */
export interface MetaAdsFake {
  /** Value for META_GRAPH_URL; without a trailing slash. */
  readonly graphUrl: string
  /** Value for META_DIALOG_URL. */
  readonly dialogUrl: string
  readonly port: number
  readonly app: FakeMetaApp
  readonly faults: FakeFaults
  /** The requests so far, oldest first. */
  readonly requests: readonly LoggedRequest[]
  /** Issues a valid token, as if a user had consented; long-lived by default. */
  grant(options?: GrantOptions): string
  /** Meta's data about a token. */
  inspect(token: string): FakeToken | undefined
  /** Invalidates one token, or all, with a subcode of 190. */
  kill(subcode: number, token?: string): void
  /** Removes the user's access to an account; `give` restores it. */
  withdraw(accountId: string): void
  give(accountId: string): void
  /** Orders that datasets received. */
  readonly conversions: World['conversions']
  /** The dataset of an account, and its token from Events Manager. */
  dataset(accountId: string): { readonly id: string; readonly token: string }
  /** Marks a campaign, ad set or ad as just changed. */
  edit(id: string): void
  stop(): Promise<void>
}

/** Starts a Meta on a port of its own. */
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

/** One handled request. */
export interface LoggedRequest {
  readonly method: string
  readonly uri: string
  /** Parameters of address and body. */
  readonly params: Readonly<Record<string, string>>
  readonly area: Area | 'dialog'
  readonly accountId: string
  readonly level: string
  readonly status: number
}

/** Answers one request. */
async function serve(
  world: World,
  log: LoggedRequest[],
  { message, response }: { readonly message: IncomingMessage; readonly response: ServerResponse },
): Promise<void> {
  const request = await readRequest(message)
  const isDialog = request.path[0] === 'dialog'
  const call = callOf(world, request)
  const fault = isDialog ? undefined : struckBy(world, call)
  await respond(response, {
    delivery: deliveryOf(fault),
    broken: json({ error: { message: 'An unknown error occurred', type: 'OAuthException', code: 1 } }, 500),
    answer: () => {
      const result = answerOf(fault, call, world) ?? answerOrRefuse(world, request)
      return fault?.kind === 'truncated' ? { ...result, status: 200 } : result
    },
    note: ({ status }) =>
      note(log, {
        method: request.method,
        uri: request.uri,
        params: Object.fromEntries(request.params),
        area: isDialog ? 'dialog' : call.area,
        accountId: call.accountId,
        level: call.level,
        status,
      }),
  })
}

function answerOrRefuse(world: World, request: FakeRequest): Reply {
  try {
    return route(world, request)
  } catch (error) {
    if (error instanceof GraphError) return error.toAnswer()
    throw error
  }
}

function route(world: World, request: FakeRequest): Reply {
  const [first = '', second = ''] = request.path
  if (first === 'dialog' && second === 'oauth') return dialog(world, request)
  if (first === 'oauth' && second === 'access_token') return accessToken(world, request)
  if (first === 'debug_token') return debugToken(world, request)
  if (first === 'pictures') return servePicture(world, second.replace(/\.png$/, ''), request.params)
  return answerApi(world, request)
}
