import assert from 'node:assert/strict'
import { after, suite, test } from 'node:test'
import { addDecimals, isAppError } from '@tillsight/core'
import { run, type ShopContext } from '../../context/index.ts'
import { writeAdDays } from '../../reports/ads.testing.ts'
import { runQuery } from '../../reports/index.ts'
import { openTestStores } from '../../reports/shop.testing.ts'
import { askCredit, type SeenOrder, writeSeenOrders } from '../testing.ts'
import { exportAttribution } from './export-attribution.ts'
import { type CreditedPlacesInput, listCreditedPlaces } from './list-credited-places.ts'
import type { AttributionResult } from './outputs.ts'

const { openShop } = await openTestStores({ after })
const june = { from: '2026-06-01', to: '2026-06-30' }
const asked = { ...june, contribution: true } as const
const meta = { channel: 'paid_social', platform: 'meta', account: '1', campaign: 'c1', adSet: 's1', ad: 'a1' }
const exact = { goods_state: 'exact' } as const

/** Example 13 of the reference in one line: it contributes 53.393940. */
const costs = {
  charges: '4.90',
  cost: '37.50',
  handling: '1.25',
  fee: '1.906060',
  shipping_cost: '5.35',
  ...exact,
} as const
/** A model that gives 0.4 to the first of three touches. */
const shared: SeenOrder = {
  id: 'o1',
  placedAt: '2026-06-20T12:00:00Z',
  value: '94.50',
  costs,
  touches: [
    { at: '2026-06-10T12:00:00Z', ...meta },
    { at: '2026-06-14T12:00:00Z', channel: 'organic_search' },
    { at: '2026-06-18T12:00:00Z', channel: 'email' },
  ],
}

function rowOf({ rows }: AttributionResult, channel: string) {
  const row = rows.find((each) => each.channel === channel)
  return [row?.credited_cm2, row?.profit, row?.poas, row?.bound]
}

/** Rows and what is not tracked are what the closing says, and that adds up to what the catalogue books. */
async function assertCloses(
  ctx: ShopContext,
  { rows, not_tracked, totals, closing }: AttributionResult,
): Promise<void> {
  const { metric: _metric, booked, ...parts } = closing.contribution ?? assert.fail('nothing to close')
  const sum = (texts: readonly (string | null | undefined)[]) => Number(addDecimals(texts.map((text) => text ?? '0')))
  assert.equal(sum(Object.values(parts)), Number(booked), JSON.stringify(closing.contribution))
  assert.equal(sum(rows.map((row) => row.credited_cm2)), Number(parts.credited))
  assert.equal(Number(not_tracked.credited_cm2), Number(parts.not_tracked))
  assert.equal(sum([parts.credited, parts.not_tracked]), Number(totals.credited_cm2))
  const catalogue = await run(runQuery, ctx, { ...june, metrics: ['cm2'] })
  assert.equal(Number(catalogue.totals['cm2']), Number(booked))
}

suite('contribution after ads', () => {
  test('is the part of what orders contribute that is credited, less the spend', async () => {
    const ctx = await openShop()
    await writeSeenOrders(ctx, [shared])
    await writeAdDays(ctx, [
      { day: '2026-06-12', platform: 'metaads', campaign: 'c1', adSet: 's1', ad: 'a1', spend: '10.00' },
    ])
    const result = await askCredit(ctx, { ...asked, model: 'position_u' })
    assert.deepEqual(rowOf(result, 'paid_social'), ['21.357576', '11.357576', '2.1357576', 'exact'])
    assert.deepEqual(rowOf(result, 'email'), ['21.357576', null, null, 'exact'])
    assert.deepEqual(rowOf(result, 'organic_search'), ['10.678788', null, null, 'exact'])
    assert.equal(result.totals.profit, '43.39394')
    await assertCloses(ctx, result)
    for (const level of ['campaign', 'adset', 'ad'] as const) {
      const told = await askCredit(ctx, { ...asked, model: 'position_u', level })
      assert.deepEqual(rowOf(told, 'paid_social'), ['21.357576', '11.357576', '2.1357576', 'exact'], level)
      await assertCloses(ctx, told)
    }
    const silent = await askCredit(ctx, { ...june, model: 'position_u' })
    assert.ok(silent.rows.every((row) => !('profit' in row)) && silent.closing.contribution === undefined)
  })

  test('takes all that is booked of an order, also a loss, and closes to the shop whatever the model', async () => {
    const ctx = await openShop()
    const back = {
      bookedAt: '2026-07-02T10:00:00Z',
      side: 'return',
      gross: '-94.50',
      costs: { return_cost: '3.90' },
    } as const
    await writeSeenOrders(ctx, [
      shared,
      { ...shared, id: 'lost', later: [back] },
      { ...shared, id: 'bare', touches: [] },
      { ...shared, id: 'gone', cancelled: true },
      { ...shared, id: 'waits', waits: true },
      {
        ...shared,
        id: 'may',
        placedAt: '2026-05-20T12:00:00Z',
        later: [{ ...back, bookedAt: '2026-06-03T10:00:00Z' }],
      },
    ])
    for (const model of ['last_non_direct', 'time_decay', 'markov'] as const)
      for (const rest of [{}, { date: 'touch' }, { refund_basis: 'refund_date' }] as const)
        await assertCloses(ctx, await askCredit(ctx, { ...asked, model, ...rest }))
    const linear = await askCredit(ctx, { ...asked, model: 'linear_all' })
    // A loss, 53.393940 − 94.50 − 3.90, is divided too; what came back in July of June's order is what May's lost in June.
    assert.deepEqual(linear.closing.contribution, {
      metric: 'cm2',
      booked: '168.5697',
      credited: '8.38788',
      not_tracked: '53.39394',
      cancelled: '53.39394',
      other_days: '0.00',
      other_touch_days: '0.00',
      pending: '53.39394',
    })
    assert.deepEqual(rowOf(linear, 'email').slice(0, 1), ['2.79596'])
  })

  test('says where costs are assumed or unknown, and is nothing where no goods have a cost', async () => {
    const ctx = await openShop()
    const of = (id: string, channel: string, goods_state: 'exact' | 'assumed' | 'unknown'): SeenOrder => ({
      ...shared,
      id,
      costs: { ...costs, ...(goods_state === 'unknown' ? { cost: '0' } : {}), goods_state },
      touches: [{ at: '2026-06-18T12:00:00Z', channel }],
    })
    await writeSeenOrders(ctx, [
      of('a', 'email', 'exact'),
      of('b', 'referral', 'assumed'),
      of('c', 'organic_search', 'exact'),
      of('d', 'organic_search', 'unknown'),
      of('e', 'organic_social', 'unknown'),
    ])
    const result = await askCredit(ctx, { ...asked, model: 'linear_all' })
    assert.deepEqual(rowOf(result, 'email'), ['53.39394', null, null, 'exact'])
    assert.deepEqual(rowOf(result, 'referral'), ['53.39394', null, null, 'about'])
    assert.deepEqual(rowOf(result, 'organic_search'), ['144.28788', null, null, 'at_most'])
    assert.deepEqual(rowOf(result, 'organic_social'), [null, null, null, 'at_most'])
    assert.equal(result.totals.bound, 'at_most')
    const [first] = (await run(exportAttribution, ctx, { ...asked, model: 'linear_all' })).rows
    assert.deepEqual([first?.['credited_cm2'], first?.['bound']], ['144.28788', 'at_most'])
  })

  test('is told of ads alone, and only to those who see profit', async () => {
    const ctx = await openShop()
    await writeSeenOrders(ctx, [shared])
    const places: CreditedPlacesInput = { ...asked, level: 'ad', platforms: ['metaads'], model: 'position_u' }
    const [ad] = await run(listCreditedPlaces, ctx, places)
    assert.deepEqual([ad?.credited_cm2, ad?.bound, ad?.is_uncosted], ['21.357576', 'exact', false])
    const viewer: ShopContext = {
      ...ctx,
      actor: { kind: 'person', id: '00000000-0000-4000-8000-0000000000aa', role: 'viewer', shops: 'all' },
    }
    const isHidden = (failure: unknown) => isAppError(failure) && failure.code === 'forbidden'
    await assert.rejects(askCredit(viewer, asked), isHidden)
    await assert.rejects(run(exportAttribution, viewer, asked), isHidden)
    await assert.rejects(run(listCreditedPlaces, viewer, places), isHidden)
    await askCredit(viewer, june)
  })
})
