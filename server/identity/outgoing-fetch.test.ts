import assert from 'node:assert/strict'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer as createPlainServer, type RequestListener } from 'node:http'
import { createServer } from 'node:https'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { systemClock } from '@tillsight/core'
import { silentLog } from '../testing/silent-log.ts'
import { root } from '../version.ts'
import { createOutgoingFetch, type OutgoingFetch } from './transports.ts'

const fixtures = join(root, 'packages', 'platforms', 'src', 'http', 'fixtures')
const cert = readFileSync(join(fixtures, 'localhost.cert.pem'), 'utf8')
const key = readFileSync(join(fixtures, 'localhost.key.pem'), 'utf8')

function open(changes: { readonly allowPrivateAddresses: boolean }): OutgoingFetch {
  return createOutgoingFetch({
    log: silentLog,
    clock: systemClock,
    userAgent: 'Tillsight/test',
    certificateAuthority: cert,
    ...changes,
  })
}

const guarded = open({ allowPrivateAddresses: false })
const unguarded = open({ allowPrivateAddresses: true })

/** A TLS identity provider on this machine. */
async function startProvider(t: TestContext, result: RequestListener): Promise<string> {
  const server = createServer({ cert, key }, result).listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.after(() => server.close().closeAllConnections())
  const address = server.address()
  return `https://localhost:${typeof address === 'object' && address ? address.port : 0}`
}

test('a form is posted as a form, and the answer comes back whole', async (t) => {
  const seen: unknown[] = []
  const url = await startProvider(t, (request, response) => {
    request.setEncoding('utf8').on('data', (body: string) => {
      seen.push([request.method, request.headers['content-type'], request.headers.accept, body])
      response.writeHead(400, { 'content-type': 'application/json' }).end('{"error":"invalid_grant"}')
    })
  })
  const result = await unguarded(`${url}/token`, {
    method: 'POST',
    headers: { accept: 'application/x-test' },
    body: new URLSearchParams({ code: 'a b' }),
  })
  assert.deepEqual([result.status, await result.json()], [400, { error: 'invalid_grant' }])
  assert.deepEqual(seen, [
    ['POST', 'application/x-www-form-urlencoded;charset=UTF-8', 'application/x-test', 'code=a+b'],
  ])
})

test('private addresses are not asked, whether written as numbers or behind a name', async (t) => {
  const asked: unknown[] = []
  const url = await startProvider(t, (request, response) => {
    asked.push(request.url)
    response.end('{}')
  })
  const { port } = new URL(url)
  for (const host of [
    'localhost',
    '127.0.0.1',
    '[::1]',
    '2130706433',
    '0x7f.1',
    '[::ffff:127.0.0.1]',
    '169.254.169.254',
  ]) {
    await assert.rejects(guarded(`https://${host}:${port}/x`), host)
  }
  assert.deepEqual(asked, [])
})

test('what is not encrypted is not asked', async () => {
  await assert.rejects(guarded('http://example.com/'))
  await assert.rejects(guarded('file:///etc/passwd'))
})

test('a redirect out of the encryption is followed only in the sandbox', async (t) => {
  const plain = createPlainServer((_, response) => void response.end('plain')).listen(0, '127.0.0.1')
  await once(plain, 'listening')
  t.after(() => plain.close().closeAllConnections())
  const address = plain.address()
  const target = `http://localhost:${typeof address === 'object' && address ? address.port : 0}/`
  const url = await startProvider(t, (_, response) => void response.writeHead(302, { location: target }).end())
  assert.equal(await (await unguarded(url)).text(), 'plain')
})

test('no redirect is followed where the caller says so', async (t) => {
  const seen: string[] = []
  const url = await startProvider(t, (request, response) => {
    seen.push(request.url ?? '')
    response.writeHead(302, { location: '/elsewhere' }).end()
  })
  assert.equal((await unguarded(`${url}/document`, { redirect: 'error' })).status, 302)
  assert.deepEqual(seen, ['/document'])
})

test('an answer without end is cut off', async (t) => {
  const url = await startProvider(t, (_, response) => void response.end(Buffer.alloc(2 * 1024 * 1024)))
  await assert.rejects(unguarded(url))
})

test('bodies that are neither text nor a form are refused', async () => {
  await assert.rejects(unguarded('https://example.com', { method: 'POST', body: new Blob(['x']) }), TypeError)
  await assert.rejects(unguarded('https://example.com', { method: 'TRACE' }), TypeError)
})
