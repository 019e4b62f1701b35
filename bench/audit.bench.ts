import { createHash, randomUUID } from 'node:crypto'
import type { OrganisationId } from '@tillsight/core'
import { type Context, listAudit, run, type ShopContext, verifyAudit } from '@tillsight/domain'
import { sql } from 'kysely'
import { operator, theOrganisation } from '../server/contexts.ts'
import type { Runtime } from '../server/runtime.ts'
import { addShop } from './facts.ts'
import { atMost, type Benchmark, elapsed, inTurns, type Report } from './harness.ts'
import { withProduct, withRuntime } from './installation.ts'

const entries = 1_000_000
const perStatement = 5_000
const [shopCount, actors] = [50, 40]
/** The last of each is rare: one entry in 10,000. */
const actions = ['sign_in.done', 'costs.save', 'shop.update', 'export.run', 'member.change_role'] as const
const rareEvery = 10_000

/** What the audit log of a large organisation takes to read. */
export const benchmark: Benchmark = {
  name: 'audit',
  about: 'an audit log of 1,000,000 entries about 50 shops: a page of it under each filter, and the check of its chain',
  run: (report) => withProduct((_product, dataDir) => withRuntime(dataDir, (runtime) => measure(report, runtime))),
}

async function measure(report: Report, runtime: Runtime): Promise<void> {
  const organisation = await theOrganisation(runtime)
  const shops: ShopContext['shop']['id'][] = []
  for (let shop = 0; shop < shopCount; shop += 1) shops.push((await addShop(runtime, `shop-${shop}.test`)).id)
  await write(runtime, organisation, shops)
  const all = runtime.context(operator, organisation)
  const [rareShop = ''] = shops
  const limited: Context = {
    ...all,
    actor: { kind: 'api_key', id: 'k', name: 'k', permissions: ['audit:read'], shops: shops.slice(0, 1) },
  }
  const ask = (ctx: Context, query: object) => async () => {
    await run(listAudit, ctx, query)
  }
  const timings = await inTurns({
    'the newest': ask(all, {}),
    'three days': ask(all, { from: '2026-03-01', to: '2026-03-03' }),
    'a person': ask(all, { actor: 'actor-7' }),
    'a rare action': ask(all, { action: 'member.change_role' }),
    'a rare shop': ask(all, { shop: rareShop }),
    'a rare action of a rare shop': ask(all, { shop: rareShop, action: 'member.change_role' }),
    'a person who sees one rare shop': ask(limited, {}),
    'the same, a rare action': ask(limited, { action: 'member.change_role' }),
  })
  for (const [name, { median }] of Object.entries(timings))
    report({ measure: name, value: median, unit: 'ms', target: atMost(200) })
  const checked = await elapsed(async () => {
    const { state } = await verifyAudit(runtime.stores.database, organisation)
    if (state !== 'ok') throw new Error('The chain that the benchmark wrote is broken.')
  })
  report({ measure: 'the check of the whole chain', value: checked / 1000, unit: 's', target: atMost(60) })
}

/** Writes a year of entries as they are stored, the first shop and the last action rarely. */
async function write(
  { stores: { database } }: Runtime,
  organisation: OrganisationId,
  shops: readonly ShopContext['shop']['id'][],
): Promise<void> {
  const before = await database.kysely
    .selectFrom('auditChains')
    .selectAll()
    .where('organisationId', '=', organisation)
    .executeTakeFirst()
  let [number, hash] = [before?.lastNumber ?? 0, before?.lastHash ?? Buffer.alloc(32)]
  const start = Date.parse('2025-11-01T00:00:00Z')
  const step = (365 * 86_400_000) / entries
  for (let first = 0; first < entries; first += perStatement) {
    const rows = Array.from({ length: perStatement }, (_, index) => {
      const nth = first + index
      const isRare = nth % rareEvery === 0
      const shop = shops[isRare ? 0 : 1 + (nth % (shops.length - 1))]
      const at = new Date(start + Math.floor(nth * step))
      const action = actions[isRare ? actions.length - 1 : nth % (actions.length - 1)] ?? actions[0]
      const actorId = `actor-${nth % actors}`
      const id = randomUUID()
      const body = JSON.stringify({
        id,
        organisation,
        at: at.toISOString(),
        actor: { kind: 'person', id: actorId, name: `Person ${nth % actors}` },
        shops: [shop],
        action,
        target: { kind: 'shop', id: shop, name: `Shop ${nth % shopCount}` },
        changes: [{ field: 'name', before: 'Tea', after: 'Tea and Coffee' }],
        origin: { ip: '203.0.113.0/24', agent: 'Mozilla/5.0 (X11; Linux x86_64)', request: randomUUID() },
      })
      number += 1
      hash = createHash('sha256').update(hash).update(body, 'utf8').digest()
      return { id, organisationId: organisation, number, at, shopIds: shop ? [shop] : [], actorId, action, body, hash }
    })
    await database.kysely.insertInto('auditEntries').values(rows).execute()
  }
  await sql`ANALYZE audit_entries`.execute(database.kysely)
  const chain = { lastNumber: number, lastHash: hash }
  await database.kysely
    .insertInto('auditChains')
    .values({ organisationId: organisation, ...chain })
    .onConflict((conflict) => conflict.column('organisationId').doUpdateSet(chain))
    .execute()
}
