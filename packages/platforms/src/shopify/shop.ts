import { setTimeout as wait } from 'node:timers/promises'
import type { z } from 'zod'
import type { ConnectorContext } from '../contract.ts'
import { ConnectorError } from '../failures.ts'
import type { HttpClient, HttpResponse } from '../http.ts'
import type { InstantText } from '../records.ts'
import { type Access, openAccess } from './access.ts'
import { Allowance, pauseAfterThrottle } from './allowance.ts'
import type { OrderPart } from './documents/orders.ts'
import { damaged, throttled, toFailure, tokenRefused, tooBig } from './failures.ts'
import { type Cost, type Denial, judgeResponse, type Reply, readResponse } from './responses.ts'
import { baseUrlOf, shopOf } from './shop-domain.ts'
import { toInstantText } from './values.ts'

const byClient = new WeakMap<HttpClient, Map<string, Learnt>>()

/** The version that everything here is written for; it is served for a year. */
export const apiVersion = '2026-10'

const mostThrottled = 20

/** One query to the Admin API. */
export interface Query<T> {
  /** The subject as display text, for messages: `orders`. */
  readonly what: string
  readonly document: string
  readonly variables?: Readonly<Record<string, unknown>>
  /** The shape of `data`. */
  readonly shape: z.ZodType<T>
  /** False for mutations that must not happen twice. */
  readonly repeatable?: boolean
  readonly retries?: number
}

/** One shop, with access. */
export interface Shop {
  readonly domain: string
  readonly learnt: Learnt
  /** The shop's clock at its last response; ours before that. */
  now(): InstantText
  /** Runs a query when the rate limit allows. Throws `ConnectorError`; `too_big` asks for smaller portions. */
  ask<T>(question: Query<T>): Promise<T>
  /** The last reserved cost of a query with these sizes, in points; undefined before its first response. */
  costOf<T>(question: Query<T>): number | undefined
  /** The warnings for the merchant since the last call. */
  warnings(): string[]
  warn(text: string): void
  pause(ms: number): Promise<void>
}

/** Opens a shop for reading; makes no requests yet. Throws `ConnectorError` if values are missing. */
export function openShop(ctx: ConnectorContext): Shop {
  const domain = shopOf(ctx.settings)
  const learnt = recall(ctx.http, domain)
  const state: State = { ctx, domain, learnt, access: openAccess(ctx, domain), warnings: [], clockOffsetMs: 0 }
  const shop: Shop = {
    domain,
    learnt,
    now: () => toInstantText(new Date(ctx.clock.now().getTime() + state.clockOffsetMs)),
    ask: async (question) => await ask(state, shop, question),
    costOf: (question) => learnt.allowance.costOf(nameOf(question)),
    warnings: () => state.warnings.splice(0),
    warn(text) {
      if (learnt.told.has(text)) return
      learnt.told.add(text)
      state.warnings.push(text)
    },
    pause: async (ms) => await pause(ctx, ms),
  }
  return shop
}

interface State {
  readonly ctx: ConnectorContext
  readonly domain: string
  readonly learnt: Learnt
  readonly access: Access
  readonly warnings: string[]
  clockOffsetMs: number
}

async function ask<T>(state: State, shop: Shop, question: Query<T>): Promise<T> {
  const response = await exchange(state, shop, question)
  const { answer } = readResponse(response)
  if (answer.kind === 'data' || answer.kind === 'trouble') for (const denial of answer.denied) noteDenial(shop, denial)
  if (answer.kind === 'data') {
    const shaped = question.shape.safeParse(answer.data)
    if (shaped.success) return shaped.data
    throw new ConnectorError({ ...damaged({ shop: shop.domain, what: question.what }), status: response.status })
  }
  if (answer.kind === 'too_big') throw tooBig(shop.domain)
  throw toFailure(toTrouble(answer, response), response, {
    shop: shop.domain,
    what: question.what,
    now: state.ctx.clock.now(),
  })
}

/** Repeats a query while the response is a refusal because of cost or of an expired token. */
async function exchange<T>(state: State, shop: Shop, question: Query<T>): Promise<HttpResponse> {
  const { ctx, learnt, access } = state
  const name = nameOf(question)
  let token = await access.token()
  let renewed = false
  for (let refused = 0; ; ) {
    const waitMs = learnt.allowance.waitMs(name, ctx.clock.now().getTime())
    if (waitMs > 0) await shop.pause(waitMs)
    const response = await send(state, question, token)
    const { answer, cost } = readResponse(response)
    learnt.allowance.learn(name, cost, ctx.clock.now().getTime())
    noteHeaders(state, shop, response)
    if (!renewed && wantsToken(response, answer)) {
      renewed = true
      const fresh = await access.renewed()
      if (fresh === undefined) return response
      token = fresh
      continue
    }
    if (answer.kind !== 'throttled') return response
    refused += 1
    await shop.pause(pauseOrThrow(shop, cost, refused))
  }
}

function pauseOrThrow(shop: Shop, cost: Cost | undefined, refused: number): number {
  const ms = pauseAfterThrottle(cost)
  if (ms === undefined) throw tooBig(shop.domain)
  if (refused >= mostThrottled) throw throttled(shop.domain, Math.max(ms, 60_000))
  return ms
}

/** Whether the token has expired, or is a non-expiring one that Shopify no longer accepts. */
function wantsToken({ status }: HttpResponse, result: Reply): boolean {
  if (status === 401) return true
  return status === 403 && result.kind === 'trouble' && /non-expiring access tokens/i.test(result.message)
}

async function send<T>({ ctx, domain }: State, question: Query<T>, token: string): Promise<HttpResponse> {
  if (!/^[\x21-\x7e]+$/.test(token)) throw tokenRefused(domain, 'the access token has characters that no token has')
  return await ctx.http.request({
    method: 'POST',
    url: `${baseUrlOf(ctx.app, domain)}/admin/api/${apiVersion}/graphql.json`,
    headers: { 'content-type': 'application/json', 'x-shopify-access-token': token },
    body: JSON.stringify({ query: question.document, variables: question.variables ?? {} }),
    repeatable: question.repeatable ?? true,
    judge: (response) => judgeResponse(response, sizesOf(question).length > 0),
    signal: ctx.signal,
    ...(question.retries === undefined ? {} : { retries: question.retries }),
  })
}

/** The same query with other sizes has another cost. */
function nameOf<T>(question: Query<T>): string {
  const { document } = question
  const operation = /^(?:query|mutation) (\w+)/.exec(document)?.[1] ?? document.slice(0, 40)
  return [operation, ...sizesOf(question)].join(' ')
}

function sizesOf<T>({ variables = {} }: Query<T>): string[] {
  return Object.entries(variables).flatMap(([key, value]) => {
    if (typeof value === 'number') return [`${key}=${value}`]
    return Array.isArray(value) ? [`${key}=${value.length}`] : []
  })
}

function noteHeaders(state: State, shop: Shop, { headers }: HttpResponse): void {
  const date = Date.parse(headers.date ?? '')
  if (!Number.isNaN(date)) state.clockOffsetMs = date - state.ctx.clock.now().getTime()
  const served = headers['x-shopify-api-version']
  if (served === undefined || served === apiVersion) return
  shop.warn(
    `Shopify answers with version ${served.slice(0, 20)} of its API instead of ${apiVersion}: this version of Tillsight is too old for it. Update Tillsight before figures begin to differ.`,
  )
}

const partsByField: readonly (readonly [RegExp, OrderPart | 'costs', string])[] = [
  [/\binventoryItem\b(?!\.)/i, 'costs', 'costs of goods'],
  [/customerJourneySummary/i, 'journey', 'where buyers came from'],
  [/\bcustomer\b/i, 'customer', 'customers'],
  [/\b(?:email|phone|billingAddress|shippingAddress)\b/i, 'contact', 'email addresses and countries of buyers'],
  [/\bfees\b/i, 'fees', 'what gateways keep'],
  [/\btransactions\b/i, 'payments', 'payments'],
]

/** A part that this shop does not grant is left out from now on: some refusals empty the whole response. */
function noteDenial(shop: Shop, { message, path }: Denial): void {
  const place = path === '' ? message : path
  const [, part, words] = partsByField.find(([field]) => field.test(place)) ?? []
  if (part !== undefined) shop.learnt.denied.add(part)
  const scope = /`([^`]+)` access scope/.exec(message)?.[1]
  const how =
    scope === undefined ? 'Grant the app access to protected customer data' : `Grant the access scope ${scope}`
  shop.warn(
    `${shop.domain} does not show ${words ?? place.split('.').at(-1) ?? 'everything'}; the rest is read. ${how} and approve it in the shop.`,
  )
}

function toTrouble(result: Reply, { status }: HttpResponse) {
  return result.kind === 'trouble'
    ? { status, code: result.code, message: result.message }
    : { status, code: '', message: '' }
}

async function pause({ http, signal }: ConnectorContext, ms: number): Promise<void> {
  signal.throwIfAborted()
  if (http.pause) await http.pause(ms, signal)
  else await wait(ms, undefined, { signal })
}

/** What is learnt about a shop while reading; kept for as long as its client. */
interface Learnt {
  readonly allowance: Allowance
  /** Parts of orders, and costs of products, that this shop does not show. */
  readonly denied: Set<OrderPart | 'costs'>
  /** Sizes that worked, by query. */
  readonly sizes: Map<string, number>
  /** Warnings that the merchant already received. */
  readonly told: Set<string>
}

/** The learnt values of a shop; empty at first for every client. */
function recall(http: HttpClient, shop: string): Learnt {
  const shops = byClient.get(http) ?? new Map<string, Learnt>()
  byClient.set(http, shops)
  const known = shops.get(shop)
  if (known !== undefined) return known
  const learnt: Learnt = { allowance: new Allowance(), denied: new Set(), sizes: new Map(), told: new Set() }
  shops.set(shop, learnt)
  return learnt
}
