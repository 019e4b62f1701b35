import assert from 'node:assert/strict'
import { test } from 'node:test'
import { countDistinct } from './summarise-costs.server.ts'

const row = (product: string, variant: string) => ({ dimensions: { product, variant }, values: {} })

test('products are counted once, with their variants each, and what is no product is not counted', () => {
  const rows = [row('1', ''), row('2', '21'), row('2', '22'), row('', '')]
  assert.equal(countDistinct(rows, 'product'), 2)
  assert.equal(countDistinct(rows, 'product', 'variant'), 3)
  assert.equal(countDistinct([], 'product'), 0)
})
