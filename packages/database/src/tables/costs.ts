import type { ShopId } from '@tillsight/core'
import { type Selectable, sql } from 'kysely'
import type { CostChangesTable, CostMarksTable, CostRulesTable, GoodsCostsTable } from '../dashboard-schema.ts'
import type { Db } from '../schema.ts'

/** A dated cost of goods. */
export type GoodsCostRow = Selectable<GoodsCostsTable>
/** A rule about payment fees, carriers, handling, returns or expenses per order. */
export type CostRuleRow = Selectable<CostRulesTable>
/** Costs that were changed together. */
export type CostChangeRow = Selectable<CostChangesTable>
/** Orders that are still to be booked with changed costs. */
export type CostMarkRow = Selectable<CostMarksTable>

/** Identifies an entry: there is one for each. */
export type GoodsCostKey = Pick<GoodsCostRow, 'scope' | 'ref' | 'source' | 'fromDay' | 'country' | 'minQuantity'>
/** The fields of an entry that people and stores give. */
export type GoodsCostFields = Omit<GoodsCostRow, 'id' | 'shopId' | 'personId' | 'changedAt'>

// A statement has at most 65,535 parameters.
const rowsPerStatement = 3_000

/** Entries about these goods and what they belong to, and those of the shop as a whole. */
export async function listGoodsCosts(
  db: Db,
  shop: ShopId,
  refs: Readonly<Record<'variant' | 'product' | 'supplier' | 'category', readonly string[]>>,
): Promise<GoodsCostRow[]> {
  return db
    .selectFrom('goodsCosts')
    .selectAll()
    .where('shopId', '=', shop)
    .where((where) =>
      where.or([
        where('scope', '=', 'shop'),
        ...Object.entries(refs).flatMap(([scope, ids]) =>
          ids.length === 0 ? [] : [where.and([where('scope', '=', scope), sql<boolean>`ref = ANY(${ids})`])],
        ),
      ]),
    )
    .execute()
}

/** Entries of goods that are made of others. */
export async function listMadeOf(db: Db, shop: ShopId): Promise<GoodsCostRow[]> {
  return db.selectFrom('goodsCosts').selectAll().where('shopId', '=', shop).where('madeOf', 'is not', null).execute()
}

/** Entries about suppliers, categories and the shop as a whole. */
export async function listGeneralGoodsCosts(db: Db, shop: ShopId): Promise<GoodsCostRow[]> {
  return db
    .selectFrom('goodsCosts')
    .selectAll()
    .where('shopId', '=', shop)
    .where('scope', 'in', ['supplier', 'category', 'shop'])
    .orderBy('scope')
    .orderBy('ref')
    .orderBy('fromDay', (order) => order.asc().nullsFirst())
    .execute()
}

/** All entries of a shop, in the order of their keys. */
export async function listAllGoodsCosts(db: Db, shop: ShopId): Promise<GoodsCostRow[]> {
  return db
    .selectFrom('goodsCosts')
    .selectAll()
    .where('shopId', '=', shop)
    .orderBy('scope')
    .orderBy('ref')
    .orderBy('fromDay', (order) => order.asc().nullsFirst())
    .orderBy('country')
    .orderBy('minQuantity')
    .execute()
}

/** Variants and products with an entry that was entered or changed since an instant. */
export async function listChangedGoods(db: Db, shop: ShopId, since: Date): Promise<string[]> {
  const rows = await db
    .selectFrom('goodsCosts')
    .select('ref')
    .distinct()
    .where('shopId', '=', shop)
    .where('scope', 'in', ['variant', 'product'])
    .where('changedAt', '>=', since)
    .execute()
  return rows.map(({ ref }) => ref)
}

/** Whether there is anything that costs of orders could be worked out from. */
export async function countCosts(db: Db, shop: ShopId): Promise<{ readonly goods: boolean; readonly rules: boolean }> {
  const { rows } = await sql<{ goods: boolean; rules: boolean }>`
    SELECT EXISTS (SELECT FROM goods_costs WHERE shop_id = ${shop}) AS goods,
      EXISTS (SELECT FROM cost_rules WHERE shop_id = ${shop}) AS rules`.execute(db)
  return rows[0] ?? { goods: false, rules: false }
}

const givenFields = [
  'steps',
  'kind',
  'amount',
  'percent',
  'madeOf',
  'currency',
  'seenFrom',
  'note',
  'personId',
] as const

/** Adds entries, or replaces those with the same keys. */
export async function upsertGoodsCosts(
  db: Db,
  entries: readonly (GoodsCostFields & Pick<GoodsCostRow, 'shopId' | 'personId'>)[],
): Promise<void> {
  for (let start = 0; start < entries.length; start += rowsPerStatement) {
    const rows = entries.slice(start, start + rowsPerStatement)
    await db
      .insertInto('goodsCosts')
      .values(rows.map(({ madeOf, ...row }) => ({ ...row, madeOf: madeOf ? JSON.stringify(madeOf) : null })))
      .onConflict((conflict) =>
        conflict
          .columns(['shopId', 'scope', 'ref', 'source', 'fromDay', 'country', 'minQuantity'])
          .doUpdateSet((set) => ({
            ...Object.fromEntries(givenFields.map((name) => [name, set.ref(`excluded.${name}`)])),
            changedAt: sql<Date>`now()`,
          })),
      )
      .execute()
  }
}

/** Deletes entries by key. */
export async function deleteGoodsCosts(db: Db, shop: ShopId, keys: readonly GoodsCostKey[]): Promise<void> {
  if (keys.length === 0) return
  await sql`
    DELETE FROM goods_costs AS own USING jsonb_to_recordset(${JSON.stringify(keys)}::jsonb)
      AS gone (scope text, ref text, source text, "fromDay" date, country text, "minQuantity" integer)
    WHERE own.shop_id = ${shop} AND own.scope = gone.scope AND own.ref = gone.ref AND own.source = gone.source
      AND own.from_day IS NOT DISTINCT FROM gone."fromDay" AND own.country = gone.country
      AND own.min_quantity = gone."minQuantity"`.execute(db)
}

function selectRules(db: Db, shop: ShopId) {
  return db.selectFrom('costRules').selectAll().where('shopId', '=', shop).orderBy('createdAt').orderBy('id')
}

/** The rules and choices of a shop, oldest first; without costs of single orders, of which there may be many. */
export async function listCostRules(db: Db, shop: ShopId): Promise<CostRuleRow[]> {
  return selectRules(db, shop).where('kind', '!=', 'order').execute()
}

/** What was told about these orders themselves, or about any, oldest first. */
export async function listOrderCosts(db: Db, shop: ShopId, orders: readonly string[] | 'any'): Promise<CostRuleRow[]> {
  if (orders.length === 0) return []
  const own = selectRules(db, shop).where('kind', '=', 'order')
  return (orders === 'any' ? own : own.where(sql<boolean>`body->>'order' = ANY(${orders})`)).execute()
}

/** Adds rules or replaces them. */
export async function saveCostRules(
  db: Db,
  rules: readonly (Pick<CostRuleRow, 'id' | 'shopId' | 'kind' | 'personId'> & { readonly body: object })[],
): Promise<void> {
  for (let start = 0; start < rules.length; start += rowsPerStatement) {
    const values = rules
      .slice(start, start + rowsPerStatement)
      .map((rule) => ({ ...rule, body: JSON.stringify(rule.body) }))
    await db
      .insertInto('costRules')
      .values(values)
      .onConflict((conflict) =>
        conflict.column('id').doUpdateSet((set) => ({ body: set.ref('excluded.body'), changedAt: sql<Date>`now()` })),
      )
      .execute()
  }
}

/** Deletes rules of a shop. */
export async function deleteCostRules(db: Db, shop: ShopId, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return
  await db.deleteFrom('costRules').where('shopId', '=', shop).where(sql<boolean>`id = ANY(${ids}::uuid[])`).execute()
}

/** Records costs that were changed together; returns the id. */
export async function createCostChange(
  db: Db,
  change: Pick<
    CostChangeRow,
    'shopId' | 'personId' | 'what' | 'reason' | 'orders' | 'firstDay' | 'lastDay' | 'delta' | 'undoes'
  > & {
    readonly steps: readonly object[]
    readonly preview: object
  },
): Promise<string> {
  const { id } = await db
    .insertInto('costChanges')
    .values({ ...change, steps: JSON.stringify(change.steps), preview: JSON.stringify(change.preview) })
    .returning('id')
    .executeTakeFirstOrThrow()
  if (change.undoes !== null)
    await db.updateTable('costChanges').set({ undoneBy: id }).where('id', '=', change.undoes).execute()
  return id
}

/** A change without its steps, of which there may be tens of thousands. */
export type CostChangeSummary = Omit<CostChangeRow, 'steps'> & { readonly personName: string | null }

function selectSummaries(db: Db, shop: ShopId) {
  return db
    .selectFrom('costChanges')
    .leftJoin('people', 'people.id', 'costChanges.personId')
    .select([
      'costChanges.id',
      'costChanges.shopId',
      'costChanges.personId',
      'costChanges.at',
      'costChanges.what',
      'costChanges.reason',
      'costChanges.orders',
      'costChanges.firstDay',
      'costChanges.lastDay',
      'costChanges.delta',
      'costChanges.preview',
      'costChanges.undoes',
      'costChanges.undoneBy',
    ])
    .select(sql<string | null>`coalesce(nullif(people.name, ''), people.email)`.as('personName'))
    .where('costChanges.shopId', '=', shop)
}

/** The latest changes of a shop, the newest first, with the names of who made them. */
export async function listCostChanges(db: Db, shop: ShopId, limit: number): Promise<CostChangeSummary[]> {
  return selectSummaries(db, shop).orderBy('costChanges.at', 'desc').orderBy('costChanges.id').limit(limit).execute()
}

/** Changes after another one, or all of them, that touch these entries and rules, the oldest first. */
export async function listLaterCostChanges(
  db: Db,
  shop: ShopId,
  {
    after,
    keys,
    rules,
  }: { readonly after: string | null; readonly keys: readonly GoodsCostKey[]; readonly rules: readonly string[] },
): Promise<CostChangeSummary[]> {
  return selectSummaries(db, shop)
    .where(
      sql<boolean>`(${after}::uuid IS NULL OR cost_changes.at > (SELECT at FROM cost_changes WHERE id = ${after}::uuid))
        AND EXISTS (SELECT FROM jsonb_array_elements(cost_changes.steps) AS step
          WHERE step->>'id' = ANY(${rules})
            OR step->'key' IN (SELECT jsonb_array_elements(${JSON.stringify(keys)}::jsonb)))`,
    )
    .orderBy('costChanges.at')
    .execute()
}

/** A change of a shop. */
export async function findCostChange(db: Db, shop: ShopId, id: string): Promise<CostChangeRow | undefined> {
  return db.selectFrom('costChanges').selectAll().where('shopId', '=', shop).where('id', '=', id).executeTakeFirst()
}

/** Completes a change whose outcome was not known when it was saved. */
export async function tellCostChange(
  db: Db,
  shop: ShopId,
  {
    id,
    preview,
    ...outcome
  }: Pick<CostChangeRow, 'id' | 'orders' | 'firstDay' | 'lastDay' | 'delta'> & {
    readonly preview: object
  },
): Promise<void> {
  await db
    .updateTable('costChanges')
    .set({ ...outcome, preview: JSON.stringify(preview) })
    .where('shopId', '=', shop)
    .where('id', '=', id)
    .execute()
}

/** Marks orders to be booked again. */
export async function markCosts(db: Db, shop: ShopId, what: object): Promise<void> {
  await db
    .insertInto('costMarks')
    .values({ shopId: shop, what: JSON.stringify(what) })
    .execute()
}

/** What is marked of a shop, oldest first. */
export async function listCostMarks(db: Db, shop: ShopId): Promise<CostMarkRow[]> {
  return db.selectFrom('costMarks').selectAll().where('shopId', '=', shop).orderBy('id').execute()
}

/** Takes marks away once their orders are booked. */
export async function clearCostMarks(db: Db, ids: readonly string[]): Promise<void> {
  if (ids.length > 0) await db.deleteFrom('costMarks').where('id', 'in', ids).execute()
}

/** Shops with marks. */
export async function listShopsWithCostMarks(db: Db): Promise<ShopId[]> {
  return (await db.selectFrom('costMarks').select('shopId').distinct().execute()).map(({ shopId }) => shopId)
}
