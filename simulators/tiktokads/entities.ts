import { createHmac } from 'node:crypto'
import { paint } from '../ads/pictures.ts'
import type { FakeAd, FakeAdSet, FakeCampaign } from '../ads/world.ts'
import { type FakeRequest, type Reply, readJson } from '../web/exchange.ts'
import { readPaging } from './report.ts'
import { ok, Refusal, textField, textList } from './responses.ts'
import type { World } from './world.ts'

const linkMs = 4 * 3_600_000
const width = 96
const height = 160

/** A link to an ad's picture, which expires after some hours. */
function pictureUrl(world: World, ad: FakeAd): { readonly url: string; readonly expiresAt: Date } {
  const expiresAt = new Date(world.ads.now().getTime() + linkMs)
  const expires = String(Math.floor(expiresAt.getTime() / 1_000))
  const url = `${world.url}/pictures/${ad.id}.png?x-expires=${expires}&x-signature=${sign(world, ad.id, expires)}`
  return { url, expiresAt }
}

function sign({ app }: World, id: string, expires: string): string {
  return createHmac('sha256', app.secret).update(`${id} ${expires}`).digest('hex').slice(0, 20)
}

/** `/pictures/{ad}.png`: refused once the link has ended. */
export function picture(world: World, { path, query }: FakeRequest): Reply {
  const id = /^\/pictures\/(\d+)\.png$/.exec(path)?.[1] ?? ''
  const expires = query.get('x-expires') ?? ''
  const ad = world.ads.ad(id)
  const isValid = query.get('x-signature') === sign(world, id, expires)
  if (!ad || !isValid || Number(expires) * 1_000 <= world.ads.now().getTime()) {
    return { status: 403, headers: { 'content-type': 'text/plain' }, body: 'Access Denied' }
  }
  return { status: 200, headers: { 'content-type': 'image/png' }, body: paintStatus(ad.hue) }
}

/** A standing picture, darker towards the bottom. */
const paintStatus = (hue: number) =>
  paint({ width, height, hue, saturation: 0.6 }, (_x, y) => 0.62 - (0.3 * y) / height)

type Fields = Readonly<Record<string, unknown>>

const created = '2024-09-01 08:00:00'
const modified = '2026-09-14 11:22:33'

const states = {
  active: { operation_status: 'ENABLE', suffix: 'ENABLE' },
  paused: { operation_status: 'DISABLE', suffix: 'DISABLE' },
  removed: { operation_status: 'DISABLE', suffix: 'DELETE' },
} as const

function statusOf(prefix: string, status: FakeCampaign['status']) {
  const { operation_status, suffix } = states[status]
  const word = suffix === 'ENABLE' && prefix !== 'CAMPAIGN' ? 'DELIVERY_OK' : suffix
  return { operation_status, secondary_status: `${prefix}_STATUS_${word}` }
}

function campaignFields(campaign: FakeCampaign): Fields {
  const isSmart = campaign.kind === 'shopping'
  return {
    campaign_id: campaign.id,
    campaign_name: campaign.name,
    objective_type: campaign.kind === 'video' ? 'TRAFFIC' : 'WEB_CONVERSIONS',
    campaign_type: 'REGULAR_CAMPAIGN',
    budget: campaign.dailyBudget,
    budget_mode: 'BUDGET_MODE_DAY',
    is_smart_performance_campaign: isSmart,
    create_time: `${campaign.startsOn} 08:00:00`,
    // Those of Smart+ may lack it.
    ...(isSmart ? {} : { modify_time: modified }),
    ...statusOf('CAMPAIGN', campaign.status),
  }
}

function adGroupFields(campaign: FakeCampaign, adSet: FakeAdSet): Fields {
  return {
    adgroup_id: adSet.id,
    adgroup_name: adSet.name,
    campaign_id: campaign.id,
    campaign_name: campaign.name,
    optimization_goal: campaign.kind === 'video' ? 'VIDEO_VIEW' : 'CONVERT',
    optimization_event: campaign.kind === 'video' ? null : 'SHOPPING',
    billing_event: 'OCPM',
    pixel_id: '7300000000000000001',
    click_attribution_window: 'SEVEN_DAYS',
    view_attribution_window: 'ONE_DAY',
    attribution_event_count: 'EVERY',
    budget: 0,
    budget_mode: 'BUDGET_MODE_INFINITE',
    schedule_start_time: `${campaign.startsOn} 08:00:00`,
    schedule_end_time: campaign.endsOn === null ? '2036-09-01 00:00:00' : `${campaign.endsOn} 23:00:00`,
    create_time: created,
    modify_time: modified,
    ...statusOf('ADGROUP', adSet.status),
  }
}

/** Every fourth hue is a post of a creator: a Spark ad without a picture of its own. */
function isSpark({ isVideo, hue }: FakeAd): boolean {
  return isVideo && hue % 4 === 3
}

const videoPrefix = 'v10033g50000'
const imagePrefix = 'ad-site-i18n-sg/'

function videoId(ad: FakeAd): string {
  return `${videoPrefix}${ad.id}`
}

function imageId(ad: FakeAd): string {
  return `${imagePrefix}${ad.id}`
}

function adFields({ campaign, adSet, ad }: { campaign: FakeCampaign; adSet: FakeAdSet; ad: FakeAd }): Fields {
  const spark = isSpark(ad)
  return {
    ad_id: ad.id,
    ad_name: ad.name,
    adgroup_id: adSet.id,
    adgroup_name: adSet.name,
    campaign_id: campaign.id,
    campaign_name: campaign.name,
    ad_format: ad.isVideo ? 'SINGLE_VIDEO' : 'SINGLE_IMAGE',
    ad_text: ad.text,
    display_name: ad.title,
    video_id: ad.isVideo && !spark ? videoId(ad) : null,
    image_ids: ad.isVideo ? [] : [imageId(ad)],
    tiktok_item_id: spark ? `74${ad.id.slice(-17)}` : null,
    landing_page_url: ad.landingUrl,
    landing_page_urls: null,
    utm_params: [...new URLSearchParams(ad.urlTags ?? usualTags)].map(([key, value]) => ({ key, value })),
    create_time: created,
    ...(campaign.kind === 'shopping' ? {} : { modify_time: modified }),
    ...statusOf('AD', ad.status),
  }
}

const usualTags = 'utm_source=tiktok&utm_medium=paid&utm_campaign=__CAMPAIGN_ID__&utm_content=__CID__'

interface Listing {
  readonly prefix: 'CAMPAIGN' | 'ADGROUP' | 'AD'
  list(campaigns: readonly FakeCampaign[]): readonly { readonly fields: Fields; readonly isDeleted: boolean }[]
}

const listings: Readonly<Record<string, Listing>> = {
  'campaign/get/': {
    prefix: 'CAMPAIGN',
    list: (campaigns) =>
      campaigns.map((campaign) => ({ fields: campaignFields(campaign), isDeleted: campaign.status === 'removed' })),
  },
  'adgroup/get/': {
    prefix: 'ADGROUP',
    list: (campaigns) =>
      campaigns.flatMap((campaign) =>
        campaign.adSets.map((adSet) => ({
          fields: adGroupFields(campaign, adSet),
          isDeleted: [campaign, adSet].some(({ status }) => status === 'removed'),
        })),
      ),
  },
  'ad/get/': {
    prefix: 'AD',
    list: (campaigns) =>
      campaigns.flatMap((campaign) =>
        campaign.adSets.flatMap((adSet) =>
          adSet.ads.map((ad) => ({
            fields: adFields({ campaign, adSet, ad }),
            isDeleted: [campaign, adSet, ad].some(({ status }) => status === 'removed'),
          })),
        ),
      ),
  },
}

/** Paths of entities that this platform lists. */
export const entityPaths = Object.keys(listings)

/** `campaign/get/`, `adgroup/get/` and `ad/get/`; deleted entities only if requested by status. */
export function listEntities(world: World, path: string, { query }: FakeRequest): Reply {
  const listing = listings[path]
  if (!listing) throw new Refusal(40400)
  const account = world.ads.account(query.get('advertiser_id') ?? '')
  const filter = readFilter(query.get('filtering'))
  const wanted = withDeleted(filter, listing.prefix)
  const fields = textList('fields', query.get('fields'))
  const campaigns = (account?.campaigns ?? []).filter(({ kind }) => kind !== 'whole')
  const all = listing
    .list(campaigns)
    .filter(({ isDeleted }) => wanted === 'all' || isDeleted === (wanted === 'deleted'))
  const [first] = listing.list(campaigns)
  const wrong = fields.find((field) => first && !(field in first.fields) && field !== 'modify_time')
  if (wrong !== undefined) throw new Refusal(40002, `fields: ${wrong} is not supported.`)
  const { page, size } = readPaging(query)
  const list = all.slice((page - 1) * size, page * size).map((entry) => pick(entry.fields, fields))
  return ok({
    list,
    page_info: { page, page_size: size, total_number: all.length, total_page: Math.ceil(all.length / size) },
  })
}

function pick(all: Fields, fields: readonly string[]): Fields {
  if (fields.length === 0) return all
  return Object.fromEntries(Object.entries(all).filter(([name]) => fields.includes(name)))
}

/** An object here, where reports take a list. */
function readFilter(text: string | null): Fields {
  if (text === null) return {}
  const read = readJson(text)
  if (typeof read !== 'object' || read === null || Array.isArray(read)) {
    throw new Refusal(40002, 'filtering: Field must be set to object.')
  }
  return Object.fromEntries(Object.entries(read))
}

function withDeleted(filter: Fields, prefix: string): 'all' | 'deleted' | 'living' {
  const [secondary, primary] = [textField(filter, 'secondary_status'), textField(filter, 'primary_status')]
  if (secondary !== '' && !secondary.startsWith(`${prefix}_STATUS_`)) {
    throw new Refusal(40002, `filtering.secondary_status: ${secondary} is not supported.`)
  }
  if (secondary === `${prefix}_STATUS_ALL` || primary === 'STATUS_ALL') return 'all'
  return secondary === `${prefix}_STATUS_DELETE` || primary === 'STATUS_DELETE' ? 'deleted' : 'living'
}

/** `gmv_max/campaign/get/`: the campaigns that `campaign/get/` leaves out. */
export function listGmvMaxCampaigns(world: World, { query }: FakeRequest): Reply {
  const { gmv_max_promotion_types: types } = readFilter(query.get('filtering'))
  if (!Array.isArray(types))
    throw new Refusal(40002, 'filtering.gmv_max_promotion_types: Missing data for required field.')
  const account = world.ads.account(query.get('advertiser_id') ?? '')
  const all = (account?.campaigns ?? []).filter(({ kind }) => kind === 'whole')
  const { page, size } = readPaging(query)
  const list = all.slice((page - 1) * size, page * size).map((campaign) => ({
    advertiser_id: account?.id,
    campaign_id: campaign.id,
    campaign_name: campaign.name,
    objective_type: 'PRODUCT_SALES',
    create_time: `${campaign.startsOn} 08:00:00`,
    ...statusOf('CAMPAIGN', campaign.status),
  }))
  return ok({
    ...(list.length === 0 ? {} : { list }),
    page_info: { page, page_size: size, total_number: all.length, total_page: Math.ceil(all.length / size) },
  })
}

const mostVideos = 60
const mostImages = 100

/** `file/video/ad/info/`. */
export function videoInfo(world: World, { query }: FakeRequest): Reply {
  const ids = wantedIds('video_ids', query, mostVideos)
  const list = ids.flatMap((id) => {
    const ad = world.ads.ad(id.replace(videoPrefix, ''))
    if (!ad || videoId(ad) !== id) return []
    const { url, expiresAt } = pictureUrl(world, ad)
    const expires = expiresAt.toISOString().slice(0, 19).replace('T', ' ')
    return [
      {
        video_id: id,
        video_cover_url: url,
        preview_url_expire_time: expires,
        duration: 14.2,
        width: 720,
        height: 1280,
      },
    ]
  })
  return ok({ list })
}

/** `file/image/ad/info/`. */
export function imageInfo(world: World, { query }: FakeRequest): Reply {
  const ids = wantedIds('image_ids', query, mostImages)
  const list = ids.flatMap((id) => {
    const ad = world.ads.ad(id.replace(imagePrefix, ''))
    return ad && imageId(ad) === id
      ? [{ image_id: id, image_url: pictureUrl(world, ad).url, width: 720, height: 1280 }]
      : []
  })
  return ok({ list })
}

function wantedIds(name: string, query: URLSearchParams, most: number): string[] {
  const ids = textList(name, query.get(name))
  if (ids.length === 0 || ids.length > most) throw new Refusal(40002, `${name}: Length must be between 1 and ${most}.`)
  return ids
}
