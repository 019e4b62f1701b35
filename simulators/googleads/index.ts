// A simulated Google Ads: sign-in, manager trees and the query language over a single set of events, so that connecting,
// reading and every known failure can be tested without an account. Must not know the connector, or be known by it.

import type { IncomingMessage, ServerResponse } from 'node:http'
import { paint } from '../ads/pictures.ts'
import { type FakeRequest, json, page, type Reply, readRequest } from '../web/exchange.ts'
import { deliveryOf } from '../web/faults.ts'
import { note, openServer, respond } from '../web/server.ts'
import { answerApi, customerOf, queryOf, resourceOf } from './api.ts'
import { answerDataManager } from './data-manager.ts'
import { edgeError, faultResponse } from './errors.ts'
import type { Area, Fault } from './faults.ts'
import type { Granted } from './grants.ts'
import { authorize, exchangeToken, revokeToken } from './oauth.ts'
import { type GoogleAdsFakeOptions, toWorld, type World } from './options.ts'

export type { Fault } from './faults.ts'
export type { GoogleAdsFakeOptions, World } from './options.ts'

/** Every scope that the product requests. */
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
  /** Value for GOOGLE_OAUTH_URL. */
  readonly oauthUrl: string
  readonly app: World['app']
  readonly world: World
  readonly faults: World['faults']
  /** The requests so far, oldest first. */
  readonly requests: World['log']
  readonly conversions: World['conversions']
  /** Issues a grant, as if a user had just consented; without an e-mail address, for the first login. */
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

const size = { width: 120, height: 90 }

/** Answers one request. */
async function serve(world: World, message: IncomingMessage, response: ServerResponse): Promise<void> {
  const request = await readRequest(message)
  const area = areaOf(request.path)
  const target = { area, resource: resourceOf(request), customer: customerOf(request), query: queryOf(request) }
  const fault = world.faults.strike(target)
  if (fault?.kind === 'call') fault.run()
  await respond(response, {
    delivery: deliveryOf(fault),
    broken: json(edgeError(500, 'INTERNAL', { message: 'Internal error encountered.' }), 500),
    answer: () => faultResponse(fault, request) ?? answer(world, { request, area, fault }),
    note: ({ status }) => {
      const { method, path, headers } = request
      note(world.log, { method, path, ...target, login: headers['login-customer-id'], status })
    },
  })
}

function areaOf(path: string): Area {
  if (path === '/o/oauth2/v2/auth') return 'auth'
  if (path === '/token') return 'token'
  if (path === '/revoke') return 'revoke'
  return path.startsWith('/pictures/') || path.startsWith('/vi/') ? 'picture' : 'api'
}

interface Call {
  readonly request: FakeRequest
  readonly area: Area
  readonly fault: Fault | undefined
}

function answer(world: World, { request, area, fault }: Call): Reply {
  switch (area) {
    case 'auth':
      return authorize(world, request)
    case 'token':
      return exchangeToken(world, request)
    case 'revoke':
      return revokeToken(world, request)
    case 'picture':
      return picture(request.path) ?? page('Not found', '', 404)
    default:
      return answerDataManager(world, request) ?? answerApi(world, request, fault)
  }
}

/** The picture of `/pictures/{hue}.png` or `/vi/{id}-{hue}/hqdefault.jpg`: one colour, with a band in another. */
function picture(path: string): Reply | undefined {
  const hue = /^\/(?:pictures\/|vi\/[\w]*-)(\d{1,3})(?:\.png|\/hqdefault\.jpg)$/.exec(path)?.[1]
  if (hue === undefined) return undefined
  const body = paint({ ...size, hue: Number(hue), saturation: 0.5 }, (_x, y) => (y > size.height * 0.7 ? 0.35 : 0.6))
  return { status: 200, headers: { 'content-type': 'image/png', 'cache-control': 'public' }, body }
}
