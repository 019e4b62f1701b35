import { signIn, toHeader } from '../e2e/signed-in.ts'
import { demoShops } from '../server/demo-shops.ts'
import { normalise } from './case.ts'
import { people } from './product.ts'

/** Headers that vary, or belong to the transport. */
const passing = new Set([
  'connection',
  'content-encoding',
  'content-length',
  'date',
  'etag',
  'keep-alive',
  'last-modified',
  'transfer-encoding',
])

/** A request to a path of the product. */
interface Params {
  readonly address: string
  readonly path: string
  readonly init?: RequestInit
}

/** Sends a request and returns the response as one text: status, sorted headers, and the body as a reader formats it. */
export async function askText(
  { address, path, init }: Params,
  read: (body: string, type: string) => string,
): Promise<string> {
  const response = await fetch(`${address}${path}`, { redirect: 'manual', ...init })
  const body = await response.text()
  const type = response.headers.get('content-type') ?? ''
  const headers = [...response.headers]
    .filter(([name]) => !passing.has(name))
    .map(([name, value]) => `${name}: ${name === 'set-cookie' ? withoutValue(value) : value}`)
    .toSorted()
  return normalise(
    [`${response.status}`, ...headers, '', read(body, type)].join('\n').replace(/'nonce-[^']+'/g, "'nonce-…'"),
  )
}

/** A cookie's value is a session or a choice; only its name and attributes are compared. */
function withoutValue(cookie: string): string {
  return cookie.replace(/=[^;]*/, '=…').replace(/expires=[^;]*/i, 'expires=…')
}

/** The shops that are frozen. */
export const frozenShops: readonly string[] = [demoShops.demo.domain, demoShops.shopify.domain]

/** Cookie headers of all viewers: `nobody` has none. */
export async function openSessions(address: string): Promise<Readonly<Record<'owner' | 'viewer' | 'nobody', string>>> {
  const [owner, viewer] = [await signIn(address, people.owner), await signIn(address, people.viewer)]
  return { owner: toHeader(owner), viewer: toHeader(viewer), nobody: '' }
}
