import type { AdClickRecord } from '@tillsight/connectors'
import { type AdWrite, newestOf } from './batch.ts'

/** Which ad each click id belongs to; the same again replaces itself. */
export async function writeClicks({ ctx, source, version }: AdWrite, records: readonly AdClickRecord[]): Promise<void> {
  if (records.length === 0) return
  const clicks = newestOf(records, { nameOf: ({ clickId }) => clickId, at: ({ seenAt }) => seenAt })
  await ctx.warehouse.insert(
    'ad_clicks',
    clicks.map((click) => ({
      platform: source,
      click_id: click.clickId,
      day: click.day,
      account_id: click.accountId,
      campaign_id: click.campaignId,
      ad_set_id: click.adSetId,
      ad_id: click.adId,
      keyword: click.keyword ?? '',
      version,
      is_deleted: 0,
    })),
  )
}
