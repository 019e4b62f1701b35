import { createHash } from 'node:crypto'
import type { Day } from '@tillsight/core/days'
import { adGroupRow, campaignRow } from './entities.ts'
import type { FakeClick } from './options.ts'
import type { Question } from './question.ts'
import type { Row } from './row.ts'

const madeUpPerAd = 2

/** Click ids of one day. Clicks of a campaign without ads come without an ad. */
export function clickRows({ world, figures, customer }: Question, day: Day): Row[] {
  if (!('account' in customer)) return []
  const { account } = customer
  const cells = figures.cells(account, day)
  const clicks = world.clicks
    ? world.clicks(account.id, day)
    : cells.flatMap((cell) =>
        Array.from({ length: Math.min(madeUpPerAd, cell.clicks) }, (_, at) => ({ ...cell, gclid: madeUp(cell, at) })),
      )
  return clicks.flatMap((click) => {
    const campaign = account.campaigns.find(({ id }) => id === click.campaignId)
    const set = campaign?.adSets.find(({ id }) => id === click.adSetId)
    if (!campaign) return []
    const row = set ? adGroupRow(account, campaign, set) : campaignRow(account, campaign)
    return [{ ...row, ...clickFields(click, account.id), 'segments.date': day }]
  })
}

function clickFields({ gclid, adSetId, adId, keyword }: FakeClick, accountId: string): Row {
  return {
    'click_view.resource_name': `customers/${accountId}/clickViews/${gclid}`,
    'click_view.gclid': gclid,
    'click_view.ad_group_ad': adSetId === '' ? undefined : `customers/${accountId}/adGroupAds/${adSetId}~${adId}`,
    'click_view.keyword': keyword === undefined ? undefined : `customers/${accountId}/adGroupCriteria/${adSetId}~1`,
    'click_view.keyword_info.text': keyword,
    'click_view.keyword_info.match_type': keyword === undefined ? undefined : 'PHRASE',
    'segments.ad_network_type': 'SEARCH',
    'segments.click_type': 'URL_CLICKS',
    'metrics.clicks': 1n,
  }
}

function madeUp(cell: { campaignId: string; adId: string; assetGroupId: string; day: Day }, at: number): string {
  const text = `${cell.campaignId} ${cell.adId} ${cell.assetGroupId} ${cell.day} ${at}`
  return `Cj0KCQ${createHash('sha256').update(text).digest('base64url')}`
}
