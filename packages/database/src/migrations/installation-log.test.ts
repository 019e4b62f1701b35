import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { after, test } from 'node:test'
import { sql } from 'kysely'
import { migrate } from '../migrate.ts'
import { listInstallationEntries } from '../tables/index.ts'
import { openTestDatabase } from '../testing.ts'

const { kysely, ...database } = await openTestDatabase({ after }, { migrate: false })

test('what administrators did in earlier versions becomes a chain, in its order and whole', async () => {
  await migrate(kysely, '0050-add-sample-shops')
  const name = (text: string) => ({ kind: 'person', id: 'p', name: text })
  for (const [day, action, reason] of [
    ['2026-02-03', 'admin.look_in', 'They asked “why”.\nTwice: \u0001 ü'],
    ['2026-02-01', 'admin.appoint', undefined],
    ['2026-02-02', 'admin.lock_person', undefined],
  ] as const) {
    const origin = { ip: '203.0.113.0/24', agent: 'A', request: 'r' }
    const body = JSON.stringify({ actor: name('Ada'), target: name('Kim'), origin, reason })
    await sql`INSERT INTO installation_entries (at, actor_id, action, body)
      VALUES (${day}::timestamptz, 'p', ${action}, ${body})`.execute(kysely)
  }
  await database.migrate()

  const { rows, total } = await listInstallationEntries(kysely, { search: '', offset: 0, limit: 10 })
  const inOrder = rows.toReversed()
  assert.equal(total, 3)
  assert.deepEqual(
    inOrder.map(({ number, action, actorId, shopIds }) => [number, action, actorId, shopIds]),
    [
      [1, 'admin.appoint', 'p', null],
      [2, 'admin.lock_person', 'p', null],
      [3, 'admin.look_in', 'p', null],
    ],
  )
  let hash = Buffer.alloc(32)
  for (const { body, hash: kept } of inOrder) {
    hash = createHash('sha256').update(hash).update(body, 'utf8').digest()
    assert.deepEqual(kept, hash)
  }
  const { id, organisationId, at, changes, target } = JSON.parse(rows[0]?.body ?? '')
  assert.deepEqual([id, organisationId, at], [rows[0]?.id, undefined, '2026-02-03T00:00:00.000Z'])
  assert.deepEqual(changes, [{ field: 'reason', before: null, after: 'They asked “why”.\nTwice: \u0001 ü' }])
  assert.deepEqual(target, name('Kim'))
})
