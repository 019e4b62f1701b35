// What people who are limited to certain shops find at any door, made from roles and doors; and how somebody is removed.
import assert from 'node:assert/strict'
import { after, suite, test } from 'node:test'
import { isAppError, toPersonId } from '@tillsight/core'
import { addMembership, setFactorFrom } from '@tillsight/database'
import { type MembersView, type NewKey, openAssistant, type Role, roles } from '@tillsight/domain'
import { createAppServices } from '../app-services/index.ts'
import { authenticatorCode } from '../testing/authenticator.ts'
import { getJson, postJson } from '../testing/http.ts'
import { addShop, startInstallation } from '../testing/installation.ts'
import { addPerson, type SignedInPerson, visitOf } from '../testing/people.ts'
import { createShareDoor } from './shares/share-door.ts'

const installation = await startInstallation({ after }, { apiLimits: { perMinute: 100_000, atOnce: 100 } })
const { runtime, contexts } = installation
const { kysely } = runtime.stores.database
const seen = 'seen.example'
const hidden = 'hidden.example'
for (const domain of [seen, hidden]) await addShop(installation, { domain, name: `Shop ${domain}` })
const { organisation, shop } = await contexts.shop(seen)
const { shop: other } = await contexts.shop(hidden)
const inOrganisation = `/api/v1/organisations/${organisation}`
let count = 0

async function newMember(role: Role, isLimited: boolean): Promise<SignedInPerson> {
  const person = await addPerson(installation, `${role}-${(count += 1)}@example.com`)
  const shopIds = isLimited ? [shop.id] : null
  await addMembership(kysely, { organisationId: organisation, personId: person.id, role, shopIds })
  return person
}

/** Whatever lists something; a door that is closed to a role says so without naming anything either. */
const lists: Readonly<Record<string, (person: SignedInPerson) => Promise<unknown>>> = {
  'shops of the API': (person) => read(person, '/api/v1/shops'),
  members: (person) => read(person, `${inOrganisation}/members`),
  keys: (person) => read(person, `${inOrganisation}/keys`),
  usage: async (person) =>
    (await createAppServices(runtime, visitOf(installation, person)).shop(seen))?.run('shop.usage'),
  'names of shops': (person) => createAppServices(runtime, visitOf(installation, person)).nameShops(),
  'shops of pages': (person) => createAppServices(runtime, visitOf(installation, person)).listShops(),
  digests: (person) => createAppServices(runtime, visitOf(installation, person)).run('digest.list'),
  inbox: (person) => createAppServices(runtime, visitOf(installation, person)).run('inbox.list'),
}

/** Whatever takes the name of a shop. */
const named: Readonly<Record<string, (person: SignedInPerson, name: string) => Promise<number>>> = {
  connections: (person, name) => status(person, `/api/v1/shops/${name}/connections`),
  health: (person, name) => status(person, `/api/v1/shops/${name}/health`),
  webhooks: (person, name) => status(person, `/api/v1/shops/${name}/webhooks`),
  exports: (person, name) => status(person, `/api/v1/shops/${name}/exports`),
  'live stream': (person, name) => status(person, `/api/shop/events?shop=${name === seen ? shop.id : other.id}`),
  page: async (person, name) => {
    const services = await createAppServices(runtime, visitOf(installation, person)).shop(name)
    return services === undefined ? 404 : 200
  },
}

async function read(person: SignedInPerson, path: string): Promise<string> {
  return (await installation.fetchAsVisitor(path, { headers: person.headers() })).text()
}

async function status(person: SignedInPerson, path: string): Promise<number> {
  const response = await installation.fetchAsVisitor(path, { headers: person.headers() })
  await response.body?.cancel()
  return response.status
}

async function createKey(person: SignedInPerson, shops: unknown) {
  const headers = { ...Object.fromEntries(person.headers()), 'content-type': 'application/json' }
  const body = { name: 'Sheet', scopes: ['metrics:read', 'health:read'], shops }
  return postJson<NewKey & { code?: string }>(installation, `${inOrganisation}/keys`, { headers, body })
}

// Things of the hidden shop that lists could name.
await createKey(installation.owner, [hidden])
for (const shops of [[hidden], [seen, hidden]]) {
  const body = { email: `${shops.length}@example.com`, role: 'viewer', shops }
  await postJson(installation, `${inOrganisation}/invitations`, { body })
}

suite('a person who is limited to certain shops', () => {
  for (const role of roles.filter((each) => each !== 'owner')) {
    test(`as ${role} finds no trace of the others in any list, and others do`, async () => {
      const [limited, free] = [await newMember(role, true), await newMember(role, false)]
      for (const [door, list] of Object.entries(lists)) {
        const text = JSON.stringify(await list(limited))
        for (const trace of [hidden, other.id]) assert.ok(!text.includes(trace), `${door}: ${text}`)
      }
      for (const door of ['shops of the API', 'names of shops', 'shops of pages']) {
        assert.ok(JSON.stringify(await lists[door]?.(free)).includes(hidden), door)
      }
    })

    test(`as ${role} is told that they do not exist`, async () => {
      const [limited, free] = [await newMember(role, true), await newMember(role, false)]
      for (const [door, ask] of Object.entries(named)) {
        assert.equal(await ask(limited, hidden), 404, door)
        assert.equal(await ask(limited, 'nothing.example'), await ask(limited, hidden), door)
        assert.equal(await ask(limited, seen), await ask(free, hidden), door)
        assert.notEqual(await ask(free, hidden), 404, door)
      }
    })
  }

  test('makes keys of those only', async () => {
    const admin = await newMember('admin', true)
    assert.equal((await createKey(admin, [seen])).status, 200)
    assert.deepEqual((await createKey(admin, [seen, hidden])).body.code, 'not_found')
    assert.deepEqual((await createKey(admin, 'all')).body.code, 'forbidden')
    assert.equal((await createKey(await newMember('admin', false), 'all')).status, 200)
  })

  test('reaches no other by a key that they made before, until they see it again', async () => {
    const admin = await newMember('admin', false)
    const { body: all } = await createKey(admin, 'all')
    const { body: both } = await createKey(admin, [seen, hidden])
    const statuses = async () => {
      const asked = [all, both].flatMap(({ key }) => [seen, hidden].map((domain) => ({ key, domain })))
      return Promise.all(
        asked.map(async ({ key, domain }) => {
          const headers = { authorization: `Bearer ${key}` }
          return (await installation.fetchAsVisitor(`/api/v1/shops/${domain}/health`, { headers })).status
        }),
      )
    }
    const see = (shops: unknown) =>
      postJson(installation, `${inOrganisation}/members/${admin.id}/shops`, { body: { shops } })
    assert.deepEqual(await statuses(), [200, 200, 200, 200])
    await see([seen])
    assert.deepEqual(await statuses(), [200, 404, 200, 404])
    await see(null)
    assert.deepEqual(await statuses(), [200, 200, 200, 200])
  })

  test('loses the stream of a shop at once when it is taken from them', async () => {
    const member = await newMember('analyst', false)
    const response = await installation.fetchAsVisitor(`/api/shop/events?shop=${other.id}`, {
      headers: member.headers(),
    })
    const ended = response.text()
    const changed = await postJson(installation, `${inOrganisation}/members/${member.id}/shops`, {
      body: { shops: [seen] },
    })
    assert.equal(changed.status, 200)
    // Beats come every 30 seconds, which is longer than a test may take.
    assert.match(await ended, /event: hello/)
    assert.equal(await status(member, `/api/v1/shops/${hidden}/health`), 404)
    assert.equal(await status(member, `/api/v1/shops/${seen}/health`), 200)
  })
})

suite('a member who is removed', () => {
  test('is signed out everywhere, their stream ends, and what was ticked is over', async () => {
    const member = await newMember('admin', false)
    const [kept, ended] = [await createKey(member, [seen]), await createKey(member, [seen])]
    const asKey = async ({ body }: typeof kept) => {
      const headers = { authorization: `Bearer ${body.key}` }
      return (await installation.fetchAsVisitor('/api/v1/metrics', { headers })).status
    }
    const path = `${inOrganisation}/members/${member.id}`
    const { body: made } = await getJson<{ keys: { id: string }[] }>(installation, `${path}/made`)
    assert.deepEqual(new Set(made.keys.map(({ id }) => id)), new Set([kept.body.id, ended.body.id]))
    const stream = await installation.fetchAsVisitor(`/api/shop/events?shop=${shop.id}`, { headers: member.headers() })
    const over = stream.text()
    const known = [await asKey(kept), await asKey(ended)]
    const removed = await postJson(installation, `${path}/remove`, { body: { keys: [ended.body.id] } })
    assert.deepEqual([removed.status, known[0]], [200, known[1]])
    assert.match(await over, /event: hello/)
    assert.equal(await status(member, '/api/v1/shops'), 401)
    assert.ok((await member.auth.refreshSession()).error)
    assert.deepEqual([await asKey(kept), await asKey(ended)], [known[0], 401])
    const { body: keys } = await getJson<{ items: { id: string; createdBy: unknown }[] }>(
      installation,
      `${inOrganisation}/keys`,
    )
    assert.equal(keys.items.find(({ id }) => id === kept.body.id)?.createdBy, null)
  })

  test('is shown beforehand with the day on which they were last here', async () => {
    const member = await newMember('analyst', false)
    const find = async () => {
      const { body } = await getJson<MembersView>(installation, `${inOrganisation}/members`)
      return body.members.find(({ person }) => person === member.id)
    }
    assert.deepEqual([(await find())?.seenOn, (await find())?.secondFactor], [null, false])
    await status(member, `/api/v1/shops/${seen}/health`)
    assert.equal((await find())?.seenOn, runtime.clock.now().toISOString().slice(0, 10))
  })
})

suite('a second factor for everybody', () => {
  test('closes every door of the organisation to those who have none, and says where to set it up', async () => {
    const member = await newMember('analyst', false)
    const services = () => createAppServices(runtime, visitOf(installation, member))
    const isAsked = (error: unknown) => isAppError(error) && error.details['reason'] === 'factor_required'
    await setFactorFrom(kysely, organisation, new Date(runtime.clock.now().getTime() + 60_000))
    assert.equal(await status(member, `/api/v1/shops/${seen}/health`), 200)
    await setFactorFrom(kysely, organisation, new Date(runtime.clock.now().getTime() - 60_000))
    for (const path of [`/api/v1/shops/${seen}/health`, `${inOrganisation}/members`]) {
      assert.equal(await status(member, path), 403, path)
    }
    assert.equal(await status(member, `/api/shop/events?shop=${shop.id}`), 404)
    await assert.rejects(services().shop(seen), isAsked)
    await assert.rejects(services().listShops(), isAsked)
    assert.deepEqual(await services().nameShops(), [])
    const person = toPersonId(member.id)
    const connected = { id: 'a', person, name: 'Desk', scopes: ['metrics:read'], details: {}, expiresAt: new Date() }
    await assert.rejects(openAssistant({ queries: kysely, clock: runtime.clock }, connected), isAsked)
    // A link shows what whoever made it may see now, and says nothing about them.
    assert.equal(await createShareDoor(runtime).openShop(person, shop.id), undefined)
    assert.equal((await services().run('profile.get')).email, member.email)
    const { data, error } = await member.auth.mfa.enroll({ factorType: 'totp' })
    assert.ok(data && error === null)
    const verified = await member.auth.mfa.challengeAndVerify({
      factorId: data.id,
      code: authenticatorCode(data.totp.secret),
    })
    assert.ok(verified.data)
    const headers = { authorization: `Bearer ${verified.data.access_token}` }
    assert.equal((await installation.fetchAsVisitor(`/api/v1/shops/${seen}/health`, { headers })).status, 200)
    assert.ok(await createShareDoor(runtime).openShop(person, shop.id))
    await setFactorFrom(kysely, organisation, null)
  })
})
