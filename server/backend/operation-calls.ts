import { randomUUID } from 'node:crypto'
import { AppError } from '@tillsight/core'
import type { JsonObject } from '@tillsight/core/merge-patch'
import { organisationVerbs, personVerbs, shopVerbs } from '@tillsight/domain'
import { type Context, Hono } from 'hono'
import { createApiLimits } from '../http/api/limits.ts'
import { givenInput, type Operation } from '../http/api/operation.ts'
import { operations } from '../http/api/operations.ts'
import { addOperations } from '../http/api/routes.ts'
import type { Visited } from '../http/visits.ts'
import type { Visit } from '../identity/visit.ts'
import type { Runtime } from '../runtime.ts'
import type { BackendPerson } from './caller.ts'

/** An operation that the official client names by its id. */
interface OperationCall {
  readonly person: BackendPerson
  readonly id: string
  /** The input of the verb, with `shop` or `organisation` beside it where the operation is of one. */
  readonly input: JsonObject
  /** Of the request: how the answer may be encoded, and whether it may come again. */
  readonly headers: Headers
}

/** Answers an operation of `/api/v1` by its id, with the same limits and failures; undefined for what is no operation. */
export type CallOperation = (asked: OperationCall) => Promise<Response | undefined>

type Inner = Visited & {
  readonly Bindings: { readonly visit: Visit; readonly input: JsonObject }
  readonly Variables: Visited['Variables'] & { readonly givenInput: JsonObject }
}

const byId: ReadonlyMap<string, Operation> = new Map(operations.map((operation) => [operation.id, operation]))
const verbs = { ...organisationVerbs, ...personVerbs, ...shopVerbs } as Readonly<
  Record<string, { readonly access: string } | undefined>
>

/** Sets up calls by id: each operation behind its own prefix, so that no parameter can lead to another one. */
export function createOperationCalls(runtime: Runtime): CallOperation {
  const inner = new Hono<Inner>()
  inner.use(async (c, next) => {
    c.set('visit', c.env.visit)
    c.set('requestId', randomUUID())
    c.set(givenInput, c.env.input)
    await next()
  })
  const limits = createApiLimits(runtime.clock, runtime.config.apiLimits)
  const api = new Hono<Visited>()
  addOperations(api, { runtime, limits, prefixOf: ({ id }) => `/${id}` })
  inner.route('/api/calls', api)
  return async ({ person, id, input, headers }) => {
    const operation = byId.get(id)
    if (operation === undefined) return undefined
    const { request, given } = toRequest(operation, input, headers)
    const response = await inner.fetch(request, { visit: person.visit, input: given })
    response.headers.set('cache-control', 'private, no-store')
    response.headers.delete('etag')
    const neverStarted = response.status === 503 && isRead(operation)
    if (neverStarted) response.headers.set('x-relay-error', 'true')
    return response
  }
}

/** Whether it may be sent again although nobody knows how far it came. */
function isRead({ id, method }: Operation): boolean {
  return method === 'get' || verbs[id]?.access === 'read'
}

const passedOn = ['accept-encoding', 'idempotency-key']

function toRequest({ id, method, path }: Operation, input: JsonObject, headers: Headers) {
  const { shop, organisation, ...rest } = input
  const isOfShop = path.includes('{domain}')
  const isOfOrganisation = path.startsWith('/organisations/')
  // Only where the operation is of one: elsewhere these are fields of the verb.
  const given: JsonObject = {
    ...rest,
    ...(isOfShop || shop === undefined ? {} : { shop }),
    ...(isOfOrganisation || organisation === undefined ? {} : { organisation }),
  }
  const places: JsonObject = {
    ...given,
    ...(isOfShop ? { domain: named('shop', shop) } : {}),
    ...(isOfOrganisation ? { id: named('organisation', organisation) } : {}),
  }
  const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name)
  const address = path.replace(/\{(\w+)\}/g, (_, name: string) => toSegment(places[name]))
  const others = Object.entries(given).filter(([name]) => !inPath.includes(name))
  const hasBody = method === 'post' || method === 'patch'
  const search = hasBody ? '' : `?${new URLSearchParams(others.map(([name, value]) => [name, toText(value)]))}`
  const sent = new Headers(
    passedOn.flatMap((name): [string, string][] => {
      const value = headers.get(name)
      return value === null ? [] : [[name, value]]
    }),
  )
  if (hasBody) sent.set('content-type', 'application/json')
  const request = new Request(`http://localhost/api/calls/${id}${address}${search}`, {
    method: method.toUpperCase(),
    headers: sent,
    ...(hasBody ? { body: JSON.stringify(Object.fromEntries(others)) } : {}),
  })
  return { request, given }
}

function named(what: 'shop' | 'organisation', value: unknown): string {
  if (typeof value === 'string' && value !== '') return value
  const example = what === 'shop' ? '{"shop": "tea.example"}' : '{"organisation": "ID"}'
  throw new AppError('invalid_input', `This is about one ${what}: name it in the body, as in ${example}.`, {
    details: { field: what },
  })
}

/** What stands for nothing is looked for, and not found. */
const nothing = '-'

/** A value as a part of an address, which must not lead elsewhere. */
function toSegment(value: unknown): string {
  const text = toText(value)
  return text === '' || /^\.{1,2}$/.test(text) ? nothing : encodeURIComponent(text)
}

function toText(value: unknown): string {
  if (value === undefined || value === null) return ''
  return (typeof value === 'string' ? value : JSON.stringify(value)).toWellFormed()
}

const mostLevels = 32
const largestBytes = 1024 * 1024

/** Why a body is not taken, by status. */
export type BodyRefusal = 400 | 413 | 415

/** Reads the body of a call: a JSON object, or nothing, which is an empty one. */
export async function readCallBody(c: Context): Promise<JsonObject | BodyRefusal> {
  if (Number(c.req.header('content-length') ?? 0) > largestBytes) return 413
  const text = await readText(c.req.raw.body)
  if (text === undefined) return 413
  if (text === '') return {}
  if (!/^application\/(?:[\w.+-]+\+)?json\b/i.test(c.req.header('content-type') ?? '')) return 415
  const parsed = parse(text)
  return typeof parsed === 'object' && parsed !== null && !Array.isArray(parsed) && !isDeep(parsed)
    ? (parsed as JsonObject)
    : 400
}

/** The text of a body; undefined as soon as it is too large. */
async function readText(body: ReadableStream<Uint8Array> | null): Promise<string | undefined> {
  const pieces: Uint8Array[] = []
  let size = 0
  for await (const piece of body ?? []) {
    size += piece.byteLength
    if (size > largestBytes) return undefined
    pieces.push(piece)
  }
  return Buffer.concat(pieces).toString('utf8')
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function isDeep(value: object): boolean {
  let level: unknown[] = [value]
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > mostLevels) return true
    level = level.flatMap((one) => (typeof one === 'object' && one !== null ? Object.values(one) : []))
  }
  return false
}
