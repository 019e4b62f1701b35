import { toPersonId } from '@tillsight/core'
import { dayOf } from '@tillsight/core/days'
import { readPerson } from '@tillsight/database'
import { bankUrl, type ConnectionContext, claimRules, permissionsOf, readFactsVersion } from '@tillsight/domain'
import { describeCatalogue, platforms } from '@tillsight/metrics'
import type { ShopRights, ShopServices, Viewer } from '../../app/services.ts'
import type { Runtime } from '../runtime.ts'
import { shopRunner } from '../verbs.ts'
import { toShopView } from './shop-view.ts'
import { takeImport } from './take-file.ts'
import { describeInstallation } from './tracking-install.ts'

/** One shop's services, bound to the context's actor. */
export async function createShopServices(runtime: Runtime, ctx: ConnectionContext): Promise<ShopServices> {
  const catalogue = { ...describeCatalogue(ctx.shop.settings.ratioBasis), platforms, claimRules }
  return {
    shop: await toShopView(ctx),
    run: shopRunner(runtime, ctx, 'page'),
    viewer: () => describeViewer(ctx),
    uploadImport: (form) => takeImport(runtime, ctx, form),
    ratesSource: runtime.config.rates && { ...runtime.config.rates, isBank: runtime.config.rates.url === bankUrl },
    may: toRights(ctx),
    trackingInstallation: (consent) => describeInstallation(runtime, ctx, consent),
    factsVersion: () => readFactsVersion(ctx),
    catalogue: () => catalogue,
  }
}

/** The zone of whoever looks, as they said; else the shop's. */
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
