import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, test } from 'node:test'
import { AppError, toConnectionId } from '@tillsight/core'
import { parseDay } from '@tillsight/core/days'
import { openTestStores, sync } from '../sync/testing.ts'
import { readAds } from './ads-facts.testing.ts'
import { askReach, findPicture } from './index.ts'
import { filesOf, seenIn } from './pictures.testing.ts'
import { fetchPictures } from './pictures.ts'
import { fetchReach } from './reach.ts'
import { connectTiny, openTinyShop, tinyAccount, tinyPlatform } from './tiny-ads.testing.ts'

const stores = await openTestStores({ after })
const range = { from: parseDay('2026-11-16'), to: parseDay('2026-11-17') }
const signal = new AbortController().signal

async function reading(pictureUrl = '') {
  const platform = { ...tinyPlatform([tinyAccount('1')]), pictureUrl }
  const shop = await openTinyShop(stores, platform)
  const { id } = await connectTiny(shop)
  const connection = toConnectionId(id)
  await sync(shop, connection)
  shop.requested.length = 0
  return { platform, shop, connection }
}

test('reach of exactly these days is asked for once, and the answer is kept for them', async () => {
  const { platform, shop, connection } = await reading()
  assert.equal(await askReach(shop.ctx, range), 1)
  assert.equal(await askReach(shop.ctx, range), 0, 'a page that is loaded again asks nothing')
  assert.deepEqual(shop.requested, [`reach ${connection} ${range.from} ${range.to}`])
  platform.reach.set('2026-11-16 2026-11-17', 1700)
  platform.asked.length = 0
  await fetchReach(shop.services, { connection, ...range })
  assert.deepEqual(platform.asked, ['reach 1 account 2026-11-16 2026-11-17', 'reach 1 campaign 2026-11-16 2026-11-17'])
  const rows = await readAds(shop, {
    table: 'ad_reach',
    columns: 'first_day, last_day, level, account_id, campaign_id, reach',
  })
  assert.deepEqual(
    rows
      .filter((row) => row['first_day'] !== row['last_day'])
      .map((row) => [row['level'], row['campaign_id'], Number(row['reach'])]),
    [
      ['account', '', 1700],
      ['campaign', 'c1', 1700],
    ],
  )
  shop.clock.advance(11)
  assert.equal(await askReach(shop.ctx, range), 1, 'and may be asked again later')
})

test('days that have not begun are not asked for, but the answer is that of the range', async () => {
  const { platform, shop, connection } = await reading()
  platform.asked.length = 0
  await fetchReach(shop.services, { connection, from: parseDay('2026-11-01'), to: parseDay('2026-11-30') })
  assert.equal(platform.asked[0], 'reach 1 account 2026-11-01 2026-11-20')
  const rows = await readAds(shop, { table: 'ad_reach', columns: 'last_day, level' })
  assert.ok(rows.some((row) => row['last_day'] === '2026-11-30'))
})

test('a connection that waits for a person asks the platform nothing', async () => {
  const platform = tinyPlatform([tinyAccount('1'), tinyAccount('2')])
  const shop = await openTinyShop(stores, platform)
  const { id } = await connectTiny(shop)
  await fetchReach(shop.services, { connection: toConnectionId(id), ...range })
  assert.deepEqual(platform.asked, [])
})

async function pictureServer() {
  const served: string[] = []
  const server = createServer((request, response) => {
    served.push(request.url ?? '')
    const isGone = request.url?.startsWith('/gone') ?? false
    const refusal = request.url === '/gone.png' ? 403 : 404
    response
      .writeHead(isGone ? refusal : 200, { 'content-type': 'image/png' })
      .end(isGone ? 'no' : `bytes of ${request.url}`)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo // A server on a port, not a pipe.
  after(() => server.close())
  return { url: `http://127.0.0.1:${port}`, served }
}

const encodePicture = async (image: Uint8Array) => {
  const text = Buffer.from(image).toString()
  if (text.includes('broken')) throw new AppError('invalid_input', 'This is not a whole picture.')
  return Buffer.from(`small ${text}`)
}

test('pictures are fetched, made small and kept, and a picture that is known is not fetched again', async () => {
  const { url, served } = await pictureServer()
  const { shop, connection } = await reading(`${url}/a.png?sig=1`)
  assert.equal(await findPicture(seenIn(shop), 'tinyads.1.a1'), undefined)
  assert.deepEqual(shop.requested, [`pictures ${connection}`])
  assert.equal(await findPicture(seenIn(shop), 'tinyads.1.a1'), undefined)
  assert.equal(shop.requested.length, 1, 'and asked for once')
  const services = { ...shop.services, encodePicture, files: filesOf(shop) }
  assert.equal(await fetchPictures(services, { connection, signal }), 1)
  const found = await findPicture(seenIn(shop), 'tinyads.1.a1')
  assert.equal(Buffer.from(found?.bytes ?? []).toString(), 'small bytes of /a.png?sig=1')
  assert.equal(await fetchPictures(services, { connection, signal }), 0)
  assert.equal(served.length, 1)
})

test('thumbnail 403/404: the creative is read again once, then a placeholder', async () => {
  const { url, served } = await pictureServer()
  const { platform, shop, connection } = await reading(`${url}/gone.png`)
  const services = { ...shop.services, encodePicture, files: filesOf(shop) }
  platform.pictureUrl = `${url}/new.png`
  assert.equal(await fetchPictures(services, { connection, signal }), 1)
  assert.deepEqual(served, ['/gone.png', '/new.png'])

  const lost = await reading(`${url}/gone.png`)
  lost.platform.pictureUrl = `${url}/gone-as-well.png`
  const lostServices = { ...lost.shop.services, encodePicture, files: filesOf(lost.shop) }
  served.length = 0
  assert.equal(await fetchPictures(lostServices, { connection: lost.connection, signal }), 0)
  assert.equal(await fetchPictures(lostServices, { connection: lost.connection, signal }), 0)
  assert.deepEqual(served, ['/gone.png', '/gone-as-well.png'], 'once, and not again with the next look')
  assert.equal(await findPicture(seenIn(lost.shop), 'tinyads.1.a1'), undefined)
  assert.deepEqual(lost.shop.requested, [])

  const other = await reading(`${url}/broken.png`)
  assert.equal(
    await fetchPictures(
      { ...other.shop.services, encodePicture, files: filesOf(other.shop) },
      { connection: other.connection, signal },
    ),
    0,
  )
  assert.equal(await findPicture(seenIn(other.shop), 'tinyads.1.a1'), undefined)
  assert.deepEqual(other.shop.requested, [], 'what was looked for in vain is not looked for at once again')
})

test('a key that is none finds nothing', async () => {
  const { shop } = await reading()
  for (const key of ['', 'a', 'tinyads.1', '../1.2', 'tinyads.1.2.3']) {
    assert.equal(await findPicture(seenIn(shop), key), undefined)
  }
  assert.deepEqual(shop.requested, [])
})
