import assert from 'node:assert/strict'
import { test } from 'node:test'
import { AppError } from '@tillsight/core'
import { Hono } from 'hono'
import { silentLog } from '../testing/silent-log.ts'
import { shapeDoor } from './failures.ts'

/** A door that fails with what it is given. */
function doorThatThrows(thrown: unknown): Hono {
  const door = new Hono()
  shapeDoor(door, silentLog, ({ status, code, message }) => Response.json({ code, text: message }, { status }))
  return door
    .get('/', () => {
      throw thrown
    })
    .get('/fine', (c) => c.text('fine'))
}

test('any site may ask and read, without cookies; a preflight allows what the clients send', async () => {
  const door = doorThatThrows(new AppError('not_found', 'Nothing here.'))
  const preflight = await door.request('/fine', { method: 'OPTIONS' })
  assert.equal(preflight.status, 204)
  assert.equal(preflight.headers.get('access-control-allow-origin'), '*')
  assert.equal(preflight.headers.get('access-control-allow-credentials'), null)
  const allowed = preflight.headers.get('access-control-allow-headers')?.split(', ') ?? []
  for (const name of ['authorization', 'apikey', 'x-client-info', 'x-retry-count', 'prefer', 'x-upsert', 'x-region']) {
    assert.ok(allowed.includes(name), name)
  }
  for (const path of ['/fine', '/']) {
    const { headers } = await door.request(path)
    assert.equal(headers.get('access-control-allow-origin'), '*', path)
    assert.match(headers.get('access-control-expose-headers') ?? '', /x-relay-error/, path)
  }
})

test('a failure keeps its status and sentence, and says when to come back', async () => {
  const tooMany = new AppError('limit_reached', 'That was often.', { details: { retryAfterSeconds: 7 } })
  const refused = await doorThatThrows(tooMany).request('/')
  assert.equal(refused.status, 429)
  assert.equal(refused.headers.get('retry-after'), '7')
  assert.deepEqual(await refused.json(), { code: 'limit_reached', text: 'That was often.' })
  const stranger = await doorThatThrows(new AppError('unauthenticated', 'Who are you?')).request('/')
  assert.deepEqual([stranger.status, stranger.headers.get('www-authenticate')], [401, 'Bearer'])
})

test('an unknown failure shows an id and nothing of itself', async () => {
  const response = await doorThatThrows(new Error('select secret from /var/lib')).request('/')
  const text = await response.text()
  assert.equal(response.status, 500)
  assert.doesNotMatch(text, /secret|select|var/)
  assert.match(text, /look for [0-9a-f-]{36} in/)
})
