import assert from 'node:assert/strict'
import { Readable } from 'node:stream'
import { after, suite, test } from 'node:test'
import { listAllGoodsCosts } from '@tillsight/database'
import fc from 'fast-check'
import { run, type ShopContext } from '../../context/index.ts'
import { writeRecords } from '../../ledger/index.ts'
import { openTestStores } from '../../reports/shop.testing.ts'
import { checkCostFile, importCostFile } from './cost-files.ts'

const stores = await openTestStores({ after })

async function openShop(): Promise<ShopContext> {
  const ctx = await stores.openShop()
  const variants = ['TEA', 'CUP', 'HAT'].map((sku) => ({
    id: sku,
    sku,
    title: '',
    price: '4',
    cost: null,
    weight: null,
  }))
  const product = { id: 'P', title: 'Tea', status: 'publish', giftCard: false, categories: [], imageUrl: null }
  await writeRecords(ctx, {
    source: 'woocommerce',
    records: [{ type: 'product', ...product, updatedAt: '2026-06-01T00:00:00Z', variants }],
  })
  return ctx
}

/** What stands, by what people gave. */
async function standing({ queries, shop }: ShopContext) {
  return (await listAllGoodsCosts(queries, shop.id)).map(({ ref, fromDay, amount, note, minQuantity }) => [
    ref,
    fromDay,
    amount,
    note,
    minQuantity,
  ])
}

const noRows = { added: 0, changed: 0 }

suite('large files of costs', () => {
  test('are kept as what was read of them: the second step does what the first one said', async () => {
    const cell = fc.constantFrom('1.5', '1,5', '1.234,56', '1,234.50', '2', '-1', 'x', '', '1,234', '0,75', '12,3')
    const row = fc.tuple(
      fc.constantFrom('TEA', 'CUP', 'HAT', 'NOPE', ''),
      cell,
      fc.constantFrom('', '2026-03-01', '31.03.2026'),
      fc.constantFrom('', "'=1", 'a "note"', ' spaced '),
      fc.constantFrom('1', '5', ''),
    )
    await fc.assert(
      fc.asyncProperty(fc.array(row, { minLength: 1, maxLength: 8 }), async (rows) => {
        const quoted = (text: string): string => `"${text.replaceAll('"', '""')}"`
        const lines = rows.map((cells) => [...cells, 'A long text that means nothing here'].map(quoted).join(';'))
        const content = ['sku;cost;from;note;min_quantity;description', ...lines, 'a row;of too few'].join('\n')
        const [once, twice] = [await openShop(), await openShop()]
        const checked = await run(checkCostFile, once, { file: { content }, pack: true })
        const packed = Buffer.from(checked.packed ?? '', 'base64')
        const whole = await run(importCostFile, once, { file: { content } })
        const second = await run(importCostFile, twice, { file: { content: packed, kind: checked.report.kind } })
        const counts = ({ added, changed }: typeof noRows) => ({ added, changed })
        assert.deepEqual(counts(second.report), counts(checked.report), content)
        assert.deepEqual(counts(whole.report), counts(checked.report))
        assert.deepEqual(await standing(twice), await standing(once), content)
      }),
      { numRuns: 8 },
    )
  })

  test('are read from where they are, as often as need be, and may be mostly of columns that mean nothing', async () => {
    const ctx = await openShop()
    let opened = 0
    const content = () => {
      opened += 1
      const lines = ['TEA', 'CUP', 'HAT'].map((sku) => `${sku},2.50,${'long '.repeat(100_000)}\n`)
      return Readable.from(
        ['sku,cost,description\n', ...lines].map((text) => Buffer.from(text)),
        { objectMode: false },
      )
    }
    const { report, packed = '' } = await run(checkCostFile, ctx, { file: { content }, pack: true })
    assert.deepEqual([report.added, report.ignored], [3, ['description']])
    assert.ok(opened > 1 && packed.length < 200)
    assert.equal((await run(checkCostFile, ctx, { file: { content } })).packed, undefined)
  })
})
