// Who may do what, asked from outside at the API and at each door of the official client, and made from what they offer: every role
// and every scope, with access to all shops, to the one that is asked for, and to another one only; and somebody of elsewhere.
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { Readable } from 'node:stream'
import { after, suite, test } from 'node:test'
import type { ShopId } from '@tillsight/core'
import {
  addAnnotation,
  createTrackingKey,
  keepFile,
  keyPermissions,
  type NewKey,
  type NewShare,
  type Permission,
  rolePermissions,
  roles,
  run,
  type Scope,
  scopes,
} from '@tillsight/domain'
import type { ProductBucketId } from '@tillsight/storage'
import sharp from 'sharp'
import { addStranger } from '../../backend/client.testing.ts'
import { realtimeClients } from '../../backend/realtime/realtime.testing.ts'
import { relations } from '../../backend/rest/relations.ts'
import { callerContexts } from '../../contexts.ts'
import { postJson } from '../../testing/http.ts'
import { addShop, startInstallation } from '../../testing/installation.ts'
import { addPerson, visitOf } from '../../testing/people.ts'
import { tokenOf } from '../mcp/assistant.testing.ts'
import { exampleOf } from './examples.ts'
import type { Operation } from './operation.ts'
import { operations } from './operations.ts'

const installation = await startInstallation({ after }, { apiLimits: { perMinute: 1_000_000, atOnce: 1_000 } })
const { domain } = exampleOf('').path
assert.ok(domain)
for (const each of [domain, 'other.example']) await addShop(installation, { domain: each })
const { organisation, shop } = await installation.contexts.shop(domain)
const { shop: other } = await installation.contexts.shop('other.example')
const { kysely: db } = installation.runtime.stores.database

/** Somebody who sends requests. */
interface Sender {
  readonly name: string
  readonly permissions: readonly Permission[]
  readonly seesShop: boolean
  /** False: of another organisation. */
  readonly isMember: boolean
  readonly headers: Headers
}

const accesses = [
  { what: 'all shops', shopIds: null },
  { what: 'this shop', shopIds: [shop.id] },
  { what: 'another shop', shopIds: [other.id] },
] as const satisfies readonly { what: string; shopIds: readonly ShopId[] | null }[]

async function people(): Promise<Sender[]> {
  const { session } = await addStranger(installation)
  const stranger = new Headers({ authorization: `Bearer ${session.access_token}` })
  const permissions = rolePermissions.owner
  const all: Sender[] = [
    { name: 'owner of elsewhere', permissions, seesShop: false, isMember: false, headers: stranger },
  ]
  for (const role of roles) {
    for (const { what, shopIds } of accesses) {
      if (role === 'owner' && shopIds !== null) continue
      const person = await addPerson(installation, `${role}-${what.replaceAll(' ', '-')}@example.com`)
      const membership = { organisationId: organisation, personId: person.id, role, shopIds: shopIds && [...shopIds] }
      await db.insertInto('memberships').values(membership).execute()
      const seesShop = shopIds?.[0] !== other.id
      const name = `${role} of ${what}`
      const headers = new Headers({ authorization: `Bearer ${person.session.access_token}` })
      all.push({ name, permissions: rolePermissions[role], seesShop, isMember: true, headers })
    }
  }
  return all
}

async function keysOf(given: readonly Scope[]): Promise<Sender[]> {
  return Promise.all(
    accesses.map(async ({ what, shopIds }) => {
      const body = { name: given[0], scopes: given, shops: shopIds ?? 'all' }
      const created = await postJson<NewKey>(installation, `/api/v1/organisations/${organisation}/keys`, { body })
      assert.equal(created.status, 200, JSON.stringify(created.body))
      return {
        name: `key for ${given.length > 1 ? 'everything' : given.join()} of ${what}`,
        permissions: keyPermissions(given),
        seesShop: shopIds?.[0] !== other.id,
        isMember: true,
        headers: new Headers({ authorization: `Bearer ${created.body.key}` }),
      }
    }),
  )
}

interface Answer {
  readonly status: number
  readonly code?: string
  readonly needs?: string
  readonly scope?: string
}

/** Names nothing that there is. */
const unknownId = '00000000-0000-4000-8000-000000000001'

/** Where operations are asked for. */
type Wire = 'api' | 'functions' | 'rpc'

const addresses = { functions: '/functions/v1', rpc: '/rest/v1/rpc' } as const

/** By its name at a door of the official client, with everything in the body. */
async function call({ path, method, id }: Operation, { sender, isWhole, wire }: Asked & { wire: 'functions' | 'rpc' }) {
  const { path: values, query, body } = exampleOf(id)
  const hasBody = method === 'post' || method === 'patch'
  const isOfOrganisation = path.startsWith('/organisations/')
  const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name)
  const isThere = (name: string) => name !== 'id' && !isOfOrganisation
  const places = Object.fromEntries(
    inPath.map((name) => [name, isThere(name) ? (values[name] ?? unknownId) : unknownId]),
  )
  const named = {
    ...places,
    ...(path.startsWith('/shops/') ? { shop: domain } : {}),
    ...(isOfOrganisation ? { organisation } : {}),
  }
  const headers = new Headers(sender.headers)
  headers.set('content-type', 'application/json')
  const response = await installation.fetchAsVisitor(`${addresses[wire]}/${id}`, {
    method: 'POST',
    headers,
    body: JSON.stringify({ ...(isWhole ? (hasBody ? body : query) : {}), ...named }),
  })
  return readAnswer(response)
}

async function readAnswer(response: Response): Promise<Answer> {
  const text = await response.text()
  const isJson = /json/.test(response.headers.get('content-type') ?? '')
  const parsed: unknown = isJson && text !== '' ? JSON.parse(text) : {}
  return { ...(typeof parsed === 'object' ? parsed : {}), status: response.status }
}

interface Asked {
  readonly sender: Sender
  readonly isWhole: boolean
}

async function ask({ path, method, id }: Operation, { sender, isWhole }: Asked): Promise<Answer> {
  const { path: values, query, body } = exampleOf(id)
  const inPath: Readonly<Record<string, string>> = {
    ...values,
    ...(path.startsWith('/organisations/') ? { id: organisation, key: unknownId } : { id: unknownId }),
  }
  const address = path.replace(/\{(\w+)\}/g, (_, name: string) => inPath[name] ?? unknownId)
  const search = isWhole && method === 'get' ? `?${new URLSearchParams(query as Record<string, string>)}` : ''
  const hasBody = method === 'post' || method === 'patch'
  const headers = new Headers(sender.headers)
  if (hasBody) headers.set('content-type', 'application/json')
  const response = await installation.fetchAsVisitor(`/api/v1${address}${search}`, {
    method: method.toUpperCase(),
    headers,
    ...(hasBody && { body: JSON.stringify(isWhole ? body : {}) }),
  })
  return readAnswer(response)
}

/** What is right is asked only by those who may not; others send nothing, so that nothing is changed. */
async function check(operation: Operation, sender: Sender, wire: Wire = 'api'): Promise<Answer> {
  const { path, needs, id } = operation
  const isAllowed = sender.permissions.includes(needs)
  const isOfShop = path.startsWith('/shops/')
  const isHidden = (isOfShop && !sender.seesShop) || (path.startsWith('/organisations/') && !sender.isMember)
  const asked = { sender, isWhole: !isAllowed || isHidden }
  const answer = await (wire === 'api' ? ask(operation, asked) : call(operation, { ...asked, wire }))
  const { status, code } = answer
  const said = `${id} at ${wire}, ${sender.name}: ${JSON.stringify(answer).slice(0, 300)}`
  if (isHidden) assert.deepEqual([status, code], [404, wire === 'rpc' ? 'P0001' : 'not_found'], said)
  else if (isAllowed) assert.ok(status !== 401 && !(status === 403 && answer.needs === needs), said)
  // What names a thing may look for it before it is refused.
  else
    assert.ok(
      status === 403 || (status === 404 && /\{(?:id|webhook|delivery|export|share|dashboard|ownMetric)\}/.test(path)),
      said,
    )
  return answer
}

const senders = await people()

suite('every operation', () => {
  for (const wire of ['api', 'functions', 'rpc'] as const) {
    test(`is open at ${wire} to the roles that may, on the shops that they see`, async () => {
      for (const sender of senders) {
        const answers = await Promise.all(operations.map((operation) => check(operation, sender, wire)))
        if (!sender.name.startsWith('owner of all')) continue
        const reached = answers.filter(({ status }) => status === 200 || status === 400 || status === 409)
        assert.ok(reached.length > operations.length / 2, `${reached.length} of ${operations.length} can be reached`)
      }
    })
  }

  for (const given of [...scopes.map((scope) => [scope]), [...scopes]]) {
    test(`is open to keys with ${given.length > 1 ? 'all scopes' : given.join()} where that opens it`, async () => {
      for (const sender of await keysOf(given)) {
        await Promise.all(operations.map((operation) => check(operation, sender)))
      }
    })
  }

  test('is closed to visitors, and to what opens something else: an assistant, a share link, tracking, a renewal', async () => {
    const { owner, runtime } = installation
    const shares = `/api/v1/shops/${domain}/shares`
    const range = { from: '2026-01-01', to: '2026-01-31' }
    const share = await postJson<NewShare>(installation, shares, { body: { view: 'summary', title: 'Open', range } })
    const context = await installation.contexts.shop(domain)
    const others: Readonly<Record<string, string | undefined>> = {
      nobody: undefined,
      'an assistant of the owner': await tokenOf(runtime.own.url(), owner, { details: { organisation, shops: 'all' } }),
      'a share link': new URL(share.body.url).pathname.split('/').at(-1),
      'a tracking key': (await run(createTrackingKey, context, {})).key,
      'what renews a session': owner.session.refresh_token,
    }
    for (const [name, token] of Object.entries(others)) {
      const headers = new Headers(token === undefined ? {} : { authorization: `Bearer ${token}` })
      assert.equal(token === '', false, name)
      for (const operation of operations) {
        const sender = { name, permissions: [], seesShop: false, isMember: false, headers }
        const { status } = await ask(operation, { sender, isWhole: false })
        assert.equal(status, 401, `${operation.id}, ${name}`)
      }
    }
  })
})

/** Of these, what is of the shop or the organisation is shown to those alone who see it. */
suite('every relation of the database door', () => {
  test('has rows of the shops that somebody sees, and of their organisations', async () => {
    const context = await installation.contexts.shop(domain)
    const asOwner = callerContexts(installation.runtime, visitOf(installation, installation.owner))
    const note = { day: '2026-03-01', text: 'Sale', isShared: true }
    await run(addAnnotation, await asOwner.shop(domain), note)
    const shown = new Set<string>()
    for (const sender of senders) {
      for (const [name, { columns }] of relations) {
        for (const search of ['', 'shop_id' in columns ? `?shop_id=eq.${context.shop.id}` : '?limit=1000']) {
          const { headers } = sender
          const response = await installation.fetchAsVisitor(`/rest/v1/${name}${search}`, { headers })
          assert.equal(response.status, 200, `${name}, ${sender.name}`)
          const rows = (await response.json()) as readonly Readonly<Record<string, unknown>>[]
          const isOf = (id: string) =>
            rows.some((row) => [row['id'], row['shop_id'], row['organisation_id']].includes(id))
          if (isOf(shop.id)) shown.add(name)
          assert.ok(sender.seesShop || !isOf(shop.id), `${name} of the shop, ${sender.name}`)
          assert.ok(sender.isMember || !isOf(organisation), `${name} of the organisation, ${sender.name}`)
          if (name === 'shops') assert.equal(isOf(shop.id), sender.seesShop, sender.name)
        }
      }
    }
    assert.deepEqual([...shown].toSorted(), ['annotations', 'preferences', 'shops'])
  })
})

const upload = '11111111-1111-4111-8111-111111111111'

/** What each bucket of shops takes to read and to write; null: the product alone does. */
const buckets = {
  'shop-assets': { name: 'picture.png', reads: 'shops:read', writes: 'shops:write' },
  'ad-pictures': { name: 'meta.1.2', reads: 'metrics:read', writes: null },
  exports: { name: `${upload}/${upload}/orders.csv`, reads: null, writes: null },
  imports: { name: `${upload}/orders.csv`, reads: 'imports:write', writes: 'imports:write' },
} as const satisfies Partial<
  Record<ProductBucketId, { name: string; reads: Permission | null; writes: Permission | null }>
>

/** The fields of a body, and the method where it is not POST. */
interface Sent {
  readonly method?: string
  readonly [field: string]: unknown
}

suite('every bucket of files', () => {
  const { service } = installation.runtime.auth.service.apiKeys
  const png = sharp({ create: { width: 8, height: 8, channels: 3, background: 'red' } })
    .png()
    .toBuffer()

  async function send(path: string, sender: Pick<Sender, 'headers'>, init: RequestInit = {}) {
    const headers = new Headers([...sender.headers, ...new Headers(init.headers)])
    const response = await installation.fetchAsVisitor(`/storage/v1${path}`, { ...init, headers })
    const answer = await response.text()
    const isJson = /json/.test(response.headers.get('content-type') ?? '')
    return { status: response.status, body: isJson ? (JSON.parse(answer) as { code?: string; length?: number }) : {} }
  }
  const sendJson = (path: string, sender: Pick<Sender, 'headers'>, { method = 'POST', ...body }: Sent) =>
    send(path, sender, { method, headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) })

  for (const [bucket, { name: own, reads, writes }] of Object.entries(buckets)) {
    test(`${bucket} is read and written by the roles that may, in the shops that they see`, async () => {
      const name = `${shop.id}/${own}`
      const bytes = Readable.from([bucket === 'shop-assets' ? await png : Buffer.from('a,b')])
      const type = bucket === 'shop-assets' ? 'image/png' : 'text/csv'
      const file = { bucket, name, type, bytes, expiresAt: null, shop: { id: shop.id, organisation } }
      await keepFile(installation.runtime.files, file)
      const operator = { headers: new Headers({ authorization: `Bearer ${service}`, apikey: service }) }
      assert.equal((await send(`/object/${bucket}/${name}`, operator)).status, 200, 'it is there')
      for (const sender of senders) {
        const may = (needs: Permission | null) =>
          sender.seesShop && needs !== null && sender.permissions.includes(needs)
        const said = (what: string) => `${what} ${bucket}, ${sender.name}`
        const read = may(reads) ? [200, undefined] : [400, 'NoSuchKey']
        const ways = [
          ['reads', await send(`/object/${bucket}/${name}`, sender)],
          ['asks about', await send(`/object/info/${bucket}/${name}`, sender)],
          ['signs', await sendJson(`/object/sign/${bucket}/${name}`, sender, { expiresIn: 60 })],
        ] as const
        for (const [what, { status, body }] of ways) assert.deepEqual([status, body.code], read, said(what))
        const listed = await sendJson(`/object/list/${bucket}`, sender, {
          prefix: name.slice(0, name.lastIndexOf('/')),
        })
        assert.equal(
          listed.body.length,
          may(reads) || (bucket === 'exports' && may('exports:write')) ? 1 : 0,
          said('lists'),
        )
        const headers = { 'content-type': type, 'x-upsert': 'true' }
        const put = { method: 'PUT', headers, body: bucket === 'shop-assets' ? new Uint8Array(await png) : 'a,b' }
        const written = await send(`/object/${bucket}/${name}`, sender, put)
        const write = may(writes) ? [200, undefined] : [400, 'AccessDenied']
        assert.deepEqual([written.status, written.body.code], write, said('writes'))
        if (may(writes)) continue
        const removed = await sendJson(`/object/${bucket}`, sender, { method: 'DELETE', prefixes: [name] })
        assert.deepEqual([removed.status, removed.body.length], [200, 0], said('removes'))
        const to = { bucketId: bucket, sourceKey: name, destinationKey: `${other.id}/${own}` }
        for (const way of ['move', 'copy'])
          assert.equal((await sendJson(`/object/${way}`, sender, to)).status, 400, said(way))
      }
      assert.equal((await send(`/object/${bucket}/${name}`, operator)).status, 200, 'it is still there')
    })
  }
})

suite('every topic of the realtime door', () => {
  const { openSocket } = realtimeClients(installation)

  async function join(sender: Sender, topic: string): Promise<readonly [string, string | undefined]> {
    const { socket } = await openSocket()
    const token = sender.headers.get('authorization')?.replace('Bearer ', '')
    const config = { config: { private: true }, access_token: token }
    socket.send(JSON.stringify(['1', '1', `realtime:${topic}`, 'phx_join', config]))
    try {
      for (;;) {
        const [data] = (await once(socket, 'message')) as [Buffer]
        const [, , , event, { status, response }] = JSON.parse(data.toString('utf8'))
        if (event === 'phx_reply') return [status, response.reason]
      }
    } finally {
      socket.terminate()
    }
  }

  test('is joined by those who see the shop, and by the person alone', async () => {
    for (const sender of senders) {
      const refused = (topic: string) =>
        ['error', `Unauthorized: You do not have permissions to read from this Channel topic: ${topic}`] as const
      const open = ['ok', undefined] as const
      const [own, strange] = [`shop:${shop.id}`, `shop:${unknownId}`]
      assert.deepEqual(await join(sender, own), sender.seesShop ? open : refused(own), sender.name)
      for (const topic of [strange, `person:${installation.owner.id}`]) {
        assert.deepEqual(await join(sender, topic), refused(topic), sender.name)
      }
    }
  })
})
