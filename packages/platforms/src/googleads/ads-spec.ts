import type { AdPlace } from '../ad-records.ts'
import type { AdsSpec } from '../ads.ts'
import type { ConnectorContext } from '../contract.ts'
import { listAccounts } from './accounts.ts'
import { hostsOf } from './hosts.ts'

/** What only ad platforms have. */
export const ads: AdsSpec = { listAccounts, managerUrl, revoke }

/** The screen of Google Ads for a place; `__e` is the account. */
function managerUrl({ accountId, level, campaignId, adSetId }: AdPlace): string {
  const query = new URLSearchParams({ __e: accountId })
  if (level === 'account') return `https://ads.google.com/aw/overview?${query}`
  query.set('campaignId', campaignId)
  if (level === 'campaign') return `https://ads.google.com/aw/adgroups?${query}`
  query.set('adGroupId', adSetId)
  return `https://ads.google.com/aw/ads?${query}`
}

/** Gives the grant back; it ends for every connection of the same Google login. A grant that is dead already is no failure. */
async function revoke({ settings, app, http, signal }: ConnectorContext): Promise<void> {
  const token = settings['refreshToken']
  // A pasted token is its owner's, who may use it elsewhere.
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
