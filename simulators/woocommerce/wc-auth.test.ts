import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openReceiver } from '../web/testing.ts'
import type { WooCommerceFake } from './index.ts'
import { openShop } from './testing.ts'

const wanted = {
  app_name: 'Tillsight',
  scope: 'read',
  user_id: 'c_1',
  return_url: 'https://app.example/back?x=1',
  callback_url: 'https://app.example/cb',
}

function screen(fake: WooCommerceFake, more: Record<string, string> = {}, route = 'authorize'): string {
  return `${fake.url}/wc-auth/v1/${route}?${new URLSearchParams({ ...wanted, ...more })}`
}

async function login(fake: WooCommerceFake, url: string, username = 'admin'): Promise<Response> {
  const started = await fetch(url, { redirect: 'manual' })
  const form = started.headers.get('location') ?? ''
  assert.match(form, /\/wc-auth\/v1\/login\?/)
  assert.match(await (await fetch(form)).text(), /name="username"/)
  const posted = await fetch(form, {
    method: 'POST',
    redirect: 'manual',
    body: new URLSearchParams({ username, password: 'password' }),
  })
  const cookie = posted.headers.get('set-cookie')?.split(';')[0] ?? ''
  return fetch(posted.headers.get('location') ?? '', { headers: { cookie }, redirect: 'manual' }).then(
    async (response) => {
      Object.assign(response, { cookie })
      return response
    },
  )
}

function linkOf(page: string, kind: 'approve' | 'deny'): string {
  const href = new RegExp(`<a href="([^"]+)"[^>]*wc-auth-${kind}`).exec(page)?.[1] ?? ''
  return href.replace(/&#(\d+);/g, (_, code) => String.fromCharCode(Number(code)))
}

async function approve(fake: WooCommerceFake, callback: string): Promise<Response> {
  const page = await login(fake, screen(fake, { callback_url: callback }))
  const cookie = 'cookie' in page ? String(page.cookie) : ''
  return fetch(linkOf(await page.text(), 'approve'), { headers: { cookie }, redirect: 'manual' })
}

test('approving makes a key, posts it to the callback and only then sends the browser back', async (t) => {
  const fake = await openShop(t)
  const callback = await openReceiver(t)
  const granted = await approve(fake, callback.url)
  assert.equal(granted.headers.get('location'), 'https://app.example/back?x=1&success=1&user_id=c_1')
  const [told] = callback.received
  const body = JSON.parse(told?.body ?? '{}')
  assert.match(String(body.consumer_key), /^ck_[0-9a-f]{40}$/)
  assert.match(String(body.consumer_secret), /^cs_[0-9a-f]{40}$/)
  assert.deepEqual(
    [body.user_id, body.key_permissions, typeof body.key_id, told?.headers['content-type']],
    ['c_1', 'read', 'number', 'application/json;charset=UTF-8'],
  )
  assert.ok(fake.keys.find(String(body.consumer_key))?.description.startsWith('Tillsight - API ('))
})

test('any answer but 200 takes the key away again and shows a 401 page', async (t) => {
  const fake = await openShop(t)
  const before = fake.keys.list().length
  for (const status of [201, 204, 302, 500]) {
    const refused = await approve(fake, (await openReceiver(t, () => status)).url)
    assert.equal(refused.status, 401)
    assert.match(
      await refused.text(),
      /Error: An error occurred in the request and at the time were unable to send the consumer data\./,
    )
  }
  const silent = await approve(fake, 'http://127.0.0.1:9/')
  assert.match(await silent.text(), /Error: cURL error 7: /)
  assert.equal(fake.keys.list().length, before)
})

test('denying sends the browser back with success=0 and makes no key', async (t) => {
  const fake = await openShop(t)
  const page = await login(fake, screen(fake))
  assert.equal(linkOf(await page.text(), 'deny'), 'https://app.example/back?x=1&success=0&user_id=c_1')
  assert.equal(fake.keys.list().length, 1)
})

test('somebody without the right to manage the shop is refused with 401', async (t) => {
  const fake = await openShop(t)
  const page = await login(fake, screen(fake), 'customer')
  assert.equal(page.status, 401)
  assert.match(
    await page.text(),
    /<title>Access denied<\/title>.*Error: You do not have permission to access this page\./,
  )
})

test('parameter faults show as the store words them', async (t) => {
  const fake = await openShop(t, { callbacks: 'strict' })
  const textOf = async (url: string) => /Error: [^<]*/.exec(await (await fetch(url)).text())?.[0]
  assert.equal(await textOf(screen(fake, { app_name: '' })), 'Error: Missing parameter app_name.')
  assert.equal(await textOf(screen(fake, { scope: 'admin' })), 'Error: Invalid scope admin.')
  assert.equal(
    await textOf(screen(fake, { callback_url: 'http://app.example/cb' })),
    'Error: The callback_url needs to be over SSL.',
  )
  assert.equal(await textOf(screen(fake).replace('user_id=', 'user_id[]=')), 'Error: Missing parameter user_id.')
})

test('a strict store refuses private callback addresses, and a grant needs its nonce', async (t) => {
  const fake = await openShop(t, { callbacks: 'strict' })
  const page = await login(fake, screen(fake, { callback_url: 'https://127.0.0.1/cb' }))
  const cookie = 'cookie' in page ? String(page.cookie) : ''
  const refused = await fetch(linkOf(await page.text(), 'approve'), { headers: { cookie } })
  assert.match(await refused.text(), /Error: A valid URL was not provided\.\./)
  const forged = await fetch(screen(fake, { wc_auth_nonce: 'guess' }, 'access_granted'), { headers: { cookie } })
  assert.deepEqual(
    [forged.status, /Error: [^<]*/.exec(await forged.text())?.[0]],
    [401, 'Error: Invalid nonce verification.'],
  )
})
