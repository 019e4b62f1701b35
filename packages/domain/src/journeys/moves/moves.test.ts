import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { addDecimals } from '@tillsight/core'
import { nextWriteVersion } from '@tillsight/database'
import { askCredit } from '../../attribution/testing.ts'
import { asOnlyWriter, run, type ShopContext } from '../../context/index.ts'
import { markAllJourneys } from '../../journey-marks/index.ts'
import { writeRecords } from '../../ledger/index.ts'
import { buyer, sampleLine, sampleOrder } from '../../ledger/sample-facts.ts'
import { listNumberChanges } from '../../numbers.ts'
import { openTestStores } from '../../reports/shop.testing.ts'
import { saveTrackingSettings } from '../../tracking/index.ts'
import { deriveJourneys } from '../derive.ts'
import { drainJourneys } from '../keep-journeys.ts'
import { tellIdentification, tellTouch, visitorOf } from '../random-people.testing.ts'
import { pairMoves } from './credit-moves.ts'

const stores = await openTestStores({ after })
const at = (text: string) => Date.parse(`2026-03-${text}Z`)
const range = { from: '2026-03-01', to: '2026-03-31' }
const [phone, laptop, tablet] = [visitorOf(1), visitorOf(2), visitorOf(3)]
const ann = { customer: buyer('ann@example.com') }
const linear = { model: 'linear_all', click_window_days: null } as const

/** An order of Ann’s in March: `03T10:00:00` in UTC, and its value. */
function order(
  id: string,
  said: readonly [placed: string, gross: string],
  more: Partial<Parameters<typeof sampleOrder>[0]> = {},
) {
  const [placed, gross] = said
  return sampleOrder({ id, placedAt: `2026-03-${placed}Z`, lines: [sampleLine({ id: '1', gross })], ...ann, ...more })
}

async function write(ctx: ShopContext, ...records: ReturnType<typeof order>[]): Promise<void> {
  await writeRecords(ctx, { source: 'woocommerce', records })
}

/** Stores a visit now, with any channel. */
async function tellVisit(ctx: ShopContext, visitor: string, touch: { id: string; ts: number; channel: string }) {
  const { id: touch_id, ts, channel } = touch
  const more = { channel, paid: channel.startsWith('paid') ? 1 : 0, version: await nextWriteVersion(ctx.db.kysely) }
  await tellTouch(ctx, { visitor, touch_id, ts, more })
}

/** Identifies a device as hers now, by an earlier event on it. */
async function tellAnns(ctx: ShopContext, visitor: string, ts: number): Promise<void> {
  await tellIdentification(ctx, { visitor, ts, names: ['email:ann@example.com'] })
  const again = { sql: againSql, params: { visitor, version: (await nextWriteVersion(ctx.db.kysely)).toString() } }
  await ctx.warehouse.rewrite({ into: 'identifications', ...again })
}

const againSql = `SELECT visitor_id, at, event_id, identifiers, order_id, {version:UInt64} AS version, 0 AS is_deleted
  FROM (SELECT * EXCEPT (version, is_deleted) FROM identifications WHERE shop_id = {shop:UUID} AND visitor_id = {visitor:String})`

/** The moves, sorted by day and channels, as `day from > to: orders amount cause`. */
async function moved(ctx: ShopContext): Promise<string[]> {
  await drainJourneys(ctx)
  const { changes } = await run(listNumberChanges, ctx, { ...range, metrics: ['credit'], limit: 500 })
  const places = changes.map(({ day, credit, difference }) => {
    const { from, to, orders, because } = credit ?? { from: '', to: '', orders: 0, because: '' }
    return `${day} ${from ?? '(not tracked)'} > ${to ?? '(not tracked)'}: ${orders} ${Number(difference)} ${because}`
  })
  return places.toSorted()
}

/** The credit of each channel on a day; null for untracked. */
async function creditOf(ctx: ShopContext, day: string): Promise<ReadonlyMap<string | null, string>> {
  await drainJourneys(ctx)
  const { rows, not_tracked } = await askCredit(ctx, { ...linear, from: day, to: day })
  return new Map([
    ...rows.map((row): [string | null, string] => [row.channel, row.revenue]),
    [null, not_tracked.revenue],
  ])
}

test('credit of past days that moves is noted once, with its day, orders, amount and cause', async () => {
  const ctx = await stores.openShop()
  await tellVisit(ctx, phone, { id: 'typed', ts: at('03T08:00:00'), channel: 'direct' })
  await tellAnns(ctx, phone, at('03T08:01:00'))
  // The second is of 3 March in Berlin only.
  await write(ctx, order('a', ['03T10:00:00', '740.00']), order('b', ['03T22:30:00', '500.00']))
  await write(ctx, order('c', ['04T10:00:00', '10.00']))
  await tellVisit(ctx, laptop, { id: 'ad', ts: at('01T12:00:00'), channel: 'paid_social' })
  assert.deepEqual(await moved(ctx), [], 'what is derived for the first time has not moved')

  await tellAnns(ctx, laptop, at('01T12:05:00'))
  const late = [
    '2026-03-03 direct > paid_social: 2 1240 late_identification',
    '2026-03-04 direct > paid_social: 1 10 late_identification',
  ]
  assert.deepEqual(await moved(ctx), late)
  await asOnlyWriter(ctx, (fresh) => deriveJourneys(fresh, 'all'))
  await asOnlyWriter(ctx, (fresh) => deriveJourneys(fresh, { orders: ['a', 'b', 'c'] }))
  assert.deepEqual(await moved(ctx), late, 'the same again moves nothing')

  await tellVisit(ctx, laptop, { id: 'mail', ts: at('03T12:00:00'), channel: 'email' })
  const later = [
    ...late,
    '2026-03-03 paid_social > email: 1 500 late_touch',
    '2026-03-04 paid_social > email: 1 10 late_touch',
  ].toSorted()
  assert.deepEqual(await moved(ctx), later, 'the first order was before it')

  const now = { updatedAt: '2026-03-20T10:00:00Z' }
  await write(ctx, order('a', ['03T10:00:00', '800.00'], now))
  await write(ctx, order('c', ['04T10:00:00', '10.00'], { ...now, standing: 'cancelled', cancelledAt: now.updatedAt }))
  assert.deepEqual(await moved(ctx), later, 'the ledger tells of edits and cancellations')
  const { changes } = await run(listNumberChanges, ctx, { ...range, metrics: ['sales'] })
  assert.deepEqual(changes.map(({ orderId }) => orderId).toSorted(), ['a', 'c'])

  await tellVisit(ctx, laptop, { id: 'ad', ts: at('01T12:00:00'), channel: 'influencers' })
  await asOnlyWriter(ctx, markAllJourneys)
  const ruled = [...later, '2026-03-03 paid_social > influencers: 1 800 channels_changed'].toSorted()
  assert.deepEqual(await moved(ctx), ruled)
})

test('under a model that shares, what channels lose and gain on a day is what is noted, by one order or by all', async () => {
  const days = ['2026-03-05'] as const
  const readAll = (ctx: ShopContext) => Promise.all(days.map((day) => creditOf(ctx, day)))
  const some = await openLinearShop()
  const before = await readAll(some)
  await tellBoth(some)
  const noted = await moved(some)
  assert.deepEqual(noted, [
    // Before, direct and search have 50.00 each; after, four channels have 25.00 each.
    '2026-03-03 direct > email: 1 25 late_identification',
    '2026-03-03 direct > paid_social: 1 25 late_identification',
    '2026-03-03 organic_search > referral: 1 25 late_identification',
    '2026-03-05 direct > email: 1 2.5 late_identification',
    '2026-03-05 direct > paid_social: 1 2.51 late_identification',
    '2026-03-05 organic_search > referral: 1 2.5 late_identification',
  ])
  const after = await readAll(some)
  const { changes } = await run(listNumberChanges, some, { ...range, metrics: ['credit'] })
  for (const [nth, day] of days.entries()) {
    const ofDay = changes.filter((change) => change.day === day)
    for (const place of new Set([...(before[nth]?.keys() ?? []), ...(after[nth]?.keys() ?? [])])) {
      const gained = ofDay.filter(({ credit }) => credit?.to === place).map(({ difference }) => difference)
      const lost = ofDay.filter(({ credit }) => credit?.from === place).map(({ difference }) => `-${difference}`)
      const sum = addDecimals([before[nth]?.get(place) ?? '0', ...gained, ...lost])
      assert.equal(Number(sum), Number(after[nth]?.get(place) ?? '0'), `${day} ${place}`)
    }
  }

  const all = await openLinearShop()
  await tellBoth(all)
  await asOnlyWriter(all, (fresh) => deriveJourneys(fresh, 'all'))
  assert.deepEqual(await moved(all), noted, 'in the warehouse as order by order')
})

/** Two orders of one customer with two visits on a phone, one order without a customer, and two visits on a tablet. */
async function openLinearShop(): Promise<ShopContext> {
  const ctx = await stores.openShop()
  await run(saveTrackingSettings, ctx, { attribution: { model: 'linear_all', clickWindowDays: null } })
  await tellVisit(ctx, phone, { id: 'typed', ts: at('02T08:00:00'), channel: 'direct' })
  await tellVisit(ctx, phone, { id: 'found', ts: at('02T09:00:00'), channel: 'organic_search' })
  await tellVisit(ctx, tablet, { id: 'ad', ts: at('01T09:00:00'), channel: 'paid_social' })
  await tellVisit(ctx, tablet, { id: 'mail', ts: at('02T10:00:00'), channel: 'email' })
  await tellAnns(ctx, phone, at('02T08:01:00'))
  const nobody = { customer: { platformId: null, email: null, phone: null } }
  await write(
    ctx,
    order('a', ['03T10:00:00', '100.00']),
    order('b', ['05T10:00:00', '10.01']),
    order('nobody', ['03T11:00:00', '7.00'], nobody),
  )
  return ctx
}

/** Two changes at once: the tablet's owner, and the channel of the first visit on the phone. */
async function tellBoth(ctx: ShopContext): Promise<void> {
  await tellVisit(ctx, phone, { id: 'typed', ts: at('02T08:00:00'), channel: 'referral' })
  await tellAnns(ctx, tablet, at('02T10:01:00'))
}

test('what one channel loses goes to those that gain, in the order of their names', () => {
  const before = new Map([
    ['direct', 60n],
    ['', 40n],
  ])
  const after = new Map([
    ['email', 70n],
    ['sms', 30n],
  ])
  assert.deepEqual(pairMoves(before, after), [
    { from: '', to: 'email', amount: 40n },
    { from: 'direct', to: 'email', amount: 30n },
    { from: 'direct', to: 'sms', amount: 30n },
  ])
  assert.deepEqual(pairMoves(after, after), [])
})
