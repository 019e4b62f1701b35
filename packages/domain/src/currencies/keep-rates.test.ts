import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, beforeEach, suite, test } from 'node:test'
import { fixedClock, isAppError } from '@tillsight/core'
import { listExchangeRates, listOpenHealthIssues } from '@tillsight/database'
import { createHttpClient } from '@tillsight/platforms/connectors'
import { run, type ShopContext } from '../context/index.ts'
import { listHealth } from '../health/index.ts'
import { rebookUnrated } from '../ledger/index.ts'
import { ask, openTestStores, silentLog } from '../reports/shop.testing.ts'
import { saveSpend } from '../spend/index.ts'
import { keepRates, type RateJobServices, showRates } from './index.ts'

/** A bank on this machine: its responses by path, and the requests it received. */
const bank = { asked: [] as string[], files: new Map<string, string>(), failures: 0 }
const server = createServer((request, response) => {
  const path = request.url ?? ''
  bank.asked.push(path)
  const file = bank.failures > 0 ? undefined : bank.files.get(path)
  bank.failures -= 1
  response.writeHead(file === undefined ? 503 : 200, { 'content-type': 'text/xml' }).end(file ?? 'later')
})
await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
after(() => server.close())
// Holds because it listens on a port.
const { port } = server.address() as AddressInfo
const url = `http://127.0.0.1:${port}/eurofxref-daily.xml`

function xml(days: Readonly<Record<string, string>>): string {
  const cubes = Object.entries(days).map(
    ([day, rate]) => `<Cube time="${day}"><Cube currency="USD" rate="${rate}"/></Cube>`,
  )
  return `<gesmes:Envelope xmlns="http://www.ecb.int/vocabulary/2002-08-01/eurofxref"><Cube>${cubes.join('')}</Cube></gesmes:Envelope>`
}

beforeEach(() => {
  bank.asked = []
  bank.failures = 0
  bank.files = new Map([
    ['/eurofxref-daily.xml', xml({ '2026-06-30': '1.25' })],
    ['/eurofxref-hist-90d.xml', xml({ '2026-06-30': '1.25', '2026-06-29': '1.2', '2026-06-01': '1.1' })],
    [
      '/eurofxref-hist.xml',
      xml({ '2026-06-30': '1.25', '2026-06-29': '1.2', '2024-01-02': '1.05', '2010-01-04': '1.4' }),
    ],
  ])
})

/** Opens a separate installation with one shop. */
async function open(t: { after(work: () => Promise<void>): void }, now = '2026-06-30T16:00:00Z') {
  const stores = await openTestStores(t)
  const ctx = await stores.openShop({}, fixedClock(now))
  const services: Omit<RateJobServices, 'jobs'> = {
    db: stores.db,
    clock: ctx.clock,
    log: silentLog,
    source: { url, base: 'EUR' },
    openHttp: () =>
      createHttpClient({
        log: silentLog,
        clock: ctx.clock,
        userAgent: 'test',
        allowPrivateAddresses: true,
        pace: 'off',
        sleep: async () => {},
      }),
    openShop: async () => ctx,
    follow: (shop) => rebookUnrated(shop),
  }
  return { ctx, services, at: (text: string) => ({ ...services, clock: fixedClock(text) }) }
}

async function storedDays({ db }: ShopContext): Promise<string[]> {
  const rows = await listExchangeRates(db.kysely, { base: 'EUR', quote: 'USD' })
  return rows.map(({ day, rate }) => `${day} ${Number(rate)}`)
}

const issuesOf = async (ctx: ShopContext) =>
  (await listOpenHealthIssues(ctx.db.kysely, ctx.shop.id)).map(({ kind }) => kind)

const isFailure = (error: unknown) => isAppError(error) && error.code === 'upstream_failed'
const inDollars = { channel: 'Print', firstDay: '2024-01-05', lastDay: '2024-01-06', amount: '10', currency: 'USD' }

suite('keeping rates', () => {
  test('fills the past as far as the shops’ facts reach, then reads a day at a time', async (t) => {
    const { ctx, services, at } = await open(t)
    await keepRates(services, { force: false })
    assert.deepEqual(bank.asked, ['/eurofxref-hist-90d.xml'])
    assert.deepEqual(await storedDays(ctx), ['2026-06-01 1.1', '2026-06-29 1.2', '2026-06-30 1.25'])
    await run(saveSpend, ctx, inDollars)
    await keepRates(at('2026-06-30T17:00:00Z'), { force: false })
    assert.deepEqual(bank.asked.slice(1), ['/eurofxref-hist.xml'])
    assert.deepEqual((await storedDays(ctx))[0], '2024-01-02 1.05', 'and nothing of what nobody needs')
    await keepRates(at('2026-06-30T23:00:00Z'), { force: false })
    assert.equal(bank.asked.length, 2, 'nothing new is to be expected')
    bank.files.set('/eurofxref-daily.xml', xml({ '2026-07-01': '1.3' }))
    await keepRates(at('2026-07-01T16:00:00Z'), { force: false })
    assert.deepEqual([bank.asked.at(-1), (await storedDays(ctx)).at(-1)], ['/eurofxref-daily.xml', '2026-07-01 1.3'])
  })

  test('that fails takes nothing away, is told, and is tried again', async (t) => {
    const { ctx, services, at } = await open(t)
    await run(saveSpend, ctx, inDollars)
    bank.failures = 1
    await keepRates(services, { force: false })
    assert.deepEqual(bank.asked.length, 2, 'a hiccup is met by trying again at once')
    const before = await storedDays(ctx)
    assert.deepEqual(await issuesOf(ctx), [])
    for (const result of [xml({}), '<!doctype html><p>Sorry', xml({ '2026-07-09': '1.3' }).slice(0, -20)]) {
      bank.files.set('/eurofxref-hist-90d.xml', result)
      await assert.rejects(keepRates(at('2026-07-09T16:00:00Z'), { force: true }), isFailure)
      assert.deepEqual(await storedDays(ctx), before)
    }
    // Six days old: holidays do not explain that. The shop's need for rates continues.
    await run(saveSpend, ctx, { ...inDollars, firstDay: '2026-07-01', lastDay: '2026-07-09' })
    await keepRates(at('2026-07-09T17:00:00Z'), { force: false })
    const late = { ...ctx, clock: fixedClock('2026-07-09T17:00:00Z') }
    await keepRates({ ...at('2026-07-09T17:00:00Z'), openShop: async () => late }, { force: false })
    assert.deepEqual(await issuesOf(ctx), ['missing_rates'])
    const view = await run(showRates, late, { source: url })
    assert.match(view.problem ?? '', /could not be fetched from 127\.0\.0\.1.*tried again every hour/)
    assert.deepEqual([view.isOld, view.lastDay], [true, '2026-06-30'])
    bank.files.set('/eurofxref-hist-90d.xml', xml({ '2026-07-08': '1.3', '2026-07-09': '1.31' }))
    await keepRates({ ...at('2026-07-09T18:00:00Z'), openShop: async () => late }, { force: false })
    assert.deepEqual(await issuesOf(ctx), [])
    assert.equal((await run(showRates, late, { source: url })).problem, null)
  })

  test('names the days that lack a rate, and where that is mended', async (t) => {
    const { ctx, services } = await open(t)
    await run(saveSpend, ctx, { ...inDollars, firstDay: '2024-02-01', lastDay: '2024-02-03' })
    await keepRates({ ...services, source: null }, { force: false })
    assert.deepEqual(bank.asked, [], 'off is off')
    const [issue] = await run(listHealth, { ...ctx, services: undefined as never }, {})
    assert.equal(issue?.title, 'No exchange rate of USD on 3 days, 2024-02-01 to 2024-02-03')
    assert.match(issue?.advice ?? '', /RATES_URL is off.*Settings > Currencies/)
    assert.deepEqual(issue?.place, { page: 'currencies' })
    const { needs } = await run(showRates, ctx, { source: '' })
    const use = { from: '2024-02-01', to: '2024-02-03', firstMissing: '2024-02-01', lastMissing: '2024-02-03' }
    assert.deepEqual(needs, [
      { currency: 'USD', lastDay: null, uses: [{ what: 'ads', ...use, missingDays: 3, waiting: 0 }] },
    ])
  })

  test('lets the shops follow, and no day stays without a figure that has one', async (t) => {
    const { ctx, services } = await open(t)
    const followed: string[] = []
    const note = { ...services, follow: async ({ shop }: ShopContext) => followed.push(shop.domain) }
    await keepRates(note, { force: false })
    await keepRates(note, { force: true })
    assert.deepEqual(followed, [ctx.shop.domain], 'the second brought nothing new')
    const salesIn = async (from: string) =>
      (await ask(ctx, { metrics: ['sales'], from, to: '2026-06-30', currency: 'USD' })).totals['sales']
    assert.equal(await salesIn('2026-06-29'), '0.00')
    // For that Sunday the last rate is 27 days old.
    assert.equal(await salesIn('2026-06-28'), null)
  })
})
