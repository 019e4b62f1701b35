// Files at a host of their own: that host has nothing else, and nothing of them is left at the other.
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { request } from 'node:http'
import { after, suite, test } from 'node:test'
import sharp from 'sharp'
import { openClient } from '../backend/client.testing.ts'
import { loadConfig } from '../config.ts'
import { addShop, startInstallation } from '../testing/installation.ts'

const [pages, files] = ['stats.example.com', 'files.example.com'] as const
const installation = await startInstallation({ after }, { storagePublicUrl: `https://${files}` })
const { address, owner } = installation
await addShop(installation, { domain: 'tea.example' })
const { shop } = await installation.contexts.shop('tea.example')
const client = await openClient(installation, owner)
const png = await sharp({ create: { width: 8, height: 8, channels: 3, background: 'red' } })
  .png()
  .toBuffer()
const name = `${shop.id}/logo.png`
const assets = client.storage.from('shop-assets')
await assets.upload(name, png, { contentType: 'image/png' })

async function ask(host: string | undefined, path: string, method = 'GET') {
  const { hostname, port } = new URL(address)
  const headers = { host: host ?? `localhost:${port}`, ...Object.fromEntries(owner.headers()) }
  const sent = request({ hostname, port, path, method, headers })
  sent.end()
  const [response] = await once(sent, 'response')
  const pieces: Buffer[] = []
  for await (const piece of response) pieces.push(piece)
  return { status: response.statusCode, headers: response.headers, body: Buffer.concat(pieces) }
}

const pathOf = (url: string | undefined) => {
  const { pathname, search } = new URL(url ?? '')
  return `${pathname}${search}`
}
const signed = async (transform?: { width: number }) =>
  pathOf((await assets.createSignedUrl(name, 60, transform && { transform })).data?.signedUrl)
const publicPath = pathOf(assets.getPublicUrl(name).data.publicUrl)

suite('files at a host of their own', () => {
  test('answer there, and lead there from everywhere else, query and all', async () => {
    const paths = [
      publicPath,
      pathOf(assets.getPublicUrl(name, { transform: { width: 4 } }).data.publicUrl),
      await signed(),
      await signed({ width: 4 }),
      `${publicPath}?download=a%20b.png`,
    ]
    for (const path of paths) {
      for (const method of ['GET', 'HEAD']) {
        const there = await ask(files, path, method)
        assert.deepEqual([there.status, there.headers['content-type']], [200, 'image/png'], path)
        const here = await ask(undefined, path, method)
        assert.deepEqual([here.status, here.headers.location], [307, `https://${files}${path}`])
        assert.equal(here.body.length, 0)
        assert.match(String(here.headers['cache-control']), /no-store/)
      }
    }
    const unsigned = await ask(files, (await signed()).replace(/token=.*/, 'token=x'))
    assert.equal(unsigned.status, 400)
  })

  test('share it with nothing else: no page, no API, no sign-in, no writes, no files that take a session', async () => {
    for (const [path, method] of [
      ['/', 'GET'],
      ['/sign-in', 'GET'],
      ['/healthz', 'GET'],
      ['/api/v1/shops', 'GET'],
      ['/auth/v1/user', 'GET'],
      ['/rest/v1/shops', 'GET'],
      ['/p.js', 'GET'],
      ['/assets/app-abc123.js', 'GET'],
      ['/storage/v1/bucket', 'GET'],
      [`/storage/v1/object/shop-assets/${name}`, 'GET'],
      [`/storage/v1/object/authenticated/shop-assets/${name}`, 'GET'],
      [publicPath, 'DELETE'],
      [`/storage/v1/object/sign/shop-assets/${name}`, 'POST'],
      ['/storage/v1/object/public/../../../sign-in', 'GET'],
    ] as const) {
      const { status, headers } = await ask(files, path, method)
      assert.equal(status, 404, `${method} ${path}`)
      assert.equal(headers['set-cookie'], undefined)
    }
  })

  test('leave what takes a session where it was', async () => {
    assert.equal((await assets.download(name)).error, null)
    assert.equal((await ask(undefined, '/api/v1/shops')).status, 200)
  })
})

test('the host of files is another one, without a path', () => {
  const load = (url: string, more = {}) =>
    loadConfig({ PUBLIC_URL: `https://${pages}`, STORAGE_PUBLIC_URL: url, TILLSIGHT_SECRET: 'x'.repeat(32), ...more })
  assert.equal(load(`https://${files}/`).storagePublicUrl, `https://${files}`)
  assert.equal(loadConfig({ TILLSIGHT_SECRET: 'x'.repeat(32) }).storagePublicUrl, undefined)
  for (const [url, more] of [
    [`https://${pages}/`, {}],
    [`https://${files}/storage`, {}],
    [`https://${files}`, { PUBLIC_URL: undefined }],
    ['files', {}],
  ] as const) {
    assert.throws(() => load(url, more), /STORAGE_PUBLIC_URL/, url)
  }
})
