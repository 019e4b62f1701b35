import assert from 'node:assert/strict'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, suite, test } from 'node:test'
import { brotliCompressSync, gzipSync, constants as zlib } from 'node:zlib'
import { buildPixel } from './build-pixel.ts'

const folder = await mkdtemp(join(tmpdir(), 'tillsight-pixel-'))
after(() => rm(folder, { recursive: true }))
await buildPixel({ client: folder, install: folder })
const read = (file: string) => readFile(join(folder, file), 'utf8')

suite('what shops load', () => {
  test('is at most 4 kB compressed, by gzip as by Brotli', async () => {
    for (const file of ['p.js', 'survey.js']) {
      const script = await read(file)
      assert.ok(gzipSync(script, { level: zlib.Z_BEST_COMPRESSION }).length <= 4096, file)
      assert.ok(brotliCompressSync(script).length <= 4096, file)
    }
  })

  test('asks for nothing that a strict content security policy forbids', async () => {
    for (const file of ['p.js', 'survey.js', 'woocommerce.js', 'shopify.js']) {
      assert.doesNotMatch(await read(file), /\beval\(|new Function|innerHTML|document\.write/)
    }
  })

  test('has a name for nothing: only a function that runs at once', async () => {
    for (const file of ['p.js', 'survey.js', 'woocommerce.js'])
      assert.match((await read(file)).trim(), /^\(function\(\)\{.*\}\)\(\);$/s)
  })

  test('what merchants paste can be read', async () => {
    assert.ok((await read('shopify.js')).split('\n').length > 80)
  })
})
