import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import type { ConversionRequest } from '../conversions/contract.ts'
import { hashed } from '../conversions/hashing.ts'
import { nobody, samplePurchase } from '../conversions/sample-purchase.testing.ts'
import { connect } from './connect.ts'
import { toGoogleEvent } from './conversion-body.ts'
import { conversions } from './conversions.ts'
import { dataManagerScope } from './data-manager.ts'
import { shopAccount, startFixture } from './testing.ts'

const now = new Date('2026-11-20T12:00:00Z')
const adwords = 'https://www.googleapis.com/auth/adwords'
const day = 86_400_000
const setup = { destination: `${shopAccount.id}/6500`, eventName: 'Purchase', token: '' }

async function startSending(t: Parameters<typeof startFixture>[0], scopes = [adwords, dataManagerScope]) {
  const fixture = await startFixture(t)
  const { accessToken, accessExpiresAt, refreshToken } = fixture.fake.grant(undefined, scopes)
  const settings = { accessToken, accessExpiresAt: accessExpiresAt.toISOString(), refreshToken }
  const send = async (more: Partial<ConversionRequest> = {}) =>
    await conversions.send(fixture.ctx({ settings }), { setup, events: [samplePurchase(now)], ...more })
  return { ...fixture, settings, send }
}

suite('an order in Google’s terms', () => {
  test('has the order’s number as transaction ID, hashed people without dots in Google’s mail, and consent', () => {
    const clicks = { gclid: { id: 'Cj0K', at: now }, gbraid: { id: 'x', at: now } }
    assert.deepEqual(toGoogleEvent(samplePurchase(now, { clicks })), {
      destinationReferences: ['orders'],
      transactionId: '1001',
      eventTimestamp: '2026-11-20T11:00:00Z',
      eventSource: 'WEB',
      currency: 'EUR',
      conversionValue: 94.9,
      adIdentifiers: { gclid: 'Cj0K' },
      userData: {
        userIdentifiers: [{ emailAddress: hashed('janedoe@gmail.com') }, { phoneNumber: hashed('+4930123456') }],
      },
      consent: { adUserData: 'CONSENT_GRANTED', adPersonalization: 'CONSENT_DENIED' },
    })
  })

  test('names a whole address or none, and no personalisation where nobody said', () => {
    const purchase = samplePurchase(now, { mayPersonalise: undefined })
    const buyer = { ...purchase.buyer, firstName: ' Zoë ', lastName: 'O’Hara', postcode: '10115' }
    const event = toGoogleEvent({ ...purchase, buyer })
    assert.deepEqual(Object(event['userData']).userIdentifiers[2], {
      address: { givenName: hashed('zoë'), familyName: hashed('ohara'), regionCode: 'DE', postalCode: '10115' },
    })
    assert.deepEqual(event['consent'], { adUserData: 'CONSENT_GRANTED' })
  })

  test('forgets clicks of more than 90 days before', () => {
    const clicks = { gclid: { id: 'old', at: new Date(now.getTime() - 92 * day) }, wbraid: { id: 'w', at: now } }
    assert.deepEqual(toGoogleEvent(samplePurchase(now, { clicks }))['adIdentifiers'], { wbraid: 'w' })
  })
})

suite('sending orders to Google', () => {
  test('is accepted under a request, of which Google says later what became of it', async (t) => {
    const { send, fake, ctx, settings, at } = await startSending(t)
    const [outcome] = await send()
    assert.ok(outcome?.kind === 'accepted' && outcome.receipt)
    assert.deepEqual(outcome.keys, ['emailAddress', 'phoneNumber'])
    assert.deepEqual([...fake.conversions.counted('6500')], [['1001', 94.9]])
    const confirm = async () => await conversions.confirm?.(ctx({ settings }), outcome.receipt ?? '')
    assert.deepEqual(await confirm(), { kind: 'processing' })
    at('2026-11-20T12:40:00Z')
    assert.deepEqual(await confirm(), { kind: 'counted', answer: 'Processed' })
  })

  test('a request that Google could not use says why', async (t) => {
    const { send, fake, ctx, settings, at } = await startSending(t)
    fake.conversions.ends = 'FAILED'
    const [outcome] = await send()
    assert.ok(outcome?.kind === 'accepted' && outcome.receipt)
    at('2026-11-20T12:40:00Z')
    const said = await conversions.confirm?.(ctx({ settings }), outcome.receipt)
    assert.deepEqual(said, {
      kind: 'failed',
      message: 'Google took the request and could not use it: INVALID_GCLID (1).',
    })
  })

  test('a later value of the same order takes the place of the first one', async (t) => {
    const { send, fake } = await startSending(t)
    await send()
    await send({ events: [samplePurchase(now, { value: '50' })] })
    assert.deepEqual([...fake.conversions.counted('6500')], [['1001', 50]])
  })

  test('an order that Google complains of is refused alone, with its reason', async (t) => {
    const { send, fake } = await startSending(t)
    const events = [0, 1, 2].map((index) =>
      samplePurchase(now, { orderId: String(index), ...(index === 1 ? { currency: 'euro' } : {}) }),
    )
    const refused = (await send({ events })).filter(({ kind }) => kind === 'refused')
    assert.deepEqual(
      refused.map((one) => [one.orderId, one.kind === 'refused' ? one.message : '']),
      [['1', 'Google did not accept what is in the order (INVALID_CURRENCY_CODE: The currency is not known.).']],
    )
    assert.equal(fake.conversions.received.length, 2)
  })

  test('orders without anything to find somebody by, or older than 90 days, are not sent', async (t) => {
    const { send, fake } = await startSending(t)
    const old = new Date(now.getTime() - 91 * day)
    const outcomes = await send({
      events: [samplePurchase(now, { buyer: nobody }), samplePurchase(now, { orderId: 'old', at: old })],
    })
    assert.deepEqual(
      outcomes.map(({ kind }) => kind),
      ['refused', 'refused'],
    )
    assert.equal(fake.conversions.received.length, 0)
  })

  test('a trial is checked and stored nowhere', async (t) => {
    const { send, fake } = await startSending(t)
    assert.equal((await send({ test: '' }))[0]?.kind, 'accepted')
    assert.equal(fake.conversions.received.length, 0)
  })

  test('access that only reads, a wrong action, quotas and faults leave the orders waiting, each as what it is', async (t) => {
    const readOnly = await startSending(t, [adwords])
    const [scope] = await readOnly.send()
    assert.ok(scope?.kind === 'waits')
    assert.equal(scope.failure.kind, 'permission')
    assert.match(scope.failure.message, /connect Google Ads again/)
    const { send, fake } = await startSending(t)
    const failureOf = async (more: Partial<ConversionRequest> = {}) => {
      const [outcome] = await send(more)
      assert.ok(outcome?.kind === 'waits')
      return outcome.failure
    }
    const wrong = await failureOf({ setup: { ...setup, destination: `${shopAccount.id}/6502` } })
    assert.equal(wrong.kind, 'permission')
    assert.match(wrong.message, /Choose another one/)
    fake.faults.add({ kind: 'status', status: 503 })
    assert.equal((await failureOf()).kind, 'transient')
    fake.faults.clear()
    fake.faults.add({ kind: 'edge', status: 429, word: 'RESOURCE_EXHAUSTED' })
    assert.equal((await failureOf()).kind, 'throttled')
    fake.faults.clear()
    fake.faults.add({ kind: 'edge', status: 403, word: 'PERMISSION_DENIED', reason: 'SERVICE_DISABLED' })
    assert.match((await failureOf()).message, /Data Manager API is not enabled/)
  })

  test('an access token that ended is renewed on the way', async (t) => {
    const { fake, ctx, settings } = await startSending(t)
    fake.world.grants.expireAccess()
    const around = ctx({ settings, renew: async (_spent, grant) => ({ ...settings, ...(await grant(settings)) }) })
    const [outcome] = await conversions.send(around, { setup, events: [samplePurchase(now)] })
    assert.equal(outcome?.kind, 'accepted')
  })

  test('purchase actions of the chosen accounts that take orders are listed', async (t) => {
    const { ctx } = await startSending(t)
    assert.deepEqual(await conversions.listDestinations(ctx()), [
      { id: setup.destination, label: 'Purchase (website) · Shop' },
    ])
    assert.match(setup.destination, conversions.destination.pattern)
  })

  test('whoever connects is asked for the permission to tell of orders only where the operator wants that', async () => {
    const scopesOf = async (app: Readonly<Record<string, string>>) => {
      const returnUrl = 'https://tillsight.example/connect/return/googleads'
      const start = { values: {}, state: 's', callbackUrl: '', returnUrl, access: 'read', app } as const
      const url = new URL((await connect.redirect?.start(start)) ?? '')
      return url.searchParams.get('scope')?.split(' ')
    }
    assert.deepEqual(await scopesOf({}), ['openid', 'email', adwords])
    assert.deepEqual(await scopesOf({ sendConversions: '1' }), ['openid', 'email', adwords, dataManagerScope])
  })

  test('a grant that is known to only read is told before anything is sent', () => {
    assert.match(conversions.lacks({ refreshToken: 'x', grantedScopes: adwords }, setup) ?? '', /datamanager/)
    assert.equal(
      conversions.lacks({ refreshToken: 'x', grantedScopes: `${adwords} ${dataManagerScope}` }, setup),
      undefined,
    )
    assert.match(conversions.lacks({}, setup) ?? '', /Connect Google Ads first/)
  })
})
