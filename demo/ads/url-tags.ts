import type { AccountPlan, CampaignPlan } from './plan.ts'

const templates = {
  google: 'utm_source=google&utm_medium=cpc&utm_campaign=(tag)&utm_id={campaignid}&ts_as={adgroupid}&ts_ad={creative}',
  facebook:
    'utm_source=facebook&utm_medium=paid_social&utm_campaign=(tag)&utm_id={{campaign.id}}&ts_as={{adset.id}}&ts_ad={{ad.id}}',
  tiktok:
    'utm_source=tiktok&utm_medium=paid_social&utm_campaign=(tag)&utm_id=__CAMPAIGN_ID__&ts_as=__AID__&ts_ad=__CID__',
} as const satisfies Readonly<Record<AccountPlan['source'], string>>

/** The tags that the shop once put on its ads by hand, before there was a template. */
export function isTaggedByHand({ kind }: CampaignPlan): boolean {
  return kind === 'retargeting'
}

/** What is added to the landing pages of a campaign, macros unfilled. Retargeting was set up long ago, without ids. */
export function urlTagsOf({ source }: AccountPlan, campaign: CampaignPlan): string {
  const tags = templates[source].replace('(tag)', campaign.tag)
  return isTaggedByHand(campaign) ? tags.slice(0, tags.indexOf('&utm_id=')) : tags
}
