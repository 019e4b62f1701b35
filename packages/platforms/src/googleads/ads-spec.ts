import type { AdPlace } from '../ad-records.ts'
import type { AdsSpec } from '../ads.ts'
import type { ConnectorContext } from '../contract.ts'
import { listAccounts } from './accounts.ts'
import { hostsOf } from './hosts.ts'

/** The part of a connector that only ad platforms have. */
export const ads: AdsSpec = { listAccounts, managerUrl, revoke }

/** The page in Google Ads for an entity; `__e` is the account. */
function managerUrl({ accountId, level, campaignId, adSetId }: AdPlace): string {
  const query = new URLSearchParams({ __e: accountId })
  if (level === 'account') return `https://ads.google.com/aw/overview?${query}`
  query.set('campaignId', campaignId)
  if (level === 'campaign') return `https://ads.google.com/aw/adgroups?${query}`
  query.set('adGroupId', adSetId)
  return `https://ads.google.com/aw/ads?${query}`
}

/** Revokes the grant for every connection of the same Google login. An expired grant is not a failure. */
async function revoke({ settings, app, http, signal }: ConnectorContext): Promise<void> {
  const token = settings['refreshToken']
  // A pasted token belongs to its owner, who may use it elsewhere.
  if (!token) return
  await http.request({
    method: 'POST',
    url: hostsOf(app).revoke,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({ token }).toString(),
    repeatable: true,
    retries: 2,
    signal,
  })
}
