import assert from 'node:assert/strict'
import { test } from 'node:test'
import { advertisingKind, countDistinct } from './summarise-costs.server.ts'
import { pageWords } from './words.server.ts'

const row = (product: string, variant: string) => ({ dimensions: { product, variant }, values: {} })

test('products are counted once, with their variants each, and what is no product is not counted', () => {
  const rows = [row('1', ''), row('2', '21'), row('2', '22'), row('', '')]
  assert.equal(countDistinct(rows, 'product'), 2)
  assert.equal(countDistinct(rows, 'product', 'variant'), 3)
  assert.equal(countDistinct([], 'product'), 0)
})

test('of advertising it says what is so: told by platforms, entered by hand, or not known', () => {
  const told = {
    fact: (label: string) => ({ label, value: '12', unit: 'money' as const }),
    say: pageWords.say('en'),
  }
  const say = (connected: number, spent: number | null) => {
    const { standing, facts, text, page } = advertisingKind(told, { connected, amount: '€12.00', spent })
    return [standing, facts.length, /No ad platform|no ad platform/.test(text), page]
  }
  assert.deepEqual(say(1, 12), ['spend', 2, false, 'campaigns'])
  assert.deepEqual(say(1, 0), ['spend', 2, false, 'campaigns'])
  assert.deepEqual(say(1, null), ['unknown', 0, false, 'campaigns'])
  assert.deepEqual(say(0, 12), ['spend', 2, true, 'campaigns'])
  assert.deepEqual(say(0, null), ['unknown', 0, true, 'tracking'])
})
