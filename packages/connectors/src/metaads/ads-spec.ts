import { z } from 'zod'
import type { AdPlace } from '../ad-records.ts'
import type { AdsSpec } from '../ads.ts'
import { listAccounts } from './accounts.ts'
import { pictureOf } from './creatives.ts'
import { openGraph } from './graph.ts'
import { readReach } from './reach.ts'

/** What only ad platforms have. */
export const ads: AdsSpec = {
  listAccounts,
  managerUrl,
  levelNames: { campaign: 'Campaign', ad_set: 'Ad set', ad: 'Ad' },
  claimRules: [
    { id: '1d_click', label: '1 day after a click' },
    { id: '7d_click', label: '7 days after a click' },
    { id: '28d_click', label: '28 days after a click' },
    { id: '1d_view', label: '1 day after a view' },
    { id: '1d_ev', label: '1 day after an engaged view' },
    { id: 'website_only', label: 'Website only' },
  ],
  reach: readReach,
  async pictureOf(ctx, ad) {
    return await pictureOf(openGraph(ctx), ad.creativeId)
  },
  async revoke(ctx) {
    const shape = z.unknown()
    await openGraph(ctx).ask({ method: 'DELETE', path: 'me/permissions', what: 'access', shape, retries: 1 })
  },
}

/** The place in Ads Manager. */
function managerUrl({ accountId, level, campaignId, adSetId, adId }: AdPlace): string {
  const ids = {
    ...(campaignId === '' ? {} : { selected_campaign_ids: campaignId }),
    ...(adSetId === '' ? {} : { selected_adset_ids: adSetId }),
    ...(adId === '' ? {} : { selected_ad_ids: adId }),
  }
  const list = { account: 'campaigns', campaign: 'campaigns', ad_set: 'adsets', ad: 'ads' }[level]
  return `https://adsmanager.facebook.com/adsmanager/manage/${list}?${new URLSearchParams({ act: accountId, ...ids })}`
}
