import assert from 'node:assert/strict'
import { after, suite, test } from 'node:test'
import { fixedClock, type OrganisationId } from '@tillsight/core'
import { listMembers as listRows, savePerson } from '@tillsight/database'
import { listAudit } from '../audit/index.ts'
import { type PersonContext, run } from '../context/index.ts'
import * as organisations from './index.ts'
import { isRefused, openTestPeople, testLetters } from './testing.ts'

const { db, newOrganisation, newMember } = await openTestPeople({ after })
const { acceptOwnership, declineOwnership, enterOrganisation, findOwnership, offerOwnership } = organisations
const { requireFactor, withdrawOwnership } = organisations
const { letters, sent } = testLetters()

async function enter(person: PersonContext, id: OrganisationId, at?: string) {
  const ctx = at === undefined ? person : { ...person, clock: fixedClock(at) }
  return { ...(await enterOrganisation(ctx, id)), letters }
}

async function rolesIn(id: OrganisationId): Promise<Map<string, string>> {
  return new Map((await listRows(db.kysely, id)).map(({ personId, role }) => [personId, role]))
}

async function withOffer() {
  const { id, owner } = await newOrganisation()
  const member = await newMember(id, 'viewer')
  const asOwner = await enter(owner, id)
  await run(offerOwnership, asOwner, { person: member.person })
  return { id, owner, member, asOwner, asMember: await enter(member, id) }
}

const isOf = (ctx: PersonContext) => (each: { readonly person: string }) => each.person === ctx.person

suite('ownership', () => {
  test('passes once the other one confirms; who gave it is an admin, and both are told each time', async () => {
    const { id, owner, member, asMember } = await withOffer()
    assert.deepEqual(
      sent.slice(-2).map(({ kind }) => kind),
      ['ownership_offered', 'ownership_offer_sent'],
    )
    assert.notEqual(sent.at(-1)?.to, sent.at(-2)?.to)
    assert.equal((await rolesIn(id)).get(member.person), 'viewer')
    await run(acceptOwnership, asMember, {})
    assert.deepEqual(
      await rolesIn(id),
      new Map([
        [owner.person, 'admin'],
        [member.person, 'owner'],
      ]),
    )
    assert.deepEqual(
      sent.slice(-2).map(({ kind, at }) => [kind, at.toISOString()]),
      ['ownership_gained', 'ownership_given'].map((kind) => [kind, '2026-06-30T12:00:00.000Z']),
    )
    await assert.rejects(run(acceptOwnership, asMember, {}), isRefused('not_found'))
  })

  test('does not pass to anybody else, after seven days, or once it was withdrawn', async () => {
    const { id, owner, member, asOwner, asMember } = await withOffer()
    const third = await enter(await newMember(id, 'admin'), id)
    await assert.rejects(run(acceptOwnership, third, {}), isRefused('not_found'))
    await assert.rejects(run(acceptOwnership, asOwner, {}), isRefused('not_found'))
    const late = await enter(member, id, '2026-07-07T12:00:00Z')
    await assert.rejects(run(acceptOwnership, late, {}), isRefused('not_found'))
    await run(withdrawOwnership, asOwner, {})
    await assert.rejects(run(withdrawOwnership, asOwner, {}), isRefused('not_found'))
    await assert.rejects(run(acceptOwnership, asMember, {}), isRefused('not_found'))
    assert.equal((await rolesIn(id)).get(owner.person), 'owner')
  })

  test('does not pass from somebody who is no owner any more', async () => {
    const { id, owner, asMember } = await withOffer()
    const other = await enter(await newMember(id, 'owner'), id)
    await run(organisations.changeRole, other, { person: owner.person, role: 'analyst' })
    await assert.rejects(run(acceptOwnership, asMember, {}), isRefused('not_found'))
  })

  test('is offered by owners, to members who are none, and shown to those two only', async () => {
    const { id, owner, member, asOwner, asMember } = await withOffer()
    const admin = await enter(await newMember(id, 'admin'), id)
    await assert.rejects(run(offerOwnership, admin, { person: member.person }), isRefused('forbidden'))
    await assert.rejects(run(offerOwnership, asOwner, { person: owner.person }), isRefused('conflict'))
    const offerTo = async (ctx: typeof admin) => (await run(organisations.listMembers, ctx, {})).offer
    assert.equal((await offerTo(asOwner))?.to, member.person)
    assert.equal(await offerTo(admin), null)
    await run(organisations.changeRole, asOwner, { person: member.person, role: 'analyst' })
    assert.equal((await offerTo(await enter(member, id)))?.from, owner.person)
    await run(organisations.removeMember, asOwner, { person: member.person })
    await assert.rejects(run(acceptOwnership, asMember, {}), isRefused('not_found'))
    assert.equal(await offerTo(asOwner), null)
  })

  test('is declined by whom it is offered to, and whoever offered it is told', async () => {
    const { id, owner, member, asOwner, asMember } = await withOffer()
    const from = (await run(findOwnership, asMember, {}))?.from
    assert.equal(from, (await run(organisations.listMembers, asOwner, {})).members.find(isOf(owner))?.name)
    const third = await enter(await newMember(id, 'viewer'), id)
    assert.equal(await run(findOwnership, third, {}), null)
    await assert.rejects(run(declineOwnership, third, {}), isRefused('not_found'))
    await run(declineOwnership, asMember, {})
    assert.equal(sent.at(-1)?.kind, 'ownership_declined')
    assert.equal(sent.at(-1)?.to, (await run(organisations.listMembers, asOwner, {})).members.find(isOf(owner))?.email)
    assert.equal(await run(findOwnership, asMember, {}), null)
    await assert.rejects(run(acceptOwnership, asMember, {}), isRefused('not_found'))
    assert.equal((await rolesIn(id)).get(member.person), 'viewer')
  })

  test('is told by the audit log, step by step', async () => {
    const { id, owner, member, asOwner, asMember } = await withOffer()
    await run(withdrawOwnership, asOwner, {})
    await run(offerOwnership, asOwner, { person: member.person })
    await run(declineOwnership, asMember, {})
    await run(offerOwnership, asOwner, { person: member.person })
    await run(acceptOwnership, asMember, {})
    const { items } = await run(listAudit, await enter(member, id), {})
    const told = items.toReversed().map(({ action, actor, target }) => [action, actor.id, target.id])
    assert.deepEqual(told.slice(1), [
      ['ownership.offer', owner.person, member.person],
      ['ownership.withdraw', owner.person, member.person],
      ['ownership.offer', owner.person, member.person],
      ['ownership.decline', member.person, member.person],
      ['ownership.offer', owner.person, member.person],
      ['ownership.accept', member.person, member.person],
      ['member.change_role', member.person, owner.person],
    ])
  })

  test('passes once when it is confirmed several times at once', async () => {
    const { id, asMember } = await withOffer()
    const outcomes = await Promise.allSettled([1, 2, 3].map(() => run(acceptOwnership, asMember, {})))
    assert.equal(outcomes.filter(({ status }) => status === 'fulfilled').length, 1)
    assert.deepEqual([...(await rolesIn(id)).values()].toSorted(), ['admin', 'owner'])
  })
})

suite('a second factor for everybody', () => {
  const personRow = async (person: PersonContext['person']) =>
    db.kysely.selectFrom('people').select(['email', 'name']).where('id', '=', person).executeTakeFirstOrThrow()
  const giveFactor = async ({ person }: PersonContext, hasFactor = true) => {
    const { email, name } = await personRow(person)
    await savePerson(db.kysely, { id: person, email, name, hasFactor })
  }
  test('is asked for seven days later, of those who have none, and they are told', async () => {
    const { id, owner } = await newOrganisation()
    const [without, having] = [await newMember(id, 'analyst'), await newMember(id, 'analyst')]
    await giveFactor(owner)
    await giveFactor(having)
    const asOwner = await enter(owner, id)
    const before = sent.length
    const { factorFrom } = await run(requireFactor, asOwner, { required: true })
    assert.equal(factorFrom, '2026-07-07T12:00:00.000Z')
    const told = sent.slice(before).map(({ kind, to }) => [kind, to])
    assert.deepEqual(told, [['factor', (await personRow(without.person)).email]])
    const later = { ...asOwner, clock: fixedClock('2026-07-01T12:00:00Z') }
    assert.deepEqual(await run(requireFactor, later, { required: true }), { factorFrom })
    assert.equal(sent.length, before + 1)
    await enter(without, id, '2026-07-07T11:59:59Z')
    await assert.rejects(enter(without, id, '2026-07-07T12:00:00Z'), isRefused('forbidden', /two-step verification/))
    await enter(having, id, '2026-07-07T12:00:00Z')
    await giveFactor(without)
    await enter(without, id, '2026-07-07T12:00:00Z')
    await giveFactor(without, false)
    await run(requireFactor, asOwner, { required: false })
    await enter(without, id, '2026-07-07T12:00:00Z')
  })

  test('is not switched on by an owner who has none, who would be locked out', async () => {
    const { id, owner } = await newOrganisation()
    await assert.rejects(run(requireFactor, await enter(owner, id), { required: true }), isRefused('conflict'))
    const admin = await enter(await newMember(id, 'admin'), id)
    await assert.rejects(run(requireFactor, admin, { required: true }), isRefused('forbidden'))
    await enter(owner, id, '2027-01-01T00:00:00Z')
  })
})
