import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import fc from 'fast-check'
import { ConnectorError } from '../failures.ts'
import type { PurchaseEvent } from './contract.ts'
import { samplePurchase } from './sample-purchase.testing.ts'
import { sendInHalves } from './sending.ts'

const now = new Date('2026-11-20T12:00:00Z')

function orders(count: number): PurchaseEvent[] {
  return Array.from({ length: count }, (_, index) => samplePurchase(now, { orderId: String(index) }))
}

const badEvent = new ConnectorError({ kind: 'bad_request', message: 'This one is wrong.', platformCode: 'event' })
const isAboutEvent = ({ platformCode = '' }: { readonly platformCode?: string }) => platformCode === 'event'

const whyUseless = () => undefined

/** A platform that refuses a whole request for one bad order in it. */
function strict(bad: ReadonlySet<string>) {
  const requests: string[][] = []
  const request = async (events: readonly PurchaseEvent[]) => {
    requests.push(events.map(({ orderId }) => orderId))
    if (events.some(({ orderId }) => bad.has(orderId))) throw badEvent
    return { answer: 'OK' }
  }
  return { requests, request }
}

suite('sending to a platform that refuses a request for one event in it', () => {
  test('exactly the bad ones are refused, and every other one is sent once, whichever they are', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 40 }),
        fc.integer({ min: 1, max: 17 }),
        fc.array(fc.nat(39)),
        async (count, most, picked) => {
          const bad = new Set(picked.map(String))
          const platform = strict(bad)
          const outcomes = await sendInHalves(orders(count), {
            most,
            keysOf: () => [],
            whyUseless,
            request: platform.request,
            isAboutEvent,
          })
          assert.deepEqual(
            outcomes.map(({ orderId }) => orderId).toSorted(),
            orders(count)
              .map(({ orderId }) => orderId)
              .toSorted(),
          )
          for (const { orderId, kind } of outcomes) assert.equal(kind, bad.has(orderId) ? 'refused' : 'accepted')
          const good = platform.requests.filter((ids) => !ids.some((id) => bad.has(id))).flat()
          assert.equal(new Set(good).size, good.length, 'nothing that was taken is sent again')
          assert.ok(platform.requests.every((ids) => ids.length <= most))
        },
      ),
    )
  })

  test('what is of no use is refused without asking, and keeps nothing else from being sent', async () => {
    const { request, requests } = strict(new Set())
    const outcomes = await sendInHalves(orders(3), {
      most: 9,
      keysOf: () => ['em'],
      whyUseless: ({ orderId }) => (orderId === '1' ? 'It is too old.' : undefined),
      request,
      isAboutEvent,
    })
    assert.deepEqual(requests, [['0', '2']])
    assert.deepEqual(
      outcomes.filter(({ kind }) => kind === 'refused'),
      [{ orderId: '1', kind: 'refused', keys: ['em'], message: 'It is too old.' }],
    )
  })

  test('what was taken before a failure stays taken; the rest waits with the failure', async () => {
    let requests = 0
    const outcomes = await sendInHalves(orders(5), {
      most: 2,
      keysOf: () => ['em'],
      whyUseless,
      async request() {
        requests += 1
        if (requests > 1) throw new ConnectorError({ kind: 'transient', message: 'It is down.' })
        return { answer: 'OK' }
      },
      isAboutEvent,
    })
    assert.deepEqual(
      outcomes.map(({ kind }) => kind),
      ['accepted', 'accepted', 'waits', 'waits', 'waits'],
    )
    assert.equal(requests, 2)
  })

  test('a fault that is no platform’s is thrown on', async () => {
    const request = async () => {
      throw new TypeError('a bug')
    }
    await assert.rejects(
      sendInHalves(orders(1), { most: 9, keysOf: () => [], whyUseless, request, isAboutEvent }),
      TypeError,
    )
  })
})
