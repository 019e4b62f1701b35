import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { mkdir, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { after, suite, test } from 'node:test'
import { getRequestListener } from '@hono/node-server'
import { type ErrorCode, isAppError, type ShopId, toPersonId } from '@tillsight/core'
import { addMembership, deleteMembership, readPerson } from '@tillsight/database'
import { deliver } from '@tillsight/domain'
import { Hono } from 'hono'
import { tillsight } from '../testing/command.ts'
import { getJson, type Problem, postJson } from '../testing/http.ts'
import { addShop, startInstallation } from '../testing/installation.ts'
import { addPerson, type SignedInPerson } from '../testing/people.ts'
import { silentLog } from '../testing/silent-log.ts'
import { type CleanUp, waitFor } from '../testing/temporary.ts'
import { workedOrders, workedRange, workedTotals } from '../testing/worked-example.ts'
import { toProblem } from './errors.ts'
import { createLiveShops, createStreamPlaces, eventRoutes, type LivePace } from './live-shops.ts'
import { identifyVisits, type Visited } from './visits.ts'

const installation = await startInstallation({ after })
const { owner, runtime, contexts } = installation
const { kysely } = runtime.stores.database

interface Heard {
  readonly event: string
  readonly id: string
}

/** Reads events one by one; undefined when the stream ended. */
function readEvents({ body }: Response): () => Promise<Heard | undefined> {
  assert.ok(body)
  const reader = body.pipeThrough(new TextDecoderStream()).getReader()
  const waiting: string[] = []
  let rest = ''
  return async () => {
    while (waiting.length === 0) {
      const { done, value = '' } = await reader.read()
      if (done) return undefined
      const parts = `${rest}${value}`.split('\n\n')
      rest = parts.pop() ?? ''
      waiting.push(...parts)
    }
    const fields = new Map(
      waiting
        .shift()
        ?.split('\n')
        .map((line) => line.split(/: ?(.*)/, 2) as [string, string]),
    )
    return { event: fields.get('event') ?? '', id: fields.get('id') ?? '' }
  }
}

async function newShop(domain: string): Promise<ShopId> {
  await addShop(installation, { domain })
  return (await contexts.shop(domain)).shop.id
}

/** The door alone, at a pace for tests. */
async function openDoor(t: CleanUp, changes: Partial<LivePace> = {}) {
  const live = createLiveShops(runtime, {
    beatMs: 10,
    changeMs: 1,
    limits: { perPerson: 20, perProcess: 100 },
    ...changes,
  })
  const app = new Hono<Visited>().use(identifyVisits(runtime)).route('/', eventRoutes(live))
  app.onError((error) => toProblem(error, silentLog))
  const server = createServer((request, response) => void result(request, response)).listen(0)
  const result = getRequestListener(app.fetch)
  await once(server, 'listening')
  t.after(async () => {
    live.close()
    server.closeAllConnections()
    await new Promise((done) => server.close(done))
  })
  const bound = server.address()
  const port = typeof bound === 'object' ? bound?.port : undefined
  return (shop: string, person: SignedInPerson = owner, signal: AbortSignal | null = null) =>
    fetch(`http://localhost:${port}/?shop=${shop}`, {
      headers: { cookie: person.cookie },
      signal,
    })
}

suite('a stream of changes', () => {
  test('says hello, and that orders which another process imported can be read', async () => {
    const shop = await newShop('worked.example')
    const response = await installation.fetch(`/api/shop/events?shop=${shop}`)
    const next = readEvents(response)
    assert.equal(response.headers.get('content-type'), 'text/event-stream; charset=utf-8')
    assert.equal(response.headers.get('cache-control'), 'no-store, no-transform')
    assert.equal(response.headers.get('x-accel-buffering'), 'no')
    assert.deepEqual(await next(), { event: 'hello', id: '0' })
    const { dataDir } = installation.config
    await mkdir(dataDir, { recursive: true })
    await writeFile(join(dataDir, 'orders.csv'), workedOrders)
    const env = { ...installation.env, TILLSIGHT_CALLER_DIR: dataDir }
    const importing = tillsight(['import', 'orders', 'orders.csv', '--shop', 'worked.example'], env)
    const changed = await next()
    assert.equal(changed?.event, 'changed')
    assert.ok(Number(changed.id) > 0)
    const { body } = await postJson<{ totals: Readonly<Record<string, string>> }>(
      installation,
      '/api/v1/shops/worked.example/metrics/query',
      { body: { metrics: ['sales'], ...workedRange } },
    )
    assert.equal(body.totals.sales, workedTotals.sales)
    assert.equal((await importing).code, 0)
    await response.body?.cancel().catch(() => undefined)
  })

  test('counts what is unread in the inbox whenever that changes', async () => {
    const shop = await newShop('inbox.example')
    const response = await installation.fetch(`/api/shop/events?shop=${shop}`)
    const next = readEvents(response)
    assert.equal((await next())?.event, 'hello')
    const person = await readPerson(kysely, owner.id)
    const notice = {
      kind: 'health',
      shopId: shop,
      episode: '1',
      shops: [shop],
      title: 'News',
      body: '',
      link: '',
      mail: null,
    }
    await deliver({ queries: kysely, clock: runtime.clock, zone: 'UTC' }, person, { ...notice, isUrgent: false })
    assert.deepEqual(await next(), { event: 'inbox', id: '' })
    await response.body?.cancel().catch(() => undefined)
  })

  test('tells a browser that returns what it missed', async () => {
    const shop = await newShop('returns.example')
    const other = await newShop('other.example')
    await addShop(installation, { domain: 'sold.example' }, workedOrders)
    const sold = (await contexts.shop('sold.example')).shop.id
    const hear = async (path: string, headers: HeadersInit = {}): Promise<Heard[]> => {
      const leaving = new AbortController()
      const request = { headers: owner.headers(headers), signal: leaving.signal }
      const next = readEvents(await installation.fetch(`/api/shop/events?${path}`, request))
      const heard = [await next(), ...(path.includes('since') || 'last-event-id' in headers ? [await next()] : [])]
      leaving.abort()
      return heard.filter((event) => event !== undefined)
    }
    const [hello] = await hear(`shop=${sold}`)
    assert.ok(hello && Number(hello.id) > 0)
    assert.deepEqual((await hear(`shop=${sold}&since=0`)).at(-1), { event: 'changed', id: hello.id })
    assert.deepEqual((await hear(`shop=${sold}`, { 'last-event-id': '0' })).at(-1), { event: 'changed', id: hello.id })
    const [several] = await hear(`shop=${shop},${sold},${other}`)
    assert.equal(several?.id, `0,${hello.id},0`)
  })

  test('is for signed-in people who may see the shop, and for shops that are named well', async () => {
    const shop = await newShop('closed.example')
    const stranger = await addPerson(installation, 'stranger@example.com', { isOwner: true })
    const path = `/api/shop/events?shop=${shop}`
    assert.equal((await installation.fetchAsVisitor(path)).status, 401)
    assert.equal((await installation.fetch(path, { headers: stranger.headers() })).status, 404)
    const asked = ['', '?shop=', '?shop=x', `?shop=${Array.from({ length: 51 }, () => crypto.randomUUID()).join(',')}`]
    const responses = await Promise.all(
      asked.map((query) => getJson<Problem>(installation, `/api/shop/events${query}`)),
    )
    assert.deepEqual(
      responses.map(({ status }) => status),
      [400, 400, 400, 400],
    )
    const head = await installation.fetch(path, { method: 'HEAD' })
    assert.equal(head.status, 200)
  })

  test('ends when its session is ended or the shop is not open to the person any more, not before', async (t) => {
    const shop = await newShop('revoked.example')
    const open = await openDoor({ after: (work) => t.after(work) })
    const leaver = await addPerson(installation, 'leaver@example.com')
    const { organisation } = await contexts.shop('revoked.example')
    const nextOfOwner = readEvents(await open(shop))
    assert.equal((await nextOfOwner())?.event, 'hello')
    assert.equal((await nextOfOwner())?.event, 'beat')
    assert.equal((await open(shop, leaver)).status, 404)
    const membership = { organisationId: organisation, personId: leaver.id, role: 'viewer', shopIds: null }
    await addMembership(kysely, membership)
    const nextOfLeaver = readEvents(await open(shop, leaver))
    assert.equal((await nextOfLeaver())?.event, 'hello')
    await deleteMembership(kysely, membership)
    while ((await nextOfLeaver()) !== undefined);
    await addMembership(kysely, membership)
    const nextOfSession = readEvents(await open(shop, leaver))
    assert.equal((await nextOfSession())?.event, 'hello')
    await leaver.auth.signOut()
    while ((await nextOfSession()) !== undefined);
    assert.equal((await nextOfOwner())?.event, 'beat')
  })

  test('is refused to whoever has too many, until one of them is left', async (t) => {
    const shop = await newShop('limited.example')
    const open = await openDoor(
      { after: (work) => t.after(work) },
      { beatMs: 60_000, limits: { perPerson: 2, perProcess: 100 } },
    )
    const leaving = new AbortController()
    await open(shop)
    await open(shop, owner, leaving.signal)
    const refused = await open(shop)
    assert.equal(refused.status, 429)
    assert.match(await refused.text(), /2 pages open/)
    leaving.abort()
    await waitFor('a free place', async () => ((await open(shop)).status === 200 ? true : undefined))
  })

  test('ends in good order when the server stops', async () => {
    const cleanUps: (() => Promise<void>)[] = []
    const other = await startInstallation({ after: (work) => void cleanUps.unshift(work) })
    await addShop(other, { domain: 'stops.example' })
    const { shop } = await other.contexts.shop('stops.example')
    const next = readEvents(await other.fetch(`/api/shop/events?shop=${shop.id}`))
    assert.equal((await next())?.event, 'hello')
    const stopped = (async () => {
      for (const cleanUp of cleanUps) await cleanUp()
    })()
    assert.equal(await next(), undefined)
    await stopped
  })
})

function isRefusal(code: ErrorCode) {
  return (error: unknown) => isAppError(error) && error.code === code
}

test('nobody holds more streams than they may, nor all together more than the process carries', () => {
  const places = createStreamPlaces({ perPerson: 2, perProcess: 3 })
  const [ann, bob] = [toPersonId(randomUUID()), toPersonId(randomUUID())]
  const free = places.take(ann)
  places.take(ann)
  assert.throws(() => places.take(ann), isRefusal('limit_reached'))
  places.take(bob)
  assert.throws(() => places.take(bob), isRefusal('unavailable'))
  free()
  free()
  places.take(bob)
  assert.throws(() => places.take(ann), isRefusal('unavailable'))
})
