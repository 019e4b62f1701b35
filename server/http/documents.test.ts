import assert from 'node:assert/strict'
import { randomBytes, randomUUID } from 'node:crypto'
import { suite, test } from 'node:test'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { readHandoff } from '../../app/documents.server.ts'
import type { EncodedDocument } from '../../app/request.server.ts'
import { createDocumentMemory } from './documents.ts'
import { pack, unpack } from './packed.ts'
import { createNonce } from './security.ts'

const decoders = { br: brotliDecompressSync, gzip: gunzipSync }
const words = ['sales', 'заказы', 'مبيعات', '<a href="/shop/a.example">', 'class="grid gap-2"', '1,234.50 €']

/** Text as long as a page, with much that repeats. */
function prose(length: number): string {
  return Array.from(randomBytes(length), (byte) => words[byte % words.length]).join(' ')
}

function page(nonce: string, requestId: string, text: string): string {
  const script = `<script nonce="${nonce}">1</script>`
  return `${script}${script}${text}${script}<script nonce="${nonce}">enqueue("${requestId}")</script>${text}${script}`
}

for (const encoding of ['br', 'gzip'] as const) {
  suite(`a page packed with ${encoding}`, () => {
    test('holds other values without being compressed again, wherever they stand', async () => {
      let packed = 0
      for (const length of [0, 1, 500, 4_000, 20_000, 20_000, 20_000]) {
        const text = prose(length)
        const [nonce, id] = [createNonce(), randomUUID()]
        const found = await pack(Buffer.from(page(nonce, id, text)), [nonce, id].map(toBytes), encoding)
        // What was not kept apart is refused, and compressed as any other page.
        if (!found) continue
        packed += 1
        for (const [other, another] of [
          [createNonce(), randomUUID()],
          [createNonce(), id],
        ] as const) {
          const bytes = unpack(found, [other, another].map(toBytes))
          assert.equal(decoders[encoding](bytes).toString(), page(other, another, text))
        }
      }
      assert.ok(packed >= 4, `${packed} of 7`)
    })

    test('is refused where a byte of a later place is not written as the first one', async () => {
      // A check by one random value alone would pass for one in 256.
      for (let round = 0; round < 4_000; round += 1) {
        const texts = Array.from({ length: 40 }, () => randomBytes(150).toString('base64'))
        const written = (id: string) => texts.map((text) => `${text} id:${id}</p>`).join('')
        const [id, other] = [randomUUID(), randomUUID()]
        const found = await pack(Buffer.from(written(id)), [toBytes(id)], encoding)
        if (found) assert.equal(decoders[encoding](unpack(found, [toBytes(other)])).toString(), written(other))
      }
    })

    test('needs none of them', async () => {
      const text = prose(100)
      const found = await pack(Buffer.from(text), [toBytes(createNonce())], encoding)
      assert.ok(found)
      assert.equal(decoders[encoding](unpack(found, [toBytes(createNonce())])).toString(), text)
    })
  })
}

function toBytes(text: string): Buffer {
  return Buffer.from(text)
}

interface Asked {
  readonly address?: string
  readonly encoding?: 'br' | 'gzip' | undefined
}

/** One response of a memory. */
function responseOf(memory: ReturnType<typeof createDocumentMemory>, asked: Asked = {}) {
  const [nonce, requestId] = [createNonce(), randomUUID()]
  const encoding = 'encoding' in asked ? asked.encoding : 'gzip'
  const address = asked.address ?? 'https://a.example/shop/a.example'
  const known = memory.of({ address, secrets: [nonce, requestId], encoding })
  return { nonce, requestId, known }
}

function toText(document: EncodedDocument | undefined): string | undefined {
  if (!document) return undefined
  assert.ok(document.encoding === 'br' || document.encoding === 'gzip')
  return decoders[document.encoding](document.bytes).toString()
}

/** Remembers a page; tries again where its values could not be kept apart. */
async function remember(
  memory: ReturnType<typeof createDocumentMemory>,
  { data, text, ...asked }: Asked & { readonly data: string; readonly text: string },
): Promise<void> {
  for (;;) {
    const { nonce, requestId, known } = responseOf(memory, asked)
    assert.ok(known)
    const html = page(nonce, requestId, text)
    const kept = await known.keep(`${data} ${requestId}`, Buffer.from(html))
    if (!kept) continue
    assert.equal(toText(kept), html, 'the page itself is sent as it was rendered')
    return
  }
}

suite('remembered pages', () => {
  test('are found by the same data at the same address, with the values of the new response', async () => {
    const memory = createDocumentMemory({ mostBytes: 1_000_000 })
    const text = prose(2_000)
    for (const encoding of ['br', 'gzip'] as const) await remember(memory, { data: 'Ann, English', text, encoding })
    for (const encoding of ['br', 'gzip'] as const) {
      const { nonce, requestId, known } = responseOf(memory, { encoding })
      assert.equal(toText(known?.find(`Ann, English ${requestId}`)), page(nonce, requestId, text))
    }
  })

  test('are not found by any other data, address, or where the request id is somebody’s own word', async () => {
    const memory = createDocumentMemory({ mostBytes: 1_000_000 })
    await remember(memory, { data: 'Ann, English', text: 'hers' })
    const { requestId, known } = responseOf(memory)
    for (const data of ['Bob, English', 'Ann, German', 'Ann, Englis', '', 'Ann, English \0'])
      assert.equal(known?.find(`${data} ${requestId}`), undefined, data)
    assert.equal(known?.find(`Ann, English ${randomUUID()}`), undefined)
    for (const address of ['https://a.example/shop/b.example', 'https://b.example/shop/a.example', '']) {
      const other = responseOf(memory, { address })
      assert.equal(other.known?.find(`Ann, English ${other.requestId}`), undefined, address)
    }
    const other = responseOf(memory, { encoding: 'br' })
    assert.equal(other.known?.find(`Ann, English ${other.requestId}`), undefined)
  })

  test('take no more bytes than they may; those that nobody asked for are forgotten first', async () => {
    const text = prose(5_000)
    const alone = createDocumentMemory({ mostBytes: 1_000_000 })
    await remember(alone, { data: 'one', text })
    const memory = createDocumentMemory({ mostBytes: alone.held() * 3.5 })
    const isThere = (data: string) => {
      const { requestId, known } = responseOf(memory)
      return known?.find(`${data} ${requestId}`) !== undefined
    }
    for (const data of ['one', 'two', 'three']) await remember(memory, { data, text })
    assert.ok(isThere('one'))
    for (const data of ['four', 'four', 'four']) await remember(memory, { data, text })
    assert.deepEqual(['one', 'two', 'three', 'four'].map(isThere), [true, false, true, true])
    assert.ok(memory.held() <= alone.held() * 3.5)
    const small = createDocumentMemory({ mostBytes: 100 })
    await remember(small, { data: 'one', text })
    assert.equal(small.held(), 0)
  })

  test('are none for clients without a known encoding', () => {
    const memory = createDocumentMemory({ mostBytes: 1_000_000 })
    assert.equal(responseOf(memory, { encoding: undefined }).known, null)
  })
})

suite('data on their way', () => {
  const encoder = new TextEncoder()
  /** Data in parts; the later ones come when asked for. */
  function source() {
    let controller: ReadableStreamDefaultController<Uint8Array> | undefined
    const stream = new ReadableStream<Uint8Array>({
      start: (given) => {
        controller = given
      },
    })
    return {
      stream,
      write: (text: string) => controller?.enqueue(encoder.encode(text)),
      end: () => controller?.close(),
      fail: () => controller?.error(new Error('the loader is gone')),
    }
  }
  const memory = createDocumentMemory({ mostBytes: 1_000_000 })
  const documents = () => responseOf(memory).known ?? assert.fail('nothing is remembered')

  test('that are all there are read to their end, and the page has them too', async () => {
    const { stream, write, end } = source()
    for (const text of ['[1]\n', 'P1:"é"\n']) write(text)
    end()
    const { data, stream: own } = await readHandoff(stream, documents())
    assert.equal(data, '[1]\nP1:"é"\n')
    assert.equal(await new Response(own).text(), '[1]\nP1:"é"\n')
  })

  test('that are late are not waited for, until they once came soon', async () => {
    const first = source()
    first.write('[2]\n')
    const handoff = await readHandoff(first.stream, documents())
    assert.equal(handoff.data, undefined)
    assert.equal(documents().expects('[2]\n'), false)
    first.write('P2:2\n')
    first.end()
    assert.equal(await new Response(handoff.stream).text(), '[2]\nP2:2\n')
    const second = source()
    second.write('[2]\n')
    const waiting = readHandoff(second.stream, { ...documents(), expects: () => true })
    setImmediate(() => {
      second.write('P2:2\n')
      second.end()
    })
    assert.equal((await waiting).data, '[2]\nP2:2\n')
    assert.equal(documents().expects('[2]\n'), true)
  })

  test('that failed make no page to remember', async () => {
    const rejected = source()
    rejected.write('[3]\n')
    rejected.write('E3:["SanitizedError"]\n')
    rejected.end()
    assert.equal((await readHandoff(rejected.stream, documents())).data, undefined)
    const broken = source()
    broken.write('[4]\n')
    setImmediate(broken.fail)
    await assert.rejects(readHandoff(broken.stream, { ...documents(), expects: () => true }), /the loader is gone/)
  })
})
