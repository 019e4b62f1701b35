import { isAppError } from '@tillsight/core'
import {
  type ConnectionContext,
  claimRules,
  getOrder,
  listHealth,
  listOrigins,
  listRows,
  permissionsOf,
  readFactsVersion,
  run,
  runQuery,
} from '@tillsight/domain'
import { describeCatalogue, platforms } from '@tillsight/metrics'
import type { ShopRights, ShopServices } from '../../app/services.ts'
import { askMissingReach } from '../missing-reach.ts'
import type { Runtime } from '../runtime.ts'
import { createAttributionServices } from './attribution-services.ts'
import { createCampaignServices } from './campaign-services.ts'
import { createChannelRuleServices } from './channel-rule-services.ts'
import { createCheckingServices } from './checking-services.ts'
import { createConnectingServices } from './connecting-services.ts'
import { createConversionServices } from './conversion-services.ts'
import { createExchangeRateServices } from './exchange-rate-services.ts'
import { createGuideServices } from './guide-services.ts'
import { toHealthViews } from './health-view.ts'
import { createImportServices } from './import-services.ts'
import { createLiveEventServices } from './live-event-services.ts'
import { toOrderView } from './order-view.ts'
import { createPersonalServices } from './personal-services.ts'
import { createPrivacyServices } from './privacy-services.ts'
import { toAnswer, toFigureRows, toInput } from './question.ts'
import { createSettingsServices } from './settings-services.ts'
import { toShopView } from './shop-view.ts'
import { createSpendServices } from './spend-services.ts'
import { createSurveyServices } from './survey-services.ts'
import { createTrackingInstallServices } from './tracking-install-services.ts'

/** One shop's services, bound to the context's actor. */
export async function createShopServices(runtime: Runtime, ctx: ConnectionContext): Promise<ShopServices> {
  const catalogue = { ...describeCatalogue(ctx.shop.settings.ratioBasis), platforms, claimRules }
  return {
    ...createPersonalServices(ctx),
    ...createSettingsServices(runtime, ctx),
    ...createAttributionServices(ctx),
    ...createCampaignServices(ctx),
    ...createChannelRuleServices(runtime, ctx),
    ...createCheckingServices(ctx),
    ...createImportServices(runtime, ctx),
    ...createPrivacyServices(ctx),
    ...createGuideServices(ctx),
    ...createConnectingServices(runtime, ctx),
    ...createConversionServices(ctx),
    ...createExchangeRateServices(runtime, ctx),
    ...createSpendServices(ctx),
    ...createSurveyServices(runtime, ctx),
    ...createTrackingInstallServices(runtime, ctx),
    ...createLiveEventServices(ctx),
    shop: await toShopView(ctx),
    may: toRights(ctx),
    factsVersion: () => readFactsVersion(ctx),
    catalogue: () => catalogue,
    async query(query) {
      const answer = await run(runQuery, ctx, toInput(query))
      await askMissingReach(ctx, answer)
      return toAnswer(answer)
    },
    rows: async ({ metric, query, limit, cursor }) =>
      toFigureRows(await run(listRows, ctx, { ...toInput(query), metric, limit, cursor })),
    origins: (question) => run(listOrigins, ctx, question),
    async order(id) {
      try {
        return toOrderView(await run(getOrder, ctx, { id }), ctx.shop)
      } catch (error) {
        if (isAppError(error) && error.code === 'not_found') return undefined
        throw error
      }
    },
    health: async () => toHealthViews(await run(listHealth, ctx, {})),
  }
}

function toRights({ actor }: ConnectionContext): ShopRights {
  const held = permissionsOf(actor)
  return {
    changeConnections: held.includes('connections:write'),
    importOrders: held.includes('imports:write'),
    openOrders: held.includes('orders:read'),
    enterSpend: held.includes('spend:write'),
    changeSettings: held.includes('shops:write'),
    shareAnnotations: held.includes('annotations:write'),
    seeMembers: held.includes('members:read'),
    handleCustomers: held.includes('customers:erase'),
  }
}
