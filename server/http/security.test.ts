import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Hono } from 'hono'
import { silentLog } from '../testing/silent-log.ts'
import { toProblem } from './errors.ts'
import { sameOriginWrites } from './security.ts'

async function statusOf(publicUrl: string | undefined, headers: Readonly<Record<string, string>>): Promise<number> {
  const app = new Hono()
  app.onError((error) => toProblem(error, silentLog))
  app.use(sameOriginWrites(publicUrl))
  app.all('*', (c) => c.body(null, 204))
  return (await app.request('http://internal/account/profile', { method: 'POST', headers })).status
}

test('a write from a page of another site is refused, whether its browser names the origin or not', async () => {
  for (const publicUrl of [undefined, 'https://stats.example.com']) {
    const host = publicUrl === undefined ? 'localhost:3000' : 'stats.example.com'
    for (const headers of [
      { origin: 'https://evil.example' },
      { origin: 'null' },
      { origin: 'http://localhost:9999' },
      { 'sec-fetch-site': 'cross-site' },
    ]) {
      assert.equal(await statusOf(publicUrl, { host, ...headers }), 403, `${publicUrl} ${JSON.stringify(headers)}`)
    }
    assert.equal(await statusOf(publicUrl, { host }), 204, 'programs name none')
  }
})

test('our own pages may write, by each name that the installation answers to', async () => {
  const publicUrl = 'https://stats.example.com'
  assert.equal(await statusOf(undefined, { host: 'localhost:3000', origin: 'http://localhost:3000' }), 204)
  assert.equal(await statusOf(publicUrl, { host: 'stats.example.com', origin: publicUrl }), 204)
  assert.equal(await statusOf(publicUrl, { host: 'internal:3000', origin: publicUrl }), 204, 'a proxy changed the name')
  assert.equal(await statusOf(publicUrl, { host: 'localhost:3000', origin: 'http://localhost:3000' }), 204)
})

test('a page with encryption of the name that we have without it is not ours', async () => {
  const headers = { host: 'localhost:3000', origin: 'https://localhost:3000' }
  assert.equal(await statusOf(undefined, headers), 403)
})

test('a page of our public name without its encryption is not ours', async () => {
  const headers = { host: 'stats.example.com', origin: 'http://stats.example.com' }
  assert.equal(await statusOf('https://stats.example.com', headers), 403)
})
