import assert from 'node:assert/strict'
import { after, suite, test } from 'node:test'
import { isAppError } from '@tillsight/core'
import { run, type ShopContext } from '../context/index.ts'
import { openTestStores } from '../reports/shop.testing.ts'
import { saveCosts } from './change-costs.ts'
import { tryShipping } from './try-shipping.ts'

const stores = await openTestStores({ after })

const addRule = (ctx: ShopContext, body: Readonly<Record<string, unknown>>) =>
  run(saveCosts, ctx, { change: { rule: { kind: 'shipping', body } } })

suite('trying shipping rules', () => {
  test('answers with the amount that an order of today would cost, and the rule that decides', async () => {
    const ctx = await stores.openShop()
    const of = async (order: Parameters<typeof tryShipping.run>[1] | object) => {
      const { amount, rule, state } = await run(tryShipping, ctx, order as never)
      return [amount === null ? null : Number(amount), rule !== null, state]
    }
    assert.deepEqual(await of({ country: 'AT', grams: 2300 }), [null, false, 'unknown'])
    await addRule(ctx, { type: 'perOrder', amount: '5' })
    // Example 10 of the reference.
    const bands = [
      { upTo: 1000, amount: '4.20' },
      { upTo: 5000, amount: '6.90' },
    ]
    await addRule(ctx, { type: 'table', region: 'DE', bands, perKgAbove: '1.10' })
    const weighed = async (grams: number) => (await of({ country: 'de', grams }))[0]
    assert.deepEqual(await Promise.all([2550, 5000, 5001, 7300].map(weighed)), [6.9, 6.9, 8, 10.2])
    assert.deepEqual(await of({ country: 'AT', grams: 2300, pieces: 3 }), [5, true, 'exact'])
    assert.deepEqual(await of({ country: 'DE' }), [5, true, 'exact'])
    await addRule(ctx, { type: 'method', method: 'express', amount: '9.10' })
    assert.deepEqual(await of({ country: 'AT', method: 'express:3' }), [9.1, true, 'exact'])
  })

  test('counts pieces, and what the buyer pays', async () => {
    const ctx = await stores.openShop()
    await addRule(ctx, { type: 'perUnit', region: 'AT', amount: '1.50' })
    await addRule(ctx, { type: 'asCharged' })
    const piece = await run(tryShipping, ctx, { country: 'AT', grams: 900, pieces: 4 })
    assert.deepEqual([Number(piece.amount), piece.state], [6, 'exact'])
    const charged = await run(tryShipping, ctx, { country: 'CH', charged: '7.25' })
    assert.deepEqual([Number(charged.amount), charged.state], [7.25, 'assumed'])
  })

  test('refuses what is no order', async () => {
    const ctx = await stores.openShop()
    for (const wrong of [{ country: 'Austria' }, { grams: Number.NaN }, { pieces: 0 }, { charged: '-1' }]) {
      const isWrong = (failure: unknown) => isAppError(failure) && failure.code === 'invalid_input'
      await assert.rejects(run(tryShipping, ctx, wrong), isWrong, JSON.stringify(wrong))
    }
  })
})
