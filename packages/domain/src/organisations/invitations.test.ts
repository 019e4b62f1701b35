import assert from 'node:assert/strict'
import { after, suite, test } from 'node:test'
import { fixedClock } from '@tillsight/core'
import { createShop } from '@tillsight/database'
import { type Context, type PersonContext, run } from '../context/index.ts'
import { EmailAddress } from '../inputs/index.ts'
import * as organisations from './index.ts'
import { isRefused, openTestPeople } from './testing.ts'

const { db, newPerson, newOrganisation, newMember } = await openTestPeople({ after })
const { acceptInvitation, enterOrganisation, inviteMember, revokeInvitation, showInvitation } = organisations
let count = 0

function newAddress(): string {
  count += 1
  return `guest-${count}@x.test`
}

async function enterNew(): Promise<Context> {
  const { id, owner } = await newOrganisation()
  return enterOrganisation(owner, id)
}

function later<Ctx extends PersonContext | Context>(ctx: Ctx, at: string): Ctx {
  return { ...ctx, clock: fixedClock(at) }
}

suite('an invitation', () => {
  test('makes whoever has its address a member, once', async () => {
    const ctx = await enterNew()
    const email = newAddress()
    const { token } = await run(inviteMember, ctx, { email: ` ${email.toUpperCase()} `, role: 'analyst' })
    assert.deepEqual(await showInvitation(ctx, token), {
      organisation: 'Nord GmbH',
      email,
      role: 'analyst',
      invitedBy: (await run(organisations.listMembers, ctx, {})).members[0]?.name,
      state: 'open',
    })
    const guest = await newPerson(email)
    const results = await Promise.all([1, 2, 3].map(() => run(acceptInvitation, guest, { token })))
    assert.deepEqual(
      new Set(results.map((result) => JSON.stringify(result))),
      new Set([JSON.stringify({ organisation: ctx.organisation, name: 'Nord GmbH', role: 'analyst' })]),
    )
    assert.equal((await enterOrganisation(guest, ctx.organisation)).organisation, ctx.organisation)
    assert.equal((await showInvitation(ctx, token))?.state, 'accepted')
  })

  test('is of no use to other addresses, and says which one it is for', async () => {
    const ctx = await enterNew()
    const email = newAddress()
    const { token } = await run(inviteMember, ctx, { email, role: 'admin' })
    for (const other of [await newPerson(), await newPerson(''), await newPerson(`x${email}`)]) {
      await assert.rejects(run(acceptInvitation, other, { token }), isRefused('forbidden', new RegExp(email)))
      await assert.rejects(enterOrganisation(other, ctx.organisation), isRefused('not_found'))
    }
    assert.equal((await showInvitation(ctx, token))?.state, 'open')
  })

  test('that was never given out is unknown, and the token is stored nowhere', async () => {
    const ctx = await enterNew()
    const { token } = await run(inviteMember, ctx, { email: newAddress(), role: 'viewer' })
    assert.equal(await showInvitation(ctx, `${token}x`), undefined)
    assert.equal(await showInvitation(ctx, '\0'), undefined)
    await assert.rejects(run(acceptInvitation, await newPerson(), { token: 'x' }), isRefused('not_found'))
    const stored = await db.kysely.selectFrom('invitations').selectAll().execute()
    assert.ok(!JSON.stringify(stored).includes(token))
  })

  test('ends after seven days', async () => {
    const ctx = await enterNew()
    const email = newAddress()
    const { token, expiresAt } = await run(inviteMember, ctx, { email, role: 'viewer' })
    assert.equal(expiresAt, '2026-07-07T12:00:00.000Z')
    const guest = later(await newPerson(email), expiresAt)
    assert.equal((await showInvitation(guest, token))?.state, 'expired')
    await assert.rejects(run(acceptInvitation, guest, { token }), isRefused('conflict', /expired/))
    assert.deepEqual((await run(organisations.listMembers, later(ctx, expiresAt), {})).invitations, [])
  })

  test('is taken back', async () => {
    const ctx = await enterNew()
    const email = newAddress()
    const { token, id } = await run(inviteMember, ctx, { email, role: 'viewer' })
    assert.equal((await run(organisations.listMembers, ctx, {})).invitations[0]?.id, id)
    await assert.rejects(run(revokeInvitation, await enterNew(), { invitation: id }), isRefused('not_found'))
    await run(revokeInvitation, ctx, { invitation: id })
    await assert.rejects(run(revokeInvitation, ctx, { invitation: id }), isRefused('not_found'))
    await assert.rejects(run(acceptInvitation, await newPerson(email), { token }), isRefused('conflict', /taken back/))
    assert.equal((await showInvitation(ctx, token))?.state, 'revoked')
  })

  test('replaces the open one of the same address, also at the same time', async () => {
    const ctx = await enterNew()
    const email = newAddress()
    const first = await run(inviteMember, ctx, { email, role: 'viewer' })
    await Promise.all([1, 2, 3].map(() => run(inviteMember, ctx, { email, role: 'admin' })))
    const { invitations } = await run(organisations.listMembers, ctx, {})
    assert.deepEqual(
      invitations.map(({ role }) => role),
      ['admin'],
    )
    assert.equal((await showInvitation(ctx, first.token))?.state, 'revoked')
  })

  test('is not of use again to somebody who was removed', async () => {
    const ctx = await enterNew()
    const email = newAddress()
    const { token } = await run(inviteMember, ctx, { email, role: 'viewer' })
    const guest = await newPerson(email)
    await run(acceptInvitation, guest, { token })
    await run(organisations.removeMember, ctx, { person: guest.person })
    await assert.rejects(run(acceptInvitation, guest, { token }), isRefused('conflict', /used already/))
    await assert.rejects(enterOrganisation(guest, ctx.organisation), isRefused('not_found'))
  })

  test('leaves a member as they are', async () => {
    const ctx = await enterNew()
    const guest = await newPerson(newAddress())
    const { email } =
      (await db.kysely.selectFrom('people').select('email').where('id', '=', guest.person).execute())[0] ?? {}
    const { token } = await run(inviteMember, ctx, { email: email ?? '', role: 'viewer' })
    await db.kysely
      .insertInto('memberships')
      .values({ organisationId: ctx.organisation, personId: guest.person, role: 'admin' })
      .execute()
    assert.equal((await run(acceptInvitation, guest, { token })).role, 'admin')
  })
})

suite('inviting', () => {
  test('is for owners', async () => {
    const { id } = await newOrganisation()
    const admin = await enterOrganisation(await newMember(id, 'admin'), id)
    await assert.rejects(run(inviteMember, admin, { email: newAddress(), role: 'viewer' }), isRefused('forbidden'))
  })

  test('a member again is a conflict', async () => {
    const ctx = await enterNew()
    const [owner] = (await run(organisations.listMembers, ctx, {})).members
    const again = { email: owner?.email.toUpperCase() ?? '', role: 'viewer' } as const
    await assert.rejects(run(inviteMember, ctx, again), isRefused('conflict', /member already/))
  })

  test('takes the addresses that the auth service takes', () => {
    const accepts = (email: string) => EmailAddress.safeParse(email).success
    for (const good of ['a@b', "o'brien@x.test", 'a.b+c@sub.x-y.test', `${'a'.repeat(249)}@x.com`]) {
      assert.ok(accepts(good), good)
    }
    const wrong = [
      '',
      'a',
      '@x.test',
      'a@',
      'a@-x.test',
      'a@x-.test',
      'a@x..test',
      'a b@x.test',
      'a@x.test\n.b',
      'ü@x.test',
    ]
    for (const bad of [...wrong, `${'a'.repeat(250)}@x.com`, `a@${'x'.repeat(64)}.test`]) assert.ok(!accepts(bad), bad)
  })

  test('to certain shops is possible for the organisation’s own shops, and not as an owner', async () => {
    const [ctx, other] = [await enterNew(), await enterNew()]
    const shop = { platform: 'woocommerce', name: 'Shop', zone: 'UTC', currency: 'EUR' }
    const own = await createShop(db.kysely, { ...shop, organisationId: ctx.organisation, domain: 'own.test' })
    const foreign = await createShop(db.kysely, { ...shop, organisationId: other.organisation, domain: 'foreign.test' })
    const email = newAddress()
    const invite = (shops: string[], role: 'viewer' | 'owner' = 'viewer') =>
      run(inviteMember, ctx, { email, role, shops })
    await assert.rejects(invite([own.id, foreign.id]), isRefused('not_found'))
    await assert.rejects(invite([own.id], 'owner'), isRefused('invalid_input'))
    await assert.rejects(invite([]), isRefused('invalid_input'))
    await assert.rejects(invite(['x']), isRefused('invalid_input'))
    const { token } = await invite([own.id, own.id])
    const guest = await newPerson(email)
    await run(acceptInvitation, guest, { token })
    const { actor } = await enterOrganisation(guest, ctx.organisation)
    assert.deepEqual(actor, { kind: 'person', id: guest.person, role: 'viewer', shops: [own.id] })
    await run(organisations.changeRole, ctx, { person: guest.person, role: 'owner' })
    const { actor: raised } = await enterOrganisation(guest, ctx.organisation)
    assert.deepEqual(raised, { kind: 'person', id: guest.person, role: 'owner', shops: 'all' })
  })
})
