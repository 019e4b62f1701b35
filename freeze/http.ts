import { signIn, toHeader } from '../e2e/signed-in.ts'
import { demoShops } from '../server/demo-shops.ts'
import { normalise } from './case.ts'
import { people } from './product.ts'

/** Headers that are another thing each time, or of the transport. */
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

/** A request: a path of the product with what goes with it. */
interface Asked {
  readonly address: string
  readonly path: string
  readonly init?: RequestInit
}

/** Asks the product and tells all of the answer as one text: status, headers by name, and what a reader makes of the body. */
export async function askText(
  { address, path, init }: Asked,
  read: (body: string, type: string) => string,
): Promise<string> {
  const answer = await fetch(`${address}${path}`, { redirect: 'manual', ...init })
  const body = await answer.text()
  const type = answer.headers.get('content-type') ?? ''
  const headers = [...answer.headers]
    .filter(([name]) => !passing.has(name))
    .map(([name, value]) => `${name}: ${name === 'set-cookie' ? withoutValue(value) : value}`)
    .toSorted()
  return normalise(
    [`${answer.status}`, ...headers, '', read(body, type)].join('\n').replace(/'nonce-[^']+'/g, "'nonce-…'"),
  )
}

/** What a cookie holds is a session's or a choice; its name and rules are everybody's. */
function withoutValue(cookie: string): string {
  return cookie.replace(/=[^;]*/, '=…').replace(/expires=[^;]*/i, 'expires=…')
}

/** The shops that are looked at. */
export const frozenShops: readonly string[] = [demoShops.demo.domain, demoShops.shopify.domain]

/** The cookie header of everybody who looks: `nobody` has none. */
export async function openSessions(address: string): Promise<Readonly<Record<'owner' | 'viewer' | 'nobody', string>>> {
  const [owner, viewer] = [await signIn(address, people.owner), await signIn(address, people.viewer)]
  return { owner: toHeader(owner), viewer: toHeader(viewer), nobody: '' }
}
