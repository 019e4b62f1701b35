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
import { silentLog } from '../testing/silent-log.ts'
import { toProblem } from './errors.ts'
import { iconRoutes } from './files.ts'

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

const icons = iconRoutes()
icons.onError((error) => toProblem(error, silentLog))

interface Icons {
  readonly prefix: string
  readonly icons: Readonly<Record<string, { readonly body: string }>>
  readonly not_found?: readonly string[]
}

suite('marks of platforms', () => {
  test('named marks come in the shape of Iconify, with the names that are not there', async () => {
    const response = await icons.request('/simple-icons.json?icons=woocommerce,shopify,constructor,no-such-mark')
    const body = (await response.json()) as Icons
    assert.equal(body.prefix, 'simple-icons')
    assert.deepEqual(Object.keys(body.icons), ['shopify', 'woocommerce'])
    assert.match(body.icons.shopify?.body ?? '', /^<path fill="currentColor" d="[^"]+"\/>$/)
    assert.deepEqual(body.not_found, ['constructor', 'no-such-mark'])
  })

  test('marks are kept by browsers, and asked for again with a tag', async () => {
    const response = await icons.request('/simple-icons.json?icons=meta,tiktok')
    assert.match(response.headers.get('cache-control') ?? '', /^public, max-age=\d{6}/)
    const etag = response.headers.get('etag') ?? ''
    const again = await icons.request('/simple-icons.json?icons=tiktok,meta', { headers: { 'if-none-match': etag } })
    assert.equal(again.status, 304)
  })

  test('other collections are not there; names that are none, too many and none at all are refused', async () => {
    const status = async (path: string): Promise<number> => (await icons.request(path)).status
    assert.equal(await status('/mdi.json?icons=home'), 404)
    assert.equal(await status('/constructor.json?icons=home'), 404)
    const many = Array.from({ length: 101 }, (_, index) => `icon-${index}`).join(',')
    for (const icons of ['', '?icons=', '?icons=../x', '?icons=A', `?icons=${many}`]) {
      assert.equal(await status(`/simple-icons.json${icons}`), 400, icons.slice(0, 20))
    }
  })
})
