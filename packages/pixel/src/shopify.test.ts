import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { follow, type ShopifyApi, type ShopifyConsent, type ShopifyEvent } from './shopify.ts'

const settings = { key: 'tk_0123456789abcdef01234567', to: 'https://stats.example/p/collect' }

interface Sent {
  readonly visitor?: string
  readonly source: string
  readonly consent: Record<string, string>
  readonly events: readonly Record<string, unknown>[]
}

/** Shopify's sandbox with a collector that responds with these statuses in turn. */
function openSandbox({ consent, statuses = [] }: { consent?: ShopifyConsent; statuses?: number[] }) {
  const heard = new Map<string, (event: ShopifyEvent) => void>()
  const sent: Sent[] = []
  const cookies: string[] = []
  let decide: ((event: { customerPrivacy: ShopifyConsent }) => void) | undefined
  let kept: string | null = null
  const api: ShopifyApi = {
    analytics: { subscribe: (name, hear) => heard.set(name, hear) },
    browser: {
      cookie: {
        get: async () => kept,
        async set(cookie) {
          cookies.push(cookie)
          kept = /^ts_v=([^;]*)/.exec(cookie)?.[1] ?? null
        },
      },
    },
    init: consent ? { customerPrivacy: consent } : {},
    customerPrivacy: {
      subscribe: (_name, hear) => {
        decide = hear
      },
    },
  }
  const waiting: (() => void)[] = []
  globalThis.fetch = async (_to, init) => {
    assert.ok(typeof init?.body === 'string')
    sent.push(JSON.parse(init.body))
    for (const wake of waiting.splice(0)) wake()
    return new Response(null, { status: statuses.shift() ?? 204 })
  }
  follow(api, settings)
  return {
    sent,
    cookies,
    decide: (status: ShopifyConsent) => decide?.({ customerPrivacy: status }),
    /** Emits an event and waits until it is sent. */
    async tell(name: string, data: ShopifyEvent['data'] = {}) {
      const isSent = new Promise<void>((resolve) => waiting.push(resolve))
      heard.get(name)?.({
        id: `sh-${name}-${sent.length}`,
        name,
        timestamp: '2026-03-01T10:00:00.000Z',
        context: {
          document: { location: { href: 'https://shop.example/?utm_source=x' }, referrer: 'https://a.example/' },
        },
        data,
      })
      await isSent
      await new Promise((resolve) => setImmediate(resolve))
    },
  }
}

const granted = { analyticsProcessingAllowed: true, marketingAllowed: true }

suite('the code of Shopify’s pixel', () => {
  test('keeps one visitor in a cookie of the shop and names it with every event', async () => {
    const sandbox = openSandbox({ consent: granted })
    await sandbox.tell('page_viewed')
    await sandbox.tell('product_added_to_cart', {
      cartLine: { cost: { totalAmount: { amount: 12.5, currencyCode: 'EUR' } } },
    })
    const [first, second] = sandbox.sent
    assert.match(first?.visitor ?? '', /^[0-9a-f]{32}$/)
    assert.equal(second?.visitor, first?.visitor)
    assert.equal(first?.source, 'extension')
    assert.equal(first?.consent.ad_user_data, 'granted')
    assert.deepEqual(
      [first?.events[0]?.name, second?.events[0]?.name, second?.events[0]?.value, second?.events[0]?.currency],
      ['page_view', 'add_to_cart', '12.5', 'EUR'],
    )
    assert.match(sandbox.cookies[0] ?? '', /^ts_v=[0-9a-f]{32}; path=\/; max-age=34560000; samesite=lax; secure$/)
  })

  test('a finished checkout names its order by number and by token', async () => {
    const sandbox = openSandbox({ consent: granted })
    await sandbox.tell('checkout_completed', {
      checkout: {
        token: 'abc',
        order: { id: 'gid://shopify/OrderIdentity/4711' },
        totalPrice: { amount: 99, currencyCode: 'SEK' },
      },
    })
    const { name, order, checkout, value, currency } = sandbox.sent[0]?.events[0] ?? {}
    assert.deepEqual([name, order, checkout, value, currency], ['purchase', '4711', 'abc', '99', 'SEK'])
  })

  test('without consent no visitor is made, and none is named', async () => {
    for (const consent of [undefined, { analyticsProcessingAllowed: false, marketingAllowed: false }]) {
      const sandbox = openSandbox(consent ? { consent } : {})
      await sandbox.tell('page_viewed')
      assert.equal(sandbox.sent[0]?.visitor, undefined)
      assert.equal(sandbox.sent[0]?.consent.analytics_storage, consent ? 'denied' : 'unknown')
      assert.deepEqual(sandbox.cookies, [])
    }
  })

  test('a withdrawal deletes the cookie; a later consent makes another visitor', async () => {
    const sandbox = openSandbox({ consent: granted })
    await sandbox.tell('page_viewed')
    sandbox.decide({ analyticsProcessingAllowed: false, marketingAllowed: false })
    await sandbox.tell('page_viewed')
    assert.match(sandbox.cookies.at(-1) ?? '', /^ts_v=; path=\/; max-age=0/)
    assert.equal(sandbox.sent[1]?.visitor, undefined)
    sandbox.decide(granted)
    await sandbox.tell('page_viewed')
    assert.match(sandbox.sent[2]?.visitor ?? '', /^[0-9a-f]{32}$/)
    assert.notEqual(sandbox.sent[2]?.visitor, sandbox.sent[0]?.visitor)
  })

  test('what the collector could not keep goes with the next event; what it refuses does not', async () => {
    const sandbox = openSandbox({ consent: granted, statuses: [503, 400, 204] })
    await sandbox.tell('page_viewed')
    await sandbox.tell('product_viewed')
    await sandbox.tell('checkout_started')
    assert.deepEqual(
      sandbox.sent.map(({ events }) => events.map(({ name }) => name)),
      [['page_view'], ['page_view', 'product_view'], ['checkout_start']],
    )
  })
})
