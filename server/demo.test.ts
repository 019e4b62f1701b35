import assert from 'node:assert/strict'
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { fixedClock, isAppError } from '@tillsight/core'
import { type Day, dayOf } from '@tillsight/core/days'
import { type MetricAnswer, run, runQuery } from '@tillsight/domain'
import { freePort } from '@tillsight/warehouse/testing'
import { countDemoShop } from '../demo/expected.ts'
import { countDemoProfit } from '../demo/expected-costs.ts'
import { countShopifyShop } from '../demo/expected-shopify.ts'
import type { Expected } from '../demo/expected-stats.ts'
import { isDemo, loadPlan, readDemoApps, readDemoVariables, removeDemo } from '../demo/plan.ts'
import { type SandboxStore, startSandboxes } from '../demo/sandbox.ts'
import { demoShop, demoShopSite } from '../demo/shop/index.ts'
import { shopifyShop, shopifyShopSite } from '../demo/shopify-shop/index.ts'
import { appsOf } from './demo.ts'
import { importDemoRates } from './demo-ads.ts'
import { compareProfit, enterDemoCosts, millionths } from './demo-profit.testing.ts'
import { demoShops, importDemoShops } from './demo-shops.ts'
import { type Installation, startInstallation } from './testing/installation.ts'
import { temporaryFolder } from './testing/temporary.ts'

const now = '2026-11-20T10:00:00.000Z'
const today = dayOf(new Date(now), demoShopSite.zone)

const newStore = (port: number): SandboxStore => ({
  kind: 'demo',
  port,
  consumerKey: `ck_${'a'.repeat(40)}`,
  consumerSecret: `cs_${'b'.repeat(40)}`,
  now,
  file: null,
})

const newShopify = (port: number): SandboxStore => ({
  kind: 'shopify',
  port,
  clientId: 'c'.repeat(32),
  clientSecret: `shpss_${'d'.repeat(32)}`,
  now,
})

/** Compares all store stats of a shop, in all and by month; gives the totals. */
async function compareShop(
  installation: Installation,
  domain: string,
  { from, to, expected }: { readonly from: Day; readonly to: Day; readonly expected: Expected },
): Promise<MetricAnswer['totals']> {
  const keys = Object.keys(expected.total)
  assert.equal(keys.length, 17)
  const ctx = await installation.contexts.shop(domain)
  const whole = await run(runQuery, ctx, { metrics: keys, from, to, interval: 'month' })
  const compare = (where: string, values: MetricAnswer['totals'], figures: Expected['total']) => {
    const found = Object.fromEntries(
      Object.entries(figures).map(([key, figure]) => [
        key,
        typeof figure === 'bigint' && values[key] !== null ? millionths(values[key]) : values[key],
      ]),
    )
    return Object.entries(figures)
      .filter(([key, figure]) => found[key] !== figure)
      .map(([key, figure]) => `${where} ${key}: ${found[key]} instead of ${figure}`)
  }
  const differences = compare('in all', whole.totals, expected.total)
  assert.equal(whole.series?.length, expected.months.size)
  for (const { at, values } of whole.series) {
    const month = expected.months.get(at.slice(0, 7)) ?? assert.fail(`nothing is expected in ${at}`)
    differences.push(...compare(at, values, month))
  }
  assert.deepEqual(differences, [], domain)
  return whole.totals
}

test('every figure of both shops, imported through their connectors, is the one counted independently', async () => {
  const sandboxes = await startSandboxes([newStore(await freePort()), newShopify(await freePort())])
  after(() => {
    for (const sandbox of sandboxes) sandbox.stop()
  })
  const installation = await startInstallation({ after }, { platformApps: appsOf(sandboxes) })
  const said: string[] = []
  await importDemoShops(installation.contexts, sandboxes, {
    stopping: AbortSignal.timeout(240_000),
    say: (text) => said.push(text),
  })
  assert.deepEqual(said, [])
  const first = demoShop({ today, now })
  const second = shopifyShop({ today: dayOf(new Date(now), shopifyShopSite.zone), now })
  const compareBoth = () =>
    Promise.all([
      compareShop(installation, demoShops.demo.domain, { ...first, expected: countDemoShop(first.orders) }),
      compareShop(installation, demoShops.shopify.domain, { ...second, expected: countShopifyShop(second) }),
    ])
  const before = await compareBoth()

  await importDemoShops(installation.contexts, sandboxes, {
    stopping: AbortSignal.timeout(60_000),
    say: () => undefined,
  })
  assert.deepEqual(await compareBoth(), before, 'a second start imports nothing twice')

  const ctx = await installation.contexts.shop(demoShops.demo.domain)
  const inDollars = () =>
    run(runQuery, ctx, { metrics: ['orderRevenue'], from: first.from, to: first.to, currency: 'USD' })
  assert.equal((await inDollars()).totals.orderRevenue, null)
  await importDemoRates(installation.contexts, { createdAt: now, stores: [] })
  const { totals, warnings } = await inDollars()
  const ratio = Number(totals.orderRevenue) / Number(before[0].orderRevenue)
  assert.ok(ratio > 1.05 && ratio < 1.15, `${totals.orderRevenue}: every day of the demo has a rate`)
  assert.deepEqual(warnings, [])
  assert.deepEqual(await compareBoth(), before, 'and nothing else changes')

  await enterDemoCosts(ctx, today)
  await compareProfit(ctx, countDemoProfit(first.orders, today), first)
})

test('a simulated store on a port that is taken leaves none of the others running', async (t) => {
  const taken = createServer().listen(0, '127.0.0.1')
  await new Promise((done) => taken.once('listening', done))
  t.after(() => taken.close())
  const address = taken.address()
  const port = typeof address === 'object' && address ? address.port : 0
  await assert.rejects(
    startSandboxes([newStore(port)]),
    (error) => isAppError(error) && new RegExp(`port ${port}: another program uses it`).test(error.message),
  )
})

test('the plan of a demo is kept, so that a second start shows the same', async (t) => {
  const dataDir = join(await temporaryFolder(t), 'data')
  const data = { onlineRetail: undefined }
  assert.equal(isDemo(dataDir), false)
  const plan = await loadPlan(dataDir, { clock: fixedClock(now), data })
  assert.deepEqual(
    plan.stores.map(({ kind }) => kind),
    ['demo', 'shopify'],
  )
  assert.deepEqual(await loadPlan(dataDir, { clock: fixedClock('2026-12-24T12:00:00Z'), data }), plan)
  assert.equal(plan.account.email, 'demo@tillsight.test')
  assert.match(plan.account.password, /^[\w-]{12}$/)
  assert.equal(isDemo(dataDir), true)
  assert.equal(readDemoApps(dataDir)['shopify']?.shopUrl, `http://127.0.0.1:${plan.stores[1]?.port}/{shop}`)
  const variables = readDemoVariables(dataDir)
  assert.equal(variables['META_GRAPH_URL'], `http://127.0.0.1:${plan.ads.ports.metaads}`)
  assert.equal(variables['TIKTOK_APP_SECRET'], plan.ads.apps.tiktokads.secret)
  removeDemo(dataDir)
  assert.equal(isDemo(dataDir), false)
})

test('a demo beside another one takes the next free ports, and keeps them', async (t) => {
  const load = async (dataDir: string) =>
    loadPlan(dataDir, { clock: fixedClock(now), data: { onlineRetail: undefined } })
  const dataDir = await temporaryFolder(t)
  const first = await load(dataDir)
  const [store] = first.stores
  const taken = createServer().listen(store?.port, '127.0.0.1')
  await new Promise((done) => taken.once('listening', done))
  t.after(() => taken.close())
  const second = await load(await temporaryFolder(t))
  const portsOf = ({ stores, ads }: typeof first) => [...stores.map(({ port }) => port), ...Object.values(ads.ports)]
  const both = [...portsOf(first), ...portsOf(second)]
  assert.equal(new Set(both).size, both.length)
  assert.deepEqual(await load(dataDir), first)
})

test('starting over keeps the key that the running demo has already read', async (t) => {
  const dataDir = await temporaryFolder(t)
  await writeFile(join(dataDir, 'secret'), 'k')
  // The very first start with `--fresh`: only the key exists.
  removeDemo(dataDir)
  await loadPlan(dataDir, { clock: fixedClock(now), data: { onlineRetail: undefined } })
  await mkdir(join(dataDir, 'postgres'))
  removeDemo(dataDir)
  assert.deepEqual(await readdir(dataDir), ['secret'])
})

test('a demo that was made before anybody could sign in gets an account, one without ads gets these, and both stay', async (t) => {
  const dataDir = await temporaryFolder(t)
  const stores = [newStore(1)]
  await writeFile(join(dataDir, 'demo.json'), JSON.stringify({ createdAt: now, stores }))
  const load = () => loadPlan(dataDir, { clock: fixedClock(now), data: { onlineRetail: undefined } })
  const plan = await load()
  assert.deepEqual(plan.stores, stores)
  assert.ok(plan.account.password)
  assert.ok(plan.ads.apps.googleads.id)
  assert.deepEqual(await load(), plan)
})

test('data that is not a demo is neither used nor removed', async (t) => {
  const dataDir = await temporaryFolder(t)
  await mkdir(join(dataDir, 'postgres'))
  await writeFile(join(dataDir, 'postgres', 'precious'), 'x')
  const refusal = /holds data that is not a demo/
  await assert.rejects(() => loadPlan(dataDir, { clock: fixedClock(now), data: { onlineRetail: undefined } }), refusal)
  assert.throws(() => removeDemo(dataDir), refusal)
  assert.equal(await readFile(join(dataDir, 'postgres', 'precious'), 'utf8'), 'x')
})
