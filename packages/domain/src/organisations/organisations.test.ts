import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, suite, test } from 'node:test'
import { type OrganisationId, toOrganisationId } from '@tillsight/core'
import { createOrganisation as insertOrganisation, listMembers as listRows } from '@tillsight/database'
import { type Context, type PersonContext, run } from '../context/index.ts'
import type { Role } from '../inputs/index.ts'
import * as organisations from './index.ts'
import { isRefused, openTestPeople } from './testing.ts'

const { db, newPerson, newOrganisation, newMember } = await openTestPeople({ after })
const { enterOrganisation, changeRole, removeMember, leaveOrganisation } = organisations

async function rolesIn(organisation: OrganisationId): Promise<string[]> {
  return (await listRows(db.kysely, organisation)).map(({ role }) => role).toSorted()
}

/** An organisation with two owners, and a context for each. */
async function withTwoOwners() {
  const { id, owner: ann } = await newOrganisation()
  const bob = await newMember(id, 'owner')
  return { id, ann, bob, asAnn: await enterOrganisation(ann, id), asBob: await enterOrganisation(bob, id) }
}

suite('an organisation', () => {
  test('belongs to whoever starts it, who may belong to several', async () => {
    const ctx = await newPerson()
    const south = await run(organisations.createOrganisation, ctx, { name: ' Süd GmbH ' })
    const north = await run(organisations.createOrganisation, ctx, { name: 'Nord GmbH' })
    assert.deepEqual(south, { organisation: south.organisation, name: 'Süd GmbH', role: 'owner' })
    assert.deepEqual(await run(organisations.listMemberships, ctx, {}), [north, south])
    assert.deepEqual(await run(organisations.listMemberships, await newPerson(), {}), [])
    for (const name of ['  ', 'two\nlines', 'x'.repeat(201)]) {
      await assert.rejects(run(organisations.createOrganisation, ctx, { name }), isRefused('invalid_input'))
    }
  })

  test('is entered in the role that its member has there', async () => {
    const { id } = await newOrganisation()
    const analyst = await newMember(id, 'analyst')
    const { actor, organisation } = await enterOrganisation(analyst, id)
    assert.deepEqual([actor, organisation], [{ kind: 'person', id: analyst.person, role: 'analyst', shops: 'all' }, id])
    assert.deepEqual(await organisations.resolveActor(db.kysely, analyst.person, id), actor)
  })

  test('of others cannot be told from one that does not exist', async () => {
    const { id } = await newOrganisation()
    const stranger = await newPerson()
    const results = await Promise.all(
      [id, toOrganisationId(randomUUID())].flatMap((organisation) =>
        [
          enterOrganisation(stranger, organisation),
          run(leaveOrganisation, stranger, { organisation }).then(() => undefined),
        ].map((attempt) => attempt.catch(String)),
      ),
    )
    assert.equal(new Set(results).size, 1)
    await assert.rejects(enterOrganisation(stranger, id), isRefused('not_found'))
  })

  test('is renamed by owners and admins', async () => {
    const { id } = await newOrganisation()
    const rename = async (role: Role) =>
      run(organisations.renameOrganisation, await enterOrganisation(await newMember(id, role), id), { name: role })
    assert.deepEqual(await rename('admin'), { name: 'admin' })
    await assert.rejects(rename('analyst'), isRefused('forbidden'))
  })

  test('without members is claimed for whoever runs the installation; those with members are not', async () => {
    const { id } = await newOrganisation()
    const orphan = await insertOrganisation(db.kysely, { name: 'Orphan' })
    const ctx = await newPerson()
    const { person } = ctx
    assert.deepEqual(await organisations.claimOwnerlessOrganisations(ctx, person), [orphan.id])
    assert.equal((await organisations.resolveActor(db.kysely, person, orphan.id)).role, 'owner')
    await assert.rejects(organisations.resolveActor(db.kysely, person, id), isRefused('not_found'))
  })
})

suite('members', () => {
  test('are listed with what the asking person may do', async () => {
    const { id, owner } = await newOrganisation()
    const analyst = await newMember(id, 'analyst')
    const asOwner = await run(organisations.listMembers, await enterOrganisation(owner, id), {})
    assert.deepEqual(
      asOwner.members.map(({ person, role, shops }) => [person, role, shops]),
      [
        [owner.person, 'owner', null],
        [analyst.person, 'analyst', null],
      ],
    )
    assert.deepEqual([asOwner.name, asOwner.mayChange, asOwner.invitations], ['Nord GmbH', true, []])
    assert.equal((await run(organisations.listMembers, await enterOrganisation(analyst, id), {})).mayChange, false)
    const viewer = await enterOrganisation(await newMember(id, 'viewer'), id)
    await assert.rejects(run(organisations.listMembers, viewer, {}), isRefused('forbidden'))
  })

  test('are changed and removed by owners only', async () => {
    const { id, owner } = await newOrganisation()
    const { person } = await newMember(id, 'viewer')
    const [asOwner, asAdmin] = [
      await enterOrganisation(owner, id),
      await enterOrganisation(await newMember(id, 'admin'), id),
    ]
    await assert.rejects(run(changeRole, asAdmin, { person, role: 'analyst' }), isRefused('forbidden'))
    await assert.rejects(run(removeMember, asAdmin, { person }), isRefused('forbidden'))
    await run(changeRole, asOwner, { person, role: 'analyst' })
    assert.deepEqual(await rolesIn(id), ['admin', 'analyst', 'owner'])
    await run(removeMember, asOwner, { person })
    assert.deepEqual(await rolesIn(id), ['admin', 'owner'])
    await assert.rejects(run(removeMember, asOwner, { person }), isRefused('not_found'))
  })

  test('of other organisations are out of reach', async () => {
    const [one, other] = [await newOrganisation(), await newOrganisation()]
    const asOwner = await enterOrganisation(one.owner, one.id)
    const { person } = other.owner
    await assert.rejects(run(changeRole, asOwner, { person, role: 'viewer' }), isRefused('not_found'))
    await assert.rejects(run(removeMember, asOwner, { person }), isRefused('not_found'))
    assert.deepEqual(await rolesIn(other.id), ['owner'])
  })

  test('leave by themselves, whatever their role', async () => {
    const { id } = await newOrganisation()
    const viewer = await newMember(id, 'viewer')
    await run(leaveOrganisation, viewer, { organisation: id })
    await assert.rejects(enterOrganisation(viewer, id), isRefused('not_found'))
  })
})

suite('the only owner', () => {
  test('can neither leave, nor be removed, nor be demoted, until there is another', async () => {
    const { id, owner } = await newOrganisation()
    const admin = await newMember(id, 'admin')
    const asOwner = await enterOrganisation(owner, id)
    const { person } = owner
    await assert.rejects(run(leaveOrganisation, owner, { organisation: id }), isRefused('conflict', /only owner/))
    await assert.rejects(run(removeMember, asOwner, { person }), isRefused('conflict'))
    await assert.rejects(run(changeRole, asOwner, { person, role: 'admin' }), isRefused('conflict'))
    await run(changeRole, asOwner, { person, role: 'owner' })
    await run(changeRole, asOwner, { person: admin.person, role: 'owner' })
    await run(leaveOrganisation, owner, { organisation: id })
    assert.deepEqual(await rolesIn(id), ['owner'])
  })

  const races: Readonly<Record<string, (owners: Owners) => readonly Promise<unknown>[]>> = {
    'demoting each other': ({ ann, bob, asAnn, asBob }) => [
      run(changeRole, asAnn, { person: bob.person, role: 'viewer' }),
      run(changeRole, asBob, { person: ann.person, role: 'viewer' }),
    ],
    'removing each other': ({ ann, bob, asAnn, asBob }) => [
      run(removeMember, asAnn, { person: bob.person }),
      run(removeMember, asBob, { person: ann.person }),
    ],
    'leaving together': ({ ann, bob, id }) => [
      run(leaveOrganisation, ann, { organisation: id }),
      run(leaveOrganisation, bob, { organisation: id }),
    ],
    'stepping down together': ({ ann, bob, asAnn, asBob }) => [
      run(changeRole, asAnn, { person: ann.person, role: 'admin' }),
      run(changeRole, asBob, { person: bob.person, role: 'admin' }),
    ],
  }
  for (const [what, race] of Object.entries(races)) {
    test(`remains when two owners are ${what}`, async () => {
      for (let round = 0; round < 5; round += 1) {
        const owners = await withTwoOwners()
        const outcomes = await Promise.allSettled(race(owners))
        assert.equal(outcomes.filter(({ status }) => status === 'fulfilled').length, 1)
        assert.equal((await rolesIn(owners.id)).filter((role) => role === 'owner').length, 1)
      }
    })
  }

  test('an owner who was demoted a moment ago changes nothing any more', async () => {
    const { id, ann, bob, asAnn, asBob } = await withTwoOwners()
    const carl = await newMember(id, 'owner')
    await run(changeRole, asAnn, { person: bob.person, role: 'viewer' })
    await assert.rejects(run(changeRole, asBob, { person: carl.person, role: 'viewer' }), isRefused('forbidden'))
    await run(removeMember, asAnn, { person: bob.person })
    await assert.rejects(run(removeMember, asBob, { person: ann.person }), isRefused('not_found'))
    assert.deepEqual(await rolesIn(id), ['owner', 'owner'])
  })
})

interface Owners {
  readonly id: OrganisationId
  readonly ann: PersonContext
  readonly bob: PersonContext
  readonly asAnn: Context
  readonly asBob: Context
}
