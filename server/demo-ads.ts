import { AppError, toConnectionId } from '@tillsight/core'
import { addMonths, dayOf, parseDay } from '@tillsight/core/days'
import {
  beginConnect,
  type ConnectionContext,
  type ConnectionView,
  chooseAccounts,
  finishConnect,
  type ImportedRates,
  importRates,
  listConnections,
  run,
} from '@tillsight/domain'
import { type AdPlatform, type Advertiser, adAccountsOf } from '../demo/ads/index.ts'
import { agree } from '../demo/agree.ts'
import type { DemoPlan } from '../demo/plan.ts'
import { demoRates } from '../demo/rates/index.ts'
import type { SandboxStore } from '../demo/sandbox.ts'
import { demoShopSite } from '../demo/shop/index.ts'
import type { Contexts } from './contexts.ts'
import { type Watching, waitForHistory } from './demo-history.ts'
import { demoShops } from './demo-shops.ts'

/** The ad platforms of each demo shop. */
const wanted: Readonly<Record<Advertiser, readonly AdPlatform[]>> = {
  demo: ['googleads', 'metaads', 'tiktokads'],
  shopify: ['googleads', 'metaads'],
}

const adPlatformNames: Readonly<Record<AdPlatform, string>> = {
  googleads: 'Google Ads',
  metaads: 'Meta Ads',
  tiktokads: 'TikTok Ads',
}

/**
 * Connects the ad platforms of the demo's shops as their owner would: signs in at each, grants access, and chooses the shop's
 * own accounts; then waits until their history is imported. A simulated platform forgets its grants when it stops, so every
 * start signs in again.
 */
export async function importDemoAds(
  contexts: Contexts,
  stores: readonly Pick<SandboxStore, 'kind'>[],
  watching: Watching,
): Promise<void> {
  const shops = stores.flatMap(({ kind }) => (kind === 'online-retail' ? [] : [kind]))
  for (const advertiser of shops) {
    const ctx = await contexts.shop(demoShops[advertiser].domain)
    for (const platform of wanted[advertiser]) await connectPlatform(ctx, { advertiser, platform })
  }
  for (const advertiser of shops) {
    const { domain, name } = demoShops[advertiser]
    const ctx = await contexts.shop(domain)
    for (const platform of wanted[advertiser]) {
      const isOf = ({ connector }: ConnectionView) => connector === platform
      await waitForHistory(ctx, { label: `Importing ${adPlatformNames[platform]} of ${name}`, isOf }, watching)
    }
  }
}

async function connectPlatform(
  ctx: ConnectionContext,
  { advertiser, platform }: { readonly advertiser: Advertiser; readonly platform: AdPlatform },
): Promise<void> {
  const accounts = adAccountsOf(advertiser, platform)
  const known = await findConnection(ctx, platform)
  const renewed = known === undefined ? {} : { connection: known.id }
  const { redirectUrl } = await run(beginConnect, ctx, { connector: platform, ...renewed })
  const query = await agree(redirectUrl, accounts)
  const { outcome, connection, message } = await run(finishConnect, ctx, { connector: platform, query })
  if (outcome !== 'connected' || connection === null) {
    throw new AppError(
      'unavailable',
      `The simulated ${adPlatformNames[platform]} could not be connected: ${message ?? outcome}`,
    )
  }
  if (known === undefined) await run(chooseAccounts, ctx, { connection, accounts: [...accounts] })
  else await ctx.services.requests.sync(toConnectionId(known.id))
}

async function findConnection(ctx: ConnectionContext, platform: AdPlatform): Promise<ConnectionView | undefined> {
  return (await run(listConnections, ctx, {})).find(({ connector }) => connector === platform)
}

/** Length of the demo shop's history before its creation. */
const months = 24
/** Range of the public data set. */
const onlineRetailDays = { from: parseDay('2010-12-01'), to: parseDay('2011-12-09') }

/** Adds simulated exchange rates for the demo's days so far; a later start adds the days since. */
export async function importDemoRates(
  contexts: Contexts,
  { createdAt, stores }: Pick<DemoPlan, 'createdAt' | 'stores'>,
): Promise<ImportedRates> {
  const ctx = await contexts.anyShop()
  const day = (instant: Date) => dayOf(instant, demoShopSite.zone)
  const history = { from: addMonths(day(new Date(createdAt)), -months), to: day(ctx.clock.now()) }
  const hasOnlineRetail = stores.some(({ kind }) => kind === 'online-retail')
  return run(importRates, ctx, { csv: demoRates(hasOnlineRetail ? [onlineRetailDays, history] : [history]) })
}
