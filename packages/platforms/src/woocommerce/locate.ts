import type { ConnectorContext } from '../contract.ts'
import { ConnectorError } from '../failures.ts'
import { isSameRegistrableDomain } from '../http/index.ts'
import type { HttpResponse } from '../http.ts'
import { isPlainRoot, plainRoot, toEndpoint, toHomeUrl, toSiteName } from './endpoint.ts'
import { type Asked, mayPass, toFailure } from './failures.ts'
import { judgeResponse, type Reply, readResponse } from './responses.ts'
import { toPlainText, toText } from './values.ts'
import { WireRoot } from './wire.ts'

/** Where a store's API is, and the data that the store publishes without a sign-in. */
export interface Location {
  /** Front page as we reach it, without closing slash. */
  readonly home: string
  readonly root: string
  /** Where WordPress itself is, with its admin: another folder than the front page's in some shops. */
  readonly wordpress: string
  /** The store's own name; changes when the shop moves or a copy of it responds. */
  readonly site: string
  readonly name: string
  /** IANA zone, or a fixed offset when the shop has not chosen a city. */
  readonly zone: string
  readonly active: boolean
  /** The store's clock minus ours, milliseconds. */
  readonly clockOffsetMs: number
}

/** What requests to a store need before there are keys. */
export type Reach = Pick<ConnectorContext, 'http' | 'signal' | 'clock'>

const rootFields = 'name,url,home,gmt_offset,timezone_string,namespaces'

/** Checks a known REST root again; undefined if it no longer works (permalinks changed, page instead). */
export async function revisit(reach: Reach, home: string, root: string): Promise<Location | undefined> {
  const found = await visit(reach, home, root)
  return 'location' in found ? found.location : undefined
}

/** The response at the presumed REST root. */
type Visit = { readonly location: Location } | { readonly instead: ConnectorError }

/** Throws failures that affect the whole store, wherever its REST root may be. */
async function visit(reach: Reach, home: string, root: string): Promise<Visit> {
  const { answer, response } = await ask(
    reach,
    toEndpoint(root, '', { _fields: rootFields, _: reach.clock.now().getTime() }),
  )
  const location = answer.kind === 'data' ? toLocation(reach, answer.data, { home, root, response }) : undefined
  if (location !== undefined) return { location }
  if (answer.kind === 'data') return { instead: noRestApi(home) }
  const failure = toFailure(answer, response, askedAt(reach, home))
  if (!isNowhere(answer)) throw failure
  return { instead: answer.kind === 'page' && answer.status < 400 ? failure : noRestApi(home) }
}

function askedAt({ http, clock }: Reach, home: string): Asked {
  return { host: hostOf(home), resource: '', identity: http.identity, now: clock.now() }
}

function noRestApi(home: string): ConnectorError {
  return new ConnectorError(
    mayPass({
      status: 404,
      platformCode: 'no_rest_api',
      lasting: 'account_state',
      what: `No WordPress REST API was found at ${hostOf(home)}`,
      advice:
        'Check that this is the address of your WooCommerce shop; if a plugin closes /wp-json/, allow /wp-json/wc/*.',
    }),
  )
}

/** Finds the REST root for the address that a merchant typed. If there is none, throws a failure that says what to do. */
export async function locate(reach: Reach, typed: string): Promise<Location> {
  const entered = toHomeUrl(typed)
  if (entered === undefined) {
    throw new ConnectorError({
      kind: 'account_state',
      message: `“${typed.slice(0, 60)}” is not the address of a shop. Enter it as in your browser, such as https://shop.example.`,
      platformCode: 'address',
      field: 'url',
    })
  }
  const front = await reach.http.request({
    method: 'GET',
    url: `${entered}/`,
    headers: { accept: 'text/html,application/json;q=0.9' },
    signal: reach.signal,
    judge: judgeResponse,
    retries: 1,
  })
  const home = toHomeUrl(front.url) ?? entered
  const result = readResponse(front)
  // A page over the whole site, such as a login wall, responds for every candidate: the first response tells which it is.
  let instead: ConnectorError | undefined
  for (const root of rootCandidates(home, front)) {
    const found = await visit(reach, home, root)
    if ('location' in found) return found.location
    if (instead === undefined || instead.failure.platformCode === 'no_rest_api') instead = found.instead
  }
  if (result.kind === 'shield') throw toFailure(result, front, askedAt(reach, home))
  throw instead ?? noRestApi(home)
}

/**
 * Whether the store's permalinks break its approval page, so that the merchant has to change them before connecting on
 * screen: plain ones, or ones with `index.php` in every address.
 */
export function hasPlainPermalinks({ root }: Location): boolean {
  return isPlainRoot(root) || new URL(root).pathname.includes('/index.php/')
}

async function ask(reach: Reach, url: string): Promise<{ answer: Reply; response: HttpResponse }> {
  const response = await reach.http.request({
    method: 'GET',
    url,
    headers: { 'cache-control': 'no-cache' },
    signal: reach.signal,
    judge: judgeResponse,
  })
  return { answer: readResponse(response), response }
}

function isNowhere(result: Reply): boolean {
  if (result.kind === 'page') return result.status < 500
  return result.kind !== 'shield' && (result.kind === 'error' || result.kind === 'bare') && result.status === 404
}

function rootCandidates(home: string, front: HttpResponse): string[] {
  const html = Buffer.from(front.body.subarray(0, 200_000)).toString('utf8')
  const named =
    /<([^>]+)>\s*;\s*rel="?https:\/\/api\.w\.org\/"?/.exec(front.headers.link ?? '')?.[1] ??
    /<link[^>]+rel=["']https:\/\/api\.w\.org\/["'][^>]+href=["']([^"']+)["']/.exec(html)?.[1]
  const fromLink = named === undefined ? [] : [adaptRoot(home, named)]
  return [...new Set([...fromLink, `${home}/wp-json/`, `${home}/index.php/wp-json/`, plainRoot(home)])]
}

// A store behind a proxy may report http or an internal host: the address under which we reached it counts.
function adaptRoot(home: string, named: string): string {
  if (!URL.canParse(named, home)) return `${home}/wp-json/`
  const root = new URL(named, home)
  if (root.searchParams.has('rest_route')) return plainRoot(home)
  const reached = new URL(home)
  const host = isSameRegistrableDomain(root.hostname, reached.hostname) ? root.host : reached.host
  const protocol = host === reached.host ? reached.protocol : root.protocol
  return `${protocol}//${host}${root.pathname.replace(/\/*$/, '/')}`
}

function toLocation(
  reach: Reach,
  data: unknown,
  at: { home: string; root: string; response: HttpResponse },
): Location | undefined {
  const parsed = WireRoot.safeParse(data)
  if (!parsed.success) return undefined
  const named = toText(parsed.data.home) || toText(parsed.data.url)
  const { headers } = at.response
  // A cache passes on the time at which it stored the response, and its age since then.
  const storeNow = Date.parse(headers.date ?? '') + (Number(headers.age ?? 0) * 1_000 || 0)
  return {
    home: withPathOf(at.home, named),
    root: at.root,
    wordpress: withPathOf(at.home, toText(parsed.data.url) || named),
    site: toSiteName(named) || toSiteName(at.home),
    name: toPlainText(toText(parsed.data.name)) || hostOf(at.home),
    zone: toText(parsed.data.timezone_string) || toOffset(Number(toText(parsed.data.gmt_offset))),
    active: parsed.data.namespaces.includes('wc/v3'),
    clockOffsetMs: Number.isNaN(storeNow) ? 0 : storeNow - reach.clock.now().getTime(),
  }
}

// The merchant may have typed the address of a product page; the store knows its own folder.
function withPathOf(home: string, named: string): string {
  const { origin } = new URL(home)
  return URL.canParse(named) ? `${origin}${new URL(named).pathname.replace(/\/+$/, '')}` : home
}

/** `+05:30` from 5.5 hours. */
function toOffset(hours: number): string {
  const minutes = Number.isFinite(hours) ? Math.round(Math.abs(hours) * 60) : 0
  const two = (value: number) => String(value).padStart(2, '0')
  return `${hours < 0 ? '-' : '+'}${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`
}

/** The host of a front page's address. */
export function hostOf(home: string): string {
  return new URL(home).host
}
