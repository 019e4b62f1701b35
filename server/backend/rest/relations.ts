import { isAppError, type ShopId } from '@tillsight/core'
import { addDays, parseDay } from '@tillsight/core/days'
import {
  listAlerts as listAlertRows,
  listAnnotations as listAnnotationRows,
  listMembers as listMemberRows,
  listMemberships as listMembershipRows,
  listPreferenceTimes,
  listSavedViews,
  readOrganisation,
} from '@tillsight/database'
import {
  type ConnectionContext,
  getPreference,
  listAlerts,
  listAnnotations,
  listMembers,
  listMemberships,
  listOwnShops,
  listShops,
  listViews,
  mostListedAnnotations,
  ownKey,
  permissionsOf,
  run,
} from '@tillsight/domain'
import type { CallerContexts } from '../../contexts.ts'
import type { ColumnType, Row, Shape } from './engine.ts'
import { tooMuch } from './refusal.ts'

// Relations are lists of verbs: what somebody sees of one is what the verb lists for them. Where a list leaves out a column, the
// row with the same id adds it.

/** Reads rows for somebody; of some shops only, where the request says so. */
export interface Relation extends Shape {
  /** Throws what the verbs throw. */
  read(contexts: CallerContexts, shops: ReadonlySet<string> | undefined): Promise<readonly Row[]>
}

const mostShops = 50
const mostRows = 20_000

const instant = (at: Date | null | undefined): string | null => at?.toISOString() ?? null

/** Columns of texts, as the names of them. */
function texts(names: string): Record<string, ColumnType> {
  return Object.fromEntries(names.split(' ').map((name) => [name, 'text']))
}

function relation(
  name: string,
  columns: Readonly<Record<string, ColumnType>>,
  rest: Pick<Relation, 'key' | 'read'>,
): readonly [string, Relation] {
  return [name, { name, columns, ...rest }]
}

/** A relation with rows of each shop. */
function ofShops(
  name: string,
  columns: Readonly<Record<string, ColumnType>>,
  { key, readShop }: { readonly key: readonly string[]; readonly readShop: (ctx: ConnectionContext) => Promise<Row[]> },
): readonly [string, Relation] {
  return relation(name, columns, {
    key,
    async read(contexts, shops) {
      const open = (await contexts.shops()).filter(({ shop }) => shops?.has(shop.id) ?? true)
      if (open.length > mostShops) {
        throw tooMuch(`This is about ${open.length} shops; ${mostShops} are the most.`, 'Filter by shop_id.')
      }
      const rows: Row[] = []
      for (const ctx of open) {
        rows.push(...(await readShop(ctx)))
        if (rows.length > mostRows)
          throw tooMuch(`There are more than ${mostRows} rows to look at.`, 'Filter by shop_id.')
      }
      return rows
    },
  })
}

/** Nothing where the role lacks the permission: a relation over several shops shows what may be seen of each. */
async function unlessForbidden<T>(reading: Promise<readonly T[]>): Promise<readonly T[]> {
  try {
    return await reading
  } catch (error) {
    if (isAppError(error) && error.code === 'forbidden') return []
    throw error
  }
}

async function readAnnotations(ctx: ConnectionContext): Promise<Row[]> {
  const rows = new Map<string, Row>()
  const from = parseDay('1970-01-01')
  let to = parseDay('9999-12-31')
  for (;;) {
    const notes = await run(listAnnotations, ctx, { from, to })
    const stored = await listAnnotationRows(ctx.queries, ownKey(ctx), { from, to, limit: mostListedAnnotations })
    const byId = new Map(stored.map((row) => [row.id, row]))
    for (const { id, day, text, isShared } of notes) {
      const row = byId.get(id)
      if (row === undefined) continue
      rows.set(id, {
        id,
        shop_id: ctx.shop.id,
        person_id: row.personId,
        author_name: row.authorName,
        text,
        day,
        is_shared: isShared,
        created_at: instant(row.createdAt),
      })
    }
    // The verb lists the newest; those before them are asked for next.
    const oldest = notes[0]?.day
    if (notes.length < mostListedAnnotations || oldest === undefined || rows.size > mostRows) break
    to = oldest < to ? oldest : addDays(to, -1)
  }
  return [...rows.values()]
}

async function readMembers(contexts: CallerContexts): Promise<Row[]> {
  const me = await contexts.person()
  const rows: Row[] = []
  for (const own of await listMembershipRows(me.queries, me.person)) {
    const ctx = await contexts.organisation(own.organisationId)
    const toRow = (member: typeof own, name: string, shopIds: readonly ShopId[] | null): Row => ({
      organisation_id: own.organisationId,
      person_id: member.personId,
      person_name: name,
      role: member.role,
      shop_ids: shopIds,
      created_at: instant(member.createdAt),
    })
    if (!permissionsOf(ctx.actor).includes('members:read')) {
      const { person } = await (me.personReads?.entry() ?? { person: undefined })
      rows.push(toRow(own, person?.name ?? '', own.shopIds))
      continue
    }
    const [{ members }, stored, shops] = await Promise.all([
      run(listMembers, ctx, {}),
      listMemberRows(ctx.queries, own.organisationId),
      run(listShops, ctx, {}),
    ])
    const seen = new Set(shops.map(({ id }) => id))
    for (const { person, name } of members) {
      const row = stored.find(({ personId }) => personId === person)
      if (row) rows.push(toRow({ ...own, ...row }, name, row.shopIds?.filter((id) => seen.has(id)) ?? null))
    }
  }
  return rows
}

/** Everything that `/rest/v1` shows. */
export const relations: ReadonlyMap<string, Relation> = new Map([
  relation(
    'shops',
    {
      ...texts('id organisation_id domain name platform'),
      zone: 'text',
      currency: 'text',
      country: 'text',
      created_at: 'timestamp',
    },
    {
      key: ['id'],
      async read(contexts) {
        const me = await contexts.person()
        const entry = await me.personReads?.entry()
        return (await run(listOwnShops, me, {})).map((shop) => ({
          id: shop.id,
          organisation_id: shop.organisation,
          domain: shop.domain,
          name: shop.name,
          platform: shop.platform,
          zone: shop.zone,
          currency: shop.currency,
          country: shop.country,
          created_at: instant(entry?.shops.find(({ id }) => id === shop.id)?.createdAt),
        }))
      },
    },
  ),
  relation(
    'organisations',
    { ...texts('id name role'), created_at: 'timestamp' },
    {
      key: ['id'],
      async read(contexts) {
        const me = await contexts.person()
        const own = await run(listMemberships, me, {})
        return Promise.all(
          own.map(async ({ organisation, name, role }) => {
            const { createdAt } = await readOrganisation(me.queries, organisation)
            return { id: organisation, name, role, created_at: instant(createdAt) }
          }),
        )
      },
    },
  ),
  relation(
    'memberships',
    {
      ...texts('organisation_id person_id person_name role'),
      shop_ids: 'json',
      created_at: 'timestamp',
    },
    { key: ['organisation_id', 'person_id'], read: readMembers },
  ),
  ofShops(
    'preferences',
    { shop_id: 'text', value: 'json', updated_at: 'timestamp' },
    {
      key: ['shop_id'],
      async readShop(ctx) {
        const { personId, shopId } = ownKey(ctx)
        const times = await listPreferenceTimes(ctx.queries, personId)
        return [{ shop_id: shopId, value: await run(getPreference, ctx, {}), updated_at: instant(times.get(shopId)) }]
      },
    },
  ),
  ofShops(
    'views',
    {
      ...texts('id shop_id name page search'),
      is_default: 'boolean',
      created_at: 'timestamp',
    },
    {
      key: ['id'],
      async readShop(ctx) {
        const views = await unlessForbidden(run(listViews, ctx, {}))
        const stored = new Map((await listSavedViews(ctx.queries, ownKey(ctx))).map((row) => [row.id, row]))
        return views.map(({ id, name, page, search, isDefault }) => ({
          id,
          shop_id: ctx.shop.id,
          name,
          page,
          search,
          is_default: isDefault,
          created_at: instant(stored.get(id)?.createdAt),
        }))
      },
    },
  ),
  ofShops(
    'annotations',
    {
      ...texts('id shop_id person_id author_name text'),
      day: 'date',
      is_shared: 'boolean',
      created_at: 'timestamp',
    },
    { key: ['id'], readShop: async (ctx) => [...(await unlessForbidden(readAnnotations(ctx)))] },
  ),
  ofShops(
    'alerts',
    { ...texts('id shop_id name metric state'), changed_at: 'timestamp' },
    {
      key: ['id'],
      async readShop(ctx) {
        const alerts = await unlessForbidden(run(listAlerts, ctx, {}).then(({ items }) => items))
        const stored = new Map((await listAlertRows(ctx.queries, ownKey(ctx))).map((row) => [row.id, row]))
        return alerts.map(({ id, name, metric, state }) => ({
          id,
          shop_id: ctx.shop.id,
          name,
          metric,
          state,
          changed_at: instant(stored.get(id)?.changedAt),
        }))
      },
    },
  ),
])
