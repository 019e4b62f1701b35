import { randomUUID } from 'node:crypto'
import { Kind } from 'graphql'
import { type FakeRequest, fieldsOf, json, page, type Reply, readJson } from '../web/exchange.ts'
import { answerInstead } from '../web/faults.ts'
import type { Bucket } from './cost.ts'
import { answerGraphql, type GraphqlRequest, makeCall, throttled } from './execute.ts'
import type { CallFault } from './faults.ts'
import { prepare, servedVersions } from './schema.ts'
import type { ShopWorld } from './shop-world.ts'

/** A shop with the app's rate limit bucket. */
export interface ServedShop {
  readonly world: ShopWorld
  readonly bucket: Bucket
}

const unknownToken = '[API] Invalid API key or access token (unrecognized login or wrong password)'
const neverExpires =
  '[API] Non-expiring access tokens are no longer accepted for the Admin API. Please use expiring access tokens instead. See https://shopify.dev/docs/apps/build/authentication-authorization'

/** Handles an Admin API call, from the edge to the response. */
export async function answerApi(
  served: ServedShop,
  request: FakeRequest,
  { asked, fault }: { readonly asked: string; readonly fault: CallFault | undefined },
): Promise<Reply> {
  const { world, bucket } = served
  const version = fault?.kind === 'other_version' ? fault.version : versionFor(asked)
  const headers = { 'x-shopify-api-version': version, 'x-request-id': randomUUID() }
  const refusal = (fault && struck(served, fault)) ?? stateOf(world) ?? tokenProblem(world, request)
  if (refusal) return { ...refusal, headers: { ...refusal.headers, ...headers } }
  const document = readDocument(request)
  if (!document) return json({ errors: { query: 'Required parameter missing or invalid' } }, 400, headers)
  world.bulk.settle()
  const call = makeCall(world, world.tokens.scopes(), version)
  const body = await answerGraphql(call, bucket, document)
  const limit = fault?.kind === 'max_cost' ? fault.above : Number.POSITIVE_INFINITY
  return json(costIn(body) > limit ? tooCostly(costIn(body), limit) : body, 200, headers)
}

/** The names a fault can aim at: of the operation, and of its first field. */
export function operationNames(request: FakeRequest): string[] {
  const document = readDocument(request)
  const read = document && prepare(document.query)
  if (!read || !('document' in read)) return []
  return read.document.definitions.flatMap((entry) => {
    if (entry.kind !== Kind.OPERATION_DEFINITION) return []
    const [first] = entry.selectionSet.selections
    return [entry.name?.value, first?.kind === Kind.FIELD ? first.name.value : undefined].filter(
      (name) => name !== undefined,
    )
  })
}

function versionFor(asked: string): string {
  const [oldest] = servedVersions
  return asked === 'unstable' || servedVersions.some((version) => version === asked) ? asked : oldest
}

function readDocument(request: FakeRequest): GraphqlRequest | undefined {
  const { query, variables, operationName } = fieldsOf(readJson(request.body))
  if (typeof query !== 'string' || query === '') return undefined
  return {
    query,
    variables: fieldsOf(variables),
    operationName: typeof operationName === 'string' ? operationName : undefined,
  }
}

/** The response to every call in the shop's current state, if it is not open. */
export function stateOf({ site }: ShopWorld): Reply | undefined {
  if (site.state === 'frozen') return json({ errors: 'Unavailable Shop' }, 402)
  if (site.state === 'locked') return json({ errors: 'This shop is currently locked' }, 423)
  return site.state === 'gone' ? json({ errors: 'Not Found' }, 404) : undefined
}

function tokenProblem({ tokens }: ShopWorld, { headers }: FakeRequest): Reply | undefined {
  const checked = tokens.check(headers['x-shopify-access-token'] ?? '')
  if (checked === 'refused') return json({ errors: neverExpires }, 403)
  return checked === 'unknown' ? json({ errors: unknownToken }, 401) : undefined
}

function struck({ bucket }: ServedShop, fault: CallFault): Reply | undefined {
  if (fault.kind === 'throttled') {
    // The bucket itself is left alone: another worker emptied it for a moment.
    return json(throttled(500, { status: () => ({ ...bucket.status(), currentlyAvailable: 0 }) }))
  }
  if (fault.kind === 'internal_error') {
    const message = `Internal error. Looks like something went wrong on our end.\nRequest ID: ${randomUUID()} (include this in support requests).`
    return json({ errors: [{ message, extensions: { code: 'INTERNAL_SERVER_ERROR' } }] })
  }
  if (fault.kind === 'timeout') return json({ errors: [{ message: 'Timeout', extensions: { code: 'TIMEOUT' } }] })
  if (fault.kind === 'dead_token') return json({ errors: unknownToken }, 401)
  if (fault.kind === 'errors_text') return json({ errors: fault.text ?? unknownToken }, fault.status ?? 403)
  if (fault.kind === 'errors_object') return json({ errors: { query: 'Required parameter missing or invalid' } }, 400)
  return edgeResponse(fault)
}

/** The response of the edge in front of Shopify, which does not know the API. */
export function edgeResponse(fault: CallFault): Reply | undefined {
  if (fault.kind === 'security_rejection') return page('430', '<p>Shopify Security Rejection</p>', 430)
  if (fault.kind === 'unavailable') return page('Something went wrong', '<p>503 Service Unavailable</p>', 503)
  if (fault.kind === 'too_many_requests') {
    const retry = { 'retry-after': String(fault.retryAfterSeconds ?? 2) }
    return json(
      { errors: 'Exceeded 2 calls per second for api client. Reduce request rates to resume uninterrupted service.' },
      429,
      retry,
    )
  }
  return answerInstead(fault)
}

function costIn(body: object): number {
  const { requestedQueryCost: cost } = fieldsOf(fieldsOf(fieldsOf(body)['extensions'])['cost'])
  return typeof cost === 'number' ? cost : 0
}

function tooCostly(cost: number, limit: number): object {
  const message = `Query cost is ${cost}, which exceeds the single query max cost limit (${limit}).`
  return { errors: [{ message, extensions: { code: 'MAX_COST_EXCEEDED', cost, maxCost: limit } }] }
}
