import type { RouteConfigEntry } from '@react-router/dev/routes'
import routes from '../app/routes.ts'
import { demoShop } from './figures.ts'
import { expect, test } from './product-test.ts'

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

test.use({ isColleague: true })

test('nonsense at any address of the app is no failure of ours', async ({ request }) => {
  test.slow()
  const failures: string[] = []
  expect(paths.length).toBeGreaterThan(60)
  for (const path of paths) {
    const usual = path.replace(':domain', demoShop.domain)
    const asked = [
      ...(path.includes(':') ? texts.map((text) => path.replace(/:\w+/g, text)) : []),
      ...(usual.includes(':') ? texts.map((text) => usual.replace(/:\w+/g, text)) : []),
      ...texts.slice(0, 5).map((text) => {
        const query = [...names, ...more].map((name) => `${name}=${text}`).join('&')
        return `${usual.replace(/:\w+/g, '1')}?${query}`
      }),
    ]
    const gets = asked.map(async (address) => ({
      address,
      status: (await request.get(address, { maxRedirects: 0 })).status(),
    }))
    const forms = ['a=%00&intent=%00&domain=%00&name=%00&email=%00', '%E0%A4%A=%&\0', '{"a":"\0"}'].map(
      async (data) => {
        const address = usual.replace(/:\w+/g, '1')
        const headers = { 'content-type': 'application/x-www-form-urlencoded' }
        const answer = await request.post(address, { data, headers, maxRedirects: 0 })
        return { address: `POST ${address} ${data}`, status: answer.status() }
      },
    )
    for (const { address, status } of await Promise.all([...gets, ...forms]))
      if (status >= 500) failures.push(`${status} ${address.slice(0, 200)}`)
  }
  expect(failures).toEqual([])
  const file = await request.get(`/shop/${demoShop.domain}/settings/privacy/file`, { maxRedirects: 0 })
  expect(file.headers()['location'], 'a file that is only posted').toBe(`/shop/${demoShop.domain}/settings/privacy`)
})
