import { readdirSync, readFileSync } from 'node:fs'
import { request } from 'node:http'
import { join } from 'node:path'
import type { RouteConfigEntry } from '@react-router/dev/routes'
import routes from '../app/routes.ts'
import { parseSearch } from '../app/search/index.ts'
import { demoShop } from './figures.ts'
import { addCoOwner, sessionOf } from './people.ts'
import { findProduct } from './product-addresses.ts'
import { expect, test } from './product-test.ts'
import { toHeader } from './signed-in.ts'

// Malformed addresses must be answered with a page, with a redirect, or with a client error: never with a failure of ours.
// Pages and parameters are read from the code: a new one is tested without being listed here.

const app = join(import.meta.dirname, '..', 'app')

/** All page paths with their parameters: `/shop/:domain/hub`. */
function listPages(entries: readonly RouteConfigEntry[], above = ''): string[] {
  return entries.flatMap(({ path, index, children }) => {
    const here = path === undefined ? above : `${above}/${path}`
    const own = path !== undefined || index ? [here === '' ? '/' : here.replace('*', 'nowhere')] : []
    return [...own, ...listPages(children ?? [], here)]
  })
}

const pages = [...new Set(listPages(routes))]

/** Records the parameter names that code reads. */
class RequestedFor extends URLSearchParams {
  readonly names = new Set<string>()

  override get(name: string): string | null {
    this.names.add(name)
    return super.get(name)
  }

  override getAll(name: string): string[] {
    this.names.add(name)
    return super.getAll(name)
  }
}

function namesOfState(): ReadonlySet<string> {
  const search = new RequestedFor()
  parseSearch(search)
  return search.names
}

/** Parameter names: those of the page state, and all that other page code mentions. */
const names = [
  ...namesOfState().union(
    new Set(
      readdirSync(app, { recursive: true, encoding: 'utf8' })
        .filter((file) => /\.tsx?$/.test(file) && !file.includes('.test.'))
        .flatMap((file) => [...readFileSync(join(app, file), 'utf8').matchAll(/\.(?:get|getAll|has)\('([a-z_]+)'\)/g)])
        .map(([, name = '']) => name),
    ),
  ),
]

/** Values as in an address: invalid encodings, impossible values, and some that only look valid. */
const notText = ['%00', '%ED%A0%80', '%E0%A4%A', '%', '%FF%FE', '..%2F..%2Fetc', 'x'.repeat(3000), '%0d%0aset-cookie:a']
const noValue = [
  '',
  '-1',
  '1e309',
  '9'.repeat(40),
  'NaN',
  'null',
  '[object%20Object]',
  '%7B%7D',
  'constructor',
  '__proto__',
  '-toString',
  'constructor:constructor',
  '-country:%00',
  'country:',
]
const nearValue = [
  '2026-02-30',
  '0000-00-00',
  '9999-12-31',
  '2026-01-01~2026-02-30',
  '00000000-0000-0000-0000-000000000000',
  'XXX',
  'metaads:none',
  'metaads%2F%2F%2F',
  'custom',
  'orders',
]

let asked = 0

/** Sends the request unchanged, where `fetch` would normalise it. */
function ask(path: string, headers: Readonly<Record<string, string>>): Promise<number> {
  asked += 1
  return new Promise((done, fail) => {
    const sent = request(findProduct().address, { path, headers }, (response) => {
      response.resume().on('end', () => done(response.statusCode ?? 0))
    })
    sent.on('error', fail).end()
  })
}

const fill = (path: string, text: string) => path.replace(/:\w+/g, text)
const usual = (path: string) => fill(path.replace(':domain', demoShop.domain).replace(':platform', 'metaads'), '1')
/** The data request of a page during navigation. */
const dataOf = (path: string) => (path === '/' ? '/_root.data' : `${path.replace(/\/$/, '')}.data`)
const allAs = (text: string) => `?${names.map((name) => `${name}=${text}`).join('&')}`

/** A subset of the values, different for each page: together they cover all kinds of pages. */
function someOf(values: readonly string[], count: number, nth: number): readonly string[] {
  return Array.from({ length: count }, (_, at) => values[(nth * count + at) % values.length] ?? '')
}

function* requestsTo(page: string, nth: number): Generator<string> {
  const values = [...notText, ...noValue, ...nearValue]
  if (page.includes(':'))
    for (const text of [...someOf(notText, 4, nth), ...someOf(noValue, 3, nth)]) yield fill(page, text)
  if (page.includes(':domain/')) {
    for (const text of someOf(notText, 3, nth)) yield fill(page.replace(':domain', demoShop.domain), text)
  }
  for (const text of someOf(values, 6, nth)) yield `${dataOf(usual(page))}${allAs(text)}`
  yield `${usual(page)}${allAs('%00')}`
  // A few at a time, so that different malformed values are reached.
  for (let name = nth % 5; name < names.length; name += 25) {
    const some = names.slice(name, name + 5).map((each, at) => `${each}=${values[(nth + at) % values.length]}`)
    yield `${dataOf(usual(page))}?${some.join('&')}`
  }
}

for (const who of ['a stranger', 'an owner'] as const) {
  test(`nonsense in the addresses of pages from ${who} is no failure of ours`, async () => {
    test.slow()
    expect(pages.length).toBeGreaterThan(60)
    expect(names).toEqual(
      expect.arrayContaining(['range', 'compare_from', 'f', 'claims', 'row', 'model', 'token_hash', 'import']),
    )
    const headers: Record<string, string> =
      who === 'an owner' ? { cookie: toHeader(await sessionOf(await addCoOwner('Nina'))) } : {}
    const failures: string[] = []
    // The sign-out page really signs out, so it is skipped.
    const open = pages.filter((page) => who === 'a stranger' || page !== '/auth/logout')
    const queue = open.flatMap((page, nth) => [...requestsTo(page, nth)])
    const work = async () => {
      for (let path = queue.pop(); path !== undefined; path = queue.pop()) {
        const status = await ask(path, headers)
        if (status >= 500) failures.push(`${status} ${path.slice(0, 300)}`)
      }
    }
    await Promise.all(Array.from({ length: 6 }, work))
    expect(failures).toEqual([])
    expect(asked).toBeGreaterThan(1000)
    if (who === 'an owner') expect(await ask(`/shop/${demoShop.domain}`, headers)).toBe(200)
  })
}
