import assert from 'node:assert/strict'
import { after, suite, test } from 'node:test'
import { addAmounts, fixedClock, formatAmount, isAppError, parseAmount } from '@tillsight/core'
import { parseDay } from '@tillsight/core/days'
import { findFactVersions, listUnwrittenCustomSpend } from '@tillsight/database'
import { z } from 'zod'
import { run, type ShopContext } from '../context/index.ts'
import { openTestStores } from '../reports/shop.testing.ts'
import {
  goOnWithSpend,
  importSpend,
  listSpend,
  previewSpend,
  removeSpend,
  saveSpend,
  spendTemplate,
  undoSpendImport,
  writeSpendDays,
} from './index.ts'

const stores = await openTestStores({ after })
const Row = z.object({ day: z.string(), channel: z.string(), spend: z.string(), rest: z.string() })

/** The stored facts, by day. */
function facts(ctx: ShopContext) {
  const sql = `SELECT toString(day) AS day, channel, toString(spend) AS spend,
      concat(account_id, ' ', campaign_id, ' ', toString(counts_as), ' ', currency) AS rest
    FROM ad_days WHERE shop_id = {shop:UUID} AND platform = 'custom' ORDER BY day, channel, spend`
  return ctx.warehouse.read({ sql, params: {} }, Row)
}

const Name = z.object({ level: z.string(), name: z.string() })

function names(ctx: ShopContext) {
  const sql = `SELECT toString(level) AS level, name FROM ad_entities
    WHERE shop_id = {shop:UUID} AND platform = 'custom' ORDER BY level, name`
  return ctx.warehouse.read({ sql, params: {} }, Name)
}

async function total(ctx: ShopContext, month = ''): Promise<string> {
  const days = (await facts(ctx)).filter(({ day }) => day.startsWith(month))
  return formatAmount(addAmounts(...days.map(({ spend }) => parseAmount(spend))), 2)
}

const flyers = { channel: 'Print', name: 'Flyers', firstDay: '2026-06-01', lastDay: '2026-06-03', amount: '100' }
const bytes = (text: string) => new TextEncoder().encode(text)
const file = (text: string) => ({ name: 'spend.csv', bytes: bytes(text) })
const refused =
  (code: string, fields: readonly string[] = []) =>
  (error: unknown) =>
    isAppError(error) && error.code === code && fields.every((field) => typeof error.details[field] === 'string')

suite('an entry', () => {
  test('is among the facts with its days, its campaign and its name, in a version of its own', async () => {
    const ctx = await stores.openShop()
    const before = (await findFactVersions(ctx.queries, [ctx.shop.id])).get(ctx.shop.id) ?? 0n
    const saved = await run(saveSpend, ctx, { ...flyers, campaign: 'Summer', note: 'By hand' })
    assert.deepEqual(
      [saved.isCounted, saved.spent, saved.countsAs, saved.currency],
      [true, '100.000000', 'ad_spend', 'EUR'],
    )
    const rest = `${saved.id} Summer ad_spend EUR`
    assert.deepEqual(await facts(ctx), [
      { day: '2026-06-01', channel: 'Print', spend: '33.333333', rest },
      { day: '2026-06-02', channel: 'Print', spend: '33.333333', rest },
      { day: '2026-06-03', channel: 'Print', spend: '33.333334', rest },
    ])
    assert.deepEqual(await names(ctx), [
      { level: 'account', name: 'Flyers' },
      { level: 'campaign', name: 'Summer' },
    ])
    assert.ok(((await findFactVersions(ctx.queries, [ctx.shop.id])).get(ctx.shop.id) ?? 0n) > before)
  })

  test('that is changed leaves nothing of before behind, and one that is deleted nothing at all', async () => {
    const ctx = await stores.openShop()
    const { id } = await run(saveSpend, ctx, { ...flyers, campaign: 'Summer' })
    const other = await run(saveSpend, ctx, { channel: 'Radio', firstDay: '2026-06-02', amount: '7' })
    const changed = {
      ...flyers,
      entry: id,
      firstDay: '2026-06-03',
      lastDay: '2026-06-04',
      currency: 'USD',
      countsAs: 'marketing',
    }
    await run(saveSpend, ctx, changed)
    assert.deepEqual(await facts(ctx), [
      { day: '2026-06-02', channel: 'Radio', spend: '7', rest: `${other.id}  ad_spend EUR` },
      { day: '2026-06-03', channel: 'Print', spend: '50', rest: `${id}  marketing USD` },
      { day: '2026-06-04', channel: 'Print', spend: '50', rest: `${id}  marketing USD` },
    ])
    assert.deepEqual(
      (await names(ctx)).map(({ name }) => name),
      ['Flyers', 'Radio'],
    )
    await run(removeSpend, ctx, { entry: id })
    await run(removeSpend, ctx, { entry: other.id })
    assert.deepEqual([await facts(ctx), await names(ctx), (await run(listSpend, ctx, {})).entries], [[], [], []])
    await assert.rejects(run(removeSpend, ctx, { entry: id }), refused('not_found'))
  })

  test('that comes again goes on day by day, through the shop’s tomorrow', async () => {
    const monthly = {
      channel: 'Agency',
      firstDay: '2026-06-15',
      amount: '300',
      repeats: 'month',
      countsAs: 'marketing',
    }
    const ctx = await stores.openShop({}, fixedClock('2026-06-29T21:59:00Z'))
    await run(saveSpend, ctx, monthly)
    assert.deepEqual([(await facts(ctx)).length, await total(ctx)], [16, '160.00'])
    // Midnight in Berlin has passed.
    const later = { ...ctx, clock: fixedClock('2026-06-29T22:01:00Z') }
    await goOnWithSpend({ ...stores, log: ctx.log, clock: later.clock, openShop: async () => later as never })
    assert.deepEqual([(await facts(ctx)).length, await total(ctx, '2026-07')], [17, '9.68'])
    const [entry] = (await run(listSpend, later, {})).entries
    assert.equal(entry?.spent, '160.000000')
    await goOnWithSpend({
      ...stores,
      log: ctx.log,
      clock: later.clock,
      openShop: async () => assert.fail('nothing is due'),
    })
  })

  test('that is saved while the warehouse is away is counted later', async () => {
    const ctx = await stores.openShop()
    const { AppError } = await import('@tillsight/core')
    const away = { ...ctx.warehouse, insert: async () => Promise.reject(new AppError('unavailable', 'Away.')) }
    const saved = await run(saveSpend, { ...ctx, warehouse: away }, flyers)
    assert.deepEqual([saved.isCounted, await facts(ctx)], [false, []])
    await writeSpendDays(ctx)
    assert.equal(await total(ctx), '100.00')
    assert.deepEqual(await listUnwrittenCustomSpend(ctx.queries, ctx.shop.id, parseDay('2026-07-01')), [])
  })

  test('takes the spelling of its channel from the ones before', async () => {
    const ctx = await stores.openShop()
    await run(saveSpend, ctx, flyers)
    assert.equal((await run(saveSpend, ctx, { ...flyers, channel: ' PRINT ' })).channel, 'Print')
  })

  const wrong: readonly (readonly [string, Readonly<Record<string, string>>])[] = [
    ['channel', { channel: ' ' }],
    ['channel', { channel: 'x'.repeat(61) }],
    ['channel', { channel: 'meta ads' }],
    ['channel', { channel: 'googleads' }],
    ['campaign', { campaign: 'x'.repeat(121) }],
    ['name', { name: 'a\u0000b' }],
    ['firstDay', { firstDay: '' }],
    ['firstDay', { firstDay: '2026-02-30' }],
    ['firstDay', { firstDay: '1999-12-31', lastDay: '' }],
    ['firstDay', { firstDay: '2036-01-01', lastDay: '' }],
    ['lastDay', { lastDay: '31.12.2026' }],
    ['lastDay', { lastDay: '2026-05-31' }],
    ['lastDay', { lastDay: '2036-06-01' }],
    ['amount', { amount: '' }],
    ['amount', { amount: '1,234.50' }],
    ['amount', { amount: '0' }],
    ['amount', { amount: '-5' }],
    ['amount', { amount: '0.0000001' }],
    ['amount', { amount: '1000000000000' }],
    ['currency', { currency: 'XXZ' }],
    ['repeats', { repeats: 'sometimes' }],
    ['countsAs', { countsAs: 'rent' }],
    ['note', { note: 'x'.repeat(501) }],
  ]
  test('is refused for each field that is wrong, and nothing is stored', async () => {
    const ctx = await stores.openShop()
    for (const [field, typed] of wrong)
      await assert.rejects(
        run(saveSpend, ctx, { ...flyers, ...typed }),
        refused('invalid_input', [field]),
        JSON.stringify(typed),
      )
    await assert.rejects(
      run(saveSpend, ctx, { channel: '', firstDay: 'x', amount: 'x' }),
      refused('invalid_input', ['channel', 'firstDay', 'amount']),
    )
    assert.deepEqual([(await run(listSpend, ctx, {})).entries, await facts(ctx)], [[], []])
  })

  test('of another shop is not there, whatever is asked', async () => {
    const [ctx, stranger] = [await stores.openShop(), await stores.openShop()]
    const { id } = await run(saveSpend, ctx, flyers)
    await assert.rejects(run(saveSpend, stranger, { ...flyers, entry: id, amount: '1' }), refused('not_found'))
    await assert.rejects(run(removeSpend, stranger, { entry: id }), refused('not_found'))
    await assert.rejects(run(removeSpend, ctx, { entry: 'no id' }), refused('not_found'))
    assert.deepEqual([(await run(listSpend, stranger, {})).entries, await facts(stranger)], [[], []])
    assert.equal(await total(ctx), '100.00')
  })
})

suite('a file', () => {
  const good = [
    'Channel;First day;Amount;Repeats;Counts as;Colour',
    'Influencers;2026-06-10;450.00;;;red',
    'Agency;2026-06-01;1200;monthly;marketing;',
  ]
  const bad = ['influencers;2026-06-31;12,50;;;', 'Print;2026-06-01']

  test('is previewed, imported once however often it comes, and undone as a whole', async () => {
    const ctx = await stores.openShop()
    const text = [...good, ...bad].join('\n')
    const preview = await run(previewSpend, ctx, file(text))
    assert.deepEqual([preview.rows, preview.entries, preview.leftOut, preview.known, preview.id], [4, 2, 2, 0, null])
    assert.deepEqual(preview.ignored, ['Colour'])
    assert.deepEqual(
      preview.problems.map(({ row, field, value }) => [row, field, value]),
      [
        [4, 'first_day', '2026-06-31'],
        [4, 'amount', '12,50'],
        [5, '(whole row)', 'Print,2026-06-01'],
      ],
    )
    assert.deepEqual(await facts(ctx), [])
    const { id } = await run(importSpend, ctx, file(text))
    assert.equal(await total(ctx, '2026-06'), '1650.00')
    const again = await run(importSpend, ctx, file(text))
    assert.deepEqual([again.entries, again.known, again.id], [0, 2, null])
    const { imports } = await run(listSpend, ctx, {})
    assert.deepEqual(
      imports.map(({ fileName, entries, left, undoneAt }) => [fileName, entries, left, undoneAt]),
      [['spend.csv', 2, 2, null]],
    )
    const undo = { import: id ?? '' }
    assert.deepEqual(await run(undoSpendImport, ctx, undo), { removed: 2 })
    assert.deepEqual([await facts(ctx), (await run(listSpend, ctx, {})).imports[0]?.left], [[], 0])
    await assert.rejects(run(undoSpendImport, ctx, undo), refused('not_found'))
    await assert.rejects(run(undoSpendImport, await stores.openShop(), undo), refused('not_found'))
  })

  test('may say the same twice: both count', async () => {
    const ctx = await stores.openShop()
    const twice = [good[0], good[1], good[1]].join('\n')
    assert.equal((await run(importSpend, ctx, file(twice))).entries, 2)
    assert.equal((await run(importSpend, ctx, file([...good].join('\n')))).known, 1)
    assert.equal(await total(ctx, '2026-06'), '2100.00')
  })

  test('begins with the template', async () => {
    const ctx = await stores.openShop()
    const { csv } = await run(spendTemplate, ctx, {})
    const report = await run(previewSpend, ctx, file(csv))
    assert.deepEqual([report.entries, report.problems, report.ignored], [4, [], []])
  })

  test('that is none is refused with the reason', async () => {
    const ctx = await stores.openShop()
    for (const [text, reason] of [
      ['', /empty/],
      ['<!doctype html>', /web page/],
      ['channel,amount\nPrint,5', /lacks the column first_day/],
      [`channel,first_day,amount\n${'a,2026-01-01,1\n'.repeat(2001)}`, /more than 2,000 rows/],
      [`channel,first_day,amount\n${'a'.repeat(1_100_000)}`, /larger than 1024 kB/],
    ] as const)
      await assert.rejects(
        run(importSpend, ctx, file(text)),
        (error) => isAppError(error) && reason.test(error.message),
      )
    assert.deepEqual((await run(listSpend, ctx, {})).entries, [])
  })
})
