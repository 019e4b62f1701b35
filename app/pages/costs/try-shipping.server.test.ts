import assert from 'node:assert/strict'
import { test } from 'node:test'
import { AppError } from '@tillsight/core'
import type { ShopServices } from '../../services.ts'
import { shopVerbsOf } from '../../testing.ts'
import { tryShipping } from './try-shipping.server.ts'

const table = { type: 'table', region: 'AT', bands: [{ upTo: 5000, amount: '9.100000' }], perKgAbove: null }
const fee = { gateway: 'stripe', percent: '1', fixed: '0.000000' }
const rules = [
  { id: 'a', kind: 'fee' as const, body: fee },
  { id: 'b', kind: 'shipping' as const, body: { type: 'perOrder', region: '', amount: '5.000000' } },
  { id: 'c', kind: 'shipping' as const, body: table },
]

type Verbs = Parameters<typeof shopVerbsOf>[0]

function ask(address: string, tried: Verbs['costs.tryShipping'], readCosts = true) {
  const display = { currency: 'EUR', decimals: 2, language: 'en', numbers: 'en-US' }
  const run = shopVerbsOf({
    'costs.rules': async () => ({ latest: null, rules }),
    ...(tried && { 'costs.tryShipping': tried }),
  })
  const services = { shop: { currency: 'EUR', display }, may: { readCosts }, run } as unknown as ShopServices
  return tryShipping(services, new URLSearchParams(address))
}

test('an order is answered with its cost and the rule as the page numbers it', async () => {
  const asked: unknown[] = []
  const trial = await ask('try=1&to=at&kg=2,3&paid=4,90', async (order) => {
    asked.push(order)
    return { currency: 'EUR', amount: '9.100000', state: 'exact', rule: 'c' }
  })
  assert.deepEqual(asked, [{ country: 'at', region: '', grams: 2300, method: '', charged: '4.90' }])
  assert.match(trial?.said ?? '', /^An order to Austria, 2,3 kg: €9\.10 by rule 2 \(By weight: .*\)\.$/)
  const unknown = await ask('try=1', async () => ({ currency: 'EUR', amount: null, state: 'unknown', rule: null }))
  assert.equal(unknown?.said, 'An order: unknown, because no rule matches.')
})

test('nothing is asked before somebody tries, nor by those who may not see costs, and a mistake is said', async () => {
  assert.equal((await ask('range=7d', undefined))?.said, null)
  assert.equal(await ask('try=1', undefined, false), null)
  const wrong = await ask('try=1&pieces=x', async () => {
    throw new AppError('invalid_input', 'Wrong.', { problems: { pieces: 'Write a whole number of pieces.' } })
  })
  assert.deepEqual([wrong?.said, wrong?.isWrong], ['Write a whole number of pieces.', true])
})
