import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { fillShop } from '../../../../simulators/shopify/index.ts'
import type { ConnectionSettings, ConnectorContext, WebhookHint } from '../contract.ts'
import { isConnectorError } from '../failures.ts'
import { checkShop } from './check.ts'
import { connect } from './connect.ts'
import { type Fixture, makeShopOrder, startFixture, startReceiver } from './testing.ts'
import { webhooks } from './webhooks.ts'

const returnUrl = 'https://tillsight.example/back'

/** Goes through Shopify's page like a browser, and approves. */
async function approve({ app }: Fixture, values: ConnectionSettings): Promise<Record<string, string>> {
  const { redirect } = connect
  assert.ok(redirect)
  const start = { values, state: 'state-1', callbackUrl: returnUrl, returnUrl, access: 'read', app } as const
  const response = await fetch(await redirect.start(start), { method: 'POST', redirect: 'manual' })
  return Object.fromEntries(new URL(response.headers.get('location') ?? '').searchParams)
}

async function exchange({ app, ctx }: Fixture, query: Record<string, string>, values: ConnectionSettings) {
  const { redirect } = connect
  assert.ok(redirect?.exchange)
  const { http, clock } = ctx()
  return await redirect.exchange({ query, values, returnUrl, app, http, clock })
}

function fails(kind: string, words: RegExp) {
  return (error: unknown) => {
    if (!isConnectorError(error)) throw error
    assert.equal(error.failure.kind, kind, error.failure.message)
    assert.match(error.failure.message, words)
    return true
  }
}

describe('connecting a shop', () => {
  it('on screen ends with tokens that read, and works no second time with the same code', async (t) => {
    const fixture = await startFixture(t)
    const values = { url: fixture.shop.domain }
    const query = await approve(fixture, values)
    assert.equal(query.state, 'state-1')
    const settings = await exchange(fixture, query, values)
    const account = await checkShop(fixture.ctx({ settings }))
    assert.equal(account.id, fixture.shop.domain)
    assert.deepEqual(account.warnings, [])
    await assert.rejects(exchange(fixture, query, values), fails('reauth', /Start connecting again/))
  })

  it('on screen is refused when the address was not signed by the app’s secret', async (t) => {
    const fixture = await startFixture(t)
    fixture.shop.faults.add({ kind: 'wrong_hmac' })
    const values = { url: fixture.shop.domain }
    const query = await approve(fixture, values)
    await assert.rejects(exchange(fixture, query, values), fails('bad_request', /did not come from Shopify/))
  })

  it('works with client ID and secret of an app of the own organisation, and says it of another’s', async (t) => {
    const fixture = await startFixture(t, { app: { isPublic: false } })
    const { apiKey, apiSecret } = fixture.fake.app
    const settings = { url: fixture.shop.domain, clientId: apiKey, clientSecret: apiSecret }
    const { warnings } = await checkShop(fresh(fixture, settings))
    assert.deepEqual(warnings, [])
    await assert.rejects(
      checkShop(fresh(fixture, { ...settings, clientSecret: 'wrong' })),
      fails('reauth', /client ID and secret/),
    )
    fixture.shop.site.organisation = 'org-2'
    await assert.rejects(checkShop(fresh(fixture, settings)), fails('permission', /different Shopify organisations/))
  })

  it('works with a pasted token that never ends, and says what its missing secret means', async (t) => {
    const fixture = await startFixture(t, { app: { isPublic: false } })
    const { accessToken: token } = fixture.shop.install({ kind: 'permanent' })
    const { warnings } = await checkShop(fixture.ctx({ settings: { url: fixture.shop.domain, token } }))
    assert.match(warnings.join(), /API secret key/)
    const wrong = { url: fixture.shop.domain, token: 'shpat_wrong' }
    await assert.rejects(checkShop(fixture.ctx({ settings: wrong })), fails('reauth', /Connect it again/))
    const nowhere = { url: 'nobody', token }
    await assert.rejects(checkShop(fixture.ctx({ settings: nowhere })), fails('account_state', /no shop at nobody/))
  })

  it('exchanges a token from before tokens ended, once', async (t) => {
    const fixture = await startFixture(t)
    const { accessToken } = fixture.shop.install({ kind: 'permanent' })
    const settings = { url: fixture.shop.domain, accessToken }
    const account = await checkShop(fresh(fixture, settings))
    assert.equal(account.id, fixture.shop.domain)
  })

  it('says which permissions are missing and what each would bring', async (t) => {
    const approvedScopes = ['read_orders', 'read_products', 'write_products']
    const fixture = await startFixture(t, { app: { approvedScopes } })
    fixture.shop.tokens.setScopes(['read_orders', 'write_products'])
    const { warnings } = await checkShop(fixture.ctx())
    const named = warnings.flatMap((warning) => /access scope (\w+)/.exec(warning)?.[1] ?? [])
    assert.ok(named.includes('read_inventory') && named.includes('read_all_orders'))
    assert.ok(!named.includes('read_products'), 'whoever may write may read')
    fixture.shop.tokens.setScopes(['read_products'])
    await assert.rejects(checkShop(fixture.ctx()), fails('permission', /read_orders/))
  })

  it('notices that personal data is not approved, and goes on', async (t) => {
    const fixture = await startFixture(t, { app: { customerData: 1 } })
    await fillShop(fixture.shop, { orders: [makeShopOrder(1, '2026-03-01T10:00:00Z')] })
    const { warnings } = await checkShop(fixture.ctx())
    assert.match(warnings.join(), /protected customer data/)
  })
})

/** A context whose stored settings start as these. */
function fresh({ ctx }: Fixture, settings: ConnectionSettings): ConnectorContext {
  return ctx({ settings, renew: async (_spent, grant) => ({ ...settings, ...(await grant(settings)) }) })
}

describe('announcements', () => {
  it('are subscribed once, repaired when Shopify dropped some, and taken away again', async (t) => {
    const fixture = await startFixture(t)
    const target = { url: 'https://tillsight.example/webhooks/shopify/c1', secret: '' }
    const before = { topic: 'ORDERS_CREATE', input: { uri: 'https://old.example/webhooks/shopify/c1' } }
    const others = { topic: 'ORDERS_CREATE', input: { uri: 'https://erp.example/hooks/shopify' } }
    for (const { topic, input } of [before, others]) await subscribe(fixture, topic, input.uri)
    const first = await webhooks.ensure(fixture.ctx(), target)
    assert.equal(first.active, webhooks.topics.length)
    assert.equal(first.reactivated, 0)
    assert.deepEqual(urisOf(fixture), [target.url, 'https://erp.example/hooks/shopify'].sort())
    const again = await webhooks.ensure(fixture.ctx(), target)
    assert.equal(again.reactivated, 0)
    assert.equal(fixture.shop.webhooks.list().length, webhooks.topics.length + 1)
    const [lost] = fixture.shop.webhooks.list().filter(({ uri }) => uri === target.url)
    fixture.shop.webhooks.remove(lost?.id ?? 0)
    assert.equal((await webhooks.ensure(fixture.ctx(), target)).reactivated, 1)
    await webhooks.remove(fixture.ctx(), target)
    assert.deepEqual(urisOf(fixture), ['https://erp.example/hooks/shopify'])
  })

  it('lead to the order as it is now, whatever of it changed, and to its deletion', async (t) => {
    const fixture = await startFixture(t)
    await fillShop(fixture.shop, {
      orders: [makeShopOrder(1, '2026-03-01T10:00:00Z'), makeShopOrder(2, '2026-03-01T11:00:00Z')],
    })
    const receiver = await startReceiver(t)
    await webhooks.ensure(fixture.ctx(), { url: receiver.url, secret: '' })
    fixture.shop.store.refundOrder(1, { lines: [{ lineId: 11, quantity: 1 }] })
    fixture.shop.store.deleteOrder(2)
    await fixture.fake.deliverWebhooks({ copies: 2, reversed: true })
    const secret = webhooks.signedWith?.(fixture.settings, fixture.app)[0] ?? ''
    const outcomes = receiver.received.map((delivery) =>
      webhooks.receive({ ...delivery, secret, settings: fixture.settings }),
    )
    const events = outcomes.flatMap((outcome) => (outcome.kind === 'event' ? [outcome] : []))
    assert.equal(outcomes.length, events.length)
    assert.ok(new Set(events.map(({ key }) => key)).size < events.length, 'a copy has the key of its original')
    const ids = new Set(events.map(({ hint }) => `${hint.type} ${hint.id}`))
    assert.ok(ids.has('order 1') && ids.has('order 2'))
    const resolve = async (id: string) =>
      (await webhooks.resolve(fixture.ctx(), { topic: 'orders/updated', type: 'order', id })).map(({ type }) => type)
    assert.deepEqual(await resolve('1'), ['order', 'refund', 'refund_set'])
    assert.deepEqual(await resolve('2'), ['deletion'])
    const asked = fixture.fake.requests.length
    const hints = ['1', '2'].map((id) => ({ topic: 'orders/updated', type: 'order', id }) as const)
    const together = (await webhooks.resolveMany?.(fixture.ctx(), hints)) ?? []
    assert.deepEqual(
      together.map(({ type }) => type),
      ['order', 'refund', 'refund_set', 'deletion'],
    )
    const what = 'many take no more than one, one about those missing and one about what came back into stock'
    assert.equal(fixture.fake.requests.length - asked, 4, what)
    assert.equal(
      (await webhooks.resolve(fixture.ctx(), { topic: 'products/delete', type: 'product', id: '9' }))[0]?.type,
      'deletion',
    )
  })
})

describe('announcements of products, costs and customers', () => {
  it('lead to the record as it is now, to its deletion, or to the orders of customers that became one', async (t) => {
    const fixture = await startFixture(t)
    const at = '2026-03-01T10:00:00Z'
    await fillShop(fixture.shop, {
      orders: [
        makeShopOrder(1, at, { customerId: 41 }),
        makeShopOrder(2, at, { customerId: 42 }),
        makeShopOrder(3, at),
      ],
      customers: [
        { id: 41, email: 'ida@example.net', createdAt: at },
        { id: 42, email: 'ida@example.org', createdAt: at },
      ],
      products: [
        {
          id: 310,
          title: 'Socks',
          createdAt: at,
          variants: [{ id: 314, inventoryItemId: 315, sku: 'S', price: '11.90', cost: '5.10' }],
        },
      ],
    })
    const resolve = (topic: string, type: WebhookHint['type'], id: string) =>
      webhooks.resolve(fixture.ctx(), { topic, type, id })
    fixture.shop.store.setCost(315, '4.75')
    const [product] = await resolve('inventory_items/update', 'inventory_item', '315')
    assert.ok(product?.type === 'product')
    assert.deepEqual([product.id, product.variants[0]?.cost], ['310', '4.75'])
    assert.deepEqual(await resolve('inventory_items/update', 'inventory_item', '999'), [])
    const [customer] = await resolve('customers/update', 'customer', '41')
    assert.deepEqual(customer?.type === 'customer' && [customer.id, customer.email], ['41', 'ida@example.net'])
    fixture.shop.store.mergeCustomers(41, 42)
    const merged = await resolve('customers/merge', 'merged_customer', '41')
    assert.deepEqual(
      merged.map((one) => [one.type, one.type === 'order' ? `${one.id} of ${one.customer.platformId}` : '']),
      [
        ['customer', ''],
        ['order', '1 of 41'],
        ['order', '2 of 41'],
      ],
    )
    const asked = fixture.fake.requests.length
    const hints = ['41', '42'].map((id) => ({ topic: 'customers/update', type: 'customer', id }) as const)
    const many = await webhooks.resolveMany?.(fixture.ctx(), hints)
    assert.deepEqual(
      many?.map(({ type }) => type),
      ['customer', 'deletion'],
    )
    assert.equal(fixture.fake.requests.length - asked, 2, 'one question for all, and one for who is gone')
    const [gone] = await resolve('customers/delete', 'customer', '42')
    assert.deepEqual(gone?.type === 'deletion' && [gone.of, gone.id], ['customer', '42'])
    fixture.shop.tokens.setScopes(['read_orders', 'read_products'])
    assert.deepEqual(await resolve('customers/update', 'customer', '41'), [], 'not seeing one does not mean it is gone')
  })

  it('are signed with either client secret while one takes the place of the other', () => {
    const granted = { url: 'a.myshopify.com', accessToken: 'shpat_1' }
    const app = { apiSecret: 'new', previousSecret: 'old' }
    assert.deepEqual(webhooks.signedWith?.(granted, app), ['new', 'old'])
    assert.deepEqual(webhooks.signedWith?.(granted, { apiSecret: 'new', previousSecret: '' }), ['new'])
    const own = { url: 'a.myshopify.com', clientId: 'c', clientSecret: 'mine' }
    assert.deepEqual(webhooks.signedWith?.(own, app), ['mine'])
    assert.deepEqual(webhooks.signedWith?.({ url: 'a.myshopify.com', token: 'shpat_1' }, app), [])
  })
})

function urisOf({ shop }: Fixture): string[] {
  return [...new Set(shop.webhooks.list().map(({ uri }) => uri))].sort()
}

async function subscribe({ shop, settings }: Fixture, topic: string, uri: string): Promise<void> {
  const query = `mutation { webhookSubscriptionCreate(topic: ${topic}, webhookSubscription: { uri: "${uri}" }) { userErrors { message } } }`
  const headers = { 'content-type': 'application/json', 'x-shopify-access-token': settings.accessToken ?? '' }
  await fetch(`${shop.url}/admin/api/2026-10/graphql.json`, {
    method: 'POST',
    headers,
    body: JSON.stringify({ query }),
  })
}
