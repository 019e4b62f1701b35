// Who may do what at the API, made from its operations: every role and every scope, with access to all shops, to the one that
// is asked for, and to another one only.
import assert from 'node:assert/strict'
import { after, suite, test } from 'node:test'
import type { ShopId } from '@tillsight/core'
import {
  createTrackingKey,
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
import { postJson } from '../../testing/http.ts'
import { addShop, startInstallation } from '../../testing/installation.ts'
import { addPerson } from '../../testing/people.ts'
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
  readonly headers: Headers
}

const accesses = [
  { what: 'all shops', shopIds: null },
  { what: 'this shop', shopIds: [shop.id] },
  { what: 'another shop', shopIds: [other.id] },
] as const satisfies readonly { what: string; shopIds: readonly ShopId[] | null }[]

async function people(): Promise<Sender[]> {
  const all: Sender[] = []
  for (const role of roles) {
    for (const { what, shopIds } of accesses) {
      if (role === 'owner' && shopIds !== null) continue
      const person = await addPerson(installation, `${role}-${what.replaceAll(' ', '-')}@example.com`)
      const membership = { organisationId: organisation, personId: person.id, role, shopIds: shopIds && [...shopIds] }
      await db.insertInto('memberships').values(membership).execute()
      const seesShop = shopIds?.[0] !== other.id
      const name = `${role} of ${what}`
      all.push({ name, permissions: rolePermissions[role], seesShop, headers: person.headers() })
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

async function ask({ path, method, id }: Operation, sender: Sender, isWhole: boolean): Promise<Answer> {
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
  const text = await response.text()
  const parsed: unknown = text === '' ? {} : JSON.parse(text)
  return { ...(typeof parsed === 'object' ? parsed : {}), status: response.status }
}

/** What is right is asked only by those who may not; others send nothing, so that nothing is changed. */
async function check(operation: Operation, sender: Sender): Promise<void> {
  const { path, needs, id } = operation
  const isAllowed = sender.permissions.includes(needs)
  const isOfShop = path.startsWith('/shops/')
  const answer = await ask(operation, sender, !isAllowed || (isOfShop && !sender.seesShop))
  const said = `${id}, ${sender.name}: ${JSON.stringify(answer).slice(0, 300)}`
  if (isOfShop && !sender.seesShop) assert.deepEqual([answer.status, answer.code], [404, 'not_found'], said)
  else if (isAllowed) assert.ok(answer.status !== 401 && !(answer.status === 403 && answer.needs === needs), said)
  // What names a thing may look for it before it is refused.
  else
    assert.ok(
      answer.status === 403 ||
        (answer.status === 404 && /\{(?:id|webhook|delivery|export|share|dashboard|ownMetric)\}/.test(path)),
      said,
    )
}

suite('every operation of the API', () => {
  test('is open to the roles that may, on the shops that they see', async () => {
    for (const sender of await people()) {
      await Promise.all(operations.map((operation) => check(operation, sender)))
    }
  })

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
        const { status } = await ask(operation, { name, permissions: [], seesShop: false, headers }, false)
        assert.equal(status, 401, `${operation.id}, ${name}`)
      }
    }
  })
})
