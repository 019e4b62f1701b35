import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { openTestDatabase } from '@tillsight/database/testing'
import { AuditEntry, verifyAudit } from '../audit/index.ts'
import { openTestPeople } from './testing.ts'

const kills = 20

test(`a process that is killed ${kills} times leaves no change without its entry, and no entry without its change`, async (t) => {
  const db = await openTestDatabase({ after })
  const { newOrganisation } = await openTestPeople({ after }, { db })
  const { id, owner } = await newOrganisation('Nord GmbH')
  for (let killed = 0; killed < kills; killed += 1) {
    const fixture = join(import.meta.dirname, 'killed-writer.fixture.ts')
    const child = spawn(process.execPath, [fixture, db.url, id, owner.person], { stdio: ['ignore', 'pipe', 'inherit'] })
    await once(child.stdout, 'data')
    // At any moment of a change, which is a matter of a few milliseconds.
    await delay(Math.random() * 10)
    const gone = once(child, 'exit')
    child.kill('SIGKILL')
    await gone
  }
  const rows = await db.kysely
    .selectFrom('auditEntries')
    .select('body')
    .where('organisationId', '=', id)
    .where('action', '=', 'organisation.rename')
    .orderBy('number')
    .execute()
  const changes = rows.flatMap(({ body }) => AuditEntry.parse(JSON.parse(body)).changes ?? [])
  t.diagnostic(`${changes.length} changes`)
  assert.ok(changes.length >= kills)
  let name = 'Nord GmbH'
  for (const { before, after: later } of changes) {
    assert.equal(before, name, 'each entry goes on where the one before it ended')
    name = String(later)
  }
  const now = await db.kysely.selectFrom('organisations').select('name').where('id', '=', id).executeTakeFirstOrThrow()
  assert.equal(now.name, name)
  assert.equal((await verifyAudit(db, id)).state, 'ok')
})
