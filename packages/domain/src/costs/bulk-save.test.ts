import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { sql } from 'kysely'
import { run } from '../context/index.ts'
import { writeRecords } from '../ledger/index.ts'
import { sampleLine, sampleOrder } from '../ledger/sample-facts.ts'
import { ask, openTestStores } from '../reports/shop.testing.ts'
import { saveCosts } from './change-costs.ts'

const stores = await openTestStores({ after })
const goods = Array.from({ length: 2_000 }, (_, index) => `P${index}`)

/** A connection that dies at the last entry, at the change set or at its mark takes all of the save with it. */
test('a bulk save that dies on the way leaves nothing, and can be repeated', async () => {
  const ctx = await stores.openShop()
  const db = ctx.db.kysely
  const lines = goods.map((productId) => sampleLine({ id: productId, productId, gross: '20.00', tax: '3.80' }))
  const order = sampleOrder({ id: '1', placedAt: '2026-03-10T10:00:00Z', total: '47600.00', lines })
  await writeRecords(ctx, { source: 'woocommerce', records: [order] })
  const entries = goods.map((ref) => ({ scope: 'variant' as const, ref, amount: '7.50' }))
  const save = () => run(saveCosts, ctx, { change: { goods: { entries } } })
  const counts = async () => {
    const { rows } = await sql<{ goods: number; changes: number; marks: number }>`
      SELECT (SELECT count(*)::int FROM goods_costs WHERE shop_id = ${ctx.shop.id}) AS goods,
        (SELECT count(*)::int FROM cost_changes WHERE shop_id = ${ctx.shop.id}) AS changes,
        (SELECT count(*)::int FROM cost_marks WHERE shop_id = ${ctx.shop.id}) AS marks`.execute(db)
    return rows[0]
  }
  const profit = async () =>
    (await ask(ctx, { metrics: ['cogs'], from: '2026-03-10', to: '2026-03-10' })).totals['cogs']
  await sql`CREATE FUNCTION die() RETURNS trigger LANGUAGE plpgsql AS
    'BEGIN PERFORM pg_terminate_backend(pg_backend_pid()); PERFORM pg_sleep(1); RETURN NEW; END'`.execute(db)
  for (const [table, when] of [
    ['goods_costs', sql`WHEN (NEW.ref = ${sql.lit(goods.at(-1))})`],
    ['cost_changes', sql``],
    ['cost_marks', sql``],
  ] as const) {
    await sql`CREATE TRIGGER dying BEFORE INSERT ON ${sql.table(table)} FOR EACH ROW ${when} EXECUTE FUNCTION die()`.execute(
      db,
    )
    await assert.rejects(save(), table)
    await sql`DROP TRIGGER dying ON ${sql.table(table)}`.execute(db)
    assert.deepEqual([await counts(), await profit()], [{ goods: 0, changes: 0, marks: 0 }, null], table)
  }
  await sql`DROP FUNCTION die()`.execute(db)
  await save()
  assert.deepEqual(
    [await counts(), Number(await profit())],
    [{ goods: goods.length, changes: 1, marks: 0 }, goods.length * 7.5],
  )
})
