import assert from 'node:assert/strict'
import { after, suite, test } from 'node:test'
import { fixedClock, type OrganisationId } from '@tillsight/core'
import { type PersonContext, run } from '../context/index.ts'
import { silentLog } from '../reports/shop.testing.ts'
import { deleteOrganisation, enterOrganisation, keepOrganisation, remindMembers, requireFactor } from './index.ts'
import { openTestPeople, testLetters } from './testing.ts'

const { db, newOrganisation, newMember } = await openTestPeople({ after })
const asked = '2026-06-30T12:00:00Z'

/** Mails that are sent in a round at the instant: kind and address. */
async function roundAt(at: string, fails = false): Promise<string[]> {
  const { letters, sent } = testLetters()
  const sendLetter: typeof letters.sendLetter = async (letter) => {
    if (fails) throw new Error('the mail server is away')
    await letters.sendLetter(letter)
  }
  await remindMembers({ db, clock: fixedClock(at), log: silentLog, letters: { sendLetter } })
  return sent.map(({ kind, to, at: day }) => `${kind} ${to} ${day.toISOString()}`)
}

async function enter(person: PersonContext, id: OrganisationId, at = asked) {
  return { ...(await enterOrganisation({ ...person, clock: fixedClock(at) }, id)), letters: testLetters().letters }
}

async function addressOf({ person }: PersonContext): Promise<string> {
  const row = await db.kysely.selectFrom('people').select('email').where('id', '=', person).executeTakeFirstOrThrow()
  return row.email
}

async function giveFactor({ person }: PersonContext): Promise<void> {
  await db.kysely.updateTable('people').set({ hasFactor: true }).where('id', '=', person).execute()
}

suite('two days before', () => {
  test('a second factor is needed, members without one get a mail, once', async () => {
    const { id, owner } = await newOrganisation()
    const late = await newMember(id, 'viewer')
    await giveFactor(owner)
    await run(requireFactor, await enter(owner, id), { required: true })
    assert.deepEqual(await roundAt('2026-07-05T11:59:00Z'), [], 'too early')
    assert.deepEqual(await roundAt('2026-07-05T12:01:00Z'), [
      `factor_soon ${await addressOf(late)} 2026-07-07T12:00:00.000Z`,
    ])
    assert.deepEqual(await roundAt('2026-07-05T13:01:00Z'), [])
    await run(requireFactor, await enter(owner, id), { required: false })
    await run(requireFactor, await enter(owner, id, '2026-08-01T12:00:00Z'), { required: true })
    assert.equal((await roundAt('2026-08-06T13:00:00Z')).length, 1, 'another day is another reminder')
    assert.deepEqual(await roundAt('2026-08-07T13:00:00Z'), [])
    await run(requireFactor, await enter(owner, id), { required: false })
  })

  test('nobody is reminded of a day that has passed, and a mail that fails is not sent twice', async () => {
    const { id, owner } = await newOrganisation()
    await newMember(id, 'viewer')
    await giveFactor(owner)
    await run(requireFactor, await enter(owner, id), { required: true })
    assert.deepEqual(await roundAt('2026-07-07T12:00:01Z'), [])
    await run(requireFactor, await enter(owner, id), { required: false })
    await run(requireFactor, await enter(owner, id), { required: true })
    assert.deepEqual(await roundAt('2026-07-06T12:00:00Z', true), [])
    assert.deepEqual(await roundAt('2026-07-06T13:00:00Z'), [])
    await run(requireFactor, await enter(owner, id), { required: false })
  })

  test('the organisation is deleted, its owners get a mail, unless it was taken back', async () => {
    const { id, owner } = await newOrganisation('Gone')
    await newMember(id, 'admin')
    await run(deleteOrganisation, await enter(owner, id), { name: 'Gone' })
    const kept = await newOrganisation('Kept')
    await run(deleteOrganisation, await enter(kept.owner, kept.id), { name: 'Kept' })
    await run(keepOrganisation, await enter(kept.owner, kept.id), {})
    assert.deepEqual(await roundAt('2026-07-12T11:00:00Z'), [], 'too early')
    assert.deepEqual(await roundAt('2026-07-12T13:00:00Z'), [
      `deletion_soon ${await addressOf(owner)} 2026-07-14T12:00:00.000Z`,
    ])
    assert.deepEqual(await roundAt('2026-07-13T13:00:00Z'), [])
  })
})
