import assert from 'node:assert/strict'
import { after, suite, test } from 'node:test'
import type { components, paths } from '@tillsight/api-client'
import { openApiClient } from '@tillsight/api-client'
import { addMembership, renameOrganisation, saveOwnershipOffer } from '@tillsight/database'
import {
  type GoodsCosts,
  type NewKey,
  type NewShare,
  type ProductList,
  type SpendEntry,
  usefulScopes,
} from '@tillsight/domain'
import { getJson, postJson } from '../../testing/http.ts'
import { addShop, startInstallation } from '../../testing/installation.ts'
import { addPerson } from '../../testing/people.ts'
import { startSoldPlans } from '../../testing/sold-plans.ts'
import { workedOrders, workedRange } from '../../testing/worked-example.ts'
import { openDescription, readDescription } from './description.testing.ts'
import { exampleOf } from './examples.ts'
import { operations } from './operations.ts'

const { fake, stripe } = await startSoldPlans({ after })
const installation = await startInstallation({ after }, { apiLimits: { perMinute: 100_000, atOnce: 100 }, stripe })
const domain = 'nordlicht-kontor.example'
await addShop(installation, { domain }, workedOrders)
const { organisation } = await installation.contexts.anyShop()
// Its deletion is confirmed by its name, which the example has to be.
const { name } = exampleOf('organisation.delete').body
await renameOrganisation(installation.runtime.stores.database.kysely, organisation, String(name))
const keys = `/api/v1/organisations/${organisation}/keys`
const shop = `/api/v1/shops/${domain}`
const { body: key } = await postJson<NewKey>(installation, keys, { body: { name: 'Test', scopes: usefulScopes } })
const withKey = {
  fetch: (path: string, init: RequestInit = {}) => {
    const headers = new Headers(init.headers)
    headers.set('authorization', `Bearer ${key.key}`)
    return installation.fetchAsVisitor(path, { ...init, headers })
  },
}
const description = readDescription((await getJson<unknown>(installation, '/api/v1/openapi.json')).body)

/** What examples cannot know: ids of what is there, or was saved before. */
async function ownValues(id: string): Promise<Readonly<Record<string, string>>> {
  const { from, to } = workedRange
  const readAsOwner = async <T>(path: string) => (await getJson<T>(installation, `${shop}${path}`)).body
  const read = async <T>(path: string) => (await getJson<T>(withKey, `${shop}${path}`)).body
  if (id.startsWith('audit.')) return { id: organisation }
  if (id === 'billing.confirm') return { id: organisation, session: await buyPlan() }
  if (id.startsWith('billing.')) return { id: organisation }
  if (id.startsWith('key.')) {
    const { body } = await postJson<NewKey>(installation, keys, { body: { name: 'x', scopes: ['metrics:read'] } })
    return { id: organisation, key: body.id }
  }
  if (id.startsWith('organisation.')) return { id: organisation }
  if (id.startsWith('member.')) return ownMember(id)
  if (id.startsWith('export.')) {
    const body = { name: 'x', what: 'orders', format: 'csv' }
    return { export: (await postJson<{ id: string }>(installation, `${shop}/exports`, { body })).body.id }
  }
  if (id.startsWith('ownership.')) return ownOffer(id)
  if (id.startsWith('webhook.')) {
    // Nobody listens there, which is known at once.
    const body = { url: 'http://127.0.0.1:9/', events: ['order.booked'] }
    const { body: webhook } = await postJson<{ id: string }>(installation, `${shop}/webhooks`, { body })
    if (id !== 'webhook.resend') return { webhook: webhook.id }
    const { body: sent } = await postJson<{ id: string }>(installation, `${shop}/webhooks/${webhook.id}/test`, {
      body: {},
    })
    for (;;) {
      const { items } = await readAsOwner<{ items: { state: string }[] }>(`/webhooks/${webhook.id}/deliveries`)
      if (items[0]?.state !== 'waiting') return { delivery: sent.id }
    }
  }
  if (/^alert\.(?:change|remove)$/.test(id)) {
    const body = { name: 'Data', op: 'finding' }
    return { alert: (await postJson<{ id: string }>(installation, `${shop}/alerts`, { body })).body.id }
  }
  if (/^slack\.(?:change|remove)$/.test(id)) {
    const body = { name: '#sales', url: 'https://hooks.slack.com/services/T0/B0/x' }
    return { slack: (await postJson<{ id: string }>(installation, `${shop}/slack`, { body })).body.id }
  }
  if (id === 'push.unsubscribe') {
    const { body } = exampleOf('push.subscribe')
    return {
      subscription: (await postJson<{ id: string }>(installation, '/api/v1/push/subscriptions', { body })).body.id,
    }
  }
  if (id === 'share.revoke') {
    const { body } = await postJson<NewShare>(installation, `${shop}/shares`, { body: { view: 'summary', title: 'x' } })
    return { share: body.id }
  }
  if (id.startsWith('dashboard.')) {
    const body = { name: id, isShared: true, template: 'owner' }
    return { dashboard: (await postJson<{ id: string }>(installation, `${shop}/dashboards`, { body })).body.id }
  }
  if (id.startsWith('own_metric.')) {
    const body = { name: id, unit: 'money', formula: 'sales ÷ 2' }
    return { ownMetric: (await postJson<{ id: string }>(installation, `${shop}/own-metrics`, { body })).body.id }
  }
  if (id.startsWith('product.')) {
    return { id: (await read<ProductList>(`/products?from=${from}&to=${to}`)).products[0]?.id ?? '' }
  }
  if (id === 'costs.timeLine') {
    return { variant: (await read<GoodsCosts>(`/costs/goods?from=${from}&to=${to}`)).rows[0]?.variant ?? '' }
  }
  if (id === 'costs.undo') {
    const { changes } = await read<{ changes: { id: string; isUndone?: boolean }[] }>('/costs/changes')
    return { id: changes[0]?.id ?? '' }
  }
  if (/^spend\.(?:change|remove)$/.test(id)) {
    return { id: (await read<{ entries: SpendEntry[] }>('/spend')).entries[0]?.id ?? '' }
  }
  const [, kind] = /^costs\.(\w+)\.(?:change|remove)$/.exec(id) ?? []
  if (kind === undefined) return {}
  return { id: (await read<{ rules: { id: string }[] }>(`/costs/${kind}`)).rules[0]?.id ?? '' }
}

/** Buys a plan as a person does; the id of the purchase. */
async function buyPlan(): Promise<string> {
  const path = `/api/v1/organisations/${organisation}/billing/checkout`
  const { body } = await postJson<{ url: string }>(installation, path, { body: { plan: 'small', interval: 'month' } })
  const { location } = await fake.press(body.url, { do: 'subscribe', card: '4242424242424242' })
  return new URL(location ?? '').searchParams.get('session') ?? ''
}

async function ownMember(id: string): Promise<Readonly<Record<string, string>>> {
  const person = await addPerson(installation, `${id}@example.com`)
  const membership = { organisationId: organisation, personId: person.id, role: 'viewer', shopIds: null }
  await addMembership(installation.runtime.stores.database.kysely, membership)
  const invitations = `/api/v1/organisations/${organisation}/invitations`
  const body = { email: `new-${id}@example.com`, role: 'viewer' }
  const { body: invitation } = await postJson<{ id: string }>(installation, invitations, { body })
  return { id: organisation, person: person.id, invitation: invitation.id }
}

/** An offer to the owner, by another one; and a member to whom it can be offered. */
async function ownOffer(id: string): Promise<Readonly<Record<string, string>>> {
  const values = await ownMember(id)
  const { kysely } = installation.runtime.stores.database
  const other = await addPerson(installation, `owner-${id}@example.com`)
  const membership = { organisationId: organisation, personId: other.id, role: 'owner', shopIds: null }
  await addMembership(kysely, membership)
  const now = installation.runtime.clock.now()
  const offer = { organisationId: organisation, fromPerson: other.id, toPerson: installation.owner.id, createdAt: now }
  await saveOwnershipOffer(kysely, { ...offer, expiresAt: new Date(now.getTime() + 60_000) })
  return values
}

const order = ['get', 'post', 'patch', 'delete']

suite('the description of the API', () => {
  test('holds an example of every operation, which is answered as it says, to a key where keys may', async () => {
    const inOrder = description.toSorted((a, b) => order.indexOf(a.method) - order.indexOf(b.method))
    assert.equal(new Set(inOrder.map(({ id }) => id)).size, operations.length)
    for (const operation of inOrder) {
      const { id, method, parameters, body, isForKeys } = operation
      const own = await ownValues(id)
      const valueOf = ({ name, example }: (typeof parameters)[number]) =>
        own[name] ?? (typeof example === 'number' ? String(example) : typeof example === 'string' ? example : '')
      const address = operation.address(
        Object.fromEntries(parameters.filter((each) => each.in === 'path').map((each) => [each.name, valueOf(each)])),
      )
      const asked = parameters.filter((each) => each.in === 'query' && (each.required || each.example !== undefined))
      const search = new URLSearchParams(asked.map((each) => [each.name, valueOf(each)]))
      const response = await getJson<unknown>(isForKeys ? withKey : installation, `${address}?${search}`, {
        method: method.toUpperCase(),
        ...(body && { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body.example) }),
      })
      const said = `${method} ${address}?${search}: ${JSON.stringify(response.body)}`
      assert.equal(response.status, operation.success, said)
      operation.answers.get(operation.success)?.parse(response.body)
    }
  })

  test('has arrays only where a list is whole, and says why it is never long', async () => {
    const { paths: all } = openDescription((await getJson<unknown>(installation, '/api/v1/openapi.json')).body)
    const arrays = Object.values(all).flatMap((methods) =>
      Object.values(methods).flatMap(({ operationId, description: about, responses }) => {
        const { 200: done } = responses
        const schema = done && 'content' in done ? done.content?.['application/json']?.schema : undefined
        return schema?.['type'] === 'array' ? [[operationId, about?.split(/[:;]/)[0]]] : []
      }),
    )
    assert.deepEqual(arrays, [
      ['shop.list', 'All of them'],
      ['connection.list', 'All of them'],
      ['health.list', 'The gravest 500 at most'],
      ['conversions.targets', 'All of them'],
    ])
  })

  test('says what failures look like, and which scope opens what', async () => {
    const problem = description[0]?.answers.get(404)
    assert.ok(problem)
    problem.parse((await getJson<unknown>(installation, '/api/v1/nothing')).body)
    const { components: parts } = openDescription((await getJson<unknown>(installation, '/api/v1/openapi.json')).body)
    assert.deepEqual(Object.keys(parts.securitySchemes), ['key', 'session', 'oauth'])
    const named = new Set(description.flatMap(({ scopes }) => scopes))
    assert.deepEqual(named, new Set(usefulScopes), 'every scope that can be chosen opens something')
  })
})

suite('the client that is made from it', () => {
  const client = openApiClient({ address: installation.address, key: key.key })

  test('asks, and its types are those of the answer', async () => {
    const { data, error } = await client.POST('/shops/{domain}/metrics/query', {
      params: { path: { domain } },
      body: { ...workedRange, metrics: ['sales'] },
    })
    assert.equal(error, undefined)
    assert.equal(data?.totals['sales'], '27.73')
    const listed = await client.GET('/shops')
    const names: paths['/shops']['get']['responses'][200]['content']['application/json'][number]['domain'][] =
      listed.data?.map((one) => one.domain) ?? []
    assert.deepEqual(names, [domain])
  })

  test('tells failures apart', async () => {
    const { data, error, response } = await client.GET('/shops/{domain}/connections', {
      params: { path: { domain: 'nothing.example' } },
    })
    const problem: components['schemas']['Problem'] | undefined = error
    assert.deepEqual([data, problem?.code, response.status], [undefined, 'not_found', 404])
  })
})
