import { z } from 'zod'
import type { AdPlace } from '../ad-records.ts'
import type { AdsSpec, ReachQuery } from '../ads.ts'
import type { ConnectorContext } from '../contract.ts'
import { ConnectorError } from '../failures.ts'
import { listAccounts } from './accounts.ts'
import { pictureOf } from './creatives.ts'
import { openGraph } from './graph.ts'
import { readNow } from './insights.ts'

/** The part of a connector that only ad platforms have. */
export const ads: AdsSpec = {
  listAccounts,
  managerUrl,
  reach: readReach,
  async pictureOf(ctx, ad) {
    return await pictureOf(openGraph(ctx), ad.creativeId)
  },
  async revoke(ctx) {
    const shape = z.unknown()
    await openGraph(ctx).ask({ method: 'DELETE', path: 'me/permissions', what: 'access', shape, retries: 1 })
  },
}

/** The entity's page in Ads Manager. */
function managerUrl({ accountId, level, campaignId, adSetId, adId }: AdPlace): string {
  const ids = {
    ...(campaignId === '' ? {} : { selected_campaign_ids: campaignId }),
    ...(adSetId === '' ? {} : { selected_adset_ids: adSetId }),
    ...(adId === '' ? {} : { selected_ad_ids: adId }),
  }
  const list = { account: 'campaigns', campaign: 'campaigns', ad_set: 'adsets', ad: 'ads' }[level]
  return `https://adsmanager.facebook.com/adsmanager/manage/${list}?${new URLSearchParams({ act: accountId, ...ids })}`
}

/** People reached in exactly this range, by entity id; never derived from daily figures. */
async function readReach(
  ctx: ConnectorContext,
  { accountId, level, range }: ReachQuery,
): Promise<ReadonlyMap<string, number>> {
  const account = (ctx.accounts ?? []).find(({ id }) => id === accountId)
  if (account === undefined) {
    throw new ConnectorError({
      kind: 'not_found',
      message: `The ad account ${accountId} is not among the chosen ones, so nobody can say whom it reached. Choose it under Integrations.`,
    })
  }
  const rows = await readNow(openGraph(ctx), { account, level, range, by: 'range' })
  return new Map(
    rows.flatMap(({ row }) => {
      const id = level === 'account' ? accountId : row.campaignId
      return row.reach === null ? [] : [[id, row.reach] as const]
    }),
  )
}
