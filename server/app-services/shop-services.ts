import { dayOf } from '@tillsight/core/days'
import {
  bankUrl,
  type ConnectionContext,
  claimRules,
  createShopReads,
  defaultDisplay,
  permissionsOf,
  readDisplay,
  readFactsVersion,
  readFirstDay,
  recordExport,
  removeLogo,
  saveLogo,
  seesProfit,
} from '@tillsight/domain'
import { describeCatalogue, isOfProfit, platforms } from '@tillsight/metrics'
import type { CatalogueView, ShopRights, ShopServices, ShopView, Viewer } from '../../app/services.ts'
import type { Runtime } from '../runtime.ts'
import { shopRunner } from '../verbs.ts'
import { takeForm, takeImport, takeQuestion } from './take-file.ts'
import { describeInstallation } from './tracking-install.ts'

const toldFailures = new WeakSet<object>()

/** Falls back to the defaults: no page may fail because of a preference. */
async function displayFor(ctx: ConnectionContext): Promise<ShopView['display']> {
  try {
    return await readDisplay(ctx)
  } catch (error) {
    // All shops of a request are read together, and fail together.
    if (!toldFailures.has(Object(error))) ctx.log.error({ err: error }, 'Failed to fetch shop user preference')
    toldFailures.add(Object(error))
    return defaultDisplay(ctx)
  }
}

/** A shop as pages show it. */
export async function toShopView(ctx: ConnectionContext): Promise<ShopView> {
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
    ...(shop.isSample ? { isSample: true } : {}),
    display: await displayFor(ctx),
  }
}

/** The services of one shop, bound to the context's actor. */
export async function createShopServices(runtime: Runtime, ctx: ConnectionContext): Promise<ShopServices> {
  const catalogue = catalogueFor(ctx.shop.settings.ratioBasis, seesProfit(ctx))
  return {
    shop: await toShopView(ctx),
    run: shopRunner(runtime, ctx, 'page'),
    viewer: () => describeViewer(ctx),
    saveLogo: (image) => saveLogo(runtime.files, ctx.actor, { ...image, shop: ctx.shop.id }),
    removeLogo: () => removeLogo(runtime.files, ctx.actor, ctx.shop.id),
    uploadImport: (form) => takeImport(runtime, ctx, form),
    receiveForm: (form, mostBytes) => takeForm(runtime, ctx, { form, mostBytes }),
    ratesSource: runtime.config.rates && { ...runtime.config.rates, isBank: runtime.config.rates.url === bankUrl },
    askModel: modelOf(runtime, ctx),
    recordExport: (file) => recordExport(ctx, file),
    may: toRights(ctx),
    trackingInstallation: (platform, consent) => describeInstallation(runtime, ctx, { platform, consent }),
    factsVersion: () => readFactsVersion(ctx),
    catalogue: () => catalogue,
  }
}

type Basis = Parameters<typeof describeCatalogue>[0]

const catalogues = new Map<string, CatalogueView>()

/** The same object for all who see the same, so that what is made of it can be remembered. */
function catalogueFor(basis: Basis, isWithProfit: boolean): CatalogueView {
  const key = `${basis} ${isWithProfit}`
  const known = catalogues.get(key)
  if (known) return known
  const { metrics, ...described } = describeCatalogue(basis)
  const shown = isWithProfit ? metrics : metrics.filter((metric) => !isOfProfit(metric.key))
  const catalogue = { ...described, metrics: shown, platforms, claimRules }
  catalogues.set(key, catalogue)
  return catalogue
}

function modelOf(runtime: Runtime, ctx: ConnectionContext): ShopServices['askModel'] {
  const { ask } = runtime.config
  if (ask === null) return null
  const { zone } = ctx.shop
  return async (question) => {
    takeQuestion(runtime.attempts, ctx)
    const today = dayOf(ctx.clock.now(), zone)
    // Loaded on demand: most installations have no model.
    const [{ askModel }, { openShopCaller }] = await Promise.all([
      import('../assistants/ask-model.ts'),
      import('../assistants/shops.ts'),
    ])
    return askModel(ask, { question, today, zone }, (signal) => openShopCaller({ runtime, ctx }, signal))
  }
}

/** The person's time zone; the shop's unless they set one, or it cannot be read. */
async function describeViewer(ctx: ConnectionContext): Promise<Viewer> {
  const { shop, clock, reads = createShopReads(ctx) } = ctx
  const own = await reads.own().catch(() => undefined)
  const zone = own?.zone || shop.zone
  return { zone, today: dayOf(clock.now(), zone) }
}

function toRights(ctx: ConnectionContext): ShopRights {
  const held = permissionsOf(ctx.actor)
  return {
    changeConnections: held.includes('connections:write'),
    importOrders: held.includes('imports:write'),
    openOrders: held.includes('orders:read'),
    enterSpend: held.includes('spend:write'),
    seeProfit: seesProfit(ctx),
    readCosts: held.includes('costs:read'),
    enterCosts: held.includes('costs:write'),
    closeCosts: held.includes('costs:close'),
    changeTracking: held.includes('tracking:write'),
    changeSettings: held.includes('shops:write'),
    shareAnnotations: held.includes('annotations:write'),
    useSlack: held.includes('slack:write'),
    shareDashboards: held.includes('dashboards:share'),
    seeMembers: held.includes('members:read'),
    handleCustomers: held.includes('customers:erase'),
  }
}
