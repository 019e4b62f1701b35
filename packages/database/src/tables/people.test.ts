import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, suite, test } from 'node:test'
import { isAppError, type OrganisationId, type PersonId, toPersonId } from '@tillsight/core'
import { sql } from 'kysely'
import { openTestDatabase } from '../testing.ts'
import * as tables from './index.ts'

const database = await openTestDatabase({ after })
const db = database.kysely
const at = (text: string) => new Date(`2026-03-${text}Z`)
let count = 0

async function newPerson(): Promise<tables.PersonRow> {
  count += 1
  return tables.savePerson(db, { id: toPersonId(randomUUID()), email: `p${count}@x.test`, name: `Person ${count}` })
}

async function newShop(organisationId: OrganisationId, name: string): Promise<tables.ShopRow> {
  count += 1
  const rest = { domain: `s${count}.test`, platform: 'woocommerce', zone: 'UTC', currency: 'EUR' }
  return tables.createShop(db, { organisationId, name, ...rest })
}

suite('people', () => {
  test('keep their name and follow their address', async () => {
    const { id } = await newPerson()
    const saved = await tables.updatePerson(db, id, { name: 'Ann', zone: 'Asia/Tokyo', notifications: { a_b: [1] } })
    assert.deepEqual([saved.name, saved.zone, saved.notifications], ['Ann', 'Asia/Tokyo', { a_b: [1] }])
    const moved = await tables.savePerson(db, { id, email: 'ann@x.test', name: 'Other' })
    assert.deepEqual([moved.name, moved.email, moved.language], ['Ann', 'ann@x.test', ''])
    assert.equal((await tables.findPersonByEmail(db, 'ann@x.test'))?.id, id)
    assert.equal(await tables.findPersonByEmail(db, 'nobody@x.test'), undefined)
  })

  test('that are not known are answered by not_found', async () => {
    const id = toPersonId(randomUUID())
    const missing = (error: unknown) => isAppError(error) && error.code === 'not_found'
    assert.equal(await tables.findPerson(db, id), undefined)
    await assert.rejects(tables.readPerson(db, id), missing)
    await assert.rejects(tables.updatePerson(db, id, { name: 'x' }), missing)
    await assert.rejects(tables.lockPerson(db, id), missing)
  })

  test('give away a picture of earlier versions once, byte for byte', async () => {
    const { id: personId } = await newPerson()
    const image = Buffer.from([255, 0, 1])
    await db
      .insertInto('avatars')
      .values({ personId, image, fingerprint: 'a', updatedAt: new Date(0) })
      .execute()
    assert.ok((await tables.listOldAvatars(db)).includes(personId))
    assert.deepEqual((await tables.takeOldAvatar(db, personId))?.image, image)
    assert.equal(await tables.takeOldAvatar(db, personId), undefined)
  })

  test('use each recovery code once, also at the same time, and new codes end the earlier ones', async () => {
    const { id: person } = await newPerson()
    const other = await newPerson()
    await tables.replaceRecoveryCodes(db, person, ['a', 'b'])
    const take = (codeHash: string) => tables.takeRecoveryCode(db, { person, codeHash }, at('01T00:00:00'))
    assert.deepEqual((await Promise.all([take('a'), take('a')])).toSorted(), [false, true])
    assert.equal(await tables.countRecoveryCodes(db, person), 1)
    assert.equal(await tables.takeRecoveryCode(db, { person: other.id, codeHash: 'b' }, at('01T00:00:00')), false)
    await tables.replaceRecoveryCodes(db, person, ['a', 'c'])
    assert.deepEqual([await take('b'), await take('a')], [false, true])
    await tables.replaceRecoveryCodes(db, person, [])
    assert.equal(await tables.countRecoveryCodes(db, person), 0)
  })
})

suite('memberships', () => {
  test('show their person and organisation, change and end', async () => {
    const [ann, bob] = [await newPerson(), await newPerson()]
    const { id: organisationId } = await tables.createOrganisation(db, { name: 'Nord' })
    const owner = { organisationId, personId: ann.id, role: 'owner', shopIds: null }
    await tables.addMembership(db, owner)
    await tables.addMembership(db, { ...owner, role: 'viewer' })
    await tables.addMembership(db, { ...owner, personId: bob.id, role: 'viewer' })
    const members = await tables.listMembers(db, organisationId)
    assert.deepEqual(
      members.map(({ name, email, role }) => [name, email, role]),
      [
        [ann.name, ann.email, 'owner'],
        [bob.name, bob.email, 'viewer'],
      ],
    )
    const shopIds = [(await newShop(organisationId, 'One')).id]
    await tables.updateMembership(db, { organisationId, personId: bob.id }, { role: 'analyst', shopIds })
    const found = await tables.findMembership(db, { organisationId, personId: bob.id })
    assert.deepEqual([found?.organisationName, found?.role, found?.shopIds], ['Nord', 'analyst', shopIds])
    assert.equal((await tables.renameOrganisation(db, organisationId, 'Süd')).name, 'Süd')
    assert.equal((await tables.listMemberships(db, ann.id))[0]?.organisationName, 'Süd')
    await tables.deleteMembership(db, { organisationId, personId: bob.id })
    assert.deepEqual(
      (await tables.lockMemberships(db, organisationId)).map(({ personId }) => personId),
      [ann.id],
    )
  })

  test('open the shops of every organisation, by name, and no others', async () => {
    const [{ id: person }, stranger] = [await newPerson(), await newPerson()]
    const one = await tables.createOrganisation(db, { name: 'One' })
    const two = await tables.createOrganisation(db, { name: 'Two' })
    const [zebra, apple] = [await newShop(one.id, 'Zebra'), await newShop(two.id, 'Apple')]
    const closed = await newShop(two.id, 'Closed')
    await tables.addMembership(db, { organisationId: one.id, personId: person, role: 'owner', shopIds: null })
    await tables.addMembership(db, { organisationId: two.id, personId: person, role: 'viewer', shopIds: [apple.id] })
    const { shops, person: known } = await tables.readEntry(db, person)
    assert.deepEqual(known, await tables.readPerson(db, person))
    assert.deepEqual(
      shops.map(({ id, role, shopIds }) => [id, role, shopIds]),
      [
        [apple.id, 'viewer', [apple.id]],
        [zebra.id, 'owner', null],
      ],
    )
    const listed = {
      role: 'viewer',
      shopIds: [apple.id],
      seenOn: null,
      factorFrom: null,
      preference: null,
      standing: undefined,
    }
    assert.deepEqual(shops[0], { ...apple, ...listed, facts: { version: 0n, isSettled: true } })
    const standingOf = async (who: PersonId, shop: string) =>
      (await tables.readEntry(db, who, shop)).shops.flatMap((row) => (row.standing ? [row.name] : []))
    assert.deepEqual(await standingOf(person, zebra.domain), ['Zebra'])
    assert.deepEqual(await standingOf(person, apple.id), ['Apple'])
    for (const hidden of [closed.id, closed.domain, 'no\0where']) assert.deepEqual(await standingOf(person, hidden), [])
    assert.deepEqual((await tables.readEntry(db, stranger.id, zebra.domain)).shops, [])
    assert.equal((await tables.readEntry(db, toPersonId(randomUUID()))).person, undefined)
  })

  test('are read on, by connections that were open before a newer version added a column', async () => {
    const { id } = await newPerson()
    await db.connection().execute(async (connection) => {
      const before = await tables.readEntry(connection, id)
      await sql`ALTER TABLE people ADD COLUMN later text`.execute(connection)
      const after = await tables.readEntry(connection, id)
      await sql`ALTER TABLE people DROP COLUMN later`.execute(connection)
      assert.deepEqual(after.person, { ...before.person, later: null })
    })
  })

  test('are given for organisations without members only', async () => {
    const [ann, bob] = [await newPerson(), await newPerson()]
    const { id } = await tables.createOrganisation(db, { name: 'Nobody' })
    assert.deepEqual(await tables.claimMemberlessOrganisations(db, ann.id), [id])
    assert.deepEqual(await tables.claimMemberlessOrganisations(db, bob.id), [])
    assert.equal((await tables.findMembership(db, { organisationId: id, personId: ann.id }))?.role, 'owner')
  })
})

suite('invitations', () => {
  async function invite(email: string, expiresAt = at('09T00:00:00')) {
    const inviter = await newPerson()
    const { id: organisationId } = await tables.createOrganisation(db, { name: 'Nord' })
    count += 1
    return tables.createInvitation(db, {
      organisationId,
      email,
      role: 'viewer',
      shopIds: null,
      invitedBy: inviter.id,
      tokenHash: `hash ${count}`,
      expiresAt,
    })
  }

  test('are taken once while open', async () => {
    const { tokenHash, organisationId, id } = await invite('a@x.test')
    assert.equal(await tables.takeInvitation(db, tokenHash, at('09T00:00:00')), undefined)
    assert.equal((await tables.listOpenInvitations(db, organisationId, at('08T00:00:00'))).length, 1)
    const taken = await Promise.all([1, 2].map(() => tables.takeInvitation(db, tokenHash, at('08T00:00:00'))))
    assert.equal(taken.filter(Boolean).length, 1)
    assert.equal(await tables.revokeInvitations(db, { organisation: organisationId, id }, at('08T00:00:00')), 0)
    const found = await tables.findInvitation(db, tokenHash)
    assert.deepEqual([found?.organisationName, found?.acceptedAt], ['Nord', at('08T00:00:00')])
    assert.match(found?.inviterName ?? '', /^Person/)
  })

  test('are taken back by id or address, in their own organisation only', async () => {
    const [one, other] = [await invite('a@x.test'), await invite('a@x.test')]
    const organisation = one.organisationId
    assert.equal(await tables.revokeInvitations(db, { organisation, id: other.id }, at('01T00:00:00')), 0)
    assert.equal(await tables.revokeInvitations(db, { organisation, email: 'a@x.test' }, at('01T00:00:00')), 1)
    assert.equal(await tables.takeInvitation(db, one.tokenHash, at('02T00:00:00')), undefined)
    assert.deepEqual(await tables.listOpenInvitations(db, organisation, at('02T00:00:00')), [])
    assert.ok(await tables.takeInvitation(db, other.tokenHash, at('02T00:00:00')))
  })
})
