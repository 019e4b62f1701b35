import assert from 'node:assert/strict'
import { after, suite, test } from 'node:test'
import { type OrganisationId, toPersonId } from '@tillsight/core'
import { createApiKey, createShareLink, createShop, createWebhookEndpoint, type ShopRow } from '@tillsight/database'
import { type PersonContext, run } from '../context/index.ts'
import { roles } from '../inputs/index.ts'
import * as organisations from './index.ts'
import { isRefused, openTestPeople, testLetters } from './testing.ts'

const { db, newPerson, newOrganisation, newMember } = await openTestPeople({ after })
const { changeShops, enterOrganisation, leaveOrganisation, listMade, listMembers, removeMember } = organisations
const { letters } = testLetters()
let count = 0

async function newShop(organisationId: OrganisationId, domain: string): Promise<ShopRow> {
  const shop = { platform: 'woocommerce', name: domain, zone: 'UTC', currency: 'EUR', organisationId, domain }
  return createShop(db.kysely, shop)
}

/** An organisation with three shops, and its owner's context. */
async function newWorld() {
  const { id, owner } = await newOrganisation()
  const shops = await Promise.all(['a.test', 'b.test', 'c.test'].map((domain) => newShop(id, domain)))
  const [a, b, c] = shops
  assert.ok(a && b && c)
  return { id, owner, ctx: { ...(await enterOrganisation(owner, id)), letters }, a, b, c }
}

async function listOf(person: PersonContext, organisation: OrganisationId) {
  return run(listMembers, await enterOrganisation(person, organisation), {})
}

suite('the shops of a member', () => {
  test('are changed by owners, by domain or id, and at once', async () => {
    const { id, ctx, a, b } = await newWorld()
    const member = await newMember(id, 'analyst')
    const change = (shops: string[] | null, as = ctx) => run(changeShops, as, { person: member.person, shops })
    await change(['A.test', b.id, a.id])
    assert.deepEqual((await enterOrganisation(member, id)).actor, {
      kind: 'person',
      id: member.person,
      role: 'analyst',
      shops: [a.id, b.id],
    })
    await change(null)
    const { actor } = await enterOrganisation(member, id)
    assert.equal(actor.kind === 'person' && actor.shops, 'all')
    await assert.rejects(change([]), isRefused('invalid_input'))
    await assert.rejects(change(['d.test']), isRefused('not_found', /d\.test/))
    await assert.rejects(change([(await newWorld()).a.id]), isRefused('not_found'))
    const admin = { ...(await enterOrganisation(await newMember(id, 'admin'), id)), letters }
    await assert.rejects(change(null, admin), isRefused('forbidden'))
    const owner = run(changeShops, ctx, {
      person: toPersonId(ctx.actor.kind === 'person' ? ctx.actor.id : ''),
      shops: ['a.test'],
    })
    await assert.rejects(owner, isRefused('invalid_input', /owner sees all/))
  })

  for (const role of roles.filter((each) => each === 'admin' || each === 'analyst')) {
    test(`that an ${role} does not see are shown to them nowhere, nor the people who see only those`, async () => {
      const { id, ctx, owner, a, b, c } = await newWorld()
      const limited = await newMember(id, role, [a, b])
      const alike = await newMember(id, 'viewer', [b, c])
      const hidden = await newMember(id, 'viewer', [c])
      await run(organisations.inviteMember, ctx, {
        email: `x${(count += 1)}@x.test`,
        role: 'viewer',
        shops: ['c.test'],
      })
      await run(organisations.inviteMember, ctx, {
        email: `x${(count += 1)}@x.test`,
        role: 'viewer',
        shops: ['c.test', a.id],
      })
      const { members, invitations } = await listOf(limited, id)
      const shops = new Map(members.map((member) => [member.person, member.shops]))
      assert.deepEqual(
        [owner, limited, alike, hidden].map(({ person }) => shops.get(person)),
        [null, ['a.test', 'b.test'], ['b.test'], undefined],
      )
      assert.deepEqual(
        invitations.map((invitation) => invitation.shops),
        [['a.test']],
      )
      assert.ok(!/c\.test/.test(JSON.stringify([members, invitations])) && !JSON.stringify(members).includes(c.id))
      assert.equal((await listOf(owner, id)).members.length, 4)
    })
  }
})

suite('what a member made', () => {
  async function withMade() {
    const world = await newWorld()
    const member = await newMember(world.id, 'admin')
    const makeKey = (createdBy: PersonContext, parts = {}) =>
      createApiKey(db.kysely, {
        organisationId: world.id,
        name: 'Sheets',
        scopes: ['metrics:read'],
        shopIds: [world.a.id],
        networks: [],
        hash: `hash ${(count += 1)}`,
        prefix: 'tsk_12345678',
        expiresAt: null,
        createdBy: createdBy.person,
        createdAt: world.ctx.clock.now(),
        replaces: null,
        ...parts,
      })
    const at = world.ctx.clock.now()
    const makeHook = (createdBy: PersonContext | undefined) =>
      createWebhookEndpoint(db.kysely, {
        shopId: world.b.id,
        url: `https://hooks.example/${(count += 1)}`,
        events: ['order.booked'],
        state: 'on',
        secret: Buffer.from('sealed'),
        createdBy: createdBy?.person ?? null,
        createdAt: at,
        changedAt: at,
      })
    const makeShare = (createdBy: PersonContext, revokedAt: Date | null = null) =>
      createShareLink(db.kysely, {
        shopId: world.a.id,
        hash: `link ${(count += 1)}`,
        title: 'Weekly figures',
        view: 'summary',
        kind: 'live',
        settings: '{}',
        figures: null,
        createdBy: createdBy.person,
        createdAt: at,
        expiresAt: new Date(at.getTime() + 86_400_000),
        revokedAt,
      })
    const keys = [await makeKey(member), await makeKey(member), await makeKey(world.owner)]
    await makeKey(member, { revokedAt: at })
    await makeKey(member, { expiresAt: at })
    const hooks = [await makeHook(member), await makeHook(member), await makeHook(world.owner)]
    const old = (await makeHook(undefined)).id
    const [link, keptLink, foreignLink] = [
      await makeShare(member),
      await makeShare(member),
      await makeShare(world.owner),
    ]
    await makeShare(member, at)
    const links = { link: link.id, keptLink: keptLink.id, foreignLink: foreignLink.id }
    const [one, two, foreign] = keys.map(({ id }) => id)
    const [hook, kept, foreignHook] = hooks.map(({ id }) => id)
    assert.ok(one && two && foreign && hook && kept && foreignHook)
    return { ...world, ...links, member, one, two, foreign, hook, kept, foreignHook, old }
  }

  const states = async (organisation: OrganisationId) => ({
    keys: new Map(
      (await db.kysely.selectFrom('apiKeys').selectAll().where('organisationId', '=', organisation).execute()).map(
        ({ id, revokedAt, createdBy }) => [id, [revokedAt !== null, createdBy]],
      ),
    ),
    hooks: new Map(
      (await db.kysely.selectFrom('webhookEndpoints').select(['id', 'createdBy']).execute()).map(
        ({ id, createdBy }) => [id, createdBy],
      ),
    ),
    links: new Map(
      (await db.kysely.selectFrom('shareLinks').select(['id', 'createdBy', 'revokedAt']).execute()).map(
        ({ id, createdBy, revokedAt }) => [id, [revokedAt !== null, createdBy]],
      ),
    ),
  })

  test('is listed as long as it works', async () => {
    const { ctx, member, one, two, hook, kept, link, keptLink, old } = await withMade()
    const made = await run(listMade, ctx, { person: member.person })
    assert.deepEqual(new Set(made.keys.map(({ id }) => id)), new Set([one, two]))
    assert.deepEqual(new Set(made.webhooks.map(({ id }) => id)), new Set([hook, kept]))
    assert.deepEqual(made.keys[0]?.shops, ['a.test'])
    assert.equal(made.webhooks[0]?.shop, 'b.test')
    assert.deepEqual(new Set(made.shares.map(({ id }) => id)), new Set([link, keptLink]))
    assert.equal(made.shares[0]?.shop, 'a.test')
    assert.deepEqual(
      made.webhooksOfNobody.map(({ id }) => id),
      [old],
    )
    const { person } = await newPerson()
    await assert.rejects(run(listMade, ctx, { person }), isRefused('not_found'))
  })

  test('is ended with them where it is named, and passes to the organisation where not', async () => {
    const { id, ctx, owner, member, one, two, foreign, hook, kept, foreignHook, ...made } = await withMade()
    const { link, keptLink, foreignLink } = made
    await run(removeMember, ctx, { person: member.person, keys: [one], webhooks: [hook], shares: [link] })
    const { keys, hooks, links } = await states(id)
    assert.deepEqual(
      [keys.get(one), keys.get(two)],
      [
        [true, null],
        [false, null],
      ],
    )
    assert.deepEqual(keys.get(foreign), [false, owner.person])
    assert.deepEqual([hooks.has(hook), hooks.get(kept), hooks.get(foreignHook)], [false, null, owner.person])
    // A link has the rights of a person: of whoever let it go on.
    assert.deepEqual(links.get(link), [true, member.person])
    assert.deepEqual(
      [links.get(keptLink), links.get(foreignLink)],
      [
        [false, owner.person],
        [false, owner.person],
      ],
    )
  })

  test('of others is not ended that way, and then nobody is removed', async () => {
    const { id, ctx, member, one, foreign, foreignHook, foreignLink } = await withMade()
    const wrongs = [
      { keys: [one, foreign] },
      { keys: [one], webhooks: [foreignHook] },
      { keys: [one], shares: [foreignLink] },
    ]
    for (const wrong of wrongs) {
      const attempt = run(removeMember, ctx, { person: member.person, ...wrong })
      await assert.rejects(attempt, isRefused('not_found', /not this member’s/))
    }
    const { keys } = await states(id)
    assert.deepEqual(keys.get(one), [false, member.person])
    assert.equal((await enterOrganisation(member, id)).organisation, id)
  })

  test('passes to the organisation when they leave by themselves, but for share links, which end', async () => {
    const { id, member, one, kept, link, foreignLink } = await withMade()
    await run(leaveOrganisation, member, { organisation: id })
    const { keys, hooks, links } = await states(id)
    assert.deepEqual([keys.get(one), hooks.get(kept)], [[false, null], null])
    assert.deepEqual([links.get(link)?.[0], links.get(foreignLink)?.[0]], [true, false])
  })

  test('is ended in part when they are limited to fewer shops, where it is named', async () => {
    const { id, ctx, member, one, two, foreign } = await withMade()
    const limit = (keys: string[]) => run(changeShops, ctx, { person: member.person, shops: ['b.test'], keys })
    await assert.rejects(limit([one, foreign]), isRefused('not_found', /not this member’s/))
    assert.deepEqual((await states(id)).keys.get(one), [false, member.person])
    await limit([one])
    const { keys } = await states(id)
    assert.deepEqual([keys.get(one), keys.get(two)?.[0]], [[true, member.person], false])
  })
})
