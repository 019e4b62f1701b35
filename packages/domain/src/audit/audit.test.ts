import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { after, suite, test } from 'node:test'
import { type ShopId, toShopId } from '@tillsight/core'
import { createShop, findAuditChain, type Tx } from '@tillsight/database'
import { openTestDatabase } from '@tillsight/database/testing'
import { sql } from 'kysely'
import { type Context, run } from '../context/index.ts'
import { enterOrganisation } from '../organisations/index.ts'
import { isRefused, openTestPeople } from '../organisations/testing.ts'
import { toCanonicalJson } from './entry.ts'
import {
  type AuditEntry,
  listActors,
  listAudit,
  networkOf,
  pruneAudit,
  recordAudit,
  recordOwnAudit,
  verifyAudit,
} from './index.ts'

const db = await openTestDatabase({ after })
let now = Date.parse('2026-06-30T12:00:00Z')
const clock = { now: () => new Date(now) }
const dayMs = 86_400_000
const people = await openTestPeople({ after }, { db, clock })

/** An organisation with two shops and its owner's context, and no entries. */
async function open() {
  const { id, owner } = await people.newOrganisation()
  await db.kysely.deleteFrom('auditEntries').where('organisationId', '=', id).execute()
  await db.kysely.deleteFrom('auditChains').where('organisationId', '=', id).execute()
  const ctx = await enterOrganisation(owner, id)
  const addShop = async (domain: string) => {
    const place = { organisationId: id, domain, name: domain, platform: 'woocommerce', zone: 'UTC', currency: 'EUR' }
    return createShop(db.kysely, place)
  }
  return { id, owner, ctx, tea: await addShop('tea.test'), coffee: await addShop('coffee.test') }
}

/** Writes an entry as a change does. */
function note(ctx: Context, name: string, shops?: readonly ShopId[] | null): Promise<void> {
  const event = { action: 'organisation.rename', target: { kind: 'organisation', id: '1', name }, shops } as const
  return ctx.db.transaction((queries) => recordAudit({ ...ctx, queries }, event))
}

async function namesSeen(ctx: Context, query: Parameters<typeof run<never, never, Context, object>>[2] = {}) {
  return (await run(listAudit, ctx, query)).items.map(({ target }: AuditEntry) => target.name)
}

suite('entries', () => {
  test('tell who did what, from where, and never an address', async () => {
    const { ctx } = await open()
    const origin = { network: networkOf('203.0.113.77'), agent: 'Firefox', request: 'r1' }
    await note({ ...ctx, origin }, 'Nord')
    const key = { kind: 'api_key', id: 'k', name: 'Sheet', permissions: [], shops: 'all' } as const
    await note({ ...ctx, actor: key }, 'by a key')
    await note({ ...ctx, actor: key, origin: { ...origin, isAssistant: true } }, 'by an assistant')
    await note({ ...ctx, actor: { kind: 'local' } }, 'by the command line')
    const { items } = await run(listAudit, ctx, {})
    assert.deepEqual(
      items.map(({ actor }) => [actor.kind, actor.name]),
      [
        ['system', 'Command line'],
        ['mcp', 'Sheet'],
        ['key', 'Sheet'],
        ['person', (await run(listActors, ctx, {})).items.find(({ kind }) => kind === 'person')?.name],
      ],
    )
    assert.deepEqual(items.at(-1)?.origin, { ip: '203.0.113.0/24', agent: 'Firefox', request: 'r1' })
  })

  test('hold nothing that opens anything, and no text without end', async () => {
    const { ctx } = await open()
    const key = `tsk_${'a'.repeat(43)}`
    const change = { field: 'note', before: null, after: [`Bearer ${key}`, 'x'.repeat(5000)] }
    const target = { kind: 'key', id: '1', name: `whsec_${'b'.repeat(44)}` }
    await ctx.db.transaction((queries) =>
      recordAudit({ ...ctx, queries }, { action: 'key.create', target, changes: [change] }),
    )
    const [row] = await db.kysely
      .selectFrom('auditEntries')
      .select('body')
      .where('organisationId', '=', ctx.organisation)
      .execute()
    assert.doesNotMatch(row?.body ?? '', /a{20}|b{20}/)
    assert.ok((row?.body.length ?? 0) < 1500)
  })

  test('are written with the change or not at all', async () => {
    const { ctx } = await open()
    const change = (fails: boolean) => async (queries: Tx) => {
      await recordAudit(
        { ...ctx, queries },
        { action: 'organisation.rename', target: { kind: 'organisation', id: '1', name: 'x' } },
      )
      if (fails) throw new Error('after the entry')
    }
    await assert.rejects(ctx.db.transaction(change(true)), /after the entry/)
    assert.equal((await run(listAudit, ctx, {})).items.length, 0)
    assert.equal(await findAuditChain(db.kysely, ctx.organisation), undefined)
    await ctx.db.transaction(change(false))
    assert.equal((await verifyAudit(db, ctx.organisation)).state, 'ok')
  })

  test('about an account are told to every organisation of the person, and to no other', async () => {
    const { owner, ctx } = await open()
    const other = await people.newOrganisation()
    const before = (await run(listAudit, await enterOrganisation(other.owner, other.id), {})).items.length
    await recordOwnAudit(owner, owner.person, { action: 'sign_in.done' })
    assert.deepEqual(
      (await run(listAudit, ctx, {})).items.map(({ action }) => action),
      ['sign_in.done'],
    )
    assert.equal((await run(listAudit, await enterOrganisation(other.owner, other.id), {})).items.length, before)
  })
})

suite('the chain', () => {
  test('is one, however many write at once', async () => {
    const [{ ctx }, other] = [await open(), await open()]
    const both = [ctx, other.ctx]
    await Promise.all(
      Array.from({ length: 200 }, async (_, index) => {
        const mine = both[index % 2] ?? ctx
        // Long transactions that lock other rows after the entry, in any order: none may wait for another for ever.
        await mine.db.transaction(async (queries) => {
          await recordAudit(
            { ...mine, queries },
            { action: 'shop.create', target: { kind: 'shop', id: '1', name: String(index) } },
          )
          await queries
            .selectFrom('organisations')
            .select('id')
            .where('id', '=', mine.organisation)
            .forNoKeyUpdate()
            .execute()
          if (index % 3 === 0) {
            const ids = both.map(({ organisation }) => organisation).toSorted()
            for (const organisation of ids) {
              await recordAudit(
                { ...mine, organisation, queries },
                { action: 'shop.update', target: { kind: 'shop', id: '1', name: '' } },
              )
            }
          }
        })
      }),
    )
    const checks = await Promise.all(both.map(({ organisation }) => verifyAudit(db, organisation)))
    assert.deepEqual(
      checks.map((check) => check.state === 'ok' && check.entries),
      [167, 167],
    )
  })

  test('is SHA-256 of the hash before and the canonical JSON', async () => {
    const { ctx } = await open()
    await note(ctx, 'a')
    await note(ctx, 'b')
    const rows = await db.kysely
      .selectFrom('auditEntries')
      .select(['number', 'body', 'hash'])
      .where('organisationId', '=', ctx.organisation)
      .orderBy('number')
      .execute()
    let hash = Buffer.alloc(32)
    for (const row of rows) {
      assert.equal(row.body, toCanonicalJson(JSON.parse(row.body)))
      hash = createHash('sha256')
        .update(Buffer.concat([hash, Buffer.from(row.body)]))
        .digest()
      assert.deepEqual(row.hash, hash)
    }
    assert.deepEqual(
      rows.map(({ number }) => number),
      [1, 2],
    )
    assert.equal(toCanonicalJson({ b: [{ d: 1, c: null }], a: 'ü' }), '{"a":"ü","b":[{"c":null,"d":1}]}')
  })

  for (const [what, tamper, at] of [
    ['a changed text', sql`UPDATE audit_entries SET body = replace(body, 'entry 2', 'entry 9')`, 2],
    ['another action in the index', sql`UPDATE audit_entries SET action = 'key.create' WHERE number = 3`, 3],
    ['another shop in the index', sql`UPDATE audit_entries SET shop_ids = NULL WHERE number = 3`, 3],
    ['an entry that is gone', sql`DELETE FROM audit_entries WHERE number = 2`, 2],
    ['the newest gone', sql`DELETE FROM audit_entries WHERE number = 4`, 4],
    ['all gone', sql`DELETE FROM audit_entries`, 1],
    [
      'one that was put beside it',
      sql`INSERT INTO audit_entries SELECT gen_random_uuid(), organisation_id, 9, at, shop_ids, actor_id, action, body, hash FROM audit_entries WHERE number = 4`,
      5,
    ],
  ] as const) {
    test(`shows ${what}`, async () => {
      const { ctx, id } = await open()
      for (const number of [1, 2, 3, 4]) await note(ctx, `entry ${number}`, [])
      assert.equal((await verifyAudit(db, id)).state, 'ok')
      const rolledBack = new Error('rolled back')
      await assert.rejects(
        db.transaction(async (tx) => {
          await sql`DELETE FROM audit_entries WHERE organisation_id <> ${id}`.execute(tx)
          await tamper.execute(tx)
          const checks = await verifyAudit({ ...db, kysely: withoutTransaction(tx) }, id)
          assert.deepEqual(checks.state === 'broken' && checks.number, at)
          throw rolledBack
        }),
        rolledBack,
      )
    })
  }

  test('can still be verified once old entries are gone', async () => {
    const { ctx, id } = await open()
    await note(ctx, 'old')
    await note(ctx, 'older')
    now += 300 * dayMs
    await note(ctx, 'kept')
    now += 101 * dayMs
    await pruneAudit({ db, clock })
    assert.deepEqual(await namesSeen(ctx), ['kept'])
    await note(ctx, 'new')
    const check = await verifyAudit(db, id)
    assert.deepEqual(check.state === 'ok' && [check.entries, check.newest], [2, 4])
    now += 1000 * dayMs
    await pruneAudit({ db, clock })
    await note(ctx, 'after a long time')
    const later = await verifyAudit(db, id)
    assert.deepEqual(later.state === 'ok' && [later.entries, later.newest], [1, 5])
  })
})

suite('reading', () => {
  test('by time, actor, action and shop, page by page', async () => {
    const { ctx, tea } = await open()
    const begin = new Date(now).toISOString()
    for (const index of [1, 2, 3, 4, 5]) {
      await note(ctx, `n${index}`, index === 3 ? [tea.id] : [])
      now += dayMs
    }
    const first = await run(listAudit, ctx, { limit: 2 })
    const second = await run(listAudit, ctx, { limit: 2, cursor: first.next ?? '' })
    const third = await run(listAudit, ctx, { limit: 2, cursor: second.next ?? '' })
    const all = [first, second, third].flatMap(({ items }) => items.map(({ target }) => target.name))
    assert.deepEqual([all, third.next], [['n5', 'n4', 'n3', 'n2', 'n1'], null])
    assert.deepEqual(await namesSeen(ctx, { to: begin.slice(0, 10) }), ['n1'])
    assert.deepEqual(await namesSeen(ctx, { from: new Date(now - dayMs).toISOString() }), ['n5'])
    assert.deepEqual(await namesSeen(ctx, { shop: 'tea.test' }), ['n3'])
    assert.deepEqual(await namesSeen(ctx, { action: 'key.create' }), [])
    assert.equal((await namesSeen(ctx, { actor: ctx.actor.kind === 'person' ? ctx.actor.id : '' })).length, 5)
    await assert.rejects(run(listAudit, ctx, { cursor: 'x' }), isRefused('invalid_input'))
  })

  test('shows nobody entries of shops that they do not have, or that such shops are there', async () => {
    const { ctx, id, tea, coffee } = await open()
    await note(ctx, 'of all', null)
    await note(ctx, 'of both', [tea.id, coffee.id])
    await note(ctx, 'of coffee', [coffee.id])
    await note(ctx, 'of tea', [tea.id])
    await note(ctx, 'of none', [])
    await note({ ...ctx, actor: { kind: 'job', name: 'unseen' } }, 'of coffee', [coffee.id])
    const limited = await enterOrganisation(await people.newMember(id, 'admin', [tea]), id)
    assert.deepEqual(await namesSeen(limited), ['of none', 'of tea'])
    assert.deepEqual(
      (await run(listActors, limited, {})).items.map(({ kind }) => kind),
      ['person'],
    )
    await assert.rejects(namesSeen(limited, { shop: 'coffee.test' }), isRefused('not_found', /no shop “coffee.test”/))
    await assert.rejects(namesSeen(limited, { shop: 'none.test' }), isRefused('not_found', /no shop “none.test”/))
  })

  test('is for owners and admins of the organisation', async () => {
    const { ctx, id } = await open()
    await note(ctx, 'x', [toShopId('00000000-0000-0000-0000-000000000001')])
    for (const role of ['viewer', 'analyst'] as const) {
      const member = await enterOrganisation(await people.newMember(id, role), id)
      await assert.rejects(run(listAudit, member, {}), isRefused('forbidden'))
      await assert.rejects(run(listActors, member, {}), isRefused('forbidden'))
    }
    const admin = await enterOrganisation(await people.newMember(id, 'admin'), id)
    assert.deepEqual(await namesSeen(admin), ['x'])
    const stranger = await open()
    assert.deepEqual(await namesSeen(stranger.ctx), [])
  })
})

test('the network of an address', () => {
  for (const [address, network] of [
    ['203.0.113.77', '203.0.113.0/24'],
    ['::ffff:203.0.113.77', '203.0.113.0/24'],
    ['2001:db8:1234:5678::9', '2001:db8:1234::/48'],
    ['2001:DB8:0012:0:0:0:0:1', '2001:db8:12::/48'],
    ['::1', '0:0:0::/48'],
    ['fe80::1%eth0', 'fe80:0:0::/48'],
    ['64:ff9b::203.0.113.77', '64:ff9b:0::/48'],
    ['nonsense', ''],
    ['', ''],
  ] as const) {
    assert.equal(networkOf(address), network)
  }
})

/** The transaction in place of the database: what is looked at in it opens none of its own. */
function withoutTransaction(tx: Tx): typeof db.kysely {
  const asIs = {
    setIsolationLevel: () => asIs,
    setAccessMode: () => asIs,
    execute: <T>(work: (own: Tx) => T) => work(tx),
  }
  return Object.assign(Object.create(tx), { transaction: () => asIs })
}
