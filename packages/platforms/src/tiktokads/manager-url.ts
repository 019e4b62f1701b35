import type { AdPlace } from '../ad-records.ts'

const screens = { account: 'campaign', campaign: 'campaign', ad_set: 'adgroup', ad: 'creative' } as const

/** The screen of TikTok Ads Manager for a place, looking for it by its id. */
export function managerUrl({ accountId, level, campaignId, adSetId, adId }: AdPlace): string {
  const query = new URLSearchParams({ aadvid: accountId })
  const id = { account: '', campaign: campaignId, ad_set: adSetId, ad: adId }[level]
  if (id !== '') query.set('keyword', id)
  return `https://ads.tiktok.com/i18n/perf/${screens[level]}?${query}`
}
