import assert from 'node:assert/strict'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, it, type TestContext } from 'node:test'
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib'
import { fixedClock } from '@tillsight/core'
import { type ConnectorFailure, isConnectorError } from '../failures.ts'
import { createHttpClient, type HttpClientOptions } from './client.ts'

type Handler = (request: IncomingMessage, response: ServerResponse, count: number) => void

async function listen(t: TestContext, handler: Handler): Promise<string> {
  let count = 0
  const server = createServer((request, response) => handler(request, response, ++count))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  t.after(() => {
    server.closeAllConnections()
    server.close()
  })
  return `http://127.0.0.1:${portOf(server.address())}`
}

function portOf(address: unknown): number {
  return typeof address === 'object' && address !== null && 'port' in address ? Number(address.port) : 0
}

function client(t: TestContext, options: Partial<HttpClientOptions> = {}) {
  const pauses: number[] = []
  const lines: string[] = []
  const http = createHttpClient({
    log: {
      debug: (fields) => lines.push(JSON.stringify(fields)),
      warn: (fields) => lines.push(JSON.stringify(fields)),
    },
    clock: fixedClock('2026-11-20T12:00:00Z'),
    userAgent: 'Tillsight/0.1',
    allowPrivateAddresses: true,
    pace: 'off',
    random: () => 0.5,
    sleep: async (ms, signal) => {
      signal?.throwIfAborted()
      pauses.push(ms)
    },
    ...options,
  })
  t.after(() => http.close())
  return { http, pauses, lines }
}

async function failureOf(work: Promise<unknown>): Promise<ConnectorFailure> {
  const error = await work.then(
    () => new Error('It did not fail'),
    (reason: unknown) => reason,
  )
  if (!isConnectorError(error)) throw error
  return error.failure
}

const text = (body: Uint8Array) => Buffer.from(body).toString('utf8')

describe('The HTTP client', () => {
  it('shows who it is and what it accepts', async (t) => {
    const url = await listen(t, (request, response) => response.end(JSON.stringify(request.headers)))
    const { body } = await client(t).http.request({ method: 'GET', url })
    const headers = JSON.parse(text(body))
    assert.equal(headers['user-agent'], 'Tillsight/0.1')
    assert.equal(headers.accept, 'application/json')
  })

  it('tries passing faults again after 1 s, 4 s, 15 s, 60 s and 5 min, then hands over the last answer', async (t) => {
    const url = await listen(t, (_, response) => response.writeHead(503).end())
    const { http, pauses } = client(t)
    assert.equal((await http.request({ method: 'GET', url })).status, 503)
    assert.deepEqual(pauses, [1_000, 4_000, 15_000, 60_000, 300_000])
  })

  it('hands over the answer where it would have to wait for longer than it may', async (t) => {
    const url = await listen(t, (_, response, count) =>
      count > 4 ? response.writeHead(429, { 'retry-after': '31' }).end() : response.writeHead(503).end(),
    )
    const { http, pauses } = client(t, { longestPauseMs: 30_000 })
    assert.equal((await http.request({ method: 'GET', url })).status, 503)
    assert.deepEqual(pauses, [1_000, 4_000, 15_000])
    assert.equal((await http.request({ method: 'GET', url })).status, 429)
    assert.equal(pauses.length, 3)
  })

  it('spreads its pauses by a fifth either way', async (t) => {
    const url = await listen(t, (_, response, count) => response.writeHead(count < 3 ? 500 : 200).end('{}'))
    const chances = [0, 1]
    const { http, pauses } = client(t, { random: () => chances.shift() ?? 0 })
    assert.equal((await http.request({ method: 'GET', url })).status, 200)
    assert.deepEqual(pauses, [800, 4_800])
  })

  it('waits as long as it is told, also until a date by the platform’s own clock', async (t) => {
    const url = await listen(t, (_, response, count) => {
      if (count === 1) response.writeHead(429, { 'retry-after': '7' }).end()
      else if (count === 2) {
        response
          .writeHead(503, { date: 'Fri, 20 Nov 2026 11:00:00 GMT', 'retry-after': 'Fri, 20 Nov 2026 11:00:30 GMT' })
          .end()
      } else response.end('{}')
    })
    const { http, pauses } = client(t)
    assert.equal((await http.request({ method: 'GET', url })).status, 200)
    assert.deepEqual(pauses, [7_000, 30_000])
  })

  it('never repeats a write that may have arrived', async (t) => {
    let calls = 0
    const url = await listen(t, (_, response) => {
      calls += 1
      response.writeHead(500).end()
    })
    const { http, pauses } = client(t)
    assert.equal((await http.request({ method: 'POST', url, body: '{}' })).status, 500)
    assert.equal(calls, 1)
    assert.deepEqual(pauses, [])
  })

  it('repeats a POST that only asks', async (t) => {
    const url = await listen(t, (_request, response, count) => {
      response.statusCode = count < 3 ? 502 : 200
      response.end('{}')
    })
    const { http, pauses } = client(t)
    assert.equal((await http.request({ method: 'POST', url, body: '{}', repeatable: true })).status, 200)
    assert.deepEqual(pauses, [1_000, 4_000])
  })

  it('waits on behalf of a connector, until it is told to stop', async (t) => {
    const { http, pauses } = client(t)
    await http.pause?.(7_000, new AbortController().signal)
    assert.deepEqual(pauses, [7_000])
    const reason = new Error('enough')
    assert.ok(http.pause)
    await assert.rejects(http.pause(7_000, AbortSignal.abort(reason)), reason)
  })

  it('lets the caller judge answers that fail with 200', async (t) => {
    const url = await listen(t, (_, response, count) => response.end(count === 1 ? 'oops' : '{}'))
    const { http } = client(t)
    const judge = (response: { body: Uint8Array }) => (text(response.body) === 'oops' ? 'transient' : 'final')
    assert.equal(text((await http.request({ method: 'GET', url, judge })).body), '{}')
  })

  it('says in words when nothing answers, in time or at all', async (t) => {
    const url = await listen(t, () => {})
    const { http } = client(t)
    const slow = await failureOf(http.request({ method: 'GET', url, timeoutMs: 30, retries: 0 }))
    assert.equal(slow.platformCode, 'timeout')
    assert.match(slow.message, /no whole answer in time/)
    const closed = await failureOf(http.request({ method: 'GET', url: 'http://127.0.0.1:9', retries: 0 }))
    assert.match(closed.message, /connection was refused/)
    assert.equal(closed.kind, 'transient')
  })

  it('notices answers that are cut off', async (t) => {
    const url = await listen(t, (_, response) => {
      response.writeHead(200, { 'content-length': '100' })
      response.write('{"half":', () => response.destroy())
    })
    assert.equal((await failureOf(client(t).http.request({ method: 'GET', url, retries: 0 }))).kind, 'transient')
  })

  it('refuses more than it can take, also when it only unpacks to that', async (t) => {
    const big = Buffer.alloc(100_000, 'a')
    const url = await listen(t, (request, response) =>
      request.url === '/packed'
        ? response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync(big))
        : response.end(big),
    )
    const { http } = client(t, { maxBodyBytes: 50_000 })
    for (const path of ['/plain', '/packed']) {
      assert.equal((await failureOf(http.request({ method: 'GET', url: url + path }))).kind, 'too_big', path)
    }
  })

  it('unpacks what is packed, labelled or not, and leaves alone what only claims to be', async (t) => {
    const json = Buffer.from('{"name":"Größe","list":[1,2,3]}')
    const responses: Record<string, [Buffer, string?]> = {
      '/gzip': [gzipSync(json), 'gzip'],
      '/deflate': [deflateSync(json), 'deflate'],
      '/br': [brotliCompressSync(json), 'br'],
      '/unlabelled-gzip': [gzipSync(json)],
      '/unlabelled-deflate': [deflateSync(json)],
      '/unlabelled-br': [brotliCompressSync(json)],
      '/mislabelled': [json, 'gzip'],
    }
    const url = await listen(t, (request, response) => {
      const [body, encoding] = responses[request.url ?? ''] ?? [json]
      response.writeHead(200, encoding === undefined ? {} : { 'content-encoding': encoding }).end(body)
    })
    const { http } = client(t)
    for (const path of Object.keys(responses)) {
      assert.equal(text((await http.request({ method: 'GET', url: url + path })).body), json.toString(), path)
    }
  })

  it('ends at once when it is told to stop, waiting or sending', async (t) => {
    const url = await listen(t, () => {})
    const controller = new AbortController()
    const { http } = client(t)
    const pending = http.request({ method: 'GET', url, signal: controller.signal })
    controller.abort(new Error('shutdown'))
    await assert.rejects(pending, /shutdown/)
    await assert.rejects(http.request({ method: 'GET', url, signal: controller.signal }), /shutdown/)
  })

  it('signs every attempt and every redirect anew, without doubling what signing adds', async (t) => {
    const seen: string[] = []
    const url = await listen(t, (request, response, count) => {
      seen.push(request.url ?? '')
      if (count === 1) response.writeHead(500).end()
      else if (count === 2)
        response.writeHead(301, { location: `/moved${request.url?.slice(request.url.indexOf('?'))}` }).end()
      else response.end('{}')
    })
    let nonce = 0
    const sign = (request: { url: string }) => ({ url: `${request.url}&nonce=${++nonce}`, headers: {} })
    const result = await client(t).http.request({ method: 'GET', url: `${url}/a?x=1/2`, sign })
    assert.deepEqual(seen, ['/a?x=1/2&nonce=1', '/a?x=1/2&nonce=2', '/moved?x=1/2&nonce=3'])
    assert.equal(result.url, `${url}/moved?x=1/2`)
  })

  it('does not follow redirects to another owner’s domain, nor in a circle', async (t) => {
    const url = await listen(t, (request, response) =>
      response.writeHead(302, { location: request.url === '/loop' ? '/loop' : 'https://other.example/' }).end(),
    )
    const { http } = client(t)
    const failure = await failureOf(http.request({ method: 'GET', url: `${url}/away` }))
    assert.equal(failure.kind, 'account_state')
    assert.match(failure.message, /other\.example/)
    assert.equal((await http.request({ method: 'GET', url: `${url}/loop` })).status, 302)
  })

  it('keeps keys out of logs and recordings', async (t) => {
    const folder = await mkdtemp(join(tmpdir(), 'tillsight-recording-'))
    t.after(async () => await rm(folder, { recursive: true }))
    const secret = `cs_${'ab'.repeat(20)}`
    const url = await listen(t, (_, response) => response.end(JSON.stringify({ consumer_secret: secret, id: 1 })))
    const { http, lines } = client(t, { record: { folder } })
    await http.request({
      method: 'GET',
      url: `${url}/orders?consumer_secret=${secret}&page=2`,
      headers: { authorization: `Basic ${secret}` },
    })
    const [name = ''] = await readdir(folder)
    const recorded = await readFile(join(folder, name), 'utf8')
    assert.equal(name, '0001-get-orders.json')
    assert.match(recorded, /page=2/)
    for (const written of [recorded, ...lines]) assert.ok(!written.includes(secret), written)
  })
})

describe('The guard against private addresses', () => {
  const publicName = async () => [{ address: '93.184.215.14', family: 4 }]

  it('refuses names and literals that lead inside', async (t) => {
    const inside = async () => [{ address: '10.0.0.5', family: 4 }]
    const { http } = client(t, { allowPrivateAddresses: false, resolve: inside })
    for (const url of [
      'http://shop.example/',
      'http://127.0.0.1/',
      'http://[::1]/',
      'http://[::ffff:10.0.0.1]/',
      'http://169.254.169.254/',
    ]) {
      const failure = await failureOf(http.request({ method: 'GET', url }))
      assert.equal(failure.platformCode, 'private_address', url)
    }
  })

  it('connects to the very address that was checked, whatever the name says later', async (t) => {
    let asked = 0
    const rebinding = async () => {
      asked += 1
      return asked === 1 ? [{ address: '192.168.0.9', family: 4 }] : await publicName()
    }
    const { http } = client(t, { allowPrivateAddresses: false, resolve: rebinding })
    const failure = await failureOf(http.request({ method: 'GET', url: 'http://shop.example/', retries: 0 }))
    assert.equal(failure.platformCode, 'private_address')
    assert.equal(asked, 1, 'the socket does not ask for the name again')
  })
})

describe('Certificates', () => {
  const pem = async (name: string) => await readFile(new URL(`./fixtures/${name}.pem`, import.meta.url), 'utf8')

  async function secureServer(t: TestContext, name: string): Promise<string> {
    const server = createTlsServer({ key: await pem(`${name}.key`), cert: await pem(`${name}.cert`) }, (_, response) =>
      response.end('{}'),
    )
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    t.after(() => {
      server.closeAllConnections()
      server.close()
    })
    return `https://127.0.0.1:${portOf(server.address())}`
  }

  it('names the end of an expired one and does not go on', async (t) => {
    const url = await secureServer(t, 'expired')
    const { http, pauses } = client(t, { certificateAuthority: await pem('expired.cert') })
    const failure = await failureOf(http.request({ method: 'GET', url }))
    assert.equal(failure.kind, 'account_state')
    assert.match(failure.message, /has expired \(valid from .* to Mar {1,2}1 00:00:00 2024 GMT\)/)
    assert.deepEqual(pauses, [])
  })

  it('refuses self-signed ones unless their authority is trusted', async (t) => {
    const url = await secureServer(t, 'localhost')
    assert.match((await failureOf(client(t).http.request({ method: 'GET', url }))).message, /is self-signed/)
    const trusting = client(t, { certificateAuthority: await pem('localhost.cert') }).http
    assert.equal((await trusting.request({ method: 'GET', url })).status, 200)
  })
})
