import type { TaggedAds } from '@tillsight/domain'
import type { AdPlatform } from '@tillsight/platforms'
import { toCsv } from '../../csv.server.ts'
import { auditAd } from './audit-ad.ts'
import { unfilledTodo } from './unfilled-words.ts'
import { pageWords } from './words.server.ts'

/** Files are for programs, too: they have one language. */
const say = pageWords.say('en')

const header = [
  'kind',
  'state',
  'account_id',
  'campaign_id',
  'ad_set_id',
  'ad_id',
  'campaign',
  'ad',
  'status',
  'spend',
  'currency',
  'landing_url',
  'url_tags',
  'parameter',
  'found',
  'visits',
  'to_do',
] as const

/** The audit of a platform's ads as CSV: a row for each ad, then one for each unfilled parameter. */
export function printAuditCsv({ ads, unfilled }: TaggedAds, platform: AdPlatform): string {
  const template = platform.tracking
  const rows: readonly Partial<Record<(typeof header)[number], string | null>>[] = [
    ...ads.map((ad) => {
      const { state, problems } = auditAd(ad, template, say)
      return {
        kind: 'ad',
        state,
        account_id: ad.accountId,
        campaign_id: ad.campaignId,
        ad_set_id: ad.adSetId,
        ad_id: ad.adId,
        campaign: ad.campaignName,
        ad: ad.name,
        status: ad.status,
        spend: ad.currency === '' ? '' : ad.spend,
        currency: ad.currency,
        landing_url: ad.landingUrl,
        url_tags: ad.urlTags,
        to_do: problems.join(' '),
      }
    }),
    ...unfilled.parameters.map((parameter) => ({
      kind: 'unfilled',
      state: 'wrong',
      parameter: parameter.name,
      found: parameter.found,
      visits: String(parameter.visits),
      to_do: unfilledTodo(parameter, template, say),
    })),
  ]
  return toCsv([header, ...rows.map((row) => header.map((name) => row[name] ?? null))])
}
