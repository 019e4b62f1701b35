import assert from 'node:assert/strict'
import { test } from 'node:test'
import { silentLog } from '../testing/silent-log.ts'
import { toProblem } from './errors.ts'
import { iconRoutes } from './files.ts'

const door = iconRoutes()
door.onError((error) => toProblem(error, silentLog))

interface Icons {
  readonly prefix: string
  readonly icons: Readonly<Record<string, { readonly body: string }>>
  readonly not_found?: readonly string[]
}

test('named marks come in the shape of Iconify, with the names that are not there', async () => {
  const response = await door.request('/simple-icons.json?icons=woocommerce,shopify,constructor,no-such-mark')
  const body = (await response.json()) as Icons
  assert.equal(body.prefix, 'simple-icons')
  assert.deepEqual(Object.keys(body.icons), ['shopify', 'woocommerce'])
  assert.match(body.icons.shopify?.body ?? '', /^<path fill="currentColor" d="[^"]+"\/>$/)
  assert.deepEqual(body.not_found, ['constructor', 'no-such-mark'])
})

test('marks are kept by browsers, and asked for again with a tag', async () => {
  const response = await door.request('/simple-icons.json?icons=meta,tiktok')
  assert.match(response.headers.get('cache-control') ?? '', /^public, max-age=\d{6}/)
  const etag = response.headers.get('etag') ?? ''
  const again = await door.request('/simple-icons.json?icons=tiktok,meta', { headers: { 'if-none-match': etag } })
  assert.equal(again.status, 304)
})

test('other collections are not there; names that are none, too many and none at all are refused', async () => {
  const status = async (path: string): Promise<number> => (await door.request(path)).status
  assert.equal(await status('/mdi.json?icons=home'), 404)
  assert.equal(await status('/constructor.json?icons=home'), 404)
  const many = Array.from({ length: 101 }, (_, index) => `icon-${index}`).join(',')
  for (const icons of ['', '?icons=', '?icons=../x', '?icons=A', `?icons=${many}`]) {
    assert.equal(await status(`/simple-icons.json${icons}`), 400, icons.slice(0, 20))
  }
})
