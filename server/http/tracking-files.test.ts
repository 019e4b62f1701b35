import assert from 'node:assert/strict'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, suite, test } from 'node:test'
import { brotliCompressSync } from 'node:zlib'
import { listTrackingKeys, run } from '@tillsight/domain'
import { strFromU8, unzipSync } from 'fflate'
import { getJson, type Problem } from '../testing/http.ts'
import { addShop, startInstallation } from '../testing/installation.ts'
import { addPerson } from '../testing/people.ts'

const installation = await startInstallation({ after }, { publicUrl: 'https://stats.example.com' })
await addShop(installation, { domain: 'a.example' })
const files = '/shop/a.example/tracking/files'
const script = `(function(){${';'.repeat(2000)}})();`
const buildDir = join(installation.config.dataDir, '..', 'build')

async function build(): Promise<void> {
  await mkdir(join(buildDir, 'install'), { recursive: true })
  await writeFile(join(buildDir, 'client', 'p.js'), script)
  await writeFile(join(buildDir, 'client', 'p.js.br'), brotliCompressSync(script))
  await writeFile(join(buildDir, 'client', 'survey.js'), '(function(){})();')
  await writeFile(join(buildDir, 'install', 'woocommerce.js'), '(function(){})();')
  await writeFile(join(buildDir, 'install', 'shopify.js'), 'function follow() {}\nexport { follow };\n')
}

suite('what is put into shops', () => {
  test('cannot be downloaded before it is built, and says so', async () => {
    const { status, body } = await getJson<Problem>(installation, `${files}/woocommerce-plugin`)
    assert.equal(status, 503)
    assert.match(body.detail, /npm run build/)
    await build()
  })

  test('the script comes compressed, to pages of any site and by any name of this host, for an hour', async () => {
    const response = await installation.fetchAsVisitor('/p.js', {
      headers: { 'accept-encoding': 'br', origin: 'https://a.example', 'sec-fetch-site': 'cross-site' },
    })
    assert.equal(response.status, 200)
    assert.equal(await response.text(), script)
    const { headers } = response
    assert.match(headers.get('content-type') ?? '', /^text\/javascript/)
    assert.equal(headers.get('content-encoding'), 'br')
    assert.equal(headers.get('cache-control'), 'public, max-age=3600, stale-while-revalidate=86400')
    assert.equal(headers.get('access-control-allow-origin'), '*')
    assert.equal(headers.get('cross-origin-resource-policy'), 'cross-origin')
    assert.equal(headers.get('set-cookie'), null)
  })

  test('a plug-in has the shop’s key, this installation’s public address and the consent that was chosen', async () => {
    const [key] = await run(listTrackingKeys, await installation.contexts.shop('a.example'), {})
    const response = await installation.fetch(`${files}/woocommerce-plugin?consent=granted`)
    assert.equal(response.status, 200)
    assert.equal(response.headers.get('content-disposition'), 'attachment; filename="tillsight-woocommerce.zip"')
    const entries = Object.entries(unzipSync(new Uint8Array(await response.arrayBuffer())))
    const [, php] = entries.find(([name]) => /store-[^/]+\.php$/.test(name)) ?? []
    const text = strFromU8(php ?? new Uint8Array())
    assert.ok(key && text.includes(`const KEY = '${key.key}';`))
    assert.ok(text.includes("const COLLECTOR = 'https://stats.example.com/p/collect';"))
    assert.ok(text.includes("const CONSENT = 'granted';"))
  })

  test('there are the files that the page offers, and no others', async () => {
    for (const kind of ['shopify-extension', 'shopify-pixel', 'shopify-cart']) {
      const response = await installation.fetch(`${files}/${kind}`)
      assert.equal(response.status, 200, kind)
      assert.match(response.headers.get('content-disposition') ?? '', /^attachment; filename="tillsight-[\w.-]+"$/)
    }
    assert.equal((await installation.fetch(`${files}/secrets`)).status, 404)
  })

  test('only those who may see the shop get them', async () => {
    const stranger = await addPerson(installation, 'stranger@example.com', { isOwner: true })
    const asked = await installation.fetchAsVisitor(`${files}/shopify-pixel`, { headers: stranger.headers() })
    assert.equal(asked.status, 404)
    assert.ok((await installation.fetchAsVisitor(`${files}/shopify-pixel`)).status >= 300)
  })
})
