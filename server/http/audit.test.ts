// The audit log from outside: what is done by HTTP stands there, with where it came from, for those who may see it.
import assert from 'node:assert/strict'
import { after, suite, test } from 'node:test'
import { addMembership } from '@tillsight/database'
import type { AuditEntry, NewKey } from '@tillsight/domain'
import { getJson, type Problem, postJson } from '../testing/http.ts'
import { addShop, startInstallation } from '../testing/installation.ts'
import { addPerson, openAuthClient, type SignedInPerson, testPassword } from '../testing/people.ts'

const installation = await startInstallation({ after })
for (const domain of ['tea.example', 'coffee.example']) await addShop(installation, { domain })
const { organisation } = await installation.contexts.anyShop()
const path = `/api/v1/organisations/${organisation}/audit`

interface Log {
  readonly items: readonly AuditEntry[]
  readonly next: string | null
}

async function logOf(search = '', person: SignedInPerson = installation.owner) {
  return getJson<Log & Problem>(installation, `${path}${search}`, { headers: person.headers() })
}

async function addMember(email: string, role: string, shops: readonly string[] | null = null) {
  const person = await addPerson(installation, email)
  const { database } = installation.runtime.stores
  const own = await Promise.all((shops ?? []).map((domain) => installation.contexts.shop(domain)))
  const shopIds = shops && own.map(({ shop }) => shop.id)
  await addMembership(database.kysely, { organisationId: organisation, personId: person.id, role, shopIds })
  return person
}

suite('the audit log', () => {
  test('tells of what is done by HTTP: who, from which network, with what, in which request', async () => {
    const created = await getJson<NewKey>(installation, `/api/v1/organisations/${organisation}/keys`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'user-agent': 'a browser', 'x-request-id': 'r-1' },
      body: JSON.stringify({ name: 'Sheet', scopes: ['costs:read', 'costs:write'] }),
    })
    const { body } = await logOf('?action=key.create')
    const [entry] = body.items
    assert.deepEqual(entry?.target, { kind: 'key', id: created.body.id, name: 'Sheet' })
    assert.deepEqual(entry?.origin, { ip: '127.0.0.0/24', agent: 'a browser', request: 'r-1' })
    assert.deepEqual([entry?.actor.kind, entry?.actor.id], ['person', installation.owner.id])

    const saved = await postJson<{ change: string }>(installation, '/api/v1/shops/tea.example/costs/goods', {
      body: { entries: [{ scope: 'shop', kind: 'percent', percent: '40' }] },
      headers: { authorization: `Bearer ${created.body.key}` },
    })
    assert.equal(saved.status, 200, JSON.stringify(saved.body))
    const [byKey] = (await logOf('?action=costs.save&shop=tea.example')).body.items
    assert.deepEqual(byKey?.actor, { kind: 'key', id: created.body.id, name: 'Sheet' })
    assert.deepEqual([byKey?.target.id, byKey?.shop], [saved.body.change, 'tea.example'])
    assert.ok(!JSON.stringify((await logOf()).body).includes(created.body.key.slice(4)))
  })

  test('tells of sign-ins of its members, and of nobody else', async () => {
    const ida = await addMember('ida@example.com', 'viewer')
    await addPerson(installation, 'stranger@example.com')
    for (const email of ['ida@example.com', 'stranger@example.com']) {
      const { error } = await openAuthClient(installation).signInWithPassword({ email, password: testPassword })
      assert.equal(error, null)
    }
    const { items } = (await logOf('?action=sign_in.done')).body
    assert.ok(items.some(({ actor }) => actor.id === ida.id))
    assert.ok(!JSON.stringify(items).includes('stranger'))
  })

  test('counts sign-ins that failed, with the network alone, and nothing of whoever has no account', async () => {
    const known = await addMember('known@example.com', 'viewer')
    for (const email of ['known@example.com', 'nobody@example.com']) {
      const { error } = await openAuthClient(installation).signInWithPassword({ email, password: 'not this one' })
      assert.equal(error?.code, 'invalid_credentials')
    }
    const rows = await installation.runtime.stores.database.kysely.selectFrom('failedSignIns').selectAll().execute()
    assert.deepEqual(
      new Set(rows.map(({ personId, step, attempts, network }) => `${personId} ${step} ${attempts} ${network}`)),
      new Set([`null password 1 127.0.0.0/24`, `${known.id} password 1 127.0.0.0/24`]),
    )
    assert.ok(!JSON.stringify(rows).includes('nobody@'))
  })

  test('is refused to whoever may not see it, and to keys', async () => {
    for (const role of ['viewer', 'analyst']) {
      const person = await addMember(`${role}@example.com`, role)
      assert.deepEqual([(await logOf('', person)).status, (await logOf('/actors', person)).status], [403, 403])
    }
    const stranger = await addPerson(installation, 'other@example.com')
    assert.equal((await logOf('', stranger)).status, 404)
    assert.equal((await installation.fetchAsVisitor(path)).status, 401)
    const { body: key } = await postJson<NewKey>(installation, `/api/v1/organisations/${organisation}/keys`, {
      body: { name: 'All', scopes: ['metrics:read', 'orders:read', 'health:read'] },
    })
    const asked = await getJson(installation, path, { headers: { authorization: `Bearer ${key.key}` } })
    assert.equal(asked.status, 403)
  })

  test('shows somebody with one shop nothing of the other', async () => {
    const limited = await addMember('limited@example.com', 'admin', ['tea.example'])
    const { body } = await logOf('', limited)
    assert.ok(body.items.some(({ shop }) => shop === 'tea.example'))
    assert.ok(!JSON.stringify(body).includes('coffee'))
    const of = async (domain: string) => (await logOf(`?shop=${domain}`, limited)).body
    assert.deepEqual((await of('coffee.example')).status, 404)
    assert.equal(
      (await of('coffee.example')).detail.replace('coffee', ''),
      (await of('none.example')).detail.replace('none', ''),
    )
  })

  test('says what is wrong with a question', async () => {
    for (const search of ['?from=yesterday', '?cursor=x', '?action=nothing', '?limit=0', '?to=2026-02-30']) {
      const { status, body } = await logOf(search)
      assert.deepEqual([status, body.code], [400, 'invalid_input'], search)
    }
  })
})
