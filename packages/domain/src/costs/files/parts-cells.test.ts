import assert from 'node:assert/strict'
import { after, suite, test } from 'node:test'
import fc from 'fast-check'
import { run, type ShopContext } from '../../context/index.ts'
import { writeRecords } from '../../ledger/index.ts'
import { openTestStores } from '../../reports/shop.testing.ts'
import { checkCostFile, importCostFile } from './cost-files.ts'
import { namePartsIn, printParts, splitParts } from './parts-cells.ts'
import { exportCostFile } from './print-cost-file.ts'

const stores = await openTestStores({ after })

/** A shop with variants `v0`, `v1`, … of these SKUs. */
async function openShop(skus: readonly string[]): Promise<ShopContext> {
  const ctx = await stores.openShop()
  const variants = skus.map((sku, index) => ({ id: `v${index}`, sku, title: '', price: '4', cost: null, weight: null }))
  const product = { id: 'P', title: 'Tea', status: 'publish', giftCard: false, categories: [], imageUrl: null }
  await writeRecords(ctx, {
    source: 'woocommerce',
    records: [{ type: 'product', ...product, updatedAt: '2026-06-01T00:00:00Z', variants }],
  })
  return ctx
}

suite('what goods are made of, in a cell', () => {
  test('is read back as it was printed, whatever SKUs look like', async () => {
    const sku = fc.oneof(
      fc.constantFrom(
        '',
        'v1',
        'id:v0',
        'A + B',
        'A*2',
        'A*',
        '*3',
        '+',
        'A +',
        '+ B',
        'a+b',
        'A * 2',
        '"A"',
        'same',
        'same',
      ),
      fc.string({ maxLength: 5 }).map((text) => text.trim()),
    )
    await fc.assert(
      fc.asyncProperty(fc.array(sku, { minLength: 2, maxLength: 6 }), async (skus) => {
        const ctx = await openShop(skus)
        const parts = skus.map((_, index) => ({ variant: `v${index}`, quantity: index + 1 }))
        const names = new Map(skus.map((own, index) => [`v${index}`, { sku: own }]))
        const cell = (await printParts(ctx, { parts, names }))(parts)
        const nameOf = await namePartsIn(ctx, [cell])
        const read = splitParts(cell).map(({ name, quantity }) => ({ variant: nameOf(name).variant, quantity }))
        assert.deepEqual(read, parts, cell)
      }),
      { numRuns: 25 },
    )
  })

  test('goes by SKU or id, and says by row what is not clear', async () => {
    const ctx = await openShop(['CUP', 'TEA', 'SAME', 'SAME', 'BOX'])
    const check = (content: string) => run(checkCostFile, ctx, { file: { content } })
    const csv = [
      'sku,cost,made_of',
      'BOX,,CUP*2 + id:v1',
      'SAME,,NOPE*2',
      'SAME,,SAME',
      'SAME,3,CUP',
      'CUP,,CUP*2',
      'TEA,,CUP*0',
    ].join('\n')
    const { report } = await check(csv)
    assert.deepEqual(
      report.problems.map(({ row, field }) => [row, field]),
      [3, 4, 5, 6, 7].map((row) => [row, 'made_of']),
    )
    assert.deepEqual([report.added, report.refused], [1, 5])
    await run(importCostFile, ctx, { file: { content: csv } })
    const printed = (await run(exportCostFile, ctx, { kind: 'goods' })).csv
    assert.match(printed, /,CUP\*2 \+ TEA\*1,/)
    assert.deepEqual((await check(printed)).report.unchanged, 1)
    // What is a part already is not made of others.
    assert.equal((await check('sku,made_of\nCUP,TEA\nTEA,CUP\n')).report.refused, 2)
    const circle = await check('sku,made_of\nCUP,TEA\n')
    assert.deepEqual([circle.report.refused, circle.report.problems[0]?.value], [1, 'v4'])
  })
})
