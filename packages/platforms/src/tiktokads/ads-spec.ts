import { countDays } from '@tillsight/core/days'
import type { AdPlace } from '../ad-records.ts'
import type { AdsSpec, ReachQuery } from '../ads.ts'
import type { ConnectorContext } from '../contract.ts'
import { clientOf, wayOf } from './access.ts'
import { listAccounts } from './accounts.ts'
import { askForToken, openApi } from './api.ts'
import { pictureOf } from './pictures.ts'
import { readReport } from './report.ts'
import { figureOf } from './values.ts'

const screens = { account: 'campaign', campaign: 'campaign', ad_set: 'adgroup', ad: 'creative' } as const
/** TikTok's limit for a query without daily rows. */
const mostDays = 365

/** The part of a connector that only ad platforms have. */
export const ads: AdsSpec = { listAccounts, managerUrl, reach: readReach, pictureOf, revoke }

/** The page in TikTok Ads Manager that searches for an entity by its id. */
function managerUrl({ accountId, level, campaignId, adSetId, adId }: AdPlace): string {
  const query = new URLSearchParams({ aadvid: accountId })
  const id = { account: '', campaign: campaignId, ad_set: adSetId, ad: adId }[level]
  if (id !== '') query.set('keyword', id)
  return `https://ads.tiktok.com/i18n/perf/${screens[level]}?${query}`
}

/** People reached in exactly these days, by entity id; empty for more than a year. */
async function readReach(ctx: ConnectorContext, question: ReachQuery): Promise<ReadonlyMap<string, number>> {
  const { accountId, level, range } = question
  if (countDays(range) > mostDays) return new Map()
  const account = ctx.accounts?.find(({ id }) => id === accountId) ?? { id: accountId, name: accountId }
  const { rows } = await readReport(openApi(ctx), {
    account,
    level: level === 'account' ? 'AUCTION_ADVERTISER' : 'AUCTION_CAMPAIGN',
    metrics: ['spend', 'reach'],
    range,
    time: null,
  })
  return new Map(
    rows.flatMap(({ id, metrics }): [string, number][] => {
      const reach = figureOf(metrics.reach)
      return reach === undefined ? [] : [[level === 'account' ? accountId : id, Math.round(Number(reach))]]
    }),
  )
}

/** Revokes a grant made on screen. A pasted token may be used by other tools and is kept. */
async function revoke(ctx: ConnectorContext): Promise<void> {
  const { accessToken } = ctx.settings
  const { appId, secret } = clientOf(ctx)
  if (wayOf(ctx.settings) !== 'granted' || !accessToken || secret === '') return
  await askForToken(ctx, {
    path: 'oauth2/revoke_token/',
    body: { app_id: appId, secret, access_token: accessToken },
    isRepeatable: true,
  })
}
