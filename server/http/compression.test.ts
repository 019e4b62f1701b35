import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import { suite, test } from 'node:test'
import { brotliDecompressSync, createBrotliDecompress, createGunzip, gunzipSync } from 'node:zlib'
import { getRequestListener } from '@hono/node-server'
import { Hono } from 'hono'
import type { CleanUp } from '../testing/temporary.ts'
import { acceptedEncoding, compression } from './compression.ts'

const html = { 'content-type': 'text/html; charset=utf-8' }
const long = '<p>tea and more tea</p>'.repeat(200)

/** Requests a response that a handler returns behind the middleware. */
async function ask(result: () => Response, headers: HeadersInit = { 'accept-encoding': 'gzip, br' }, method = 'GET') {
  const app = new Hono().use(compression).all('*', result)
  return await app.request('/', { headers, method })
}

/** A body that its test writes, and the reason it was cancelled with. */
function openBody() {
  const cancelled = Promise.withResolvers<unknown>()
  let controller: ReadableStreamDefaultController<Uint8Array> | undefined
  const body = new ReadableStream<Uint8Array>({
    start: (given) => {
      controller = given
    },
    cancel: (reason) => cancelled.resolve(reason),
  })
  return {
    body,
    cancelled: cancelled.promise,
    write: (text: string) => controller?.enqueue(new TextEncoder().encode(text)),
    end: () => controller?.close(),
    fail: (error: Error) => controller?.error(error),
  }
}

/** A body that yields one chunk per pull. */
function streamOf(pieces: Iterator<Uint8Array>): ReadableStream<Uint8Array> {
  return new ReadableStream({
    pull(controller) {
      const { done, value } = pieces.next()
      if (done) controller.close()
      else controller.enqueue(value)
    },
  })
}

const decoders = { br: createBrotliDecompress, gzip: createGunzip }

/** Reads and decodes the response so far; each call waits for more text. */
function decoded({ body, headers }: Response): () => Promise<string> {
  assert.ok(body)
  const name = headers.get('content-encoding')
  assert.ok(name === 'br' || name === 'gzip')
  const decoder = decoders[name]()
  const reader = body.getReader()
  return async () => {
    const text = once(decoder, 'data').then(([chunk]) => String(chunk))
    const { value } = await reader.read()
    decoder.write(value)
    return await text
  }
}

suite('which encoding', () => {
  const cases: readonly (readonly [string | undefined, ReturnType<typeof acceptedEncoding>])[] = [
    [undefined, undefined],
    ['', undefined],
    ['gzip', 'gzip'],
    ['gzip, deflate, br, zstd', 'br'],
    ['GZip', 'gzip'],
    ['gzip;q=1.0, br;q=0.5', 'gzip'],
    ['br;q=0, gzip', 'gzip'],
    ['br;q=0, gzip;q=0', undefined],
    ['*', 'br'],
    ['*;q=0.5, br;q=0', 'gzip'],
    ['gzip, *;q=0', 'gzip'],
    ['identity, gzip;q=0.5', undefined],
    ['identity;q=0.5, gzip', 'gzip'],
    ['deflate, zstd', undefined],
  ]
  for (const [header, expected] of cases) {
    test(`is ${expected ?? 'none'} for “${header ?? 'no header'}”`, () => {
      assert.equal(acceptedEncoding(header), expected)
    })
  }
})

suite('answers', () => {
  test('are encoded as they were, and say so to caches', async () => {
    const headers = { ...html, 'content-length': String(long.length), etag: '"one"', vary: 'Cookie', 'x-other': '1' }
    for (const [accepted, decode] of [
      ['br', brotliDecompressSync],
      ['gzip', gunzipSync],
    ] as const) {
      const result = await ask(() => new Response(long, { status: 422, headers }), { 'accept-encoding': accepted })
      assert.equal(result.status, 422)
      assert.equal(result.headers.get('content-encoding'), accepted)
      assert.equal(result.headers.get('content-length'), null)
      assert.equal(result.headers.get('vary'), 'Cookie, Accept-Encoding')
      assert.equal(result.headers.get('etag'), 'W/"one"')
      assert.equal(result.headers.get('x-other'), '1')
      const bytes = Buffer.from(await result.arrayBuffer())
      assert.ok(bytes.byteLength < long.length / 10)
      assert.equal(decode(bytes).toString(), long)
    }
  })

  test('keep each of their cookies', async () => {
    const result = await ask(() => {
      const response = new Response(long, { headers: html })
      response.headers.append('set-cookie', 'a=1')
      response.headers.append('set-cookie', 'b=2')
      return response
    })
    assert.deepEqual(result.headers.getSetCookie(), ['a=1', 'b=2'])
  })

  test('of every kind of text are encoded, also what pages fetch for themselves', async () => {
    for (const type of ['text/x-script', 'application/json', 'application/problem+json', 'text/csv; charset=utf-8']) {
      const result = await ask(() => new Response(long, { headers: { 'content-type': type } }))
      assert.equal(result.headers.get('content-encoding'), 'br', type)
    }
  })

  test('in the clear vary as well', async () => {
    const result = await ask(() => new Response(long, { headers: html }), {})
    assert.equal(result.headers.get('vary'), 'Accept-Encoding')
    assert.equal(result.headers.get('content-encoding'), null)
    assert.equal(await result.text(), long)
  })

  const untouched: Readonly<Record<string, () => Response>> = {
    'of events': () => new Response(long, { headers: { 'content-type': 'text/event-stream; charset=utf-8' } }),
    'that are pictures': () => new Response(long, { headers: { 'content-type': 'image/webp' } }),
    'without a type': () => new Response(new TextEncoder().encode(long)),
    'that are encoded already': () => new Response(long, { headers: { ...html, 'content-encoding': 'zstd' } }),
    'that nobody may change': () =>
      new Response(long, { headers: { ...html, 'cache-control': 'private, no-transform' } }),
    'that are a part': () =>
      new Response(long, { status: 206, headers: { ...html, 'content-range': `bytes 0-9/${long.length}` } }),
  }
  for (const [which, make] of Object.entries(untouched)) {
    test(`${which} stay as they are`, async () => {
      const [result, expected] = [await ask(make), make()]
      assert.deepEqual([...result.headers], [...expected.headers])
      assert.equal(await result.text(), long)
    })
  }

  test('without a body stay without one', async () => {
    for (const status of [204, 304]) {
      const result = await ask(() => new Response(null, { status, headers: html }))
      assert.deepEqual([result.headers.get('content-encoding'), result.headers.get('vary')], [null, null])
    }
    const redirect = await ask(() => new Response(null, { status: 302, headers: { ...html, location: '/' } }))
    assert.equal(redirect.headers.get('content-encoding'), null)
    const head = await ask(
      () => new Response(long, { headers: { ...html, 'content-length': '4600' } }),
      undefined,
      'HEAD',
    )
    assert.deepEqual([head.headers.get('content-encoding'), head.headers.get('content-length')], [null, '4600'])
  })

  test('of a few bytes are not worth it, whether they say how many or not', async () => {
    for (const headers of [html, { ...html, 'content-length': '3' }]) {
      const result = await ask(() => new Response('tea', { headers }))
      assert.equal(result.headers.get('content-encoding'), null)
      assert.equal(await result.text(), 'tea')
    }
    const empty = await ask(() => new Response('', { headers: html }))
    assert.equal(await empty.text(), '')
  })

  test('that another site made the browser ask for with its cookies stay as they are', async () => {
    const answer = () => new Response(long, { headers: html })
    const accepted = { 'accept-encoding': 'gzip' }
    for (const [from, encoding] of [
      ['none', 'gzip'],
      ['same-origin', 'gzip'],
      ['same-site', null],
      ['cross-site', null],
    ] as const) {
      const { headers } = await ask(answer, { ...accepted, cookie: 'session=1', 'sec-fetch-site': from })
      assert.equal(headers.get('content-encoding'), encoding, from)
    }
    const { headers } = await ask(answer, { ...accepted, 'sec-fetch-site': 'cross-site' })
    assert.equal(headers.get('content-encoding'), 'gzip')
  })
})

suite('an answer that is streamed', () => {
  for (const encoding of ['br', 'gzip'] as const) {
    test(`arrives as it is written, in ${encoding}`, async () => {
      const source = openBody()
      source.write('<p>first</p>')
      const result = await ask(() => new Response(source.body, { headers: html }), { 'accept-encoding': encoding })
      const next = decoded(result)
      assert.equal(await next(), '<p>first</p>')
      source.write('<p>sec')
      source.write('ond</p>')
      assert.equal(await next(), '<p>second</p>')
      source.write('<p>third</p>')
      source.end()
      assert.equal(await next(), '<p>third</p>')
    })
  }

  test('is whole when it is as large as any', async () => {
    const text = Array.from({ length: 100_000 }, (_, line) => `line ${line * 7919}`).join('\n')
    const bytes = new TextEncoder().encode(text)
    const pieces = function* () {
      for (let from = 0; from < bytes.length; from += 2048) yield bytes.subarray(from, from + 2048)
    }
    const result = await ask(() => new Response(streamOf(pieces()), { headers: html }))
    assert.equal(brotliDecompressSync(Buffer.from(await result.arrayBuffer())).toString(), text)
  })

  test('costs hardly more than one that is encoded at once, in however small scraps it is rendered', async () => {
    const text = Array.from({ length: 5_000 }, (_, line) => `<td class="figure">${line * 7919}</td>`).join('\n')
    const scraps = (size: number) => () => {
      const bytes = new TextEncoder().encode(text)
      const pieces = Array.from({ length: Math.ceil(bytes.length / size) }, (_, at) =>
        bytes.subarray(at * size, (at + 1) * size),
      )
      return new Response(streamOf(pieces.values()), { headers: html })
    }
    const sizeOf = async (result: Response) => (await result.arrayBuffer()).byteLength
    const whole = await sizeOf(await ask(scraps(1_000_000)))
    assert.ok((await sizeOf(await ask(scraps(500)))) < whole * 1.02)
  })

  test('ends where its source fails', async () => {
    const source = openBody()
    source.write('<p>first</p>')
    const result = await ask(() => new Response(source.body, { headers: html }))
    const reader = result.body?.getReader()
    await reader?.read()
    source.fail(new Error('the source broke'))
    await assert.rejects(async () => reader?.read())
  })

  test('asks its source for no more than its reader takes', async () => {
    let given = 0
    const body = new ReadableStream<Uint8Array>({
      pull: (controller) => {
        given += 1
        controller.enqueue(crypto.getRandomValues(new Uint8Array(60_000)))
      },
    })
    const result = await ask(() => new Response(body, { headers: html }))
    const reader = result.body?.getReader()
    for (let reads = 0; reads < 20; reads += 1) await reader?.read()
    const before = given
    for (let turn = 0; turn < 50; turn += 1) await new Promise((done) => setImmediate(done))
    assert.ok(given - before < 10, `${given - before} more pieces while nobody read`)
    await reader?.cancel()
  })

  test('stops its source at once when the visitor leaves', async (t) => {
    const source = openBody()
    const address = await serve(t, () => new Response(source.body, { headers: html }))
    const leaving = new AbortController()
    source.write('<p>first</p>')
    const result = await fetch(address, { signal: leaving.signal, headers: { 'accept-encoding': 'gzip' } })
    assert.equal(result.headers.get('content-encoding'), 'gzip')
    const reader = result.body?.getReader()
    assert.equal(new TextDecoder().decode((await reader?.read())?.value), '<p>first</p>')
    leaving.abort()
    await source.cancelled
  })
})

/** Serves one response like the product. */
async function serve(t: CleanUp, result: () => Response): Promise<string> {
  const listen = getRequestListener(new Hono().use(compression).all('*', result).fetch)
  const server = createServer((request, response) => void listen(request, response)).listen(0)
  await once(server, 'listening')
  t.after(async () => {
    server.closeAllConnections()
    await new Promise((done) => server.close(done))
  })
  const bound = server.address()
  return `http://localhost:${typeof bound === 'object' ? bound?.port : ''}`
}
