import assert from 'node:assert/strict'
import { after, suite, test } from 'node:test'
import { fixedClock } from '@tillsight/core'
import { createShop } from '@tillsight/database'
import { type PersonContext, run } from '../context/index.ts'
import { EmailAddress, type Role } from '../inputs/index.ts'
import * as organisations from './index.ts'
import type { MemberContext } from './letters.ts'
import { isRefused, openTestPeople, testLetters } from './testing.ts'

const { db, newPerson, newOrganisation, newMember } = await openTestPeople({ after })
const { acceptInvitation, enterOrganisation, inviteMember, resendInvitation, revokeInvitation, showInvitation } =
  organisations
let count = 0

function newAddress(): string {
  count += 1
  return `guest-${count}@x.test`
}

const { letters, invitations: sent } = testLetters()

async function enterNew(): Promise<MemberContext> {
  const { id, owner } = await newOrganisation()
  return { ...(await enterOrganisation(owner, id)), letters }
}

interface Invited {
  readonly email: string
  readonly role: Role
  readonly shops?: readonly string[]
}

/** The invitation with the token that was mailed. */
async function invite(ctx: MemberContext, { email, role, shops }: Invited) {
  const shown = await run(inviteMember, ctx, { email, role, shops: shops ? [...shops] : null })
  return { ...shown, token: sent.findLast(({ to }) => to === shown.email)?.token ?? '' }
}

/** What the link shows to somebody who has signed in. */
const show = (ctx: Parameters<typeof showInvitation>[0], token: string) => showInvitation(ctx, token, true)

function later<Ctx extends PersonContext | MemberContext>(ctx: Ctx, at: string): Ctx {
  return { ...ctx, clock: fixedClock(at) }
}

suite('an invitation', () => {
  test('makes whoever has its address a member, once', async () => {
    const ctx = await enterNew()
    const email = newAddress()
    const { token } = await invite(ctx, { email: ` ${email.toUpperCase()} `, role: 'analyst' })
    const invitedBy = (await run(organisations.listMembers, ctx, {})).members[0]?.name
    const offer = { email, role: 'analyst', invitedBy }
    assert.deepEqual(await show(ctx, token), { organisation: 'Nord GmbH', state: 'open', offer })
    assert.deepEqual(await showInvitation(ctx, token, false), { organisation: 'Nord GmbH', state: 'open', offer: null })
    const guest = await newPerson(email)
    const results = await Promise.all([1, 2, 3].map(() => run(acceptInvitation, guest, { token })))
    assert.deepEqual(
      new Set(results.map((result) => JSON.stringify(result))),
      new Set([JSON.stringify({ organisation: ctx.organisation, name: 'Nord GmbH', role: 'analyst' })]),
    )
    assert.equal((await enterOrganisation(guest, ctx.organisation)).organisation, ctx.organisation)
    assert.equal((await show(ctx, token))?.state, 'accepted')
  })

  test('is of no use to other addresses, and says which one it is for', async () => {
    const ctx = await enterNew()
    const email = newAddress()
    const { token } = await invite(ctx, { email, role: 'admin' })
    for (const other of [await newPerson(), await newPerson(''), await newPerson(`x${email}`)]) {
      await assert.rejects(run(acceptInvitation, other, { token }), isRefused('forbidden', new RegExp(email)))
      await assert.rejects(enterOrganisation(other, ctx.organisation), isRefused('not_found'))
    }
    assert.equal((await show(ctx, token))?.state, 'open')
  })

  test('that was never given out is unknown, and the token is stored nowhere', async () => {
    const ctx = await enterNew()
    const { token } = await invite(ctx, { email: newAddress(), role: 'viewer' })
    assert.equal(await show(ctx, `${token}x`), undefined)
    assert.equal(await show(ctx, '\0'), undefined)
    await assert.rejects(run(acceptInvitation, await newPerson(), { token: 'x' }), isRefused('not_found'))
    const stored = await db.kysely.selectFrom('invitations').selectAll().execute()
    assert.ok(!JSON.stringify(stored).includes(token))
  })

  test('ends after seven days', async () => {
    const ctx = await enterNew()
    const email = newAddress()
    const { token, expiresAt } = await invite(ctx, { email, role: 'viewer' })
    assert.equal(expiresAt, '2026-07-07T12:00:00.000Z')
    const guest = later(await newPerson(email), expiresAt)
    assert.equal((await show(guest, token))?.state, 'expired')
    await assert.rejects(run(acceptInvitation, guest, { token }), isRefused('conflict', /expired/))
    assert.deepEqual((await run(organisations.listMembers, later(ctx, expiresAt), {})).invitations, [])
  })

  test('is taken back', async () => {
    const ctx = await enterNew()
    const email = newAddress()
    const { token, id } = await invite(ctx, { email, role: 'viewer' })
    assert.equal((await run(organisations.listMembers, ctx, {})).invitations[0]?.id, id)
    await assert.rejects(run(revokeInvitation, await enterNew(), { invitation: id }), isRefused('not_found'))
    await run(revokeInvitation, ctx, { invitation: id })
    await assert.rejects(run(revokeInvitation, ctx, { invitation: id }), isRefused('not_found'))
    await assert.rejects(run(acceptInvitation, await newPerson(email), { token }), isRefused('conflict', /withdrawn/))
    assert.equal((await show(ctx, token))?.state, 'withdrawn')
  })

  test('replaces the open one of the same address, also at the same time', async () => {
    const ctx = await enterNew()
    const email = newAddress()
    const first = await invite(ctx, { email, role: 'viewer' })
    await Promise.all([1, 2, 3].map(() => invite(ctx, { email, role: 'admin' })))
    const { invitations } = await run(organisations.listMembers, ctx, {})
    assert.deepEqual(
      invitations.map(({ role }) => role),
      ['admin'],
    )
    assert.equal((await show(ctx, first.token))?.state, 'replaced')
    const guest = await newPerson(email)
    await assert.rejects(run(acceptInvitation, guest, { token: first.token }), isRefused('conflict', /latest email/))
  })

  test('is not of use again to somebody who was removed', async () => {
    const ctx = await enterNew()
    const email = newAddress()
    const { token } = await invite(ctx, { email, role: 'viewer' })
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
    const { token } = await invite(ctx, { email: email ?? '', role: 'viewer' })
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
    const admin = { ...(await enterOrganisation(await newMember(id, 'admin'), id)), letters }
    await assert.rejects(run(inviteMember, admin, { email: newAddress(), role: 'viewer' }), isRefused('forbidden'))
  })

  test('a member again is a conflict', async () => {
    const ctx = await enterNew()
    const [owner] = (await run(organisations.listMembers, ctx, {})).members
    const again = { email: owner?.email.toUpperCase() ?? '', role: 'viewer' } as const
    await assert.rejects(run(inviteMember, ctx, again), isRefused('conflict', /member already/))
  })

  test('sends a link again, which takes the place of the first one', async () => {
    const [ctx, other] = [await enterNew(), await enterNew()]
    const email = newAddress()
    const first = await invite(ctx, { email, role: 'analyst' })
    await assert.rejects(run(resendInvitation, other, { invitation: first.id }), isRefused('not_found'))
    const again = await run(resendInvitation, later(ctx, '2026-07-02T12:00:00Z'), { invitation: first.id })
    assert.deepEqual([again.email, again.role, again.expiresAt], [email, 'analyst', '2026-07-09T12:00:00.000Z'])
    assert.equal((await show(ctx, first.token))?.state, 'replaced')
    await assert.rejects(run(resendInvitation, ctx, { invitation: first.id }), isRefused('not_found'))
    const token = sent.at(-1)?.token ?? ''
    assert.equal((await run(acceptInvitation, await newPerson(email), { token })).role, 'analyst')
    await assert.rejects(run(resendInvitation, ctx, { invitation: again.id }), isRefused('not_found'))
  })

  test('takes addresses that look alike for one', async () => {
    const ctx = await enterNew()
    const email = newAddress()
    const wide = email.replace('guest', 'ＧＵＥＳＴ')
    const first = await invite(ctx, { email, role: 'viewer' })
    const { token } = await invite(ctx, { email: wide, role: 'viewer' })
    assert.equal((await show(ctx, first.token))?.state, 'replaced')
    assert.equal((await run(acceptInvitation, await newPerson(wide), { token })).organisation, ctx.organisation)
  })

  test('is limited to twenty in an hour and fifty that are open, and one too many sends and replaces nothing', async () => {
    const ctx = await enterNew()
    const hours = ['12:00', '13:00', '14:01'].map((time) => later(ctx, `2026-06-30T${time}:00Z`))
    const first = await invite(ctx, { email: newAddress(), role: 'viewer' })
    for (const [index, at] of hours.entries()) {
      const left = [19, 20, 10][index] ?? 0
      for (let each = 0; each < left; each += 1) await invite(at, { email: newAddress(), role: 'viewer' })
      const mails = sent.length
      const before = (await run(organisations.listMembers, at, {})).invitations
      await assert.rejects(invite(at, { email: newAddress(), role: 'viewer' }), isRefused('limit_reached'))
      if (index < 2)
        await assert.rejects(run(resendInvitation, at, { invitation: first.id }), isRefused('limit_reached'))
      assert.deepEqual([sent.length, (await run(organisations.listMembers, at, {})).invitations], [mails, before])
    }
    const [last] = hours.slice(-1)
    assert.ok(last)
    await run(revokeInvitation, last, { invitation: first.id })
    await invite(last, { email: newAddress(), role: 'viewer' })
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
    const to = (shops: string[], role: 'viewer' | 'owner' = 'viewer') => invite(ctx, { email, role, shops })
    await assert.rejects(to([own.id, foreign.id]), isRefused('not_found'))
    await assert.rejects(to([own.id], 'owner'), isRefused('invalid_input'))
    await assert.rejects(to([]), isRefused('invalid_input'))
    await assert.rejects(to(['x']), isRefused('not_found'))
    const { token, shops } = await to([own.id, 'OWN.test'])
    assert.deepEqual(shops, ['own.test'])
    const guest = await newPerson(email)
    await run(acceptInvitation, guest, { token })
    const { actor } = await enterOrganisation(guest, ctx.organisation)
    assert.deepEqual(actor, { kind: 'person', id: guest.person, role: 'viewer', shops: [own.id] })
    await run(organisations.changeRole, ctx, { person: guest.person, role: 'owner' })
    const { actor: raised } = await enterOrganisation(guest, ctx.organisation)
    assert.deepEqual(raised, { kind: 'person', id: guest.person, role: 'owner', shops: 'all' })
  })
})
