import { toPersonId } from '@tillsight/core'
import { dayOf } from '@tillsight/core/days'
import { readPerson } from '@tillsight/database'
import {
  bankUrl,
  type ConnectionContext,
  claimRules,
  type Displays,
  defaultDisplays,
  permissionsOf,
  readDisplays,
  readFactsVersion,
  readFirstDay,
} from '@tillsight/domain'
import { describeCatalogue, platforms } from '@tillsight/metrics'
import type { ShopRights, ShopServices, ShopView, Viewer } from '../../app/services.ts'
import type { Runtime } from '../runtime.ts'
import { shopRunner } from '../verbs.ts'
import { takeImport } from './take-file.ts'
import { describeInstallation } from './tracking-install.ts'

/** A shop as pages show it. */
async function toShopView(ctx: ConnectionContext): Promise<ShopView> {
  return describeShop(ctx, await orDefaults(ctx, readDisplays(ctx, ctx.shop.id)))
}

/** All shops of a person as pages show them, with a single query for the preferences. */
export async function toShopViews(all: readonly ConnectionContext[]): Promise<readonly ShopView[]> {
  const [first] = all
  if (first === undefined) return []
  const displays = await orDefaults(first, readDisplays(first))
  return Promise.all(all.map((ctx) => describeShop(ctx, displays)))
}

/** Falls back to the defaults: no page may fail because of a preference. */
async function orDefaults({ log }: ConnectionContext, displays: Promise<Displays>): Promise<Displays> {
  try {
    return await displays
  } catch (error) {
    log.error({ err: error }, 'Failed to fetch shop user preference')
    return defaultDisplays
  }
}

async function describeShop(ctx: ConnectionContext, displays: Displays): Promise<ShopView> {
  const { shop, clock } = ctx
  return {
    id: shop.id,
    organisation: ctx.organisation,
    domain: shop.address ?? shop.domain,
    name: shop.name,
    platform: shop.platform,
    zone: shop.zone,
    currency: shop.currency,
    weekStartsOn: shop.settings.weekStartsOn,
    today: dayOf(clock.now(), shop.zone),
    firstDay: await readFirstDay(ctx),
    display: displays(shop),
  }
}

/** The services of one shop, bound to the context's actor. */
export async function createShopServices(runtime: Runtime, ctx: ConnectionContext): Promise<ShopServices> {
  const catalogue = { ...describeCatalogue(ctx.shop.settings.ratioBasis), platforms, claimRules }
  return {
    shop: await toShopView(ctx),
    run: shopRunner(runtime, ctx, 'page'),
    viewer: () => describeViewer(ctx),
    uploadImport: (form) => takeImport(runtime, ctx, form),
    ratesSource: runtime.config.rates && { ...runtime.config.rates, isBank: runtime.config.rates.url === bankUrl },
    may: toRights(ctx),
    trackingInstallation: (platform, consent) => describeInstallation(runtime, ctx, { platform, consent }),
    factsVersion: () => readFactsVersion(ctx),
    catalogue: () => catalogue,
  }
}

/** The person's time zone; the shop's unless they set one. */
async function describeViewer({ actor, queries, shop, clock }: ConnectionContext): Promise<Viewer> {
  const own = actor.kind === 'person' ? (await readPerson(queries, toPersonId(actor.id))).zone : null
  const zone = own || shop.zone
  return { zone, today: dayOf(clock.now(), zone) }
}

function toRights({ actor }: ConnectionContext): ShopRights {
  const held = permissionsOf(actor)
  return {
    changeConnections: held.includes('connections:write'),
    importOrders: held.includes('imports:write'),
    openOrders: held.includes('orders:read'),
    enterSpend: held.includes('spend:write'),
    changeTracking: held.includes('tracking:write'),
    changeSettings: held.includes('shops:write'),
    shareAnnotations: held.includes('annotations:write'),
    seeMembers: held.includes('members:read'),
    handleCustomers: held.includes('customers:erase'),
  }
}
