import assert from 'node:assert/strict'
import { after, suite, test } from 'node:test'
import { createConnection, createShop as insertShop, listMemberships, type NewShop } from '@tillsight/database'
import { type PersonContext, run } from '../context/index.ts'
import { followFacts } from '../follow-facts.ts'
import { enterOrganisation } from '../organisations/index.ts'
import { isRefused, openTestPeople } from '../organisations/testing.ts'
import { openTestStores } from '../reports/shop.testing.ts'
import { listOwnShops, nameShopsFor, openShopFor, openShopsFor } from './find-shops.ts'
import { createOwnShop, createShop } from './shops.ts'

const { db, warehouse } = await openTestStores({ after })
const { newPerson, newOrganisation, newMember } = await openTestPeople({ after }, { db })
const stores = { warehouse, identityKey: new Uint8Array(32), follower: followFacts }
let count = 0

function newShop(name = 'Shop') {
  count += 1
  return { domain: `own-${count}.test`, platform: 'woocommerce', name, zone: 'UTC', currency: 'EUR' }
}

async function addShop(organisationId: NewShop['organisationId'], name?: string) {
  return insertShop(db.kysely, { organisationId, ...newShop(name) })
}

async function rolesOf({ person }: PersonContext): Promise<string[]> {
  return (await listMemberships(db.kysely, person)).map(({ organisationName, role }) => `${organisationName}: ${role}`)
}

suite('the shops of a person', () => {
  test('are those of all their organisations, by name, each in the role they have there', async () => {
    const [one, two] = [await newOrganisation(), await newOrganisation()]
    const [zebra, apple, closed] = [
      await addShop(one.id, 'Zebra'),
      await addShop(two.id, 'Apple'),
      await addShop(two.id, 'Closed'),
    ]
    const ctx = await newMember(two.id, 'viewer', [apple])
    await db.kysely
      .insertInto('memberships')
      .values({ organisationId: one.id, personId: ctx.person, role: 'admin' })
      .execute()
    assert.deepEqual(
      (await run(listOwnShops, ctx, {})).map(({ id }) => id),
      [apple.id, zebra.id],
    )
    const opened = await openShopsFor(ctx, stores)
    assert.deepEqual(
      opened.map(({ shop, actor, organisation }) => [shop.id, actor, organisation]),
      [
        [apple.id, { kind: 'person', id: ctx.person, role: 'viewer', shops: [apple.id] }, two.id],
        [zebra.id, { kind: 'person', id: ctx.person, role: 'admin', shops: 'all' }, one.id],
      ],
    )
    const { shop, warehouse: bound } = await openShopFor(ctx, stores, { domain: zebra.domain.toUpperCase() })
    assert.deepEqual([shop.id, bound.shop], [zebra.id, zebra.id])
    assert.equal((await openShopFor(ctx, stores, { id: apple.id })).shop.domain, apple.domain)
    for (const named of [{ id: closed.id }, { domain: closed.domain }, { domain: 'nowhere.test' }, { domain: '\0' }]) {
      await assert.rejects(openShopFor(ctx, stores, named), isRefused('not_found', /There is no shop/))
    }
  })

  test('of one domain in two organisations are told apart by their addresses', async () => {
    const [one, two] = [await newOrganisation(), await newOrganisation()]
    const first = await addShop(one.id, 'One')
    const { domain } = first
    const second = await insertShop(db.kysely, { ...newShop('Two'), domain, organisationId: two.id })
    const ctx = await newMember(two.id, 'viewer')
    assert.equal((await openShopFor(ctx, stores, { domain })).shop.id, second.id, 'the other one is not theirs')
    await db.kysely
      .insertInto('memberships')
      .values({ organisationId: one.id, personId: ctx.person, role: 'viewer' })
      .execute()
    const addresses = (await openShopsFor(ctx, stores)).map(({ shop }) => [shop.id, shop.address])
    const named = (id: string) => `${domain}~${id.slice(-8)}`
    assert.deepEqual(addresses, [
      [first.id, named(first.id)],
      [second.id, named(second.id)],
    ])
    assert.deepEqual(
      (await nameShopsFor(ctx)).map(({ id, domain: address, name }) => [id, address, name]),
      [
        [first.id, named(first.id), 'One'],
        [second.id, named(second.id), 'Two'],
      ],
    )
    await assert.rejects(
      openShopFor(ctx, stores, { domain }),
      isRefused('conflict', new RegExp(`${named(first.id)}, ${named(second.id)}`)),
    )
    for (const name of [named(second.id).toUpperCase(), second.id]) {
      const { shop } = await openShopFor(ctx, stores, { domain: name })
      assert.deepEqual([shop.id, shop.address], [second.id, named(second.id)])
    }
    await assert.rejects(openShopFor(ctx, stores, { domain: `${domain}~00000000` }), isRefused('not_found'))
  })

  test('are none for somebody who belongs nowhere', async () => {
    const ctx = await newPerson()
    assert.deepEqual(
      [await run(listOwnShops, ctx, {}), await openShopsFor(ctx, stores), await nameShopsFor(ctx)],
      [[], [], []],
    )
  })
})

suite('adding a shop', () => {
  test('in an organisation needs the permission there, and access to all its shops', async () => {
    const { id } = await newOrganisation()
    const first = await addShop(id)
    const add = async (ctx: PersonContext) => run(createShop, await enterOrganisation(ctx, id), newShop())
    assert.equal((await add(await newMember(id, 'admin'))).organisation, id)
    await assert.rejects(add(await newMember(id, 'viewer')), isRefused('forbidden', /permission/))
    await assert.rejects(add(await newMember(id, 'admin', [first])), isRefused('forbidden', /certain shops/))
    await assert.rejects(add(await newPerson()), isRefused('not_found'))
  })

  test('founds an organisation for a person who has none, and uses it from then on', async () => {
    const ctx = await newPerson()
    const shop = await run(createOwnShop, ctx, newShop('First'))
    assert.deepEqual(await rolesOf(ctx), ['First: owner'])
    const second = await run(createOwnShop, ctx, newShop('Second'))
    assert.equal(second.organisation, shop.organisation)
    assert.equal((await openShopFor(ctx, stores, { domain: second.domain })).shop.name, 'Second')
  })

  test('founds one also for somebody who may add shops nowhere', async () => {
    const { id } = await newOrganisation('Agency')
    const limited = await newMember(id, 'admin', [await addShop(id)])
    await run(createOwnShop, limited, newShop('Mine'))
    assert.deepEqual(await rolesOf(limited), ['Agency: admin', 'Mine: owner'])
    const viewer = await newMember(id, 'viewer')
    assert.notEqual((await run(createOwnShop, viewer, newShop())).organisation, id)
  })

  test('is done for a person by whoever runs the installation', async () => {
    const ctx = await newPerson()
    const { organisation } = await run(createOwnShop, { ...ctx, actor: { kind: 'local' } }, newShop('Set up'))
    assert.deepEqual(await rolesOf(ctx), ['Set up: owner'])
    assert.equal((await enterOrganisation(ctx, organisation)).organisation, organisation)
  })

  test('founds one organisation for two first shops at the same time', async () => {
    const ctx = await newPerson()
    const shops = await Promise.all([newShop(), newShop(), newShop()].map((input) => run(createOwnShop, ctx, input)))
    assert.equal(new Set(shops.map(({ organisation }) => organisation)).size, 1)
    assert.equal((await rolesOf(ctx)).length, 1)
  })

  test('takes a domain that another organisation has, without a word about it, and its own once', async () => {
    const ctx = await newPerson()
    const { domain } = await addShop((await newOrganisation()).id)
    const own = await run(createOwnShop, ctx, { ...newShop(), domain })
    assert.equal((await openShopFor(ctx, stores, { domain })).shop.id, own.id)
    await assert.rejects(
      run(createOwnShop, ctx, { ...newShop(), domain }),
      isRefused('conflict', /Your organisation has/),
    )
  })

  test('is not for shops without end that nobody connects', async () => {
    const ctx = await newPerson()
    const first = await run(createOwnShop, ctx, newShop())
    for (let made = 1; made < 20; made += 1) await run(createOwnShop, ctx, newShop())
    await assert.rejects(run(createOwnShop, ctx, newShop()), isRefused('limit_reached', /20 of your shops/))
    const inside = await enterOrganisation(ctx, first.organisation)
    await assert.rejects(run(createShop, inside, newShop()), isRefused('limit_reached'))
    const connected = { shopId: first.id, connector: 'woocommerce', settings: {}, secrets: Buffer.alloc(0) }
    await createConnection(db.kysely, { ...connected, status: 'healthy' })
    await run(createOwnShop, ctx, newShop())
  })

  test('leaves no organisation behind when the platform is unknown', async () => {
    const ctx = await newPerson()
    await assert.rejects(run(createOwnShop, ctx, { ...newShop(), platform: 'none' }), isRefused('invalid_input'))
    assert.deepEqual(await rolesOf(ctx), [])
  })
})
