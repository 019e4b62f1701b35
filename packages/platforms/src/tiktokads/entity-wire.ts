import { type Day, parseDay } from '@tillsight/core/days'
import type { AdEntityRecord } from '../ad-records.ts'
import type { DecimalText } from '../records.ts'
import { figureOf, isRow, rowsOf, textOf } from './values.ts'

type Row = Readonly<Record<string, unknown>>
type Level = AdEntityRecord['level']

/** The fields to read for each kind of entity. */
export const entityKinds = {
  campaign: {
    what: 'campaigns',
    path: 'campaign/get/',
    all: 'CAMPAIGN_STATUS_ALL',
    fields: `campaign_id campaign_name objective_type campaign_type budget budget_mode operation_status secondary_status
is_smart_performance_campaign create_time`.split(/\s+/),
  },
  ad_set: {
    what: 'ad groups',
    path: 'adgroup/get/',
    all: 'ADGROUP_STATUS_ALL',
    fields:
      `adgroup_id campaign_id adgroup_name optimization_goal optimization_event budget budget_mode operation_status
secondary_status schedule_start_time schedule_end_time`.split(/\s+/),
  },
  ad: {
    what: 'ads',
    path: 'ad/get/',
    all: 'AD_STATUS_ALL',
    fields: `ad_id adgroup_id campaign_id ad_name ad_format ad_text display_name video_id image_ids tiktok_item_id
landing_page_url landing_page_urls utm_params operation_status secondary_status`.split(/\s+/),
  },
} as const

/** The entity's position, and when it was read. */
export interface EntityAt {
  readonly accountId: string
  readonly seenAt: string
}

/** Reads a campaign, ad group or ad; undefined where it has no id. */
export function toEntity(level: Level, row: Row, at: EntityAt): AdEntityRecord | undefined {
  const campaignId = textOf(row.campaign_id)
  const adSetId = level === 'campaign' ? '' : textOf(row.adgroup_id)
  const id = level === 'campaign' ? campaignId : level === 'ad_set' ? adSetId : textOf(row.ad_id)
  if (id === '' || campaignId === '') return undefined
  const statusText = textOf(row.secondary_status) || textOf(row.operation_status)
  return {
    type: 'ad_entity',
    ...at,
    level,
    id,
    campaignId,
    adSetId,
    name: nameOf(level, row) || id,
    status: statusOf(statusText, textOf(row.operation_status)),
    statusText,
    kind: kindOf(level, row),
    budget: budgetOf(row),
    startsOn: dayIn(level === 'campaign' ? row.create_time : row.schedule_start_time),
    endsOn: endOf(row),
    landingUrl: landingUrl(row),
    urlTags: urlTags(row),
    creative: level === 'ad' ? creativeOf(row) : null,
  }
}

function nameOf(level: Level, row: Row): string {
  return textOf({ campaign: row.campaign_name, ad_set: row.adgroup_name, ad: row.ad_name }[level])
}

/** The statuses of all levels have the same endings: `AD_STATUS_DELIVERY_OK`, `CAMPAIGN_STATUS_DELETE`. */
function statusOf(text: string, operation: string): AdEntityRecord['status'] {
  if (text.endsWith('_DELETE')) return 'removed'
  if (/AUDIT_DENY|REJECT/.test(text)) return 'rejected'
  if (operation === 'DISABLE' || text.endsWith('STATUS_DISABLE')) return 'paused'
  if (/AUDIT|REVIEW/.test(text)) return 'in_review'
  return /STATUS_ENABLE$|DELIVERY_OK$/.test(text) ? 'active' : 'inactive'
}

const kinds: Readonly<Record<string, string>> = {
  WEB_CONVERSIONS: 'Website conversions',
  PRODUCT_SALES: 'Product sales',
  TRAFFIC: 'Traffic',
  REACH: 'Reach',
  VIDEO_VIEWS: 'Video views',
  VIDEO_VIEW: 'Video views',
  LEAD_GENERATION: 'Lead generation',
  APP_PROMOTION: 'App promotion',
  ENGAGEMENT: 'Community interaction',
  CONVERT: 'Conversions',
  CLICK: 'Clicks',
  VALUE: 'Value of purchases',
  SINGLE_VIDEO: 'Video',
  SINGLE_IMAGE: 'Image',
  CAROUSEL_ADS: 'Carousel',
  CATALOG_CAROUSEL: 'Carousel',
}

function kindOf(level: Level, row: Row): string {
  if (level === 'campaign' && row.is_smart_performance_campaign === true) return 'Smart+'
  if (level === 'ad' && textOf(row.tiktok_item_id) !== '') return 'Spark ad'
  const word = textOf({ campaign: row.objective_type, ad_set: row.optimization_goal, ad: row.ad_format }[level])
  return kinds[word] ?? inWords(word)
}

/** `COMMUNITY_INTERACTION` as `Community interaction`. */
function inWords(word: string): string {
  const text = word.replaceAll('_', ' ').toLowerCase()
  return text === '' ? 'Other' : `${text.charAt(0).toUpperCase()}${text.slice(1)}`
}

function budgetOf(row: Row): AdEntityRecord['budget'] {
  const amount: DecimalText | undefined = figureOf(row.budget)
  const mode = textOf(row.budget_mode)
  if (amount === undefined || Number(amount) <= 0 || mode === 'BUDGET_MODE_INFINITE') return null
  return { amount, per: mode === 'BUDGET_MODE_TOTAL' ? 'lifetime' : 'day', sharedBy: null }
}

function dayIn(value: unknown): Day | null {
  const text = textOf(value).slice(0, 10)
  return /^\d{4}-\d{2}-\d{2}$/.test(text) && text > '1971' ? parseDay(text) : null
}

/** An end ten years after the start means no end. */
function endOf(row: Row): Day | null {
  const [start, end] = [dayIn(row.schedule_start_time), dayIn(row.schedule_end_time)]
  if (start === null || end === null) return null
  return Number(end.slice(0, 4)) - Number(start.slice(0, 4)) >= 9 ? null : end
}

function landingUrl(row: Row): string | null {
  const [first] = rowsOf(row.landing_page_urls)
  return textOf(row.landing_page_url) || textOf(first?.landing_page_url) || null
}

function urlTags(row: Row): string | null {
  const pairs = rowsOf(row.utm_params).map(({ key, value }) => `${textOf(key)}=${textOf(value)}`)
  return pairs.length === 0 ? null : pairs.join('&')
}

/** Its picture is read afterwards; a creator's post has none of its own. */
function creativeOf(row: Row): AdEntityRecord['creative'] {
  const [video, post] = [textOf(row.video_id), textOf(row.tiktok_item_id)]
  const image = Array.isArray(row.image_ids) ? textOf(row.image_ids[0]) : ''
  const id = video ? `video/${video}` : image ? `image/${image}` : post ? `post/${post}` : ''
  if (id === '') return null
  const isVideo = video !== '' || post !== '' || textOf(row.ad_format).includes('VIDEO')
  return { id, title: textOf(row.display_name), text: textOf(row.ad_text), imageUrl: null, isVideo }
}

/** The key of an ad's picture: `video/…` and `image/…`; posts have none. */
export function pictureKey(creativeId: string): { readonly kind: 'video' | 'image'; readonly id: string } | undefined {
  const [, kind, id = ''] = /^(video|image)\/(.+)$/.exec(creativeId) ?? []
  return kind === 'video' || kind === 'image' ? { kind, id } : undefined
}

/** The address of a picture, from a response about one file. */
export function pictureIn(row: unknown): { readonly id: string; readonly url: string } | undefined {
  if (!isRow(row)) return undefined
  const id = textOf(row.video_id) || textOf(row.image_id)
  const url = textOf(row.video_cover_url) || textOf(row.image_url)
  return id === '' || url === '' ? undefined : { id, url }
}
