import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, test } from 'node:test'
import { toConnectionId } from '@tillsight/core'
import { parseDay } from '@tillsight/core/days'
import { openTestDatabase } from '../testing.ts'
import * as tables from './index.ts'

const { kysely: db } = await openTestDatabase({ after: (work) => after(work) })
const [first, second] = [parseDay('2026-03-28'), parseDay('2026-03-29')] as const
const range = { from: first, to: second }
const at = (time: string) => new Date(`2026-03-30T${time}Z`)

async function newShop() {
  const organisation = await tables.createOrganisation(db, { name: 'Test' })
  return tables.createShop(db, {
    organisationId: organisation.id,
    domain: `${randomUUID()}.test`,
    platform: 'woocommerce',
    name: 'Shop',
    zone: 'UTC',
    currency: 'EUR',
  })
}

test('a compared day replaces what was found for it before, and belongs to one shop', async () => {
  const [{ id }, other] = await Promise.all([newShop(), newShop()])
  const day = (of: typeof first, state: string) => ({ day: of, state, comparison: { state } })
  await tables.saveReconciliations(db, id, { days: [day(second, 'differs'), day(first, 'agrees')], at: at('03:00:00') })
  await tables.saveReconciliations(db, id, { days: [day(second, 'explained')], at: at('04:00:00') })
  const rows = await tables.listReconciliations(db, id, range)
  assert.deepEqual(
    rows.map((row) => [row.day, row.state, row.comparison, row.comparedAt]),
    [
      [first, 'agrees', { state: 'agrees' }, at('03:00:00')],
      [second, 'explained', { state: 'explained' }, at('04:00:00')],
    ],
  )
  assert.deepEqual(await tables.listReconciledDays(db, id, 'explained'), [second])
  assert.deepEqual(await tables.listReconciliations(db, other.id, range), [])
})

test('the last comparison of a shop says how it ended', async () => {
  const { id } = await newShop()
  assert.equal(await tables.findReconciliationRun(db, id), undefined)
  const connection = toConnectionId(randomUUID())
  await tables.beginReconciliation(db, id, { ...range, connection, at: at('03:00:00') })
  await tables.endReconciliation(db, id, { at: at('03:05:00'), problem: 'switched off', notes: ['by payment'] })
  const ended = await tables.findReconciliationRun(db, id)
  assert.deepEqual([ended?.endedAt, ended?.problem, ended?.notes], [at('03:05:00'), 'switched off', ['by payment']])
  await tables.beginReconciliation(db, id, { ...range, connection, at: at('04:00:00') })
  const again = await tables.findReconciliationRun(db, id)
  assert.deepEqual(
    [again?.fromDay, again?.beganAt, again?.endedAt, again?.problem],
    [first, at('04:00:00'), null, null],
  )
})
