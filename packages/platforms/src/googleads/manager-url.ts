import type { AdPlace } from '../ad-records.ts'

/** The screen of Google Ads for a place; `__e` is the account. */
export function managerUrl({ accountId, level, campaignId, adSetId }: AdPlace): string {
  const query = new URLSearchParams({ __e: accountId })
  if (level === 'account') return `https://ads.google.com/aw/overview?${query}`
  query.set('campaignId', campaignId)
  if (level === 'campaign') return `https://ads.google.com/aw/adgroups?${query}`
  query.set('adGroupId', adSetId)
  return `https://ads.google.com/aw/ads?${query}`
}
