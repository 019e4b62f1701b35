import assert from 'node:assert/strict'
import { after, suite, test } from 'node:test'
import { openTestDatabase } from '@tillsight/database/testing'
import { run } from '../context/index.ts'
import { enterOrganisation } from '../organisations/index.ts'
import { isRefused, openTestPeople } from '../organisations/testing.ts'
import { changeRetention, listAudit, pruneAudit, showRetention, verifyAudit } from './index.ts'

const db = await openTestDatabase({ after })
let now = 0
const clock = { now: () => new Date(now) }
const dayMs = 86_400_000
const people = await openTestPeople({ after }, { db, clock })

async function open() {
  const { id, owner } = await people.newOrganisation()
  return { id, ctx: await enterOrganisation(owner, id) }
}

suite('for how long entries are kept', () => {
  test('is changed by owners alone, within bounds, and told', async () => {
    now = Date.parse('2026-07-03T12:00:00Z')
    const { id, ctx } = await open()
    assert.deepEqual(await run(showRetention, ctx, {}), { days: 400, mayChange: true })
    const admin = await enterOrganisation(await people.newMember(id, 'admin'), id)
    assert.deepEqual(await run(showRetention, admin, {}), { days: 400, mayChange: false })
    await assert.rejects(run(changeRetention, admin, { days: 500 }), isRefused('forbidden'))
    for (const days of [0, 89, 3651, 90.5]) {
      await assert.rejects(run(changeRetention, ctx, { days }), isRefused('invalid_input'))
    }
    await run(changeRetention, ctx, { days: 90 })
    await run(changeRetention, ctx, { days: 90 })
    const { items } = await run(listAudit, ctx, { action: 'audit.change_retention' })
    assert.deepEqual(
      items.map(({ action, changes }) => [action, changes]),
      [['audit.change_retention', [{ field: 'days', before: 400, after: 90 }]]],
    )
  })

  test('decides what goes in the night, for each organisation', async () => {
    now = Date.parse('2026-07-04T12:00:00Z')
    const [short, usual] = [await open(), await open()]
    await run(changeRetention, short.ctx, { days: 90 })
    now += 91 * dayMs
    await pruneAudit({ db, clock })
    assert.deepEqual((await run(listAudit, short.ctx, {})).items, [])
    assert.deepEqual(
      (await run(listAudit, usual.ctx, {})).items.map(({ action }) => action),
      ['organisation.create'],
    )
    for (const { id } of [short, usual]) assert.equal((await verifyAudit(db, id)).state, 'ok')
  })
})
