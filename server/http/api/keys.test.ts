import assert from 'node:assert/strict'
import { after, suite, test } from 'node:test'
import { createOrganisation, deleteMembership } from '@tillsight/database'
import { createShop, type KeyView, type NewKey, run } from '@tillsight/domain'
import type { Log } from '@tillsight/supervisor'
import { operator } from '../../contexts.ts'
import { getJson, type Problem, postJson } from '../../testing/http.ts'
import { addShop, startInstallation } from '../../testing/installation.ts'
import { addPerson } from '../../testing/people.ts'
import { silentLog } from '../../testing/silent-log.ts'
import { workedOrders, workedRange } from '../../testing/worked-example.ts'

const logged: unknown[] = []
const keep = (...said: readonly unknown[]) => void logged.push(said)
const log: Log = { ...silentLog, debug: keep, info: keep, warn: keep, error: keep }
const installation = await startInstallation({ after }, { trustProxy: true }, log)
await addShop(installation, { domain: 'worked.example' }, workedOrders)
await addShop(installation, { domain: 'second.example' })
const { organisation } = await installation.contexts.anyShop()
const { kysely: db } = installation.runtime.stores.database
const keys = `/api/v1/organisations/${organisation}/keys`
const shop = '/api/v1/shops/worked.example'
const range = `from=${workedRange.from}&to=${workedRange.to}`

async function create(more: object = {}): Promise<NewKey> {
  const body = { name: 'Sheets', scopes: ['metrics:read'], ...more }
  const created = await postJson<NewKey>(installation, keys, { body })
  assert.equal(created.status, 200, JSON.stringify(created.body))
  return created.body
}

/** Requests with a key, and with nothing else. */
function as({ key }: Pick<NewKey, 'key'>) {
  return {
    fetch: (path: string, init: RequestInit = {}) => {
      const headers = new Headers(init.headers)
      headers.set('authorization', `Bearer ${key}`)
      return installation.fetchAsVisitor(path, { ...init, headers })
    },
  }
}

async function list(): Promise<readonly KeyView[]> {
  return (await getJson<{ items: KeyView[] }>(installation, keys)).body.items
}

/** Status and code of a GET. */
async function outcome(key: Pick<NewKey, 'key'>, path: string, init?: RequestInit): Promise<string> {
  const { status, body } = await getJson<Partial<Problem>>(as(key), path, init)
  return body.code === undefined ? String(status) : `${status} ${body.code}`
}

suite('a key of the API', () => {
  test('is shown once, and is stored as its hash with its first characters', async () => {
    const created = await create()
    assert.match(created.key, /^tsk_[\w-]{43}$/)
    assert.equal(created.prefix, created.key.slice(0, 12))
    const stored = JSON.stringify(await db.selectFrom('apiKeys').selectAll().execute())
    assert.ok(!stored.includes(created.key) && !JSON.stringify(await list()).includes(created.key))
    const yearMs = 365 * 86_400_000
    assert.equal(Date.parse(created.expiresAt ?? '') - Date.parse(created.createdAt), yearMs)
    assert.equal((await create({ expiresInDays: null })).expiresAt, null)
  })

  test('opens what its scopes name; the answer to anything else names the missing one', async () => {
    const key = await create({ shops: ['worked.example'] })
    const body = { ...workedRange, metrics: ['sales'] }
    const asked = await postJson<{ totals: object }>(as(key), `${shop}/metrics/query`, { body })
    assert.deepEqual([asked.status, asked.body.totals], [200, { sales: '27.73' }])
    assert.equal(await outcome(key, '/api/v1/metrics'), '200')
    const refused = await getJson<Problem & { scope: string }>(as(key), `${shop}/orders?${range}`)
    assert.deepEqual([refused.status, refused.body.code, refused.body.scope], [403, 'forbidden', 'orders:read'])
    assert.match(refused.body.detail, /lacks the scope “orders:read”/)
    const person = await postJson<Problem>(as(key), keys, { body: { name: 'x', scopes: ['metrics:read'] } })
    assert.match(person.body.detail, /^No key may do this .* takes a person/)
  })

  test('sees its own shops only; others cannot be told from those that do not exist', async () => {
    const key = await create({ shops: ['worked.example'] })
    const other = await createOrganisation(db, { name: 'Other' })
    const asOther = installation.runtime.context(operator, other.id)
    for (const domain of ['foreign.example', 'worked.example']) {
      await run(createShop, asOther, { domain, platform: 'woocommerce', zone: 'UTC', currency: 'EUR' })
    }
    const shops = await getJson<{ domain: string }[]>(as(key), '/api/v1/shops')
    assert.deepEqual(
      shops.body.map(({ domain }) => domain),
      ['worked.example'],
    )
    const answers = await Promise.all(
      ['second', 'foreign', 'nothing'].map(async (name) => {
        const { status, body } = await getJson<Problem>(as(key), `/api/v1/shops/${name}.example/connections`)
        return [status, body.detail.replace(name, '')]
      }),
    )
    assert.equal(new Set(answers.map(String)).size, 1)
    assert.equal(answers[0]?.[0], 404)
    assert.equal(await outcome(key, `${shop}/connections`), '200')
    assert.equal(await outcome(key, `/api/v1/organisations/${other.id}/keys`), '404 not_found')
    await db.deleteFrom('shops').where('organisationId', '=', other.id).execute()
  })

  test('ends: revoked, expired, unknown, with its organisation; the answer asks for a bearer', async () => {
    const [revoked, expired] = [await create(), await create({ expiresInDays: 1 })]
    assert.equal(await outcome(revoked, '/api/v1/shops'), '200')
    const ended = await installation.fetch(`${keys}/${revoked.id}`, { method: 'DELETE' })
    assert.equal(ended.status, 200)
    await db
      .updateTable('apiKeys')
      .set({ expiresAt: new Date(0) })
      .where('id', '=', expired.id)
      .execute()
    for (const key of [revoked, expired, { key: `tsk_${'x'.repeat(43)}` }, { key: 'tsk_' }]) {
      const response = await as(key).fetch('/api/v1/shops')
      assert.deepEqual([response.status, response.headers.get('www-authenticate')], [401, 'Bearer'])
    }
    const states = new Map((await list()).map(({ id, state }) => [id, state]))
    assert.deepEqual([states.get(revoked.id), states.get(expired.id)], ['revoked', 'expired'])
    const other = await createOrganisation(db, { name: 'Short-lived' })
    await db
      .updateTable('apiKeys')
      .set({ organisationId: other.id, revokedAt: null })
      .where('id', '=', revoked.id)
      .execute()
    assert.equal(await outcome(revoked, '/api/v1/shops'), '200')
    await db.deleteFrom('organisations').where('id', '=', other.id).execute()
    assert.equal(await outcome(revoked, '/api/v1/shops'), '401 unauthenticated')
  })

  test('is replaced by a second one; both work until the first is revoked', async () => {
    const first = await create({
      scopes: ['orders:read', 'metrics:read'],
      shops: ['worked.example'],
      expiresInDays: 30,
    })
    const second = (await postJson<NewKey>(installation, `${keys}/${first.id}/rotate`, { body: {} })).body
    assert.deepEqual(
      [second.name, second.scopes, second.shops, second.replaces],
      [first.name, ['metrics:read', 'orders:read'], ['worked.example'], first.id],
    )
    const lifeOf = ({ createdAt, expiresAt }: NewKey) => Date.parse(expiresAt ?? '') - Date.parse(createdAt)
    assert.equal(lifeOf(second), lifeOf(first))
    assert.deepEqual([await outcome(first, '/api/v1/shops'), await outcome(second, '/api/v1/shops')], ['200', '200'])
    await installation.fetch(`${keys}/${first.id}`, { method: 'DELETE' })
    assert.deepEqual(
      [await outcome(first, '/api/v1/shops'), await outcome(second, '/api/v1/shops')],
      ['401 unauthenticated', '200'],
    )
  })

  test('works from its networks only', async () => {
    const key = await create({ networks: ['203.0.113.0/24', ' 2001:DB8::/32', '198.51.100.7'] })
    assert.deepEqual(key.networks, ['203.0.113.0/24', '2001:db8::/32', '198.51.100.7/32'])
    const from = (address: string) => outcome(key, '/api/v1/shops', { headers: { 'x-forwarded-for': address } })
    for (const address of ['203.0.113.9', '2001:db8:1::5', '198.51.100.7', '::ffff:203.0.113.9']) {
      assert.equal(await from(address), '200', address)
    }
    for (const address of ['203.0.114.9', '2001:db9::1', '198.51.100.8']) {
      assert.equal(await from(address), '403 forbidden', address)
    }
    for (const network of ['203.0.113.0/33', 'example.com', '10.0.0.1/8/8', '2001:db8::/129', '']) {
      const refused = await postJson<Problem>(installation, keys, {
        body: { name: 'x', scopes: ['metrics:read'], networks: [network] },
      })
      assert.equal(refused.status, 400, network)
    }
  })

  test('notes the hour of its last use', async () => {
    const key = await create()
    assert.equal(key.lastUsedAt, null)
    await outcome(key, '/api/v1/shops')
    const used = (await list()).find(({ id }) => id === key.id)?.lastUsedAt ?? ''
    assert.match(used, /T\d\d:00:00\.000Z$/)
  })

  test('in an address is refused and revoked, wherever it leads', async () => {
    for (const path of ['/api/v1/shops?key=', '/?q=', '/api/shop/events?shop=1&token=', '/nothing/']) {
      const { key } = await create()
      const { status, body } = await getJson<Problem>(installation, `${path}${key.replace('_', '%5F')}`)
      assert.equal(status, 400, path)
      assert.match(body.detail, /it has been revoked.*Authorization: Bearer/)
      assert.ok(!JSON.stringify(body).includes(key))
      assert.equal(await outcome({ key }, '/api/v1/shops'), '401 unauthenticated')
    }
    const { body } = await getJson<Problem>(installation, `/api/v1/shops?key=tsk_${'y'.repeat(43)}`)
    assert.match(body.detail, /no valid key/)
  })

  test('opens nothing but the API', async () => {
    const key = await create({ scopes: ['metrics:read', 'orders:read'] })
    const user = await as(key).fetch('/auth/v1/user', { headers: { apikey: installation.runtime.auth.anonKey } })
    assert.ok([401, 403].includes(user.status), String(user.status))
    assert.equal((await as(key).fetch('/api/shop/events?shop=x')).status, 401)
    assert.equal((await as(key).fetch('/api/shop/lists')).status, 401)
    const page = await as(key).fetch('/shop/worked.example')
    assert.ok(page.status >= 300 || !(await page.text()).includes('27.73'))
    for (const credentials of [{ cookie: `${installation.runtime.auth.cookieName}=${key.key}` }, { apikey: key.key }]) {
      assert.equal((await installation.fetchAsVisitor('/api/v1/shops', { headers: credentials })).status, 401)
    }
  })

  test('is created by owners and admins, for no more than they see themselves', async () => {
    const { id: second } = (await installation.contexts.shop('second.example')).shop
    for (const [role, shopIds, expected] of [
      ['viewer', null, [403, 403, 403]],
      ['analyst', null, [403, 403, 403]],
      ['admin', null, [200, 200, 200]],
      ['admin', [second], [403, 404, 200]],
    ] as const) {
      const person = await addPerson(installation, `${role}-${shopIds?.length ?? 'all'}@example.com`)
      await db
        .insertInto('memberships')
        .values({ organisationId: organisation, personId: person.id, role, shopIds: shopIds && [...shopIds] })
        .execute()
      const own = {
        fetch: (path: string, init: RequestInit = {}) =>
          fetch(installation.address + path, { ...init, headers: person.headers(init.headers) }),
      }
      const statuses = await Promise.all(
        (['all', ['worked.example'], [second]] as const).map(
          async (shops) =>
            (await postJson(own, keys, { body: { name: role, scopes: ['metrics:read'], shops } })).status,
        ),
      )
      assert.deepEqual(statuses, expected, `${role} of ${shopIds === null ? 'all shops' : 'one shop'}`)
      if (shopIds === null) continue
      const seen = (await getJson<{ items: KeyView[] }>(own, keys)).body.items
      assert.ok(seen.length > 0 && seen.every(({ shops }) => shops !== 'all' && shops.join() === 'second.example'))
      await deleteMembership(db, { organisationId: organisation, personId: person.id })
      assert.equal((await getJson(own, keys)).status, 404)
    }
  })

  test('reaches no log', async () => {
    const secrets = await db.selectFrom('apiKeys').select('prefix').execute()
    const all = JSON.stringify(logged)
    assert.ok(secrets.length > 10)
    for (const { prefix } of secrets) assert.ok(!all.includes(prefix), 'a key was logged')
  })
})

test('a network whose keys are refused again and again has to wait, others go on', async () => {
  const { key } = await create()
  const ask = async (bearer: string, address: string): Promise<number> => {
    const headers = { authorization: `Bearer ${bearer}`, 'x-forwarded-for': address }
    return (await installation.fetchAsVisitor('/api/v1/shops', { headers })).status
  }
  const made = (number: number) => `tsk_${`${number}`.padStart(43, '0')}`
  const statuses: number[] = []
  while (statuses.length < 200 && !statuses.includes(429))
    statuses.push(await ask(made(statuses.length), '203.0.113.7'))
  assert.deepEqual([...new Set(statuses)], [401, 429])
  assert.equal(await ask(key, '203.0.113.8'), 429, 'the network as a whole waits')
  assert.equal(await ask(key, '198.51.100.7'), 200)
})
