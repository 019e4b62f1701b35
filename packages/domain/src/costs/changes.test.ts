import assert from 'node:assert/strict'
import { after, suite, test } from 'node:test'
import { type ErrorCode, isAppError } from '@tillsight/core'
import { markCosts } from '@tillsight/database'
import { run, type ShopContext } from '../context/index.ts'
import { rolePermissions } from '../context/permissions.ts'
import { writeRecords } from '../ledger/index.ts'
import { sampleLine, sampleOrder } from '../ledger/sample-facts.ts'
import { ask, openTestStores } from '../reports/shop.testing.ts'
import { previewChange, saveCosts } from './change-costs.ts'
import { listGoods } from './goods-costs.ts'
import { listChanges, listRules } from './list-changes.ts'
import { planGoods } from './plan-steps.ts'
import { previewSteps } from './preview.ts'
import { restateCosts } from './restate.ts'

const stores = await openTestStores({ after })
const march = { from: '2026-03-01', to: '2026-03-31' }

/** An order of A for 20.00 on each of three days from the 10th on. */
async function openShopWithOrders(): Promise<ShopContext> {
  const ctx = await stores.openShop()
  const records = ['10', '11', '12'].map((day) =>
    sampleOrder({
      id: day,
      placedAt: `2026-03-${day}T10:00:00Z`,
      total: '23.80',
      lines: [sampleLine({ id: 'a', productId: 'A', gross: '20.00', tax: '3.80' })],
    }),
  )
  await writeRecords(ctx, { source: 'woocommerce', records })
  return ctx
}

const asAdmin = (ctx: ShopContext): ShopContext => ({
  ...ctx,
  actor: { kind: 'api_key', id: 'k', permissions: rolePermissions.admin, shops: 'all' },
})
const entry = { scope: 'variant' as const, ref: 'A' }
const costs = (amount: string, more: object = {}) => ({ goods: { entries: [{ ...entry, amount, ...more }] } })
const fee = (percent: string, id?: string) => ({
  rule: { kind: 'fee' as const, body: { gateway: 'stripe', percent }, ...(id !== undefined && { id }) },
})
type Input = Parameters<typeof run<unknown, unknown, ShopContext, unknown>>[2]
const save = (ctx: ShopContext, change: object, more: object = {}) =>
  run(saveCosts, ctx, { change, ...more } as Input as never)
const costNow = async (ctx: ShopContext) => (await run(listGoods, ctx, march)).rows[0]?.now?.amount ?? null

async function refused(work: Promise<unknown>, code: ErrorCode, details: readonly string[] = []): Promise<void> {
  await assert.rejects(work, (error) => {
    assert.ok(isAppError(error))
    assert.deepEqual([error.code, details.filter((name) => error.details[name] === undefined)], [code, []])
    return true
  })
}

suite('changes of costs', () => {
  test('only an owner closes days and opens them again, also by undoing', async () => {
    const ctx = await openShopWithOrders()
    const { change } = await save(ctx, { settings: { closedThrough: '2026-03-31' } })
    for (const attempt of [{ settings: { closedThrough: null } }, { undo: change }])
      await refused(save(asAdmin(ctx), attempt), 'forbidden')
    await save(asAdmin(ctx), { settings: { restockDefault: true } })
    await save(ctx, { settings: { closedThrough: null } })
  })

  test('a cost of nothing instead of an unknown one moves days without moving money', async () => {
    const ctx = await openShopWithOrders()
    await save(ctx, { settings: { closedThrough: '2026-03-11' } })
    const change = costs('0')
    const { orders, lines, from, to, delta, closed } = await run(previewChange, ctx, { change })
    assert.deepEqual(
      { orders, lines, from, to, delta, closed },
      { orders: 3, lines: 3, from: '2026-03-10', to: '2026-03-12', delta: '0.000000', closed: true },
    )
  })

  test('what is left out is not taken for nothing, and goods of nobody are refused', async () => {
    const ctx = await openShopWithOrders()
    await refused(save(ctx, { goods: { entries: [entry] } }), 'invalid_input')
    await refused(save(ctx, { goods: { entries: [{ ...entry, kind: 'percent' }] } }), 'invalid_input')
    await refused(save(ctx, { goods: { entries: [{ scope: 'variant', amount: '1' }] } }), 'invalid_input')
    await refused(save(ctx, costs('1', { ref: 'elsewhere' })), 'not_found')
    await save(ctx, { goods: { entries: [{ scope: 'category', ref: 'Tea', kind: 'percent', percent: '30' }] } })
  })

  test('a rule saved as it is changes nothing; a second one of the same day is a conflict', async () => {
    const ctx = await openShopWithOrders()
    await save(ctx, fee('1.4'))
    const [rule] = (await run(listRules, ctx, {})).rules
    assert.equal((await save(ctx, fee('1.4', rule?.id))).change, null)
    await refused(save(ctx, fee('2')), 'conflict', ['from'])
    assert.notEqual((await save(ctx, fee('2', rule?.id))).change, null)
  })

  test('steps of quantities keep their first', async () => {
    const ctx = await openShopWithOrders()
    const entries = [1, 5].map((minQuantity) => ({ ...entry, amount: '1', minQuantity }))
    await save(ctx, { goods: { entries } })
    await refused(save(ctx, { goods: { remove: [entry] } }), 'invalid_input', ['minQuantity'])
    await save(ctx, { goods: { remove: [entry, { ...entry, minQuantity: 5 }] } })
    assert.equal(await costNow(ctx), null)
  })

  test('countries that have two codes are read as one', async () => {
    const ctx = await openShopWithOrders()
    await save(ctx, { settings: { groups: { Islands: ['uk', 'IE'] } } })
    assert.deepEqual((await run(listRules, ctx, {})).settings.groups, { Islands: ['GB', 'IE'] })
  })

  test('undoing goes back as far as nothing later is in force', async () => {
    const ctx = await openShopWithOrders()
    const [one, two] = [await save(ctx, costs('1')), await save(ctx, costs('2'))]
    await refused(save(ctx, { undo: one.change }), 'conflict', ['change'])
    const undone = await save(ctx, { undo: two.change })
    await refused(save(ctx, { undo: two.change }), 'conflict')
    assert.equal(await costNow(ctx), '1.000000')
    await save(ctx, { undo: undone.change })
    assert.equal(await costNow(ctx), '2.000000')
    await refused(save(ctx, { undo: one.change }), 'conflict', ['change'])
    await save(ctx, { undo: two.change })
    await save(ctx, { undo: one.change })
    assert.equal(await costNow(ctx), null)
  })

  test('of two who saw the same, the second is told what the first entered', async () => {
    const ctx = await openShopWithOrders()
    const { latest } = await run(listGoods, ctx, march)
    const one = await save(ctx, costs('1'), { seen: latest })
    await assert.rejects(save(ctx, costs('2'), { seen: latest }), (error) => {
      assert.ok(isAppError(error))
      const { now, yours, change, what } = error.details
      assert.deepEqual(
        [error.code, now, yours, change, what],
        ['conflict', '1 EUR', '2 EUR', one.change, 'cost of goods added'],
      )
      return true
    })
    await save(ctx, costs('3', { from: '2026-03-11' }), { seen: latest })
    await save(ctx, costs('2'), { seen: one.change })
  })

  test('one that reaches too many orders is told at once, and worked out with the figures', async () => {
    const ctx = await openShopWithOrders()
    const from = '2026-03-11'
    const key = { ...entry, country: '', minQuantity: 1, from }
    const added = { ...key, steps: 'whole' as const, kind: 'amount' as const, amount: '4', note: '' }
    const steps = await planGoods(ctx, { entries: [added], remove: [], source: 'entered' })
    const { orders, to, delta, isPending } = await previewSteps(ctx, steps, 1)
    assert.deepEqual({ orders, to, delta, isPending }, { orders: 2, to: '2026-03-12', delta: 0n, isPending: true })
    const { change } = await save(ctx, costs('4', { from }))
    const [told] = (await run(listChanges, ctx, {})).changes
    assert.deepEqual([told?.orders, told?.from, told?.delta], [2, from, '-8.000000'])
    await ctx.db.kysely.updateTable('costChanges').set({ orders: 0, delta: '0', firstDay: null }).execute()
    await markCosts(ctx.db.kysely, ctx.shop.id, { from: null, change })
    const cm2 = () => ask(ctx, { metrics: ['cm2'], ...march })
    const during = await cm2()
    assert.deepEqual([during.restating, during.warnings.filter((text) => /costs/.test(text)).length], [true, 1])
    assert.equal((await ask(ctx, { metrics: ['sales'], ...march })).restating, undefined)
    await restateCosts(ctx)
    assert.equal((await cm2()).restating, undefined)
    assert.deepEqual((await run(listChanges, ctx, {})).changes[0], told)
  })
})
