import assert from 'node:assert/strict'
import { describe, it, type TestContext } from 'node:test'
import type { Fault } from '../../../../simulators/woocommerce/index.ts'
import { type ConnectorFailure, type FailureKind, isConnectorError, toldWhenAsked, withPatience } from '../failures.ts'
import { woocommerce } from './index.ts'
import { ordersStream } from './orders.ts'
import { collectPages, type Fixture, idsOf, makeOrders, startFixture } from './testing.ts'

async function connected(t: TestContext, options = {}): Promise<Fixture> {
  const fixture = await startFixture(t, options)
  await fixture.fake.store.fill({ orders: makeOrders(120) })
  return fixture
}

async function failureOf(work: Promise<unknown>): Promise<ConnectorFailure> {
  const error = await work.then(
    () => undefined,
    (reason: unknown) => reason,
  )
  if (!isConnectorError(error)) throw error ?? new Error('It did not fail')
  return error.failure
}

/** Reads orders during a fault and returns the failure. */
async function failureWith(t: TestContext, fault: Fault): Promise<{ failure: ConnectorFailure; fixture: Fixture }> {
  const trial = await connected(t)
  trial.fake.faults.add(fault)
  return { failure: await failureOf(collectPages(ordersStream.increment(trial.ctx(), null))), fixture: trial }
}

/** Reads orders during a fault and returns what was read in the end. */
async function readingWith(t: TestContext, fault: Fault) {
  const trial = await connected(t)
  trial.fake.faults.add(fault)
  const pages = await collectPages(ordersStream.increment(trial.ctx(), null))
  const ids = new Set(idsOf(pages))
  return { count: ids.size, warnings: pages.flatMap((page) => page.warnings), trial }
}

function assertFailure(failure: ConnectorFailure, kind: FailureKind, words: RegExp): void {
  assert.equal(failure.kind, kind, failure.message)
  assert.match(failure.message, words)
}

/**
 * Asserts that the failure is first retried and gets its real kind after an hour; somebody who waits for the response is told
 * immediately.
 */
function assertMayPass(failure: ConnectorFailure, kind: FailureKind, words: RegExp): void {
  assertFailure(failure, 'transient', words)
  assert.match(failure.message, /tried again within minutes/)
  assert.deepEqual([failure.worsens?.kind, failure.worsens?.afterMs], [kind, 3_600_000])
  for (const told of [failure.worsens?.message ?? '', toldWhenAsked(failure)]) {
    assert.match(told, words)
    assert.doesNotMatch(told, /tried again/)
  }
}

describe('What a shop that fails leads to', () => {
  it('names the shield, the path, our agent and our addresses when a firewall refuses', async (t) => {
    for (const [brand, name] of [
      ['wordfence', /Wordfence/],
      ['ithemes', /Solid Security/],
      ['cloudflare', /Cloudflare/],
      ['sucuri', /Sucuri/],
      ['siteground', /SiteGround/],
      ['imunify', /Imunify360/],
      ['imperva', /Imperva/],
      ['aws', /AWS WAF/],
      ['akamai', /Akamai/],
    ] as const) {
      const { failure } = await failureWith(t, { kind: 'shield', brand })
      assertMayPass(failure, 'permission', name)
      assert.match(failure.message, /\/wp-json\/wc\/\*.*192\.0\.2\.7.*Tillsight\/0\.1/)
    }
  })

  it('waits as told when throttled, and a minute when not told', async (t) => {
    const told = await readingWith(t, { kind: 'throttled', retryAfterSeconds: 7, times: 1 })
    assert.equal(told.count, 120)
    assert.deepEqual(told.trial.pauses, [7_000])
    const untold = await readingWith(t, { kind: 'throttled', times: 1 })
    assert.deepEqual(untold.trial.pauses, [60_000])
  })

  it('hands a long pause to the caller instead of sitting through it', async (t) => {
    const { failure, fixture: trial } = await failureWith(t, { kind: 'unavailable', retryAfterSeconds: 1_800 })
    assert.equal(failure.kind, 'throttled')
    assert.equal(failure.retryAfterMs, 1_800_000)
    assert.deepEqual(trial.pauses, [])
  })

  it('survives passing outages', async (t) => {
    for (const status of [500, 502, 504, 508, 522]) {
      const { count } = await readingWith(t, { kind: 'status', status, times: 2, route: 'orders' })
      assert.equal(count, 120, String(status))
    }
    for (const kind of ['drop', 'cut'] as const) {
      assert.equal((await readingWith(t, { kind, times: 2, route: 'orders' })).count, 120, kind)
    }
  })

  it('calls a lasting outage passing first and says what becomes of it', async (t) => {
    const { failure } = await failureWith(t, { kind: 'status', status: 502 })
    assertFailure(failure, 'transient', /status 502/)
    assert.equal(failure.worsens?.kind, 'account_state')
    assert.equal(failure.worsens?.afterMs, 86_400_000)
  })

  it('reads through noise before the data and names the plug-in that makes it', async (t) => {
    for (const kind of ['bom', 'comment', 'unlabelled_gzip', 'no_paging_headers'] as const) {
      assert.equal((await readingWith(t, { kind })).count, 120, kind)
    }
    const { count, warnings } = await readingWith(t, { kind: 'php_notice' })
    assert.equal(count, 120)
    assert.ok(
      warnings.some((warning) => warning.includes('“sample-addon”')),
      warnings.join(),
    )
  })

  it('takes a web page for a read failure that gets serious after an hour', async (t) => {
    const { failure } = await failureWith(t, { kind: 'html_page', route: 'orders' })
    assertMayPass(failure, 'account_state', /“Coming soon”/)
  })

  it('names the page that stands over the whole site, and waits for it to go', async (t) => {
    const faults: [Fault, RegExp][] = [
      [{ kind: 'redirect', to: '/my-account/', status: 302, route: '*' }, /sends our questions on to \/my-account\//],
      [{ kind: 'html_page', title: 'Wool &amp; Rig &#8211; Coming soon', route: '*' }, /“Wool & Rig – Coming soon”/],
      [
        { kind: 'redirect', to: '/my-account/', status: 302, route: 'root' },
        /sends our questions on to \/my-account\//,
      ],
      [{ kind: 'html_page', route: 'root' }, /“Coming soon”/],
      [
        { kind: 'status', status: 404, body: '<html>Not found</html>', route: 'root' },
        /No WordPress REST API was found/,
      ],
    ]
    for (const [fault, words] of faults) {
      const { failure } = await failureWith(t, fault)
      assertMayPass(failure, 'account_state', words)
    }
  })

  it('tells whoever connects what to do, not that it is tried again', async (t) => {
    const fixture = await connected(t)
    const unknown = { ...fixture.settings, url: 'http://no-such-shop.invalid' }
    const failure = await failureOf(woocommerce.check(fixture.ctx({ settings: unknown })))
    assert.match(failure.message, /We keep trying/)
    assert.match(toldWhenAsked(failure), /check that it opens in your browser/)
    assert.doesNotMatch(toldWhenAsked(failure), /keep trying/)
    fixture.fake.faults.add({ kind: 'status', status: 502, route: 'root' })
    const root = await failureOf(woocommerce.check(fixture.ctx()))
    assertFailure(root, 'transient', /failed while answering about its API \(status 502\)/)
  })

  it('leaves out no sound order because of an outage that ends while it looks', async (t) => {
    const fixture = await connected(t)
    await collectPages(ordersStream.increment(fixture.ctx(), null))
    // Page sizes shrink down to one record, which is retried, and then the store is back.
    fixture.fake.faults.add({ kind: 'status', status: 502, route: 'orders', times: 11 })
    const pages = await collectPages(ordersStream.increment(fixture.ctx(), null))
    const ids = new Set(idsOf(pages))
    assert.equal(ids.size, 120)
    assert.deepEqual(
      pages.flatMap((page) => page.warnings),
      [],
    )
  })

  it('never takes an empty list for “no data” when its headers count orders', async (t) => {
    assert.equal((await readingWith(t, { kind: 'empty_list', times: 2, route: 'orders', exact: true })).count, 120)
    const { failure } = await failureWith(t, { kind: 'empty_list', route: 'orders', exact: true })
    assertFailure(failure, 'transient', /not “no data”/)
  })

  it('gets past a cache that serves yesterday’s list', async (t) => {
    const fixture = await connected(t)
    fixture.fake.faults.add({ kind: 'stale_cache' })
    const before = await collectPages(ordersStream.increment(fixture.ctx(), null))
    fixture.fake.store.createOrder({ ...makeOrders(1)[0], id: 9_000, status: 'processing', lines: [] })
    const after = await collectPages(ordersStream.increment(fixture.ctx(), null))
    const count = (pages: typeof before) => new Set(idsOf(pages)).size
    assert.equal(count(after), count(before) + 1)
  })

  it('works with a shop whose clock is wrong', async (t) => {
    const fixture = await connected(t)
    fixture.fake.faults.add({ kind: 'clock_skew', seconds: 7_200 })
    const [last] = (await collectPages(ordersStream.increment(fixture.ctx(), null))).slice(-1)
    fixture.fake.store.updateOrder(1_000, { customerNote: 'changed' })
    const pages = await collectPages(ordersStream.increment(fixture.ctx(), last?.checkpoint ?? null))
    assert.ok(idsOf(pages).includes('1000'))
  })

  it('asks to connect again when the key is gone, whatever was tried', async (t) => {
    const fixture = await connected(t)
    await collectPages(ordersStream.increment(fixture.ctx(), null))
    fixture.fake.keys.delete(fixture.settings.key ?? '')
    const failure = await failureOf(collectPages(ordersStream.increment(fixture.ctx(), null)))
    assertFailure(failure, 'reauth', /Create a new key/)
  })

  it('asks to connect again when the key’s user has lost the role', async (t) => {
    const fixture = await connected(t)
    fixture.fake.keys.setRole('admin', 'customer')
    assertFailure(await failureOf(woocommerce.check(fixture.ctx())), 'reauth', /role of shop manager/)
  })

  it('tells a plug-in that closes the REST API from a key that was deleted', async (t) => {
    const fixture = await connected(t)
    const body = JSON.stringify({ code: 'rest_cannot_access', message: 'No.', data: { status: 401 } })
    fixture.fake.faults.add({ kind: 'status', status: 401, body, headers: { 'content-type': 'application/json' } })
    assertMayPass(await failureOf(woocommerce.check(fixture.ctx())), 'permission', /plugin.*closes the REST API/)
    fixture.fake.faults.clear()
    await collectPages(ordersStream.increment(fixture.ctx(), null))
    fixture.fake.faults.add({ kind: 'status', status: 401, body, route: 'orders' })
    const failure = await failureOf(collectPages(ordersStream.increment(fixture.ctx(), null)))
    assertMayPass(failure, 'permission', /plugin.*closes the REST API/)
  })

  it('says that WooCommerce is switched off', async (t) => {
    const fixture = await connected(t)
    fixture.fake.site.features = { ...fixture.fake.site.features, active: false }
    assertMayPass(await failureOf(woocommerce.check(fixture.ctx())), 'account_state', /not active/)
  })

  it('does not follow a redirect to somebody else', async (t) => {
    const { failure } = await failureWith(t, { kind: 'redirect', to: 'https://elsewhere.example/', route: 'orders' })
    assertFailure(failure, 'account_state', /elsewhere\.example.*connect it again/)
  })

  it('asks for the right address when questions are sent on to a page', async (t) => {
    const { failure } = await failureWith(t, { kind: 'redirect', to: '/my-account/', route: 'orders' })
    assertMayPass(failure, 'account_state', /\/my-account\//)
  })

  it('stops when the shop has moved or a copy of it answers', async (t) => {
    const fixture = await connected(t)
    const { discovered } = await woocommerce.check(fixture.ctx())
    fixture.fake.site.homeUrl = 'https://staging.shop.example'
    const settings = { ...fixture.settings, ...discovered }
    assertFailure(
      await failureOf(woocommerce.check(fixture.ctx({ settings }))),
      'account_state',
      /staging\.shop\.example/,
    )
  })

  it('follows a change to plain permalinks by itself', async (t) => {
    const fixture = await connected(t)
    const { discovered } = await woocommerce.check(fixture.ctx())
    fixture.fake.site.permalinks = 'plain'
    const settings = { ...fixture.settings, ...discovered }
    assert.equal(
      (await collectPages(ordersStream.increment(fixture.ctx({ settings }), null))).flatMap((p) => p.records).length,
      120,
    )
  })

  it('gives up a shop that hangs with a failure that may pass', async (t) => {
    const fixture = await connected(t)
    fixture.fake.faults.add({ kind: 'hang' })
    const failure = await failureOf(withPatience(30, (signal) => woocommerce.check(fixture.ctx({ signal }))))
    assertFailure(failure, 'transient', /did not answer completely/)
    assert.equal(failure.platformCode, 'timeout')
  })

  it('says who did not answer and why when nobody listens', async (t) => {
    const fixture = await connected(t)
    const settings = { ...fixture.settings, url: 'http://127.0.0.1:9' }
    const failure = await failureOf(woocommerce.check(fixture.ctx({ settings })))
    assertFailure(failure, 'transient', /127\.0\.0\.1 did not answer: the connection was refused/)
    assert.deepEqual(fixture.pauses, [1_000])
  })
})
