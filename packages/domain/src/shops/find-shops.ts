import { dayOf } from '@tillsight/core/days'
import {
  type Entry,
  findShop,
  findShopsByDomain,
  findStandingShops,
  listShops as listRows,
  noteSeen,
  type OwnShopRow,
  readEntry,
  readShop,
  type ShopRow,
  type StandingShopRow,
} from '@tillsight/database'
import type { Warehouse } from '@tillsight/warehouse'
import { z } from 'zod'
import {
  type Actor,
  type Context,
  createShopReads,
  defineVerb,
  type FactsFollower,
  mayEnter,
  type PersonContext,
  permissionsOf,
  type Shop,
  type ShopContext,
  shopNotFound,
  supportOf,
  toShop,
} from '../context/index.ts'
import { factorMissing, lacksFactor, toPersonActor } from '../organisations/index.ts'
import { chooseNamed, domainOf, readShopName, type ShopName, ShopView, shopAddress } from './shops.ts'

/** Stores and services needed to bind a context to a shop. */
export interface ShopStores {
  readonly warehouse: Warehouse
  readonly identityKey: Uint8Array
  readonly follower: FactsFollower
}

/**
 * Binds an organisation's context to one of its shops, named by domain or id; {@link openShopFor} does so for a person.
 * Throws the same `not_found` for a shop that does not exist, belongs to another organisation or is closed to the actor.
 * Jobs, webhooks and the command line act for any organisation, and get `conflict` for a domain that several organisations
 * have, unless one shop is their own.
 */
export async function enterShop(ctx: Context, stores: ShopStores, named: ShopName): Promise<ShopContext> {
  return bindOrganisation(ctx, stores, { named, row: await find(ctx, named) })
}

/** The same for one request with a key of the organisation: what questions about the shop begin with is read along. */
export async function enterShopOfKey(ctx: Context, stores: ShopStores, named: ShopName): Promise<ShopContext> {
  const name = 'id' in named ? named : readShopName(named.domain)
  const own = await findStandingShops(ctx.queries, ctx.organisation, 'id' in name ? name.id : domainOf(name.domain))
  const row = chooseNamed(own, name)
  const bound = bindOrganisation(ctx, stores, { named, row })
  return { ...bound, reads: createShopReads(bound, row && knownOf(row)) }
}

function knownOf({ standing }: StandingShopRow): Parameters<typeof createShopReads>[1] {
  return { facts: standing.facts, standing: async () => standing, own: async () => undefined }
}

/** The only place that decides whether an organisation's context may be of a shop. */
function bindOrganisation(
  ctx: Context,
  { warehouse, identityKey, follower }: ShopStores,
  { named, row }: { readonly named: ShopName; readonly row: ShopRow | undefined },
): ShopContext {
  if (!row || !mayEnter(ctx.actor, row.id) || (isBound(ctx.actor) && row.organisationId !== ctx.organisation)) {
    throw shopNotFound('id' in named ? named.id : named.domain)
  }
  const bound = { shop: toShop(row), warehouse: warehouse.for(row.id), identityKey, follower }
  return { ...ctx, ...bound, organisation: row.organisationId }
}

function isBound({ kind }: Actor): boolean {
  return kind === 'person' || kind === 'api_key'
}

async function find({ actor, queries, organisation }: Context, named: ShopName): Promise<ShopRow | undefined> {
  const name = 'id' in named ? named : readShopName(named.domain)
  if ('id' in name) return await findShop(queries, name.id)
  const all = await findShopsByDomain(queries, domainOf(name.domain))
  const own = all.filter((row) => row.organisationId === organisation)
  // Others' shops of the domain must not show in an error.
  return chooseNamed(own.length > 0 || isBound(actor) ? own : all, name)
}

/** The context's shop in its current state; {@link enterShop} finds it by its domain. */
export const getShop = defineVerb({
  name: 'shop.get',
  needs: 'shops:read',
  access: 'read',
  input: z.object({}),
  output: ShopView,
  async run(ctx) {
    const entry = await ctx.personReads?.entry()
    return toShop(entry?.shops.find(({ id }) => id === ctx.shop.id) ?? (await readShop(ctx.queries, ctx.shop.id)))
  },
})

/** The shops that the person may see in all their organisations, by name; one query. */
export const listOwnShops = defineVerb({
  name: 'shop.list_own',
  needs: 'self',
  access: 'read',
  input: z.object({}),
  output: z.array(ShopView),
  isForSupport: true,
  async run(ctx: PersonContext) {
    const { shops } = await readEntryOf(ctx)
    const maySee = (row: OwnShopRow) =>
      permissionsOf(toPersonActor({ ...row, personId: ctx.person })).includes('shops:read')
    return shops.filter(maySee).map(toShop)
  },
})

/** The shops of the organisation that the actor may see, by name. */
export const listShops = defineVerb({
  name: 'shop.list',
  needs: 'shops:read',
  access: 'read',
  input: z.object({}),
  output: z.array(ShopView),
  async run(ctx: Context) {
    const rows = await listRows(ctx.queries, ctx.organisation)
    return rows.filter(({ id }) => mayEnter(ctx.actor, id)).map(toShop)
  },
})

/**
 * Binds a person's context to a shop of any of their organisations, in their role there; one query. Throws the same
 * `not_found` for a shop that does not exist, belongs to somebody else or is closed to the person, and `conflict` for a
 * domain that several of the person's shops have.
 */
export async function openShopFor(ctx: PersonContext, stores: ShopStores, named: ShopName): Promise<ShopContext> {
  const name = 'id' in named ? named : readShopName(named.domain)
  const entry = await readWholeEntry(ctx)
  const domain = 'id' in name ? undefined : domainOf(name.domain)
  const alike = entry.shops.filter((shop) => domain === undefined || shop.domain === domain)
  const row = chooseNamed(
    alike.toSorted((a, b) => a.createdAt.getTime() - b.createdAt.getTime()),
    name,
  )
  if (!row) throw shopNotFound('id' in named ? named.id : named.domain)
  if (isClosed(entry, row, ctx.clock.now())) throw factorMissing()
  await noteVisit(ctx, [row])
  return bind(ctx, stores, { row, entry })
}

/** All shops open to the person, by name, each in the person's role there; one query. */
export async function openShopsFor(ctx: PersonContext, stores: ShopStores): Promise<ShopContext[]> {
  const entry = await readEntryOf(ctx)
  await noteVisit(ctx, entry.shops)
  return entry.shops.map((row) => bind(ctx, stores, { row, entry }))
}

/**
 * What the person's shops are called, by name, with the domain of their pages: without settings and clocks, which are dear for
 * dozens of shops.
 */
export async function nameShopsFor(
  ctx: PersonContext,
): Promise<readonly (Pick<Shop, 'id' | 'domain' | 'name' | 'platform'> & { readonly isSample: boolean })[]> {
  const { shops } = await readEntryOf(ctx)
  return shops.map((row) => ({
    id: row.id,
    domain: shopAddress(row, shops),
    name: row.name,
    platform: row.platform,
    isSample: row.isSample,
  }))
}

/**
 * Notes the day on which somebody was last here, once a day; not being able to keeps nobody out. What is done in their name while
 * they are away, a digest or a link that they share, comes from nowhere.
 */
async function noteVisit(ctx: PersonContext, rows: readonly OwnShopRow[]): Promise<void> {
  if (ctx.origin === undefined || supportOf(ctx.actor)) return
  const { person, queries, clock, log } = ctx
  const today = dayOf(clock.now(), 'UTC')
  const unseen = new Set(rows.flatMap((row) => (row.seenOn === today ? [] : [row.organisationId])))
  try {
    for (const organisationId of unseen) await noteSeen(queries, { organisationId, personId: person }, today)
  } catch (error) {
    log.warn({ err: error }, 'the day of a visit could not be noted')
  }
}

/** What is open to the person, without what their organisations close to people who lack a second factor. */
async function readEntryOf(ctx: PersonContext): Promise<Entry> {
  const entry = await readWholeEntry(ctx)
  const now = ctx.clock.now()
  return { ...entry, shops: entry.shops.filter((row) => !isClosed(entry, row, now)) }
}

async function readWholeEntry({ actor, person, queries, personReads }: PersonContext): Promise<Entry> {
  const entry = await (personReads ? personReads.entry() : readEntry(queries, person))
  const support = supportOf(actor)
  if (!support) return entry
  return { ...entry, shops: entry.shops.filter(({ organisationId }) => organisationId === support.organisation) }
}

function isClosed({ person }: Entry, { factorFrom }: OwnShopRow, now: Date): boolean {
  return lacksFactor({ factorFrom, hasFactor: person?.hasFactor ?? false }, now)
}

function bind(
  { actor, person, db, queries, clock, log, origin, personReads }: PersonContext,
  stores: ShopStores,
  { row, entry }: { readonly row: OwnShopRow; readonly entry: Entry },
): ShopContext {
  const ctx = {
    actor: toPersonActor({ ...row, personId: person }, actor),
    organisation: row.organisationId,
    db,
    queries,
    clock,
    log,
    origin,
    personReads,
    shop: { ...toShop(row), address: shopAddress(row, entry.shops) },
    warehouse: stores.warehouse.for(row.id),
    identityKey: stores.identityKey,
    follower: stores.follower,
  }
  return personReads ? { ...ctx, reads: createShopReads(ctx, personReads.knownOf(row, entry)) } : ctx
}
