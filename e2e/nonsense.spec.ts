import { request } from 'node:http'
import type { RouteConfigEntry } from '@react-router/dev/routes'
import routes from '../app/routes.ts'
import { demoShop } from './figures.ts'
import { addColleague, sessionOf } from './people.ts'
import { findProduct } from './product-addresses.ts'
import { expect, test } from './product-test.ts'
import { toHeader } from './signed-in.ts'

// As server/http/nonsense.test.ts, for the doors that the app has: its own list of routes.

/** Addresses of pages and of what they fetch; signing out is none to try. */
const paths = [...new Set(pathsOf(routes, ''))].filter((path) => path !== '/auth/logout' && !path.includes('*'))

function pathsOf(entries: readonly RouteConfigEntry[], above: string): string[] {
  return entries.flatMap(({ path, children = [] }) => {
    const own = path === undefined ? above : `${above}/${path}`
    return [own === '' ? '/' : own, ...pathsOf(children, own)]
  })
}

const texts = ['%00', 'a%00.example', '%ED%A0%80', '%E0%A4%A', '%', '9'.repeat(40), 'x'.repeat(3000), '-1']
const names = [
  'range',
  'from',
  'to',
  'compare',
  'view',
  'sort',
  'page',
  'token_hash',
  'type',
  'code',
  'ask',
  'connection',
]
const more = ['model', 'level', 'filter', 'search', 'key', 'cursor', 'metric', 'way', 'email', 'shop', 'connect', 'url']

/** As it stands, on a connection of its own: nothing is put right on the way. */
async function ask(
  path: string,
  { cookie, body }: { readonly cookie: string; readonly body?: string },
): Promise<{ readonly status: number; readonly location: string | undefined }> {
  const headers = { cookie, ...(body === undefined ? {} : { 'content-type': 'application/x-www-form-urlencoded' }) }
  const { hostname, port } = new URL(findProduct().address)
  return await new Promise((done, fail) => {
    const sent = request({ hostname, port, path, method: body === undefined ? 'GET' : 'POST', headers, agent: false })
    sent.on('response', (response) => {
      done({ status: response.statusCode ?? 0, location: response.headers.location })
      response.resume()
    })
    sent.on('error', fail).end(body)
  })
}

test('nonsense at any address of the app is no failure of ours', async () => {
  test.slow()
  const cookie = toHeader(await sessionOf(await addColleague('Nora')))
  const failures: string[] = []
  expect(paths.length).toBeGreaterThan(60)
  for (const path of paths) {
    const usual = path.replace(':domain', demoShop.domain)
    const one = usual.replace(/:\w+/g, '1')
    const asked = [
      ...(path.includes(':') ? texts.map((text) => path.replace(/:\w+/g, text)) : []),
      ...(usual.includes(':') ? texts.map((text) => usual.replace(/:\w+/g, text)) : []),
      ...texts.slice(0, 5).map((text) => `${one}?${[...names, ...more].map((name) => `${name}=${text}`).join('&')}`),
    ]
    const gets = asked.map(async (address) => ({ address, ...(await ask(address, { cookie })) }))
    const forms = ['a=%00&intent=%00&domain=%00&name=%00&email=%00', '%E0%A4%A=%&\0', '{"a":"\0"}'].map(
      async (body) => ({
        address: `POST ${one} ${body}`,
        ...(await ask(one, { cookie, body })),
      }),
    )
    for (const { address, status } of await Promise.all([...gets, ...forms]))
      if (status >= 500) failures.push(`${status} ${address.slice(0, 200)}`)
  }
  expect(failures).toEqual([])
  const { location } = await ask(`/shop/${demoShop.domain}/settings/privacy/file`, { cookie })
  expect(location, 'a file that is only posted').toBe(`/shop/${demoShop.domain}/settings/privacy`)
})
