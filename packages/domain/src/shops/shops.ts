import { AppError, type OrganisationId, type ShopId, toOrganisationId, toShopId } from '@tillsight/core'
import {
  countUnconnectedShops,
  createShop as insertShop,
  listMemberships,
  listShops as listShopRows,
  lockPerson,
  readShop,
  updateShop,
} from '@tillsight/database'
import { connectorList } from '@tillsight/platforms/connectors'
import { z } from 'zod'
import { changesBetween, recordAudit } from '../audit/index.ts'
import { type Context, defineVerb, type PersonContext, permissionsOf, type Shop, toShop } from '../context/index.ts'
import { CreateShopInput, ShopSettings, UpdateSettingsInput } from '../inputs/index.ts'
import { foundOrganisation, toPersonActor } from '../organisations/index.ts'

/** A shop as all interfaces show it. */
export const ShopView = z.object({
  id: z.string().transform((id): ShopId => toShopId(id)),
  organisation: z.string().transform((id): OrganisationId => toOrganisationId(id)),
  domain: z.string(),
  platform: z.string(),
  name: z.string(),
  zone: z.string(),
  currency: z.string(),
  country: z.string().nullable(),
  settings: ShopSettings,
  /** Its figures are made up, to be looked at and thrown away. */
  isSample: z.boolean().optional(),
})

/**
 * How a shop is named: by id, by domain, or by domain and mark (`tea.example~1f0c2ab9`). The mark is needed if a person or
 * the operator sees two shops of the same domain, since a domain is unique within its organisation only.
 */
export type ShopName = { readonly id: ShopId } | { readonly domain: string }

interface Named {
  readonly id: ShopId
  readonly domain: string
}

const isId = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i
const marked = /^(.*)~([0-9a-f]{8})$/

/** Parses a shop name as written by people and programs. */
export function readShopName(text: string): ShopName {
  return isId.test(text) ? { id: toShopId(text) } : { domain: text.toLowerCase() }
}

/** The domain in a shop name. */
export function domainOf(name: string): string {
  return marked.exec(name)?.[1] ?? name
}

/** The shop's name among these shops: its domain, with its mark if another has the same domain. */
export function shopAddress(shop: Named, among: readonly Named[]): string {
  const isShared = among.some(({ id, domain }) => domain === shop.domain && id !== shop.id)
  return isShared ? `${shop.domain}~${markOf(shop)}` : shop.domain
}

/** The named shop among shops of one domain. Throws `conflict` listing all their names if several match. */
export function chooseNamed<T extends Named>(shops: readonly T[], name: ShopName): T | undefined {
  if ('id' in name) return shops.find(({ id }) => id === name.id)
  const mark = marked.exec(name.domain)?.[2]
  const [first, another] = mark === undefined ? shops : shops.filter((shop) => markOf(shop) === mark)
  if (another === undefined) return first
  const names = shops.map((shop) => shopAddress(shop, shops)).join(', ')
  throw new AppError(
    'conflict',
    `Several shops here have the domain ${name.domain}. Name the one that you mean, by its id or as one of: ${names}.`,
    { details: { reason: 'ambiguous' } },
  )
}

/** The end of its id: some kinds of ids begin with their creation time, so the start is not distinctive. */
function markOf({ id }: Pick<Named, 'id'>): string {
  return id.slice(-8)
}

/**
 * Adds a shop to the organisation. Throws `conflict` when it already has one of the domain, `forbidden` for actors limited to
 * certain shops, which would not include the new one, and `limit_reached` when too many shops have no store yet.
 */
export const createShop = defineVerb({
  name: 'shop.create',
  needs: 'shops:write',
  access: 'write',
  input: CreateShopInput,
  output: ShopView,
  async run(ctx: Context, input) {
    const { actor } = ctx
    if ((actor.kind === 'person' || actor.kind === 'api_key') && actor.shops !== 'all') {
      throw new AppError(
        'forbidden',
        'Your access is limited to certain shops, so you may not add one. Ask an owner of the organisation.',
      )
    }
    await assertRoom(ctx, [ctx.organisation])
    return addShop(ctx, input)
  },
})

/** Anybody may claim a shop; connecting its store proves it. This limits the number of unproven shops. */
const mostUnconnected = 20

/** Throws `limit_reached` if these organisations have too many shops without a store; not for the operator. */
async function assertRoom(
  { actor, queries }: Pick<Context, 'actor' | 'queries'>,
  organisations: readonly OrganisationId[],
): Promise<void> {
  if (actor.kind === 'local' || (await countUnconnectedShops(queries, organisations)) < mostUnconnected) return
  throw new AppError(
    'limit_reached',
    `${mostUnconnected} of your shops have no store yet, which is the most. Connect one of them, then add the next.`,
  )
}

/** Creates the shop's row, for verbs that add one together with something else. */
async function addShop(
  ctx: Pick<Context, 'actor' | 'queries' | 'clock' | 'origin' | 'organisation'>,
  { name, ...input }: CreateShopInput & { readonly isSample?: boolean },
): Promise<Shop> {
  assertStorePlatform(input.platform)
  const values = { ...input, name: name ?? input.domain, organisationId: ctx.organisation }
  const shop = toShop(await insertShop(ctx.queries, values))
  const changes = changesBetween({}, { platform: shop.platform, zone: shop.zone, currency: shop.currency })
  await recordAudit({ ...ctx, shop }, { action: 'shop.create', target: targetOf(shop), changes })
  return shop
}

function namedSettings({ name, zone, settings }: Shop): object {
  return { name, zone, ...settings }
}

function targetOf({ id, domain }: Shop) {
  return { kind: 'shop', id, name: domain }
}

function storePlatforms(): string[] {
  return connectorList.filter(({ kind }) => kind === 'store').map(({ id }) => id)
}

function assertStorePlatform(platform: string): void {
  const known = storePlatforms()
  if (known.includes(platform)) return
  throw new AppError(
    'invalid_input',
    `“${platform}” is not a store platform that can be connected. There is: ${known.join(', ')}.`,
    {
      details: { field: 'platform' },
    },
  )
}

/**
 * Adds a shop for a person who names no organisation: to the first one where they may, else to a new one of their own. Throws
 * `conflict` when that organisation has a shop of the domain, `limit_reached` when too many of theirs have no store; then
 * nothing is created.
 */
export const createOwnShop = defineVerb({
  name: 'shop.create_own',
  needs: 'self',
  access: 'write',
  input: CreateShopInput,
  output: ShopView,
  async run(ctx: PersonContext, input) {
    // Two concurrent first shops would create two organisations.
    await lockPerson(ctx.queries, ctx.person)
    const homes = await findHomes(ctx)
    await assertRoom(ctx, homes)
    const organisation = homes[0] ?? (await foundOrganisation(ctx, input.name ?? input.domain)).organisation
    return addShop({ ...ctx, organisation }, input)
  },
})

/**
 * Adds a shop with made-up figures for a person who names no organisation, or gives back the one that is there already. It is
 * empty until `shop.fill_sample` has filled it.
 */
export const createSampleShop = defineVerb({
  name: 'shop.create_sample',
  needs: 'self',
  access: 'write',
  input: z.object({}),
  output: ShopView,
  async run(ctx: PersonContext) {
    await lockPerson(ctx.queries, ctx.person)
    const organisation = (await findHomes(ctx))[0] ?? (await foundOrganisation(ctx, sample.name)).organisation
    const known = (await listShopRows(ctx.queries, organisation)).find(({ isSample }) => isSample)
    return known
      ? toShop(known)
      : addShop(
          { ...ctx, organisation },
          { ...CreateShopInput.parse({ ...sample, platform: storePlatforms()[0] }), isSample: true },
        )
  },
})

/** The address is one of those that belong to nobody, and never will. */
const sample = {
  domain: 'sample-shop.example',
  name: 'Sample shop',
  zone: 'Europe/Berlin',
  currency: 'EUR',
} as const

/** The organisations that the person may add shops to. */
async function findHomes({ queries, person }: PersonContext): Promise<OrganisationId[]> {
  const memberships = await listMemberships(queries, person)
  const may = memberships.filter((membership) => {
    const actor = toPersonActor(membership)
    return actor.shops === 'all' && permissionsOf(actor).includes('shops:write')
  })
  return may.map(({ organisationId }) => organisationId)
}

/** What to recalculate for a change to take effect in figures: the ledger, only its days, or nothing. */
export const Recalculation = z.enum(['ledger', 'days', 'none'])
export type Recalculation = z.infer<typeof Recalculation>

/** Settings that do not affect stored figures. */
const presentation = new Set(['weekStartsOn', 'ratioBasis', 'viewersSeeProfit', 'keepsOwnBasics'])

/** Changes name, zone or settings, and returns what to recalculate: past figures follow current settings. */
export const updateSettings = defineVerb({
  name: 'shop.update',
  needs: 'shops:write',
  access: 'write',
  input: UpdateSettingsInput,
  output: z.object({ shop: ShopView, recalculation: Recalculation }),
  async run(ctx, change) {
    const before = toShop(await readShop(ctx.queries, ctx.shop.id))
    const { name, zone } = change
    const row = await updateShop(ctx.queries, ctx.shop.id, {
      ...(name === undefined ? {} : { name }),
      ...(zone === undefined ? {} : { zone }),
      settings: settingsAfter(before, change),
    })
    const shop = toShop(row)
    const changes = changesBetween(namedSettings(before), namedSettings(shop))
    if (changes.length > 0) await recordAudit(ctx, { action: 'shop.update', target: targetOf(shop), changes })
    if (before.zone !== shop.zone)
      ctx.log.info({ shop: shop.id, from: before.zone, to: shop.zone }, 'the shop has another time zone')
    return { shop, recalculation: recalculationOf(before, change) }
  },
})

/** What a change would require to be recalculated, without making it. */
export function recalculationOf(shop: Pick<Shop, 'zone' | 'settings'>, change: UpdateSettingsInput): Recalculation {
  const changed = listChanged(shop.settings, settingsAfter(shop, change))
  if (changed.some((key) => !presentation.has(key))) return 'ledger'
  return change.zone !== undefined && change.zone !== shop.zone ? 'days' : 'none'
}

function settingsAfter({ settings }: Pick<Shop, 'settings'>, change: UpdateSettingsInput): ShopSettings {
  const given = Object.fromEntries(Object.entries(change.settings ?? {}).filter(([, value]) => value !== undefined))
  return ShopSettings.parse({ ...settings, ...given })
}

function listChanged(before: object, after: object): string[] {
  const old = new Map(Object.entries(before))
  return Object.entries(after).flatMap(([key, value]) =>
    JSON.stringify(old.get(key)) === JSON.stringify(value) ? [] : [key],
  )
}
