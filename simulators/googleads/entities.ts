import type { FakeAd, FakeAdAccount, FakeAdSet, FakeCampaign } from '../ads/world.ts'
import { type Customer, conversionActions, statusOf, treeOf } from './accounts.ts'
import { assetGroupsOf } from './figures.ts'
import type { World } from './options.ts'
import { type Row, textOf } from './row.ts'

const channels = {
  search: ['SEARCH', 'SEARCH_STANDARD', 'RESPONSIVE_SEARCH_AD'],
  shopping: ['SHOPPING', 'SHOPPING_PRODUCT_ADS', 'SHOPPING_PRODUCT_AD'],
  video: ['VIDEO', 'VIDEO_RESPONSIVE', 'VIDEO_RESPONSIVE_AD'],
  social: ['DEMAND_GEN', 'UNKNOWN', 'DEMAND_GEN_MULTI_ASSET_AD'],
  retargeting: ['DISPLAY', 'DISPLAY_STANDARD', 'RESPONSIVE_DISPLAY_AD'],
  whole: ['PERFORMANCE_MAX', '', ''],
} as const

const switches = { active: 'ENABLED', paused: 'PAUSED', removed: 'REMOVED' } as const

/** The fields of the account itself. */
export function customerRow(world: World, customer: Customer): Row {
  const { id } = customer
  const traits = world.traits[id]
  const account = 'account' in customer ? customer.account : undefined
  return {
    'customer.resource_name': `customers/${id}`,
    'customer.id': BigInt(id),
    'customer.descriptive_name': account?.name ?? ('manager' in customer ? customer.manager.name : ''),
    'customer.currency_code': account?.currency ?? 'USD',
    'customer.time_zone': account?.zone ?? 'Etc/UTC',
    'customer.manager': account === undefined,
    'customer.test_account': traits?.isTest ?? false,
    'customer.status': statusOf(customer),
    'customer.auto_tagging_enabled': true,
    'customer.conversion_tracking_setting.conversion_tracking_status': 'CONVERSION_TRACKING_MANAGED_BY_SELF',
    'customer.conversion_tracking_setting.google_ads_conversion_customer': `customers/${id}`,
    'customer.final_url_suffix': traits?.finalUrlSuffix,
  }
}

/** The rows of a manager's accounts; itself at level 0. */
export function clientRows(world: World, customer: Customer): Row[] {
  return [{ customer, level: 0 }, ...treeOf(world, customer.id)].map((one) => {
    const row = customerRow(world, one.customer)
    const { id } = one.customer
    return {
      'customer_client.resource_name': `customers/${customer.id}/customerClients/${id}`,
      'customer_client.client_customer': `customers/${id}`,
      'customer_client.id': BigInt(id),
      'customer_client.level': BigInt(one.level),
      'customer_client.manager': row['customer.manager'],
      'customer_client.descriptive_name': row['customer.descriptive_name'],
      'customer_client.currency_code': row['customer.currency_code'],
      'customer_client.time_zone': row['customer.time_zone'],
      'customer_client.hidden': world.traits[id]?.isHidden ?? false,
      'customer_client.test_account': row['customer.test_account'],
      'customer_client.status': row['customer.status'],
    }
  })
}

/** A campaign with its budget; the first two share one. */
export function campaignRow(account: FakeAdAccount, campaign: FakeCampaign): Row {
  const isShared = account.campaigns.indexOf(campaign) < 2
  const budget = isShared ? `${account.id}/campaignBudgets/77` : `${account.id}/campaignBudgets/${campaign.id}`
  const amount = isShared ? (account.campaigns[0]?.dailyBudget ?? 0) : campaign.dailyBudget
  const status = switches[campaign.status]
  return {
    'campaign.resource_name': `customers/${account.id}/campaigns/${campaign.id}`,
    'campaign.id': BigInt(campaign.id),
    'campaign.name': campaign.name,
    'campaign.status': status,
    'campaign.primary_status': status === 'ENABLED' ? 'ELIGIBLE' : status,
    'campaign.serving_status': 'SERVING',
    'campaign.advertising_channel_type': channels[campaign.kind][0],
    'campaign.bidding_strategy_type': 'MAXIMIZE_CONVERSION_VALUE',
    'campaign.start_date_time': `${campaign.startsOn} 00:00:00`,
    'campaign.end_date_time': `${campaign.endsOn ?? '2037-12-30'} 23:59:59`,
    'campaign.final_url_suffix': 'utm_source=google&utm_medium=cpc&utm_campaign={campaignid}',
    'campaign.optimization_score': 0.82,
    'campaign_budget.resource_name': `customers/${budget}`,
    'campaign_budget.amount_micros': BigInt(Math.round(amount * 1_000_000)),
    'campaign_budget.explicitly_shared': isShared,
  }
}

/** An ad group with its campaign. */
export function adGroupRow(account: FakeAdAccount, campaign: FakeCampaign, set: FakeAdSet): Row {
  return {
    ...campaignRow(account, campaign),
    'ad_group.resource_name': `customers/${account.id}/adGroups/${set.id}`,
    'ad_group.id': BigInt(set.id),
    'ad_group.name': set.name,
    'ad_group.status': switches[set.status],
    'ad_group.type': channels[campaign.kind][1],
    'ad_group.campaign': `customers/${account.id}/campaigns/${campaign.id}`,
  }
}

/** An ad with its assets. */
export function adRow(world: World, row: Row, { ad, campaign }: { ad: FakeAd; campaign: FakeCampaign }): Row {
  const customer = textOf(row['ad_group.resource_name']).split('/adGroups')[0] ?? ''
  const type = channels[campaign.kind][2]
  const images = [{ asset: `${customer}/assets/${ad.id}` }]
  return {
    ...row,
    'ad_group_ad.resource_name': `${customer}/adGroupAds/${textOf(row['ad_group.id'])}~${ad.id}`,
    'ad_group_ad.ad.resource_name': `${customer}/ads/${ad.id}`,
    'ad_group_ad.ad.id': BigInt(ad.id),
    'ad_group_ad.ad.name': ad.name,
    'ad_group_ad.ad.type': type,
    'ad_group_ad.status': switches[ad.status],
    'ad_group_ad.ad.final_urls': [ad.landingUrl],
    'ad_group_ad.ad.final_url_suffix': ad.urlTags,
    'ad_group_ad.ad.responsive_search_ad.headlines':
      type === 'RESPONSIVE_SEARCH_AD' ? [{ text: ad.title, assetPerformanceLabel: 'GOOD' }] : undefined,
    'ad_group_ad.ad.responsive_search_ad.descriptions':
      type === 'RESPONSIVE_SEARCH_AD' ? [{ text: ad.text }] : undefined,
    'ad_group_ad.ad.responsive_display_ad.marketing_images': type === 'RESPONSIVE_DISPLAY_AD' ? images : undefined,
    'ad_group_ad.ad.demand_gen_multi_asset_ad.marketing_images':
      type === 'DEMAND_GEN_MULTI_ASSET_AD' ? images : undefined,
    'ad_group_ad.ad.video_responsive_ad.videos': type === 'VIDEO_RESPONSIVE_AD' ? images : undefined,
    'ad_group_ad.ad.image_ad.image_url':
      type === 'SHOPPING_PRODUCT_AD' ? `${world.url}/pictures/${ad.hue}.png` : undefined,
    'ad_group_ad.policy_summary.approval_status': 'APPROVED',
  }
}

/** The asset groups of a campaign without ads. */
export function assetGroupRows(account: FakeAdAccount, campaign: FakeCampaign): Row[] {
  if (campaign.kind !== 'whole') return []
  return assetGroupsOf(campaign.id).map((id, at) => ({
    ...campaignRow(account, campaign),
    'asset_group.resource_name': `customers/${account.id}/assetGroups/${id}`,
    'asset_group.id': BigInt(id),
    'asset_group.name': `${campaign.name}: asset group ${at + 1}`,
    'asset_group.status': switches[campaign.status],
    'asset_group.primary_status': 'ELIGIBLE',
    'asset_group.final_urls': ['https://shop.example/'],
    'asset_group.ad_strength': 'GOOD',
    'asset_group.campaign': `customers/${account.id}/campaigns/${campaign.id}`,
  }))
}

/** Pictures, videos and texts of asset groups. */
export function assetGroupAssetRows(world: World, account: FakeAdAccount, campaign: FakeCampaign): Row[] {
  return assetGroupRows(account, campaign).flatMap((row, at) => {
    const hue = (Number(BigInt(campaign.id) % 360n) + at * 120) % 360
    const id = BigInt(textOf(row['asset_group.id'])) * 10n
    const parts = [
      { field: 'HEADLINE', type: 'TEXT', 'asset.text_asset.text': `${campaign.name} for everybody` },
      { field: 'DESCRIPTION', type: 'TEXT', 'asset.text_asset.text': 'Warm, light and made to last.' },
      {
        field: 'MARKETING_IMAGE',
        type: 'IMAGE',
        'asset.image_asset.full_size.url': `${world.url}/pictures/${hue}.png`,
      },
    ]
    return parts.map(({ field, type, ...fields }, number): Row => {
      const asset = `customers/${account.id}/assets/${id % 1_000_000_000n}${number}`
      return {
        ...row,
        'asset_group_asset.resource_name': `customers/${account.id}/assetGroupAssets/${textOf(row['asset_group.id'])}~${number}`,
        'asset_group_asset.asset': asset,
        'asset_group_asset.field_type': field,
        'asset_group_asset.status': 'ENABLED',
        'asset.resource_name': asset,
        'asset.id': BigInt(`${id % 1_000_000_000n}${number}`),
        'asset.type': type,
        ...fields,
      }
    })
  })
}

/** Pictures and videos that ads point to. */
export function assetRows(world: World, account: FakeAdAccount): Row[] {
  return account.campaigns.flatMap(({ kind, adSets }) =>
    adSets.flatMap(({ ads }) =>
      ads.map((ad): Row => {
        const isVideo = kind === 'video'
        return {
          'asset.resource_name': `customers/${account.id}/assets/${ad.id}`,
          'asset.id': BigInt(ad.id),
          'asset.type': isVideo ? 'YOUTUBE_VIDEO' : 'IMAGE',
          'asset.name': ad.title,
          'asset.image_asset.full_size.url': isVideo ? undefined : `${world.url}/pictures/${ad.hue}.png`,
          'asset.youtube_video_asset.youtube_video_id': isVideo ? `film-${ad.hue}` : undefined,
          'asset.youtube_video_asset.youtube_video_title': isVideo ? ad.title : undefined,
        }
      }),
    ),
  )
}

/** The account's conversion actions. */
export function conversionActionRows(world: World, account: FakeAdAccount): Row[] {
  return conversionActions(world, account.id).map((action) => ({
    'conversion_action.resource_name': `customers/${account.id}/conversionActions/${action.id}`,
    'conversion_action.id': BigInt(action.id),
    'conversion_action.name': action.name,
    'conversion_action.category': action.category,
    'conversion_action.type': action.type,
    'conversion_action.origin': action.origin,
    'conversion_action.status': 'ENABLED',
    'conversion_action.primary_for_goal': action.isPrimary,
    'conversion_action.include_in_conversions_metric': action.isPrimary,
    'conversion_action.counting_type': 'MANY_PER_CLICK',
    'conversion_action.click_through_lookback_window_days': BigInt(action.lookBackDays),
    'conversion_action.view_through_lookback_window_days': 1n,
    'conversion_action.attribution_model_settings.attribution_model': 'GOOGLE_SEARCH_ATTRIBUTION_DATA_DRIVEN',
    'conversion_action.value_settings.default_value': 0,
    'conversion_action.value_settings.default_currency_code': account.currency,
    'conversion_action.owner_customer': `customers/${account.id}`,
  }))
}
