import assert from 'node:assert/strict'
import { after, suite, test } from 'node:test'
import { openTestDatabase } from '@tillsight/database/testing'
import { run } from '../context/index.ts'
import { enterOrganisation } from '../organisations/index.ts'
import { openTestPeople } from '../organisations/testing.ts'
import { listAudit, noteFailedSignIn, tellFailedSignIns, verifyAudit } from './index.ts'

const db = await openTestDatabase({ after })
let now = 0
const clock = { now: () => new Date(now) }
const people = await openTestPeople({ after }, { db, clock })

async function open() {
  const { id, owner } = await people.newOrganisation()
  const ctx = await enterOrganisation(owner, id)
  const signIns = async () =>
    (await run(listAudit, ctx, {})).items.filter(({ action }) => action.startsWith('sign_in.'))
  return { ctx, owner, signIns }
}

suite('sign-ins that failed', () => {
  const attempt = { step: 'password', typed: 'a@x.test', network: '203.0.113.0/24', agent: 'Firefox' } as const
  const note = (person: Parameters<typeof noteFailedSignIn>[1]['person'], parts: object = {}) =>
    noteFailedSignIn({ queries: db.kysely, clock }, { ...attempt, person, ...parts })
  const rows = () => db.kysely.selectFrom('failedSignIns').selectAll().execute()

  test('are one entry for a quarter of an hour, with how many there were', async () => {
    now = Date.parse('2026-07-01T12:01:00Z')
    const { ctx, owner, signIns } = await open()
    for (let count = 0; count < 50; count += 1) await note(owner.person)
    await note(owner.person, { step: 'factor', network: '198.51.100.0/24' })
    await tellFailedSignIns({ db, clock })
    assert.deepEqual(await signIns(), [], 'not while they are still counted')
    now += 30 * 60_000
    await tellFailedSignIns({ db, clock })
    await tellFailedSignIns({ db, clock })
    const found = (await signIns()).map(({ action, actor, target, changes, origin }) => ({
      action,
      by: actor.kind,
      target: target.id,
      attempts: changes?.find(({ field }) => field === 'attempts')?.after,
      ip: origin.ip,
    }))
    assert.deepEqual(
      found.toSorted((a, b) => (a.action < b.action ? 1 : -1)),
      [
        { action: 'sign_in.failed', by: 'system', target: owner.person, attempts: 50, ip: '203.0.113.0/24' },
        { action: 'sign_in.factor_failed', by: 'person', target: owner.person, attempts: 1, ip: '198.51.100.0/24' },
      ],
    )
    assert.equal((await verifyAudit(db, ctx.organisation)).state, 'ok')
    assert.deepEqual(await rows(), [])
  })

  test('are counted by the same statement whether there is such an account or not', async () => {
    const { owner } = await open()
    const statements = async (person: Parameters<typeof note>[0]) => {
      const seen: string[] = []
      const queries = db.kysely.withPlugin({
        transformQuery({ node, queryId }) {
          seen.push(db.kysely.getExecutor().compileQuery(node, queryId).sql)
          return node
        },
        transformResult: async ({ result }) => result,
      })
      await noteFailedSignIn({ queries, clock }, { ...attempt, person })
      return seen
    }
    const known = await statements(owner.person)
    assert.equal(known.length, 1)
    assert.deepEqual(await statements(null), known)
    await db.kysely.deleteFrom('failedSignIns').execute()
  })

  test('at names that nobody has take bounded room, and leave nothing', async () => {
    now = Date.parse('2026-07-02T12:01:00Z')
    const entries = async () => (await db.kysely.selectFrom('auditEntries').select('id').execute()).length
    const before = await entries()
    await Promise.all(Array.from({ length: 300 }, (_, name) => note(null, { typed: `${name % 100}@nobody.test` })))
    const counted = await rows()
    assert.ok(counted.length <= 100)
    assert.equal(
      counted.reduce((sum, { attempts }) => sum + attempts, 0),
      300,
    )
    assert.doesNotMatch(JSON.stringify(counted), /nobody\.test/, 'what was typed is not kept')
    now += 30 * 60_000
    await tellFailedSignIns({ db, clock })
    assert.deepEqual([await entries(), await rows()], [before, []])
  })
})
