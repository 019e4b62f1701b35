import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, suite, test } from 'node:test'
import { addMembership, listStrangeBillingEvents } from '@tillsight/database'
import { getJson, type Problem, postJson } from '../testing/http.ts'
import { addShop, startInstallation } from '../testing/installation.ts'
import { addPerson } from '../testing/people.ts'
import { startSoldPlans } from '../testing/sold-plans.ts'
import { waitFor } from '../testing/temporary.ts'

const { fake, stripe, tell } = await startSoldPlans({ after })
const installation = await startInstallation({ after }, { stripe })
tell(installation)
const db = installation.runtime.stores.database.kysely
await addShop(installation, { domain: 'nord.example' })
const { organisation } = await installation.contexts.anyShop()
const billing = `/api/v1/organisations/${organisation}/billing`

interface Standing {
  readonly subscription: { readonly status: string; readonly plan: string | null } | null
  readonly access: { readonly kind: string; readonly problem: string | null }
}

const standing = async () => (await getJson<Standing>(installation, `${billing}/standing`)).body
const becomes = (status: string) =>
  waitFor(`a subscription that is ${status}`, async () =>
    (await standing()).subscription?.status === status ? true : undefined,
  )

interface Listed {
  readonly current_subscription: Readonly<Record<string, unknown>> | null
}

test('a plan is bought on the page of the payment service, which tells of it; so are its troubles and its end', async () => {
  assert.deepEqual((await standing()).access.problem, 'choose_plan')
  const { body } = await postJson<{ url: string }>(installation, `${billing}/checkout`, {
    body: { plan: 'small', interval: 'month' },
  })
  const { location } = await fake.press(body.url, { do: 'subscribe', card: '4242424242424242' })
  assert.match(location ?? '', new RegExp(`/account/billing\\?organisation=${organisation}&session=cs_`))
  // Nobody opens the page that the browser returns to: the webhook is enough.
  await becomes('trialing')
  const { body: shops } = await getJson<readonly Listed[]>(installation, '/api/shop/lists')
  const [shop] = shops
  assert.deepEqual(Object.keys(shop?.current_subscription ?? {}), [
    'plan',
    'status',
    'current_period_end',
    'cancel_at_period_end',
    'trial_end',
  ])
  assert.equal(shop?.current_subscription?.['plan'], 'small')
  await fake.advance({ days: 14, hours: 2 })
  await becomes('active')
  const customer = [...fake.test.customers.keys()].at(-1) ?? ''
  fake.setCard(customer, '4000000000000341')
  await fake.advance({ days: 31, hours: 2 })
  await becomes('past_due')
  await fake.advance({ days: 30 })
  await becomes('canceled')
  assert.deepEqual((await standing()).access.kind, 'read_only')
  const keys = await postJson<Problem>(installation, `/api/v1/organisations/${organisation}/keys`, {
    body: { name: 'x', scopes: ['metrics:read'] },
  })
  assert.deepEqual([keys.status, keys.body.code], [409, 'conflict'])
  assert.match(keys.body.detail, /read only/)
})

suite('an event', () => {
  const eventOf = (change: object = {}) => ({
    id: `evt_${randomUUID()}`,
    object: 'event',
    type: 'customer.subscription.updated',
    created: 1795372800,
    livemode: false,
    data: { object: { id: 'sub_x', object: 'subscription', customer: 'cus_of_another_installation' } },
    ...change,
  })
  const send = async (event: object, signature?: string) => {
    const body = JSON.stringify(event)
    const headers = { 'stripe-signature': signature ?? fake.sign(body, stripe.webhookSecret) }
    const response = await installation.fetchAsVisitor('/webhooks/stripe', { method: 'POST', body, headers })
    await response.arrayBuffer()
    return response.status
  }
  const isKept = async ({ id }: { readonly id: string }) =>
    (await db.selectFrom('billingEvents').select('id').where('id', '=', id).execute()).length > 0

  test('with a wrong, an old or no signature, or of the other mode, is refused, and nothing is stored', async () => {
    const event = eventOf()
    const body = JSON.stringify(event)
    assert.equal(await send(event, fake.sign(body, 'whsec_wrong')), 400)
    assert.equal(await send(event, fake.sign(body, stripe.webhookSecret, new Date(Date.now() - 301_000))), 400)
    assert.equal(await send(event, ''), 400)
    const live = eventOf({ livemode: true })
    assert.equal(await send(live), 400)
    assert.deepEqual([await isKept(event), await isKept(live)], [false, false])
  })

  test('of an unknown kind is kept as seen', async () => {
    const event = eventOf({ type: 'radar.something' })
    assert.equal(await send(event), 200)
    assert.ok(await isKept(event))
  })

  test('of a customer that nobody here knows is taken, again and again, and administrators are told', async () => {
    const event = eventOf()
    for (let times = 0; times < 3; times += 1) assert.equal(await send(event), 200)
    await waitFor('the event to be found strange', async () => {
      const strange = await listStrangeBillingEvents(db, new Date(0))
      return strange.some(({ id }) => id === event.id) ? true : undefined
    })
  })

  test('that is nonsense is refused as such', async () => {
    const sendText = async (body: string) => {
      const headers = { 'stripe-signature': fake.sign(body, stripe.webhookSecret) }
      return (await installation.fetchAsVisitor('/webhooks/stripe', { method: 'POST', body, headers })).status
    }
    for (const body of ['', '{', '[]', 'null', '{"id":1}', '{"object":"event"}'])
      assert.equal(await sendText(body), 400, body)
  })
})

suite('what is bought', () => {
  test('is the owners’ business', async () => {
    const admin = await addPerson(installation, `admin-${randomUUID()}@example.com`)
    await addMembership(db, { organisationId: organisation, personId: admin.id, role: 'admin', shopIds: null })
    const ask = async (path: string, init: RequestInit = {}) => {
      const headers = admin.headers({ 'content-type': 'application/json' })
      return (await installation.fetchAsVisitor(path, { ...init, headers })).status
    }
    assert.equal(await ask(billing), 200)
    assert.equal(await ask(`${billing}/usage`), 200)
    assert.equal(await ask(`${billing}/invoices`), 403)
    const body = JSON.stringify({ plan: 'small', interval: 'month' })
    assert.equal(await ask(`${billing}/checkout`, { method: 'POST', body }), 403)
    const stranger = await addPerson(installation, `stranger-${randomUUID()}@example.com`)
    assert.equal((await installation.fetchAsVisitor(billing, { headers: stranger.headers() })).status, 404)
  })

  test('cannot be bought while the payment service is away, which is told as such', async () => {
    fake.faults.add({ kind: 'api_error', times: 20, path: '/v1/' })
    const { status, body } = await postJson<Problem>(installation, `${billing}/checkout`, {
      body: { plan: 'small', interval: 'month' },
    })
    assert.deepEqual([status, body.code], [503, 'unavailable'])
  })
})
