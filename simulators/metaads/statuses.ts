import type { FakeAdAccount } from '../ads/ad-source.ts'

const own = { active: 'ACTIVE', paused: 'PAUSED', removed: 'DELETED' } as const

/** The effective status of every campaign, ad set and ad by id: what stands above decides along. */
export function effectiveStatuses(account: FakeAdAccount): Map<string, string> {
  const statuses = new Map<string, string>()
  for (const campaign of account.campaigns) {
    statuses.set(campaign.id, own[campaign.status])
    for (const set of campaign.adSets) {
      const ofSet = below(own[set.status], campaign.status, 'CAMPAIGN_PAUSED')
      statuses.set(set.id, ofSet)
      for (const ad of set.ads) {
        const ofAd = below(own[ad.status], set.status, 'ADSET_PAUSED')
        statuses.set(ad.id, below(ofAd, campaign.status, 'CAMPAIGN_PAUSED'))
      }
    }
  }
  return statuses
}

function below(status: string, above: keyof typeof own, paused: string): string {
  if (above === 'removed') return 'DELETED'
  return above === 'paused' && status === 'ACTIVE' ? paused : status
}
