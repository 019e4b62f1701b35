import type { IncomingMessage, ServerResponse } from 'node:http'
import { type FakeRequest, json, type Reply, readRequest } from '../web/exchange.ts'
import { answerInstead, deliveryOf } from '../web/faults.ts'
import { note, respond } from '../web/server.ts'
import { expanded, type Route } from './call.ts'
import { customerRoutes } from './customer-routes.ts'
import { refusal, StripeError } from './errors.ts'
import { hostedRoutes } from './hosted-routes.ts'
import { invoiceRoutes } from './invoice-routes.ts'
import { answerPage } from './pages.ts'
import { Params } from './params.ts'
import { scheduleRoutes } from './schedule-routes.ts'
import { subscriptionRoutes } from './subscription-routes.ts'
import { type Account, apiVersion, day, newId, type StripeFault, type World } from './world.ts'

/** One handled request. */
export interface LoggedRequest {
  readonly method: string
  readonly path: string
  readonly status: number
  readonly idempotencyKey: string | null
}

const routes: Readonly<Record<string, Route>> = {
  ...customerRoutes,
  ...subscriptionRoutes,
  ...invoiceRoutes,
  ...scheduleRoutes,
  ...hostedRoutes,
}

/** Answers that calls with a key were given, for a day. */
interface Remembered {
  readonly at: number
  readonly name: string
  readonly print: string
  readonly reply: Reply
}

const remembered = new WeakMap<Account, Map<string, Remembered>>()

/** Handles one request; `catchUp` first does what time has done. */
export async function serve(
  { world, log, catchUp }: { readonly world: World; readonly log: LoggedRequest[]; readonly catchUp: () => void },
  message: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const request = await readRequest(message)
  const { method, path, headers } = request
  catchUp()
  const isApi = path.startsWith('/v1/')
  const fault = isApi ? world.faults.strike({ path }) : undefined
  const idempotencyKey = headers['idempotency-key'] ?? null
  await respond(response, {
    delivery: deliveryOf(fault),
    broken: broken(),
    answer: () => (isApi ? withFault(fault, () => answerApi(world, request)) : answerPage(world, request)),
    note: ({ status }) => note(log, { method, path, status, idempotencyKey }),
  })
}

function broken(): Reply {
  return refusal(new StripeError(500, 'Sorry! There was an error while talking to our servers.', { type: 'api_error' }))
}

function withFault(fault: StripeFault | undefined, make: () => Reply): Reply {
  if (fault?.kind === 'rate_limited') {
    const error = new StripeError(
      429,
      'Request rate limit exceeded. Learn more about rate limits here https://stripe.com/docs/rate-limits.',
      { code: 'rate_limit' },
    )
    const wait = fault.retryAfter === undefined ? {} : { 'retry-after': String(fault.retryAfter) }
    const reply = refusal(error)
    return {
      ...reply,
      headers: {
        ...reply.headers,
        'stripe-rate-limited-reason': 'global-rate',
        'stripe-should-retry': 'true',
        ...wait,
      },
    }
  }
  if (fault?.kind === 'api_error') return broken()
  return answerInstead(fault) ?? make()
}

function answerApi(world: World, request: FakeRequest): Reply {
  const id = newId('req')
  const common = { 'request-id': id, 'stripe-version': request.headers['stripe-version'] ?? apiVersion }
  const reply = settled(() => {
    const account = accountOf(world, request)
    const key = request.method === 'GET' ? '' : (request.headers['idempotency-key'] ?? '')
    account.caller = { id, idempotency_key: key === '' ? null : key }
    try {
      return key === '' ? perform(world, account, request) : once(world, account, { key, request })
    } finally {
      account.caller = { id: null, idempotency_key: null }
    }
  })
  return { ...reply, headers: { ...reply.headers, ...common } }
}

function settled(make: () => Reply): Reply {
  try {
    return make()
  } catch (error) {
    if (error instanceof StripeError) return refusal(error)
    throw error
  }
}

/** The world that a key opens. */
function accountOf(world: World, { headers }: FakeRequest): Account {
  const [, scheme = '', sent = ''] = /^(Bearer|Basic) (.+)$/.exec(headers['authorization'] ?? '') ?? []
  const key = scheme === 'Basic' ? (Buffer.from(sent, 'base64').toString().split(':')[0] ?? '') : sent
  if (key === world.keys.test) return world.test
  if (key === world.keys.live) return world.live
  if (key === '')
    throw new StripeError(
      401,
      'You did not provide an API key. You need to provide your API key in the Authorization header, using Bearer auth.',
    )
  const stars = `${key.slice(0, 8)}${'*'.repeat(Math.max(0, key.length - 12))}${key.slice(-4)}`
  throw new StripeError(401, `Invalid API Key provided: ${stars}`)
}

/** The same answer for the same key and parameters; refused parameters are not kept. */
function once(
  world: World,
  account: Account,
  { key, request }: { readonly key: string; readonly request: FakeRequest },
): Reply {
  const kept = remembered.get(account) ?? new Map<string, Remembered>()
  remembered.set(account, kept)
  const name = `${request.method} ${request.path}`
  const print = paramsOf(request).print()
  const now = account.clock.now()
  const before = kept.get(key)
  if (before && before.at > now - day) {
    if (before.name !== name) {
      throw new StripeError(
        400,
        `Keys for idempotent requests can only be used for the same endpoint they were first used for ('${before.name.split(' ')[1]}' vs '${request.path}'). Try using a key other than '${key}' if you meant to execute a different request.`,
        { type: 'idempotency_error' },
      )
    }
    if (before.print !== print) {
      throw new StripeError(
        400,
        `Keys for idempotent requests can only be used with the same parameters they were first used with. Try using a key other than '${key}' if you meant to execute a different request.`,
        { type: 'idempotency_error' },
      )
    }
    return {
      ...before.reply,
      headers: {
        ...before.reply.headers,
        'idempotent-replayed': 'true',
        'original-request': before.reply.headers['request-id'] ?? '',
      },
    }
  }
  const reply = settled(() => perform(world, account, request))
  const isKept = reply.status < 400 || reply.status === 402 || reply.status >= 500
  if (isKept) kept.set(key, { at: now, name, print, reply })
  return reply
}

function paramsOf({ method, body, query }: FakeRequest): Params {
  return Params.of(method === 'POST' ? new URLSearchParams(body) : query)
}

function perform(world: World, account: Account, request: FakeRequest): Reply {
  const { method, path } = request
  const [id, route] = find(method, path)
  if (!route) {
    throw new StripeError(
      404,
      `Unrecognized request URL (${method}: ${path}). If you are trying to list objects, remove the trailing slash. If you are trying to retrieve an object, make sure you passed a valid (non-empty) identifier in your code. Please see https://stripe.com/docs or we can help at https://support.stripe.com/.`,
    )
  }
  const call = { world, account, params: paramsOf(request), id }
  return json(
    expanded(
      call,
      withOtherMode(world, call, () => route(call)),
    ),
  )
}

/** 404 for what the other kind of key would find says so. */
function withOtherMode(
  world: World,
  { account, id }: { readonly account: Account; readonly id: string },
  make: () => unknown,
): unknown {
  try {
    return make()
  } catch (error) {
    const other = account.livemode ? world.test : world.live
    const isThere = [other.customers, other.subscriptions, other.sessions].some((kept) => kept.has(id))
    if (!(error instanceof StripeError) || error.status !== 404 || !isThere) throw error
    const [mine, theirs] = account.livemode ? ['live', 'test'] : ['test', 'live']
    throw new StripeError(
      404,
      `${error.message}; a similar object exists in ${theirs} mode, but a ${mine} mode key was used to make this request.`,
      error.details,
    )
  }
}

function find(method: string, path: string): [id: string, route: Route | undefined] {
  const exact = routes[`${method} ${path}`]
  if (exact) return ['', exact]
  const parts = path.split('/')
  for (const index of [parts.length - 1, parts.length - 2]) {
    const id = parts[index] ?? ''
    const route = routes[`${method} ${parts.with(index, ':id').join('/')}`]
    if (route && id !== '') return [decodeURIComponent(id), route]
  }
  return ['', undefined]
}
